"""Moving sides on the paper for a printer, and the order of pages."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import GlyphRun, Page
from pnp.draw.parts import leaves
from pnp.geometry import IDENTITY, Box, Matrix, Point
from pnp.impose import Sheet, SheetPages, impose, profile_from
from pnp.impose.finish import adjustment
from pnp.model import PrintSettings
from pnp.model.calibration import Calibration, Printer, Scales, calibration_from
from pnp.model.print import MOST_OFFSET
from pnp.preflight import check_sheets
from tests.impose.faces import FOOTER, context, deck, profile

SCALES = Scales(apart=160.0, ruler_x=150.0, ruler_y=200.0)


def pages(**options: str) -> tuple[Page, Page]:
    """Front and back of one sheet of nine cards."""
    (sheet,) = impose(deck(9), profile(**options), FOOTER, context()).sheets
    front, back = SheetPages().of(sheet)
    return front, back


def corners(page: Page) -> list[Point]:
    return [placed.matrix.apply(0.0, 0.0) for placed in page.placed]


def test_a_build_without_a_printer_is_moved_by_nothing_at_all() -> None:
    made = profile()
    (sheet,) = impose(deck(9), made, FOOTER).sheets
    for side in sheet.sides:
        assert adjustment(made, side.side, lying=False) == IDENTITY
        assert side.adjust == IDENTITY
    assert pages() == pages(**{"back-offset": "0mm 0mm", "back-rotation": "0", "scale": "1"})


def test_an_offset_moves_backs_and_their_marks_and_leaves_fronts() -> None:
    front, back = pages()
    moved_front, moved_back = pages(**{"back-offset": "0.4mm -0.25mm"})
    assert moved_front == front
    for before, after in zip(corners(back), corners(moved_back), strict=True):
        assert (after.x - before.x, after.y - before.y) == pytest.approx((0.4, -0.25))
    assert moved_back.items[0].matrix == Matrix(1.0, 0.0, 0.0, 1.0, 0.4, -0.25)  # type: ignore[union-attr]
    assert moved_back.trim is not None
    assert back.trim is not None
    assert (moved_back.trim.x, moved_back.trim.y) == pytest.approx((back.trim.x + 0.4, back.trim.y - 0.25))


def test_a_turn_is_clockwise_about_the_middle_of_the_page() -> None:
    _, back = pages()
    _, turned = pages(**{"back-rotation": "0.5"})
    for before, after in zip(corners(back), corners(turned), strict=True):
        x, y = before.x - 105.0, before.y - 148.5
        angle = math.radians(0.5)  # y points down: clockwise carries x towards y
        wanted = (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
        assert (after.x - 105.0, after.y - 148.5) == pytest.approx(wanted)


def test_scale_enlarges_both_sides_about_the_middle() -> None:
    for page, scaled in zip(pages(), pages(scale="1.01 0.99"), strict=True):
        for before, after in zip(corners(page), corners(scaled), strict=True):
            assert after.x - 105.0 == pytest.approx((before.x - 105.0) * 1.01)
            assert after.y - 148.5 == pytest.approx((before.y - 148.5) * 0.99)


def test_on_a_landscape_page_the_offset_turns_with_the_paper() -> None:
    """What is right on the upright paper is up on a page that comes to lie on it turned clockwise."""
    lying = profile(paper="100x150mm", grid="2x1", **{"back-offset": "0.5mm 0.2mm"})
    (sheet,) = impose(deck(2), lying, FOOTER).sheets
    assert sheet.back is not None
    assert sheet.back.grid.lying
    adjust = sheet.back.adjust
    assert (adjust.e, adjust.f) == pytest.approx((0.2, -0.5))


def test_folded_pages_are_enlarged_but_not_moved_against_each_other() -> None:
    made = profile(fold="vertical", scale="1.01", **{"back-offset": "2mm 2mm", "back-rotation": "1"})
    (sheet,) = impose(deck(2), made, FOOTER).sheets
    assert sheet.front is not None
    assert sheet.back is not None
    assert sheet.front.adjust == sheet.back.adjust
    assert (sheet.front.adjust.b, sheet.front.adjust.c) == (0.0, 0.0)


def test_pieces_that_are_moved_off_the_paper_are_an_error() -> None:
    made = profile(margin="0mm", grid="3x3", gutter="5mm", bleed="0mm", **{"back-offset": "9mm 0mm"})
    result = impose(deck(9), made, FOOTER)
    assert [item.code for item in check_sheets(deck(9), result, made)] == ["S311"]


def test_marks_on_backs_can_be_left_out_or_coloured() -> None:
    def strokes(**options: str) -> str:
        return repr(pages(**options)[1].items)

    assert "Stroke" in strokes()
    assert "Stroke" not in strokes(**{"back-marks": "none"})
    assert "red=18, green=52, blue=86" in strokes(**{"back-mark-colour": "#123456"})
    assert "red=18, green=52, blue=86" in repr(pages(**{"mark-colour": "#123456"})[0].items)


def test_the_printer_comes_between_the_profile_and_what_is_typed() -> None:
    profiles = {"mine": PrintSettings({"back-offset": "5mm 5mm"})}
    printer = Printer("laser", {"a4": Calibration(0.3, -0.2, 0.1, 1.002, 1.0)})
    made, found = profile_from(PrintSettings(), {"profile": "mine"}, None, profiles, printer)
    assert not found
    assert made is not None
    assert ([length.mm for length in made.back_offset], made.printer) == ([0.3, -0.2], "laser")
    assert (made.back_rotation, made.scale) == (0.1, (1.002, 1.0))
    other, _ = profile_from(PrintSettings(), {"duplex": "short-edge"}, None, profiles, printer)
    assert other is not None
    assert [length.mm for length in other.back_offset] == [-0.3, 0.2]
    assert other.back_rotation == 0.1
    typed, _ = profile_from(PrintSettings(), {"back-offset": "1mm 1mm"}, None, profiles, printer)
    assert typed is not None
    assert [length.mm for length in typed.back_offset] == [1.0, 1.0]
    none, faults = profile_from(PrintSettings(), {"paper": "Letter"}, None, profiles, printer)
    assert none is None
    assert [item.code for item in faults] == ["S106"]


def test_the_footer_names_the_printer() -> None:
    printer = Printer("laser", {"a4": Calibration(0.3)})
    made, _ = profile_from(PrintSettings(), {}, None, None, printer)
    assert made is not None
    (sheet,) = impose(deck(1), made, FOOTER, context()).sheets
    for page in SheetPages().of(sheet):
        said = [leaf.item.text for leaf in leaves(page.items) if isinstance(leaf.item, GlyphRun)]
        assert any("Printer: laser" in text for text in said)


def test_readings_of_two_scales_give_offset_and_turn() -> None:
    made, found = calibration_from("x=0.3, left=-0.1mm right=0.2,ruler-x=149.5", SCALES)
    assert not found
    assert made is not None
    assert (made.x, made.y) == pytest.approx((0.3, 0.05))
    assert made.rotate == pytest.approx(math.degrees(math.atan(0.3 / 160)))
    assert (made.scale_x, made.scale_y) == pytest.approx((150 / 149.5, 1.0))


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(-0.8, 0.8), st.floats(0.97, 1.03), st.floats(0.97, 1.03))
def test_what_the_scales_show_of_a_crooked_printer_makes_it_straight(
    x: float, y: float, degrees: float, sx: float, sy: float
) -> None:
    """A printer that moves backs by (-x, -y) and turns them is read off, corrected, and then puts points where they belong."""
    angle = math.radians(degrees)
    # What the scales, 80 mm left and right of the middle, show: how far down a point there must be moved.
    left, right = y - 80 * math.tan(angle), y + 80 * math.tan(angle)
    made, found = calibration_from(
        f"x={x:.6f},left={left:.6f},right={right:.6f},ruler-x={150 / sx:.6f},ruler-y={200 / sy:.6f}", SCALES
    )
    assert not found
    assert made is not None
    assert (made.x, made.y, made.rotate) == pytest.approx((x, y, degrees), abs=1e-5)
    assert (made.scale_x, made.scale_y) == pytest.approx((sx, sy), abs=1e-6)


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        ("", "S107", "unknown reading ''"),
        ("dx=1", "S107", "unknown reading 'dx'"),
        ("x", "S107", "reading 'x' is not a number"),
        ("x=wide", "S107", "reading 'x=wide' is not a number"),
        ("ruler-x=0", "S107", "reading 'ruler-x=0' is not a number"),
        ("left=1", "S107", "'left' comes without 'right'"),
        ("y=1,left=1,right=2", "S107", "'y' and 'left' say the same twice"),
        ("scale-x=1,ruler-x=150", "S107", "'scale-x' and 'ruler-x' say the same twice"),
        ("x=99", "S108", "x=99 moves backs by more than 15 mm"),
        ("rotate=45", "S108", "rotate=45 turns backs by more than 3°"),
        ("ruler-x=120", "S108", "scale-x=1.25 is not between 0.95 and 1.05"),
        ("scale-y=50%", "S108", "scale-y=0.5 is not between 0.95 and 1.05"),
    ],
)
def test_unusable_and_absurd_readings_are_reported(typed: str, code: str, words: str) -> None:
    made, found = calibration_from(typed, SCALES)
    assert made is None
    assert [item.code for item in found] == [code]
    assert words in found[0].message
    assert found[0].help


@given(st.text(max_size=30))
def test_readings_never_raise(typed: str) -> None:
    made, found = calibration_from(typed, SCALES)
    assert (made is None) == bool(found)
    if made is not None:
        assert abs(made.x) <= MOST_OFFSET.mm
        assert profile_from(made.settings)[0] is not None


def set_pages(sheets: tuple[Sheet, ...], order: str) -> list[str]:
    from pnp.build.imposed import sheets_part

    part = sheets_part("s", "S", sheets, faces=deck(20), sets=(), language="en", order=order)  # type: ignore[arg-type]
    assert part.two_sided == (order == "interleaved")
    assert [entry.page for entry in part.outline[1::9]] == (
        [0, 2, 4] if order == "interleaved" else [0, 1, 2]
    )
    return [page.label for page in part.pages]


def test_pages_come_in_turn_or_all_fronts_first() -> None:
    sheets = impose(deck(20), profile(), FOOTER).sheets
    assert set_pages(sheets, "interleaved") == ["1 front", "1 back", "2 front", "2 back", "3 front", "3 back"]
    assert set_pages(sheets, "fronts-first") == [
        "1 front", "2 front", "3 front", "1 back", "2 back", "3 back",
    ]  # fmt: skip


def test_the_boxes_of_a_page_stay_on_the_paper_whatever_moves_it() -> None:
    _, back = pages(margin="0mm", gutter="6mm", **{"back-offset": "14mm 14mm", "back-rotation": "2"})
    paper = Box(0.0, 0.0, back.width.mm, back.height.mm)
    assert back.trim is not None
    assert back.bleed is not None
    assert paper.holds(back.trim)
    assert paper.holds(back.bleed)
