"""Registration marks: on the sheet and in the cut file, so that a cutter finds the paper's place.

Marks are either put on the sheet for the purpose (targets, a Silhouette cutter's own) or there already (crop
marks).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from pnp.colour import BLACK
from pnp.draw import Fill, Item, Page, Path, Stroke, circle, item_box, path_box
from pnp.geometry import Box
from pnp.impose import Placement, SheetSide

MarkKind: TypeAlias = Literal["auto", "targets", "crop", "silhouette", "none"]

_Line: TypeAlias = tuple[tuple[float, float], tuple[float, float]]

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
    crop: tuple[_Line, ...] = ()

    @property
    def radius(self) -> float:
        """Radius and width of the ring of a target."""
        return _RADIUS

    @property
    def lines(self) -> tuple[_Line, ...]:
        """All straight lines, each from end to end."""
        return (*self._crosses, *self.crop)

    @property
    def _crosses(self) -> tuple[_Line, ...]:
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


def _lines(items: Sequence[Item]) -> Iterator[_Line]:
    """The straight lines of one piece among the items."""
    for item in items:
        if isinstance(item, Stroke):
            for way in _ways(item.path):
                if [segment[0] for segment in way] == ["M", "L"]:
                    (_, x1, y1), (_, x2, y2) = way
                    yield (float(x1), float(y1)), (float(x2), float(y2))


def _ways(path: Path) -> Iterator[Path]:
    starts = [at for at, segment in enumerate(path) if segment[0] in ("M", "R")]
    for start, end in pairwise([*starts, len(path)]):
        yield path[start:end]


def _boxes(items: Sequence[Item]) -> Iterator[Box]:
    """Boxes of what is drawn; the lines of one stroke each have their own, for crop marks are one stroke."""
    for item in items:
        if isinstance(item, Stroke):
            for way in _ways(item.path):
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
