from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import Fill
from pnp.geometry import Box
from pnp.impose import PieceFaces, Placement, Sheet, SheetPages, impose, impose_planned
from pnp.impose.imposing import turned_over
from pnp.preflight import check_sheets
from pnp.units import mm
from tests.impose.faces import FOOTER, covers, deck, face, profile
from tests.laws import examples


def at(sheet: Sheet, side: str) -> dict[tuple[int, int], str]:
    """Key by (column, row) of a side."""
    chosen = sheet.front if side == "front" else sheet.back
    assert chosen is not None
    return {(slot.column, slot.row): slot.key for slot in chosen.slots}


def slot(sheet: Sheet, side: str, key: str) -> Placement:
    chosen = sheet.front if side == "front" else sheet.back
    assert chosen is not None
    return next(slot for slot in chosen.slots if slot.key == key)


@pytest.mark.parametrize(("cards", "sheets"), [(1, 1), (8, 1), (9, 1), (10, 2), (18, 2), (19, 3)])
def test_no_page_is_lost_blank_or_printed_twice(cards: int, sheets: int) -> None:
    result = impose(deck(cards), profile(), FOOTER)
    assert len(result.sheets) == sheets
    assert [(sheet.number, sheet.total) for sheet in result.sheets] == [
        (n, sheets) for n in range(1, sheets + 1)
    ]
    keys = [slot.key for sheet in result.sheets for slot in sheet.front.slots]  # type: ignore[union-attr]
    assert keys == [f"s/{number}" for number in range(1, cards + 1)]


