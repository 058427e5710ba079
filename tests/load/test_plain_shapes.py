"""What is read without pydantic is what pydantic would have read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ConfigDict, field_validator, model_validator

from pnp.load import shape as shapes
from pnp.load.findings import Findings
from pnp.load.shape.kind import Shape
from pnp.load.shape.plain import Plain
from pnp.load.shape.table import SHAPES
from pnp.load.shape.tabulate import tabulated
from pnp.load.yaml_compose import compose
from pnp.load.yaml_node import Mapping, Node, Scalar
from tests.load.deep import deep

ROOT = Path(__file__).parents[2]
FILES = [
    *((path, "GameFile") for path in sorted(ROOT.glob("data/*/game.yaml"))),
    *((path, "SetFile") for path in sorted(ROOT.glob("data/*/*/*.yaml")) if path.parent.name != "profiles"),
    *((path, "ProfileFile") for path in sorted(ROOT.glob("pnp/load/profiles/*.yaml"))),
]
_NAMES = {"GameFile": {"name": "?"}, "SetFile": {"kind": "card"}}


def by_model(name: str, node: Mapping) -> tuple[Any, int]:
    """What the model makes of the node, and how many faults it has."""
    findings = Findings()
    found = shapes.checked(getattr(shapes, name), node, findings, _NAMES.get(name))
    return deep(found), findings.told


def mapping(text: str) -> Mapping:
    """The root of the text, which is sound YAML."""
    node, found = compose(text, "f.yaml")
    assert isinstance(node, Mapping), found
    return node


def test_table_says_what_the_models_say():
    """After a change of a model: python -m pnp.load.shape.tabulate > pnp/load/shape/table.py"""
    assert tabulated() == SHAPES


@pytest.mark.parametrize(("path", "name"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_shipped_files_are_read_without_the_models(path, name):
    root = mapping(path.read_text(encoding="utf-8"))
    found = Plain().sound(name, root)
    assert found is not None
    assert (deep(found), 0) == by_model(name, root)


@pytest.mark.parametrize("how", ["a field by a method", "all at once", "not strictly"])
def test_models_that_a_table_cannot_say_are_refused(how, monkeypatch):
    class Odd(Shape):
        one: int = 1
        if how == "a field by a method":
            _read = field_validator("one")(lambda value: value)
        elif how == "all at once":
            _read = model_validator(mode="after")(lambda self: self)
        else:
            model_config = ConfigDict(strict=False)

    monkeypatch.setattr("pnp.load.shape.tabulate._FILES", (Odd,))
    with pytest.raises(AssertionError, match="Odd"):
        tabulated()


_VALUES = (
    "a", "ď", "''", "'1'", "1", "0", "-3", "+2", "007", "1.50", "0.9", "2.5", "1e3", "400", "450", "true", "'true'", "~", "null",
    "[]", "[a, b]", "[a, ~]", "[a, 1]", "[2, 4]", "2-4", "{}", "{a: b}", "{a: ~}", "{a: 1, b: [c]}", "{a/b: c}", "{'1': 2}",
    "3mm", "-3mm", "3", "'#B3202C'", "B3202C", "45x45mm", "circle 20mm", "cs", "cz", "en-GB", "card", "left", "upper", "==",
    "in", "error", "warning", "facts.x", "doom", "Doom!", "{a: {name: b}}", "{a: {name: b, colour: black}}", "{a: {value: 1}}",
    "{a: {b: {name: c, forms: {gen: d}}}}", "{a: {says: b, data: c, rulebook: 1}}", "{a: {title: b, date: 2010}}",
    "{a: {size: 8.5pt, leading: 1.2, weight: 700, align: left}}", "{a: {size: 8.5pt, leading: 5}}", "{a: {font: ~}}",
    "{paper: A4, margin: 5mm, marks: full}", "{paper: A4, stamp: true}", "{paper: A9}", "{file: a.csv, header: 2}", "a.csv",
    "{file: a.csv, header: 0}", "{file: a.csv, separator: ';'}", "{design: Ada}", "{design: [Ada, 2]}",
)  # fmt: skip


@st.composite
def written(draw: st.DrawFn) -> tuple[str, str]:
    """The name of a shape and a mapping that may be one."""
    name = draw(st.sampled_from(sorted(set(SHAPES) - {"SourceShape", "RowsShape"})))
    rows = SHAPES[name][0]
    keys = [key for key, _, default, _ in rows if default is ... and draw(st.integers(0, 9))]
    others = [*(key for key, _, default, _ in rows if default is not ...), "other", "_parked"]
    keys += draw(st.lists(st.sampled_from(others), unique=True, max_size=5))
    return name, "\n".join(f"{key}: {draw(st.sampled_from(_VALUES))}" for key in keys) or "{}"


@given(written())
def test_what_is_sound_without_the_models_is_the_same_by_them(shape):
    name, text = shape
    node = mapping(text)
    found = Plain().sound(name, node)
    if found is not None:
        assert (deep(found), 0) == by_model(name, node)


def scalars(node: Node) -> Iterator[Scalar]:
    """All texts, numbers and words in the node, keys left out."""
    if isinstance(node, Scalar):
        yield node
        return
    for part in [each for _, each in node.entries.values()] if isinstance(node, Mapping) else node.items:
        yield from scalars(part)


@given(st.sampled_from(FILES), st.integers(0), st.sampled_from(_VALUES))
def test_shipped_files_with_another_value_somewhere_are_the_same_by_the_models(file, at, value):
    path, name = file
    text = path.read_text(encoding="utf-8")
    found = list(scalars(mapping(text)))
    old = found[at % len(found)]
    node, faults = compose(text[: old.start.index] + value + text[old.end.index :], "f.yaml")
    assume(isinstance(node, Mapping) and not faults)
    assert isinstance(node, Mapping)
    sound = Plain().sound(name, node)
    if sound is not None:
        assert (deep(sound), 0) == by_model(name, node)


@pytest.mark.parametrize(
    ("name", "key"), [(name, row[0]) for name in sorted(SHAPES) for row in SHAPES[name][0]]
)
def test_each_key_with_each_value_is_the_same_by_the_models(name, key):
    needed = {row[0]: "card" if row[0] == "kind" else "a" for row in SHAPES[name][0] if row[2] is ...}
    sound = 0
    for value in _VALUES:
        node = mapping("\n".join(f"{each}: {typed}" for each, typed in {**needed, key: value}.items()))
        found = Plain().sound(name, node)
        if found is not None:
            assert (deep(found), 0) == by_model(name, node), value
        sound += found is not None
    assert sound > 0, "some value is sound"


def test_two_records_share_no_lists_and_mappings():
    plain = Plain()
    first, second = (plain.sound("GameFile", mapping("name: a")) for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.languages is not second.languages
    assert first.facts is not second.facts
