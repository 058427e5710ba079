"""The JSON Schemas know each game's own words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pnp.load import json_schema
from pnp.load.schema import DIALECT
from pnp.model import Game
from tests.load.folder import load

DECK = """
kind: card
fields: {weapon: term weapon?, power: number 1..9, extra: terms spell?, mark: icon}
pieces: {a: {power: 1, mark: x}}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    files: dict[str, str | bytes] = {"cards/deck.yaml": DECK, "layouts/fancy.xml": "<face/>"}
    made = load(tmp_path, files).game
    assert made is not None
    return made


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for inner in value.values() for found in references(inner)]
    return [found for item in value for found in references(item)] if isinstance(value, list) else []


@pytest.mark.parametrize("kind", ["game", "set", "profile"])
@pytest.mark.parametrize("own", [True, False])
def test_schemas_are_whole_and_plain_json(game: Game, kind: str, own: bool) -> None:
    schema = json_schema(game if own else None, kind, ["high-shot"])
    assert schema["$schema"] == DIALECT
    assert json.loads(json.dumps(schema)) == schema
    assert schema == json_schema(game if own else None, kind, ["high-shot"])
    for reference in references(schema):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]
    assert schema["additionalProperties"] is False
    assert all(value.get("description") or "$ref" in value for value in schema["properties"].values())


def test_pieces_are_offered_the_games_fields_terms_sizes_and_layouts(game: Game) -> None:
    schema = json_schema(game, "set", ["high-shot", "broadsword"])
    entry = schema["$defs"]["PieceEntry"]
    assert entry["additionalProperties"] is False
    properties = entry["properties"]
    assert properties["weapon"]["anyOf"][0] == {"enum": ["bow", "sword"]}
    assert {"type": "null"} in properties["weapon"]["anyOf"]
    assert properties["power"]["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": 9}
    assert properties["extra"]["anyOf"][0]["items"]["anyOf"][0] == {"enum": ["lure"]}
    assert properties["mark"]["anyOf"][0] == {"enum": ["broadsword", "high-shot"]}
    assert properties["for"]["additionalProperties"]["anyOf"][0] == {"enum": ["spell", "weapon"]}
    assert "fancy" in properties["layout"]["anyOf"][0]["enum"]
    assert "poker" in schema["properties"]["size"]["anyOf"][0]["enum"]
    kinds = schema["properties"]["fields"]["additionalProperties"]["anyOf"][0]["enum"]
    assert {"term weapon", "terms spell?", "number", "flag?"} <= set(kinds)
    defaults = schema["$defs"]["Defaults"]["properties"]
    assert "for" not in defaults
    assert "weapon" in defaults


def test_any_field_may_be_declared_without_a_game() -> None:
    assert json_schema(None, "set")["$defs"]["PieceEntry"]["additionalProperties"] is True


def test_the_patterns_take_what_the_loader_takes(game: Game) -> None:
    schema = json_schema(game, "set")
    size = re.compile(schema["properties"]["size"]["anyOf"][1]["pattern"])
    for written in (
        "63x88mm",
        "63mm x 88mm r3mm",
        "circle 20mm",
        "hex-flat 40mm",
        "2.5x3.5in",
        "path M0 0 H9 V9 Z",
        '91x69mm path "M0 0"',
    ):
        assert size.search(written), written
    assert not size.search("poker card")
    styles = json_schema(game, "game")["$defs"]["StyleShape"]["properties"]
    choices = [choice for choice in styles["min-size"]["anyOf"] if "pattern" in choice]
    assert re.search(choices[0]["pattern"], "8.5pt")
    assert "body" in styles["extends"]["enum"]


def test_profiles_are_offered_by_name_with_the_values_of_their_options(game: Game) -> None:
    profile = json_schema(game, "profile")["properties"]
    assert {"a4-fold", "letter"} <= set(profile["extends"]["enum"])
    assert profile["fold"]["anyOf"][0]["enum"] == ["none", "vertical", "horizontal", "any"]
    offset = re.compile(profile["back-offset"]["anyOf"][0]["pattern"])
    assert offset.search("0.4mm -0.2mm")
    assert not offset.search("0.4mm")
    margin = re.compile(profile["margin"]["anyOf"][0]["pattern"])
    assert margin.search("5mm 8mm 12mm 6mm")
    print_ = json_schema(game, "game")["$defs"]["PrintShape"]["properties"]
    assert "sleeves" in print_["profile"]["enum"]


def test_labels_are_offered_for_the_fields_that_there_are(game: Game) -> None:
    labels = json_schema(game, "set")["properties"]["labels"]
    assert [*labels["properties"]][:5] == ["name", "text", "art", "weapon", "power"]
    assert labels["additionalProperties"] is False
    kinds = [each["type"] for each in labels["properties"]["power"]["anyOf"]]
    assert kinds == [["string", "number"], "null"]
    anywhere = json_schema(None, "set")["properties"]["labels"]["additionalProperties"]
    assert anywhere == labels["properties"]["power"]
