"""Strips, the unbreakable slices of a rule sheet, and their places on pages.

Strips fill columns, some stay together, and the last columns are levelled. If a last page would hold little,
strips get a bit less room above them, to save it. Pictures that may grow fill what is left of their page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pnp.colour import Colour
from pnp.draw import Item
from pnp.rulebook.block import Directive


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A background of the strips that share it; compared by identity.

    Attributes:
        x: Left edge, from the left of the column, in millimetres.
        width: In millimetres.
        fill: Colour of the ground; None for none.
        bar: Colour of a bar along the left edge; None for none.
        radius: Of the corners.
    """

    x: float
    width: float
    fill: Colour | None = None
    bar: Colour | None = None
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: title, and depth from 0."""

    title: str
    level: int


@dataclass(frozen=True, slots=True, eq=False)
class IndexPlace:
    """Where an index goes once the pages of its terms are known; compared by identity.

    Attributes:
        directive: That asks for it.
        x: Left edge, from the left of the column.
        width: In millimetres.
        element: Place of its element in the structure of the sheet.
    """

    directive: Directive
    x: float
    width: float
    element: int


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """How a strip may grow.

    Attributes:
        most: Its greatest height, in millimetres.
        items: Of the strip in a height.
    """

    most: float
    items: Callable[[float], tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class Strip:
    """One slice of a column, as wide as the column.

    Attributes:
        height: In millimetres.
        items: In the strip's frame: origin at its top-left corner, millimetres, y downwards. What belongs to
            the text is in tagged groups.
        before: Room above it, left out at the top of a column.
        keep: Whether the next strip must be below it in the same column.
        panels: Grounds that it lies on, outermost first; room above belongs to those that the strip before it
            shares.
        bookmark: The heading that begins here.
        breaks: ``column`` or ``page`` when the strip must begin one; empty otherwise.
        index: The index that it belongs to.
        growth: How it may fill the rest of its page; None if its height is fixed.
    """

    height: float
    items: tuple[Item, ...] = ()
    before: float = 0.0
    keep: bool = False
    panels: tuple[Panel, ...] = ()
    bookmark: Bookmark | None = None
    breaks: str = ""
    index: IndexPlace | None = None
    growth: Growth | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Strips that run through ``columns`` columns side by side, from one place of a page downwards."""

    columns: int
    strips: tuple[Strip, ...]


SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class TextArea:
    """The area of every page that holds text, in the page's frame (millimetres, origin top-left, y down)."""

    x: float
    y: float
    width: float
    height: float
    gutter: float

    @property
    def bottom(self) -> float:
        """Y of the lower edge."""
        return self.y + self.height

    def column_width(self, columns: int) -> float:
        """Width of each of ``count`` columns."""
        return (self.width - self.gutter * (columns - 1)) / columns

    def column_x(self, column: int, columns: int) -> float:
        """Left edge of a column, from 0."""
        return self.x + column * (self.column_width(columns) + self.gutter)


@dataclass(frozen=True, slots=True)
class PlacedStrip:
    """A strip on a page.

    Attributes:
        strip: What lies there.
        page: Index of the page, from 0.
        column: Left edge and width of its column (x, width) in millimetres.
        y: Top edge, without the room above it.
        gap: The room above it that was kept.
    """

    strip: Strip
    page: int
    column: tuple[float, float]
    y: float
    gap: float


@dataclass(frozen=True, slots=True)
class _Fill:
    """Where the columns end.

    Attributes:
        ends: For each column the index after its last strip.
        height: Of the highest column.
        forced: Whether a break had to fall where strips should have stayed together.
    """

    ends: tuple[int, ...]
    height: float
    forced: bool

    @property
    def end(self) -> int:
        return self.ends[-1]


def place_sections(sections: Sequence[Section], frame: TextArea) -> list[PlacedStrip]:
    """Every strip of every section exactly once, in order, on as few pages as its rules allow.

    Columns are filled one after the other; where a section ends on a page, its columns are levelled. A strip
    never begins so low that it would stick out of the frame unless it is itself taller than the frame. Every
    column holds at least one strip, so there are never more pages than strips.
    """
    placed: list[PlacedStrip] = []
    page, y = 0, frame.y
    for number, section in enumerate(sections):
        following = sections[number + 1].strips if number + 1 < len(sections) else ()
        at = 0
        strips = section.strips
        while at < len(strips):
            if strips[at].breaks == "page" and y > frame.y:
                page, y = page + 1, frame.y
            room = frame.bottom - y - _gap_between(strips, at, y > frame.y)
            stop = _page_break(strips, at)
            fill = _best_fill(strips[:stop], at, section.columns, room, _demand(strips, stop, following))
            fresh = y <= frame.y + SLACK
            if not fresh and (fill.forced or fill.end < stop) and _waits(strips, at, room, fill):
                page, y = page + 1, frame.y
                continue
            top = y + _gap_between(strips, at, not fresh)
            placed += _placed(strips, at, fill, frame, page=page, top=top, columns=section.columns)
            at = fill.end
            if at < len(strips):
                page, y = page + 1, frame.y
            else:
                y = top + fill.height
    return placed


def _gap_between(strips: Sequence[Strip], at: int, below: bool) -> float:
    """Room between the strips above on the page and those from ``at``."""
    return strips[at].before if below else 0.0


def _page_break(strips: Sequence[Strip], at: int) -> int:
    """Index of the next strip after ``at`` that must begin a page, or the end."""
    return next((i for i in range(at + 1, len(strips)) if strips[i].breaks == "page"), len(strips))


