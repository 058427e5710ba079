"""Bookmarks (ISO 32000-1 §12.3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from pnp.dataclass import dataclass
from pnp.draw import OutlineEntry
from pnp.press.number import number
from pnp.render.file import Dictionary, PdfFile, Ref, text
from pnp.units import PT_PER_MM


@dataclass(slots=True)
class _Node:
    """One bookmark with those below it."""

    entry: OutlineEntry | None
    ref: Ref
    below: list[_Node] = field(default_factory=list)

    def count(self) -> int:
        """All bookmarks below this one."""
        return sum(1 + node.count() for node in self.below)


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
    root = _Node(None, file.reserve())
    path = [root]
    for entry in found:
        if not 0 <= entry.page < len(pages):
            raise IndexError(f"bookmark '{entry.title}' names page {entry.page} of {len(pages)}")
        del path[max(1, entry.level + 1) :]
        node = _Node(entry, file.reserve())
        path[-1].below.append(node)
        path.append(node)
    first, last = root.below[0].ref, root.below[-1].ref
    file.put(Dictionary({"Type": "/Outlines", "First": first, "Last": last, "Count": root.count()}), root.ref)
    _write_below(file, root, pages, heights)
    return root.ref


def _write_below(file: PdfFile, parent: _Node, pages: Sequence[Ref], heights: Sequence[float]) -> None:
    last, above = len(parent.below) - 1, f"/Parent {parent.ref}"
    refs = [str(node.ref) for node in parent.below]
    for index, node in enumerate(parent.below):
        entry = node.entry
        assert entry is not None  # only the root has none
        top = number((heights[entry.page] - entry.y) * PT_PER_MM)
        before = f"/Prev {refs[index - 1]}" if index else ""
        behind = f"/Next {refs[index + 1]}" if index < last else ""
        below = ""
        if node.below:
            below = f"/First {node.below[0].ref}/Last {node.below[-1].ref}/Count {node.count()}"
        place = f"/Dest[{pages[entry.page]}/XYZ 0 {top} null]"
        file.put(f"<</Title{text(entry.title)}{above}{place}{before}{behind}{below}>>", node.ref)
        if node.below:
            _write_below(file, node, pages, heights)
