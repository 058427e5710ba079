from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import has_errors
from pnp.draw import Outline
from pnp.draw.face import Shape
from pnp.impose import PieceFaces, PrintProfile, best_grid, impose
from pnp.impose.grid import grids
from pnp.model.paper import Margins, Paper
from pnp.preflight import check_sheets
from pnp.units import ZERO, Length, mm
from tests.impose.faces import FOOTER, covers, deck, face, profile

POKER = Outline("rectangle", 63.0, 88.0)

lengths = st.integers(0, 100).map(lambda tenths: mm(tenths / 10))
outlines = st.builds(
    Outline,
    st.just("rectangle"),
    st.floats(8, 120).map(lambda x: round(x, 2)),
    st.floats(8, 120).map(lambda x: round(x, 2)),
) | st.builds(
    lambda shape, size: Outline(shape, size, size),
    st.sampled_from(["circle", "hex-pointy", "hex-flat"]),
    st.floats(8, 60).map(lambda x: round(x, 2)),
)
profiles = st.builds(
    PrintProfile,
    paper=st.builds(
        lambda a, b: Paper("own", mm(min(a, b)), mm(max(a, b))), st.integers(60, 330), st.integers(60, 450)
    ),
    margin=st.builds(Margins, lengths, lengths, lengths, lengths),
    gutter=lengths,
    bleed=st.integers(0, 40).map(lambda tenths: mm(tenths / 10)),
    duplex=st.sampled_from(["long-edge", "short-edge"]),
)


def count(outline: Outline, made: PrintProfile) -> tuple[int, int, int, bool]:
    grid = best_grid(outline, made, backs=True)
    assert grid is not None
    return grid.columns, grid.rows, grid.turn, grid.lying


def test_nine_poker_cards_share_cuts_on_a4_with_bleed_outside() -> None:
    grid = best_grid(POKER, profile(), backs=True)
    assert grid is not None
    assert (grid.columns, grid.rows, grid.turn) == (3, 3, 0)
    assert (grid.left, grid.top) == (mm(10.5), mm(16.5))
    assert (grid.inner, grid.rim) == (ZERO, Margins.even(mm(3)))


def test_nine_poker_cards_on_letter_take_a_narrower_rim_rather_than_lose_a_row() -> None:
    grid = best_grid(POKER, profile(paper="Letter"), backs=True)
    assert grid is not None
    assert (grid.columns, grid.rows) == (3, 3)
    assert grid.rim == Margins(top=mm(2.7), right=mm(3), bottom=mm(2.7), left=mm(3))


@pytest.mark.parametrize(("margin", "upright", "turned"), [("0mm", 6, 8), ("5mm", 4, 6)])
def test_whole_bleed_round_each_card_on_letter_loses_a_row(margin: str, upright: int, turned: int) -> None:
    made = profile(paper="Letter", gutter="6mm", margin=margin)
    by_turn = {grid.turn: grid.count for grid in grids(POKER, made) if not grid.lying}
    assert by_turn == {0: upright, 90: turned}


def test_a_row_too_many_says_the_sum_and_cures_that_work() -> None:
    made = profile(paper="Letter", gutter="6mm", margin="0mm", grid="3x3")
    result = impose(deck(9), made, FOOTER)
    assert not result.sheets
    (fault,) = result.diagnostics
    assert fault.code == "S111"
    assert (
        fault.message
        == "3 rows need 282 mm (3 × 88 mm + 2 × 6 mm gutter + 2 × 3 mm bleed), Letter has 279.4 mm"
    )
    assert fault.help == ("use A4 or Legal", "gutter ≤ 5.1 mm", "bleed ≤ 1.7 mm", "2 columns", "2 rows")
    for cure in ({"paper": "A4"}, {"gutter": "5.1mm"}, {"bleed": "1.7mm"}, {"grid": "2x3"}, {"grid": "3x2"}):
        options = {"paper": "Letter", "gutter": "6mm", "margin": "0mm", "grid": "3x3"} | cure
        assert best_grid(POKER, profile(**options)) is not None, cure
    for no_cure in ({"gutter": "5.2mm"}, {"bleed": "1.8mm"}):
        options = {"paper": "Letter", "gutter": "6mm", "margin": "0mm", "grid": "3x3"} | no_cure
        assert best_grid(POKER, profile(**options)) is None, no_cure


