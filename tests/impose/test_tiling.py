"""Boards larger than a page (case H09: 594 × 420 mm on A4 with an overlap of 8 mm)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.draw import Face, Fill, Group, Outline, Stroke, rectangle
from pnp.geometry import Box
from pnp.impose import Footer, PieceFaces, impose
from pnp.impose.tiling import OVERLAP, tile_boards, tiling
from pnp.preflight import check_sheets
from tests.impose.faces import FOOTER, context, face, profile

BOARD = Outline("rectangle", 594.0, 420.0)


def board(*, back: bool = False, width: float = 594.0, height: float = 420.0) -> PieceFaces:
    return PieceFaces("b/map", "Map", face(width, height), face(width, height, grey=9) if back else None, 1)


def shown(tile: Face) -> Box:
    """What of the board the tile shows, in the board's frame."""
    group = tile.items[0]
    assert isinstance(group, Group)
    return Box(-group.matrix.e, -group.matrix.f, tile.width, tile.height)


def test_an_a2_board_comes_on_eight_tiles_of_a4() -> None:
    tiles, (told,) = tile_boards([board()], profile(), None)
    assert [tile.key for tile in tiles] == [f"b/map#{row}{column}" for row in "AB" for column in (1, 2, 3, 4)]
    assert told.code == "S115"
    assert "printed as 8 tiles" in told.message
    result = impose(tiles, profile(), FOOTER, context())
    assert [item.code for item in result.diagnostics] == []
    assert check_sheets(tiles, result, profile()) == []
    assert len(result.sheets) == 8


@settings(max_examples=60, deadline=None)
@given(
    st.integers(150, 900),
    st.integers(150, 900),
    st.sampled_from(["A4", "Letter", "A3"]),
    st.sampled_from(["0mm", "3mm"]),
)
def test_tiles_cover_the_board_and_overlap(width: int, height: int, paper: str, bleed: str) -> None:
    made = profile(paper=paper, bleed=bleed)
    plan = tiling(Outline("rectangle", float(width), float(height)), made, backs=False)
    if plan is None:
        return
    for starts, part, whole in ((plan.lefts, plan.width, width), (plan.tops, plan.height, height)):
        assert starts[0].emu == 0
        assert (starts[-1] + part).mm == pytest.approx(whole, abs=1e-3)
        for one, other in pairwise(starts):
            assert (one + part - other).mm == pytest.approx(OVERLAP.mm, abs=1e-3)
    tiles, _ = tile_boards([board(width=width, height=height)], made, None)
    assert not [item for item in impose(tiles, made, FOOTER).diagnostics if item.code.startswith("S11")]


def test_the_line_on_a_tile_is_where_the_edge_of_the_next_one_lies() -> None:
    tiles, _ = tile_boards([board()], profile(), context())
    places = {tile.key[-2:]: shown(tile.front) for tile in tiles}
    lines = 0
    for tile in tiles:
        here, name = places[tile.key[-2:]], tile.key[-2:]
        beside, below = f"{name[0]}{int(name[1]) + 1}", f"{chr(ord(name[0]) + 1)}{name[1]}"
        strokes = [item.path for item in tile.front.items if isinstance(item, Stroke) and item.dash]
        wanted = []
        if beside in places:
            wanted.append((places[beside].x, here.y, places[beside].x, here.bottom))
        if below in places:
            wanted.append((here.x, places[below].y, here.right, places[below].y))
        drawn = [
            (here.x + float(x1), here.y + float(y1), here.x + float(x2), here.y + float(y2))
            for (_, x1, y1), (_, x2, y2) in strokes
        ]
        assert len(drawn) == len(wanted)
        for one, other in zip(drawn, wanted, strict=True):
            assert one == pytest.approx(other, abs=0.1)
        lines += len(drawn)
    assert lines == 2 * 3 + 4


def test_backs_of_tiles_lie_behind_them() -> None:
    tiles, _ = tile_boards([board(back=True)], profile(), None)
    for tile in tiles:
        front, back = shown(tile.front), shown(tile.back)  # type: ignore[arg-type]
        assert back.x == pytest.approx(594 - front.right, abs=1e-3)
        assert back.y == front.y


def test_what_lies_at_an_inner_edge_is_on_both_tiles() -> None:
    mark = Fill(rectangle(Box(145.0, 10.0, 2.0, 2.0)), Colour(0, 0, 0))
    whole = Face(BOARD, 3.0, (mark,))
    tiles, _ = tile_boards([PieceFaces("b/map", "Map", whole, None, 1)], profile(), None)
    held = [tile.key[-2:] for tile in tiles if shown(tile.front).holds(Box(145.0, 10.0, 2.0, 2.0))]
    edge = shown(tiles[1].front).x
    assert edge < 147
    assert held[0] == "A1"


def test_each_page_is_named_after_its_tile() -> None:
    tiles, _ = tile_boards([board()], profile(), context())
    sheets = impose(tiles, profile(), Footer("Game", "Map", "en"), context()).sheets
    for sheet, tile in zip(sheets, tiles, strict=True):
        words = "".join(
            run.text for item in sheet.front.items if isinstance(item, Group) for run in _runs(item)
        )  # type: ignore[union-attr]
        assert f"Map · {tile.key[-2:]} · Sheet" in words


def _runs(group: Group) -> list:  # type: ignore[type-arg]
    found = []
    for item in group.items:
        found += _runs(item) if isinstance(item, Group) else [item] if hasattr(item, "glyphs") else []
    return found


def test_a_board_that_fits_stays_whole_and_cards_are_never_cut() -> None:
    small = board(width=180.0, height=250.0)
    assert tile_boards([small], profile(), None) == ([small], [])
    (fault,) = impose([board()], profile(), FOOTER).diagnostics
    assert fault.code == "S110"