def _demand(strips: Sequence[Strip], stop: int, following: Sequence[Strip]) -> float:
    """Height that must be left below the last strip because it may not be parted from the next section."""
    if stop < len(strips) or not strips[-1].keep or not following:
        return 0.0
    return following[0].before + chain_height(following, 0)


def chain_height(strips: Sequence[Strip], start: int) -> float:
    """Height of the strips from ``start`` that must stay together."""
    height = strips[start].height
    for index in range(start + 1, len(strips)):
        if not strips[index - 1].keep:
            break
        height += strips[index].before + strips[index].height
    return height


def _waits(strips: Sequence[Strip], at: int, room: float, fill: _Fill) -> bool:
    """Whether the strips had better begin on the next page: what belongs together has no room here."""
    return fill.forced or chain_height(strips, at) > room + SLACK


def _best_fill(strips: Sequence[Strip], at: int, columns: int, room: float, demand: float) -> _Fill:
    """The columns filled to ``room``, or levelled if all the strips fit with ``demand`` left below them."""
    full = _fill(strips, at, columns, room)
    if full.end < len(strips):
        return full
    if demand and full.height + demand > room + SLACK:
        shorter = _fill(strips, at, columns, room - demand)
        if shorter.forced:
            return _Fill(full.ends, full.height, True)
        if shorter.end < len(strips):
            return shorter
        full = shorter
    if columns == 1:
        return full
    low, high, best = 0.0, room, full
    for _ in range(24):  # halving a page's height so often leaves less than a thousandth of a millimetre
        middle = (low + high) / 2
        tried = _fill(strips, at, columns, middle)
        if tried.end == len(strips) and tried.height <= room + SLACK and tried.forced <= full.forced:
            high, best = middle, tried
        else:
            low = middle
    return best


def _fill(strips: Sequence[Strip], at: int, columns: int, height: float) -> _Fill:
    ends: list[int] = []
    used, forced = 0.0, False
    for _ in range(columns):
        if at < len(strips):
            at, column_height, broken = _fill_column(strips, at, height)
            used, forced = max(used, column_height), forced or broken
        ends.append(at)
    return _Fill(tuple(ends), used, forced)


def _fill_column(strips: Sequence[Strip], start: int, height: float) -> tuple[int, float, bool]:
    """The end of a column that begins with the strip ``start``, its height, and whether a break is forced."""
    y = 0.0
    end, end_height = start, 0.0
    legal, legal_height = start, 0.0
    for index in range(start, len(strips)):
        strip = strips[index]
        if index > start and strip.breaks:
            return index, y, y > height + SLACK
        y += (strip.before if index > start else 0.0) + strip.height
        if y > height + SLACK and index > start:
            break
        end, end_height = index + 1, y
        if not strip.keep:
            legal, legal_height = end, end_height
    if end == len(strips):
        return end, end_height, end_height > height + SLACK
    if legal > start:
        return legal, legal_height, legal_height > height + SLACK
    return end, end_height, True


def _placed(
    strips: Sequence[Strip],
    at: int,
    fill: _Fill,
    frame: TextArea,
    *,
    page: int,
    top: float,
    columns: int,
) -> list[PlacedStrip]:
    placed: list[PlacedStrip] = []
    width = frame.column_width(columns)
    for column, end in enumerate(fill.ends):
        y = top
        for index in range(at, end):
            gap = strips[index].before if index > at else 0.0
            y += gap
            placed.append(PlacedStrip(strips[index], page, (frame.column_x(column, columns), width), y, gap))
            y += strips[index].height
        at = end
    return placed


_LITTLE = 0.2
"""Share of a page's height that is no page of its own."""
_SHARES = (0.92, 0.84, 0.76, 0.68)
"""Shares of the room above strips, tried in turn; less looks crowded."""


def place_tightly(sections: Sequence[Section], frame: TextArea) -> list[PlacedStrip]:
    """Every strip placed, with less room between them if that saves a last page that would hold little."""
    placed = place_sections(sections, frame)
    pages = _pages(placed)
    if pages < 2 or _last_height(placed, frame) > _LITTLE * frame.height:
        return placed
    for share in _SHARES:
        tried = place_sections([_tighter(section, share) for section in sections], frame)
        if _pages(tried) < pages:
            return tried
    return placed


def _pages(placed: Sequence[PlacedStrip]) -> int:
    return max((item.page for item in placed), default=0) + 1


def _last_height(placed: Sequence[PlacedStrip], frame: TextArea) -> float:
    """How far down the last page is filled."""
    last = _pages(placed) - 1
    return (
        max((item.y + item.strip.height for item in placed if item.page == last), default=frame.y) - frame.y
    )


def _tighter(section: Section, share: float) -> Section:
    strips = tuple(replace(strip, before=strip.before * share) for strip in section.strips)
    return replace(section, strips=strips)


def with_growth(placed: Sequence[PlacedStrip], frame: TextArea) -> list[PlacedStrip]:
    """The strips with those across the page that may grow as high as the rest of their page lets them."""
    grown = list(placed)
    for at, item in enumerate(placed):
        growth = item.strip.growth
        if growth is None or item.column[1] < frame.width - SLACK:
            continue
        own = grown[at]
        bottom = max(other.y + other.strip.height for other in grown if other.page == own.page)
        height = min(growth.most, own.strip.height + frame.bottom - bottom)
        more = height - own.strip.height
        if more <= SLACK:
            continue
        grown = [
            replace(other, y=other.y + more) if other.page == own.page and other.y > own.y else other
            for other in grown
        ]
        grown[at] = replace(own, strip=replace(own.strip, height=height, items=growth.items(height)))
    return grown
