from __future__ import annotations

import pytest

from pnp.impose import profile_from
from pnp.model import PrintSettings
from pnp.model.paper import ISO_PAPERS, US_PAPERS, Margins, Paper
from pnp.source import Span
from pnp.units import Length, LengthError, mm


def fault(**options: str) -> tuple[str, str, str]:
    made, found = profile_from(PrintSettings(), options)
    assert made is None
    (only,) = found
    return only.code, only.message, only.help[0]


def test_defaults_are_the_games_own() -> None:
    made, found = profile_from(PrintSettings({"paper": "Letter", "bleed": "2mm", "duplex": "short-edge"}))
    assert not found
    assert made is not None
    assert (made.paper.name, made.bleed, made.duplex, made.marks) == ("Letter", mm(2), "short-edge", "crop")
    assert made.margin == Margins.even(mm(5))


def test_options_come_before_defaults_even_where_the_default_is_wrong() -> None:
    made, found = profile_from(
        PrintSettings({"paper": "A44"}), {"paper": "a4", "grid": "3x3", "sides": "fronts"}
    )
    assert not found
    assert made is not None
    assert (made.paper.name, made.grid, made.sides) == ("A4", (3, 3), "fronts")


@pytest.mark.parametrize(
    ("typed", "width", "height"),
    [
        ("A4", "210mm", "297mm"),
        ("a3", "297mm", "420mm"),
        ("Letter", "8.5in", "11in"),
        ("legal", "8.5in", "14in"),
        ("100x150mm", "100mm", "150mm"),
        ("8.5 x 11 in", "8.5in", "11in"),
        ("297mm × 210mm", "210mm", "297mm"),
        ("4in x 150mm", "4in", "150mm"),
    ],
)
def test_paper_by_name_or_size_is_held_upright(typed: str, width: str, height: str) -> None:
    paper = Paper.parse(typed)
    assert paper is not None
    assert (paper.width, paper.height) == (Length.parse(width), Length.parse(height))


def test_papers_of_a_family_are_listed_from_small_to_large() -> None:
    for family in (ISO_PAPERS, US_PAPERS):
        areas = [paper.width.mm * paper.height.mm for paper in family]
        assert areas == sorted(areas)
        assert all(paper.width < paper.height for paper in family)


def test_paper_without_unit_is_no_length() -> None:
    with pytest.raises(LengthError):
        Paper.parse("210x297")


@pytest.mark.parametrize(
    ("options", "code", "message", "cure"),
    [
        ({"paper": "A4 landscape"}, "S101", "unknown paper 'A4 landscape'", "write 'A4': pnp turns it"),
        ({"paper": "letter-portrait"}, "S101", "unknown paper 'letter-portrait'", "write 'Letter': pnp"),
        ({"paper": "US Letter"}, "S101", "unknown paper 'US Letter'", "did you mean 'Letter'?"),
        ({"paper": "Leter"}, "S101", "unknown paper 'Leter'", "did you mean 'Letter'?"),
        ({"paper": "0x10mm"}, "S102", "paper '0x10mm' leaves no paper", "100x150mm"),
        ({"bleed": "3"}, "S102", "bleed '3' has no unit", "write 3mm"),
        ({"bleed": "3,5mm"}, "S102", "bleed '3,5mm' has a decimal comma", "write 3.5mm"),
        ({"gutter": "-5mm"}, "S102", "gutter '-5mm' is below zero", "0mm or more"),
        ({"margin": "1mm 2mm 3mm"}, "S102", "margin '1mm 2mm 3mm' has 3 lengths", "write one length"),
        ({"marks": "corp"}, "S102", "unknown marks 'corp'", "did you mean 'crop'?"),
        ({"duplex": "long"}, "S102", "unknown duplex 'long'", "did you mean 'long-edge'?"),
        ({"grid": "0x3"}, "S102", "grid '0x3' is not columns by rows", "3x3"),
        ({"grid": "three"}, "S102", "grid 'three' is not columns by rows", "3x3"),
        ({"bled": "3mm"}, "S103", "unknown print option 'bled'", "did you mean 'bleed'?"),
    ],
)
def test_unusable_options_are_named_with_a_cure(
    options: dict[str, str], code: str, message: str, cure: str
) -> None:
    got = fault(**options)
    assert got[0] == code
    assert got[1].startswith(message)
    assert cure in got[2]


def test_faults_of_the_game_point_at_its_file_and_all_are_reported() -> None:
    span = Span("game.yaml", 9)
    made, found = profile_from(PrintSettings({"paper": "A9", "bleed": "-1mm"}), {"marks": "x"}, span)
    assert made is None
    assert sorted((item.code, item.message, item.span) for item in found) == [
        ("S101", "unknown paper 'A9'", span),
        ("S102", "bleed '-1mm' is below zero", span),
        ("S102", "unknown marks 'x'", None),
    ]


@pytest.mark.parametrize(
    ("typed", "edges"),
    [("5mm", (5, 5, 5, 5)), ("5mm 8mm", (5, 8, 5, 8)), ("1 mm 2 mm 3 mm 4 mm", (1, 2, 3, 4))],
)
def test_margins_by_edge_as_in_css(typed: str, edges: tuple[int, ...]) -> None:
    made, _ = profile_from(PrintSettings(), {"margin": typed})
    assert made is not None
    assert made.margin == Margins(*(mm(edge) for edge in edges))


def test_margins_of_a_lying_page_turn_with_the_paper() -> None:
    margins = Margins(mm(1), mm(2), mm(3), mm(4))
    assert margins.lying() == Margins(top=mm(2), right=mm(3), bottom=mm(4), left=mm(1))
    assert margins.mirrored("x") == Margins(mm(1), mm(4), mm(3), mm(4))
