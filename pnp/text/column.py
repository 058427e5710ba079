"""Paragraphs as lines for stacking, in rule sheets and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.draw import Item
from pnp.draw.item import moved
from pnp.markup import Run
from pnp.model import Style
from pnp.text.context import TextContext
from pnp.text.fault import TextFault
from pnp.text.line import TextLine, break_lines, measure, wide_words
from pnp.text.pen import Pen


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line of a paragraph.

    Attributes:
        items: With the left edge of the column at x 0 and the baseline at y 0.
        width: As set, in millimetres, indents not counted.
        ascent: Above the baseline, millimetres.
        descent: Below the baseline, millimetres, positive.
        stretch: How much its spaces grow as a share of their width; 0 in ragged lines.
        spaced: Whether a space, or a typed line break, parts it from the next one.
    """

    items: tuple[Item, ...]
    width: float
    ascent: float
    descent: float
    stretch: float
    spaced: bool = False

    def at(self, x: float, y: float) -> tuple[Item, ...]:
        """The items with the left edge of the column at ``x`` and the baseline at ``y``."""
        return moved(self.items, x, y)


@dataclass(frozen=True, slots=True)
class Broken:
    """A paragraph in lines, from top to bottom, and its faults in order of the source."""

    lines: tuple[SetLine, ...]
    faults: tuple[TextFault, ...]


def break_paragraph(runs: Sequence[Run], style: Style, width: float, context: TextContext) -> Broken:
    """The lines of a paragraph at the style's size, aligned within the width; the caller stacks them.

    Args:
        runs: Of one paragraph.
        style: Its ``min_size``, ``valign`` and ``paragraph_gap`` are not used.
        width: Of the column, millimetres.
        context: Fonts, icons, terms and language.

    Raises:
        UnknownFontError: The style names a family that the library does not have.
    """
    em = style.size.mm
    face = context.text_format(style).font.face
    ascent, descent = face.ascent * em, face.descent * em
    lines: list[SetLine] = []
    faults: list[TextFault] = []
    for part in measure(runs, style, context):
        broken = break_lines(part, width / em, style.align)
        faults += [*part.faults, *wide_words(broken, style, em, width)]
        if lines:
            lines[-1] = replace(lines[-1], spaced=True)
        lines += [
            SetLine(_drawn(line, em), line.width * em, ascent, descent, line.stretch, _before_space(line))
            for line in broken
        ]
        if not broken:
            lines.append(SetLine((), 0.0, ascent, descent, 0.0))
    return Broken(tuple(lines), tuple(sorted(faults, key=lambda fault: fault.start)))


def _before_space(line: TextLine) -> bool:
    """Whether the line ends at a space: not inside a word, at a gap of no width, or with its part."""
    tokens, space = line.measured.tokens, line.last + 1
    return line.end is None and space < len(tokens) and bool(tokens[space].text)


def _drawn(line: TextLine, em: float) -> tuple[Item, ...]:
    pen = Pen(em)
    pen.draw(line, 0.0, 0.0)
    return tuple(pen.items)
