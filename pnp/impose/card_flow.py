"""Lines, tables and boxes to tick that run over the pages of a build card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.colour import Colour
from pnp.draw import Item, Page, Stroke, rectangle
from pnp.geometry import Box
from pnp.i18n import Labels
from pnp.model import Style
from pnp.model.paper import Paper
from pnp.units import MM_PER_PT, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

_MARGIN = 15.0  # mm
GREY = Colour(110, 110, 110)
"""The colour of rules, boxes and less important text."""
_HEAD = Style(weight=600, size=pt(10))
_NAME = Style(weight=600, size=pt(8))
BODY = Style(size=pt(8), leading=1.3)
"""The style of tables and steps."""
_SMALL = Style(size=pt(7.5), leading=1.3)
_NUMBER = Style(size=pt(7.5), colour=GREY)
_LINE = 0.4 * MM_PER_PT
_BOX = 2.6  # mm: a box to tick
_SHEET_COLUMN = 12.0  # mm for the number of a sheet
_DIGEST_COLUMN = 17.0


class CardFlow:
    """Lines that run over pages."""

    def __init__(self, paper: Paper, context: TextContext) -> None:
        self._paper, self._context = paper, context
        self.labels = Labels(context.language)
        self._pages: list[list[Item]] = [[]]
        self._y = _MARGIN
        self._width = paper.width.mm - 2 * _MARGIN

    def pages(self) -> tuple[Page, ...]:
        """All pages, finished."""
        width, height = self._paper.width, self._paper.height
        return tuple(
            Page(width, height, items=tuple(items), label=str(number))
            for number, items in enumerate(self._pages, 1)
        )

    def need(self, height: float) -> None:
        """Begin a page when the height is not left on this one."""
        if self._y + height > self._paper.height.mm - _MARGIN and self._pages[-1]:
            self._pages.append([])
            self._y = _MARGIN

    def gap(self, height: float) -> None:
        """Leave space."""
        self._y += height

    def line(self, words: str, style: Style, height: float) -> None:
        """One line; what is too long is broken into several."""
        self.need(height)
        self._y += max(height, self._set(words, style, _MARGIN, self._width) + 0.8)

    def heading(self, words: str) -> None:
        """The name of a part, with space above."""
        self._y += 5.0
        self.need(24.0)
        self.line(words, _HEAD, 4.8)
        self.rule()

    def rule(self) -> None:
        """A line across."""
        y = self._y + 0.3
        line = (("M", _MARGIN, y), ("L", _MARGIN + self._width, y))
        self._pages[-1].append(Stroke(line, GREY, _LINE))
        self._y += 1.8

    def field(self, name: str, words: str, style: Style) -> None:
        """A name at the left and what it is at the right."""
        self.need(8.0)
        self._set(name, _NAME, _MARGIN, 28.0)
        self._y += self._set(words, style, _MARGIN + 30.0, self._width - 30.0) + 1.2

    def columns(self, cells: Sequence[tuple[str, Style]]) -> None:
        """Cells of a table, side by side: the first as wide as two."""
        self.need(5.0)
        each = self._width / (len(cells) + 1)
        heights = [
            self._set(words, style, _MARGIN + each * (at + (1 if at else 0)), each * (1 if at else 2) - 2.0)
            for at, (words, style) in enumerate(cells)
            if words
        ]
        self._y += max(heights, default=3.0) + 0.9

    def entry(self, number: str, digest: str, words: str) -> None:
        """A sheet: number, digest, what lies on it."""
        left = _SHEET_COLUMN + _DIGEST_COLUMN
        self.need(4.0)
        self._set(number, _SMALL, _MARGIN, _SHEET_COLUMN)
        self._set(digest, _NUMBER, _MARGIN + _SHEET_COLUMN, _DIGEST_COLUMN)
        self._y += self._set(words, _SMALL, _MARGIN + left, self._width - left) + 0.6

    def tick(self, words: str) -> None:
        """A box to tick and what it stands for."""
        self.need(6.0)
        box = Box(_MARGIN, self._y + 0.2, _BOX, _BOX)
        self._pages[-1].append(Stroke(rectangle(box), GREY, _LINE))
        self._y += max(_BOX, self._set(words, BODY, _MARGIN + 5.0, self._width - 5.0)) + 1.6

    def _set(self, words: str, style: Style, x: float, width: float) -> float:
        """The words in a column at this height, and how high they are."""
        from pnp.markup import Marked, MarkedParagraph, TextRun
        from pnp.text import set_text

        if not words:
            return 0.0
        plain = Marked((MarkedParagraph("plain", (TextRun(words, bold=False, italic=False, start=0),)),))
        made = set_text(plain, style, Box(x, self._y, width, self._paper.height.mm), self._context)
        self._pages[-1] += made.items
        return made.height
