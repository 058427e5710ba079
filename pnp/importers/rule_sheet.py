"""Sources of rule sheets: written of a document, and read again to write it otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from pnp.diagnostics import Diagnostic, error, warning
from pnp.importers.sheet import Block, Label, Mark, Separator, TextDocument, Words, split_item
from pnp.markup import BreakRun, IconRun, TermRun, TextRun, parse_inline, plain_text
from pnp.model import RulebookSource, Text
from pnp.rulebook import parse_rulebook
from pnp.rulebook.block import Block as SourceBlock
from pnp.rulebook.block import Directive, Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.rules import Filled
from pnp.source import Chunk, Origin

_RULE = {"left": "---", "center": ":-:", "right": "--:"}


def rule_sheet(sheet: TextDocument) -> str:
    r"""The source of the rule sheet: a header with title and subtitle, then a line per paragraph or item.

    Labelled items are written ``**Label:** text``, ``**Label** – text`` and ``**Label \1)** text``, for the
    separators ``*)``, ``-`` and ``1)`` of the old markup; ``read_rule_sheet`` knows them again.
    """
    lines: list[str] = []
    if sheet.title or sheet.subtitle:
        lines.append("---")
        for key, words in (("title", sheet.title), ("subtitle", sheet.subtitle)):
            if words:
                lines.append(f"{key}: {_one_line(words)}")
        lines += ["---", ""]
    lines += _blocks(sheet.blocks)
    return "\n".join(lines).rstrip("\n") + "\n"


def _one_line(words: Words) -> str:
    return escape(words.text.replace("\n", " "))


def _blocks(blocks: Sequence[Block]) -> list[str]:
    """Lines of the blocks with a blank line between two."""
    lines: list[str] = []
    other = False
    for index, block in enumerate(blocks):
        before = blocks[index - 1] if index else None
        # Two lists, one right below the other, would be one list if they had the same bullets.
        other = (
            isinstance(block, ListBlock)
            and isinstance(before, ListBlock)
            and before.ordered == block.ordered
            and not other
        )
        if lines:
            lines.append("")
        lines += _block(block, other)
    return lines


def _block(block: Block, other: bool) -> list[str]:
    match block:
        case Heading():
            return ["#" * block.level + " " + escape_heading(block.text.text)]
        case Paragraph():
            return source_of(block.text).split("\n")
        case ListBlock():
            return _list(block, other)
        case Remark():
            return [f"> {line}".rstrip() for line in _blocks(block.blocks)]
        case TableBlock():
            return _table(block)
        case Divider():
            return ["***"]
    assert_never(block)


def _list(block: ListBlock[Block], other: bool) -> list[str]:
    lines: list[str] = []
    loose = any(not _tight(item) for item in block.items)
    for index, item in enumerate(block.items):
        bullet = "* " if other else "- "
        if block.ordered:
            bullet = f"{min(block.start + index, 999_999_999)}{')' if other else '.'} "
        indent = " " * len(bullet)
        first, *rest = _item(item)
        if index and loose:
            lines.append("")
        lines.append((bullet + first).rstrip())
        lines += [(indent + line).rstrip() for line in rest]
    return lines


def _tight(item: Sequence[Block]) -> bool:
    """Whether the item needs no blank lines: it is one text, perhaps with lists below."""
    return all(isinstance(block, ListBlock) for block in split_item(item)[1])


def _item(item: Sequence[Block]) -> list[str]:
    words, below = split_item(item)
    own = [""] if words is None else _item_words(words).split("\n")
    if not below:
        return own
    gap = [] if _tight(item) or own == [""] else [""]
    return [*own, *gap, *_blocks(below)]


def _item_words(words: Words) -> str:
    if words.label is None:
        return source_of(words)
    return f"{_label(words.label)} {source_of(words, starts_line=False)}"


def _label(label: Label) -> str:
    if label.separator == "star":
        return f"**{escape(label.words.text + ':', starts_line=False)}**"
    text = escape(label.words.text, starts_line=False)
    if label.separator == "number":
        return f"**{text} \\{label.ordinal})**"  # escaped digits are no number of the game
    return f"**{text}** –"


def _table(table: TableBlock[Words]) -> list[str]:
    rows = ["| " + " | ".join(_cell(words) for words in row) + " |" for row in (table.head, *table.rows)]
    rule = "|" + "|".join(_RULE[align] for align in table.align) + "|"
    return [rows[0], rule, *rows[1:]]


def _cell(words: Words) -> str:
    flat = Words(words.text.replace("\n", " "), words.origin, words.marks)
    return source_of(flat, starts_line=False).replace("|", "\\|")


# Always: stars and underscores emphasise, brackets begin terms, braces expressions, angles HTML, backticks
# code.
# A colon only where it could begin an icon.
_SPECIAL = re.compile(r"[\\*_\[<>{}`]|(?<=\{)%|:(?=[A-Za-z0-9_-]+:|:)")
_LINE_START = re.compile(r"[-+](?=\s|$)|-(?=[-|:])|:(?=-)|\||#|~(?=~~)|(?P<number>\d{1,9})(?=[.)](?:\s|$))")
_CLOSING_HASHES = re.compile(r"(?<!\\)#+$")


def escape(text: str, *, starts_line: bool = True) -> str:
    r"""The source that prints ``text``; a line break comes out as a backslash at the end of its line.

    Args:
        text: Plain, without blanks at its ends.
        starts_line: Whether it is at the start of a line, where more characters have a meaning.
    """
    lines = [_SPECIAL.sub(lambda match: "\\" + match.group(), line) for line in text.split("\n")]
    return "\\\n".join(
        _line_start(line) if index or starts_line else line for index, line in enumerate(lines)
    )


def _line_start(line: str) -> str:
    match = _LINE_START.match(line)
    if match is None:
        return line
    if match["number"]:
        end = match.end("number")
        return f"{line[:end]}\\{line[end:]}"
    return "\\" + line


def escape_heading(text: str) -> str:
    """The source of a heading: one line, and characters at its end that Markdown would take away are kept."""
    line = escape(text.replace("\n", " "))
    return _CLOSING_HASHES.sub(lambda match: "\\" + match.group(), line)


def source_of(words: Words, *, starts_line: bool = True) -> str:
    """The source that prints the words with their emphasised stretches.

    Emphasis is left out where the marks for them would not be read as such, as between two digits.
    """
    if not words.marks:
        return escape(words.text, starts_line=starts_line)
    marked = _with_marks(words, starts_line)
    read = parse_inline(marked.replace("\\\n", "\n"))
    if read.faults or plain_text(read) != words.text:
        return escape(words.text, starts_line=starts_line)
    return marked


def _with_marks(words: Words, starts_line: bool) -> str:
    parts: list[str] = []
    at = 0
    for mark in words.marks:
        start, end = _without_blanks(words.text, mark)
        if start < at or start >= end:
            continue
        sign = "*" * (2 * mark.bold + mark.italic)
        before, inner = words.text[at:start], words.text[start:end]
        parts += [
            escape(before, starts_line=starts_line and not at),
            sign,
            escape(inner, starts_line=False),
            sign,
        ]
        at = end
    parts.append(escape(words.text[at:], starts_line=starts_line and not at))
    return "".join(parts)


def _without_blanks(text: str, mark: Mark) -> tuple[int, int]:
    inner = text[mark.start : mark.end]
    start = mark.start + len(inner) - len(inner.lstrip())
    return start, start + len(inner.strip())


FillText = Callable[[Text], Filled]
"""Gives a text with its expressions replaced."""

_ORDINAL = re.compile(r"(.+) ([0-9]{1,3})\)")


def no_facts(text: Text) -> Filled:
    """The text as it is, for sheets that belong to no game; expressions are faults (I403)."""
    at = text.source.find("{{")
    if at < 0:
        return Filled(text.source, text.origin)
    cure = "give --game, whose facts the expressions name"
    fault = error("I403", "the sheet holds expressions, but belongs to no game", text.origin.at(at, 2), cure)
    return Filled(text.source, text.origin, (fault,))


def read_rule_sheet(
    source: RulebookSource, fill: FillText = no_facts
) -> tuple[TextDocument, list[Diagnostic]]:
    """The document, labels of items recognised again, and faults and losses of the sheet (I402, I403).

    Args:
        source: Of the sheet.
        fill: Replaces expressions.
    """
    parsed = parse_rulebook(source)
    reader = _SheetReader(fill, list(parsed.diagnostics))
    title = reader.words(parsed.header.title) if parsed.header.title else None
    subtitle = reader.words(parsed.header.subtitle) if parsed.header.subtitle else None
    sheet = TextDocument(title, subtitle, reader.blocks(parsed.blocks))
    return sheet, reader.found


@dataclass(slots=True)
class _SheetReader:
    """Turns blocks of a rule sheet into those of documents."""

    fill: FillText
    found: list[Diagnostic]

    def blocks(self, blocks: Sequence[SourceBlock]) -> tuple[Block, ...]:
        return tuple(made for block in blocks for made in self._block(block))

    def words(self, text: Text) -> Words:
        filled = self.fill(text)
        self.found += filled.diagnostics
        parts: list[str] = []
        marks: list[Mark] = []
        chunks: list[Chunk] = []
        length = 0
        for index, paragraph in enumerate(parse_inline(filled.text).paragraphs):
            if index:
                parts.append("\n")
                length += 1
            for run in paragraph.runs:
                if isinstance(run, IconRun):
                    self._left_out(f"the icon ':{run.name}:'", text)
                    continue
                shown = _shown(run)
                place = filled.origin.at(run.start)
                chunks.append(Chunk(length, place.line, place.column))
                if isinstance(run, TextRun | TermRun) and (run.bold or run.italic):
                    marks.append(Mark(length, length + len(shown), run.bold, run.italic))
                if isinstance(run, TextRun | TermRun) and run.marks is not None:
                    self._left_out(f"the mark of '{shown.strip()}'", text)
                parts.append(shown)
                length += len(shown)
        whole = "".join(parts)
        words = Words(whole, Origin(text.origin.span, tuple(chunks)), _joined(marks))
        return words if whole == whole.strip() else words.part(0, len(whole))

    def _block(self, block: SourceBlock) -> tuple[Block, ...]:
        made: tuple[Block, ...]
        match block:
            case Heading():
                made = (Heading(block.level, self.words(block.text)),)
            case Paragraph():
                made = (Paragraph(self.words(block.text)),)
            case ListBlock():
                items = tuple(self._item(blocks) for blocks in block.items)
                made = (ListBlock(items, block.ordered, block.start, block.loose),)
            case Remark():
                made = (Remark(self.blocks(block.blocks)),)
            case TableBlock():
                head, *rows = (tuple(map(self.words, row)) for row in (block.head, *block.rows))
                made = (TableBlock(block.align, head, tuple(rows)),)
            case Directive():
                cure = "what it shows comes from the game and is not in the text"
                self.found.append(warning("I402", f"':::{block.name}' is left out", block.span, cure))
                made = self.blocks(block.blocks)
            case Divider():
                made = (Divider(),)
            case _:
                assert_never(block)
        return made

    def _item(self, blocks: Sequence[SourceBlock]) -> tuple[Block, ...]:
        words, below = split_item(self.blocks(blocks))
        return tuple(below) if words is None else (Paragraph(unlabelled(words)), *below)

    def _left_out(self, what: str, text: Text) -> None:
        self.found.append(warning("I402", f"{what} is left out", text.origin.span, "write it in words"))


def _shown(run: TextRun | TermRun | BreakRun) -> str:
    if isinstance(run, TextRun):
        return run.text
    return run.form if isinstance(run, TermRun) else "\n"


def _joined(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Marks that touch and are alike as one: escapes cut the runs of a text."""
    joined: list[Mark] = []
    for mark in marks:
        last = joined[-1] if joined else None
        if last and last.end == mark.start and last[2:] == mark[2:]:
            joined[-1] = last._replace(end=mark.end)
        else:
            joined.append(mark)
    return tuple(joined)


def unlabelled(words: Words) -> Words:
    """The text of an item with the bold words at its start as its label; unchanged without such words."""
    if not words.marks or words.marks[0].start or not words.marks[0].bold or words.marks[0].italic:
        return words
    end = words.marks[0].end
    bold, rest = words.text[:end], words.text[end:]
    ordinal = _ORDINAL.fullmatch(bold)
    if rest.startswith(" – ") and len(rest) > len(" – "):
        return _cut(words, end, end + len(" – "), "dash")
    if not rest.startswith(" ") or not rest.strip():
        return words
    if bold.endswith(":") and len(bold) > 1:
        return _cut(words, end - 1, end + 1, "star")
    if ordinal:
        return _cut(words, len(ordinal[1]), end + 1, "number", ordinal[2])
    return words


def _cut(words: Words, end: int, body: int, separator: Separator, ordinal: str = "") -> Words:
    label = replace(words.part(0, end), marks=())
    return replace(words.part(body, len(words.text)), label=Label(label, separator, ordinal))
