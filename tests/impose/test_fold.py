"""Fronts and backs on one page, folded together: what touches what once the paper is folded."""

from __future__ import annotations

import io
from collections import Counter

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import Document, Stroke
from pnp.draw.parts import leaves
from pnp.geometry import Box
from pnp.impose import PieceFaces, Placement, PrintProfile, Sheet, SheetPages, impose
from pnp.impose.marks import FOLD_COLOUR
from pnp.pdf import write_pdf
from pnp.preflight import check_sheets
from pnp.units import MM_PER_PT
from tests.impose.faces import FOOTER, context, covers, deck, face, profile
from tests.impose.test_pdf import placed_boxes
from tests.laws import examples


def mates(sheet: Sheet) -> list[tuple[Placement, Placement]]:
    """Each back of a sheet with the front of the same copy."""
    assert sheet.front is not None
    assert sheet.back is not None
    fronts = {(slot.key, slot.copy): slot for slot in sheet.front.slots}
    return [(fronts[(slot.key, slot.copy)], slot) for slot in sheet.back.slots]


def touches(sheet: Sheet, front: Placement, back: Placement) -> bool:
    """Whether every corner of the front, once the page is folded, lies on the corner of the back that is behind it.

    A piece is turned over like the leaf of a book, so what is left on its front is right on its back.
    """
    assert sheet.front is not None
    width, height = sheet.front.grid.page_width.mm, sheet.front.grid.page_height.mm
    across, down = front.face.width, front.face.height
    for u, v in ((0.0, 0.0), (across, 0.0), (0.0, down), (across, down)):
        x, y = front.spot.matrix.apply(u, v)
        folded = (width - x, y) if sheet.fold == "x" else (x, height - y)
        if folded != pytest.approx(back.spot.matrix.apply(across - u, v), abs=0.001):
            return False
    return True


@pytest.mark.parametrize(("fold", "axis"), [("vertical", "x"), ("horizontal", "y")])
@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_backs_touch_their_fronts_upright_and_as_far_from_the_fold(fold: str, axis: str, paper: str) -> None:
    for sheet in impose(deck(7), profile(fold=fold, paper=paper), FOOTER).sheets:
        assert sheet.fold == axis
        assert sheet.front is not None
        width, height = sheet.front.grid.page_width.mm, sheet.front.grid.page_height.mm
        for front, back in mates(sheet):
            assert touches(sheet, front, back)
            if axis == "x":
                assert width / 2 - front.spot.trim.right == pytest.approx(back.spot.trim.x - width / 2)
                assert front.spot.trim.right < width / 2
            else:
                assert height / 2 - front.spot.trim.bottom == pytest.approx(back.spot.trim.y - height / 2)


def test_backs_stand_the_same_way_up_beside_a_vertical_fold_and_upside_down_below_a_level_one() -> None:
    upright = profile(fold="vertical", paper="A3", grid="2x4")
    assert {back.turn for _, back in mates(impose(deck(8), upright, FOOTER).sheets[0])} == {0}
    level = profile(fold="horizontal", paper="A3", grid="4x2")
    assert {back.turn for _, back in mates(impose(deck(8), level, FOOTER).sheets[0])} == {180}


def test_the_innermost_pieces_keep_their_whole_bleed_and_room_for_marks_at_the_fold() -> None:
    (sheet,) = impose(deck(2), profile(fold="vertical", bleed="3mm"), FOOTER).sheets
    for front, back in mates(sheet):
        assert 105.0 - front.spot.trim.right == pytest.approx(6.0)
        assert front.spot.shown.right == pytest.approx(105.0 - 3.0)
        assert back.spot.shown.x == pytest.approx(105.0 + 3.0)


def test_any_fold_takes_the_one_that_holds_more() -> None:
    counts = {
        fold: impose(deck(40), profile(fold=fold), FOOTER).sheets[0].front.grid.count  # type: ignore[union-attr]
        for fold in ("vertical", "horizontal", "any")
    }
    assert counts["any"] == max(counts["vertical"], counts["horizontal"]) == 4
    wide = deck(40, width=150.0, height=40.0)
    assert impose(wide, profile(fold="any"), FOOTER).sheets[0].fold == "y"


