"""Finished sides of sheets: marks, ruler, footer and stamps; findings about those that have no room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.colour import WHITE, Colour
from pnp.diagnostics import Diagnostic, warning
from pnp.draw import FaceHashes, Group, Halo, Item, Outline
from pnp.draw.ring import width_at
from pnp.geometry import IDENTITY, Matrix, Point, scale, shift, turn
from pnp.impose.fit import free_rims
from pnp.impose.furniture import CropMarks, Edge, Furnisher, Rim, Ruler, SheetWords, fold_words
from pnp.impose.marks import Marking, cut_lines, marking, mosaic_marking
from pnp.impose.mosaic import Mosaic
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import TILE_MARK, Footer, Placement, Sheet, SheetSide, SideName
from pnp.model import Style
from pnp.text import set_label, text_width
from pnp.units import ZERO, pt

if TYPE_CHECKING:
    from pnp.text import TextContext


class SheetFinisher:
    """Puts marks, ruler and footer on sides, and remembers what found no room."""

    def __init__(
        self,
        profile: PrintProfile,
        footer: Footer,
        context: TextContext | None,
        total: int,
        two_sided: bool,
        hashes: FaceHashes,
    ) -> None:
        self._profile, self._two_sided = profile, two_sided
        self._context = context
        self._words = SheetWords(footer, total, profile, two_sided=two_sided)
        self._ruler = Ruler.with_words(self._words.ruler(), context)
        self._fold = fold_words(self._words, context)
        self._stamps = Stamps(hashes, context if profile.stamp else None)
        self._missing: dict[str, int] = {}
        self._furnishers: dict[object, tuple[SheetSide, Furnisher]] = {}
        self._marks: dict[object, tuple[object, Marking]] = {}

    def finished(self, sheet: Sheet) -> Sheet:
        """The sheet with items on its sides; where both are on one page, all items are with the front."""
        front, back = sheet.front, sheet.back
        if sheet.fold is not None and front is not None and back is not None:
            adjust = adjustment(self._profile, "front", lying=front.grid.lying)
            items = self._items((front, back), sheet, ruled=True)
            return sheet._replace(
                front=front._replace(items=items, adjust=adjust), back=back._replace(adjust=adjust)
            )
        return sheet._replace(
            front=front and self._finished(front, sheet),
            back=back and self._finished(back, sheet),
        )

    def _finished(self, side: SheetSide, sheet: Sheet) -> SheetSide:
        """A side of its own page. Rulers are on fronts, or on backs that are printed alone."""
        ruled = side.side == "front" or self._profile.sides == "backs"
        adjust = adjustment(self._profile, side.side, lying=side.grid.lying, folded=sheet.fold is not None)
        return side._replace(items=self._items((side,), sheet, ruled=ruled), adjust=adjust)

    def _items(self, sides: tuple[SheetSide, ...], sheet: Sheet, *, ruled: bool) -> tuple[Item, ...]:
        first = sides[0]
        if self._profile.paper.single:
            return tuple(self._cut_lines(first))
        tiles = ", ".join([slot.key.partition(TILE_MARK)[2] for slot in first.slots if TILE_MARK in slot.key])
        side = None if len(sides) > 1 else first.side
        words = self._words.footer(side, sheet.number, sheet.digest, tiles)
        placed = self._furnisher(sides, ruled=ruled).furniture(words)
        marks = self._marking(sides, placed.rims)
        for code, short in (("S130", not placed.ruler), ("S131", not placed.footer), ("S132", marks.cramped)):
            if short:
                self._missing.setdefault(code, sheet.number)
        stamps = tuple(self._stamps.of(first.slots)) if first.side == "front" else ()
        profile = self._profile
        if profile.colour == "rgb" and profile.cut_line is None:
            return (*stamps, *marks.items, *placed.items)
        layers = {"Marks": marks.items, "Ruler and footer": placed.items}
        layered = [Group(items, layer=name) for name, items in layers.items() if items]
        return (*stamps, *self._cut_lines(first), *layered)

    def _cut_lines(self, side: SheetSide) -> Iterator[Item]:
        """The layer with the cut lines of a front, where they are asked for."""
        if self._profile.cut_line is not None and side.side == "front":
            yield Group(tuple(cut_lines(side.slots, self._profile.cut_line)), layer="Cut lines")

    def _furnisher(self, sides: tuple[SheetSide, ...], *, ruled: bool) -> Furnisher:
        """For a page with these sides; pages of one layout have the same, which is known by its identity."""
        profile, first = self._profile, sides[0]
        marked: CropMarks = "no"
        if profile.marks != "none" and any(slot.face.outline.shape == "rectangle" for slot in first.slots):
            marked = "over-bleed" if isinstance(first.grid, Mosaic) else "outside"
        key = (id(first.grid), len(sides), marked, ruled)
        known = self._furnishers.get(key)
        if known is None:
            unfolded = len(sides) > 1
            block = first.grid.unfolded if unfolded else first.grid.block
            free = free_rims(first.grid, profile, marked=marked, backs=self._two_sided, unfolded=unfolded)
            made = Furnisher(block, free, self._ruler if ruled else None, self._context)
            # The side is kept with it: an id means nothing once its object is deleted.
            known = self._furnishers[key] = (first, made)
        return known[1]

    def _marking(self, sides: tuple[SheetSide, ...], rims: Mapping[Edge, Rim]) -> Marking:
        """The marks of a page; pages with pieces in the same places share theirs."""
        if isinstance(sides[0].grid, Mosaic):
            return mosaic_marking(sides, self._profile, self._fold)
        places = tuple([(side.side, *[id(slot.spot.shown) for slot in side.slots]) for side in sides])
        key = (id(sides[0].grid), places, id(rims))
        known = self._marks.get(key)
        if known is None:
            made = marking(sides, self._profile, rims, self._fold)
            # Kept with all whose ids are in the key.
            known = self._marks[key] = ((sides, rims), made)
        return known[1]

    def shortages(self, cures: Mapping[str, str]) -> Iterator[Diagnostic]:
        """One warning for each kind of thing that was left out somewhere; ``cures`` as of ``PageGrid``."""
        paper = self._profile.paper.name
        for code, (name, what) in _SHORT.items():
            if code in self._missing:
                own = cures.get(name)
                cure = [own, "or take less bleed or larger paper"] if own else _USUAL_CURE
                yield warning(code, f"no room for {what} {paper}", None, cure)
        if self._stamps.cramped:
            yield warning("S133", "no room for the stamp on some pieces", None, "print without stamps")


_SHORT = {
    "S130": ("ruler", "the ruler on"),
    "S131": ("footer", "the footer on"),
    "S132": ("marks", "crop marks at some edges of"),
}
_USUAL_CURE = "take a smaller grid, less bleed or larger paper"


def adjustment(profile: PrintProfile, side: SideName, *, lying: bool, folded: bool = False) -> Matrix:
    """The map of the page onto itself that the profile asks for; the identity when it asks for nothing.

    Both sides are enlarged about the middle of the page; backs are then turned about it and moved. What the
    profile says holds for upright paper. A landscape page comes to lie on it turned clockwise (see
    ``Margins.lying``), on both sides. Where fronts and backs are on one side of the paper there is nothing
    to move against each other.
    """
    width, height = profile.paper.width.mm, profile.paper.height.mm
    middle = Point(width / 2, height / 2)
    moved = IDENTITY
    if profile.scale != (1.0, 1.0):
        moved = shift(-middle.x, -middle.y).then(scale(*profile.scale)).then(shift(middle.x, middle.y))
    if side == "back" and not folded:
        if profile.back_rotation:
            moved = moved.then(turn(profile.back_rotation, middle))
        if profile.back_offset != (ZERO, ZERO):
            moved = moved.then(shift(profile.back_offset[0].mm, profile.back_offset[1].mm))
    if moved == IDENTITY or not lying:
        return moved
    to_sheet = Matrix(0.0, 1.0, -1.0, 0.0, width, 0.0)
    to_page = Matrix(0.0, -1.0, 1.0, 0.0, 0.0, width)
    return to_sheet.then(moved).then(to_page)


DIGITS = 7
"""As many as programs show of commits: a collision has a chance of one in 268 million."""
_STYLE = Style("Barlow Semi Condensed", weight=500, size=pt(4), colour=Colour(100, 100, 100))
_HALO = Halo(WHITE, 0.18)  # keeps the digits readable on dark grounds
_LEAST = 0.9  # mm from the trim to the baseline: hardly noticed, and still there when a cut misses by half a millimetre
_BESIDE = 0.5  # mm between the digits and the trim at both sides
_STEP = 0.2


class Stamps:
    """Makes stamps for the fronts of a set.

    Args:
        hashes: Of faces.
        context: To set digits with; None stamps nothing.
    """

    def __init__(self, hashes: FaceHashes, context: TextContext | None) -> None:
        self._hashes, self._context = hashes, context
        self._made: dict[tuple[str, Outline], tuple[Item, ...]] = {}
        self.cramped = False
        """Whether some piece had no room."""

    def of(self, slots: Sequence[Placement]) -> Iterator[Item]:
        """The stamps of fronts, in the page's frame, at the lower edge of each piece."""
        for slot in slots if self._context is not None else ():
            key = (self._hashes.of(slot.face)[:DIGITS], slot.face.outline)
            if key not in self._made:
                self._made[key] = self._stamp(*key)
            if self._made[key]:
                yield Group(self._made[key], matrix=slot.spot.matrix)

    def _stamp(self, digits: str, outline: Outline) -> tuple[Item, ...]:
        assert self._context is not None
        height = baseline(outline, text_width(digits, _STYLE, self._context) + 2 * _BESIDE)
        if height is None:
            self.cramped = True
            return ()
        x, y = outline.width / 2, outline.height - height
        return set_label(digits, _STYLE, x, y, self._context, "middle", halo=_HALO)[0]


def baseline(outline: Outline, width: float) -> float | None:
    """The least height above the lower end at which the shape is as wide; None if not in its lower third."""
    steps = int((outline.height / 3 - _LEAST) / _STEP) + 1
    heights = (_LEAST + step * _STEP for step in range(max(0, steps)))
    return next((height for height in heights if chord(outline, height) >= width), None)


def chord(outline: Outline, height: float) -> float:
    """How wide a shape is at a height above its lower end, both in millimetres."""
    width, radius = outline.width, outline.radius
    if outline.shape == "circle":
        return 2.0 * math.sqrt(max(0.0, (width / 2) ** 2 - (width / 2 - height) ** 2))
    if outline.shape == "hex-pointy":  # its lower corner opens to the whole width at a quarter of its height
        return min(width, width * height / (outline.height / 4))
    if outline.shape == "hex-flat":  # from its lower edge, half as wide as the whole, to the middle
        return min(width, width / 2 + width / 2 * height / (outline.height / 2))
    if outline.shape == "path":
        return width_at(outline.ring, outline.height - height, width / 2)
    if height < radius:
        return width - 2 * (radius - math.sqrt(radius**2 - (radius - height) ** 2))
    return width
