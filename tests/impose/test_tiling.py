"""Boards larger than a page (case H09: 594 × 420 mm on A4 with an overlap of 8 mm)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.draw import Face, Fill, Group, Outline, Stroke, path_box, rectangle
from pnp.geometry import Box
from pnp.impose import Footer, PieceFaces, impose
from pnp.impose.fit import fit_to_page, fitted_outline
from pnp.impose.tiles import OVERLAP, tile_boards, tiling
from pnp.model import Panels
from pnp.preflight import check_sheets
from tests.impose.faces import FOOTER, context, face, profile
from tests.laws import examples

BOARD = Outline("rectangle", 594.0, 420.0)


def board(*, back: bool = False, width: float = 594.0, height: float = 420.0) -> PieceFaces:
    return PieceFaces("b/map", "Map", face(width, height), face(width, height, grey=9) if back else None, 1)


def shown(tile: Face) -> Box:
    """What of the board the tile shows, in the board's frame."""
    group = tile.items[0]
    assert isinstance(group, Group)
    return Box(-group.matrix.e, -group.matrix.f, tile.width, tile.height)


def test_an_a2_board_comes_on_eight_tiles_of_a4() -> None:
    tiles, (told,) = tile_boards([board()], profile(), context())
    assert [tile.key for tile in tiles] == [f"b/map#{row}{column}" for row in "AB" for column in (1, 2, 3, 4)]
    assert told.code == "S115"
    assert "printed as 8 tiles" in told.message
    result = impose(tiles, profile(), FOOTER, context())
    assert [item.code for item in result.diagnostics] == []
    assert check_sheets(tiles, result, profile()) == []
    assert len(result.sheets) == 7


def test_a_board_as_large_as_its_paper_says_how_it_stays_whole() -> None:
    _, (told,) = tile_boards([board(width=210.0, height=297.0)], profile(), context())
    (cure,) = [cure for cure in told.help if cure.startswith("to keep it whole, make it")]
    width, height = (float(word) for word in cure.split("make it ")[1].split(" mm")[0].split(" × "))
    assert tile_boards([board(width=width, height=height)], profile(), context())[1] == []
    _, (larger,) = tile_boards([board()], profile(), context())
    assert not any("whole" in cure for cure in larger.help)


@pytest.mark.parametrize(
    ("width", "height", "share"), [(210, 297, 92), (194, 270, 100), (100, 500, 56), (594, 420, 0)]
)
def test_a_board_that_is_fitted_to_the_page_stays_whole(width: int, height: int, share: int) -> None:
    pieces = [board(back=True, width=width, height=height)]
    fitted, told = fit_to_page(pieces, profile())
    assert [item.code for item in told] == ([] if share == 100 else ["S117"])
    assert int(100 * fitted[0].front.width / width) == (share or 100)
    if share == 100:
        assert fitted == pieces
    elif share:
        assert tile_boards(fitted, profile(), context()) == (fitted, [])
        result = impose(fitted, profile(), FOOTER)
        assert len(result.sheets) == 1
        assert check_sheets(fitted, result, profile()) == []
        assert fitted_outline(pieces[0].front.outline, profile(), backs=True) == fitted[0].front.outline


def test_narrow_tiles_at_an_edge_took_a_sheet_each() -> None:
    plan = tiling(BOARD, profile(), backs=False)
    assert plan is not None
    assert sorted(plan.sizes().values()) == [2, 6]
    square = tiling(Outline("rectangle", 500.0, 500.0), profile(), backs=False)
    assert square is not None
    assert list(square.sizes().values()) == [6]  # even where nothing is saved


@examples(30)
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
    for strips, whole in ((plan.columns, width), (plan.rows, height)):
        assert strips[0].start.emu == 0
        assert strips[-1].end.mm == pytest.approx(whole, abs=1e-3)
        for one, other in pairwise(strips):
            assert (one.end - other.start).mm == pytest.approx(OVERLAP.mm, abs=1e-3)
    tiles, _ = tile_boards([board(width=width, height=height)], made, context())
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
    tiles, _ = tile_boards([board(back=True)], profile(), context())
    for tile in tiles:
        front, back = shown(tile.front), shown(tile.back)  # type: ignore[arg-type]
        assert back.x == pytest.approx(594 - front.right, abs=1e-3)
        assert back.y == front.y


