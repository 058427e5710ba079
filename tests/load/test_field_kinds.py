"""Every kind of field says all that other parts of pnp ask of it. Where a new one does not, the message says what to
write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pnp.preview
from pnp.export.table import csv_bytes, set_table
from pnp.i18n.number import WrittenDecimal
from pnp.layout.fault import LayoutFault
from pnp.layout.wording import BoundText, put_together
from pnp.load import Loaded, json_schema
from pnp.load.field import FIELD_KINDS, CountedValue, FieldKind, NewPiece
from pnp.load.yaml.node import CellMark, TableCell
from pnp.model import FieldValue, Game, Term, Text
from pnp.rules import fill, game_scope
from pnp.rules.scope import piece_scope
from pnp.rules.value import describe, show
from pnp.source import Origin, Span
from pnp.stats import count_set
from tests.load.folder import load

KINDS = [pytest.param(kind, id=name) for name, kind in FIELD_KINDS.items()]
SAMPLES = [
    pytest.param(kind, sample, id=f"{name} {sample}")
    for name, kind in FIELD_KINDS.items()
    for sample in getattr(kind, "samples", ())
]
PAGE = Path(pnp.preview.__file__).parent / "page"
_MAKERS = re.compile(r"^    (\w+): \(\) =>", re.MULTILINE)
Value = Callable[[FieldKind, str], tuple[Game, Any]]
PLAIN = (str, int, WrittenDecimal, Text, Term, tuple)
"""Types that all of pnp knows."""


def loaded(folder: Path, kind: FieldKind, sample: str) -> Loaded:
    """A game with one card whose field ``it`` holds the sample."""
    deck = f"kind: card\nfields: {{it: '{kind.forms[0]}'}}\npieces:\n  a: {{it: {sample}}}\n"
    return load(folder, {"cards/deck.yaml": deck})


@pytest.fixture(scope="module")
def value(tmp_path_factory: pytest.TempPathFactory) -> Value:
    """Gives the game of a sample, read once, and the value that it holds."""

    @cache
    def given(kind: FieldKind, sample: str) -> tuple[Game, Any]:
        made = loaded(tmp_path_factory.mktemp("sample"), kind, sample).game
        assert made is not None
        return made, made.sets[0].pieces[0].fields["it"]

    return given


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_describes_itself(kind: FieldKind) -> None:
    name = type(kind).__name__
    assert getattr(kind, "forms", ()), f"{name} lacks forms: how it may be declared, ('{kind.name}',)"
    assert kind.forms[0].split()[0] == kind.name
    assert getattr(kind, "samples", ()), f"{name} lacks samples: values as data files have them"
    assert hasattr(kind, "counted"), f"{name} lacks counted: whether pnp stats counts its values"
    assert vars(type(kind)).get("__doc__"), f"{name} lacks a docstring, which is its row in docs/data.md"


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_its_samples_are_read(tmp_path: Path, kind: FieldKind, sample: str) -> None:
    assert [item.message for item in loaded(tmp_path, kind, sample).diagnostics] == []


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_its_values_are_of_a_type_that_all_of_pnp_knows(value: Value, kind: FieldKind, sample: str) -> None:
    _, held = value(kind, sample)
    own = type(held)
    if own in (*PLAIN, bool):
        return
    assert isinstance(held, FieldValue), (
        f"'{kind.name}' holds {own.__name__}: derive it from pnp.model.FieldValue, and say how it is printed (words), "
        "written in tables (written) and shown in lists (shown)"
    )
    for answer in ("words", "written", "shown"):
        assert getattr(own, answer) is not getattr(FieldValue, answer), f"{own.__name__} lacks {answer}()"
    assert hasattr(own, "described"), (
        f"{own.__name__} lacks described: what messages call it, such as 'a number'"
    )
    assert describe(held) == own.described
    assert show(held) == (held.shown() or held.empty)


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_texts_and_layouts_print_it_alike(value: Value, kind: FieldKind, sample: str) -> None:
    game, held = value(kind, sample)
    scope = piece_scope(game.sets[0].pieces[0], game_scope(game))
    span = Span("f")
    filled = fill(Text("{{ it }}", Origin(span)), scope, "cs")
    assert all(finding.code == "X170" for finding in filled.diagnostics)
    if isinstance(held, FieldValue):
        printed = held.words("cs")
        assert filled.text == (printed or "")
        if printed is not None:
            assert put_together([held], span, "cs", _not_asked).text == printed
            return
        with pytest.raises(LayoutFault, match="has no words"):
            put_together([held], span, "cs", _not_asked)


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_it_is_counted_in_the_words_of_the_data(value: Value, kind: FieldKind, sample: str) -> None:
    game, held = value(kind, sample)
    found = kind.count(held)
    assert all(isinstance(each, CountedValue) for each in found)
    assert len({each.words for each in found}) == len(found)
    for each in found:
        if isinstance(held, FieldValue):
            message = f"{type(kind).__name__}.count() says '{each.words}': say it as data files have it"
            assert each.words in held.written(), message
    by_it = count_set(game.sets[0], 1, "it")
    assert [part.part for part in by_it] == [f"it = {each.words}" for each in found or [CountedValue("–")]]


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_it_comes_back_from_a_table(value: Value, tmp_path: Path, kind: FieldKind, sample: str) -> None:
    game, held = value(kind, sample)
    table = set_table(game.sets[0])
    files: dict[str, str | bytes] = {
        "cards/deck.yaml": table.yaml("deck.csv"),
        "cards/deck.csv": csv_bytes(table),
    }
    back = load(tmp_path / "back", files)
    message = (
        f"cell() of '{kind.name}' must read what its values write into tables: {files['cards/deck.csv']!r}"
    )
    assert back.game is not None, message
    field = back.game.sets[0].fields["it"]
    again = back.game.sets[0].pieces[0].fields["it"] if not back.diagnostics else back.diagnostics
    assert (field.kind, field.vocabulary) == (kind.name, game.sets[0].fields["it"].vocabulary)
    if isinstance(held, Text):
        assert isinstance(again, Text), message
        assert again.source == held.source, message
    else:
        assert again == held, message


@pytest.mark.parametrize(
    "form", [form for kind in FIELD_KINDS.values() for form in getattr(kind, "forms", ())]
)
def test_its_declarations_are_read_and_written_alike(tmp_path: Path, form: str) -> None:
    made = load(
        tmp_path, {"cards/deck.yaml": f"kind: card\nfields: {{it: '{form}?'}}\npieces: {{a: {{}}}}\n"}
    )
    assert made.diagnostics == []
    assert made.game is not None
    field = made.game.sets[0].fields["it"]
    kind = FIELD_KINDS[field.kind]
    assert kind.declared(field) == form, f"{type(kind).__name__}.declared() must write what declare() reads"
    assert made.game.sets[0].pieces[0].fields["it"] == kind.absent


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_editors_take_its_declarations_and_samples(value: Value, kind: FieldKind, sample: str) -> None:
    game, _ = value(kind, sample)
    schema = json_schema(game, "set", ["broadsword"])
    assert json.loads(json.dumps(schema)) == schema
    declarations, *patterns = schema["properties"]["fields"]["additionalProperties"]["anyOf"]
    for form in kind.forms:
        message = f"editors underline '{form}': list it in declarations(), or describe it by pattern"
        known = any(re.search(each["pattern"], form) for each in patterns)
        assert known or form in declarations["enum"], message
    offered = schema["$defs"]["PieceEntry"]["properties"]["it"]
    choices = offered.get("anyOf", [offered])
    written = {"[": "array", "'": "string"}.get(sample[0], "")
    kinds = {word for choice in choices for word in _types(choice)}
    assert kinds, f"{type(kind).__name__} lacks a schema: set schema, or define schemas()"
    assert not written or written in kinds, f"the schema of '{kind.name}' refuses {sample}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_preview_has_a_control_for_it(kind: FieldKind) -> None:
    controls = _MAKERS.findall((PAGE / "form.js").read_text(encoding="utf-8").partition("const makers")[2])
    message = f"'{kind.widget}' is no control: write one of {', '.join(controls)}, or add it to form.js"
    assert kind.widget in controls, message


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_that_is_added_in_the_preview_has_a_value_that_is_read(
    value: Value, tmp_path: Path, kind: FieldKind
) -> None:
    game, _ = value(kind, kind.samples[0])
    field = game.sets[0].fields["it"]
    bare = NewPiece(field, terms=[], shape="rectangle", used=[], chosen="", words="")
    full = NewPiece(field, terms=["bow", "sword"], shape="rectangle", used=["bow"], chosen="axe", words="It")
    first = kind.first(full)
    assert isinstance(first, str | list)
    message = f"{type(kind).__name__}.first() gives {first!r}, which cannot be read: define it"
    written = json.dumps(first) if kind.worded or isinstance(first, list) else first
    assert [item.message for item in loaded(tmp_path, kind, written).diagnostics] == [], message
    assert isinstance(kind.first(bare), str | list)


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_conditions_over_tables_compare_the_value_of_numbers_and_flags_and_the_text_of_others(
    value: Value, kind: FieldKind, sample: str
) -> None:
    _, held = value(kind, sample)
    mark = CellMark(0, 0)
    found = kind.in_condition(kind.cell(TableCell("deck.csv", sample, mark, mark)))
    found = sample if found is None else found  # the table then has the text of the cell
    expected = held if isinstance(held, int | float) else sample
    assert (isinstance(found, str), found) == (isinstance(expected, str), expected)


def _not_asked(text: Text, owner: object) -> BoundText:
    raise AssertionError((text, owner))


def _types(choice: dict[str, Any]) -> list[str]:
    """The JSON types that a schema without branches takes."""
    if "enum" in choice:
        return ["string"]
    said = choice.get("type", [])
    return [said] if isinstance(said, str) else list(said)
