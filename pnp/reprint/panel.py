"""The parts of a reprint's pages: small faces, words beside them, rows that flow from page to page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.colour import Colour
from pnp.draw import Clip, Face, Group, Item, Page, Stroke, rectangle
from pnp.geometry import Box, scale, shift
from pnp.model import Style
from pnp.model.paper import Paper
from pnp.text import set_label
from pnp.units import MM_PER_PT, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

Anchor: TypeAlias = Literal["start", "middle", "end"]

MARGIN = 14.0  # mm
_HEAD = 12.0  # mm: the title of a page
_INK = Colour(30, 30, 30)
_GREY = Colour(110, 110, 110)
_HAIR = Colour(190, 190, 190)
TITLE = Style(weight=600, size=pt(14), colour=_INK)
NAME = Style(weight=600, size=pt(9), colour=_INK)
WORDS = Style(size=pt(8), colour=_INK)
SMALL = Style(size=pt(7), colour=_GREY)


@dataclass(frozen=True, slots=True)
class LabelSetter:
    """Sets words; none where there is no context."""

    context: TextContext | None

    def words(self, text: str, style: Style, x: float, y: float, anchor: Anchor = "start") -> Sequence[Item]:
        """One line with its baseline at y."""
        return self._set(text, style, x, y, anchor)[0]

    def fitted(self, text: str, style: Style, x: float, y: float, room: float) -> Sequence[Item]:
        """One line, shortened with an ellipsis when it is wider than the room."""
        items, width = self._set(text, style, x, y, "start")
        if width <= room:
            return items
        low, high = 0, len(text)
        while high - low > 1:
            middle = (low + high) // 2
            shorter = self._set(text[:middle].rstrip() + "…", style, x, y, "start")
            low, high = (middle, high) if shorter[1] <= room else (low, middle)
        return self._set(text[:low].rstrip() + "…", style, x, y, "start")[0]

    def _set(
        self, text: str, style: Style, x: float, y: float, anchor: Anchor
    ) -> tuple[Sequence[Item], float]:
        if self.context is None or not text:
            return (), 0.0
        return set_label(text, style, x, y, self.context, anchor)


def small(face: Face | None, box: Box, pen: LabelSetter, missing: str) -> Iterator[Item]:
    """A face as large as the box allows, centred, never enlarged; a frame with a word if there is no face."""
    if face is None:
        yield Stroke(rectangle(box), _HAIR, 0.4 * MM_PER_PT, dash=(1.0, 1.0))
        yield from pen.words(missing, SMALL, box.centre.x, box.centre.y, "middle")
        return
    factor = min(1.0, box.width / face.width, box.height / face.height)
    x = box.x + (box.width - face.width * factor) / 2
    y = box.y + (box.height - face.height * factor) / 2
    matrix = scale(factor).then(shift(x, y))
    outline = face.outline.path()
    yield Group(face.items, matrix=matrix, clip=Clip(outline), alt=face.label or None)
    yield Group((Stroke(outline, _HAIR, 0.3 * MM_PER_PT / factor),), matrix=matrix)


def flow(
    rows: Sequence[tuple[float, Sequence[Item]]], title: str, lead: str, paper: Paper, pen: LabelSetter
) -> tuple[Page, ...]:
    """Pages with a title and rows below each other.

    Args:
        rows: Height of each row and its items, whose frame has its origin at the row's upper left corner.
        title: Of every page.
        lead: A line under the title of the first page; empty for none.
        paper: Upright.
        pen: Sets the title.
    """
    pages: list[list[Item]] = []
    y = paper.height.mm
    for height, items in rows:
        if y + height > paper.height.mm - MARGIN or not pages:
            first = not pages
            pages.append([])
            y = MARGIN + _HEAD
            if first and lead:
                pages[-1] += pen.fitted(lead, WORDS, MARGIN, y - 1.0, paper.width.mm - 2 * MARGIN)
                y += 5.0
        pages[-1].append(Group(tuple(items), matrix=shift(MARGIN, y)))
        y += height
    right = paper.width.mm - MARGIN
    return tuple(
        Page(
            paper.width,
            paper.height,
            items=(
                *pen.words(title, TITLE, MARGIN, MARGIN + 5.0),
                *pen.words(f"{number} / {len(pages)}", SMALL, right, MARGIN + 5.0, "end"),
                *items,
            ),
        )
        for number, items in enumerate(pages, 1)
    )
