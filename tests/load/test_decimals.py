"""Fields that hold numbers with decimals."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest

from pnp.export.table import set_table, xlsx_bytes
from pnp.model import Text
from pnp.rules import fill, game_scope
from pnp.rules.scope import piece_scope
from pnp.source import Origin, Span
from tests.load.folder import load


def read(folder: Path, declared: str, values: dict[str, str]) -> tuple[list[object], list[str]]:
    """The values of the field ``w`` of one card for each, and the faults with their first cure."""
    cards = "".join(f"  {name}: {{w: {value}}}\n" for name, value in values.items())
    deck = f"kind: card\nfields: {{w: '{declared}'}}\npieces:\n{cards}"
    made = load(folder, {"cards/deck.yaml": deck})
    pieces = made.game.sets[0].pieces if made.game else ()
    held = [piece.fields.get("w") for piece in pieces]
    return held, [f"{each.code} {each.help[0]}" for each in made.diagnostics]


def test_a_number_field_refused_decimals_without_a_way_to_have_them(tmp_path: Path) -> None:
    assert read(tmp_path, "number", {"a": "1.5"})[1] == [
        "M102 declare the field as decimal, or write digits only, such as 3"
    ]
    assert read(tmp_path, "number", {"a": "'{{ 3 / 2 }}'"})[1] == [
        "M102 let it come to a whole number, or declare the field as decimal"
    ]
    assert read(tmp_path, "number 0.5..9", {"a": "1"})[1] == [
        "M115 write 'decimal 0.5..9' for numbers with decimals"
    ]
    assert read(tmp_path, "float", {"a": "1"})[1] == ["M115 did you mean 'decimal'?"]
    held, faults = read(
        tmp_path, "decimal", {"a": "1.5", "b": "2.50", "c": "3", "d": "-0.25", "e": "'{{ 3 / 2 }}'"}
    )
    assert faults == []
    assert [repr(each) for each in held] == ["1.5", "2.50", "3", "-0.25", "1.5"]


@pytest.mark.parametrize(
    ("value", "cure"),
    [
        ('"1,5"', "write 1.5"),
        ('"1.5"', "write 1.5 without quotes"),
        ("1 000.5", "write 1000.5"),
        (".5", "write 0.5"),
        ("5.", "write 5"),
        ("+1.5", "write 1.5, or declare the field as text to print the '+'"),
        ('"1,500"', "write 1500 if thousands are meant, else 1.5"),
        ('"1,125"', "write 1125 if thousands are meant, else 1.1250"),
        ("1.5e3", "write a number such as 1.5"),
        ("half", "write a number such as 1.5"),
        ("true", "write a number such as 1.5"),
        ("[1.5]", "write one number"),
        ("1234.5678901234567", "write 1234.57"),
    ],
)
def test_what_is_no_decimal_is_refused_with_its_digits(tmp_path: Path, value: str, cure: str) -> None:
    assert read(tmp_path, "decimal", {"a": value})[1] == [f"M102 {cure}"]


def test_bounds_of_decimals_hold(tmp_path: Path) -> None:
    assert read(tmp_path, "decimal 0.5..2.5", {"a": "0.5", "b": "2.5", "c": "2"})[1] == []
    _, faults = read(tmp_path, "decimal 0.5..2.5", {"a": "0.49", "b": "'{{ 1 + 2 }}'"})
    assert faults == ["M113 write a number between them, or declare other bounds"] * 2
    assert read(tmp_path, "decimal 3.5..1", {"a": "1"})[1] == [
        "M115 write 'decimal 0..2.5', 'decimal 0.5..' or 'decimal'"
    ]


def test_a_decimal_prints_its_decimals_with_the_sign_of_the_language(tmp_path: Path) -> None:
    made = load(tmp_path, {"cards/deck.yaml": "kind: card\nfields: {w: decimal}\npieces: {a: {w: 2.50}}\n"})
    assert made.game is not None
    scope = piece_scope(made.game.sets[0].pieces[0], game_scope(made.game))
    for language, printed in (("cs", "2,50"), ("en", "2.50")):
        assert fill(Text("{{ w }}", Origin(Span("f"))), scope, language).text == printed


def table(folder: Path, lines: list[str]) -> tuple[list[str], list[str]]:
    files: dict[str, str | bytes] = {
        "cards/deck.yaml": "kind: card\nfields: {w: decimal}\nrows: deck.csv\n",
        "cards/deck.csv": "".join(f"{line}\n" for line in lines),
    }
    made = load(folder, files)
    pieces = made.game.sets[0].pieces if made.game else ()
    return [repr(each.fields.get("w")) for each in pieces], [each.help[0] for each in made.diagnostics]


def test_a_table_with_decimal_commas_is_read_and_thousands_are_asked_about(tmp_path: Path) -> None:
    assert table(tmp_path, ["id;w", "a;1,5", "b;0,125", "c;-2,50", "d;7"]) == (
        ["1.5", "0.125", "-2.50", "7"],
        [],
    )
    assert table(tmp_path, ["id;w", "a;1.500"])[1] == ["write 1500 if thousands are meant, else 1.5"]
    assert table(tmp_path, ["id,w", "a,1.500"]) == (["1.500"], [])
    assert table(tmp_path, ["id,w", 'a,"1,500"'])[1] == ["write 1500 if thousands are meant, else 1.5"]


def test_a_decimal_is_a_number_in_a_workbook_and_keeps_its_zeros(tmp_path: Path) -> None:
    deck = "kind: card\nfields: {w: decimal}\npieces: {a: {w: 2.50}, b: {w: -0.125}, c: {w: 3}}\n"
    made = load(tmp_path / "out", {"cards/deck.yaml": deck})
    assert made.game is not None
    written = set_table(made.game.sets[0])
    book = xlsx_bytes([written], "T")
    sheet = openpyxl.load_workbook(io.BytesIO(book)).worksheets[0]
    assert [(cell.value, cell.number_format) for cell in sheet["B"][1:]] == [
        (2.5, "0.00"),
        (-0.125, "0.000"),
        (3, "General"),
    ]
    back = load(tmp_path / "back", {"cards/deck.yaml": written.yaml("deck.xlsx"), "cards/deck.xlsx": book})
    assert back.diagnostics == []
    assert back.game is not None
    assert [repr(each.fields["w"]) for each in back.game.sets[0].pieces] == ["2.50", "-0.125", "3"]
