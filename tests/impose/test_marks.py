"""Marks, ruler and footer: where they stand and what they never touch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour import BLACK, REGISTRATION, WHITE, Colour
from pnp.draw import GlyphRun, Group, Item, Stroke
from pnp.draw.face import Shape
from pnp.draw.parts import leaf_box, leaves
from pnp.geometry import Box, Matrix
from pnp.impose import Footer, PieceFaces, Sheet, SheetSide, impose
from pnp.impose.marks import ARC_COLOUR, MARK_WIDTH
from pnp.impose.profile import BACK_COLOUR
from pnp.text import TextContext
from pnp.units import MM_PER_PT
from tests.impose.faces import FOOTER, context, deck, face, profile
from tests.laws import examples

DOOM = Footer("Zombies Doom", "Karty zbraní", "cs", "2024-01")


@pytest.fixture(scope="module")
def czech() -> TextContext:
    return context("cs")


def side(sheet: Sheet, name: str = "front") -> SheetSide:
    found = sheet.front if name == "front" else sheet.back
    assert found is not None
    return found


def ticks(marked: SheetSide) -> list[tuple[float, float, float, float]]:
    """The straight marks of a side as x1, y1, x2, y2."""
    colour = BLACK if marked.side == "front" else BACK_COLOUR
    found = []
    for item in marked.items:
        if isinstance(item, Stroke) and item.paint == colour:
            ends = [tuple(float(value) for value in segment[1:]) for segment in item.path]
            found += [(*one, *other) for one, other in zip(ends[::2], ends[1::2], strict=True)]
    return found  # type: ignore[return-value]


def tick_boxes(marked: SheetSide) -> list[Box]:
    return [
        Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).grown(MARK_WIDTH / 2)
        for x1, y1, x2, y2 in ticks(marked)
    ]


def furniture(marked: SheetSide) -> list[Box]:
    """The boxes of ruler and footer."""
    boxes = []
    for item in marked.items:
        if isinstance(item, Group) and words((item,)):
            parts = [leaf.matrix.apply_box(leaf_box(leaf.item)) for leaf in leaves([item])]
            left, top = min(box.x for box in parts), min(box.y for box in parts)
            right, bottom = max(box.right for box in parts), max(box.bottom for box in parts)
            boxes.append(Box(left, top, right - left, bottom - top))
    return boxes


def words(items: tuple[Item, ...]) -> str:
    return "".join(leaf.item.text for leaf in leaves(items) if isinstance(leaf.item, GlyphRun))


def test_each_cut_of_nine_cards_has_a_mark_at_both_ends_outside_the_bleed() -> None:
    front = side(impose(deck(9), profile(), FOOTER).sheets[0])
    across = sorted({x1 for x1, _, x2, _ in ticks(front) if x1 == x2})
    down = sorted({y1 for _, y1, _, y2 in ticks(front) if y1 == y2})
    assert across == [10.5, 73.5, 136.5, 199.5]
    assert down == [16.5, 104.5, 192.5, 280.5]
    assert len(ticks(front)) == 16
    upper = [(y1, y2) for x1, y1, x2, y2 in ticks(front) if x1 == x2 and y1 < 100]
    assert all(max(pair) <= 13.5 and abs(pair[0] - pair[1]) >= 3 for pair in upper)


def test_marks_are_a_quarter_point_and_on_by_default() -> None:
    front = side(impose(deck(1), profile(), FOOTER).sheets[0])
    (marks,) = (item for item in front.items if isinstance(item, Stroke))
    assert marks.width == pytest.approx(0.25 * MM_PER_PT)
    assert len(ticks(front)) == 8


def test_a_partial_sheet_has_marks_for_its_own_cuts_only() -> None:
    front = side(impose(deck(2), profile(), FOOTER).sheets[0])
    assert sorted({x1 for x1, _, x2, _ in ticks(front) if x1 == x2}) == [10.5, 73.5, 136.5]
    assert sorted({y1 for _, y1, _, y2 in ticks(front) if y1 == y2}) == [16.5, 104.5]


def test_marks_of_the_back_are_mirrored_with_the_places_and_in_another_colour() -> None:
    (sheet,) = impose(deck(2), profile(), FOOTER).sheets
    back = side(sheet, "back")
    assert sorted({x1 for x1, _, x2, _ in ticks(back) if x1 == x2}) == [73.5, 136.5, 199.5]


def test_no_marks_draws_none() -> None:
    shapes: tuple[Shape, ...] = ("rectangle", "circle")
    for shape in shapes:
        pieces = [PieceFaces("s/a", "a", face(20.0, 20.0, shape=shape), None, 4)]
        front = side(impose(pieces, profile(marks="none"), FOOTER).sheets[0])
        (ruler,) = front.items
        assert isinstance(ruler, Group)


def test_whole_lines_are_dark_on_light_from_edge_to_edge() -> None:
    front = side(impose(deck(9), profile(marks="lines"), FOOTER).sheets[0])
    light, dark = (item for item in front.items if isinstance(item, Stroke))
    assert (light.paint, dark.paint) == (WHITE, BLACK)
    assert light.path == dark.path
    assert light.width > 2 * dark.width
    assert len(ticks(front)) == 8
    assert all(abs(x2 - x1) > 189 or abs(y2 - y1) > 264 for x1, y1, x2, y2 in ticks(front))


def test_a_cut_line_is_along_each_piece_on_a_layer_and_replaces_rings() -> None:
    cut = Colour.parse("spot(CutContour)")
    shapes: tuple[Shape, ...] = ("rectangle", "circle")
    for shape in shapes:
        pieces = [PieceFaces("s/a", "a", face(20.0, 20.0, shape=shape), None, 4)]
        front = side(impose(pieces, profile(**{"cut-line": "CutContour"}), FOOTER).sheets[0])
        layers = {item.layer: item.items for item in front.items if isinstance(item, Group) and item.layer}
        outlines = [item for group in layers["Cut lines"] if isinstance(group, Group) for item in group.items]
        assert [each.paint for each in outlines if isinstance(each, Stroke)] == [cut] * 4
        assert ("Marks" in layers) == (shape == "rectangle")


def test_marks_of_a_press_are_on_layers_in_registration_colour() -> None:
    front = side(impose(deck(4), profile(colour="cmyk"), FOOTER).sheets[0])
    layers = {item.layer: item.items for item in front.items if isinstance(item, Group)}
    assert list(layers) == ["Marks", "Ruler and footer"]
    assert [item.paint for item in layers["Marks"] if isinstance(item, Stroke)] == [REGISTRATION]


def test_round_corners_are_drawn_on_fronts_where_they_are_asked_for() -> None:
    from pnp.draw import Face, Outline

    rounded = Face(Outline("rectangle", 63.0, 88.0, 3.0), 3.0, ())
    pieces = [PieceFaces("s/a", "a", rounded, rounded, 2)]
    for marks in ("crop", "lines"):
        (sheet,) = impose(pieces, profile(marks=marks), FOOTER).sheets
        assert not [
            item for item in side(sheet).items if isinstance(item, Stroke) and item.paint == ARC_COLOUR
        ]
    (sheet,) = impose(pieces, profile(marks="corners"), FOOTER).sheets
    (arcs,) = (item for item in side(sheet).items if isinstance(item, Stroke) and item.paint == ARC_COLOUR)
    assert [segment[0] for segment in arcs.path] == ["M", "C"] * 8
    assert arcs.path[0][1:] == (10.5 + 60.0, 16.5)
    assert arcs.path[1][-2:] == (10.5 + 63.0, 16.5 + 3.0)
    assert not [
        item for item in side(sheet, "back").items if isinstance(item, Stroke) and item.paint == ARC_COLOUR
    ]


def test_round_pieces_get_their_outline_and_no_straight_marks() -> None:
    (sheet,) = impose(deck(3, width=25.0, height=25.0, shape="circle"), profile(), FOOTER).sheets
    front = side(sheet)
    assert not ticks(front)
    rings = [item for item in front.items if isinstance(item, Group) and len(item.items) == 2]
    assert len(rings) == 3
    assert {type(part) for ring in rings for part in ring.items} == {Stroke}


def test_the_ruler_is_a_hundred_millimetres_and_says_so(czech: TextContext) -> None:
    front = side(impose(deck(9), profile(), DOOM, czech).sheets[0])
    rulers = [
        leaf
        for leaf in leaves(front.items)
        if isinstance(leaf.item, Stroke) and len(leaf.item.path) == 2 + 2 * 101
    ]
    (ruler,) = rulers
    start, end = (
        ruler.matrix.apply(*(float(value) for value in segment[1:]))
        for segment in ruler.item.path[:2]  # type: ignore[union-attr]
    )
    assert end.x - start.x == pytest.approx(100.0, abs=1e-9)
    assert end.y == start.y
    assert "100" in words(front.items)


def test_the_footer_names_game_set_sheet_language_version_and_hash(czech: TextContext) -> None:
    first, second = impose(deck(10), profile(), DOOM, czech).sheets
    told = words(side(second).items)
    for part in ("Zombies Doom", "Karty zbraní", "List 2 z 2", "čeština", "2024-01", second.digest, "100"):
        assert part in told, part
    assert "Líc" in told
    assert "Rub" in words(side(second, "back").items)
    assert first.digest != second.digest


def test_letter_puts_ruler_and_footer_beside_the_cards(czech: TextContext) -> None:
    result = impose(deck(9), profile(paper="Letter"), DOOM, czech)
    assert not result.diagnostics
    boxes = furniture(side(result.sheets[0]))
    assert len(boxes) == 2
    assert all(box.height > box.width for box in boxes)


def test_no_room_for_ruler_footer_and_marks_is_warned_of_once(czech: TextContext) -> None:
    tight = deck(4, width=105.0, height=148.5)
    result = impose(tight, profile(margin="0mm", bleed="0mm"), DOOM, czech)
    assert [item.code for item in result.diagnostics] == ["S130", "S131", "S132"]
    assert not furniture(side(result.sheets[0]))


@pytest.mark.parametrize("paper", ["A5", "A4", "Letter", "A3"])
def test_a_long_footer_never_meets_a_card(paper: str, czech: TextContext) -> None:
    footer = Footer("Pack", "Příšery a kouzla, druhé vydání", "cs", "v1.10")
    result = impose(deck(10), profile(paper=paper), footer, czech)
    dropped = {item.code for item in result.diagnostics}
    for sheet in result.sheets:
        for marked in sheet.sides:
            boxes = furniture(marked)
            assert len(boxes) == (2 if marked.side == "front" else 1) - ("S131" in dropped) - (
                "S130" in dropped and marked.side == "front"
            )
            assert not [1 for box in boxes for slot in marked.slots if box.meets(slot.spot.shown)]


@examples(20)
@given(
    st.fixed_dictionaries(
        {
            "paper": st.sampled_from(["A3", "A4", "A5", "Letter", "Legal", "150x100mm"]),
            "duplex": st.sampled_from(["long-edge", "short-edge", "none"]),
            "gutter": st.sampled_from(["0mm", "2mm", "6mm"]),
            "bleed": st.sampled_from(["0mm", "2mm", "3mm"]),
            "margin": st.sampled_from(["0mm", "5mm", "10mm", "5mm 8mm 12mm 6mm"]),
        }
    ),
    st.sampled_from([(63.0, 88.0), (45.0, 45.0), (57.0, 87.0), (88.0, 41.0), (20.0, 20.0), (33.0, 28.0)]),
    st.integers(1, 30),
)
def test_marks_ruler_and_footer_touch_neither_pieces_nor_each_other(
    options: dict[str, str], size: tuple[float, float], count: int
) -> None:
    result = impose(deck(count, width=size[0], height=size[1]), profile(**options), DOOM, SHARED)
    cramped = any(item.code == "S132" for item in result.diagnostics)
    for sheet in result.sheets:
        for marked in sheet.sides:
            grid = marked.grid
            paper = Box(0.0, 0.0, grid.page_width.mm, grid.page_height.mm)
            marks, boxes = tick_boxes(marked), furniture(marked)
            assert all(paper.holds(box, MARK_WIDTH) for box in (*marks, *boxes))
            for slot in marked.slots:
                core = slot.spot.shown.grown(-MARK_WIDTH)
                assert not [box for box in (*marks, *boxes) if box.meets(core)]
            assert not [1 for box in boxes for mark in marks if box.meets(mark)]
            assert not [1 for at, box in enumerate(boxes) for other in boxes[at + 1 :] if box.meets(other)]
            if not cramped and marked.slots:
                cuts = {cut for slot in marked.slots for cut in (slot.spot.trim.x, slot.spot.trim.right)}
                assert len([1 for x1, _, x2, _ in ticks(marked) if x1 == x2]) >= 2 * len(
                    {round(c, 6) for c in cuts}
                )


SHARED = context("cs")


def test_the_ruler_lies_along_the_edge_it_was_given_on_any_side() -> None:
    from pnp.impose.furniture import LANE, Edge, rims
    from pnp.impose.grid import best_grid

    grid = best_grid(deck(1)[0].front.outline, profile())
    assert grid is not None
    page = Box(0.0, 0.0, 210.0, 297.0)
    for edge, rim in rims(grid.block, profile().margin, "outside").items():
        lane = rim.lane(0)
        assert page.holds(lane.box)
        assert min(lane.box.width, lane.box.height) == pytest.approx(LANE)
        assert (lane.box.width > lane.box.height) == edge.level
        assert lane.matrix != Matrix() or edge is Edge.TOP
