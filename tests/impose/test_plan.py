from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import Outline
from pnp.geometry import Box
from pnp.impose import (
    Imposition,
    Mosaic,
    PieceFaces,
    PrintProfile,
    SheetPages,
    SheetSide,
    best_grid,
    impose,
    impose_planned,
    plan_pages,
)
from pnp.impose.marks import straight_cuts
from pnp.preflight import check_sheets
from tests.impose.faces import FOOTER, context, covers, face, profile
from tests.laws import examples

POKER = Outline("rectangle", 63.0, 88.0, 3.0)
TILE = Outline("rectangle", 45.0, 45.0)
TOKEN = Outline("circle", 20.0, 20.0)
PAWN = Outline("rectangle", 25.0, 112.0)
HEX = Outline("hex-pointy", 40.0, 40.0 * 2 / 3**0.5)
FLAT = Outline("hex-flat", 30.0 * 2 / 3**0.5, 30.0)

outlines = st.sampled_from(
    [
        POKER,
        TILE,
        TOKEN,
        PAWN,
        HEX,
        FLAT,
        Outline("rectangle", 44.0, 68.0, 3.0),
        Outline("rectangle", 105.0, 70.0),
        Outline("circle", 15.0, 15.0),
    ]
)
demands = st.dictionaries(outlines, st.integers(1, 30), min_size=1, max_size=4)
options = st.fixed_dictionaries(
    {
        "paper": st.sampled_from(["A4", "Letter", "A3", "200x200mm"]),
        "duplex": st.sampled_from(["long-edge", "short-edge"]),
        "fold": st.sampled_from(["none", "none", "vertical", "horizontal"]),
        "gutter": st.sampled_from(["0mm", "0mm", "4mm"]),
        "bleed": st.sampled_from(["0mm", "2mm", "3mm"]),
        "margin": st.sampled_from(["0mm", "5mm", "5mm 8mm 12mm 6mm"]),
        "marks": st.sampled_from(["crop", "lines", "none"]),
    }
)


def sets_of(demand: dict[Outline, int], *, backs: bool = True) -> list[list[PieceFaces]]:
    """One set of one piece with so many copies for each outline; every other one without a back."""
    sets = []
    for number, (outline, count) in enumerate(demand.items()):
        form = {"shape": outline.shape, "width": outline.width, "height": outline.height}
        back = face(**form, grey=9) if backs and number % 2 == 0 else None  # type: ignore[arg-type]
        sets.append([PieceFaces(f"s{number}/1", str(number), face(**form), back, count)])  # type: ignore[arg-type]
    return sets


def planned(demand: dict[Outline, int], made: PrintProfile) -> tuple[list[list[PieceFaces]], Imposition]:
    sets = sets_of(demand)
    return sets, impose_planned(sets, made, FOOTER)


def apart_by_cuts(boxes: list[Box]) -> bool:
    """Whether straight cuts, each through all of what the cuts before left whole, part all boxes (by trying)."""
    if len(boxes) < 2:
        return True
    for low, high in (
        (lambda box: box.x, lambda box: box.right),
        (lambda box: box.y, lambda box: box.bottom),
    ):
        for at in sorted({high(box) for box in boxes}):
            before = [box for box in boxes if high(box) <= at + 1e-6]
            after = [box for box in boxes if low(box) >= at - 1e-6]
            if before and after and len(before) + len(after) == len(boxes):
                return apart_by_cuts(before) and apart_by_cuts(after)
    return False


def blocks(side: SheetSide) -> list[Box]:
    """What the pieces of each grid cover together."""
    found: dict[int, list[Box]] = {}
    for slot in side.slots:
        found.setdefault(slot.part, []).append(slot.spot.trim)
    return [
        Box(
            left := min(box.x for box in trims),
            top := min(box.y for box in trims),
            max(box.right for box in trims) - left,
            max(box.bottom for box in trims) - top,
        )
        for trims in found.values()
    ]


