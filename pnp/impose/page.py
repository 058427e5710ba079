"""Pages for the exporter, made of sheets and of single faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.draw import AnyFace, Group, Page, PlacedFace
from pnp.geometry import IDENTITY, Box, Matrix, shift
from pnp.i18n import Labels
from pnp.impose.sheet import Layout, Sheet, SheetSide
from pnp.units import ZERO, Length


def sheet_pages(sheet: Sheet, *, paired: bool = False) -> tuple[Page, ...]:
    """The pages of a sheet; callers that want those of many sheets keep a ``SheetPages``."""
    return SheetPages(paired=paired).of(sheet)


class SheetPages:
    """Makes pages of sheets; the boxes of those that have the same layout are found once.

    The trim box is the block of all places, the bleed box that block with its rim; both are the same on every
    sheet of a set, however full it is.

    Args:
        paired: Whether a front without a back is followed by an empty page, so that sheets with and without
            backs can follow one another in one file that is printed on both sides.
        language: Of the names of pages, such as ``3 front``.
    """

    def __init__(self, *, paired: bool = False, language: str = "en") -> None:
        self._paired = paired
        self._labels = Labels(language)
        self._boxes: dict[tuple[int, bool, Matrix], tuple[Layout, Box, Box]] = {}

    def of(self, sheet: Sheet) -> tuple[Page, ...]:
        """The pages of a sheet as ``impose`` made it, front first; one page with both sides if folded."""
        if sheet.fold is not None:
            return (self._page(sheet.sides, str(sheet.number)),)
        pages = [
            self._page(
                (side,),
                self._named(sheet, side.side)
                if sheet.two_sided or side.side == "back"
                else str(sheet.number),
            )
            for side in sheet.sides
        ]
        if self._paired and len(pages) == 1 and sheet.front is not None:
            front = pages[0]
            pages.append(Page(front.width, front.height, label=self._named(sheet, "back")))
        return tuple(pages)

    def _named(self, sheet: Sheet, side: str) -> str:
        return self._labels.text(f"page-{side}", n=sheet.number)

    def _page(self, sides: Sequence[SheetSide], label: str) -> Page:
        """The page that holds these sides together, each moved as it needs to be."""
        grid, adjust = sides[0].grid, sides[0].adjust
        trim, bleed = self._trim_and_bleed(grid, adjust, together=len(sides) > 1)
        moved = adjust != IDENTITY
        items = sides[0].items
        if moved or len(sides) > 1:
            items = tuple([item for side in sides for item in side.items])
        return Page(
            width=grid.page_width,
            height=grid.page_height,
            placed=tuple(
                [
                    PlacedFace(slot.face, slot.matrix.then(side.adjust) if moved else slot.matrix, slot.clip)
                    for side in sides
                    for slot in side.slots
                ]
            ),
            items=(Group(tuple(items), matrix=adjust),) if moved and items else items,
            trim=trim,
            bleed=bleed,
            label=label,
        )

    def _trim_and_bleed(self, grid: Layout, adjust: Matrix, *, together: bool) -> tuple[Box, Box]:
        key = (id(grid), together, adjust)
        known = self._boxes.get(key)
        if known is None:
            block = grid.unfolded if together else grid.block
            size = ((block.right - block.left).mm, (block.bottom - block.top).mm)
            trim = Box(block.left.mm, block.top.mm, *size)
            rim = block.rim
            bleed = trim.inset(-rim.top.mm, -rim.right.mm, -rim.bottom.mm, -rim.left.mm)
            if adjust != IDENTITY:
                trim, bleed = _moved(trim, adjust, grid), _moved(bleed, adjust, grid)
            # The grid is kept with them: an id means nothing once its object is deleted.
            known = self._boxes[key] = (grid, trim, bleed)
        return known[1:]


def _moved(box: Box, adjust: Matrix, grid: Layout) -> Box:
    """A box of the page, moved and then cut to the paper, which no box may leave."""
    box = adjust.apply_box(box)
    width, height = grid.page_width.mm, grid.page_height.mm
    return box.inset(
        max(0.0, -box.y), max(0.0, box.right - width), max(0.0, box.bottom - height), max(0.0, -box.x)
    )


def face_pages(faces: Iterable[AnyFace], *, bleed: bool = False) -> tuple[Page, ...]:
    """One page for each face, in order: of the trim's size, or with the face's bleed around its trim box."""
    return tuple(_face_page(face, face.bleed if bleed else 0.0) for face in faces)


def _face_page(face: AnyFace, bleed: float) -> Page:
    edge = Length.from_mm(bleed)
    whole = Box(0.0, 0.0, face.width, face.height)
    return Page(
        width=Length.from_mm(face.width) + 2 * edge,
        height=Length.from_mm(face.height) + 2 * edge,
        placed=(PlacedFace(face, shift(edge.mm, edge.mm), whole.grown(edge.mm)),),
        trim=whole.moved(edge.mm, edge.mm) if edge > ZERO else None,
    )
