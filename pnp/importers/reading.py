"""Bytes of a document as lines of characters; each line knows how its characters were written."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error, note, times, warning
from pnp.importers.limits import MOST_BRACKETS, MOST_BYTES
from pnp.source import Chunk, Span


class Edit(NamedTuple):
    """A stretch of a line's text, from ``start`` to before ``end``, and what replaces it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line.

    Attributes:
        file: As shown to the author.
        number: From 1.
        written: As it is in the file, without its end.
        text: As it is read.
        offsets: Where in ``written`` each character of ``text`` begins, and at last the end of what they
            stand for.
    """

    file: str
    number: int
    written: str
    text: str
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, file: str, number: int, written: str) -> SourceLine:
        """The line before anything in it is read differently from how it is written."""
        return cls(file, number, written, written, tuple(range(len(written) + 1)))

    def edited(self, edits: Iterable[Edit]) -> SourceLine:
        """The line with stretches of its text replaced; edits come in order and do not overlap."""
        parts: list[str] = []
        offsets: list[int] = []
        at = 0
        for edit in edits:
            parts += [self.text[at : edit.start], edit.text]
            offsets += self.offsets[at : edit.start]
            offsets += [self.offsets[edit.start]] * len(edit.text)
            at = edit.end
        parts.append(self.text[at:])
        offsets += self.offsets[at:]
        return SourceLine(self.file, self.number, self.written, "".join(parts), tuple(offsets))

    def span(self, start: int, end: int) -> Span:
        """Places of the characters of ``text`` from ``start`` to before ``end``; at least one column."""
        first, last = self.offsets[start], self.offsets[end]
        return Span(self.file, self.number, first + 1, self.number, max(last, first + 1) + 1)

    def as_written(self, start: int, end: int) -> str:
        """How the characters of ``text`` from ``start`` to before ``end`` are written."""
        return self.written[self.offsets[start] : self.offsets[end]]

    def whole(self) -> Span:
        """The whole line."""
        return self.span(0, len(self.text))

    def chunks(self, start: int, end: int, at: int = 0) -> Iterator[Chunk]:
        """Places of the characters from ``start`` to before ``end`` when they begin at offset ``at``."""
        before: int | None = None
        for index in range(start, end):
            if before is None or self.offsets[index] != before + 1:
                yield Chunk(at + index - start, self.number, self.offsets[index] + 1)
            before = self.offsets[index]


ENCODINGS = ("utf-8", "cp1250", "iso-8859-2", "utf-16")
"""Formats that a document may be declared to have."""

# Letters of Czech, Polish and Slovak that lie at different places in the two old code pages. ISO 8859-2 has
# control characters at 80-9F, where Windows-1250 has š ť ž ś ź and typographic marks; Windows-1250 has
# symbols at most places where ISO 8859-2 has Ą Š Ť Ž ą š ť ž.
_WINDOWS_1250 = frozenset(range(0x80, 0xA0))
_ISO_8859_2 = frozenset([0xA1, 0xA6, 0xA9, 0xAB, 0xAC, 0xAE, 0xB1, 0xB6, 0xBB])

_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ue000\ufeff\ufffe\uffff]")
_LINE_END = re.compile("\r\n?|\n|\x0c|\x85|\u2028|\u2029")
_NO_TEXT = 0.1
"""A file in which more than this share of the characters are control characters is no text."""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as text.

    Attributes:
        text: As it is written but for line ends, byte order mark and normal form (NFC), for excerpts; columns
            count its characters.
        lines: What is read of each line: without soft hyphens, tabs as spaces.
        encoding: That was found or given.
        diagnostics: I100 to I104.
        usable: Whether the bytes are text at all; without that there are no lines.
    """

    text: str
    lines: tuple[SourceLine, ...]
    encoding: str
    diagnostics: tuple[Diagnostic, ...]
    usable: bool = True


def read_bytes(  # noqa: PLR0911 - one for each kind of file that cannot be used
    data: bytes, file: str, encoding: str | None = None
) -> DocumentText:
    """The lines of a document; never raises.

    Args:
        data: Its content.
        file: Its name as shown to the author.
        encoding: One of ``ENCODINGS``; None for UTF-8, which cannot be confused with the old code pages.
    """
    if len(data) > MOST_BYTES:
        message = f"the file has {times(len(data), 'byte', thousands=',')}; at most {MOST_BYTES:,} are read"
        return _unusable(error("I100", message, Span(file), "split it"))
    if encoding is None and data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _unusable(_other_encoding("", data[0], file, "utf-16"), data.decode("utf-16", "replace"))
    if encoding in (None, "utf-8") and b"\0" in data:
        return _unusable(_binary(file))
    try:
        text = data.decode(encoding or "utf-8")
    except UnicodeDecodeError as fault:
        before, byte = data[: fault.start].decode(encoding or "utf-8"), data[fault.start]
        told = _other_encoding(before, byte, file, None if encoding else likely_encoding(data))
        return _unusable(told, data.decode(encoding or "utf-8", "replace"))
    controls = len(_CONTROL.findall(text))
    if controls > _NO_TEXT * len(text):
        return _unusable(_binary(file))
    if (brackets := text.count("[")) > MOST_BRACKETS:
        message = f"the file has {brackets:,} opening brackets; at most {MOST_BRACKETS:,} are read"
        return _unusable(error("I100", message, Span(file), "split it"))
    return _read_text(text, file, encoding or "utf-8")


