"""Cut lines of a sheet as values, exact where a curve is an arc of a circle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pnp.draw import Outline, Path
from pnp.draw.path import turned_path
from pnp.draw.ring import box_of, corners_of
from pnp.export.registration import Registration
from pnp.geometry import Box, Matrix
from pnp.impose import Placement, Sheet

QUARTER_BULGE = math.tan(math.pi / 8)
"""DXF's bulge of a quarter circle: the tangent of a fourth of its angle, positive for a left turn."""


@dataclass(frozen=True, slots=True)
class CutPolygon:
    """A closed line.

    Attributes:
        points: x and y in millimetres in the sheet's frame, y downwards, clockwise as the sheet is looked at.
        arcs: For each point whether the way to the next one is a quarter of a circle that turns right (as
            round corners do) instead of straight.
    """

    points: tuple[tuple[float, float], ...]
    arcs: tuple[bool, ...]

    @property
    def box(self) -> Box:
        """The smallest box around it; quarter arcs of upright rectangles do not reach beyond their ends."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True, slots=True)
class CutCircle:
    """A circle: middle and radius in millimetres."""

    x: float
    y: float
    radius: float

    @property
    def box(self) -> Box:
        """The smallest box around it."""
        return Box(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


@dataclass(frozen=True, slots=True)
class CutPath:
    """A closed line of any form.

    Attributes:
        path: M, L and C segments and a Z, in the sheet's frame.
    """

    path: Path

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Its corners, curves as many short lines."""
        return corners_of(self.path)

    @property
    def box(self) -> Box:
        """The smallest box around it."""
        return box_of(self.corners)


CutLine: TypeAlias = CutPolygon | CutCircle | CutPath


@dataclass(frozen=True, slots=True)
class CutSheet:
    """The cut file of one sheet.

    Attributes:
        width: Of the paper in millimetres, as the front is looked at.
        height: Of the paper.
        lines: One for each piece, in the order of the sheet's places.
        registration: Marks that are on the paper as well.
    """

    width: float
    height: float
    lines: tuple[CutLine, ...]
    registration: Registration | None = None


def cut_sheet(sheet: Sheet, registration: Registration | None = None) -> CutSheet:
    """The cut lines of a sheet, seen from its front, or from its back when only backs are printed."""
    side = sheet.sides[0]
    grid = side.grid
    return CutSheet(grid.page_width.mm, grid.page_height.mm, tuple(cut_lines(side.slots)), registration)


def cut_lines(slots: Sequence[Placement]) -> list[CutLine]:
    """The outline of each placed piece on the page."""
    return [_placed(slot.face.outline, slot.matrix) for slot in slots]


def _placed(outline: Outline, matrix: Matrix) -> CutLine:
    if outline.shape == "circle":
        centre = matrix.apply(outline.width / 2, outline.height / 2)
        return CutCircle(centre.x, centre.y, outline.width / 2 * math.hypot(matrix.a, matrix.b))
    if outline.shape == "path":
        return CutPath(turned_path(outline.path(), matrix))
    if outline.shape == "rectangle":
        points, arcs = _rectangle(outline)
    else:
        points, arcs = outline.corners(), [False] * 6
    placed = [matrix.apply(x, y) for x, y in points]
    return CutPolygon(tuple((point.x, point.y) for point in placed), tuple(arcs))


def _rectangle(outline: Outline) -> tuple[list[tuple[float, float]], list[bool]]:
    """The corners, each in two where it is round, clockwise from the left end of the upper edge."""
    width, height = outline.width, outline.height
    radius = min(outline.radius, width / 2, height / 2)
    if radius <= 0:
        return [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)], [False] * 4
    right, bottom = width - radius, height - radius
    points = [
        (radius, 0.0), (right, 0.0), (width, radius), (width, bottom),
        (right, height), (radius, height), (0.0, bottom), (0.0, radius),
    ]  # fmt: skip
    return points, [False, True] * 4
