"""Rule sheet sources of documents, with backslashes before characters that have a meaning there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from pnp.importers.sheet import Block, Label, Mark, TextDocument, Words, split_item
from pnp.markup import parse_inline, plain_text
from pnp.rulebook.block import Divider, Heading, ListBlock, Paragraph, Remark, TableBlock

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
        return f"**{text} {escape_digits(label.ordinal)})**"
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


def escape_digits(text: str) -> str:
    r"""Digits that are no number of the game, such as ``\1``."""
    return "\\" + text


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
        parts += [_piece(before, starts_line and not at), sign, escape(inner, starts_line=False), sign]
        at = end
    parts.append(_piece(words.text[at:], starts_line and not at))
    return "".join(parts)


def _piece(text: str, starts_line: bool) -> str:
    return escape(text, starts_line=starts_line) if text else ""


def _without_blanks(text: str, mark: Mark) -> tuple[int, int]:
    inner = text[mark.start : mark.end]
    start = mark.start + len(inner) - len(inner.lstrip())
    return start, start + len(inner.strip())
