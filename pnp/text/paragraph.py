"""A paragraph as words and spaces with their widths, in ems, so that it can be broken at any size.

Its runs are joined into one string, with the format of each stretch, and this is taken apart into words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, compress, groupby, repeat
from math import fsum, inf
from operator import itemgetter, or_
from typing import Any, NamedTuple, TypeAlias
from unicodedata import combining

from pnp.colour import BLACK, WHITE, Colour, contrast
from pnp.diagnostics import nearest
from pnp.fonts import joined
from pnp.i18n import upper
from pnp.markup import BreakRun, IconRun, Marks, Run, TermRun, TextRun
from pnp.model import Style
from pnp.text.breaking import Breaks
from pnp.text.context import TextContext
from pnp.text.dividing import UnspacedScripts, is_east_asian, is_unspaced
from pnp.text.fault import TextFault, borrowed_glyph, missing_glyph, unseen_stress
from pnp.text.format import NO_WORD, InlineIcon, Letters, SizedIcon, TextFormat, Token, WordPiece, word_of
from pnp.text.space import (
    DESPERATE,
    EXPLICIT,
    HYPHENATED,
    ICON,
    TIE,
    InnerBreak,
    fold,
    visible,
    words_and_spaces,
)


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


_TIE_PENALTY = 200.0
_GAP_PENALTY = 25.0
"""For a line end inside of a phrase that has no spaces."""
_GAP_STRETCH = 0.12
"""Width in em by which East Asian letters count as apart, in justified lines that stretch."""
_BreakRow: TypeAlias = tuple[float, float, float, float, float, bool, int, int | None]
"""The values of a ``Break``."""


class Measured:
    """The words and spaces of one part of a paragraph (between two typed line breaks).

    Words are named by their index among the tokens.

    Attributes:
        tokens: Words and the spaces between them in turn; an empty word where the part begins or ends with a
            fixed space.
        blank: Whether there is nothing to show.
        unspaced: Whether some tokens between words are gaps of no width, in scripts without spaces.
        places: How far along the unbroken part each token begins, and where the last one ends.
        widths: Of each token.
        parts: Of each token.
        formats: Of each token.
        width: Of the unbroken part.
        tracking: Space after each letter, the last one included.
        faults: Missing glyphs, unknown icons and terms.
    """

    def __init__(self, flat: Flat, style: Style, context: TextContext) -> None:
        self._flat = flat
        self._style = style
        self._context = context
        self._breaks: dict[int, Breaks] = {}
        self.blank = not flat.text
        self.unspaced = is_unspaced(flat.text)
        if self.unspaced:
            self.tokens = _divided(flat, context.unspaced)
        else:
            self.tokens = _tokens(flat, words_and_spaces(flat.text)) if flat.text else [NO_WORD]
        columns: Any = zip(*self.tokens, strict=True)
        _, _, self.widths, self._flexes, self.parts, self.formats, self._open, self._solid, lacks = columns
        self.places: list[float] = list(accumulate(self.widths, initial=0.0))
        self.width = fsum(self.widths)
        self.tracking = style.tracking / 1000
        self.faults = [*flat.faults, *self._missing(), *self._borrowed()] if any(lacks) else flat.faults

    @cached_property
    def flex(self) -> list[float]:
        """Width of all stretchable spaces before each token."""
        return list(accumulate(self._flexes, initial=0.0))

    def breaks(self, level: int) -> Breaks:
        """Where lines may end, the end of the part included, up to a level of ``pnp.text.space``."""
        known = self._breaks.get(level)
        if known is None:
            inner = [*self._inner_places(level)]
            ends = self._word_ends(level)
            rows = sorted([*inner, *ends], key=_word_and_offset) if inner else ends
            known = self._breaks[level] = Breaks.of(rows)
        return known

    def _inner_places(self, level: int) -> Iterator[_BreakRow]:
        """Where lines may end inside words."""
        words: Iterable[int] = range(0, len(self.tokens), 2)
        if level == EXPLICIT:
            words = () if all(self._solid) else [word for word in words if not self._solid[word]]
        for word in words:
            at, behind, flex = self.places[word], self.places[word + 1], self.flex[word]
            for inner in self._context.inner_breaks(self.tokens[word].text, self._style):
                if inner.level <= level:
                    before = self.part_width(word, 0, inner.offset)
                    after = self.part_width(word, inner.offset, None)
                    if inner.adds:
                        before += self.hyphen(word, inner.ending).advance
                    if inner.repeats:
                        after += self.hyphen(word).advance
                    place = word, inner.offset
                    yield (at + before, behind - after, flex, flex, inner.penalty, inner.adds, *place)

    def _word_ends(self, level: int) -> Iterable[_BreakRow]:
        """Where lines may end between words, and the end of the part; in the last level also at ties."""
        places, flex = self.places, self.flex
        rights, flex_rights = [*places[2::2], places[-1]], [*flex[2::2], flex[-1]]
        ends = [*self._open[1::2], True]
        penalties: Iterable[float] = repeat(0.0)
        if level >= DESPERATE:
            penalties = [0.0 if is_end else _TIE_PENALTY for is_end in ends]
            ties = [token.text == TIE for token in self.tokens[1::2]]
            ends = list(map(or_, ends, [*ties, False]))
        if self.unspaced and level >= HYPHENATED:
            gaps = [not token.text and not token.breaks for token in self.tokens[1::2]]
            penalties = [
                _GAP_PENALTY if gap else cost for gap, cost in zip([*gaps, False], penalties, strict=False)
            ]
            ends = list(map(or_, ends, [*gaps, False]))
        words = range(0, len(self.tokens), 2)
        columns = places[1::2], rights, flex[::2], flex_rights, penalties, repeat(False), words, repeat(None)
        return compress(zip(*columns, strict=False), ends)

    def inner_at(self, index: int, offset: int) -> InnerBreak:
        """The place at an offset of a word."""
        places = self._context.inner_breaks(self.tokens[index].text, self._style)
        return next(place for place in places if place.offset == offset)

    def inside(self, index: int, start: int, end: int) -> float:
        """Width of a line that holds the part of a word between two of its inner places."""
        first, last = self.inner_at(index, start), self.inner_at(index, end)
        hyphens = self.hyphen(index).advance if first.repeats else 0.0
        hyphens += self.hyphen(index, last.ending).advance if last.adds else 0.0
        return self.part_width(index, start, end) + hyphens

    def part(self, index: int, start: int, end: int | None) -> tuple[WordPiece, ...]:
        """The pieces of a part of a word, reshaped where a piece is cut."""
        word = self.tokens[index]
        end = len(word.text) if end is None else end
        if start == 0 and end == len(word.text):
            return word.pieces
        parts: list[WordPiece] = []
        at = 0
        for piece in word.pieces:
            stop = at + len(piece.text)
            if stop > start and at < end:
                parts.append(_cut(piece, max(start - at, 0), min(end, stop) - at))
            at = stop
        return tuple(parts)

    def part_width(self, index: int, start: int, end: int | None) -> float:
        """Width of a part of a word."""
        return fsum(piece.advance for piece in self.part(index, start, end))

    def hyphen(self, index: int, letters: str = "-") -> Letters:
        """The hyphen that is put in when a word is divided, with letters before it that the word lacks."""
        word = self.tokens[index]
        model = next((piece for piece in word.pieces if isinstance(piece, Letters)), word.pieces[0])
        return model.format.letters(letters)

    def source_of_word(self, index: int) -> int:
        """The offset of a word in the source of the text."""
        return self._flat.source_of(self._offsets[index], self.tokens[index].text)

    @cached_property
    def _offsets(self) -> list[int]:
        """Where each token begins in the flat text."""
        return list(accumulate((len(token.text) for token in self.tokens), initial=0))

    def _missing(self) -> Iterator[TextFault]:
        """A fault for each character that no font has; letters of a word that follow one another are one."""
        lost = [*self._lost()]
        for family, group in groupby(lost, key=itemgetter(2)):
            for offset, characters in joined((at, text) for at, text, _ in group):
                yield missing_glyph(characters, family, self._flat.source_of(offset, characters))

    def _lost(self) -> Iterator[tuple[int, str, str]]:
        """Offsets of characters without a glyph, the characters, and the family of their format."""
        for index, token in enumerate(self.tokens):
            at = self._offsets[index] if token.lacks else 0
            for piece in token.pieces if token.lacks else ():
                inner = piece if isinstance(piece, Letters) else piece.inner
                if inner is not piece:
                    for lost in inner.shaped.missing if inner is not None else ():
                        yield at, lost, piece.format.font.face.family
                elif isinstance(piece, Letters):
                    begin = 0
                    for lost in piece.shaped.missing:
                        begin = max(piece.text.find(lost, begin), begin)
                        yield at + begin, lost, piece.format.font.face.family
                        begin += len(lost)
                at += len(piece.text)

    def _borrowed(self) -> Iterator[TextFault]:
        """A note for each letter of a word that comes from another font."""
        for index, token in enumerate(self.tokens):
            at = self._offsets[index] if token.lacks else 0
            for piece in token.pieces if token.lacks else ():
                if isinstance(piece, Letters):
                    family = piece.format.font.face.family
                    for letter, lender in dict.fromkeys(piece.shaped.borrowed):
                        offset = at + max(piece.text.find(letter), 0)
                        yield borrowed_glyph(letter, family, lender, self._flat.source_of(offset, letter))
                at += len(piece.text)


def _word_and_offset(row: _BreakRow) -> tuple[int, float]:
    *_, word, offset = row
    return word, inf if offset is None else offset


def _divided(flat: Flat, unspaced: UnspacedScripts) -> list[Token]:
    """The words of a text and the spaces between them, with gaps in words of scripts without spaces."""
    parts: list[str] = []
    gaps: dict[int, bool] = {}
    for at, text in enumerate(words_and_spaces(flat.text)):
        if at % 2:
            parts.append(text)
            continue
        for number, (part, breaks) in enumerate(unspaced.divided(text)):
            if number:
                gaps[len(parts)] = breaks
                parts.append("")
            parts.append(part)
    tokens = _tokens(flat, parts)
    for at, breaks in gaps.items():
        before = tokens[at - 1]
        stretch = _GAP_STRETCH if is_east_asian(before.text[-1]) else 0.0
        tokens[at] = before.pieces[-1].format.gap(stretch, breaks=breaks)
    return tokens


def _tokens(flat: Flat, texts: list[str]) -> list[Token]:
    """The token of each text, a stretch of one format at a time; ``NO_WORD`` for an empty one."""
    (_, text_format, icon, _, _, _), *further = flat.stretches
    if not further and icon is None:
        return [text_format.tokens[text] for text in texts]
    ends = list(accumulate(map(len, texts)))
    tokens: list[Token] = []
    for current, (stop, text_format, icon, _, _, _) in enumerate(flat.stretches):
        done = len(tokens)
        whole = bisect_right(ends, stop, done)
        if icon is None:
            tokens += [text_format.tokens[text] for text in texts[done:whole]]
        elif done < whole:  # only the icon is between two spaces
            tokens.append(text_format.icon(icon))
            tokens += [NO_WORD] * (whole - done - 1)  # a gap after it
        if whole < len(texts) and (start := ends[whole] - len(texts[whole])) < stop:
            # Formats that begin in this stretch and go on beyond it.
            if whole % 2:
                tokens.append(text_format.tokens[texts[whole]])
            else:
                pieces = tuple(_pieces(texts[whole], start, flat.stretches, current))
                tokens.append(word_of(texts[whole], pieces))
    return tokens


def _pieces(word: str, start: int, stretches: list[MarkedStretch], current: int) -> Iterator[WordPiece]:
    end = start + len(word)
    at = start
    while at < end:
        stop, text_format, icon, *_ = stretches[current]
        yield (
            text_format.icon(icon).pieces[0]
            if icon is not None
            else text_format.letters(word[at - start : min(stop, end) - start])
        )
        at = stop
        current += 1


def _cut(piece: WordPiece, start: int, end: int) -> WordPiece:
    if isinstance(piece, InlineIcon) or (start == 0 and end == len(piece.text)):
        return piece
    return piece.format.letters(piece.text[start:end])
