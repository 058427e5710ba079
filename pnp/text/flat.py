"""Runs of a paragraph joined into one string, with the format of each stretch."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import combining

from pnp.colour import BLACK, WHITE, Colour, contrast
from pnp.diagnostics import nearest
from pnp.i18n import upper
from pnp.markup import BreakRun, IconRun, Marks, Run, TermRun, TextRun
from pnp.model import Style
from pnp.text.context import TextContext
from pnp.text.fault import TextFault, unseen_stress
from pnp.text.format import SizedIcon, TextFormat
from pnp.text.space import ICON, TIE, fold, visible


class MarkedStretch(NamedTuple):
    """A part of the flat text in one format.

    Attributes:
        stop: Offset into the flat text behind it.
        format: Font and colour.
        icon: The icon that the stretch is, else None.
        typed: The characters of the run, for finding offsets in the source.
        source: Offset of ``typed`` in the source of the text.
        exact: Whether ``typed`` has the characters of the stretch one by one.
    """

    stop: int
    format: TextFormat
    icon: SizedIcon | None
    typed: str
    source: int
    exact: bool


class Flat(NamedTuple):
    """One line-break-free part of a paragraph.

    Attributes:
        text: Folded, cased and tied; ``ICON`` for each icon.
        stretches: In order; the last may reach over the end by a space.
        faults: Unknown icons and terms, in order.
        start: Offset into the source where the part begins.
    """

    text: str
    stretches: list[MarkedStretch]
    faults: list[TextFault]
    start: int

    def source_of(self, offset: int, needle: str = "") -> int:
        """The offset in the source of a character of the flat text (or of the run's ``needle``)."""
        if not self.stretches:
            return self.start
        number = bisect_right(self.stretches, offset, key=lambda each: each.stop)
        stretch = self.stretches[min(number, len(self.stretches) - 1)]
        if not stretch.exact:
            within = stretch.typed.find(needle)
        else:
            within = min(offset - stretch.stop + len(stretch.typed), len(stretch.typed) - 1)
        return stretch.source + max(within, 0)


def flatten(runs: Sequence[Run], style: Style, context: TextContext) -> list[Flat]:
    """The parts of a paragraph between its line breaks, tied by the rules of the language."""
    joiner = _Joiner(style, context)
    begin = 0
    for end, run in enumerate(runs):
        if isinstance(run, BreakRun):
            joiner.join(runs[begin:end])
            begin = end + 1
    joiner.join(runs[begin:])
    return joiner.parts


class _Joiner:
    """Joins the runs of parts."""

    def __init__(self, style: Style, context: TextContext) -> None:
        self.parts: list[Flat] = []
        self._style = style
        self._context = context
        self._unseen: set[str] = set()  # marks that were reported in this paragraph
        self._upper = upper(context.language) if style.case == "upper" else None
        self._plain = context.text_format(style)

    def join(self, runs: Sequence[Run]) -> None:
        """Join the runs of the next part."""
        self._texts: list[str] = []
        self._stretches: list[MarkedStretch] = []
        self._faults: list[TextFault] = []
        self._length = 0
        self._spaced = True  # whether the text so far ends with a plain space, or is empty
        for run in runs:
            if isinstance(run, TextRun):
                text, bold, italic, start, marks = run
                if bold or italic:
                    self._check_stress(run)
                if marks is not None:
                    self._marked(text, start, None, bold, italic, marks)
                elif bold or italic:
                    self._letters(text, start, self._format(bold=bold, italic=italic))
                else:
                    self._letters(text, start, self._plain)
            elif isinstance(run, IconRun):
                self._icon(run)
            elif isinstance(run, TermRun):
                self._term(run)
        text = "".join(self._texts)
        shown = text[:1].isalnum() or visible(text)
        text = self._context.ties.tie(text.rstrip(" ")) if shown else ""
        self.parts.append(Flat(text, self._stretches, self._faults, runs[0].start if runs else 0))

    def _check_stress(self, run: TextRun) -> None:
        """Report emphasised words that look the same without one of their marks."""
        text, bold, italic, start, _ = run
        face = self._format(bold=bold, italic=italic).font.face
        for mark, stressed, others in (("**", bold, (False, italic)), ("*", italic, (bold, False))):
            if not stressed or mark in self._unseen or not text.strip():
                continue
            if self._format(bold=others[0], italic=others[1]).font.face is face:
                self._unseen.add(mark)
                self._faults.append(unseen_stress(mark, text, face.family, start))

    def _format(
        self,
        colour: Colour | None = None,
        *,
        bold: bool = False,
        italic: bool = False,
        marks: Marks | None = None,
    ) -> TextFormat:
        return self._context.text_format(self._style, colour, bold=bold, italic=italic, marks=marks)

    def _marked(
        self, typed: str, source: int, colour: Colour | None, bold: bool, italic: bool, marks: Marks
    ) -> None:
        """Letters with marks; small capitals are made of capitals where the font lacks them."""
        own = self._format(colour, bold=bold, italic=italic, marks=marks)
        if marks.capitals != "small" or self._upper or own.font.has_small_capitals(typed):
            self._letters(typed, source, own)
            return
        shrunk = self._format(colour, bold=bold, italic=italic, marks=marks._replace(capitals="shrunk"))
        for is_small, stretch in _capitals_apart(typed):
            self._letters(stretch, source, shrunk if is_small else own)
            source += len(stretch)

    def _letters(self, typed: str, source: int, text_format: TextFormat) -> None:
        text = fold(typed)
        if self._upper is not None:
            text = self._upper(text)
        if self._spaced and text.startswith(" "):
            source, typed, text = source + 1, typed[1:], text[1:]
        self._add(text, text_format, None, typed, source)

    def _add(
        self, text: str, text_format: TextFormat, icon: SizedIcon | None, typed: str, source: int
    ) -> None:
        if text:
            self._length += len(text)
            exact = len(text) == len(typed)
            self._stretches.append(MarkedStretch(self._length, text_format, icon, typed, source, exact))
            self._texts.append(text)
            self._spaced = text.endswith(" ")

    def _icon(self, run: IconRun) -> None:
        icon = self._context.icons.get(run.name)
        typed = run.typed
        if icon is None:
            close = nearest(run.name, self._context.icons.names())
            cure = f"did you mean ':{close}:'?" if close else "'pnp icons' lists all icons"
            fault = TextFault(
                "unknown-icon", run.start, len(typed), f"unknown icon '{run.name}'", cure, run.name
            )
            self._faults.append(fault)
            return
        text_format = self._plain if run.marks is None else self._format(marks=run.marks)
        inner = None
        if run.value:
            rim = text_format.colour if icon.monochrome else WHITE
            colour = WHITE if contrast(WHITE, rim) > contrast(BLACK, rim) else BLACK
            inner = self._format(colour, bold=True).letters(fold(run.value))
        self._add(ICON, text_format, SizedIcon(icon, run.scale, inner), typed, run.start)

    def _term(self, run: TermRun) -> None:
        term = self._context.term(run.term)
        if term is None:
            self._faults.append(
                TextFault(
                    "unknown-term",
                    run.start,
                    run.length,
                    f"unknown term '{run.term}'",
                    self._context.term_cure(run.term),
                    run.term,
                )
            )
        shown = self._style.term_style if term is not None else "plain"
        colour = None
        if term is not None and shown in ("colour", "icon") and term.colour is not None:
            colour = term.colour
        bold = run.bold or shown == "bold"
        text_format = self._format(colour, bold=bold, italic=run.italic, marks=run.marks)
        icon = (
            self._context.icons.get(term.icon) if term is not None and term.icon and shown == "icon" else None
        )
        if icon is not None:
            self._add(ICON, text_format, SizedIcon(icon, 1.0), run.form, run.start + 1)
            self._add(TIE, text_format, None, run.form, run.start + 1)
        if shown == "icon":
            text_format = self._format(bold=run.bold, italic=run.italic, marks=run.marks)
            colour = None
        if run.marks is not None:
            self._marked(run.form, run.start + 1, colour, bold, run.italic, run.marks)
        else:
            self._letters(run.form, run.start + 1, text_format)


def _capitals_apart(text: str) -> Iterator[tuple[bool, str]]:
    """The stretches of a text that have small letters with their marks, and those between, in order."""
    small = False
    stretch = ""
    for char in text:
        is_small = char.upper() != char or (small and bool(combining(char)))
        if stretch and is_small != small:
            yield small, stretch
            stretch = ""
        small = is_small
        stretch += char
    if stretch:
        yield small, stretch
