"""Pages for the exporter, made of sheets and of single faces."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.draw import Face, Page, PlacedFace
from pnp.geometry import Box, shift
from pnp.impose.sheet import Sheet, SheetSide
from pnp.units import ZERO, Length


def sheet_pages(sheet: Sheet, *, paired: bool = False) -> tuple[Page, ...]:
    """The pages of a sheet, front first.

    The trim box is the block of all places, the bleed box that block with its rim; both are the same on every sheet of
    a set, however full it is.

    Args:
        sheet: As ``impose`` made it.
        paired: Whether a front without a back is followed by an empty page, so that sheets with and without backs can
            follow one another in one file that is printed on both sides.
    """
    two_sided = sheet.front is not None and sheet.back is not None
    pages = [
        _page(side, f"{sheet.number} {side.side}" if two_sided or side.side == "back" else str(sheet.number))
        for side in sheet.sides
    ]
    if paired and len(pages) == 1 and sheet.front is not None:
        front = pages[0]
        pages.append(Page(front.width, front.height, label=f"{sheet.number} back"))
    return tuple(pages)


def _page(side: SheetSide, label: str) -> Page:
    grid = side.grid
    trim = Box(grid.left.mm, grid.top.mm, (grid.right - grid.left).mm, (grid.bottom - grid.top).mm)
    rim = grid.rim
    return Page(
        width=grid.page_width,
        height=grid.page_height,
        placed=tuple(PlacedFace(slot.face, slot.matrix, slot.clip) for slot in side.slots),
        items=side.items,
        trim=trim,
        bleed=trim.inset(-rim.top.mm, -rim.right.mm, -rim.bottom.mm, -rim.left.mm),
        label=label,
    )


def face_pages(faces: Iterable[Face], *, bleed: bool = False) -> tuple[Page, ...]:
    """One page for each face, in order: of the trim's size, or with the face's bleed around its trim box."""
    return tuple(_face_page(face, face.bleed if bleed else 0.0) for face in faces)


def _face_page(face: Face, bleed: float) -> Page:
    edge = Length.from_mm(bleed)
    whole = Box(0.0, 0.0, face.width, face.height)
    return Page(
        width=Length.from_mm(face.width) + 2 * edge,
        height=Length.from_mm(face.height) + 2 * edge,
        placed=(PlacedFace(face, shift(edge.mm, edge.mm), whole.grown(edge.mm)),),
        trim=whole.moved(edge.mm, edge.mm) if edge > ZERO else None,
    )
