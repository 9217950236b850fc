"""What is sent again, what is not, and for how long."""

from __future__ import annotations

import json

import pytest

from openingbell_client import (
    Client,
    ProblemError,
    Retry,
    Retrying,
    ServerFault,
    TooManyTries,
    TransportError,
    Unavailable,
    UnexpectedAnswer,
)
from tests.clients.python.scripted import serving

OK = (200, {"Content-Type": "application/json"}, json.dumps({"items": []}))
DOWN = (503, {"Content-Type": "application/problem+json"}, json.dumps({"code": "busy", "detail": "Busy."}))
QUICK = Retry(deadline_s=20.0, first_s=0.01, longest_s=0.02)


@pytest.mark.parametrize("trouble", [None, DOWN, (502, {}, "<html>"), (504, {}, ""), (429, {}, "{}")])
def test_a_read_is_asked_again_until_it_is_answered(trouble: tuple[int, dict[str, str], str] | None) -> None:
    heard: list[Retrying] = []
    with serving(trouble, trouble, OK) as script, Client(script.url, retry=QUICK, on_retry=heard.append) as client:
        assert client.list_games() == {"items": []}
    assert len(script.asked) == 3
    assert [each.attempt for each in heard] == [1, 2]


def test_a_decision_is_sent_again_byte_for_byte() -> None:
    answer = (200, {}, json.dumps({"n": 3, "status": "applied", "replayed": True, "action": {}, "view": {}}))
    with serving(None, DOWN, answer) as script, Client(script.url, "t", retry=QUICK) as client:
        assert client.put_decision("g", "t1", 0, 3, {"type": "pass_bid"})["replayed"]
    assert len({(each.method, each.path, each.body) for each in script.asked}) == 1
    assert script.asked[0].path == "/v1/games/g/tables/t1/seats/0/decisions/3"


def test_a_new_table_is_asked_for_again_with_the_same_key_and_the_next_one_with_another() -> None:
    answer = (201, {}, json.dumps({"id": "x"}))
    with serving(None, answer) as script, Client(script.url, "t", retry=QUICK) as client:
        client.create_table("g", 4)
        client.create_table("g", 4)
    keys = [each.headers["Idempotency-Key"] for each in script.asked]
    assert len(keys) == 3
    assert keys[0] == keys[1] != keys[2]


def test_one_illegal_try_too_many_is_not_repeated_and_a_request_too_many_is() -> None:
    tries = (429, {"Retry-After": "7"}, json.dumps({"code": "too-many-tries", "detail": "No.", "n": 3}))
    with serving(tries) as script, Client(script.url, "t", retry=QUICK) as client, pytest.raises(TooManyTries) as got:
        client.put_decision("g", "t1", 0, 3, {"type": "cheat"})
    assert (len(script.asked), got.value.n, got.value.retry_after) == (1, 3, 7.0)
    rate = (429, {"Retry-After": "0.01"}, json.dumps({"code": "rate-limited", "detail": "Slowly."}))
    with serving(rate, OK) as script, Client(script.url, retry=QUICK) as client:
        client.list_games()
    assert len(script.asked) == 2


@pytest.mark.parametrize("trouble", [None, DOWN])
def test_a_player_is_never_registered_twice(trouble: tuple[int, dict[str, str], str] | None) -> None:
    with (
        serving(trouble) as script,
        Client(script.url, retry=QUICK) as client,
        pytest.raises((TransportError, Unavailable)),
    ):
        client.create_player("Ada")
    assert len(script.asked) == 1


@pytest.mark.parametrize("status", [400, 401, 404, 409, 500])
def test_a_refusal_is_not_asked_again(status: int) -> None:
    with (
        serving((status, {}, json.dumps({"code": "some-code", "detail": "No."}))) as script,
        Client(script.url, retry=QUICK) as client,
        pytest.raises(ProblemError, match="some-code"),
    ):
        client.list_games()
    assert len(script.asked) == 1


