"""A set whose file changed within one entry: that entry is read again, and the others stay.

Reading a set of 5,000 pieces takes 0.2 s, and after a keystroke all but one of them are what they were. An
entry depends on its own lines, on the keys of the set around ``pieces``, and on ``game.yaml``, unless it
extends another entry or repeats a value that has a name; a row of a table depends on its own lines and on the
first rows, which have the titles. So the set is made once more from its file with the lines of all other
entries empty, which keeps every line and column. Wherever it is not certain that the whole file would give
the same, the answer is None, and the whole file is read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.load.limits import MAX_NODES
from pnp.model import ComponentSet, Piece
from pnp.source import Span

_ANCHOR = re.compile(r"&(?<![^\s\[{,]&)\S")
_PIECES = re.compile(r"pieces:\s*(?:#.*)?\Z")
_MARKS = ":,-[{?"
"""Each key, list, mapping and member needs one of these characters; a key shares it with its value."""


class LoneEntry(NamedTuple):
    """A changed entry with what is needed to read it.

    Attributes:
        text: Of the file, with the lines of all entries left empty except those of this one and the next two:
            a list ends where the entry after it begins.
        line: The first one of the entry, from 1.
        stop: The line after its last one.
    """

    text: str
    line: int
    stop: int

    def holds(self, span: Span, file: str) -> bool:
        """Whether something in a file begins in the entry."""
        return span.file == file and self.line <= span.line < self.stop


def lone_entry(before: str, after: str, keys: Collection[tuple[int, int]]) -> LoneEntry | None:
    """The only entry in which two texts of a set differ; None where it may not be the only one.

    Args:
        before: The text that gave the entries, without a fault.
        after: The text now, decoded without a fault.
        keys: Line and column of the key of each entry, from 1, in any order.
    """
    if "extends" in after or ("&" in after and _ANCHOR.search(after)):
        return None
    if 3 * sum(map(after.count, _MARKS)) > MAX_NODES:
        return None
    old, new = before.split("\n"), after.split("\n")
    keys = sorted(set(keys))
    if len({column for _, column in keys}) != 1:
        return None
    starts, indent = [line for line, _ in keys], keys[0][1] - 1
    end = _end(new, starts[-1], indent)
    changed = _changed(old, new, starts, end)
    if changed is None or not _is_block(new[: starts[0] - 1]):
        return None
    at, stop = changed
    if not all(_is_entry(each[starts[at] - 1 : stop - 1], indent) for each in (old, new)):
        return None
    rest = starts[at + 3] if at + 3 < len(starts) else end
    kept = [*[""] * (starts[at] - starts[0]), *new[starts[at] - 1 : rest - 1], *[""] * (end - rest)]
    text = "\n".join([*new[: starts[0] - 1], *kept, *new[end - 1 :]])
    return LoneEntry(text, starts[at], stop)


def lone_row(before: str, after: str, starts: Sequence[int], head: int) -> LoneEntry | None:
    """The only row in which two texts of a table differ; None where it may not be the only one.

    Args:
        before: The text that gave the rows, without a fault.
        after: The text now, decoded without a fault.
        starts: The first line of each row with a text, from 1.
        head: How many of the first rows decide what the others mean; the text of the entry has them, too.
    """
    old, new = before.split("\n"), after.split("\n")
    changed = _changed(old, new, starts, len(new) + 1)
    if changed is None:
        return None
    at, stop = changed
    top = (starts[head] if head < len(starts) else len(new) + 1) - 1
    kept = [*new[:top], *[""] * (starts[at] - 1 - top), *new[max(starts[at] - 1, top) : stop - 1]]
    return LoneEntry("\n".join([*kept, *[""] * (len(new) - len(kept))]), starts[at], stop)


def _changed(
    old: Sequence[str], new: Sequence[str], starts: Sequence[int], end: int
) -> tuple[int, int] | None:
    """The number from 0 of the only entry with lines that differ, and the line after its last one.

    None if lines differ in several entries, before the first one or after the last one, in none at all, or
    in number.

    Args:
        old: The lines before.
        new: The lines now.
        starts: The first line of each entry, from 1, in order.
        end: The line after the last entry.
    """
    if len(old) != len(new):
        return None
    lines = [number for number, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other]
    at = bisect_right(starts, lines[0]) - 1 if lines else -1
    stop = starts[at + 1] if at + 1 < len(starts) else end
    return None if at < 0 or lines[-1] >= stop else (at, stop)


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


def with_entry(made: ComponentSet, lone: ComponentSet, entry: LoneEntry, file: str) -> ComponentSet | None:
    """The set with the piece of the changed entry in place of the old one; None if more than that differs.

    Args:
        made: The set as it was.
        lone: The set of the text of ``entry``, made without a fault.
        entry: The changed entry.
        file: That it is in, as spans name it.
    """
    old = [piece for piece in made.pieces if entry.holds(piece.span, file)]
    new = [piece for piece in lone.pieces if entry.holds(piece.span, file)]
    if len(old) != 1 or len(new) != 1 or new[0].binds or old[0].binds:
        return None
    before, now = old[0], new[0]
    if (now.id, now.copies > 0) != (before.id, before.copies > 0):
        return None
    if _following(lone, entry, file) != _following(made, entry, file):
        return None
    if _head(lone, now.key) != _head(made, now.key):
        return None
    now = replace(now, number=before.number)
    others = [each for each in made.translations if not entry.holds(each.place, file)]
    own = [each for each in lone.translations if entry.holds(each.place, file)]
    return replace(
        made,
        pieces=tuple([now if piece is before else piece for piece in made.pieces]),
        translations=tuple(sorted([*others, *own], key=lambda each: each.place.line)),
    )


def _following(made: ComponentSet, entry: LoneEntry, file: str) -> list[Piece]:
    """The pieces of the entry of a YAML file that comes after the changed one, all with the number 0."""
    own = (piece for piece in made.pieces if piece.span.file == file == made.file)
    return [replace(piece, number=0) for piece in own if piece.span.line == entry.stop]


def _head(made: ComponentSet, piece: str) -> ComponentSet:
    """The set without its pieces, and with the warnings alone that itself and one piece accept."""
    allowed = tuple(each for each in made.allowed if each.owner in (made.id, piece))
    return replace(made, pieces=(), translations=(), allowed=allowed)
