"""Writing the source of a rule sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from pnp.importers.escape import escape, escape_digits, escape_heading, source_of
from pnp.importers.sheet import Block, Label, TextDocument, Words, split_item
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
