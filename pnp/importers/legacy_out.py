"""Writing the old markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.diagnostics import Diagnostic, error, note, warning
from pnp.importers.alphabet import encoded, unwritable
from pnp.importers.legacy import tag_of
from pnp.importers.sheet import Block, Label, TextDocument, Words, split_item, words_of
from pnp.rulebook.block import Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.source import Span

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