def test_a_page_holds_both_sides_and_says_where_to_fold() -> None:
    (sheet,) = impose(deck(3), profile(fold="vertical"), FOOTER, context()).sheets
    (page,) = SheetPages(paired=True).of(sheet)
    assert len(page.placed) == 6
    assert page.label == "1"
    assert not sheet.two_sided
    folds = [
        seen
        for seen in leaves(page.items)
        if isinstance(seen.item, Stroke) and seen.item.dash and seen.item.paint == FOLD_COLOUR
    ]
    assert len(folds) == 1
    assert {segment[1] for segment in folds[0].item.path} == {105.0}  # type: ignore[union-attr]
    texts = [seen.item.text for seen in leaves(page.items) if hasattr(seen.item, "text")]
    assert "fold here" in texts
    assert not any("Front" in text for text in texts)


def test_cards_without_backs_beside_cards_with_leave_their_place_empty() -> None:
    front, back = face(), face(grey=1)
    pieces = [
        PieceFaces("s/a", "a", front, back, 3),
        PieceFaces("s/b", "b", front, None, 2),
        PieceFaces("s/c", "c", front, back, 1),
    ]
    made = profile(fold="any")
    result = impose(pieces, made, FOOTER)
    assert [item.code for item in result.diagnostics] == ["S120"]
    assert not check_sheets(pieces, result, made)
    backs = Counter(back.key for sheet in result.sheets for _, back in mates(sheet))
    assert backs == {"s/a": 3, "s/c": 1}


def test_nothing_is_folded_where_no_piece_has_a_back() -> None:
    (sheet,) = impose(deck(9, backs=False), profile(fold="any"), FOOTER).sheets
    assert sheet.fold is None
    assert sheet.front is not None
    assert sheet.front.grid.count == 9


@pytest.mark.parametrize("sides", ["fronts", "backs"])
def test_one_side_alone_stands_where_it_would_stand_beside_the_other(sides: str) -> None:
    both = impose(deck(5), profile(fold="any"), FOOTER).sheets
    alone = impose(deck(5), profile(fold="any", sides=sides), FOOTER).sheets
    for one, whole in zip(alone, both, strict=True):
        (page,) = SheetPages().of(one)
        (side,) = one.sides
        mate = whole.front if sides == "fronts" else whole.back
        assert mate is not None
        assert side.slots == mate.slots
        assert len(page.placed) == len(side.slots)


def test_what_does_not_fit_half_a_page_is_reported_with_the_fold_in_the_sum() -> None:
    wide = deck(1, width=150.0, height=200.0)
    (fault,) = impose(wide, profile(fold="vertical"), FOOTER).diagnostics
    assert fault.code == "S110"
    assert "half of A4 has" in fault.message
    assert "and the fold" in fault.message
    assert "print on both sides, with fold none" in fault.help
    assert "use A3 or Legal" in fault.help
    (fault,) = impose(deck(1), profile(fold="vertical", grid="2x3"), FOOTER).diagnostics
    assert fault.code == "S111"
    assert fault.message == (
        "2 columns need 133 mm (2 × 63 mm + 1 mm bleed + 6 mm at the fold), "
        "half of A4 has 100 mm inside margins of 5 mm"
    )


folds = st.fixed_dictionaries(
    {
        "paper": st.sampled_from(["A3", "A4", "Letter", "150x200mm", "200x200mm"]),
        "fold": st.sampled_from(["vertical", "horizontal", "any"]),
        "duplex": st.sampled_from(["long-edge", "short-edge", "none"]),
        "gutter": st.sampled_from(["0mm", "1mm", "6mm"]),
        "bleed": st.sampled_from(["0mm", "1.5mm", "3mm"]),
        "margin": st.sampled_from(["0mm", "5mm", "5mm 8mm 12mm 6mm"]),
        "marks": st.sampled_from(["crop", "lines", "none"]),
    }
)
copies_of_pieces = st.lists(
    st.tuples(st.integers(0, 7), st.sampled_from(["common", "own", "none"])), min_size=1, max_size=9
)
forms = st.sampled_from(
    [
        (63.0, 88.0, "rectangle"),
        (45.0, 45.0, "rectangle"),
        (25.0, 25.0, "circle"),
        (40.0, 46.188, "hex-pointy"),
        (46.188, 40.0, "hex-flat"),
    ]
)


