"""Faults of single items of a face: letters at the cut, colour that ends there, small type, thin lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Group, Item, Outline, Picture, Stroke
from pnp.geometry import Box, Point
from pnp.memo import IdentityMemo
from pnp.preflight.walk import PlacedLeaf, ink_box, leaf_box, leaves, surely_inside
from pnp.units import MM_PER_PT

LEAST_TYPE = 5.0
"""Points: below this, ink closes small letters on office printers."""
LEAST_STROKE = 0.2
"""Points: thinner lines break up in print."""

_SLACK = 0.25  # mm: estimates of ink are good to this
_TOUCH = 0.05  # mm: nearer than this, an edge was meant to lie on the trim
_LARGE = (LEAST_TYPE - 0.005) * MM_PER_PT  # mm: letters that are surely not too small
_ITEMS_KEPT = 4096


class ItemFaults(NamedTuple):
    """The faults of an item, considered by itself.

    Attributes:
        cut: Words beyond the trim.
        near: Words in the rim inside of it.
        small: Words that are set too small, with their size in points.
        hidden: Kinds of shapes that never show.
        edges: Of the trim, where colour ends.
        thinnest: Width in points of the thinnest line that is too thin, else infinite.
    """

    cut: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    small: tuple[tuple[float, str], ...] = ()
    hidden: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    thinnest: float = inf


NOTHING = ItemFaults()
"""Nothing is wrong."""


class ItemChecks:
    """Looks at the items of faces of one shape. What is no text mostly stands on many faces and is looked at once.

    Args:
        outline: Of the faces.
        bleed: Theirs, in millimetres.
        safe: Width of the rim inside the trim that letters should keep out of, in millimetres.
    """

    def __init__(self, outline: Outline, bleed: float, safe: float) -> None:
        self._outline = outline
        self._bleed = bleed
        trim = Box(0.0, 0.0, outline.width, outline.height)
        self._reach = trim.grown(bleed)
        self._cut, self._safe = -_SLACK, safe - _SLACK
        # Boxes inside this one need no closer look; a round piece holds none that is known beforehand.
        clear = trim.grown(-max(self._cut, self._safe))
        self._clear = (clear.x, clear.y, clear.right, clear.bottom) if outline.shape == "rectangle" else None
        self._known: IdentityMemo[Item, ItemFaults] = IdentityMemo(self._at, _ITEMS_KEPT)
        self._lettered: IdentityMemo[tuple[Item, ...], bool] = IdentityMemo(_has_letters, _ITEMS_KEPT)

    def at(self, items: Iterable[Item]) -> list[ItemFaults]:
        """The faults of the items of a face; empty when it has none."""
        seen = [self._run(item) if type(item) is GlyphRun else self._item(item) for item in items]
        return [faults for faults in seen if faults is not NOTHING]

    def _run(self, run: GlyphRun) -> ItemFaults:
        inside = self._clear is not None and run.size > _LARGE and surely_inside(run, self._clear)
        return NOTHING if inside else self._at(run)

    def _item(self, item: Item) -> ItemFaults:
        if type(item) is Group and item.shared is not None and not self._lettered.of(item.items):
            return NOTHING  # a picture of something else: only its letters are looked at
        return self._known.of(item)

    def _at(self, item: Item) -> ItemFaults:
        seen = list(leaves([item]))
        cut: list[str] = []
        near: list[str] = []
        small: list[tuple[float, str]] = []
        hidden: list[str] = []
        edges: dict[str, None] = {}
        thinnest = inf
        for leaf in seen:
            if isinstance(leaf.item, GlyphRun):
                self._letters(leaf, leaf.item, cut, near, small)
            elif not leaf.small:
                placed = leaf.place(leaf_box(leaf.item))
                if not placed.meets(self._reach, -1e-6):
                    hidden.append("picture" if isinstance(leaf.item, Picture) else "shape")
                edges |= dict.fromkeys(self._short_of_bleed(leaf, placed))
                if isinstance(leaf.item, Stroke):
                    thinnest = min(thinnest, leaf.item.width * leaf.scale / MM_PER_PT)
        if thinnest >= LEAST_STROKE - 1e-3:
            thinnest = inf
        faults = ItemFaults(tuple(cut), tuple(near), tuple(small), tuple(hidden), tuple(edges), thinnest)
        return NOTHING if faults == NOTHING else faults

    def _letters(
        self, leaf: PlacedLeaf, run: GlyphRun, cut: list[str], near: list[str], small: list[tuple[float, str]]
    ) -> None:
        words = run.text.strip()
        box = leaf.visible(leaf.place(ink_box(run)))
        if not words or box is None:
            return
        if not _holds(self._outline, box, self._cut):
            cut.append(words)
        elif not _holds(self._outline, box, self._safe):
            near.append(words)
        if not leaf.small and _is_small(run.size * leaf.scale):
            small.append((run.size * leaf.scale / MM_PER_PT, words))

    def _short_of_bleed(self, leaf: PlacedLeaf, whole: Box) -> Iterator[str]:
        """The edges of the trim that a coloured surface ends at."""
        box = leaf.visible(whole) if self._bleed > 0 and _is_ground(leaf) else None
        if box is None or box.width <= _TOUCH or box.height <= _TOUCH:
            return
        if abs(box.x) < _TOUCH:
            yield "left"
        if abs(box.right - self._outline.width) < _TOUCH:
            yield "right"
        if abs(box.y) < _TOUCH:
            yield "upper"
        if abs(box.bottom - self._outline.height) < _TOUCH:
            yield "lower"


def _has_letters(items: Sequence[Item]) -> bool:
    return any(
        isinstance(item, GlyphRun) or (isinstance(item, Group) and _has_letters(item.items)) for item in items
    )


def _is_small(size: float) -> bool:
    """Whether letters of a size in millimetres are too small."""
    return size / MM_PER_PT < LEAST_TYPE - 0.01


def _is_ground(leaf: PlacedLeaf) -> bool:
    """Whether a leaf is a coloured surface: its end at the cut shows as a white sliver."""
    item = leaf.item
    if isinstance(item, Picture):
        return True
    if not isinstance(item, Fill):
        return False
    return not isinstance(item.paint, Colour) or (item.paint.alpha > 0 and item.paint.luminance < 0.98)


def _holds(outline: Outline, box: Box, inset: float) -> bool:
    """Whether a box lies inside an outline that was moved inwards by ``inset`` everywhere."""
    frame = Box(0.0, 0.0, outline.width, outline.height).grown(-inset)
    if outline.shape == "rectangle":
        return frame.holds(box)
    corners = [Point(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    if outline.shape == "circle":
        centre, radius = frame.centre, frame.width / 2
        return all((x - centre.x) ** 2 + (y - centre.y) ** 2 <= radius**2 for x, y in corners)
    hexagon = outline.corners(-inset)
    edges = list(zip(hexagon, [*hexagon[1:], hexagon[0]], strict=True))
    return all(
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= -1e-9
        for x, y in corners
        for (x1, y1), (x2, y2) in edges
    )