def test_a_piece_larger_than_the_paper_is_an_error() -> None:
    (fault,) = impose(deck(1, width=300.0, height=400.0), profile(), FOOTER).diagnostics
    assert fault.code == "S110"
    assert "302 × 402 mm" in fault.message
    assert "200 × 287 mm" in fault.message
    (smaller,) = impose(deck(1, width=205.0, height=280.0), profile(), FOOTER).diagnostics
    assert smaller.help[0] == "use A3 or Tabloid"


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ({"width": 0.0}, {}),
        ({"height": -5.0}, {}),
        ({}, {"margin": "200mm"}),
    ],
)
def test_sizes_that_leave_nothing_are_errors(form: dict[str, float], options: dict[str, str]) -> None:
    result = impose(deck(3, **form), profile(**options), FOOTER)
    assert not result.sheets
    assert [item.code for item in result.diagnostics] == ["S112"]


def test_round_tokens_keep_their_whole_bleed() -> None:
    grid = best_grid(Outline("circle", 25.0, 25.0), profile(bleed="2mm"))
    assert grid is not None
    assert grid.gutter == mm(4)
    assert best_grid(Outline("circle", 25.0, 25.0), profile(bleed="0mm")).gutter == mm(2)  # type: ignore[union-attr]


@pytest.mark.parametrize("shape", ["hex-pointy", "hex-flat"])
@pytest.mark.parametrize("gap", [0.0, 3.0])
def test_rows_of_hexagons_are_pushed_into_one_another(shape: Shape, gap: float) -> None:
    long = 40.0 * 2 / 3**0.5
    outline = Outline(shape, 40.0, long) if shape == "hex-pointy" else Outline(shape, long, 40.0)
    grid = best_grid(outline, profile(bleed="0mm", gutter=f"{gap}mm"))
    assert grid is not None
    assert grid.nest is not None
    along = 0 if grid.nest.along == "x" else 1
    first, beside = grid.place(0, 0), grid.place(*((1, 0) if along == 0 else (0, 1)))
    below = grid.place(*((0, 1) if along == 0 else (1, 0)))
    assert beside[along].mm - first[along].mm == pytest.approx(40 + gap, abs=1e-4)
    assert below[1 - along].mm - first[1 - along].mm == pytest.approx((40 + gap) * 0.8660254, abs=1e-4)
    assert below[along].mm - first[along].mm == pytest.approx((40 + gap) / 2, abs=1e-4)


def test_nested_hexagons_hold_more_than_their_boxes_would() -> None:
    outline = Outline("hex-pointy", 40.0, 46.188)
    grid = best_grid(outline, profile(bleed="0mm"))
    assert grid is not None
    assert grid.count == 33  # 5 × 6 boxes at most; nested 7 rows lying
    assert 200 // 40 * (287 // 46.188) == 30


