"""A set whose files changed: entries whose lines are as they were stay, and only the others are read again.

Reading a set of 5,000 pieces takes half a second, and after an edit nearly all of them are what they were,
some lines further up or down. An entry under ``pieces`` depends on its own lines, on the keys of the set
around it, and on ``game.yaml``, unless it extends another entry or repeats a value that has a name; a row of
a table depends on its own lines and on the titles. So the entries of the new text are compared with those of
the old one, line by line:

1. An entry stays if all its lines are in the new text, and another one that was there before follows it.
2. The set is made once more from its files with empty lines in place of all entries that stay, which keeps
   every line and column. After each stretch of lines that are read again, one entry that stays is left: if
   it is found at its line, the stretch ended where it should.
3. Entries that stay have their places moved by as many lines as they have moved, and new numbers.

Wherever it is not certain that the whole files would give the same, the answer is None, and they are read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pnp.load.document import DataFile
from pnp.load.limits import MAX_NODES
from pnp.load.yaml.node import Mapping as MappingNode

_ANCHOR = re.compile(r"&(?<![^\s\[{,]&)\S")
_MARKS = ":,-[{?"
"""Each key, list, mapping and member needs one of these characters; a key shares it with its value."""


@dataclass(frozen=True)
class FileEntries:
    """The entries of a file as it was read.

    Attributes:
        text: Of the file.
        starts: The first line of each entry, from 1, in order.
        head: How many lines above them decide what they mean: to the key ``pieces``, or to the titles.
        names: Their ids; none for the rows of a table.
        tail: The first line below them that has a key of the set; 0 without one.
    """

    text: str
    starts: Sequence[int]
    head: int
    names: Sequence[str] = ()
    tail: int = 0

    def at(self, line: int) -> int:
        """The first line of the entry that a line belongs to."""
        return self.starts[max(bisect_right(self.starts, line) - 1, 0)]

    def edited(self, after: str, top: int = 0) -> EditedFile | None:
        """The file with another text; None if lines above the entries differ.

        Args:
            after: What it says now.
            top: How many of the first entries are read again in any case.
        """
        old, new = self.text.split("\n"), after.split("\n")
        if old[: self.head] != new[: self.head] or len(old) == self.head != len(new):
            return None
        found = self._found(old, new)
        kept: dict[int, int] = {}
        seen: list[int] = []
        end = -1
        for number, (line, start) in enumerate(found.items()):
            stop = line + self.lengths[start]
            if number < top or stop not in found:
                seen.append(line + 1)
                continue
            kept[line + 1] = start
            if line == end:
                new[line:stop] = [""] * (stop - line)
            else:
                seen.append(line + 1)
            end = stop
        return EditedFile(self, after, "\n".join(new), kept, seen)

    @cached_property
    def lengths(self) -> dict[int, int]:
        """How many lines each entry has, by its first one, but for the last, which the file ends."""
        return {start: stop - start for start, stop in pairwise(self.starts)}

    def _found(self, old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
        """Lines, from 0, at which all lines of an entry are found again, each with its first line before.

        The last entry is not looked for: what ends it is the end of the file, or another key of the set.
        """
        stops = dict(pairwise(self.starts))
        by_line = {old[start - 1]: start for start in reversed(stops)}
        found: dict[int, int] = {}
        taken: set[int] = set()
        line, likely = self.head, self.starts[0] if self.starts else 0
        while line < len(new):
            for start in (likely, by_line.get(new[line], 0)):
                stop = 0 if start in taken else stops.get(start, 0)
                if stop and old[start - 1 : stop - 1] == new[line : line + stop - start]:
                    found[line], likely = start, stop
                    taken.add(start)
                    line += stop - start
                    break
            else:
                line += 1
        return found


class EditedFile(NamedTuple):
    """A file that says something else.

    Attributes:
        before: Its entries as they were.
        after: What it says now.
        text: The same with empty lines in place of entries that stay.
        kept: The first line of each entry that stays, in order, to its first line before.
        seen: First lines of entries in ``text`` that were there before.
    """

    before: FileEntries
    after: str
    text: str
    kept: Mapping[int, int]
    seen: Sequence[int]

    def again(self, file: str, read: FileEntries) -> FileAgain | None:
        """The file read again; None where reading the whole of it may give something else.

        Args:
            file: Its name as spans have it.
            read: The entries of ``text``.
        """
        if not {*read.starts}.issuperset(self.seen):
            return None
        if _from(self.before.text, self.before.tail) != _from(self.after, read.tail):
            return None
        old = dict(zip(self.before.starts, self.before.names, strict=False))
        names = dict(zip(read.starts, read.names, strict=False))
        names |= {line: old[start] for line, start in self.kept.items() if start in old}
        starts = sorted({*read.starts, *self.kept})
        known = [names[line] for line in starts if line in names]
        if len({*known}) < len(known):
            return None
        return FileAgain(
            file, self, read, FileEntries(self.after, starts, self.before.head, known, read.tail)
        )

    def moves(self, tail: int) -> list[int]:
        """By how many lines what began in a line before has moved, for each line from 0.

        Args:
            tail: The first line now that has a key of the set below the entries; 0 without one.
        """
        long = self.before.lengths
        lines = [0] * (self.before.text.count("\n") + 2)
        for line, start in self.kept.items():
            if line != start:
                lines[start : start + long[start]] = [line - start] * long[start]
        if tail:
            last = self.before.tail
            lines[last:] = [tail - last] * (len(lines) - last)
        return lines


class FileAgain(NamedTuple):
    """A file that was read again as far as it has changed.

    Attributes:
        file: Its name as spans have it.
        edited: What has changed.
        read: The entries of ``edited.text``.
        entries: Those of the whole file.
    """

    file: str
    edited: EditedFile
    read: FileEntries
    entries: FileEntries


def _from(text: str, line: int) -> list[str]:
    """The lines from one on, counted from 1; none for 0."""
    return text.split("\n")[line - 1 :] if line else []


def listed(document: DataFile, text: str) -> FileEntries | None:
    """The entries under ``pieces``; None if one may depend on another, or they begin no lines of their own.

    Args:
        document: The file of the set.
        text: Of it.
    """
    if "extends" in text or ("&" in text and _ANCHOR.search(text)):
        return None
    if 3 * sum(map(text.count, _MARKS)) > MAX_NODES:
        return None
    pieces = document.root.get("pieces")
    entries = pieces.entries if isinstance(pieces, MappingNode) else {}
    places = [key.start for key, _ in entries.values()]
    starts = [place.line + 1 for place in places]
    if len({place.column for place in places}) > 1 or starts != sorted({*starts}):
        return None
    if document.root.flow or (isinstance(pieces, MappingNode) and pieces.flow and starts):
        return None
    key = document.root.key("pieces")
    head = text.count("\n") + 1 if key is None else key.start.line + 1
    keys = (key.start.line + 1 for key, _ in document.root.entries.values())
    tail = min((line for line in keys if line > head), default=0)
    return FileEntries(text, starts, head, [*entries], tail)