def test_what_lies_at_an_inner_edge_is_on_both_tiles() -> None:
    mark = Fill(rectangle(Box(182.0, 10.0, 2.0, 2.0)), Colour(0, 0, 0))
    whole = Face(BOARD, 3.0, (mark,))
    tiles, _ = tile_boards([PieceFaces("b/map", "Map", whole, None, 1)], profile(), context())
    held = [tile.key[-2:] for tile in tiles if shown(tile.front).holds(Box(182.0, 10.0, 2.0, 2.0))]
    edge = shown(tiles[1].front).x
    assert edge < 182
    assert held[0] == "A1"


def test_each_page_is_named_after_its_tile() -> None:
    tiles, _ = tile_boards([board()], profile(), context())
    sheets = impose(tiles, profile(), Footer("Game", "Map", "en"), context()).sheets
    for sheet in sheets:
        assert sheet.front is not None
        names = ", ".join(slot.key[-2:] for slot in sheet.front.slots)
        words = "".join(
            run.text for item in sheet.front.items if isinstance(item, Group) for run in _runs(item)
        )
        assert f"Map · {names} · Sheet" in words


def _runs(group: Group) -> list:  # type: ignore[type-arg]
    found = []
    for item in group.items:
        found += _runs(item) if isinstance(item, Group) else [item] if hasattr(item, "glyphs") else []
    return found


def test_a_board_that_fits_stays_whole_and_cards_are_never_cut() -> None:
    small = board(width=180.0, height=250.0)
    assert tile_boards([small], profile(), context()) == ([small], [])
    (fault,) = impose([board()], profile(), FOOTER).diagnostics
    assert fault.code == "S110"


def folded(
    columns: int, rows: int, width: float = 500.0, height: float = 500.0, **options: str
) -> list[PieceFaces]:
    panels = Panels(columns, rows)
    tiles, _ = tile_boards(
        [board(width=width, height=height)], profile(**options), context(), lambda _: panels
    )
    return tiles


@examples(20)
@given(
    st.integers(60, 900),
    st.integers(60, 900),
    st.integers(1, 4),
    st.integers(1, 3),
    st.sampled_from(["A4", "Letter"]),
)
def test_no_tile_spans_a_fold(width: int, height: int, columns: int, rows: int, paper: str) -> None:
    made = profile(paper=paper)
    plan = tiling(
        Outline("rectangle", float(width), float(height)), made, backs=False, panels=Panels(columns, rows)
    )
    if plan is None:
        return
    for strips, whole, count in ((plan.columns, width, columns), (plan.rows, height, rows)):
        folds = [whole * at / count for at in range(count + 1)]
        for strip in strips:
            assert folds[strip.panel] - 1e-3 <= strip.start.mm
            assert strip.end.mm <= folds[strip.panel + 1] + 1e-3
        begins = [strip.start.mm for strip in strips if strip.place == 0]
        assert begins == pytest.approx(folds[:-1], abs=1e-3)
    assert len(set(names := [plan.name(tile.column, tile.row) for tile in plan.tiles()])) == plan.count, names
    tiles = folded(columns, rows, width, height, paper=paper)
    assert not [item for item in impose(tiles, made, FOOTER).diagnostics if item.code.startswith("S11")]


def test_a_board_in_four_panels_takes_no_sheet_more_than_a_whole_one() -> None:
    tiles = folded(2, 2)
    assert [tile.key for tile in tiles] == [
        f"b/map#P{panel}-A{at}" for panel in (1, 2, 3, 4) for at in (1, 2)
    ]
    result = impose(tiles, profile(), FOOTER, context())
    assert check_sheets(tiles, result, profile()) == []
    assert len(result.sheets) == len(
        impose(tile_boards([board(width=500, height=500)], profile(), context())[0], profile(), FOOTER).sheets
    )


def hinges(tile: PieceFaces) -> dict[str, str]:
    """What stands in the bleed at each edge of a tile."""
    front = tile.front
    assert isinstance(front, Face)
    found = {}
    for item in front.items[1:]:
        words = "".join(run.text for run in _runs(item)) if isinstance(item, Group) else ""
        if words.startswith("hinge: "):
            assert isinstance(item, Group)
            x, y = item.matrix.e, item.matrix.f
            edge = "left" if x < 0 else "right" if x > front.width else "top" if y < 0 else "bottom"
            assert edge != "bottom" or y > front.height
            found[edge] = words.removeprefix("hinge: ")
    return found