@pytest.mark.parametrize("shape", ["hex-pointy", "hex-flat"])
def test_bleed_of_neighbouring_hexagons_does_not_meet(shape: Shape) -> None:
    form = {"width": 46.0, "height": 53.116} if shape == "hex-pointy" else {"width": 53.116, "height": 46.0}
    (sheet, *_) = impose(deck(12, shape=shape, **form), profile(), FOOTER).sheets
    for side in sheet.sides:
        for one in side.slots:
            assert one.face.outline.corners(3.0)[0] != one.face.outline.corners()[0]
            assert not any(covers(one, other) for other in side.slots if other is not one)
        centres = [slot.spot.trim.centre for slot in side.slots]
        nearest = min(math.dist(a, b) for n, a in enumerate(centres) for b in centres[n + 1 :])
        assert nearest == pytest.approx(46 + 2 * 3, abs=1e-3)  # whole bleed on both sides, and no more


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("columns", ["3x3", "4x2"])
def test_own_backs_of_staggered_hexagons_lie_behind_them(duplex: str, columns: str) -> None:
    front = face(40.0, 46.188, shape="hex-pointy")
    pieces = [
        PieceFaces(f"s/{n}", str(n), front, face(40.0, 46.188, shape="hex-pointy", grey=n), 1)
        for n in range(7)
    ]
    made = profile(duplex=duplex, grid=columns)
    result = impose(pieces, made, FOOTER)
    assert not has_errors(result.diagnostics)
    assert check_sheets(pieces, result, made) == []
    seen = 0
    for sheet in result.sheets:
        fronts = {slot.key: slot.spot.trim.centre for slot in sheet.front.slots}  # type: ignore[union-attr]
        width, height = sheet.front.grid.page_width.mm, sheet.front.grid.page_height.mm  # type: ignore[union-attr]
        level = (duplex == "long-edge") == (width > height)
        for slot in sheet.back.slots:  # type: ignore[union-attr]
            x, y = fronts[slot.key]
            assert slot.spot.trim.centre == pytest.approx(
                (x, height - y) if level else (width - x, y), abs=0.01
            )
            seen += 1
    assert seen == 7


@pytest.mark.parametrize(
    ("paper", "gutter", "cards"),
    [("A4", "0mm", 9), ("A4", "6mm", 8), ("Letter", "0mm", 9), ("Letter", "6mm", 6)],
)
def test_as_many_poker_cards_as_the_printing_guide_says(paper: str, gutter: str, cards: int) -> None:
    grid = best_grid(POKER, profile(paper=paper, gutter=gutter), backs=True)
    assert grid is not None
    assert grid.count == cards


def test_ties_are_upright_paper_and_upright_piece() -> None:
    assert count(Outline("circle", 40.0, 40.0), profile())[2:] == (0, False)
    assert count(Outline("rectangle", 45.0, 45.0), profile())[2:] == (0, False)


def test_turned_where_that_holds_more() -> None:
    assert count(POKER, profile(paper="A3")) == (3, 6, 90, False)


@given(outlines, profiles)
def test_the_block_stays_inside_the_margins_on_both_sides(outline: Outline, made: PrintProfile) -> None:
    grid = best_grid(outline, made, backs=True)
    if grid is None:
        return
    margin = made.margin.lying() if grid.lying else made.margin
    for axis in ("x", "y"):
        over_long = made.duplex == "long-edge"
        seen = grid if (over_long != grid.lying) != (axis == "x") else grid.flipped(axis)  # type: ignore[arg-type]
        assert seen.left - seen.rim.left >= margin.left
        assert seen.top - seen.rim.top >= margin.top
        assert seen.page_width - seen.right - seen.rim.right >= margin.right
        assert seen.page_height - seen.bottom - seen.rim.bottom >= margin.bottom


@given(outlines, profiles, st.integers(0, 200))
def test_more_paper_never_holds_less(outline: Outline, made: PrintProfile, more: int) -> None:
    small = best_grid(outline, made)
    paper = Paper("own", made.paper.width + mm(more), made.paper.height + mm(more))
    large = best_grid(outline, replace(made, paper=paper))
    if small is not None:
        assert large is not None
        assert large.count >= small.count


@given(outlines, profiles, lengths)
def test_more_gutter_never_holds_more(outline: Outline, made: PrintProfile, more: Length) -> None:
    tight = best_grid(outline, made)
    loose = best_grid(outline, replace(made, gutter=made.gutter + more))
    if loose is not None:
        assert tight is not None
        assert tight.count >= loose.count


@given(outlines, profiles)
def test_turning_a_grid_over_twice_is_the_identity(outline: Outline, made: PrintProfile) -> None:
    grid = best_grid(outline, made)
    if grid is not None:
        assert grid.flipped("x").flipped("x") == grid
        assert grid.flipped("y").flipped("y") == grid