@pytest.mark.parametrize("start", [1, 4, 9])
def test_the_first_sheet_begins_at_its_first_free_place(start: int) -> None:
    first, *others = impose(deck(12), profile(start=str(start)), FOOTER).sheets
    assert len(others) == -(-(12 + start - 1) // 9) - 1
    places = [(at % 3, at // 3) for at in range(start - 1, 9)]
    assert at(first, "front") == {place: f"s/{number}" for number, place in enumerate(places, 1)}
    assert at(first, "back") == {(2 - column, row): key for (column, row), key in at(first, "front").items()}
    keys = [slot.key for sheet in (first, *others) for slot in sheet.front.slots]  # type: ignore[union-attr]
    assert keys == [f"s/{number}" for number in range(1, 13)]


def test_a_place_beyond_the_sheet_counts_on_from_its_beginning() -> None:
    (sheet,) = impose(deck(2), profile(start="11"), FOOTER).sheets
    assert list(at(sheet, "front")) == [(1, 0), (2, 0)]


def test_no_cards_make_no_sheets_and_a_note() -> None:
    result = impose([], profile(), FOOTER)
    assert not result.sheets
    assert [item.code for item in result.diagnostics] == ["S114"]


def test_copies_are_printed_in_order_and_none_leaves_out() -> None:
    front = face()
    pieces = [
        PieceFaces(f"s/{key}", key, front, None, copies) for key, copies in (("a", 2), ("b", 0), ("c", 3))
    ]
    (sheet,) = impose(pieces, profile(), FOOTER).sheets
    assert sheet.front is not None
    assert [(slot.key, slot.copy) for slot in sheet.front.slots] == [
        ("s/a", 1),
        ("s/a", 2),
        ("s/c", 1),
        ("s/c", 2),
        ("s/c", 3),
    ]


def test_a_mistake_in_the_number_of_copies_does_not_fill_the_disk() -> None:
    pieces = [PieceFaces("s/a", "a", face(), None, 100_000)]
    result = impose(pieces, profile(), FOOTER)
    assert not result.sheets
    assert [item.code for item in result.diagnostics] == ["S113"]


def test_the_last_sheet_has_the_same_places() -> None:
    first, last = impose(deck(10), profile(), FOOTER).sheets
    assert first.front is not None
    assert last.front is not None
    assert first.front.grid == last.front.grid
    assert (first.front.slots[0].spot.x, first.front.slots[0].spot.y) == (
        last.front.slots[0].spot.x,
        last.front.slots[0].spot.y,
    )
    pages = [page for sheet in (first, last) for page in SheetPages().of(sheet)]
    assert len({(page.width, page.height, page.trim, page.bleed) for page in pages}) == 1


def test_four_cards_of_nine_have_the_fourth_back_in_the_right_column_of_row_two() -> None:
    (sheet,) = impose(deck(4), profile(), FOOTER).sheets
    assert at(sheet, "back") == {(2, 0): "s/1", (1, 0): "s/2", (0, 0): "s/3", (2, 1): "s/4"}
    assert slot(sheet, "back", "s/4").spot.x == mm(210 - 10.5 - 63)


def test_short_edge_reverses_rows_and_turns_backs_round() -> None:
    (sheet,) = impose(deck(9), profile(duplex="short-edge"), FOOTER).sheets
    assert at(sheet, "back")[(0, 2)] == "s/1"
    assert at(sheet, "back")[(2, 0)] == "s/9"
    assert {placed.turn for placed in sheet.back.slots} == {180}  # type: ignore[union-attr]


def test_landscape_turned_over_its_long_edge_reverses_rows_and_turns_backs_round() -> None:
    wide = profile(paper="100x150mm", grid="2x1")
    (sheet,) = impose(deck(2, width=63.0, height=88.0), wide, FOOTER).sheets
    assert sheet.front is not None
    assert sheet.front.grid.lying
    assert sheet.front.grid.columns == 2
    assert at(sheet, "back") == {(0, 0): "s/1", (1, 0): "s/2"}
    assert {placed.turn for placed in sheet.back.slots} == {180}  # type: ignore[union-attr]


def test_a_piece_without_a_back_leaves_its_place_empty_and_is_warned_of_once() -> None:
    front, back = face(), face(grey=1)
    pieces = [
        PieceFaces("s/a", "a", front, back, 1),
        PieceFaces("s/b", "b", front, None, 2),
        PieceFaces("s/c", "c", front, back, 1),
        PieceFaces("s/d", "d", front, None, 1),
    ]
    result = impose(pieces, profile(), FOOTER)
    (sheet,) = result.sheets
    assert at(sheet, "back") == {(2, 0): "s/a", (2, 1): "s/c"}
    (missing,) = result.diagnostics
    assert missing.code == "S120"
    assert missing.message == "'s/b', 's/d' have no back while others of the set do"


def test_no_backs_no_back_sheets() -> None:
    (sheet,) = impose(deck(3, backs=False), profile(), FOOTER).sheets
    assert sheet.back is None
    assert [page.label for page in SheetPages().of(sheet)] == ["1"]
    assert [page.label for page in SheetPages(paired=True).of(sheet)] == ["1", "1 back"]


def test_duplex_none_prints_fronts() -> None:
    (sheet,) = impose(deck(3), profile(duplex="none"), FOOTER).sheets
    assert sheet.back is None


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "none"])
def test_fronts_and_backs_apart_have_the_same_places_and_page_counts(duplex: str) -> None:
    front_file = impose(deck(11), profile(sides="fronts", duplex=duplex), FOOTER).sheets
    back_file = impose(deck(11), profile(sides="backs", duplex=duplex), FOOTER).sheets
    assert [len(SheetPages().of(sheet)) for sheet in front_file] == [1, 1]
    assert [len(SheetPages().of(sheet)) for sheet in back_file] == [1, 1]
    both = impose(deck(11), profile(duplex="long-edge" if duplex == "none" else duplex), FOOTER).sheets
    assert [sheet.back.slots for sheet in back_file] == [sheet.back.slots for sheet in both]  # type: ignore[union-attr]
    if duplex != "none":
        assert [sheet.front.slots for sheet in front_file] == [  # type: ignore[union-attr]
            sheet.front.slots
            for sheet in both  # type: ignore[union-attr]
        ]


def test_backs_alone_of_a_set_without_any_were_a_file_without_a_page() -> None:
    bare = [piece._replace(back=None) for piece in deck(3)]
    for result in (
        impose(bare, profile(sides="backs"), FOOTER),
        impose_planned([bare], profile(sides="backs"), FOOTER),
    ):
        assert result.sheets == ()
        assert [item.message for item in result.diagnostics] == ["set 'Set' has no backs to print"]


@pytest.mark.parametrize("columns", [1, 2, 3, 7])
def test_each_token_back_lies_behind_its_front_whatever_the_grid(columns: int) -> None:
    paper = profile(grid=f"{columns}x3", bleed="1mm")
    for pieces in range(1, 2 * columns + 2):
        tokens = deck(pieces, width=25.0, height=25.0, shape="circle")
        result = impose(tokens, paper, FOOTER)
        assert not check_sheets(tokens, result, paper)
        backs = [len(sheet.back.slots) for sheet in result.sheets if sheet.back is not None]
        assert sum(backs) == pieces


def test_partial_sheet_has_bleed_on_every_edge_without_a_neighbour() -> None:
    (sheet,) = impose(deck(5), profile(), FOOTER).sheets
    assert sheet.front is not None
    whole = Box(0.0, 0.0, 63.0, 88.0)
    clips = {(placed.column, placed.row): placed.spot.clip for placed in sheet.front.slots}
    under = -0.15  # neighbours to the right and below are drawn later
    assert clips[(0, 0)] == whole.inset(-3.0, under, under, -3.0)
    assert clips[(1, 0)] == whole.inset(-3.0, under, under, 0.0)
    assert clips[(2, 0)] == whole.inset(-3.0, -3.0, -3.0, 0.0)
    assert clips[(0, 1)] == whole.inset(0.0, under, -3.0, -3.0)
    assert clips[(1, 1)] == whole.inset(0.0, -3.0, -3.0, 0.0)
    shown = {(placed.column, placed.row): placed.spot.shown for placed in sheet.front.slots}
    assert shown[(0, 0)].right == pytest.approx(shown[(1, 0)].x)


def test_turned_pieces_show_their_bleed_on_the_outer_edges_too() -> None:
    (sheet,) = impose(deck(18), profile(paper="A3"), FOOTER).sheets
    assert sheet.front is not None
    corner = sheet.front.slots[0]
    assert corner.turn == 90
    assert corner.spot.shown == Box(corner.spot.x.mm - 3, corner.spot.y.mm - 3, 88 + 3, 63 + 3)
    assert corner.spot.matrix.apply(0.0, 0.0) == (
        corner.spot.x.mm + 88,
        corner.spot.y.mm,
    )  # its upper left corner points up right


def test_bleed_between_neighbours_is_half_the_gutter_at_most() -> None:
    (sheet,) = impose(deck(9), profile(gutter="2mm", margin="0mm"), FOOTER).sheets
    assert sheet.front is not None
    middle = next(placed for placed in sheet.front.slots if (placed.column, placed.row) == (1, 1))
    assert middle.spot.clip == Box(-1.0, -1.0, 65.0, 90.0)


def test_gutter_of_twice_the_bleed_gives_each_piece_its_own() -> None:
    (sheet,) = impose(deck(4), profile(gutter="6mm"), FOOTER).sheets
    assert {placed.spot.clip for placed in sheet.front.slots} == {Box(-3.0, -3.0, 69.0, 94.0)}  # type: ignore[union-attr]


@pytest.mark.parametrize("bleed", ["0mm", "3mm"])
def test_a_hexagon_shows_the_bleed_asked_for_and_no_more(bleed: str) -> None:
    tiles = deck(3, width=46.0, height=53.116, shape="hex-pointy", backs=False)
    (sheet,) = impose(tiles, profile(bleed=bleed), FOOTER).sheets
    clip = sheet.front.slots[0].spot.clip  # type: ignore[union-attr]
    assert clip.width == pytest.approx(46.0 if bleed == "0mm" else 52.0)


def test_a_round_token_shows_round_bleed() -> None:
    (sheet,) = impose(deck(30, width=25.0, height=25.0, shape="circle"), profile(bleed="2mm"), FOOTER).sheets
    assert {round(placed.spot.clip.width, 9) for placed in sheet.front.slots} == {29.0}  # type: ignore[union-attr]


def test_pieces_of_two_sizes_get_sheets_of_their_own() -> None:
    small = PieceFaces("s/mini", "mini", face(44.0, 63.0), None, 1)
    result = impose([*deck(2, backs=False), small], profile(), FOOTER)
    assert [[placed.key for placed in sheet.front.slots] for sheet in result.sheets] == [  # type: ignore[union-attr]
        ["s/1", "s/2"],
        ["s/mini"],
    ]


def test_the_digest_tells_of_the_faces_on_its_own_sheet_only() -> None:
    plain = deck(12)
    changed = [*plain[:11], PieceFaces("s/12", "12", face(grey=7), plain[0].back, 1)]
    first = [sheet.digest for sheet in impose(plain, profile(), FOOTER).sheets]
    second = [sheet.digest for sheet in impose(changed, profile(), FOOTER).sheets]
    assert first[0] == second[0]
    assert first[1] != second[1]
    assert all(len(digest) == 8 for digest in first)


def test_turning_over_twice_is_the_identity() -> None:
    for quarter in (0, 90, 180, 270):
        for axis in ("x", "y"):
            assert turned_over(turned_over(quarter, axis), axis) == quarter  # type: ignore[arg-type]


options = st.fixed_dictionaries(
    {
        "paper": st.sampled_from(["A3", "A4", "A5", "Letter", "150x100mm", "200x200mm"]),
        "duplex": st.sampled_from(["long-edge", "short-edge"]),
        "gutter": st.sampled_from(["0mm", "1mm", "4mm", "6mm", "10mm"]),
        "bleed": st.sampled_from(["0mm", "1.5mm", "3mm"]),
        "margin": st.sampled_from(["0mm", "5mm", "5mm 8mm 12mm 6mm"]),
        "marks": st.sampled_from(["crop", "lines", "none"]),
    }
)
pieces_of_sets = st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=1, max_size=12)
forms = st.sampled_from(
    [
        (63.0, 88.0, "rectangle"),
        (45.0, 45.0, "rectangle"),
        (88.0, 41.0, "rectangle"),
        (25.0, 25.0, "circle"),
        (40.0, 46.188, "hex-pointy"),
        (46.188, 40.0, "hex-flat"),
    ]
)


