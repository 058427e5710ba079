"""Texts as the source of a rule sheet has them, with backslashes before characters with a meaning there."""

from __future__ import annotations

import re

from pnp.importers.sheet import Mark, Words
from pnp.markup import parse_inline, plain_text

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
