"""Bookmarks (ISO 32000-1 §12.3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.draw import OutlineEntry
from pnp.press.number import number
from pnp.remember import ByValue
from pnp.render.file import Dictionary, PdfFile, Ref, text
from pnp.units import PT_PER_MM

_HEIGHTS_AT_HAND = 1024
"""Heights on pages that are written again: pieces stand in rows."""


def write_outline(
    file: PdfFile, entries: Iterable[OutlineEntry], pages: Sequence[Ref], heights: Sequence[float]
) -> Ref | None:
    """The root of the bookmarks in the file, or None when there are none.

    Args:
        file: Where they go.
        entries: In reading order. One that is more than a level below the one before stands one level below it.
        pages: All pages.
        heights: Their heights in millimetres.

    Raises:
        IndexError: An entry names a page that does not exist.
    """
    found = list(entries)
    if not found:
        return None
    for entry in found:
        if not 0 <= entry.page < len(pages):
            raise IndexError(f"bookmark '{entry.title}' names page {entry.page} of {len(pages)}")
    root = file.reserve()
    numbers = file.reserve_row(len(found))
    refs = [*map(str, map(Ref, numbers)), str(root)]
    order = _Order([entry.level for entry in found])
    last = order.last[_ROOT]
    assert last is not None  # there are entries
    file.put(
        Dictionary({"Type": "/Outlines", "First": refs[0], "Last": refs[last], "Count": len(found)}), root
    )
    file.put_row(numbers, _bookmarks(found, order, refs, list(map(str, pages)), heights))
    return root


_ROOT = -1
"""Stands for the root where bookmarks are told by their place in the row: it is the last in lists of them all."""


class _Order:
    """Which bookmark stands under, before and behind which, by their places in the row.

    Args:
        levels: Of all, in reading order.

    Attributes:
        above: The one that each stands under.
        before: The one before each under the same one; None for the first.
        behind: The one behind it; None for the last.
        last: The last one under each, with the root at the end; None where there is none. The first follows at once.
        count: All that are under each, at any depth.
    """

    def __init__(self, levels: Sequence[int]) -> None:
        size = len(levels)
        self.above: list[int] = []
        self.before: list[int | None] = []
        self.behind: list[int | None] = [None] * size
        self.last: list[int | None] = [None] * (size + 1)
        self.count = [0] * size
        path = [_ROOT]
        for at, level in enumerate(levels):
            del path[max(1, level + 1) :]
            above = path[-1]
            before = self.last[above]
            if before is not None:
                self.behind[before] = at
            self.above.append(above)
            self.before.append(before)
            self.last[above] = at
            for each in path[1:]:
                self.count[each] += 1
            path.append(at)


def _bookmarks(
    entries: Sequence[OutlineEntry],
    order: _Order,
    refs: Sequence[str],
    pages: Sequence[str],
    heights: Sequence[float],
) -> Iterator[str]:
    """The syntax of each bookmark."""
    tops: ByValue[float, str] = ByValue(lambda height: number(height * PT_PER_MM), _HEIGHTS_AT_HAND)
    for at, entry in enumerate(entries):
        before, behind, last = order.before[at], order.behind[at], order.last[at]
        near = "" if before is None else f"/Prev {refs[before]}"
        if behind is not None:
            near += f"/Next {refs[behind]}"
        if last is not None:
            near += f"/First {refs[at + 1]}/Last {refs[last]}/Count {order.count[at]}"
        page = entry.page
        place = f"/Dest[{pages[page]}/XYZ 0 {tops[heights[page] - entry.y]} null]"
        yield f"<</Title{text(entry.title)}/Parent {refs[order.above[at]]}{place}{near}>>"
