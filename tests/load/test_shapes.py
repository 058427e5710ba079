"""Shapes of data files: values, faults and JSON Schema of one declaration."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.load.document import Findings
from pnp.load.shape.game_file import GameFile, SetFile
from pnp.load.shape.kind import FLAG, ID, NUMBER, TEXT, WHOLE
from pnp.load.shape.print_file import ProfileFile
from pnp.load.shape.shape import (
    Between,
    Choice,
    ListOf,
    MapOf,
    Nested,
    Shape,
    json_schema_of,
    key,
    read_shape,
)
from pnp.load.yaml.compose import compose
from pnp.load.yaml.node import Mapping

ROOT = Path(__file__).parents[2]
FILES = [
    *((path, GameFile) for path in sorted(ROOT.glob("data/*/game.yaml"))),
    *((path, SetFile) for path in sorted(ROOT.glob("data/*/*/*.yaml")) if path.parent.name != "profiles"),
    *((path, ProfileFile) for path in sorted(ROOT.glob("pnp/load/profiles/*.yaml"))),
]


@dataclass(kw_only=True)
class Door(Shape):
    """A door."""

    leads_to: str = key(TEXT, doc="Where it leads.")
    width: float = key(Between(0.5, 3, NUMBER), 1.0, doc="In metres.")


@dataclass(kw_only=True, eq=False, repr=False)
class House(Shape):
    """A house."""

    name: str = key(TEXT, doc="What it is called.", stopgap="?")
    floors: int | None = key(WHOLE, None, doc="How many.")
    for_: str = key(Choice("rent", "sale"), "sale", doc="Whether it is sold.")
    lift: bool = key(FLAG, False, doc="Whether it has one.")
    rooms: Sequence[str] = key(ListOf(TEXT, alone=True), (), doc="Names of rooms.")
    back: str | None = key(TEXT, "garden", doc="What lies at the back.", nullable=True)
    doors: MappingABC[str, Door] = key(MapOf(ID, Nested(Door, alone="leads_to")), dict, doc="By name.")


def read(text: str) -> tuple[House, list[str]]:
    """The house, and each fault with its place."""
    node, found = compose(text, "f.yaml")
    assert isinstance(node, Mapping), found
    findings = Findings()
    house = read_shape(House, node, findings)
    return house, [f"{each.span}: {each.code} {each.message}" for each in findings.all()]


def test_shipped_files_have_no_faults() -> None:
    for path, shape in FILES:
        node, found = compose(path.read_text(encoding="utf-8"), path.name)
        assert isinstance(node, Mapping), found
        findings = Findings()
        read_shape(shape, node, findings)
        assert not findings.all(), path


def test_valid_values_are_read_and_the_others_have_their_defaults() -> None:
    house, faults = read("name: 007\nfor: rent\nrooms: hall\nback: ~\nfloors:\ndoors: {front: street}")
    assert not faults
    assert (house.name, house.for_, house.rooms, house.back) == ("007", "rent", ("hall",), None)
    assert (house.floors, house.lift) == (None, False)
    assert house.doors["front"] == Door(leads_to="street", written=frozenset({"leads_to"}))
    assert house.written == {"name", "for_", "rooms", "back", "doors"}


def test_all_faults_are_noted_in_one_reading_and_the_rest_is_kept() -> None:
    house, faults = read(
        "floors: two\nfor: lease\nlift: 1\nrooms: [hall, [den]]\nflors: 2\n"
        "doors:\n  a b: {width: 9}\n  side: {width: 1, leads-to: ~}\n  main: {leads-to: hall, width: 4}\n  rear: [x]\n"
    )
    assert faults == [
        "f.yaml:1:1: M101 the key 'name' is missing",
        "f.yaml:1:9: M102 'floors' takes a whole number, found 'two'",
        "f.yaml:2:6: M103 'lease' is no value for 'for'",
        "f.yaml:3:7: M102 'lift' takes true or false, found '1'",
        "f.yaml:4:15: M102 expected text, found a list",
        "f.yaml:7:3: M106 'a b' cannot be an id",
        "f.yaml:7:3: M101 'a b' has no 'leads-to'",
        "f.yaml:7:16: M103 'width' should be less than or equal to 3",
        "f.yaml:8:30: M101 'leads-to' has no value",
        "f.yaml:9:33: M103 'width' should be less than or equal to 3",
        "f.yaml:10:9: M102 'rear' takes a mapping, found a list",
        "f.yaml:5:1: M100 unknown key 'flors'",
    ]
    assert (house.name, house.rooms) == ("?", ("hall",))
    assert house.doors == {"main": Door(leads_to="hall", written=frozenset({"leads_to"}))}


def test_a_misspelt_required_key_is_not_missing_as_well() -> None:
    assert read("nme: a")[1] == ["f.yaml:1:1: M100 unknown key 'nme'"]


def test_two_shapes_share_no_mappings() -> None:
    assert read("name: a")[0].doors is not read("name: a")[0].doors


def test_the_schema_says_what_the_reader_takes() -> None:
    schema = json_schema_of(House)
    assert schema["required"] == ["name"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["floors"] == {
        "anyOf": [{"type": "integer"}, {"type": "null"}],
        "description": "How many.",
    }
    assert schema["properties"]["for"] == {
        "type": "string",
        "enum": ["rent", "sale"],
        "default": "sale",
        "description": "Whether it is sold.",
    }
    assert schema["$defs"]["Door"]["properties"]["width"]["maximum"] == 3
