"""The wording and layout of findings."""

import re
from pathlib import Path

import pytest

from pnp import diagnostics
from pnp.diagnostics import did_you_mean, error, note, warning
from pnp.diagnostics.explain import code_name, codes, explanation, reference
from pnp.diagnostics.printer import concise, counted, full, strict
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
