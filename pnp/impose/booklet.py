"""Booklets: pages of half a sheet, placed so that the folded and nested sheets read in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.colour import Colour
from pnp.draw import AnyFace, Item, Page, PlacedFace, Stroke
from pnp.geometry import Box, Matrix, Point, shift, turn
from pnp.impose.grid import Axis
from pnp.impose.limits import FOLD_SHEETS
from pnp.model.paper import Paper
from pnp.units import MM_PER_PT

PAPER_THICKNESS = 0.1
"""Millimetres: office paper of 80 g/m² (ISO 534 caliper of common brands is 0.10 to 0.11 mm)."""

_COLOUR = Colour(110, 110, 110)
_MARK = 4.0  # mm: marks of the fold at the upper and lower edge


class BookletSide(NamedTuple):
    """One side of a sheet: the numbers of its two pages, from 0; None for an empty one.

    Attributes:
        left: As the side is looked at, its sheet having been turned like the leaf of a book.
        right: Likewise.
        nested: How many sheets of the same fold lie around this one.
    """

    left: int | None
    right: int | None
    nested: int


def booklet_order(count: int) -> list[tuple[BookletSide, BookletSide]]:
    """Front and back of each sheet, fold after fold, each fold from its outermost sheet to its innermost.

    Pages are filled up to a multiple of four with empty ones at the end. Folds are as even as possible.
    """
    sheets = -(-count // 4)
    folds = max(1, -(-sheets // FOLD_SHEETS))
    order: list[tuple[BookletSide, BookletSide]] = []
    first = 0
    for fold in range(folds):
        size = sheets // folds + (fold < sheets % folds)
        last = first + 4 * size - 1
        for nested in range(size):
            low, high = first + 2 * nested, last - 2 * nested
            order.append(
                (
                    BookletSide(_there(high, count), _there(low, count), nested),
                    BookletSide(_there(low + 1, count), _there(high - 1, count), nested),
                )
            )
        first = last + 1
    return order


def _there(page: int, count: int) -> int | None:
    return page if page < count else None


def half_sheet(paper: Paper) -> tuple[float, float]:
    """Width and height of a booklet's pages in millimetres: half of the paper, lying."""
    return paper.height.mm / 2, paper.width.mm


def booklet_pages(faces: Sequence[AnyFace], paper: Paper, axis: Axis) -> tuple[Page, ...]:
    """The printed pages, front and back of each sheet in turn.

    Sheets that are nested stick out at the open edge, by their thickness for each one around them. The pages
    of a sheet are moved towards the fold by as much, so that outer margins stay even when the edge is cut.

    Args:
        faces: The pages to read, of half the paper's size, without bleed.
        paper: Printed lying.
        axis: Along which sheets are turned over: along y, backs are upside down.
    """
    pages: list[Page] = []
    for number, sides in enumerate(booklet_order(len(faces)), 1):
        for name, side in zip(("front", "back"), sides, strict=True):
            over = name == "back" and axis == "y"
            pages.append(_page(side, faces, paper, f"{number} {name}", over=over))
    return tuple(pages)


def _page(side: BookletSide, faces: Sequence[AnyFace], paper: Paper, label: str, *, over: bool) -> Page:
    width, height = paper.height.mm, paper.width.mm
    turned = turn(180, Point(width / 2, height / 2)) if over else Matrix()
    creep = side.nested * PAPER_THICKNESS
    placed = []
    for page, left, moved in ((side.left, 0.0, creep), (side.right, width / 2, -creep)):
        if page is not None:
            face = faces[page]
            # The empty inner margin that crosses the fold is cut off.
            inner = 0.0 if page == side.left else creep
            shown = Box(inner, 0.0, face.width - creep, face.height)
            placed.append(PlacedFace(face, shift(left + moved, 0.0).then(turned), shown))
    return Page(paper.height, paper.width, tuple(placed), tuple(_fold(width, height)), label=label)


def _fold(width: float, height: float) -> Iterator[Item]:
    """Marks at both ends of the fold."""
    middle = width / 2
    path = (
        ("M", middle, 0.0),
        ("L", middle, _MARK),
        ("M", middle, height - _MARK),
        ("L", middle, height),
    )
    yield Stroke(path, _COLOUR, 0.25 * MM_PER_PT, dash=(1.0, 0.6))


def printed_place(page: int, count: int) -> int:
    """The index of the printed page, fronts and backs in turn, that holds a page of the booklet."""
    for sheet, sides in enumerate(booklet_order(count)):
        for back, side in enumerate(sides):
            if page in (side.left, side.right):
                return 2 * sheet + back
    raise IndexError(page)