@examples(30)
@given(options, pieces_of_sets, forms)
def test_laws_of_sheets(
    options: dict[str, str], copies: list[tuple[int, bool]], form: tuple[float, float, str]
) -> None:
    """Every copy once, nothing overlaps, all on the paper and in its margins, every back behind its front."""
    front, back = face(*form[:2], shape=form[2]), face(*form[:2], shape=form[2], grey=9)  # type: ignore[arg-type]
    pieces = [
        PieceFaces(f"s/{index}", str(index), front, back if backed else None, number)
        for index, (number, backed) in enumerate(copies)
    ]
    made = profile(**options)
    result = impose(pieces, made, FOOTER)
    if any(item.code == "S110" for item in result.diagnostics):
        return
    assert [item for item in check_sheets(pieces, result, made) if item.code != "S310"] == []
    printed = Counter(slot.key for sheet in result.sheets for slot in sheet.front.slots)  # type: ignore[union-attr]
    assert printed == Counter({piece.key: piece.copies for piece in pieces if piece.copies})
    for sheet in result.sheets:
        for side in sheet.sides:
            margin = made.margin.lying() if side.grid.lying else made.margin
            area = Box(0.0, 0.0, side.grid.page_width.mm, side.grid.page_height.mm).inset(
                margin.top.mm, margin.right.mm, margin.bottom.mm, margin.left.mm
            )
            assert all(area.holds(placed.spot.shown) for placed in side.slots)
            for index, one in enumerate(side.slots):
                for other in side.slots[index + 1 :]:
                    assert not covers(other, one)
                    assert not covers(one, other)


def test_background_fills_used_places_only() -> None:
    (page,) = SheetPages().of(impose(deck(1, backs=False), profile(marks="none"), FOOTER).sheets[0])
    assert not page.under
    assert not [item for item in page.items if isinstance(item, Fill)]
    assert len(page.placed) == 1
    assert page.placed[0].clip.width <= 63 + 6
