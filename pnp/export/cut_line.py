"""Cuts and creases of a sheet as values, exact where a curve is an arc of a circle, and registration marks.

A cutter finds the paper's place by registration marks, which are on the sheet and in the cut file. They are
either put on the sheet for the purpose (targets, a Silhouette cutter's own) or there already (crop marks).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from pnp.colour import BLACK, PressColour
from pnp.draw import (
    Fill,
    Group,
    Item,
    Outline,
    Page,
    Path,
    Stroke,
    circle,
    item_box,
    path_box,
    polygon,
    with_items,
)
from pnp.draw.path import mapped_path
from pnp.draw.ring import box_of, corners_of
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.impose import Placement, Sheet, SheetSide

MarkKind: TypeAlias = Literal["auto", "targets", "crop", "silhouette", "none"]

_CutEnds: TypeAlias = tuple[tuple[float, float], tuple[float, float]]

_RADIUS = 1.5  # mm, of the ring of a target
_REACH = 2.5  # mm, from the middle of a target to the end of its cross
_LINE = 0.2  # mm: seen by a camera, thin enough to be laid on exactly
_CLEAR = 0.3  # mm around a target
_EDGE = 4.3  # mm: most office printers leave 1/6 inch of each edge bare
_STEP = 0.5  # mm between the places that are tried for a target

# Marks of Silhouette's cutters as github.com/kclipsto/proxies-at-home/issues/165 gives them: a square and two
# angles, distances in millimetres from the paper's edges to the outside of the marks. Not checked against a
# machine.
_INSET, _SQUARE, _ARM, _THICK = 10.0076, 5.0, 8.382, 0.9906


@dataclass(frozen=True, slots=True)
class Registration:
    """Marks of one side.

    Attributes:
        centres: Middles of the targets, x and y in millimetres in the page's frame; empty for other marks.
        areas: Black areas, as closed lines of straight pieces.
        crop: Crop marks, which the sheet has anyway.
    """

    centres: tuple[tuple[float, float], ...] = ()
    areas: tuple[tuple[tuple[float, float], ...], ...] = ()
    crop: tuple[_CutEnds, ...] = ()

    @property
    def radius(self) -> float:
        """Radius and width of the ring of a target."""
        return _RADIUS

    @property
    def lines(self) -> tuple[_CutEnds, ...]:
        """All straight lines, each from end to end."""
        return (*self._crosses, *self.crop)

    @property
    def _crosses(self) -> tuple[_CutEnds, ...]:
        return tuple(
            line
            for x, y in self.centres
            for line in (((x - _REACH, y), (x + _REACH, y)), ((x, y - _REACH), (x, y + _REACH)))
        )

    @property
    def items(self) -> tuple[Item, ...]:
        """The marks that the sheet does not have yet."""
        lines: Path = tuple(
            segment for (x1, y1), (x2, y2) in self._crosses for segment in (("M", x1, y1), ("L", x2, y2))
        )
        rings: Path = tuple(segment for x, y in self.centres for segment in circle(x, y, _RADIUS))
        items: list[Item] = [Stroke(lines + rings, BLACK, _LINE)] if lines else []
        items += [Fill(_closed(area), BLACK) for area in self.areas]
        return tuple(items)


def registration(sides: Sequence[SheetSide], kind: MarkKind) -> Registration | None:
    """The marks for a page, or None where they would lie on a piece, its bleed, or the words of the rim.

    Targets are near three corners of the page, wherever there is room; the empty corner shows which way is
    up. Marks of a Silhouette cutter have fixed places. ``auto`` takes targets, or crop marks where there is
    no room for them.

    Args:
        sides: The side that is on the page; both when the paper is folded.
        kind: Of marks.
    """
    if kind == "none":
        return Registration()
    slots = [slot for side in sides for slot in side.slots]
    items = [item for side in sides for item in side.items]
    crop = _crop_marks(slots, items)
    if kind == "crop":
        return crop
    grid = sides[0].grid
    return _on_page(
        (grid.page_width.mm, grid.page_height.mm), [slot.spot.shown for slot in slots], items, kind, crop
    )


def page_registration(page: Page, kind: MarkKind) -> Registration | None:
    """The marks for a page that is no sheet of pieces; as for ``registration``, without crop marks."""
    if kind == "none":
        return Registration()
    if kind == "crop":
        return None
    return _on_page((page.width.mm, page.height.mm), (), page.items, kind, None)


def _on_page(
    size: tuple[float, float],
    pieces: Sequence[Box],
    items: Sequence[Item],
    kind: MarkKind,
    crop: Registration | None,
) -> Registration | None:
    taken = [*pieces, *_boxes(items)]
    page = Box(0.0, 0.0, *size)
    if kind == "silhouette":
        return _silhouette(page, taken)
    return _targets(page, taken) or (crop if kind == "auto" else None)


def _crop_marks(slots: Sequence[Placement], items: Sequence[Item]) -> Registration | None:
    """The upright and level lines that lie in line with a cut and outside all pieces."""
    xs = {round(edge, 3) for slot in slots for edge in (slot.spot.trim.x, slot.spot.trim.right)}
    ys = {round(edge, 3) for slot in slots for edge in (slot.spot.trim.y, slot.spot.trim.bottom)}
    found = []
    for (x1, y1), (x2, y2) in _lines(items):
        upright, level = x1 == x2 and round(x1, 3) in xs, y1 == y2 and round(y1, 3) in ys
        reach = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).grown(0.01)
        if (upright or level) and not any(reach.meets(slot.spot.trim) for slot in slots):
            found.append(((x1, y1), (x2, y2)))
    return Registration(crop=tuple(found)) if found else None


def _lines(items: Sequence[Item]) -> Iterator[_CutEnds]:
    """The straight lines of one piece among the items."""
    for item in items:
        if isinstance(item, Stroke):
            for way in ways(item.path):
                if [segment[0] for segment in way] == ["M", "L"]:
                    (_, x1, y1), (_, x2, y2) = way
                    yield (float(x1), float(y1)), (float(x2), float(y2))


def _boxes(items: Sequence[Item]) -> Iterator[Box]:
    """Boxes of what is drawn; the lines of one stroke each have their own, for crop marks are one stroke."""
    for item in items:
        if isinstance(item, Stroke):
            for way in ways(item.path):
                yield path_box(way).grown(item.width)
        else:
            box = item_box(item)
            if box is not None:
                yield box


def _targets(page: Box, taken: Sequence[Box]) -> Registration | None:
    near = _EDGE + _REACH
    corners = [
        ((near, near), (1, 1)),
        ((page.width - near, near), (-1, 1)),
        ((near, page.height - near), (1, -1)),
    ]
    centres = []
    for (x, y), (right, down) in corners:
        centre = _free(x, y, right, down, page, taken)
        if centre is None:
            return None
        centres.append(centre)
    return Registration(tuple(centres))


def _free(
    x: float, y: float, right: int, down: int, page: Box, taken: Sequence[Box]
) -> tuple[float, float] | None:
    """The free place nearest to the corner, along the page's edges up to a third of their length."""
    reach = _REACH + _CLEAR
    for step in range(int(max(page.width, page.height) / 3 / _STEP)):
        away = step * _STEP
        for centre in ((x + right * away, y), (x, y + down * away)):
            own = Box(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)
            if not any(own.meets(box) for box in taken):
                return centre
    return None


def _silhouette(page: Box, taken: Sequence[Box]) -> Registration | None:
    left, top = _INSET, _INSET
    right, bottom = page.width - _INSET, page.height - _INSET
    square = ((left, top), (left + _SQUARE, top), (left + _SQUARE, top + _SQUARE), (left, top + _SQUARE))
    upper = (
        (right - _ARM, top), (right, top), (right, top + _ARM), (right - _THICK, top + _ARM),
        (right - _THICK, top + _THICK), (right - _ARM, top + _THICK),
    )  # fmt: skip
    lower = (
        (left, bottom - _ARM), (left + _THICK, bottom - _ARM), (left + _THICK, bottom - _THICK),
        (left + _ARM, bottom - _THICK), (left + _ARM, bottom), (left, bottom),
    )  # fmt: skip
    made = Registration(areas=(square, upper, lower))
    for area in made.areas:
        xs, ys = [x for x, _ in area], [y for _, y in area]
        own = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).grown(_CLEAR)
        if any(own.meets(box) for box in taken):
            return None
    return made


def _closed(points: Sequence[tuple[float, float]]) -> Path:
    (x, y), *rest = points
    return (("M", x, y), *(("L", px, py) for px, py in rest), ("Z",))


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