def test_retry_after_is_kept_to() -> None:
    patient = (503, {"Retry-After": "0.3"}, json.dumps({"code": "busy"}))
    heard: list[Retrying] = []
    with serving(patient, OK) as script, Client(script.url, retry=QUICK, on_retry=heard.append) as client:
        client.list_games()
    assert heard[0].pause_s == 0.3
    assert len(script.asked) == 2


def test_a_retry_after_beyond_the_deadline_ends_it_at_once() -> None:
    with (
        serving((503, {"Retry-After": "3600"}, json.dumps({"code": "busy"}))) as script,
        Client(script.url, retry=QUICK) as client,
        pytest.raises(Unavailable) as caught,
    ):
        client.list_games()
    assert caught.value.retry_after == 3600
    assert len(script.asked) == 1


def test_the_deadline_bounds_all_tries_together() -> None:
    bounded = Retry(deadline_s=0.3, first_s=0.05, longest_s=0.05)
    with serving(DOWN) as script, Client(script.url, retry=bounded) as client, pytest.raises(Unavailable):
        client.list_games()
    assert 2 <= len(script.asked) <= 12


def test_the_pauses_grow_to_a_limit_and_are_shortened_at_random() -> None:
    retry = Retry(first_s=1.0, longest_s=8.0)
    for attempt, longest in ((1, 1.0), (2, 2.0), (3, 4.0), (4, 8.0), (40, 8.0), (4000, 8.0)):
        pauses = [retry.pause(attempt, None) for _ in range(50)]
        assert longest / 2 <= min(pauses) < max(pauses) <= longest
    assert retry.pause(1, 30.0) == 30.0


def test_nobody_there_is_one_clear_error() -> None:
    with Client("http://127.0.0.1:9", retry=Retry(deadline_s=0)) as client, pytest.raises(TransportError) as caught:
        client.list_games()
    assert (caught.value.code, caught.value.status) == ("no-answer", 0)
    assert "http://127.0.0.1:9" in caught.value.detail


def test_a_silent_server_is_given_up() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with (
            Client(url, timeout=0.1, retry=Retry(deadline_s=0)) as client,
            pytest.raises(TransportError, match="in time"),
        ):
            client.list_games()


@pytest.mark.parametrize("text", ["<html>hello</html>", "[]", '"x"', ""])
def test_another_kind_of_server_is_recognised(text: str) -> None:
    with serving((200, {}, text)) as script, Client(script.url) as client, pytest.raises(UnexpectedAnswer):
        client.list_games()


def test_the_token_does_not_follow_a_redirect() -> None:
    with (
        serving(OK) as elsewhere,
        serving((307, {"Location": f"{elsewhere.url}/v1/games"}, "")) as script,
        Client(script.url, "secret-token", retry=QUICK) as client,
        pytest.raises(ProblemError, match="http-307"),
    ):
        client.list_games()
    assert script.asked[0].headers["Authorization"] == "Bearer secret-token"
    assert elsewhere.asked == []


def test_a_proxy_from_the_environment_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with serving(OK) as script, Client(script.url, retry=QUICK) as client:
        client.list_games()
    assert len(script.asked) == 1


@pytest.mark.parametrize("url", ["", "127.0.0.1:8765", "ftp://x", "http://", "http://x/?y=1"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="address"):
        Client(url)


@pytest.mark.parametrize(
    ("part", "path"), [("a/b", "/v1/tables/a%2Fb"), ("../x", "/v1/tables/..%2Fx"), ("?", "/v1/tables/%3F")]
)
def test_what_goes_into_a_path_stays_in_its_place(part: str, path: str) -> None:
    with serving(OK) as script, Client(script.url) as client:
        client.get_table(part)
    assert script.asked[0].path == path


def test_a_failure_of_the_server_keeps_its_request_id() -> None:
    with (
        serving((500, {"X-Request-Id": "abc"}, "oops")) as script,
        Client(script.url) as client,
        pytest.raises(ServerFault) as caught,
    ):
        client.list_games()
    assert caught.value.request_id == "abc"