def test_each_edge_at_a_fold_names_the_tile_that_meets_it() -> None:
    tiles = {tile.key.partition("#")[2]: tile for tile in folded(2, 2)}
    assert hinges(tiles["P1-A1"]) == {"bottom": "P3-A1"}
    assert hinges(tiles["P1-A2"]) == {"right": "P2-A1", "bottom": "P3-A2"}
    assert hinges(tiles["P4-A1"]) == {"left": "P3-A2", "top": "P2-A1"}
    opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
    for name, tile in tiles.items():
        for edge, other in hinges(tile).items():
            assert hinges(tiles[other])[opposite[edge]] == name


def test_panels_that_fit_on_a_page_are_one_tile_and_told_so() -> None:
    panels = Panels(2, 1)
    tiles, (told,) = tile_boards([board(width=370, height=244)], profile(), context(), lambda _: panels)
    assert [tile.key for tile in tiles] == ["b/map#P1", "b/map#P2"]
    assert told.message == "board of 370 × 244 mm folds into 2 panels, it is printed as 2 tiles"
    assert hinges(tiles[0]) == {"right": "P2"}
    small, _ = tile_boards([board(width=180, height=250)], profile(), context(), lambda _: panels)
    assert len(impose(small, profile(), FOOTER).sheets) == 1  # both halves share a page


@pytest.mark.parametrize("options", [{"bleed": "1mm"}, {"bleed": "0mm"}])
def test_names_at_hinges_are_left_out_where_the_bleed_cannot_hold_them(options: dict[str, str]) -> None:
    face_of = face(370, 244, bleed=float(options["bleed"][:-2]))
    piece = PieceFaces("b/map", "Map", face_of, None, 1)
    tiles, _ = tile_boards([piece], profile(**options), context(), lambda _: Panels(2, 1))
    assert [hinges(tile) for tile in tiles] == [{}, {}]


def test_narrow_tiles_of_one_colour_could_not_be_distinguished_once_cut_out() -> None:
    tiles = folded(2, 2, 500, 420)
    sheets = impose(tiles, profile(), FOOTER, context()).sheets
    assert any(len(sheet.front.slots) > 1 for sheet in sheets if sheet.front)
    for sheet in sheets:
        for slot in sheet.front.slots if sheet.front else ():
            assert isinstance(slot.face, Face)
            name = slot.key.partition("#")[2]
            shown = [
                item
                for item in slot.face.items[1:]
                if isinstance(item, Group)
                and "".join(run.text for run in _runs(item)) == name
                and slot.spot.clip.grown(0.1).holds(item.matrix.apply_box(Box(-2.0, -1.7, 4.0, 2.2)))
            ]
            assert shown, name


@pytest.mark.parametrize(
    ("width", "height", "options", "shown"),
    [
        (500, 420, {}, True),
        (400, 574, {}, True),
        (370, 244, {"gutter": "2mm"}, False),
        (370, 244, {"bleed": "2mm"}, True),
    ],
)
def test_words_beside_tiles_were_cut_through_where_a_full_grid_has_little_bleed(
    width: int, height: int, options: dict[str, str], shown: bool
) -> None:
    seen = set()
    for sheet in impose(folded(2, 2, width, height, **options), profile(**options), FOOTER, context()).sheets:
        for slot in sheet.front.slots if sheet.front else ():
            assert isinstance(slot.face, Face)
            for item in slot.face.items[1:]:
                ground = item.items[0] if isinstance(item, Group) and item.items else None
                if isinstance(item, Group) and isinstance(ground, Fill):  # words on white
                    box = item.matrix.apply_box(path_box(ground.path))
                    across = min(box.right, slot.spot.clip.right) - max(box.x, slot.spot.clip.x)
                    down = min(box.bottom, slot.spot.clip.bottom) - max(box.y, slot.spot.clip.y)
                    whole = slot.spot.clip.grown(0.01).holds(box)
                    assert whole or min(across, down) <= 0.15 + 1e-6  # under a neighbour
                    seen.add(whole)
    assert (True in seen) == shown