@examples(40)
@given(folds, copies_of_pieces, forms)
def test_laws_of_folded_sheets(
    options: dict[str, str], copies: list[tuple[int, str]], form: tuple[float, float, str]
) -> None:
    """Each copy once; each back on its front once the page is folded; nothing beyond margins, overlapping or on the fold."""
    shape = {"width": form[0], "height": form[1], "shape": form[2]}
    common = face(**shape, grey=9)  # type: ignore[arg-type]
    backs = {"common": lambda _: common, "own": lambda n: face(**shape, grey=100 + n), "none": lambda _: None}  # type: ignore[arg-type]
    pieces = [
        PieceFaces(f"s/{index}", str(index), face(**shape), backs[kind](index), number)  # type: ignore[arg-type]
        for index, (number, kind) in enumerate(copies)
    ]
    made: PrintProfile = profile(**options)
    result = impose(pieces, made, FOOTER)
    if any(item.code == "S110" for item in result.diagnostics):
        return
    assert [item for item in check_sheets(pieces, result, made) if item.code != "S310"] == []
    backed = any(piece.back is not None and piece.copies for piece in pieces)
    for sheet in result.sheets:
        assert (sheet.fold is not None) == backed
        if sheet.fold is None:
            continue
        for front, back in mates(sheet):
            assert touches(sheet, front, back)
        margin = made.margin.lying() if sheet.front.grid.lying else made.margin  # type: ignore[union-attr]
        (page,) = SheetPages().of(sheet)
        area = Box(0.0, 0.0, page.width.mm, page.height.mm).inset(
            margin.top.mm, margin.right.mm, margin.bottom.mm, margin.left.mm
        )
        placed = [slot for side in sheet.sides for slot in side.slots]
        assert all(area.holds(slot.spot.shown) for slot in placed)
        for index, one in enumerate(placed):
            for other in placed[index + 1 :]:
                assert not covers(other, one)
                assert not covers(one, other)


@pytest.mark.parametrize("fold", ["vertical", "horizontal"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_written_file_has_exact_trims_mirrored_at_the_fold(paper: str, fold: str) -> None:
    pieces = [PieceFaces(f"s/{n}", str(n), face(grey=n), face(grey=100 + n), 1) for n in range(9)]
    sheets = impose(pieces, profile(paper=paper, fold=fold), FOOTER).sheets
    pages = [page for sheet in sheets for page in SheetPages().of(sheet)]
    data = write_pdf(Document("t", "en", pages, duplex="simplex"), context().fonts)
    seen = 0
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for sheet, page in zip(sheets, pdf.pages, strict=True):
            width, height = (float(value) * MM_PER_PT for value in page.mediabox[2:])
            boxes = [box.grown(-3.0) for box in placed_boxes(page)]
            half = len(boxes) // 2
            backs = {slot.key: box for slot, box in zip(sheet.back.slots, boxes[half:], strict=True)}  # type: ignore[union-attr]
            for slot, trim in zip(sheet.front.slots, boxes[:half], strict=True):  # type: ignore[union-attr]
                assert sorted((trim.width, trim.height)) == pytest.approx([63.0, 88.0], abs=0.01)
                other = backs[slot.key]
                folded = (
                    (width - other.right, other.y) if fold == "vertical" else (other.x, height - other.bottom)
                )
                assert folded == pytest.approx((trim.x, trim.y), abs=0.01)
                seen += 1
            assert page.trimbox != page.mediabox
    assert seen == 9


def test_the_fold_lies_in_the_middle_whatever_the_margins() -> None:
    (sheet,) = impose(deck(2), profile(fold="vertical", margin="5mm 5mm 5mm 20mm"), FOOTER).sheets
    assert sheet.front is not None
    middle = sheet.front.grid.page_width.mm / 2
    for front, back in mates(sheet):
        assert middle - front.spot.trim.right == back.spot.trim.x - middle