@examples(12)
@given(demands, options)
def test_laws_of_planned_sheets(demand: dict[Outline, int], typed: dict[str, str]) -> None:
    """Each copy once, inside the margins, nothing overlapping, backs behind, blocks parted by straight cuts."""
    made = profile(**typed)
    sets, result = planned(demand, made)
    if any(item.code in ("S110", "S112") for item in result.diagnostics):
        return
    pieces = [piece for each in sets for piece in each]
    assert [item for item in check_sheets(pieces, result, made) if item.code != "S310"] == []
    printed = Counter(slot.key for sheet in result.sheets for slot in sheet.front.slots)  # type: ignore[union-attr]
    assert printed == Counter({piece.key: piece.copies for piece in pieces})
    for sheet in result.sheets:
        for side in sheet.sides:
            margin = made.margin.lying() if side.grid.lying else made.margin
            page = Box(0.0, 0.0, side.grid.page_width.mm, side.grid.page_height.mm)
            area = page.inset(margin.top.mm, margin.right.mm, margin.bottom.mm, margin.left.mm)
            assert all(area.holds(slot.spot.shown) for slot in side.slots)
            assert apart_by_cuts(blocks(side))
            for index, one in enumerate(side.slots):
                for other in side.slots[index + 1 :]:
                    assert not covers(one, other)
                    assert not covers(other, one)


@examples(12)
@given(demands, options)
def test_the_partings_part_the_blocks_in_their_order(
    demand: dict[Outline, int], typed: dict[str, str]
) -> None:
    """Each dashed line runs between blocks, from edge to edge of what the lines before it left whole."""
    _, result = planned(demand, profile(**typed))
    for sheet in result.sheets:
        layout = sheet.front.grid  # type: ignore[union-attr]
        if not isinstance(layout, Mosaic):
            continue
        trims = [Box(g.left.mm, g.top.mm, g.width.mm, g.height.mm) for g in layout.parts]
        whole = [trims]
        for cut in layout.partings:
            at, ends = cut.at.mm, (cut.start.mm, cut.end.mm)
            for piece in whole:
                sides = [
                    (b.x, b.right, b.y, b.bottom) if cut.axis == "x" else (b.y, b.bottom, b.x, b.right)
                    for b in piece
                ]
                before = [b for b, side in zip(piece, sides, strict=True) if side[1] <= at]
                after = [b for b, side in zip(piece, sides, strict=True) if side[0] >= at]
                inside = all(side[2] >= ends[0] and side[3] <= ends[1] for side in sides)
                if before and after and inside and len(before) + len(after) == len(piece):
                    whole.remove(piece)
                    whole += [before, after]
                    break
            else:
                raise AssertionError(f"{cut} parts nothing")
        assert all(len(piece) == 1 for piece in whole)


