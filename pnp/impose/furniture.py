"""The rim of a page around its block: lanes with ruler and footer along the edges, room for marks between.

Depths are millimetres inwards from the paper's edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pnp.colour import Colour
from pnp.draw import Group, Item, Path, Stroke
from pnp.geometry import Box, Matrix, shift, turn
from pnp.i18n import Labels
from pnp.impose.grid import PageBlock
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import Footer, SideName
from pnp.model import Style
from pnp.model.paper import Margins
from pnp.text import set_label
from pnp.units import MM_PER_PT, Length, pt

if TYPE_CHECKING:
    from pnp.text import TextContext


LANE = 2.4  # mm: holds type of 5.5 pt from ascender to descender
# Nothing that must be read is nearer to the edge: 1/6 inch, the rim that common office printers leave
# blank.
BLANK_RIM = Length.parse("0.1666666667in")
LEAST_MARK = 3.0  # mm: shorter marks cannot be laid a ruler against
LONGEST_MARK = 5.0
MARK_GAP = 0.5  # mm between bleed and mark where there is room
BLOCK_MARK = 3.0  # mm round a block of several on a page: marks of its cuts are there, over its bleed
LEAST_OFFSET = 1.0  # mm between trim and mark, so that a cut that misses by a little takes no mark along


class Edge(Enum):
    """An edge of a page as it is looked at."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"

    @property
    def level(self) -> bool:
        """Whether the edge is horizontal, so that its marks are at the cuts between columns."""
        return self in (Edge.TOP, Edge.BOTTOM)


class Rim(NamedTuple):
    """The strip between the block and one edge of the page.

    Attributes:
        edge: Which.
        page: Width and height of the page.
        margin: Depth that nothing but marks may go below.
        outer: Depth at which the first lane begins.
        lanes: How many lanes fit while marks keep their least length.
        used: How many lanes are taken, counted from the outside.
    """

    edge: Edge
    page: tuple[float, float]
    margin: float
    outer: float
    lanes: int
    used: int = 0

    def mark(self, bleed: float, trim: float) -> tuple[float, float]:
        """Start and end of the marks as depths, for pieces whose bleed and trim end at these depths.

        They begin outside the bleed and stay inside the margin when that leaves them long enough; else they
        run on to the paper's edge. They never enter a lane.
        """
        start = min(bleed, trim - LEAST_OFFSET)
        edge = min(self.margin, max(0.0, start - LEAST_MARK))
        limit = self.outer + self.used * LANE if self.used else edge
        start -= min(MARK_GAP, max(0.0, start - limit - LEAST_MARK))
        return start, max(limit, start - LONGEST_MARK)

    def across(self, depth: float) -> float:
        """The x (side edges) or y (upper and lower edge) of the page at a depth."""
        width, height = self.page
        return {Edge.TOP: depth, Edge.LEFT: depth, Edge.BOTTOM: height - depth, Edge.RIGHT: width - depth}[
            self.edge
        ]

    def lane(self, number: int) -> Lane:
        """The lane, counted from the outside from 0.

        Side lanes are read from below (left) and from above (right) and leave the corners to the others.
        """
        width, height = self.page
        near = self.outer + number * LANE
        corner = self.outer + 2 * LANE
        if self.edge is Edge.TOP:
            return Lane(shift(self.outer, near), width - 2 * self.outer)
        if self.edge is Edge.BOTTOM:
            return Lane(shift(self.outer, height - near - LANE), width - 2 * self.outer)
        length = height - 2 * corner
        if self.edge is Edge.LEFT:
            return Lane(turn(270).then(shift(near, height - corner)), length)
        return Lane(turn(90).then(shift(width - near, corner)), length)


class Lane(NamedTuple):
    """A strip for one line of type or the ruler.

    Attributes:
        matrix: From the lane's frame (x along the lane, y down, origin at its reading start) to the page's.
        length: In millimetres; the height is ``LANE``.
    """

    matrix: Matrix
    length: float

    @property
    def box(self) -> Box:
        """In the page's frame."""
        return self.matrix.apply_box(Box(0.0, 0.0, self.length, LANE))


CropMarks: TypeAlias = Literal["no", "outside", "over-bleed"]
"""Straight marks round a block: none, beyond its bleed, or short ones that begin over the bleed."""


def rims(block: PageBlock, margin: Margins, marked: CropMarks) -> dict[Edge, Rim]:
    """The four rims of a page, no lane taken yet.

    Args:
        block: With all its places; a page that is not full has the same lanes as all others.
        margin: Of this page as it is looked at.
        marked: Which marks are round the block.
    """
    page = (block.page_width.mm, block.page_height.mm)
    depths = {
        Edge.TOP: (block.top, block.rim.top, margin.top),
        Edge.RIGHT: (block.page_width - block.right, block.rim.right, margin.right),
        Edge.BOTTOM: (block.page_height - block.bottom, block.rim.bottom, margin.bottom),
        Edge.LEFT: (block.left, block.rim.left, margin.left),
    }
    outer = max(BLANK_RIM, *(least for _, _, least in depths.values())).mm
    found = {}
    for edge, (trim, bleed, least) in depths.items():
        inner = (trim - bleed).mm
        if marked == "outside":
            inner = min(inner, trim.mm - LEAST_OFFSET) - LEAST_MARK
        elif marked == "over-bleed":
            inner = min(inner, trim.mm - BLOCK_MARK)
        lanes = max(0, int((inner - outer) / LANE + 1e-6))
        found[edge] = Rim(edge, page, least.mm, outer, lanes)
    return found


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