def likely_encoding(data: bytes) -> str | None:
    """The old code page in which bytes that are not UTF-8 were probably written; None when open."""
    high = [byte for byte in data if byte >= 0x80]
    windows = sum(byte in _WINDOWS_1250 for byte in high)
    iso = sum(byte in _ISO_8859_2 for byte in high)
    if windows == iso:
        return None
    return "cp1250" if windows > iso else "iso-8859-2"


def first_words(data: bytes, encoding: str) -> list[str]:
    """The first four words with letters beyond ASCII, for asking whether ``encoding`` reads them right."""
    text = data.decode(encoding, "replace")
    words = [word for word in re.findall(r"[^\s.,;:!?()]+", text) if not word.isascii()]
    return list(dict.fromkeys(words))[:4]


def _unusable(fault: Diagnostic, text: str = "") -> DocumentText:
    return DocumentText(
        "\n".join(_LINE_END.split(text.removeprefix("\ufeff"))), (), "", (fault,), usable=False
    )


def _binary(file: str) -> Diagnostic:
    return error(
        "I100", "the file is no text", Span(file), "save the document as plain text or Markdown first"
    )


def _other_encoding(before: str, byte: int, file: str, likely: str | None) -> Diagnostic:
    lines = _LINE_END.split(before.removeprefix("\ufeff"))
    line, column = len(lines), len(lines[-1]) + 1
    names = [likely] if likely else [name for name in ENCODINGS if name not in ("utf-8", "utf-16")]
    cures = [f"if it is {name}, give --encoding {name}" for name in names]
    if likely:
        cures.insert(0, f"it looks like {likely}")
    at = Span(file, line, column, line, column + 1)
    return error("I101", f"the file is not in the encoding it is read in (byte 0x{byte:02x})", at, cures)


def _read_text(text: str, file: str, encoding: str) -> DocumentText:
    found: list[Diagnostic] = []
    first = Span(file)
    if text.startswith("\ufeff"):
        text = text[1:]
        found.append(note("I104", "a byte order mark is left out", first))
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
        found.append(note("I104", "letters and their marks are joined (NFC)", first))
    ends = {match.group() for match in _LINE_END.finditer(text)}
    found += [note("I104", f"{_ENDS[end]} count as line ends", first) for end in sorted(ends & _ENDS.keys())]
    written = _LINE_END.split(text)
    if len(written) > 1 and not written[-1]:
        written.pop()  # nothing after the last line's end is a line
    lines = tuple(_read_line(SourceLine.of(file, number, each)) for number, each in enumerate(written, 1))
    for line in lines:
        found += _control_characters(line)
    found += _invisible(lines)
    return DocumentText("\n".join(written), lines, encoding, tuple(found))


_ENDS = {
    "\r": "carriage returns (old Macintosh)",
    "\r\n": "carriage returns with line feeds (Windows)",
    "\x0c": "form feeds",
    "\x85": "next-line signs",
    "\u2028": "line separators",
    "\u2029": "paragraph separators",
}
_LEFT_OUT = re.compile(f"\u00ad|\t|{_CONTROL.pattern}")


def _read_line(line: SourceLine) -> SourceLine:
    if line.written.isascii() and line.written.isprintable():
        return line
    edits = [
        Edit(match.start(), match.end(), " " if match.group() == "\t" else "")
        for match in _LEFT_OUT.finditer(line.text)
    ]
    return line.edited(edits)


def _control_characters(line: SourceLine) -> list[Diagnostic]:
    cure = "delete it; it was most likely pasted in from elsewhere"
    found = []
    for offset, char in enumerate(line.written):
        if _CONTROL.match(char):
            at = Span(line.file, line.number, offset + 1, line.number, offset + 2)
            found.append(
                error("I103", f"there is a control character (U+{ord(char):04X}) in the text", at, cure)
            )
        elif char == "\ufffd":
            at = Span(line.file, line.number, offset + 1, line.number, offset + 2)
            message = "a letter was lost here before (U+FFFD)"
            found.append(warning("I105", message, at, "look into an older copy of the document"))
    return found


_SEEN = (
    ("\u00ad", "soft hyphen", "left out; pnp divides words by itself"),
    ("\t", "tab", "read as a space"),
    ("\u00a0", "no-break space", "kept"),
    ("\u202f", "narrow no-break space", "kept"),
)


def _invisible(lines: tuple[SourceLine, ...]) -> list[Diagnostic]:
    """One note for each kind of invisible character, at its first place."""
    found = []
    for char, name, fate in _SEEN:
        holders = [line for line in lines if char in line.written]
        if holders:
            count = sum(line.written.count(char) for line in holders)
            column = holders[0].written.index(char) + 1
            at = Span(holders[0].file, holders[0].number, column, holders[0].number, column + 1)
            found.append(note("I104", f"{times(count, name)}: {fate}", at))
    return found