@examples(12)
@given(demands, options)
def test_together_never_takes_more_sheets_than_apart(
    demand: dict[Outline, int], typed: dict[str, str]
) -> None:
    made = profile(**typed)
    grids = {outline: best_grid(outline, made, backs=True) for outline in demand}
    if not all(grids.values()):
        return
    pages = plan_pages(demand, made, backs=True)
    assert len(pages) <= sum(-(-count // grids[outline].count) for outline, count in demand.items())  # type: ignore[union-attr]
    assert sum((page.pieces for page in pages), Counter()) == Counter(demand)


def test_cards_tiles_tokens_and_pawns_share_a_sheet() -> None:
    demand = {POKER: 112, TILE: 40, TOKEN: 78, PAWN: 4}
    made = profile(bleed="2mm")
    apart = sum(-(-count // best_grid(outline, made, backs=True).count) for outline, count in demand.items())  # type: ignore[union-attr]
    pages = plan_pages(demand, made, backs=True)
    assert (apart, len(pages)) == (17, 16)
    assert pages == plan_pages(demand, made, backs=True)


def test_tokens_find_room_under_nine_cards() -> None:
    (page,) = plan_pages(
        {POKER: 9, Outline("circle", 15.0, 15.0): 10}, profile(bleed="2mm", margin="4mm"), backs=True
    )
    assert page.pieces == {POKER: 9, Outline("circle", 15.0, 15.0): 10}
    assert page.cuts == 9  # one between the blocks, eight along three columns and rows
    assert page.outlined == 10


def test_the_plan_counts_the_cuts_that_the_sheets_have() -> None:
    demand = {POKER: 5, TILE: 7, TOKEN: 9, PAWN: 2}
    made = profile(bleed="2mm")
    pages = plan_pages(demand, made, backs=True)
    sheets = impose_planned(sets_of(demand), made, FOOTER).sheets
    assert [page.cuts for page in pages] == [straight_cuts(sheet.front) for sheet in sheets]  # type: ignore[arg-type]
    assert sum(page.cuts for page in pages) > 20


def test_a_sheet_without_backs_is_printed_on_one_side_and_followed_by_an_empty_page() -> None:
    one_sided = [
        [PieceFaces("a/1", "a", face(190.0, 250.0), None, 1)],
        [PieceFaces("b/1", "b", face(190.0, 250.0), face(190.0, 250.0, grey=9), 1)],
    ]
    sheets = impose_planned(one_sided, profile(), FOOTER).sheets
    assert [sheet.back is None for sheet in sheets] == [True, False]
    pages = [page for sheet in sheets for page in SheetPages(paired=True).of(sheet)]
    assert [len(page.placed) for page in pages] == [1, 0, 1, 1]


def test_backs_alone_lay_behind_the_fronts_of_other_sheets() -> None:
    """A sheet without backs had no page among them, so all that followed were one page too early."""
    one_sided = [
        [PieceFaces("a/1", "a", face(190.0, 250.0), None, 1)],
        [PieceFaces("b/1", "b", face(190.0, 250.0), face(190.0, 250.0, grey=9), 1)],
    ]
    fronts, backs = (
        [
            page
            for sheet in impose_planned(one_sided, profile(sides=sides), FOOTER).sheets
            for page in SheetPages().of(sheet)
        ]
        for sides in ("fronts", "backs")
    )
    assert [len(page.placed) for page in fronts] == [1, 1]
    assert [len(page.placed) for page in backs] == [0, 1]


def test_pieces_without_backs_are_reported_set_by_set() -> None:
    bare = [[PieceFaces("a/1", "a", face(), None, 1)], [PieceFaces("b/1", "b", face(), face(grey=9), 1)]]
    assert [item.code for item in impose_planned(bare, profile(), FOOTER).diagnostics] == []
    assert [item.code for item in impose(bare[0] + bare[1], profile(), FOOTER).diagnostics] == ["S120"]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_planned_sheet_has_ruler_and_footer(paper: str) -> None:
    demand = {POKER: 40, TILE: 20, TOKEN: 70, PAWN: 4, HEX: 9}
    sets = sets_of(demand)
    made = profile(bleed="2mm", paper=paper)
    result = impose_planned(sets, made, FOOTER._replace(set_name="A set with rather a long name"), context())
    assert [item.code for item in result.diagnostics] == []
    for sheet in result.sheets:
        assert sheet.front is not None
        assert sheet.front.items


def test_marks_stand_outside_every_trim() -> None:
    demand = {POKER: 5, TILE: 7, TOKEN: 9, PAWN: 2}
    for sheet in impose_planned(sets_of(demand), profile(bleed="2mm"), FOOTER).sheets:
        layout = sheet.front.grid  # type: ignore[union-attr]
        assert isinstance(layout, Mosaic)
        trims = [slot.spot.trim for slot in sheet.front.slots]  # type: ignore[union-attr]
        for cut in layout.partings:
            line = (
                Box(cut.at.mm, cut.start.mm, 0.0, (cut.end - cut.start).mm)
                if cut.axis == "x"
                else Box(cut.start.mm, cut.at.mm, (cut.end - cut.start).mm, 0.0)
            )
            assert not any(trim.meets(line.grown(0.9)) for trim in trims)
