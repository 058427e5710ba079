"""Filling the places of a page with faces, and how much bleed each shows."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from pnp.draw import AnyFace
from pnp.geometry import Box
from pnp.impose.area import Axis
from pnp.impose.grid import PageLattice
from pnp.impose.lattice import Quarter
from pnp.impose.sheet import FaceSpot, PieceFaces, Placement, place_matrix, trim_box
from pnp.units import Length


class Copy(NamedTuple):
    """One copy of a piece; numbers start from 1."""

    piece: PieceFaces
    number: int


class Slots:
    """Fills the places of grids. Sheets with faces of the same shapes in the same places share their spots.

    Grids are known by identity, so callers that fill many pages pass the same one for equal pages.
    """

    def __init__(self) -> None:
        self._known: dict[object, tuple[FaceSpot, ...]] = {}
        self._places: dict[tuple[int, Axis | None], _Places] = {}

    def fronts(self, grid: PageLattice, copies: Sequence[Copy], empty: int = 0) -> tuple[Placement, ...]:
        """The fronts of as many copies as there are places, or fewer, row by row from the top left.

        Args:
            grid: The places.
            copies: At most as many as there are places after the empty ones.
            empty: Places that stay empty before the first copy.
        """
        places = self._of(grid, None)
        order = places.order[empty:]
        filled = [(at, copy, copy.piece.front) for (at, _), copy in zip(order, copies, strict=False)]
        return self._placements(places, filled)

    def backs(
        self, grid: PageLattice, axis: Axis, copies: Sequence[Copy], empty: int = 0
    ) -> tuple[Placement, ...]:
        """The backs of the same copies, each behind its front; a piece without a back leaves its place empty.

        Args:
            grid: Of the fronts.
            axis: Along which the sheet is turned over.
            copies: As they were given to ``fronts``.
            empty: Likewise.
        """
        places = self._of(grid, axis)
        end = empty + len(copies)
        behind = [(at, copies[index - empty]) for at, index in places.order if empty <= index < end]
        filled = [(at, copy, copy.piece.back) for at, copy in behind if copy.piece.back is not None]
        return self._placements(places, filled)

    def _of(self, grid: PageLattice, axis: Axis | None) -> _Places:
        places = self._places.get((id(grid), axis))
        if places is None:
            places = self._places[id(grid), axis] = _places(grid, axis)
        return places

    def _placements(
        self, places: _Places, filled: Sequence[tuple[tuple[int, int], Copy, AnyFace]]
    ) -> tuple[Placement, ...]:
        quarter = places.quarter
        key = (id(places), tuple([at for at, _, _ in filled]), _shapes([face for _, _, face in filled]))
        spots = self._known.get(key)
        if spots is None:
            taken = {at for at, _, _ in filled}
            spots = self._known[key] = tuple(
                [_spot(places.grid, *at, taken, face, quarter) for at, _, face in filled]
            )
        return tuple(
            [
                Placement(copy.piece.key, copy.number, face, spot, quarter, column, row)
                for ((column, row), copy, face), spot in zip(filled, spots, strict=True)
            ]
        )


def _shapes(faces: Sequence[AnyFace]) -> tuple[object, ...]:
    """Outlines and bleeds of the faces of a page; mostly all are the same ones, which are said once."""
    if faces:
        outline, bleed = faces[0].outline, faces[0].bleed
        if all(face.outline is outline and face.bleed == bleed for face in faces):
            return outline, bleed
    return tuple([(face.outline, face.bleed) for face in faces])


class _Places(NamedTuple):
    """The places of one side of a page.

    Attributes:
        source: The grid of the fronts, which this keeps: an id means nothing once its object is deleted.
        grid: As this side is looked at.
        quarter: Turn of the faces.
        order: Column and row of each place, row by row, with the number of the copy that lies there.
    """

    source: PageLattice
    grid: PageLattice
    quarter: Quarter
    order: tuple[tuple[tuple[int, int], int], ...]


def _places(grid: PageLattice, axis: Axis | None) -> _Places:
    """The places of fronts or, with the axis along which the page is turned over, of their backs."""
    if axis is None:
        return _Places(grid, grid, grid.turn, tuple((at, number) for number, at in enumerate(grid.places())))
    behind = [(grid.behind(*at, axis), number) for number, at in enumerate(grid.places())]
    behind.sort(key=lambda place: place[0][::-1])
    return _Places(grid, grid.flipped(axis), turned_over(grid.turn, axis), tuple(behind))


def _spot(
    grid: PageLattice, column: int, row: int, filled: Set[tuple[int, int]], face: AnyFace, quarter: Quarter
) -> FaceSpot:
    x, y = grid.place(column, row)
    edges = shown_bleed(grid, column, row, filled)
    trim, shown = trim_box(face, x, y, quarter), _clip(face, edges, quarter, grid.bleed)
    clip = _clip(face, _tucked(edges, column, row, filled), quarter, grid.bleed)
    return FaceSpot(x, y, trim, place_matrix(face, x, y, quarter), clip, _shown(trim, shown, face, quarter))


_OVERLAP = Length.from_mm(0.15)
"""How far a face reaches under a neighbour that shares its cut: most of a pixel on screens. Viewers blend
edges that only touch with the paper, which shows as a light line."""


def _tucked(
    edges: tuple[Length, Length, Length, Length], column: int, row: int, filled: Set[tuple[int, int]]
) -> tuple[Length, Length, Length, Length]:
    """The bleeds with room to reach under the neighbours that are drawn later: those right and below."""
    top, right, bottom, left = edges
    if (column + 1, row) in filled:
        right = max(right, _OVERLAP)
    if (column, row + 1) in filled:
        bottom = max(bottom, _OVERLAP)
    return top, right, bottom, left


def _clip(face: AnyFace, edges: Sequence[Length], quarter: Quarter, bleed: Length) -> Box:
    """The visible box of a face whose place has these bleeds at its four edges, clockwise from the top.

    A turn hands each edge of the face to the next edge of the page. Shapes other than rectangles have room
    for their whole bleed, in their own outline.
    """
    if face.outline.shape != "rectangle":
        return face.outline.box(min(bleed.mm, face.bleed))
    own = (min(edges[(edge + quarter // 90) % 4].mm, face.bleed) for edge in range(4))
    return Box(0.0, 0.0, face.width, face.height).inset(*(-shown for shown in own))


def _shown(trim: Box, clip: Box, face: AnyFace, quarter: Quarter) -> Box:
    """The clip as placed on the page."""
    own = (-clip.y, clip.right - face.width, clip.bottom - face.height, -clip.x)
    return trim.inset(*(-own[(edge - quarter // 90) % 4] for edge in range(4)))


def shown_bleed(
    grid: PageLattice, column: int, row: int, filled: Set[tuple[int, int]]
) -> tuple[Length, Length, Length, Length]:
    """The bleed that a piece shows at the top, right, bottom and left of its place.

    ``grid.inner`` towards a neighbour, the whole bleed where none is near, ``grid.rim`` at the outside of the
    block. A piece that is alone in its row but has one across a corner gives way above or below, so that no
    bleed covers another piece.
    """

    def taken(dx: int, dy: int) -> bool:
        return (column + dx, row + dy) in filled

    def open_edge(cell: Length) -> Length:
        return min(grid.bleed, grid.gutter + cell.half())  # two that face each other across an empty place

    def sideways(dx: int, rim: Length) -> Length:
        if taken(dx, 0):
            return grid.inner
        return rim if column + dx in (-1, grid.columns) else open_edge(grid.cell_width)

    def upright(dy: int, rim: Length) -> Length:
        across = any(taken(dx, dy) and not taken(dx, 0) for dx in (-1, 1))
        if across or taken(0, dy):
            return grid.inner
        return rim if row + dy in (-1, grid.rows) else open_edge(grid.cell_height)

    rim = grid.rim
    return upright(-1, rim.top), sideways(1, rim.right), upright(1, rim.bottom), sideways(-1, rim.left)


_QUARTERS: tuple[Quarter, ...] = (0, 90, 180, 270)


def turned_over(quarter: Quarter, axis: Axis) -> Quarter:
    """The turn of a back whose front is turned by ``quarter``, so that the cut piece has both sides upright.

    A piece is turned over like the leaf of a book: what is up on its front must be up on its back. Turning
    the sheet along x keeps up and down, and a turn is seen from the back as the opposite turn; along y up and
    down change as well, which is half a turn more.
    """
    return _QUARTERS[(-quarter // 90 if axis == "x" else 2 - quarter // 90) % 4]
