"""What every answer carries, and what addresses and methods that mean nothing get."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest

from openingbell.api.problems import TABLE
from tests.support.guests import Guest

pytestmark = pytest.mark.server


def test_a_sane_request_id_comes_back_and_another_is_replaced(stranger: Guest) -> None:
    assert stranger.http.get("/v1/games", headers={"X-Request-Id": "abc-1"}).headers["X-Request-Id"] == "abc-1"
    for strange in ("x" * 65, "a b", "<script>"):
        given = stranger.http.get("/v1/games", headers={"X-Request-Id": strange}).headers["X-Request-Id"]
        assert re.fullmatch("[0-9a-f]{16}", given)


def test_a_problem_names_its_request(stranger: Guest) -> None:
    answer = stranger.http.get("/v1/tables/none", headers={"X-Request-Id": "find-me"})
    assert answer.json()["request_id"] == answer.headers["X-Request-Id"] == "find-me"


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/v1",
        "/v1/",
        "/v1/games/",
        "/v1//tables",
        "/v1/tables/a/b/c",
        "/v1/games/bull_market/tables/x/seats/-1/decisions/0",
        "/v1/games/bull_market/tables/x/seats/0/decisions/abc",
        "/v1/games/bull_market/tables/x/seats/0/decisions/99999999999999999999",
        "/%00",
        "/%ff%fe",
        "/static/nothing.js",
        "/static/../__init__.py",
        "/static/%2e%2e/x",
    ],
)
def test_an_address_without_meaning_is_404(stranger: Guest, path: str) -> None:
    answer = stranger.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-path")


def test_a_game_that_is_not_there_is_said(stranger: Guest) -> None:
    for path in ("/v1/games/chess/tables", "/v1/games/chess/tables/x/view"):
        answer = stranger.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-game")
        assert "bull_market" in answer.json()["detail"]


@pytest.mark.parametrize("seat", ["-1", "x", "99999999999999999999", "\N{ARABIC-INDIC DIGIT ONE}"])
def test_a_seat_that_is_no_number_of_a_seat_has_no_address(ada: Guest, seat: str) -> None:
    table = ada.create(seats=2)["id"]
    answer = ada.http.delete(f"/v1/tables/{table}/seats/{seat}")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-path")


@pytest.mark.parametrize("table", ["none", "%00", "%ff", "a%0d%0ab", "{s01}:t", "00*", "é", "x" * 2000, "..%2f", "%20"])
def test_a_table_s_id_can_be_anything_and_is_404(stranger: Guest, table: str) -> None:
    for path in (f"/v1/tables/{table}", f"/v1/tables/{table}/events", f"/v1/games/bull_market/tables/{table}/view"):
        answer = stranger.http.get(path)
        assert answer.status_code == 404
        assert answer.json()["code"] in ("no-such-table", "no-such-path")


def test_what_a_page_needs_is_never_used_unasked_after_an_upgrade(stranger: Guest) -> None:
    """Whoever keeps a copy asks each time, and the tag follows from nothing but the content."""
    pages = ["/", "/docs", "/docs/problems", "/docs/run-it"]
    needed = {path for page in pages for path in re.findall(r'"(/static/[^"]+)"', stranger.http.get(page).text)}
    assert {"/static/style.css", "/static/docs.js", "/static/swagger-ui-bundle.js"} <= needed
    for path in (*pages, *sorted(needed), "/openapi.json"):
        answer = stranger.http.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
        assert "Last-Modified" not in answer.headers
        if path not in pages:
            tag = answer.headers["ETag"]
            assert tag == f'"{hashlib.sha1(answer.content).hexdigest()}"'
            again = stranger.http.get(path, headers={"If-None-Match": tag})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
            assert again.headers["Cache-Control"] == "no-cache"
            assert stranger.http.get(path, headers={"If-None-Match": '"another"'}).content == answer.content


def test_a_wrong_method_says_which_are_right(stranger: Guest) -> None:
    answer = stranger.http.delete("/v1/tables")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert stranger.http.request("BREW", "/v1/tables").status_code == 405


def test_head_is_get_without_the_body(stranger: Guest) -> None:
    for path in ("/v1/games", "/v1/tables", "/healthz", "/", "/docs", "/openapi.json"):
        head, get = stranger.http.head(path), stranger.http.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["Content-Type"] == get.headers["Content-Type"]


def test_browsers_of_other_origins_may_use_the_api(stranger: Guest) -> None:
    document = stranger.http.get("/openapi.json").json()
    for path, operations in document["paths"].items():
        preflight = stranger.http.options(
            re.sub("{(seat|n)}", "0", path).replace("{table}", "x"), headers={"Origin": "https://example.org"}
        )
        assert preflight.status_code == 200
        allowed = preflight.headers["Access-Control-Allow-Methods"].lower().split(", ")
        assert set(operations) - {"parameters"} <= set(allowed), path
        for name in ("Authorization", "Content-Type", "Idempotency-Key", "If-None-Match"):
            assert name in preflight.headers["Access-Control-Allow-Headers"]
    for path in ("/v1/games", "/v1/tables/none", "/nowhere"):
        answer = stranger.http.get(path, headers={"Origin": "https://example.org"})
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert "ETag" in answer.headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/problems"])
def test_pages_load_nothing_from_elsewhere(stranger: Guest, path: str) -> None:
    answer = stranger.http.get(path)
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    loaded = re.findall(r'(?:src|href)="([^"#][^"]*)"', answer.text)
    assert loaded
    for address in loaded:
        assert address.startswith(("/", "data:,")), address
        if address.startswith("/"):
            assert stranger.http.get(address).status_code == 200, address
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", answer.text)


def test_every_problem_s_type_resolves_to_its_explanation(stranger: Guest) -> None:
    page = stranger.http.get("/docs/problems").text
    for code in TABLE:
        assert f'id="{code}"' in page
    problem: dict[str, Any] = stranger.http.get("/v1/tables/none").json()
    assert problem["type"] == "/docs/problems#no-such-table"


def test_tokens_are_taken_from_the_header_only(stranger: Guest, ada: Guest) -> None:
    token = ada.http.headers["Authorization"].removeprefix("Bearer ")
    for query in ({"token": token}, {"access_token": token}):
        assert stranger.http.get("/v1/players/me", params=query).status_code == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Basic YTpi", "Bearer nonsense", "Bearer ob_" + "x" * 43,
                                    "bearer ob_a ob_b", "Bearer " + "x" * 4000, "Bearer ob_é"])  # fmt: skip
def test_a_bad_token_is_401_even_where_none_is_needed(stranger: Guest, header: str) -> None:
    for path in ("/v1/players/me", "/v1/tables"):
        answer = stranger.http.get(path, headers={b"Authorization": header.encode()})
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


def test_the_token_s_scheme_is_not_case_sensitive(ada: Guest) -> None:
    token = ada.http.headers["Authorization"].removeprefix("Bearer ")
    assert ada.http.get("/v1/players/me", headers={"Authorization": f"bEARER {token}"}).status_code == 200
