"""Findings that stand in every row of a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest
from pnp.diagnostics.printer import SourceLines, concise, counted, excerpt, full
from pnp.source import Span


def rows(count: int, message: Callable[[int], str], file: str = "deck.csv") -> list[Diagnostic]:
    return [
        error("M110", message(row), Span(file, row, 2, row, 5), "cure", piece=f"deck/c{row}")
        for row in range(2, count + 2)
    ]


def test_a_wrong_value_in_every_row_was_told_thirty_thousand_times() -> None:
    found = rows(30_000, lambda row: f"'c{row}' has no 'colour'")
    text = full(found, {"deck.csv": "x\n" * 30_001})
    assert text.count("error[M110]") == 5
    assert text.endswith("   = help: cure\n   = and 29995 more like it in this file, to line 30001\n")
    assert counted(found) == "30000 errors"
    assert concise(found).count("\n") == 30_000


def test_other_values_in_every_row_are_told_for_fifty_rows() -> None:
    text = full(rows(200, lambda row: f"unknown colour 'x{row}'"), {})
    assert text.count("error[M110]") == 50
    assert text.endswith("= and 150 more of this kind in this file, to line 201\n")


def test_a_column_of_numbers_with_a_decimal_comma_is_told_as_one_slip() -> None:
    text = full(rows(52, lambda row: f"'cost' takes a whole number, found '{row},50'"), {})
    assert text.count("error[M110]") == 5
    assert text.endswith("= and 47 more like it in this file, to line 53\n")


@pytest.mark.parametrize("count", [1, 5, 10])
def test_a_slip_that_was_made_a_few_times_is_told_each_time(count: int) -> None:
    text = full(rows(count, lambda _: "unknown colour 'rde'"), {})
    assert text.count("error[M110]") == count
    assert "more" not in text


def test_rows_of_another_file_are_told_by_themselves() -> None:
    found = [
        *rows(20, lambda _: "m"),
        *rows(20, lambda _: "m", "deck.xlsx:Cards!"),
        error("M110", "m", None, "c"),
    ]
    text = full(found, {})
    assert text.count("error[M110]") == 11
    assert "and 15 more like it in this file, to line 21" in text
    assert "and 15 more like it in this file, the last in B21" in text


def test_a_file_was_parted_into_lines_for_every_finding() -> None:
    class Sources(dict[str, str]):
        asked = 0

        def get(self, key: str, default: object = None) -> str:  # type: ignore[override]
            self.asked += 1
            return self[key]

    sources = Sources({"a": "one\ntwo\n"})
    lines = SourceLines(sources)
    shown = [excerpt(Span("a", line, 1, line, 2), lines) for line in (1, 2, 3, 1)]
    assert [each and each.text for each in shown] == ["one", "two", None, "one"]
    assert sources.asked == 1


def test_suggestions_from_ten_thousand_words() -> None:
    known = [f"card-{number}" for number in range(10_000)]
    assert nearest("crad-4711", known) == "card-4711"
    assert nearest("card-99x9", known) == "card-999"
    assert nearest("x" * 100_000, known) is None
    assert did_you_mean("nope", known, "entries").endswith("and 9988 more")


def test_a_table_of_too_many_rows_points_at_the_first_that_is_too_many(tmp_path: Path) -> None:
    from pnp.load import load_game

    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text("id: g\nname: G\n", encoding="utf-8")
    (tmp_path / "cards" / "deck.yaml").write_text("kind: card\nrows: deck.csv\n", encoding="utf-8")
    table = "id,name\n" + "".join(f"c{row},Card\n" for row in range(20_100))
    (tmp_path / "cards" / "deck.csv").write_text(table, encoding="utf-8")
    (fault,) = load_game(tmp_path).diagnostics
    assert fault.code == "M137"
    assert fault.span is not None
    assert (fault.span.file.rpartition("/")[2], fault.span.line) == ("deck.csv", 20_002)
    assert fault.help == ("split it into several games",)
