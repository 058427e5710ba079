"""Sheets as values (faces, their places, sides and papers), and the pages that are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from pnp.diagnostics import Diagnostic
from pnp.draw import AnyFace, Group, Item, Page, PlacedFace
from pnp.geometry import IDENTITY, Box, Matrix, shift
from pnp.i18n import Labels
from pnp.impose.grid import Axis, PageLattice, Quarter
from pnp.impose.mosaic import Mosaic
from pnp.source import Span
from pnp.units import ZERO, Length

SideName: TypeAlias = Literal["front", "back"]
Layout: TypeAlias = PageLattice | Mosaic
"""The places of a page: one grid, or several side by side."""

TILE_MARK = "#"
"""Separates the key of a board and the name of its tile, where it is printed in several."""


class PieceFaces(NamedTuple):
    """A finished piece.

    Attributes:
        key: ``set/piece``.
        label: Its name, as printed on contact sheets.
        front: The finished front.
        back: The finished back, of the same trim; None for a piece without one.
        copies: How many are printed.
        span: Where the piece is written.
        faults: Findings of ``pnp.preflight`` about the faces, one by one; None before it has looked at them.
        unfit: Texts that do not fit into their boxes, as written: that is reported, and wherever else their
            letters stick out to comes of it.
        alternative_texts: What the texts of front and back say, for readers that do not see them.
    """

    key: str
    label: str
    front: AnyFace
    back: AnyFace | None
    copies: int
    span: Span | None = None
    faults: tuple[Diagnostic, ...] | None = None
    unfit: tuple[str, ...] = ()
    alternative_texts: tuple[str, str] = ("", "")


class Footer(NamedTuple):
    """The words of the footer of a sheet besides the sheet's number and hash.

    Attributes:
        game: Name of the game.
        set_name: Name of the component set.
        language: BCP 47 tag that the footer is worded in.
        version: Of the data; empty when not given.
    """

    game: str
    set_name: str
    language: str
    version: str = ""


class FaceSpot(NamedTuple):
    """Where a face lies on a page.

    Attributes:
        x: Left edge of the trim as placed on the page.
        y: Upper edge of the trim as placed on the page.
        trim: The box around the trim in the page's frame.
        matrix: From the face's frame to the page's.
        clip: What of trim and bleed is drawn, in the face's frame: what shows, and a little more under
            neighbours that are drawn later.
        shown: What of trim and bleed shows, in the page's frame.
    """

    x: Length
    y: Length
    trim: Box
    matrix: Matrix
    clip: Box
    shown: Box


class Placement(NamedTuple):
    """One side of one copy of a piece on a page.

    Attributes:
        key: Of the piece.
        copy: Which copy, from 1.
        face: What is drawn.
        spot: Where; faces of the same shapes in the same places of pages share theirs.
        turn: Clockwise turn of the face in degrees.
        column: From 0, as the page is looked at.
        row: From 0.
        part: Number of the grid that it is in, on a page with several.
    """

    key: str
    copy: int
    face: AnyFace
    spot: FaceSpot
    turn: Quarter
    column: int
    row: int
    part: int = 0

    def on_part(self, part: int) -> Placement:
        """This placement in that grid of its page."""
        return self._replace(part=part)


def place_matrix(face: AnyFace, x: Length, y: Length, quarter: Quarter) -> Matrix:
    """The map that turns a face and puts the top-left corner of its trim, after the turn, at (x, y)."""
    cos, sin, across, down = _TURNED[quarter]
    dx = across[0] * face.width + across[1] * face.height
    dy = down[0] * face.width + down[1] * face.height
    return Matrix(cos, sin, -sin, cos, x.mm + dx, y.mm + dy)


# For each turn its cosine and sine, and where the face's own corner comes to lie in the box around the turned
# face: x and y as shares of the face's width and height.
_TURNED: dict[Quarter, tuple[float, float, tuple[int, int], tuple[int, int]]] = {
    0: (1.0, 0.0, (0, 0), (0, 0)),
    90: (0.0, 1.0, (0, 1), (0, 0)),
    180: (-1.0, 0.0, (1, 0), (0, 1)),
    270: (0.0, -1.0, (0, 0), (1, 0)),
}


def trim_box(face: AnyFace, x: Length, y: Length, quarter: Quarter) -> Box:
    """The box around a trim whose upper left corner, as placed on the page, is at (x, y)."""
    upright = quarter in (0, 180)
    return Box(x.mm, y.mm, face.width if upright else face.height, face.height if upright else face.width)


class SheetSide(NamedTuple):
    """One printed side of a sheet.

    Attributes:
        side: Front or back.
        grid: The places as this side is looked at; on a back they are those of the front, turned over.
        slots: Grid by grid, row by row; places without a face are left out.
        items: Marks, ruler and footer, over the faces, in the page's frame.
        adjust: Moves all of the side on the paper, to compensate for what a printer does wrong.
    """

    side: SideName
    grid: Layout
    slots: tuple[Placement, ...]
    items: tuple[Item, ...] = ()
    adjust: Matrix = IDENTITY


class Sheet(NamedTuple):
    """One sheet of paper.

    Attributes:
        number: From 1.
        total: Sheets of the same set.
        front: None when only backs are printed.
        back: None when only fronts are printed, or no piece of the set has a back.
        digest: Eight hexadecimal digits over the faces on both sides, whichever are printed.
        fold: Axis across which the paper is folded; both sides are then on one page. None for sheets that
            are turned over.
    """

    number: int
    total: int
    front: SheetSide | None
    back: SheetSide | None
    digest: str
    fold: Axis | None = None

    @property
    def two_sided(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self.front is not None and self.back is not None and self.fold is None

    @property
    def sides(self) -> tuple[SheetSide, ...]:
        """The printed sides, front first."""
        return tuple(side for side in (self.front, self.back) if side is not None)


class Imposition(NamedTuple):
    """The sheets of a set, and what there is to say about them."""

    sheets: tuple[Sheet, ...]
    diagnostics: tuple[Diagnostic, ...]


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
                    PlacedFace(
                        slot.face,
                        slot.spot.matrix.then(side.adjust) if moved else slot.spot.matrix,
                        slot.spot.clip,
                    )
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
