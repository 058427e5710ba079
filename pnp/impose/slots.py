"""Filling the places of a page with faces, and how much bleed each shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from pnp.draw import AnyFace, path_box
from pnp.geometry import Box, Matrix
from pnp.impose.area import Axis
from pnp.impose.flip import turned_over
from pnp.impose.grid import Grid
from pnp.impose.lattice import Quarter
from pnp.impose.sheet import PieceFaces, Placement, place_matrix, trim_box
from pnp.units import Length


class Copy(NamedTuple):
    """One copy of a piece; numbers start from 1."""

    piece: PieceFaces
    number: int


class Spot(NamedTuple):
    """Where a face lies, as in ``Placement``."""

    x: Length
    y: Length
    trim: Box
    matrix: Matrix
    clip: Box
    shown: Box


class Slots:
    """Fills the places of grids. Sheets whose faces have the same shapes in the same places share their spots."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[Spot, ...]] = {}

    def fronts(self, grid: Grid, copies: Sequence[Copy]) -> tuple[Placement, ...]:
        """The fronts of as many copies as there are places, or fewer, row by row from the top left."""
        placed = dict(zip(grid.places(), copies, strict=False))
        filled = {at: (copy, copy.piece.front) for at, copy in placed.items()}
        return tuple(self._placements(grid, filled, grid.turn))

    def backs(self, grid: Grid, axis: Axis, copies: Sequence[Copy]) -> tuple[Placement, ...]:
        """The backs of the same copies, each behind its front; a piece without a back leaves its place empty.

        Args:
            grid: Of the fronts.
            axis: Along which the sheet is turned over.
            copies: As they were given to ``fronts``.
        """
        filled = {
            grid.behind(*at, axis): (copy, copy.piece.back)
            for at, copy in zip(grid.places(), copies, strict=False)
            if copy.piece.back is not None
        }
        ordered = dict(sorted(filled.items(), key=lambda item: item[0][::-1]))
        return tuple(self._placements(grid.flipped(axis), ordered, turned_over(grid.turn, axis)))

    def _placements(
        self, grid: Grid, filled: Mapping[tuple[int, int], tuple[Copy, AnyFace]], quarter: Quarter
    ) -> Iterator[Placement]:
        shapes = tuple((at, face.outline, face.bleed) for at, (_, face) in filled.items())
        key = (grid, shapes, quarter)
        spots = self._known.get(key)
        if spots is None:
            made = (
                _spot(grid, column, row, filled.keys(), face, quarter)
                for (column, row), (_, face) in filled.items()
            )
            spots = self._known[key] = tuple(made)
        for ((column, row), (copy, face)), spot in zip(filled.items(), spots, strict=True):
            yield Placement(
                key=copy.piece.key,
                copy=copy.number,
                face=face,
                turn=quarter,
                column=column,
                row=row,
                **spot._asdict(),
            )


def _spot(
    grid: Grid, column: int, row: int, filled: Set[tuple[int, int]], face: AnyFace, quarter: Quarter
) -> Spot:
    x, y = grid.place(column, row)
    clip = _clip(face, shown_bleed(grid, column, row, filled), quarter, grid.bleed)
    trim = trim_box(face, x, y, quarter)
    return Spot(x, y, trim, place_matrix(face, x, y, quarter), clip, _shown(trim, clip, face, quarter))


def _clip(face: AnyFace, edges: Sequence[Length], quarter: Quarter, bleed: Length) -> Box:
    """What shows of a face whose place has these bleeds at its four edges, clockwise from the top.

    A turn hands each edge of the face to the next edge of the page. Shapes other than rectangles have room for their
    whole bleed, in their own outline.
    """
    if face.outline.shape != "rectangle":
        return path_box(face.outline.path(min(bleed.mm, face.bleed)))
    own = (min(edges[(edge + quarter // 90) % 4].mm, face.bleed) for edge in range(4))
    return Box(0.0, 0.0, face.width, face.height).inset(*(-shown for shown in own))


def _shown(trim: Box, clip: Box, face: AnyFace, quarter: Quarter) -> Box:
    """The clip as it stands on the page."""
    own = (-clip.y, clip.right - face.width, clip.bottom - face.height, -clip.x)
    return trim.inset(*(-own[(edge - quarter // 90) % 4] for edge in range(4)))


def shown_bleed(
    grid: Grid, column: int, row: int, filled: Set[tuple[int, int]]
) -> tuple[Length, Length, Length, Length]:
    """The bleed that a piece shows at the top, right, bottom and left of its place.

    ``grid.inner`` towards a neighbour, the whole bleed where none is near, ``grid.rim`` at the outside of the block.
    A piece that is alone in its row but has one across a corner gives way above or below, so that no bleed covers
    another piece.
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
