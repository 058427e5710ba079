"""Cuts and creases of a sheet as values, exact where a curve is an arc of a circle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

from pnp.colour import PressColour
from pnp.draw import Group, Item, Outline, Page, Path, Stroke, polygon, with_items
from pnp.draw.path import mapped_path
from pnp.draw.ring import box_of, corners_of
from pnp.export.registration import Registration
from pnp.geometry import IDENTITY, Box, Matrix
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
        return box_of(self.points)


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
    """A line of any form, open or closed.

    Attributes:
        path: One M, then L and C segments, and a Z where it is closed; in the sheet's frame.
    """

    path: Path

    @property
    def closed(self) -> bool:
        """Whether its end is joined to its start."""
        return self.path[-1] == ("Z",)

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Its corners, curves as many short lines."""
        return corners_of(self.path)

    @property
    def box(self) -> Box:
        """The smallest box around it."""
        return box_of(self.corners)


CutLine: TypeAlias = CutPolygon | CutCircle | CutPath

LINE_SPOTS: Mapping[str, str] = {
    "CutContour": "cut",
    "KissCut": "kiss-cut",
    "Crease": "crease",
    "Perforation": "perforation",
}
"""Spots that are lines for a machine, and the layers of cut files that they are on."""


@dataclass(frozen=True, slots=True)
class CutSheet:
    """The cut file of one sheet.

    Attributes:
        width: Of the paper in millimetres, as the front is looked at.
        height: Of the paper.
        lines: One for each piece, in the order of the sheet's places, and then the cuts that are drawn on
            them.
        registration: Marks that are on the paper as well.
        others: Kiss cuts, creases and perforations by the names of their layers; layers without any are left
            out.
    """

    width: float
    height: float
    lines: tuple[CutLine, ...]
    registration: Registration | None = None
    others: Mapping[str, tuple[CutLine, ...]] = field(default_factory=dict)

    @property
    def layers(self) -> Mapping[str, tuple[CutLine, ...]]:
        """The lines by the names of their layers, ``cut`` first."""
        return {"cut": self.lines, **self.others}


def cut_sheet(sheet: Sheet, registration: Registration | None = None) -> CutSheet:
    """The lines of a sheet, seen from its front, or from its back when only backs are printed.

    Besides the outlines of its pieces they are the lines that layouts draw on ``LINE_SPOTS``, and the fold
    of a sheet that is folded.
    """
    side = sheet.sides[0]
    grid = side.grid
    width, height = grid.page_width.mm, grid.page_height.mm
    drawn = [
        line for slot in side.slots for line in drawn_lines(with_items(slot.face).items, slot.spot.matrix)
    ]
    if sheet.fold is not None:
        ends = ((width / 2, 0.0), (width / 2, height))
        (x1, y1), (x2, y2) = ends if sheet.fold == "x" else ((0.0, height / 2), (width, height / 2))
        drawn.insert(0, ("crease", CutPath((("M", x1, y1), ("L", x2, y2)))))
    return _with_drawn(CutSheet(width, height, tuple(cut_lines(side.slots)), registration), drawn)


def cut_page(page: Page, registration: Registration | None = None) -> CutSheet:
    """The lines of a page whose items are drawn on ``LINE_SPOTS``, such as the nets of boxes."""
    made = CutSheet(page.width.mm, page.height.mm, (), registration)
    return _with_drawn(made, list(drawn_lines(page.items)))


def _with_drawn(sheet: CutSheet, drawn: Sequence[tuple[str, CutLine]]) -> CutSheet:
    layers = {name: tuple(line for layer, line in drawn if layer == name) for name in LINE_SPOTS.values()}
    cuts = layers.pop("cut")
    return replace(
        sheet, lines=(*sheet.lines, *cuts), others={name: lines for name, lines in layers.items() if lines}
    )


def drawn_lines(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[str, CutLine]]:
    """The lines among items that are drawn on ``LINE_SPOTS``, each with the name of its layer.

    Args:
        items: Of a face or a page.
        matrix: From their frame to the page's.
    """
    for item in items:
        if isinstance(item, Group):
            yield from drawn_lines(item.items, item.matrix.then(matrix))
        elif (
            isinstance(item, Stroke) and isinstance(item.paint, PressColour) and item.paint.spot in LINE_SPOTS
        ):
            for way in ways(item.path):
                yield LINE_SPOTS[item.paint.spot], CutPath(mapped_path(way, matrix))


def ways(path: Path) -> Iterator[Path]:
    """The lines of a path one by one, rectangles as four lines that are closed."""
    starts = [at for at, segment in enumerate(path) if segment[0] in ("M", "R")]
    for start, end in pairwise([*starts, len(path)]):
        way = path[start:end]
        if way[0][0] == "R":
            x, y, width, height = (float(number) for number in way[0][1:])
            way = polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        if len(way) > 1:
            yield way


def cut_lines(slots: Sequence[Placement]) -> list[CutLine]:
    """The outline of each placed piece on the page."""
    return [_placed(slot.face.outline, slot.spot.matrix) for slot in slots]


def _placed(outline: Outline, matrix: Matrix) -> CutLine:
    if outline.shape == "circle":
        centre = matrix.apply(outline.width / 2, outline.height / 2)
        return CutCircle(centre.x, centre.y, outline.width / 2 * math.hypot(matrix.a, matrix.b))
    if outline.shape == "path":
        return CutPath(mapped_path(outline.path(), matrix))
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
