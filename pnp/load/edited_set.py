"""A set whose file changed within one entry: that entry is read again, and the others stay.

Reading a set of 5,000 pieces takes 0.2 s, and after a keystroke all but one of them are what they were. An
entry depends on its own lines, on the keys of the set around ``pieces``, and on ``game.yaml``, unless it
extends another entry or repeats a value that has a name. So the set is made once more from its file with the
lines of all other entries empty, which keeps every line and column. Wherever it is not certain that the whole
file would give the same, the answer is None, and the whole file is read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.load.limits import MAX_NODES
from pnp.model import ComponentSet, Piece

_ANCHOR = re.compile(r"&(?<![^\s\[{,]&)\S")
_PIECES = re.compile(r"pieces:\s*(?:#.*)?\Z")
_MARKS = ":,-[{?"
"""Each key, list, mapping and member needs one of these characters; a key shares it with its value."""


class LoneEntry(NamedTuple):
    """A changed entry with what is needed to read it.

    Attributes:
        text: Of the file, with the lines of all entries left empty except those of this one and the next two:
            a list ends where the entry after it begins.
        line: Of the entry's key, from 1.
        next_line: Of the key of the next entry, from 1; 0 after the last.
    """

    text: str
    line: int
    next_line: int


def lone_entry(before: str, after: str, pieces: Sequence[Piece]) -> LoneEntry | None:
    """The only entry in which two texts of a set differ; None where it may not be the only one.

    Args:
        before: The text that gave the pieces, without a fault.
        after: The text now, decoded without a fault.
        pieces: Of the set.
    """
    if "extends" in after or ("&" in after and _ANCHOR.search(after)):
        return None
    if 3 * sum(map(after.count, _MARKS)) > MAX_NODES:
        return None
    old, new = before.split("\n"), after.split("\n")
    keys = sorted({(piece.span.line, piece.span.column) for piece in pieces})
    if len(old) != len(new) or len({column for _, column in keys}) != 1:
        return None
    changed = [number for number, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other]
    starts = [line for line, _ in keys]
    at = bisect_right(starts, changed[0]) - 1 if changed else -1
    if at < 0 or not _is_block(new[: starts[0] - 1]):
        return None
    indent, end = keys[0][1] - 1, _end(new, starts[-1], keys[0][1] - 1)
    stop = starts[at + 1] if at + 1 < len(starts) else end
    lines = (old[starts[at] - 1 : stop - 1], new[starts[at] - 1 : stop - 1])
    if changed[-1] >= stop or not all(_is_entry(each, indent) for each in lines):
        return None
    rest = starts[at + 3] if at + 3 < len(starts) else end
    kept = [*[""] * (starts[at] - starts[0]), *new[starts[at] - 1 : rest - 1], *[""] * (end - rest)]
    text = "\n".join([*new[: starts[0] - 1], *kept, *new[end - 1 :]])
    return LoneEntry(text, starts[at], starts[at + 1] if at + 1 < len(starts) else 0)


def _is_block(head: Sequence[str]) -> bool:
    """Whether the entries that follow these lines are not in braces."""
    written = [line for line in head if line.strip() and not line.lstrip().startswith("#")]
    return bool(written) and _PIECES.match(written[-1]) is not None


def _end(lines: Sequence[str], last: int, indent: int) -> int:
    """The line after the last entry, whose key is in line ``last``; both from 1."""
    for number in range(last + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and not line.lstrip().startswith("#") and _indent(line) <= indent:
            return number
    return len(lines) + 1


def _is_entry(lines: Sequence[str], indent: int) -> bool:
    """Whether the first line has an indented key, and all others belong to it."""
    rest = (line for line in lines[1:] if line.strip() and not line.lstrip().startswith("#"))
    return _indent(lines[0]) == indent and all(_indent(line) > indent for line in rest)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def with_entry(made: ComponentSet, lone: ComponentSet, entry: LoneEntry) -> ComponentSet | None:
    """The set with the piece of the changed entry in place of the old one; None if more than that differs.

    Args:
        made: The set as it was.
        lone: The set of the text of ``entry``, made without a fault.
        entry: The changed entry.
    """
    old = [piece for piece in made.pieces if piece.span.line == entry.line]
    new = [piece for piece in lone.pieces if piece.span.line == entry.line]
    if len(old) != 1 or len(new) != 1 or new[0].binds or old[0].binds:
        return None
    before, now = old[0], new[0]
    if (now.id, now.copies > 0) != (before.id, before.copies > 0):
        return None
    following = [_uncounted(piece) for piece in lone.pieces if piece.span.line == entry.next_line]
    if following != [_uncounted(piece) for piece in made.pieces if piece.span.line == entry.next_line]:
        return None
    if replace(lone, pieces=()) != replace(made, pieces=()):
        return None
    now = replace(now, number=before.number)
    return replace(made, pieces=tuple([now if piece is before else piece for piece in made.pieces]))


def _uncounted(piece: Piece) -> Piece:
    return replace(piece, number=0)
