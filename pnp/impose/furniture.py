"""The ruler and the footer of a sheet, in lanes along the edges, beside pieces and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.colour import Colour
from pnp.draw import Group, Item, Path, Stroke
from pnp.geometry import shift
from pnp.i18n import Labels
from pnp.impose.grid import PageBlock
from pnp.impose.profile import PrintProfile
from pnp.impose.rim import LANE, Edge, Lane, Rim
from pnp.impose.sheet import Footer, SideName
from pnp.model import Style
from pnp.text import set_label
from pnp.units import MM_PER_PT, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

GREY = Colour(90, 90, 90)
STYLES = (Style(size=pt(5.5), colour=GREY), Style(size=pt(4.5), colour=GREY))
"""Styles of words in lanes, the preferred one first."""
BASELINE = 1.75  # mm from the top of a lane
RULER = 100.0  # mm
# What a ruler with its words and a footer measure in most games; longer ones look for room as they are.
_USUAL_RULER = 130.0  # mm
_USUAL_FOOTER = 135.0
_RULER_ORDER = (Edge.TOP, Edge.RIGHT, Edge.BOTTOM, Edge.LEFT)
_FOOTER_ORDER = (Edge.BOTTOM, Edge.LEFT, Edge.TOP, Edge.RIGHT)
_LINE = 0.25 * MM_PER_PT
_GAP = 2.0  # mm between ruler and words


class Furniture(NamedTuple):
    """Ruler and footer of one side.

    Attributes:
        items: In the page's frame.
        rims: The rims with the lanes that were taken.
        ruler: Whether the ruler found room, or none was wanted.
        footer: Whether the footer found room.
    """

    items: tuple[Item, ...]
    rims: Mapping[Edge, Rim]
    ruler: bool
    footer: bool = True


class Ruler(NamedTuple):
    """The ruler with its words, in the frame of a lane, and how long both are."""

    group: Group
    length: float

    @classmethod
    def with_words(cls, words: str, context: TextContext | None) -> Ruler:
        """The ruler of a set: the same on all its sheets, so that it is drawn once."""
        label, width = _set(words, STYLES[0], RULER + _GAP, context)
        items = (Stroke(_SCALE, GREY, _LINE), *label)
        return cls(
            Group(items, shared=f"ruler {words if label else ''}"), RULER + (_GAP + width if label else 0.0)
        )


class Furnisher:
    """Puts ruler and footer into the best free lanes of pages that have the same block and the same rims.

    The ruler comes first, on another edge than the footer where that can be. Anything along one edge
    begins at the block's own edge. The place of the ruler and the lanes that are left are found once.

    Args:
        block: Of the pages.
        rims: Of the side, no lane taken.
        ruler: None for no ruler on this side.
        context: To set footers with; None sets none.
    """

    def __init__(
        self,
        block: PageBlock,
        rims: Mapping[Edge, Rim],
        ruler: Ruler | None,
        context: TextContext | None,
    ) -> None:
        self._context = context
        self._ruled = ruler is None
        self._items: tuple[Item, ...] = ()
        self._shared: tuple[Lane, float] | None = None
        taken = dict(rims)
        place = _claim(taken, _RULER_ORDER, ruler.length) if ruler is not None else None
        if ruler is not None and place is not None:
            lane, start = place[0], _start(place[0], _beginning(block, *place), ruler.length)
            self._items = (_in_lane(lane, start, (ruler.group,)),)
            self._ruled, self._shared = True, (lane, start + ruler.length + 3 * _GAP)
        self._taken: Mapping[Edge, Rim] = taken
        self._lanes = tuple(
            [(lane, _beginning(block, lane, edge), rims) for lane, edge, rims in _free(taken, _FOOTER_ORDER)]
        )

    def furniture(self, words: str) -> Furniture:
        """Ruler and footer, which says ``words``, of one page; each is left out where it does not fit."""
        if self._context is None:
            return Furniture(self._items, self._taken, self._ruled)
        for style in STYLES:
            line, length = set_label(words, style, 0.0, BASELINE, self._context)
            found = self._found(length)
            if found is not None:
                lane, start, rims = found
                return Furniture((*self._items, _in_lane(lane, start, line)), rims, self._ruled)
        return Furniture(self._items, self._taken, self._ruled, footer=False)

    @property
    def ruled(self) -> bool:
        """Whether the ruler found room, or none was wanted."""
        return self._ruled

    def rims_with(self, length: float) -> Mapping[Edge, Rim] | None:
        """The rims with the lanes that a footer of that length takes; None where it has no room."""
        found = self._found(length)
        return found and found[2]

    def _found(self, length: float) -> tuple[Lane, float, Mapping[Edge, Rim]] | None:
        """The place of a footer of that length, and the rims with it."""
        for lane, beginning, rims in self._lanes:
            if lane.length >= length:
                return lane, _start(lane, beginning, length), rims
        if self._shared is not None and self._shared[1] + length <= self._shared[0].length:
            return *self._shared, self._taken
        return None


def usual_lanes(block: PageBlock, rims: Mapping[Edge, Rim]) -> tuple[bool, bool, Mapping[Edge, Rim]]:
    """Whether ruler and footer of usual length find room in rims with no lane taken, and the rims then."""
    furnisher = Furnisher(block, rims, Ruler(Group(()), _USUAL_RULER), None)
    taken = furnisher.rims_with(_USUAL_FOOTER)
    return furnisher.ruled, taken is not None, rims if taken is None else taken


class SheetWords:
    """The words of footers and rulers, in one language.

    Args:
        footer: Game, set, language, version.
        total: Sheets of the set.
        profile: How they are printed.
        two_sided: Whether the sheets have backs, so that each side is named.
    """

    def __init__(self, footer: Footer, total: int, profile: PrintProfile, *, two_sided: bool) -> None:
        self._labels = Labels(footer.language)
        self._total, self._numbered = total, (0, "")
        labels = self._labels
        sides: tuple[SideName, ...] = ("front", "back")
        self._sides = {side: labels.text(side) if two_sided else "" for side in sides}
        known = labels.found == footer.language.split("-")[0]
        self._before = (footer.game, footer.set_name)
        self._version = (labels.text("language-name") if known else footer.language, footer.version)
        self._after = (
            labels.text("low-ink") if profile.ink == "low" else "",
            labels.text("printer", name=profile.printer) if profile.printer else "",
            labels.text("print-at-100"),
        )

    def footer(self, side: SideName | None, number: int, digest: str, tiles: str = "") -> str:
        """Game, set, sheet, side, language, version, hash of the faces, theme, printer, and how to print.

        ``side`` is None for a page that holds both sides, ``tiles`` names the tiles of a board on it.
        """
        if number != self._numbered[0]:  # both sides of a sheet say the same
            self._numbered = (number, self._labels.text("sheet", n=number, total=self._total))
        shown = "" if side is None else self._sides[side]
        parts = (*self._before, tiles, self._numbered[1], shown, *self._version, digest, *self._after)
        return " · ".join([part for part in parts if part])

    def fold(self) -> str:
        """The words beside a fold."""
        return self._labels.text("fold-here")

    def ruler(self) -> str:
        """The words beside the ruler."""
        return self._labels.text("ruler", length=f"{RULER:g}\u00a0mm")


def fold_words(words: SheetWords, context: TextContext | None) -> tuple[Item, ...]:
    """The words beside a fold, the middle of their baseline at the origin; nothing without a context."""
    if context is None:
        return ()
    return set_label(words.fold(), STYLES[0], 0.0, 0.0, context, "middle")[0]


def _claim(rims: dict[Edge, Rim], order: Sequence[Edge], length: float) -> tuple[Lane, Edge] | None:
    """The first free lane that is long enough, now taken; edges with nothing on them come first."""
    for lane, edge, taken in _free(rims, order):
        if lane.length >= length:
            rims.update(taken)
            return lane, edge
    return None


def _free(rims: Mapping[Edge, Rim], order: Sequence[Edge]) -> Iterator[tuple[Lane, Edge, Mapping[Edge, Rim]]]:
    """The first free lane of each edge, with the rims when it is taken; empty edges come first."""
    for edge in sorted(order, key=lambda edge: rims[edge].used):
        rim = rims[edge]
        if rim.used < rim.lanes:
            yield rim.lane(rim.used), edge, {**rims, edge: rim._replace(used=rim.used + 1)}


def _beginning(block: PageBlock, lane: Lane, edge: Edge) -> float:
    """Where along a lane the block begins."""
    corner = lane.box
    return {
        Edge.TOP: block.left.mm - corner.x,
        Edge.BOTTOM: block.left.mm - corner.x,
        Edge.LEFT: corner.bottom - block.bottom.mm,
        Edge.RIGHT: block.top.mm - corner.y,
    }[edge]


def _start(lane: Lane, beginning: float, length: float) -> float:
    """Where along a lane to begin: where the block does, or earlier when the lane would not reach."""
    return max(0.0, min(beginning, lane.length - length))


def _in_lane(lane: Lane, start: float, items: Sequence[Item]) -> Group:
    return Group(tuple(items), matrix=shift(start, 0.0).then(lane.matrix))


def _set(words: str, style: Style, x: float, context: TextContext | None) -> tuple[tuple[Item, ...], float]:
    if context is None or not words:
        return (), 0.0
    return set_label(words, style, x, BASELINE, context)


def _ruler() -> Path:
    """A scale of ``RULER`` millimetres, longer ticks at 5 and 10; the middles of the ticks are exact."""
    foot = LANE - 0.4
    lines: list[tuple[str | float, ...]] = [("M", 0.0, foot), ("L", RULER, foot)]
    for millimetre in range(int(RULER) + 1):
        height = 1.8 if millimetre % 10 == 0 else 1.2 if millimetre % 5 == 0 else 0.7
        lines += [("M", float(millimetre), foot), ("L", float(millimetre), foot - height)]
    return tuple(lines)


_SCALE = _ruler()
