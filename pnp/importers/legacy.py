"""Documents in the old markup, read and written.

Its grammar:

    document  = title *( blank | heading | list | paragraph )
    title     = "<T>" text          once, in line 1; a paragraph in line 2 is the subtitle
    heading   = ( "<C>" | "<C1>" | "<C2>" ) text
    list      = "<I0>" NL 1*( "<I>" text NL ) "<I1>" NL      nothing else inside
    note      = "- " text
    paragraph = any other line that is not blank

A tag counts at the very start of a line only, and a paragraph is one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic, did_you_mean, error, note, warning
from pnp.importers.letters import encoded, unwritable
from pnp.importers.reading import SourceLine
from pnp.importers.sheet import Block, Label, Separator, TextDocument, Words, split_item, words_of
from pnp.rulebook.block import Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.source import Origin, Span

TAGS = ("T", "C", "C1", "C2", "I0", "I", "I1")
_LEVELS = {"C": 1, "C1": 2, "C2": 3}
_TAG = re.compile(r"<(/?[A-Za-z][A-Za-z0-9]{0,7})>")
_REMARK = "- "


def tag_of(line: str) -> str | None:
    """The text between ``<`` and ``>`` at the start of a line that looks like a tag, known or not."""
    match = _TAG.match(line)
    return match[1] if match else None


def parse_legacy(lines: Sequence[SourceLine]) -> tuple[TextDocument, list[Diagnostic]]:
    """The document and what is wrong with it (I200 to I207); whatever is wrong, every word comes through.

    Args:
        lines: With their letters decoded.
    """
    parser = _Parser(lines)
    for index, line in enumerate(lines):
        parser.read(line, index)
    return parser.sheet(), parser.found


class _Parser:
    """Takes line after line."""

    def __init__(self, lines: Sequence[SourceLine]) -> None:
        self.found: list[Diagnostic] = []
        self._lines = lines
        self._tags = [self._known_tag(line) for line in lines]
        self._list_goes_on = _list_goes_on(self._tags)
        self._title: Words | None = None
        self._subtitle: Words | None = None
        self._blocks: list[Block] = []
        self._items: list[Words] | None = None
        self._opened: SourceLine | None = None  # the line of '<I0>'; None for items outside of a list

    def sheet(self) -> TextDocument:
        """Everything read, after the last line."""
        if self._opened is not None:
            self._unclosed("")
        self._end_list()
        if self._title is None and self._lines:
            cure = "write '<T>' and its name in the first line"
            self._error("I200", "the document has no title", self._lines[0].whole(), cure)
        return TextDocument(self._title, self._subtitle, tuple(self._blocks))

    def read(self, line: SourceLine, index: int) -> None:
        tag = self._tags[index]
        if tag == "I":
            self._item(line)
        elif tag == "I0":
            self._open_list(line)
        elif tag == "I1":
            self._close_list(line)
        elif self._opened is not None and tag is None and self._list_goes_on[index]:
            self._stray(line)
        elif self._opened is not None and tag is None and not line.text.strip():
            pass  # the list is not closed; what stops it comes below the blank line
        else:
            if self._opened is not None:
                self._unclosed(f" before line {line.number}")
            self._end_list()
            self._block(tag, line, index)

    def _known_tag(self, line: SourceLine) -> str | None:
        tag = tag_of(line.text)
        if tag is None or tag in TAGS:
            return tag
        cure = did_you_mean(f"<{tag}>", [f"<{known}>" for known in TAGS], "tags")
        if tag.startswith("/"):
            cure = "delete it; nothing but lists is closed, and those with '<I1>'"
        self._error("I202", f"unknown tag '<{tag}>'", line.span(0, len(tag) + 2), cure)
        return None

    def _block(self, tag: str | None, line: SourceLine, index: int) -> None:
        """A title, heading, paragraph or blank line outside of lists."""
        words = line_words(line, len(tag) + 2 if tag else 0)
        if tag is None:
            if words.text:
                self._paragraph(words, line, index)
        elif not words.text:
            self._empty(f"'<{tag}>'", line)
        elif tag == "T":
            self._add_title(words, line, index)
        else:
            self._blocks.append(Heading(_LEVELS[tag], words))

    def _add_title(self, words: Words, line: SourceLine, index: int) -> None:
        if self._title is not None:
            cure = "a document has one; make it a heading '<C>'"
            self._error("I201", "there is a second title", line.span(0, 3), cure)
            self._blocks.append(Heading(1, words))
            return
        if index:
            self._error("I200", "the title is not in the first line", line.span(0, 3), "move it to the top")
        self._title = words

    def _paragraph(self, words: Words, line: SourceLine, index: int) -> None:
        if index == 1 and self._title is not None:
            self._subtitle = words
        elif line.text.startswith(_REMARK) and line.text[len(_REMARK) :].strip():
            self._blocks.append(Remark((Paragraph(line_words(line, len(_REMARK))),)))
        else:
            self._blocks.append(Paragraph(words))

    def _open_list(self, line: SourceLine) -> None:
        if self._opened is None:
            self._end_list()
            self._items, self._opened = [], line
        else:
            cure = "close the first with '<I1>'; lists hold no lists"
            self._error("I206", "a list begins inside a list", line.span(0, 4), cure)
        self._rest(line)

    def _close_list(self, line: SourceLine) -> None:
        if self._items is None:
            cure = "write '<I0>' above the list's first item"
            self._error("I206", "'<I1>' closes nothing", line.span(0, 4), cure)
        elif not self._items and self._opened is not None:
            self._error("I207", "the list has no items", self._opened.whole(), "delete '<I0>' and '<I1>'")
        self._end_list()
        self._rest(line)

    def _rest(self, line: SourceLine) -> None:
        """Text after a tag that should have none; it is kept."""
        words = line_words(line, len("<I0>"))
        if words.text:
            message = f"there is text after '{line.text[:4]}'"
            self._error("I205", message, words.origin.span, "write it on a line of its own")
            self._keep(words)

    def _item(self, line: SourceLine) -> None:
        words = line_words(line, len("<I>"))
        if not words.text:
            self._empty("'<I>'", line)
            return
        if self._items is None:
            self._error(
                "I204", "the item is in no list", line.span(0, 3), "write '<I0>' above the list's first item"
            )
            self._items = []
        self._keep(words)

    def _stray(self, line: SourceLine) -> None:
        words = line_words(line, 0)
        if words.text:
            cure = "a list holds lines with '<I>' only; close it with '<I1>' first"
            self._error("I205", "the line is inside a list", words.origin.span, cure)
            self._keep(words)
        else:
            self._error("I205", "there is a blank line inside a list", line.whole(), "delete it")

    def _keep(self, words: Words) -> None:
        if self._items is None:
            self._blocks.append(Paragraph(words))
        else:
            self._items.append(labelled(words))

    def _end_list(self) -> None:
        if self._items:
            self._blocks.append(ListBlock(tuple((Paragraph(words),) for words in self._items)))
        self._items = self._opened = None

    def _unclosed(self, where: str) -> None:
        assert self._opened is not None  # the callers ask
        span = self._opened.span(0, 4)
        self._error("I203", f"the list is not closed{where}", span, "write '<I1>' below its last item")

    def _empty(self, what: str, line: SourceLine) -> None:
        self._error("I207", f"{what} has no text", line.whole(), "write its text behind it, or delete it")

    def _error(self, code: str, message: str, span: Span, cure: str) -> None:
        self.found.append(error(code, message, span, cure))


def _list_goes_on(tags: Sequence[str | None]) -> list[bool]:
    """For each line whether the next tag below is ``<I>`` or ``<I1>``: only then is it inside a list."""
    goes_on = [False] * len(tags)
    after = False
    for index in range(len(tags) - 1, -1, -1):
        goes_on[index] = after
        if tags[index] is not None:
            after = tags[index] in ("I", "I1")
    return goes_on


def line_words(line: SourceLine, start: int) -> Words:
    """The text of a line from ``start`` on, without blanks at its ends."""
    text = line.text[start:].strip()
    first = start + len(line.text[start:]) - len(line.text[start:].lstrip())
    end = first + len(text)
    span = line.span(first, end) if text else line.whole()
    return Words(text, Origin(span, tuple(line.chunks(first, end))))


# In order of precedence: 'U'tok - Na Bli'zko 1) text' is the label 'U'tok - Na Bli'zko' with an ordinal.
_SEPARATORS: tuple[tuple[Separator, re.Pattern[str]], ...] = (
    ("star", re.compile(r" \*\) ")),
    ("number", re.compile(r" ([0-9]{1,3})\) ")),
    ("dash", re.compile(r" - ")),
)
_SENTENCE_ENDS = re.compile(r"[.!?:;] ")


def labelled(words: Words) -> Words:
    """The text of an item with what comes before its first separator as its label, or unchanged without one.

    Text before a separator is no label when a sentence ends in it.
    """
    for separator, pattern in _SEPARATORS:
        match = pattern.search(words.text)
        if match is None or not match.start() or _SENTENCE_ENDS.search(words.text[: match.start() + 1]):
            continue
        label, body = words.part(0, match.start()), words.part(match.end(), len(words.text))
        if label.text and body.text:
            ordinal = match[1] if separator == "number" else ""
            return replace(body, label=Label(label, separator, ordinal))
    return words


_NO_TABLES = "the old markup has no tables: write what matters as a list"
_TAGS = {1: "C", 2: "C1", 3: "C2"}
_STAND_INS = {
    "–": "-", "—": "-", "‑": "-", "−": "-", "…": "...", "×": "x", "„": '"', "“": '"', "”": '"', "«": '"', "»": '"',
    "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u00ad": "",
}  # fmt: skip
"""Replacements for characters that ASCII does not have."""


def legacy_text(sheet: TextDocument) -> tuple[str, list[Diagnostic]]:
    """The document in the old markup, and what it cannot hold.

    Reading it gives the same title, headings, lists, labels and texts. A blank line precedes every
    heading of the first and second level and where two lists or a title and a paragraph would otherwise run
    together.

    Returns:
        Text in ASCII but for what is reported, and findings: I400 for what cannot be written, I401 for
        stand-ins, I402 for what is left out or written as something else.
    """
    writer = _Writer()
    writer.document(sheet)
    return "\n".join(writer.lines) + "\n" if writer.lines else "", writer.found


class _Writer:
    """Collects lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.found: list[Diagnostic] = []

    def document(self, sheet: TextDocument) -> None:
        if sheet.title:
            self._line("<T>", sheet.title)
            if sheet.subtitle:
                self.lines.append(self._plain(sheet.subtitle))
            elif sheet.blocks:
                self.lines.append("")
        elif sheet.subtitle:
            self.lines.append(self._plain(sheet.subtitle))
        self._blocks(sheet.blocks)

    def _blocks(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        match block:
            case Heading():
                self._heading(block)
            case Paragraph():
                self._paragraph(block.text)
            case ListBlock():
                self.lines.append("<I0>")
                self._items(block.items)
                self.lines.append("<I1>")
            case Remark():
                self._remark(block)
            case TableBlock():
                self._table(block)
            case Divider():
                pass

    def _heading(self, heading: Heading[Words]) -> None:
        if heading.level > len(_TAGS):
            cure = "it is written as one of level 3"
            message = f"the old markup has no headings of level {heading.level}"
            self.found.append(warning("I402", message, heading.text.origin.span, cure))
        if heading.level < len(_TAGS) and self.lines and self.lines[-1]:
            self.lines.append("")
        self._line(f"<{_TAGS.get(heading.level, 'C2')}>", heading.text)

    def _paragraph(self, words: Words) -> None:
        self.lines += [self._plain(line) for line in _split(words)]

    def _remark(self, remark: Remark[Block]) -> None:
        for block in remark.blocks:
            if isinstance(block, Paragraph):
                self.lines += [f"- {self._ascii(line)}" for line in _split(block.text)]
            else:
                self._block(block)

    def _items(self, items: Iterable[Sequence[Block]]) -> None:
        for item in items:
            words, below = split_item(item)
            if words and words.text:
                self.lines.append(f"<I>{self._label(words.label)}{self._flat(words)}")
            opening = words or next(words_of(below), None)
            if opening:
                self._inside(below, opening.origin.span)

    def _inside(self, blocks: Sequence[Block], span: Span) -> None:
        """Everything else in the item at ``span``, as items of the same list: lists hold no lists."""
        if blocks:
            message = "the item holds more than one text; its parts become items of their own"
            self.found.append(warning("I402", message, span, "lists of the old markup are flat"))
        for block in blocks:
            match block:
                case ListBlock():
                    self._items(block.items)
                case Heading() | Paragraph():
                    self.lines.append(f"<I>{self._flat(block.text)}")
                case Remark():
                    self._inside(block.blocks, span)
                case TableBlock():
                    self.lines += [f"<I>{self._row(row)}" for row in (block.head, *block.rows)]
                case Divider():
                    pass

    def _label(self, label: Label | None) -> str:
        if label is None:
            return ""
        text = self._flat(label.words)
        if label.separator == "number":
            return f"{text} {label.ordinal}) "
        return f"{text} *) " if label.separator == "star" else f"{text} - "

    def _table(self, table: TableBlock[Words]) -> None:
        span = table.head[0].origin.span
        self.found.append(warning("I402", "a table is written as a list of its rows", span, _NO_TABLES))
        self.lines += ["<I0>", *(f"<I>{self._row(row)}" for row in (table.head, *table.rows)), "<I1>"]

    def _row(self, row: Sequence[Words]) -> str:
        return " - ".join(self._flat(words) for words in row)

    def _line(self, tag: str, words: Words) -> None:
        self.lines.append(tag + self._flat(words))

    def _plain(self, words: Words) -> str:
        """A paragraph; a blank before it keeps what looks like a tag or a note from being one."""
        line = self._flat(words)
        return f" {line}" if tag_of(line) is not None or line.startswith("- ") else line

    def _flat(self, words: Words) -> str:
        return self._ascii(words).replace("\n", " ")

    def _ascii(self, words: Words) -> str:
        """The text in the old alphabet; what it cannot hold is reported and written as it is."""
        parts: list[str] = []
        places: list[int] = []
        for offset, char in enumerate(words.text):
            stand_in = _STAND_INS.get(char, char)
            if stand_in != char:
                span = words.span(offset, offset + 1)
                self.found.append(note("I401", f"'{char}' is written '{stand_in}'", span))
            parts.append(stand_in)
            places += [offset] * len(stand_in)
        text = "".join(parts)
        for at in unwritable(text):
            self._refuse(text[at], words, places[at])
        return encoded(text)

    def _refuse(self, char: str, words: Words, at: int) -> None:
        if char == "'":
            message = "an apostrophe after this letter would be read as its mark"
        else:
            message = f"'{char}' is not of the old alphabet"
        self.found.append(error("I400", message, words.span(at, at + 1), "write it otherwise"))


def _split(words: Words) -> list[Words]:
    """The lines of a text as texts of their own."""
    lines: list[Words] = []
    start = 0
    for line in words.text.split("\n"):
        if line.strip():
            lines.append(words.part(start, start + len(line)))
        start += len(line) + 1
    return lines
