"""Pages for the exporter, made of sheets and of single faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.draw import Face, Group, Page, PlacedFace
from pnp.geometry import IDENTITY, Box, Matrix, shift
from pnp.impose.sheet import Layout, Sheet, SheetSide
from pnp.units import ZERO, Length


def sheet_pages(sheet: Sheet, *, paired: bool = False) -> tuple[Page, ...]:
    """The pages of a sheet, front first; one page with both sides on it for a sheet that is folded.

    The trim box is the block of all places, the bleed box that block with its rim; both are the same on every sheet of
    a set, however full it is.

    Args:
        sheet: As ``impose`` made it.
        paired: Whether a front without a back is followed by an empty page, so that sheets with and without backs can
            follow one another in one file that is printed on both sides.
    """
    if sheet.fold is not None:
        return (_page(sheet.sides, str(sheet.number)),)
    pages = [
        _page(
            (side,),
            f"{sheet.number} {side.side}" if sheet.two_sided or side.side == "back" else str(sheet.number),
        )
        for side in sheet.sides
    ]
    if paired and len(pages) == 1 and sheet.front is not None:
        front = pages[0]
        pages.append(Page(front.width, front.height, label=f"{sheet.number} back"))
    return tuple(pages)


def _page(sides: Sequence[SheetSide], label: str) -> Page:
    """The page that these sides stand on together, each moved as it needs to be."""
    grid, adjust = sides[0].grid, sides[0].adjust
    block = grid.unfolded if len(sides) > 1 else grid.block
    trim = Box(block.left.mm, block.top.mm, (block.right - block.left).mm, (block.bottom - block.top).mm)
    rim = block.rim
    bleed = trim.inset(-rim.top.mm, -rim.right.mm, -rim.bottom.mm, -rim.left.mm)
    items = tuple(item for side in sides for item in side.items)
    moved = adjust != IDENTITY
    return Page(
        width=grid.page_width,
        height=grid.page_height,
        placed=tuple(
            PlacedFace(slot.face, slot.matrix.then(side.adjust) if moved else slot.matrix, slot.clip)
            for side in sides
            for slot in side.slots
        ),
        items=(Group(items, matrix=adjust),) if moved and items else items,
        trim=_moved(trim, adjust, grid) if moved else trim,
        bleed=_moved(bleed, adjust, grid) if moved else bleed,
        label=label,
    )


def _moved(box: Box, adjust: Matrix, grid: Layout) -> Box:
    """A box of the page, moved and then cut to the paper, which no box may leave."""
    box = adjust.apply_box(box)
    width, height = grid.page_width.mm, grid.page_height.mm
    return box.inset(
        max(0.0, -box.y), max(0.0, box.right - width), max(0.0, box.bottom - height), max(0.0, -box.x)
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
