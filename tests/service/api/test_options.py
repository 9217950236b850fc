"""Options: published with their meaning, defaults and bounds; refused with a code, a pointer and the ruling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from openingbell.codec import from_json, to_json
from openingbell.rules.kernel import Game, catalogue
from tests.support.guests import Guest

KEYWORDS = {"type", "enum", "oneOf", "items", "minimum", "maximum", "multipleOf", "minItems", "maxItems", "uniqueItems"}
BAD: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    ("bull_market", {}, {"suits": ["G", "O", "Z"]}, "/options/suits", "MKT-01"),
    ("bull_market", {}, {"first_seat": 2}, "/options/first_seat", "GEN-04"),
    ("bear_market", {}, {"suits": ["G", "G", "O"]}, "/options/suits", "MKT-01"),
    ("insider_trading", {}, {"suits": ["G"]}, "/options/suits", "MKT-01"),
    ("panic_on_wall_street", {"seats": 5}, {"managers": 5}, "/options/managers", "PWS-01"),
    ("panic_on_wall_street", {"seats": 5}, {"min_price": 12}, "/options/min_price", "PWS-04"),
    ("insider_trading", {}, {"first_seat": -1}, "/options/first_seat", "GEN-04"),
    ("insiders", {"seats": 6}, {"version": "original"}, "/options/version", "I11-11"),
    ("insiders", {}, {"suits": ["G", "O", "P", "J"]}, "/options/suits", "MKT-01"),
    ("stock_holdem", {"seats": 3}, {"start_price": 58}, "/options/start_price", "HLD-03"),
    ("stock_holdem", {"seats": 3}, {"rounds": 4}, "/options/rounds", "HLD-19"),
    ("stock_holdem", {"seats": 3}, {"first_seat": 3}, "/options/first_seat", "GEN-04"),
    ("panik", {}, {"values": [3, 3, 3, 3, 3]}, "/options/values", "PNK-01"),
    ("panik", {}, {"values": [13, 0, 0, 0]}, "/options/values", "PNK-01"),
    ("panik", {}, {"first_seat": 2}, "/options/first_seat", "GEN-04"),
]
CHOSEN: list[tuple[str, int, dict[str, Any]]] = [
    ("bull_market", 2, {"suits": ["J", "P", "O"], "short": True, "slow_burn": True, "first_seat": 1}),
    ("bear_market", 2, {"play_to_target": True, "empty_rule": "shared_top"}),
    ("insider_trading", 2, {"empty_rule": "shared_top", "first_seat": 0}),
    ("insiders", 5, {"version": "original"}),
    ("stock_holdem", 3, {"deck": "1-10x1", "start_price": 57, "rounds": 1, "crowded": True, "dark": True}),
    ("panik", 2, {"values": [13, 0, 0, 0, 0], "first_seat": 1}),
]


@pytest.fixture(scope="module")
def games(stranger: Guest) -> dict[str, dict[str, Any]]:
    return {game["name"]: game for game in stranger.http.get("/v1/games").json()["items"]}


def keywords(schema: dict[str, Any]) -> Iterator[str]:
    for name, value in schema.items():
        yield name
        for inner in value if name == "oneOf" else [value] if name == "items" else []:
            yield from keywords(inner)


@pytest.mark.server
@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_every_option_has_its_meaning_its_default_and_its_bounds(games: dict[str, dict[str, Any]], game: Game) -> None:
    schema = games[game.name]["options"]
    Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    defaults = {name: each["default"] for name, each in schema["properties"].items()}
    assert from_json(game.Options, defaults) == game.Options()
    assert defaults == to_json(game.Options())
    for name, each in schema["properties"].items():
        assert each["description"].endswith("."), name
        assert "\n" not in each["description"], name
        assert set(keywords(each)) <= KEYWORDS | {"description", "default"}, name
        number = next((one for one in each.get("oneOf", [each]) if one.get("type") == "integer"), None)
        assert number is None or {"minimum", "maximum"} <= set(number), name


@pytest.mark.server
@pytest.mark.parametrize(("game", "order", "options", "pointer", "ruling"), BAD)
def test_options_that_the_rules_refuse(
    ada: Guest, game: str, order: dict[str, Any], options: dict[str, Any], pointer: str, ruling: str
) -> None:
    answer = ada.http.post(f"/v1/games/{game}/tables", json={"seats": 2, **order, "options": options})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "invalid-options")
    assert (problem["pointer"], problem["ruling"]) == (pointer, ruling)
    assert problem["ruling_url"] in addresses(ada, ruling)
    assert pointer.rpartition("/")[2] in problem["detail"] or pointer.endswith(("suits", "version"))


def addresses(guest: Guest, ruling: str) -> set[str]:
    """The address of the ruling if there is such an anchor, and nothing else."""
    found: set[str] = set()
    for game in guest.http.get("/v1/games").json()["items"]:
        for page in (game["links"]["rules"], "/docs/rules/general", "/docs/rules/market"):
            if f'id="{ruling.lower()}"' in guest.http.get(page).text:
                found.add(f"{page}#{ruling.lower()}")
    return found


@pytest.mark.server
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("bull_market", {"short": "yes"}),
        ("bear_market", {"empty_rule": "none"}),
        ("insider_trading", {"first_seat": "dealt"}),
        ("insiders", {"version": "draft"}),
        ("stock_holdem", {"deck": "4-9"}),
        ("panik", {"values": "23332"}),
    ],
)
def test_options_of_the_wrong_type(
    ada: Guest, games: dict[str, dict[str, Any]], game: str, options: dict[str, Any]
) -> None:
    (name,) = options
    answer = ada.http.post(f"/v1/games/{game}/tables", json={"seats": 3, "options": options})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-body")
    assert answer.json()["pointer"] == f"/options/{name}"
    schema = games[game]["options"]["properties"][name]
    assert all(repr(value) in answer.json()["detail"] for value in schema.get("enum", ()))
    answer = ada.http.post(f"/v1/games/{game}/tables", json={"seats": 3, "options": {"variant": 1}})
    assert (answer.status_code, answer.json()["pointer"]) == (422, "/options/variant")


@pytest.mark.server
@pytest.mark.parametrize(("game", "seats", "options"), CHOSEN)
def test_options_are_recorded_with_the_table(ada: Guest, game: str, seats: int, options: dict[str, Any]) -> None:
    table = ada.create(game, seats=seats, options=options)
    whole = {**to_json(catalogue()[game].Options()), **options}
    assert table["options"] == whole
    assert ada.http.get(f"/v1/tables/{table['id']}").json()["options"] == whole
    ada.start(table["id"], fill="random")
    assert ada.http.get(f"/v1/tables/{table['id']}/record").json()["table"]["options"] == whole
    shown = ada.asked(table["id"])["state"]["options"]
    assert {name: shown[name] for name in options} == options
