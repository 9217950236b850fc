"""The OpenAPI document: valid, the one that is committed, complete, and true to its own examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate

from openingbell.api import DOCUMENT, problems, spec
from openingbell.api.typed import Components
from openingbell.rules.games import panik, stock_holdem
from openingbell.rules.kernel import catalogue, tag
from tests.support.conformance import UNDOCUMENTED, Document

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "openapi" / "openapi.json"


@pytest.fixture(scope="module")
def document() -> Document:
    return Document(spec.app().extensions[DOCUMENT].value)


def test_is_valid_openapi_3_1(document: Document) -> None:
    assert document.value["openapi"].startswith("3.1.")
    validate(document.value)


def test_the_committed_file_is_what_the_code_says() -> None:
    assert spec.main(["--check", str(FILE)]) == 0


def test_check_fails_for_a_file_that_has_drifted(tmp_path: Path) -> None:
    drifted = tmp_path / "openapi.json"
    assert spec.main(["--check", str(drifted)]) == 1
    drifted.write_text(FILE.read_text().replace("Opening Bell", "Closing Bell"))
    assert spec.main(["--check", str(drifted)]) == 1
    assert spec.main([str(drifted)]) == 0
    assert spec.main(["--check", str(drifted)]) == 0


def test_two_apps_have_the_same_document() -> None:
    assert spec.app().extensions[DOCUMENT].text == spec.app().extensions[DOCUMENT].text


def test_every_route_under_v1_is_documented(document: Document) -> None:
    rules = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in spec.app().url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS") and rule.rule.startswith("/v1")
    }
    assert rules <= {(method, path) for method, path, _ in document.operations.values()}


def test_every_operation_says_what_it_does_and_shows_an_example(document: Document) -> None:
    for name, (_, _, operation) in document.operations.items():
        assert operation["summary"], name
        assert operation["description"], name
        assert operation["tags"], name
        shown: dict[str, bool] = {}
        for holder in [operation.get("requestBody"), *_successes(operation)]:
            for media in (holder or {}).get("content", {}).values():
                shape = repr(media["schema"])
                shown[shape] = shown.get(shape, False) or media.get("example") is not None
        assert all(shown.values()), name


def _schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a JSON value."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _schemas(each)


def test_type_generators_read_every_union_exactly(document: Document) -> None:
    """No `allOf` among the schemas, and each union of objects says which member is meant by a member of its own."""
    components = document.value["components"]["schemas"]
    unions = 0
    for schema in _schemas(components):
        assert "allOf" not in schema
        named = [each["$ref"].rpartition("/")[2] for each in schema.get("oneOf", ()) if "$ref" in each]
        if not named:
            continue
        unions += 1
        tag_name, mapping = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
        assert [target.rpartition("/")[2] for target in mapping.values()] == named
        for value, name in zip(mapping, named, strict=True):
            member = components[name]
            assert member["type"] == "object"
            assert tag_name in member["required"]
            assert member["properties"][tag_name]["const"] == value
    assert unions > 10


def test_the_document_promises_no_client_that_there_is_not(document: Document) -> None:
    assert "browser" not in document.value["info"]["description"]


def test_examples_are_what_their_schemas_say(document: Document) -> None:
    checked = 0
    for _, _, operation in document.operations.values():
        for holder in [operation.get("requestBody"), *operation["responses"].values()]:
            for media in (holder or {}).get("content", {}).values():
                values = [media["example"]] if "example" in media else []
                for value in [*values, *(each["value"] for each in media.get("examples", {}).values())]:
                    document.validator(media["schema"]).validate(value)
                    checked += 1
    assert checked > 50


def test_every_problem_code_belongs_to_some_operation(document: Document) -> None:
    found = {
        code
        for _, _, operation in document.operations.values()
        for response in operation["responses"].values()
        for media in response.get("content", {}).values()
        for code in media.get("examples", {})
    }
    # An internal error is a bug; no operation announces one.
    assert found | UNDOCUMENTED | {"internal-error"} == set(problems.TABLE)


def test_the_union_of_actions_is_told_apart_by_type(document: Document) -> None:
    schemas = document.value["components"]["schemas"]
    for game in catalogue().values():
        union = schemas["".join(part.capitalize() for part in game.name.split("_")) + "Action"]
        assert union["discriminator"]["propertyName"] == "type"
        assert set(union["discriminator"]["mapping"]) == {tag(move) for move in game.moves}
        for member, reference in union["discriminator"]["mapping"].items():
            schema = schemas[reference.rpartition("/")[2]]
            assert schema["properties"]["type"] == {"type": "string", "const": member}
            assert "type" in schema["required"]
            assert schema["additionalProperties"] is False


def test_answers_may_grow_and_requests_may_not(document: Document) -> None:
    """Additive evolution: nothing that a client reads forbids a new member, except an action that it also sends."""
    schemas = document.value["components"]["schemas"]
    sent = _reachable(document, [op["requestBody"] for _, _, op in document.operations.values() if "requestBody" in op])
    for name, schema in schemas.items():
        if schema.get("type") != "object":
            continue
        closed = schema.get("additionalProperties") is False
        assert closed == (name in sent), name


def test_two_types_never_share_a_schema(document: Document) -> None:
    """Panik and Stock Hold'em place something, and every game has final places."""
    schemas = document.value["components"]["schemas"]
    assert set(schemas["PanikPlace"]["properties"]) == {"type", "hunter", "manor", "face"}
    assert schemas["PanikView"]["properties"]["result"]["$ref"].endswith("/Result")
    assert set(schemas["Place"]["properties"]) == {"seat", "rank", "score"}
    components = Components()
    components.of(panik.Place, prefix="Panik")
    with pytest.raises(ValueError, match="would both be PanikPlace"):
        components.of(stock_holdem.Place, prefix="Panik")


def test_a_type_that_games_share_is_there_once(document: Document) -> None:
    """Whatever differs in nothing but its game's name would be one type in every generated client."""
    schemas = document.value["components"]["schemas"]
    bid = schemas["BullMarketAction"]["discriminator"]["mapping"]["bid"]
    assert schemas["InsidersAction"]["discriminator"]["mapping"]["bid"] == bid == "#/components/schemas/PeekAndPassBid"
    assert schemas["BullMarketView"]["properties"]["market"] == schemas["InsidersView"]["properties"]["market"]


def test_the_file_and_the_answer_say_the_same() -> None:
    found = spec.app().extensions[DOCUMENT]
    assert json.loads(found.compact) == json.loads(found.text)
    assert len(found.compact) < len(found.text) / 2


def test_nothing_is_ever_null(document: Document) -> None:
    assert "null" not in re.findall(r'"type": "(\w+)"', spec.app().extensions[DOCUMENT].text)


def test_docs_problems_md_is_the_table_of_codes() -> None:
    assert (ROOT / "docs" / "problems.md").read_text() == problems.markdown()


def _successes(operation: dict[str, Any]) -> list[Any]:
    return [response for status, response in operation["responses"].items() if status < "300"]


def _reachable(document: Document, start: list[Any]) -> set[str]:
    """The components that these values refer to, through others too."""
    schemas, todo = document.value["components"]["schemas"], start
    found: set[str] = set()
    while todo:
        names = set(re.findall(r"#/components/schemas/(\w+)", repr(todo))) - found
        found |= names
        todo = [schemas[name] for name in names]
    return found
