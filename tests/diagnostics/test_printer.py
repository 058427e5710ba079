"""Findings as people read them: places and excerpts, abridged lists, numbers with what they count."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import diagnostics
from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest, note, times, warning
from pnp.diagnostics.explain import code_name, codes, explanation, reference
from pnp.diagnostics.printer import SourceLines, concise, counted, excerpt, full, strict
from pnp.source import Chunk, Origin, Span

SOURCES = {"cards/weapons.yaml": "pieces:\n  bow:\n    weapon: swrod\n"}
SPAN = Span("cards/weapons.yaml", 3, 13, 3, 18)


def test_the_long_form_shows_place_excerpt_and_cure():
    text = full([error("M110", "unknown weapon 'swrod'", SPAN, "did you mean 'sword'?")], SOURCES)
    assert text == (
        "cards/weapons.yaml:3:13: error[M110]: unknown weapon 'swrod'\n"
        "   |\n"
        " 3 |     weapon: swrod\n"
        "   |             ^^^^^\n"
        "   = help: did you mean 'sword'?\n"
    )


def test_wide_and_combining_letters_are_underlined_where_they_stand():
    sources = {"a": "název: 漢字 chyba"}
    text = full([error("M110", "x", Span("a", 1, 11, 1, 16), "y")], sources)
    line, marks = text.splitlines()[2:4]
    assert line.endswith("漢字 chyba")
    assert marks == "   |" + " " * (1 + 7 + 4 + 1) + "^^^^^"


def test_repeats_on_many_pieces_fold_into_one():
    found = [warning("L210", "unused", SPAN, "cure", piece=f"s/{n}") for n in range(12)]
    assert concise(found) == "cards/weapons.yaml:3:13: warning[L210]: unused (and 11 more pieces)\n"


def test_a_long_line_is_cut_around_the_fault():
    line = "x" * 400 + "BAD" + "y" * 400
    text = full([error("M110", "m", Span("a", 1, 401, 1, 404), "cure")], {"a": line})
    shown, marks = text.splitlines()[2:4]
    assert len(shown) < 140
    assert shown[marks.index("^") : marks.index("^") + 3] == "BAD"


def test_findings_come_in_order_of_place_and_those_without_last():
    late, early = error("A", "2", SPAN, "cure"), error("A", "1", Span("a.yaml"), "cure")
    nowhere = error("A", "0", None, "cure")
    assert [line[-1] for line in concise([nowhere, late, early]).splitlines()] == ["1", "2", "0"]


def test_an_error_is_not_hidden_above_a_page_of_warnings():
    found = [error("M100", "first", Span("a.yaml"), "x"), warning("K500", "second", Span("b.yaml"), "y")]
    text = full(found, {})
    assert text.index("second") < text.index("first")


def test_counts_and_strictness():
    found = [warning("A", "w", None, "x"), note("A", "n"), error("A", "e", None, "y")]
    assert counted(found) == "1 error, 1 warning, 1 note"
    assert counted(strict(found)) == "2 errors, 1 note"
    assert counted([note("A", "n")]) == "no faults, 1 note"


def test_suggestions():
    assert did_you_mean("swrod", ["bow", "sword"], "weapons") == "did you mean 'sword'?"
    assert did_you_mean("SWORD", ["bow", "sword"], "weapons") == "did you mean 'sword'?"
    assert did_you_mean("zzz", ["b", "a"], "weapons") == "known weapons: a, b"
    assert did_you_mean("zzz", [], "weapons") == "there are no weapons"


def test_a_fault_inside_a_folded_text_points_at_its_own_line():
    origin = Origin(Span("f", 2, 5, 3, 20), (Chunk(0, 2, 6), Chunk(10, 3, 3)))
    assert origin.at(12, 2) == Span("f", 3, 5, 3, 7)
    assert origin.at(3) == Span("f", 2, 9, 2, 10)
    assert Origin(Span("f", 2, 5, 3, 20)).at(7) == Span("f", 2, 5, 3, 20)


def test_every_code_in_the_package_is_documented_and_every_documented_code_is_used():
    package = Path(diagnostics.__file__).parent.parent
    used = set()
    for path in package.rglob("*.py"):
        used |= set(re.findall(r'"([YMXKTLASRECI]\d{3})"', path.read_text(encoding="utf-8")))
    assert not used - set(codes()), "write pnp/diagnostics/codes/CODE.md"
    assert not set(codes()) - used, "nothing in pnp reports these"


@pytest.mark.parametrize("code", ["", "m110", "M999", "M110.md", "../codes/M110", "M1\u0661\u0660"])
def test_what_is_no_code_has_no_explanation(code):
    assert explanation(code) is None


def test_every_explanation_has_its_headings():
    for code in codes():
        text = explanation(code)
        assert text.startswith(f"# {code} "), code
        assert re.fullmatch(r"[a-z0-9-]+", code_name(code)), code
        for heading in ("## What it does", "## Why it matters", "## Example", "## Instead"):
            assert heading in text, (code, heading)


def test_the_page_of_all_faults_is_up_to_date():
    page = Path(__file__).parents[2] / "docs" / "errors.md"
    assert page.read_text(encoding="utf-8") == reference(), "run: make docs"


def rows(count: int, message: Callable[[int], str], file: str = "deck.csv") -> list[Diagnostic]:
    return [
        error("M110", message(row), Span(file, row, 2, row, 5), "cure", piece=f"deck/c{row}")
        for row in range(2, count + 2)
    ]


def test_a_wrong_value_in_every_row_was_reported_thirty_thousand_times() -> None:
    found = rows(30_000, lambda row: f"'c{row}' has no 'colour'")
    text = full(found, {"deck.csv": "x\n" * 30_001})
    assert text.count("error[M110]") == 5
    assert text.endswith("   = help: cure\n   = and 29995 more like it in this file, to line 30001\n")
    assert counted(found) == "30000 errors"
    assert concise(found).count("\n") == 30_000


def test_other_values_in_every_row_are_reported_for_fifty_rows() -> None:
    text = full(rows(200, lambda row: f"unknown colour 'x{row}'"), {})
    assert text.count("error[M110]") == 50
    assert text.endswith("= and 150 more of this kind in this file, to line 201\n")


def test_a_column_of_numbers_with_a_decimal_comma_is_reported_as_one_mistake() -> None:
    text = full(rows(52, lambda row: f"'cost' takes a whole number, found '{row},50'"), {})
    assert text.count("error[M110]") == 5
    assert text.endswith("= and 47 more like it in this file, to line 53\n")


@pytest.mark.parametrize("count", [1, 5, 10])
def test_a_mistake_that_was_made_a_few_times_is_reported_each_time(count: int) -> None:
    text = full(rows(count, lambda _: "unknown colour 'rde'"), {})
    assert text.count("error[M110]") == count
    assert "more" not in text


def test_rows_of_another_file_are_reported_by_themselves() -> None:
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


def test_other_plurals_and_numbers():
    assert [times(count, "copy", "copies") for count in (1, 2)] == ["1 copy", "2 copies"]
    assert [times(count, "minute") for count in (1.0, 0.5, 2.0)] == ["1 minute", "0.5 minutes", "2 minutes"]
    assert [times(count, "byte", thousands=",") for count in (1, 1234)] == ["1 byte", "1,234 bytes"]
    assert times(1234, "byte") == "1234 bytes"


@pytest.mark.parametrize(("count", "words"), [(0, "0 sheets"), (1, "1 sheet"), (2, "2 sheets")])
def test_one_thing_is_reported_in_the_singular(count, words):
    assert times(count, "sheet") == words


def test_reports_said_one_words():
    """A number before a plural that is written out says ``1 words`` sooner or later; ``times`` knows better."""
    package = Path(diagnostics.__file__).parent.parent
    numbers = r"len\([^{}]*\)|[a-z_.]*(?:counts?|copies|cards|items|lines|placed|lost|changed|number)"
    things = "cards|claims|columns|faces|files|games|languages|lines|pages|pieces|places|rows|sets|sheets|texts|words"
    counted = re.compile(
        rf"\{{(?:{numbers})(?::,)?\}} [a-z]+s\b|\{{[a-z][^{{}}]*\}} (?:more )?(?:{things})\b"
    )
    # What stands in these is never one thing, or a number with its form.
    exempt = {"filters.py", "imposing.py", "view.py"}
    found = []
    for path in sorted(package.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if counted.search(line) and path.name not in exempt:
                found.append(f"{path.relative_to(package).as_posix()}:{number} {line.strip()}")
    assert found == []
