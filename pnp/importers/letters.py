"""Letters of the old markup: Czech written in ASCII, with apostrophes for the marks.

One apostrophe after a letter is its usual Czech mark, two are its second mark, which only *e* and *u* have.
The longest code wins. Capitals differ in one letter: ``U'`` is Ú, for words that begin with it are common and
none begins with Ů.

``u'`` means ů and, by habit, ú. Czech never writes ů at the start of a word or of a stem in a compound, and
hardly ever ú elsewhere, so the place in the word decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, error, note, times, warning
from pnp.importers.reading import Edit, SourceLine
from pnp.source import Span

CODES: Mapping[str, str] = {
    "a'": "á", "c'": "č", "d'": "ď", "e'": "ě", "e''": "é", "i'": "í", "n'": "ň", "o'": "ó",
    "r'": "ř", "s'": "š", "t'": "ť", "u'": "ů", "u''": "ú", "y'": "ý", "z'": "ž",
    "A'": "Á", "C'": "Č", "D'": "Ď", "E'": "Ě", "E''": "É", "I'": "Í", "N'": "Ň", "O'": "Ó",
    "R'": "Ř", "S'": "Š", "T'": "Ť", "U'": "Ú", "U''": "Ů", "Y'": "Ý", "Z'": "Ž",
}  # fmt: skip
"""Letter by code."""

CODE = re.compile("|".join(sorted(map(re.escape, CODES), key=len, reverse=True)))
"""Finds codes; longer ones are tried first."""

_BY_LETTER = {ord(letter): code for code, letter in CODES.items()}


def decoded(text: str) -> str:
    """The text with every code as its letter; all else, apostrophes that mark nothing included, stays."""
    return CODE.sub(lambda match: CODES[match.group()], text)


def encoded(text: str) -> str:
    """The text with every Czech letter as its code; all else stays.

    ``encoded(decoded(text))`` is ``text`` for every ASCII text. The other way round that holds unless an
    apostrophe is where it would be read as a mark; see ``unwritable``.
    """
    return text.translate(_BY_LETTER)


def unwritable(text: str) -> Iterator[int]:
    """Offsets of the characters that would not come back from ``encoded``, in order.

    These are characters that have no code, and apostrophes after a letter that would read them as its mark.
    """
    for offset, char in enumerate(text):
        pair = text[max(offset - 1, 0) : offset + 1]
        misread = char == "'" and decoded(encoded(pair)) != pair
        if misread or (not char.isascii() and ord(char) not in _BY_LETTER):
            yield offset


_STEM = r"(?<![\w'])(?:proti|za)"
_TO_ACUTE = re.compile(rf"(?<![\w'])ů|(?:{_STEM})ů(?=to)", re.IGNORECASE)
_ACUTE_STEM = re.compile(rf"{_STEM}ú(?=to)", re.IGNORECASE)
_ACUTE_INSIDE = re.compile(r"(?<=\w)ú")
_WORD = re.compile(r"[\w']+")


def placed(line: SourceLine) -> SourceLine:
    """The line with ú and ů where Czech has them.

    1. ``u'`` at the start of a word is ú. 2. ``u'to`` after *proti-* or *za-* is ú. 3. ``u''`` elsewhere
      inside a word
    is ů. Only letters that were written with these codes change, and capitals not at all: ``U'`` is Ú as it
    is.
    """
    edits = [
        Edit(match.end() - 1, match.end(), "ú")
        for match in _TO_ACUTE.finditer(line.text)
        if _written(line, match.end() - 1) == "u'"
    ]
    kept = {match.end() - 1 for match in _ACUTE_STEM.finditer(line.text)}
    edits += [
        Edit(match.start(), match.end(), "ů")
        for match in _ACUTE_INSIDE.finditer(line.text)
        if match.start() not in kept and _written(line, match.start()) == "u''"
    ]
    return line.edited(sorted(edits)) if edits else line


def _written(line: SourceLine, at: int) -> str:
    return line.as_written(at, at + 1)


def placing_notes(lines: Iterable[tuple[SourceLine, SourceLine]]) -> tuple[list[Diagnostic], int]:
    """A note for each word that the rule reads differently from the codes alone, with its lines, and a count.

    Args:
        lines: Each line by the codes alone and by the rule, in order.
    """
    places: dict[tuple[str, str], list[Span]] = {}
    count = 0
    for strict, line in lines:
        if strict is line:
            continue
        for match in _WORD.finditer(line.text):
            if match.group() != strict.text[match.start() : match.end()]:
                key = (line.as_written(*match.span()), match.group())
                places.setdefault(key, []).append(line.span(*match.span()))
                count += 1
    found = []
    for (written, reading), spans in places.items():
        where = ", ".join(dict.fromkeys(str(span.line) for span in spans))
        often = f" ({times(len(spans), 'time')}, lines {where})" if len(spans) > 1 else ""
        found.append(
            note("I111", f"'{written}' is read '{reading}' by its place in the word{often}", spans[0])
        )
    return found, count


_FOREIGN = re.compile(r"[^\x00-\x7f]+")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Lines as they read.

    Attributes:
        lines: In order.
        diagnostics: I102 and I111.
        placed: How many words the rule of ú and ů changed.
    """

    lines: tuple[SourceLine, ...]
    diagnostics: tuple[Diagnostic, ...]
    placed: int = 0


def decode_lines(lines: Sequence[SourceLine], *, by_place: bool = True) -> Decoded:
    """The lines with codes read as letters.

    Args:
        lines: As they are written.
        by_place: Whether ú and ů are distinguished by their place in the word, see ``placed``.
    """
    strict = [_decoded(line) for line in lines]
    found = _foreign(lines)
    if not by_place:
        return Decoded(tuple(strict), tuple(found))
    read = [placed(line) for line in strict]
    notes, count = placing_notes(zip(strict, read, strict=True))
    return Decoded(tuple(read), (*found, *notes), count)


def _decoded(line: SourceLine) -> SourceLine:
    if "'" not in line.text:
        return line
    return line.edited(
        Edit(match.start(), match.end(), CODES[match.group()]) for match in CODE.finditer(line.text)
    )


def _foreign(lines: Iterable[SourceLine]) -> list[Diagnostic]:
    """Characters that the old markup cannot hold; they would not come back the same."""
    cure = "write it in the old alphabet, or give --from markdown or --from text"
    return [
        error("I102", f"'{match.group()}' is not of the old alphabet", line.span(*match.span()), cure)
        for line in lines
        for match in _FOREIGN.finditer(line.text)
    ]


def stray_marks(lines: Iterable[SourceLine]) -> list[Diagnostic]:
    """A warning (I110) for each apostrophe that is left in decoded lines: it is no mark of a letter."""
    found = []
    cure = "it is kept as it is; delete it in the source or fix the word with --fix"
    for line in lines:
        for match in re.finditer("'", line.text):
            before = line.text[: match.start()][-1:]
            why = f"'{before}' has no such mark" if before.isalpha() else "no letter precedes it"
            span = line.span(*match.span())
            found.append(warning("I110", f"the apostrophe marks nothing: {why}", span, cure))
    return found
