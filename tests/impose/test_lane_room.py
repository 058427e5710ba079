"""Room for ruler, footer and marks, where it costs no paper."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic
from pnp.impose import Footer, Imposition, best_grid, impose, plan_pages
from pnp.impose.fit import page_grid, room_round
from pnp.impose.furniture import BLANK_RIM
from pnp.text import TextContext
from tests.impose.faces import context, deck, profile
from tests.laws import examples

COUNTER = {"width": 16.0, "height": 16.0}
GAME = Footer("Game", "Counters", "en", "1.0")


@pytest.fixture(scope="module")
def english() -> TextContext:
    return context()


def laid(count: int, english: TextContext, *, backs: bool = True, **options: str) -> Imposition:
    return impose(deck(count, backs=backs, **COUNTER), profile(**options), GAME, english)  # type: ignore[arg-type]


def notes(result: Imposition) -> list[Diagnostic]:
    return [item for item in result.diagnostics if item.code in ("S130", "S131", "S132")]


@pytest.mark.parametrize(("count", "places"), [(2, 192), (192, 192), (384, 192), (1900, 192)])
def test_a_deck_of_two_counters_had_no_room_for_its_ruler(
    count: int, places: int, english: TextContext
) -> None:
    result = laid(count, english)
    assert not notes(result)
    assert len(result.sheets) == ceil(count / 204)
    assert {sheet.front.grid.count for sheet in result.sheets if sheet.front} == {places}


@pytest.mark.parametrize("count", [193, 204, 408, 400])
def test_counters_that_need_every_place_had_neither_ruler_nor_footer(
    count: int, english: TextContext
) -> None:
    result = laid(count, english)
    assert not notes(result)
    assert len(result.sheets) == ceil(count / 204)
    grids = [sheet.front.grid for sheet in result.sheets if sheet.front]
    assert {grid.count for grid in grids} == {204}
    assert all(grid.top < grid.page_height - grid.bottom for grid in grids)  # moved up, to make room below


@pytest.mark.parametrize(("count", "places", "level"), [(3, 140, True), (140, 140, True), (141, 150, False)])
def test_three_tokens_had_their_ruler_and_footer_upright_at_the_sides(
    count: int, places: int, level: bool, english: TextContext
) -> None:
    tokens = deck(count, width=15.0, height=15.0, shape="circle")
    made = profile(bleed="2mm")
    result = impose(tokens, made, GAME, english)
    assert not notes(result)
    (sheet,) = result.sheets
    assert sheet.front is not None
    assert sheet.front.grid.count == places
    assert room_round(sheet.front.grid, tokens[0].front.outline, made, backs=True).level == level


def test_cards_were_moved_into_the_rim_that_printers_leave_blank(english: TextContext) -> None:
    result = impose(deck(9), profile(gutter="6mm", margin="0mm"), GAME, english)
    (front,) = [sheet.front for sheet in result.sheets if sheet.front]
    assert min(slot.spot.shown.y for slot in front.slots) >= BLANK_RIM.mm
    assert front.grid.left == front.grid.page_width - front.grid.right


def test_a_note_says_what_room_for_the_ruler_would_cost(english: TextContext) -> None:
    # 17 rows leave 25 mm of the height, and margins take 16: nowhere a lane beyond bleed and marks.
    result = laid(204, english, margin="8mm")
    assert {"S130", "S131"} <= {item.code for item in notes(result)}
    (note,) = (item for item in notes(result) if item.code == "S130")
    assert note.help[0] == "take --grid 12x16, which leaves room and needs 1 sheet more"
    asked = laid(204, english, margin="8mm", grid="12x16")
    assert len(asked.sheets) == len(result.sheets) + 1
    assert not {"S130", "S131"} & {item.code for item in notes(asked)}


def test_a_grid_that_is_asked_for_keeps_all_its_places(english: TextContext) -> None:
    result = laid(2, english, grid="12x17")
    assert {sheet.front.grid.count for sheet in result.sheets if sheet.front} == {204}
    assert [item.code for item in notes(result)] == ["S130", "S131"]


def test_planned_sheets_of_one_size_have_room_as_well() -> None:
    (one,) = deck(1, **COUNTER)  # type: ignore[arg-type]
    outline, made = one.front.outline, profile()
    pages = plan_pages({outline: 100}, made, backs=True)
    assert [page.layout.count for page in pages] == [192]


@examples(20)
@given(
    st.fixed_dictionaries(
        {
            "paper": st.sampled_from(["A4", "A5", "Letter", "A3"]),
            "gutter": st.sampled_from(["0mm", "2mm"]),
            "bleed": st.sampled_from(["0mm", "2mm", "3mm"]),
            "margin": st.sampled_from(["0mm", "5mm", "5mm 8mm 12mm 6mm"]),
            "fold": st.sampled_from(["none", "any"]),
        }
    ),
    st.sampled_from(["rectangle", "circle", "hex-pointy", "hex-flat"]),
    st.floats(8.0, 70.0),
    st.integers(1, 600),
    st.booleans(),
)
def test_room_never_costs_a_sheet_and_is_never_less(
    options: dict[str, str], shape: str, size: float, count: int, backs: bool
) -> None:
    (piece,) = deck(1, width=round(size, 1), height=round(size, 1), shape=shape)  # type: ignore[arg-type]
    outline, made = piece.front.outline, profile(**options)
    full = best_grid(outline, made, backs=backs)
    page = page_grid(outline, count, made, backs=backs)
    if full is None:
        assert page is None
        return
    assert page is not None
    assert ceil(count / page.grid.count) == ceil(count / full.count)
    before = room_round(full, outline, made, backs=backs).worth
    after = room_round(page.grid, outline, made, backs=backs)
    assert after.worth >= before
    assert (page.grid == full) == (after.worth == before)
    assert set(page.cures) <= {name for name, has in zip(after._fields, after, strict=True) if not has}
