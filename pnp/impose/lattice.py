"""Places for pieces of one size: in columns and rows, or in rows that are pushed into one another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from pnp.draw import Outline
from pnp.impose.area import Axis, gutter_for, is_hexagon, reach
from pnp.impose.profile import PrintProfile
from pnp.units import ZERO, Length

Quarter: TypeAlias = Literal[0, 90, 180, 270]


class Nest(NamedTuple):
    """How lines of hexagons are pushed into one another.

    Attributes:
        along: Axis along which every other line is shifted by half a pitch: x for rows, y for columns.
        step: From one line to the next, √3/2 of the pitch along the line, so that all gaps are equally wide.
        shifted: Which lines are shifted: the even ones (0) or the odd ones (1), counted from 0.
        short: Whether shifted lines hold one piece less, for want of room.
    """

    along: Axis
    step: Length
    shifted: Literal[0, 1]
    short: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lattice:
    """Places for pieces of one size, row by row from the top left.

    Attributes:
        columns: Places in a row, the longest one.
        rows: Places in a column, the longest one.
        cell_width: Of one trim as placed on the page.
        cell_height: Of one trim as placed on the page.
        gutter: Between neighbouring trims.
        nest: How lines are pushed into one another; None for straight columns and rows.
    """

    columns: int
    rows: int
    cell_width: Length
    cell_height: Length
    gutter: Length
    nest: Nest | None = None

    @property
    def count(self) -> int:
        """How many places there are."""
        places = self.columns * self.rows
        if self.nest is None or not self.nest.short:
            return places
        return places - sum(1 for _ in self._missing())

    @property
    def width(self) -> Length:
        """From the leftmost trim's left edge to the rightmost one's right edge."""
        nest = self.nest
        if nest is not None and nest.along == "y":
            return (self.columns - 1) * nest.step + self.cell_width
        return run(self.columns, self.cell_width, self.gutter) + self._overhang("x")

    @property
    def height(self) -> Length:
        """From the upper edge of the topmost trim to the lower one of the lowest."""
        nest = self.nest
        if nest is not None and nest.along == "x":
            return (self.rows - 1) * nest.step + self.cell_height
        return run(self.rows, self.cell_height, self.gutter) + self._overhang("y")

    def _overhang(self, axis: Axis) -> Length:
        nest = self.nest
        if nest is None or nest.along != axis or nest.short or self._lines < 2:
            return ZERO
        return self._half

    @property
    def _lines(self) -> int:
        return self.rows if self.nest is not None and self.nest.along == "x" else self.columns

    @property
    def _half(self) -> Length:
        """How far a shifted line is shifted."""
        along = self.nest.along if self.nest is not None else "x"
        return ((self.cell_width if along == "x" else self.cell_height) + self.gutter).half()

    def _missing(self) -> Iterator[tuple[int, int]]:
        nest = self.nest
        if nest is not None and nest.short:
            for line in range(nest.shifted, self._lines, 2):
                yield (self.columns - 1, line) if nest.along == "x" else (line, self.rows - 1)

    def places(self) -> list[tuple[int, int]]:
        """Column and row of every place, row by row."""
        missing = set(self._missing())
        return [
            (column, row)
            for row in range(self.rows)
            for column in range(self.columns)
            if (column, row) not in missing
        ]

    def offset(self, column: int, row: int) -> tuple[Length, Length]:
        """How far right and down the trim in that column and row lies, from the corner of them all."""
        x = column * (self.cell_width + self.gutter)
        y = row * (self.cell_height + self.gutter)
        nest = self.nest
        if nest is None:
            return x, y
        if nest.along == "x":
            return x + (self._half if row % 2 == nest.shifted else ZERO), row * nest.step
        return column * nest.step, y + (self._half if column % 2 == nest.shifted else ZERO)

    def behind(self, column: int, row: int, axis: Axis) -> tuple[int, int]:
        """Column and row of the place on the other side of this one, with the lattice turned over."""
        nest, columns, rows = self.nest, self.columns, self.rows
        if nest is not None and nest.short:
            columns -= nest.along == "x" and row % 2 == nest.shifted
            rows -= nest.along == "y" and column % 2 == nest.shifted
        return (columns - 1 - column, row) if axis == "x" else (column, rows - 1 - row)

    def turned_nest(self, axis: Axis) -> Nest | None:
        """The nest of this lattice turned over along ``axis``."""
        nest = self.nest
        if nest is None:
            return None
        other: Literal[0, 1] = 0 if nest.shifted else 1
        if nest.along == axis:  # lines stay; the shift is seen from the other end
            turned = nest.shifted if nest.short or self._lines < 2 else other
        else:  # lines come in reverse
            turned = nest.shifted if self._lines % 2 else other
        return nest._replace(shifted=turned)


def lattices(
    outline: Outline,
    profile: PrintProfile,
    turn: Quarter,
    room: tuple[Length, Length],
    grid: tuple[int, int] | None = None,
) -> Iterator[Lattice]:
    """The fullest lattices for a room, hexagons nested and in straight rows; none where not one piece fits.

    Args:
        outline: Of the pieces.
        profile: Gutter and bleed.
        turn: Of the pieces, 0 or 90.
        room: Width and height for all trims.
        grid: Columns and rows that are asked for instead of as many as fit.
    """
    width, height = Length.from_mm(outline.width), Length.from_mm(outline.height)
    if turn == 90:
        width, height = height, width
    if is_hexagon(outline):
        pointy = (outline.shape == "hex-pointy") != (turn == 90)
        nested = _nested((width, height), gutter_for(outline, profile), room, grid, "x" if pointy else "y")
        if nested is not None:
            yield nested
    gutter = _straight_gutter(outline, profile)
    columns, rows = _most(room[0], width, gutter), _most(room[1], height, gutter)
    if grid is not None:
        columns, rows = grid if grid[0] <= columns and grid[1] <= rows else (0, 0)
    if columns and rows:
        yield Lattice(columns=columns, rows=rows, cell_width=width, cell_height=height, gutter=gutter)


def _straight_gutter(outline: Outline, profile: PrintProfile) -> Length:
    """Between neighbours in straight rows: corners of hexagons meet, and they bleed further than edges."""
    gutter = gutter_for(outline, profile)
    return max(gutter, 2 * reach(outline, profile.bleed)) if is_hexagon(outline) else gutter


def _nested(
    cell: tuple[Length, Length],
    gutter: Length,
    room: tuple[Length, Length],
    grid: tuple[int, int] | None,
    along: Axis,
) -> Lattice | None:
    """Lines along an axis; None when a line has no room or would be empty."""
    here, across = (0, 1) if along == "x" else (1, 0)
    pitch = cell[here] + gutter
    step = nest_step(pitch)
    most = _most(room[here], cell[here], gutter)
    lines = 1 + (room[across] - cell[across]) // step if room[across] >= cell[across] else 0
    if grid is not None:
        if grid[here] > most or grid[across] > lines:
            return None
        most, lines = grid[here], grid[across]
    short = run(most, cell[here], gutter) + pitch.half() > room[here]
    if not most or not lines or (short and most < 2 <= lines):
        return None
    return Lattice(
        columns=most if along == "x" else lines,
        rows=lines if along == "x" else most,
        cell_width=cell[0],
        cell_height=cell[1],
        gutter=gutter,
        nest=Nest(along, step, 1, short),
    )


def nest_step(pitch: Length) -> Length:
    """From one line of hexagons to the next, for a pitch along the line: √3/2 of it, rounded up."""
    return Length.from_mm(pitch.mm * 3**0.5 / 2) + Length(1)


def run(count: int, cell: Length, gutter: Length) -> Length:
    """The length of ``count`` cells with gutters between them."""
    return Length(count * cell.emu + (count - 1) * gutter.emu)


def _most(room: Length, cell: Length, gutter: Length) -> int:
    """The largest n with n cells and n − 1 gutters in the room."""
    if cell.emu <= 0:
        return 0
    return max(0, (room.emu + gutter.emu) // (cell.emu + gutter.emu))
