"""Booklets read from the first page to the last once their sheets are folded and nested."""

from __future__ import annotations

import io
from itertools import pairwise

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.draw import Document, Face, Outline
from pnp.geometry import Box
from pnp.impose.booklet import booklet_order, booklet_pages, half_sheet, printed_place
from pnp.impose.limits import FOLD_SHEETS
from pnp.model import RulebookSource, Style
from pnp.model.paper import A4
from pnp.pdf import write_pdf
from pnp.rulebook import parse_rulebook, wants_booklet
from pnp.text import set_label
from pnp.units import pt
from tests.impose.faces import context


def read(count: int) -> list[int | None]:
    """Pages in the order in which one leafs through the folded booklet: folds are laid one behind the other."""
    pages: list[int | None] = []
    order = booklet_order(count)
    starts = [at for at, (front, _) in enumerate(order) if front.nested == 0] + [len(order)]
    for start, end in pairwise(starts):
        fold = order[start:end]
        for front, back in fold:  # into the fold: right halves of fronts, then left halves of backs
            pages += [front.right, back.left]
        for front, back in reversed(fold):  # and out again
            pages += [back.right, front.left]
    return pages


@settings(deadline=None)
@given(st.integers(1, 120))
def test_folded_pages_read_in_order_and_empty_ones_come_last(count: int) -> None:
    pages = read(count)
    assert [page for page in pages if page is not None] == list(range(count))
    assert pages[:count] == list(range(count))
    assert len(pages) == -(-count // 4) * 4
    assert max(front.nested for front, _ in booklet_order(count)) < FOLD_SHEETS
    for page in range(count):
        sheet, back = divmod(printed_place(page, count), 2)
        side = booklet_order(count)[sheet][back]
        assert page in (side.left, side.right)


def pages_of(count: int, *, at: float = 60.0) -> tuple[list[Face], object]:
    made = context()
    width, height = half_sheet(A4)
    outline = Outline("rectangle", width, height)
    style = Style(size=pt(20))
    faces = [
        Face(outline, 0.0, set_label(f"page{number}", style, at, 100.0, made)[0])
        for number in range(1, count + 1)
    ]
    return faces, made.fonts


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("count", [5, 12])
def test_the_words_of_the_written_file_read_in_order_after_folding(count: int, axis: str) -> None:
    faces, fonts = pages_of(count)
    printed = booklet_pages(faces, A4, axis)  # type: ignore[arg-type]
    pdf = pypdfium2.PdfDocument(io.BytesIO(write_pdf(Document("t", "en", printed), fonts)))  # type: ignore[arg-type]
    sides: list[list[str]] = []
    for number, page in enumerate(pdf):
        assert page.get_size() == pytest.approx((841.89, 595.28), abs=0.02)
        words = page.get_textpage()
        halves = [words.get_text_bounded(0, 0, 421, 596), words.get_text_bounded(421, 0, 842, 596)]
        # Turned over along y a back stands on its head: the reader turns it round and sees the halves swapped.
        sides.append([half.strip() for half in (halves[::-1] if axis == "y" and number % 2 else halves)])
    pdf.close()
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    leafed = [word for front, back in sheets for word in (front[1], back[0])]
    leafed += [word for front, back in reversed(sheets) for word in (back[1], front[0])]
    assert [word for word in leafed if word] == [f"page{number}" for number in range(1, count + 1)]


def test_pages_of_inner_sheets_are_moved_towards_the_fold_by_the_paper_s_thickness() -> None:
    faces, _ = pages_of(16)
    printed = booklet_pages(faces, A4, "x")
    for sheet, page in enumerate(printed[::2]):
        left, right = page.placed
        assert left.matrix.e == pytest.approx(0.1 * sheet)
        assert right.matrix.e == pytest.approx(148.5 - 0.1 * sheet)
        assert left.matrix.apply_box(left.clip).right == pytest.approx(148.5)
        assert right.matrix.apply_box(right.clip).x == pytest.approx(148.5)


def test_backs_stand_on_their_heads_for_printers_that_turn_over_the_long_edge() -> None:
    faces, _ = pages_of(4)
    plain, turned = (booklet_pages(faces, A4, axis)[1].placed for axis in ("x", "y"))  # type: ignore[arg-type]
    whole = Box(0.0, 0.0, 148.5, 210.0)
    for one, other in zip(plain, turned, strict=True):
        here, there = one.matrix.apply_box(whole), other.matrix.apply_box(whole)
        assert (there.x, there.y) == pytest.approx((297 - here.right, 210 - here.bottom))
        assert other.matrix.a == -1.0


@pytest.mark.parametrize(("value", "wanted"), [("true", True), ("false", False)])
def test_a_header_asks_for_a_booklet(value: str, wanted: bool) -> None:
    source = RulebookSource("rules", "rules.md", f"---\ntitle: Rules\nbooklet: {value}\n---\nOne.\n")
    assert wants_booklet(source) is wanted
    assert not parse_rulebook(source).diagnostics


def test_a_header_that_says_something_else_is_reported() -> None:
    source = RulebookSource("rules", "rules.md", "---\nbooklet: maybe\n---\nOne.\n")
    (fault,) = parse_rulebook(source).diagnostics
    assert (fault.code, fault.message) == ("R120", "'maybe' is neither true nor false")
