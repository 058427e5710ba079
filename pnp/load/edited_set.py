"""A set whose files changed: entries whose lines are as they were stay, and only the others are read again.

Reading a set of 5,000 pieces takes half a second, and after an edit nearly all of them are what they were,
some lines further up or down. An entry under ``pieces`` depends on its own lines, on the keys of the set
around it, and on ``game.yaml``, unless it extends another entry, repeats a value that has a name, or has a
``where``, as all of these share a limit. A row of a table depends on its own lines and on the titles. So the
entries of the new text are compared with those of the old one, line by line:

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
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pnp.diagnostics.diagnostic import Allowance
from pnp.load.decode import decode
from pnp.load.document import DataFile, Findings, read_yaml
from pnp.load.expression import WhereWork
from pnp.load.files import FolderFiles
from pnp.load.limits import MAX_NODES, MAX_PIECES
from pnp.load.yaml.node import Mapping as MappingNode
from pnp.model import ComponentSet, Piece, TableTranslation, Text
from pnp.source import Chunk, Origin, Span

if TYPE_CHECKING:
    from pnp.load.resolve_set import SetMaker
    from pnp.load.table.csv_rows import EarlierTable

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


_Part = TypeVar("_Part")


class JoinedSet:
    """Puts the entries of a set together.

    Args:
        files: The set's own file, then that of its table.
    """

    def __init__(self, files: Sequence[FileAgain]) -> None:
        self._files = files
        lines = {each.file: each.edited.moves(each.read.tail) for each in files}
        entries = all(each.read.tail == each.edited.before.tail for each in files)
        self._moves = Moves(lines, entries=entries)
        self._kept = {
            (each.file, start): (rank, line)
            for rank, each in enumerate(files)
            for line, start in each.edited.kept.items()
        }
        self._by_file = {each.file: (rank, each) for rank, each in enumerate(files)}

    def joined(self, made: ComponentSet, lone: ComponentSet) -> ComponentSet | None:
        """The set with entries of ``made`` that stay; None where the whole files may have a fault.

        Args:
            made: As it was.
            lone: Made from what was read again, without a fault.
        """
        before = {piece.id: piece for piece in made.pieces}
        numbered = []
        number = 0
        for piece, stays in self._in_order(made.pieces, lone.pieces, lambda piece: piece.span):
            number += piece.copies > 0
            own = number if piece.copies else 0
            if stays:
                numbered.append(self._moves.piece(piece, own))
            else:
                fresh = piece if piece.number == own else replace(piece, number=own)
                known = before.get(piece.id)
                numbered.append(known if known is not None and known == fresh else fresh)
        if len({piece.id for piece in numbered}) < len(numbered) or len(numbered) > MAX_PIECES:
            return None
        rows = {piece.id for piece in numbered if piece.span.file != made.file}
        if not rows.isdisjoint(self._files[0].entries.names):
            return None
        translations = self._in_order(made.translations, lone.translations, lambda each: each.place)
        return replace(
            lone,
            pieces=tuple(numbered),
            allowed=self._allowed(made, lone),
            translations=tuple(
                self._moves.translation(each) if stays else each for each, stays in translations
            ),
        )

    def _in_order(
        self, old: Iterable[_Part], new: Iterable[_Part], place: Callable[[_Part], Span]
    ) -> list[tuple[_Part, bool]]:
        """Parts of the entries as they come now, each with whether it stays as it was."""
        found: list[tuple[tuple[int, int], _Part, bool]] = []
        for part in old:
            span = place(part)
            _, file = self._by_file[span.file]
            where = self._kept.get((span.file, file.edited.before.at(span.line)))
            if where is not None:
                found.append((where, part, True))
        for part in new:
            span = place(part)
            rank, file = self._by_file[span.file]
            line = file.read.at(span.line)
            if line not in file.edited.kept:
                found.append(((rank, line), part, False))
        found.sort(key=itemgetter(0))
        return [(part, stays) for _, part, stays in found]

    def _allowed(self, made: ComponentSet, lone: ComponentSet) -> tuple[Allowance, ...]:
        """The warnings that the set and then its pieces accept."""
        own = tuple(each for each in lone.allowed if each.owner == lone.id)
        old, new = ([each for each in every.allowed if each.owner != every.id] for every in (made, lone))
        found = self._in_order(old, new, lambda each: each.places[0])
        return (*own, *(self._moves.allowance(each) if stays else each for each, stays in found))


_new = tuple.__new__
"""Makes a named tuple in a third of the time; a large set has a hundred thousand places."""


class Moves:
    """Gives what was read from some files the places that it has now.

    Whatever begins in a line moves with that line, so it may be several lines long.

    Args:
        lines: By how many lines what began in a line has moved, for each line from 0, by file.
        entries: Whether only entries move: one that stays where it was then has no place that moves.
    """

    def __init__(self, lines: Mapping[str, Sequence[int]], *, entries: bool) -> None:
        self._lines = lines
        self._entries = entries

    def span(self, span: Span) -> Span:
        """A place."""
        file, line, column, end_line, end_column = span
        lines = self._lines.get(file)
        by = lines[line] if lines is not None else 0
        return _new(Span, (file, line + by, column, end_line + by, end_column)) if by else span

    def origin(self, origin: Origin) -> Origin:
        """The places of a value."""
        before, chunks = origin
        span = self.span(before)
        if span is before:
            return origin
        by = span.line - before.line
        moved = [_new(Chunk, (offset, line + by, column, made)) for offset, line, column, made in chunks]
        return _new(Origin, (span, tuple(moved)))

    def text(self, text: Text) -> Text:
        """A text."""
        origin = self.origin(text.origin)
        return text if origin is text.origin else Text(text.source, origin, text.context, text.language)

    def piece(self, piece: Piece, number: int) -> Piece:
        """A piece, with that running number; the same one if neither changes."""
        span = self.span(piece.span)
        if span is piece.span and self._entries:
            return piece if piece.number == number else replace(piece, number=number)
        fields, origins = dict(piece.fields), {}
        for name, origin in piece.origins.items():
            value = fields.get(name)
            if isinstance(value, Text):
                fields[name] = value = self.text(value)
                origins[name] = value.origin
            else:
                origins[name] = self.origin(origin)
        return replace(piece, span=span, fields=fields, origins=origins, number=number)

    def allowance(self, allowance: Allowance) -> Allowance:
        """An accepted warning."""
        span, places = self.span(allowance.span), tuple(map(self.span, allowance.places))
        return replace(allowance, span=span, places=places)

    def translation(self, translation: TableTranslation) -> TableTranslation:
        """A text of a table in another language."""
        return translation._replace(place=self.span(translation.place), words=self.text(translation.words))


class EarlierSet(NamedTuple):
    """A set without a fault, and what its files said.

    Attributes:
        data: Of the file.
        text: The same as text, for excerpts.
        made: The set.
        entries: Of the file; None where one may depend on another, or has a ``where``.
        work: Of every ``where`` of its entries and rows.
        table: That it has its rows from; None without one.
    """

    data: bytes
    text: str
    made: ComponentSet
    entries: FileEntries | None
    work: WhereWork
    table: EarlierTable | None = None

    def after(self, before: WhereWork) -> WhereWork:
        """The work of ``where`` so far, with that of this set."""
        return before.and_then(*self.work)

    def texts(self) -> dict[str, str]:
        """The texts of its files, by their names as shown."""
        found = {self.made.file: self.text}
        if self.table is not None and self.table.entries is not None:
            found[self.table.file] = self.table.entries.text
        return found

    def again(self, maker: SetMaker, files: FolderFiles, data: bytes) -> EarlierSet | None:
        """The set as its files have it now, read again as far as they changed; None where it must be made.

        Args:
            maker: Of the game's sets.
            files: Of the game's folder.
            data: What its file says now.
        """
        if self.table is None:
            return self if data == self.data else self._edited(maker, files, data, b"")
        rows = self.table.content_now(files, self.made.file)
        if rows is None:
            return None
        unchanged = data == self.data and rows == self.table.data
        return self if unchanged else self._edited(maker, files, data, rows)

    def _edited(self, maker: SetMaker, files: FolderFiles, data: bytes, rows: bytes) -> EarlierSet | None:
        """The set, with only changed entries read again; None where that may not be enough."""
        shown = self.made.file
        text, faults = decode(data, shown)
        edited = None if faults or self.entries is None else self.entries.edited(text)
        table = self.table.edited(rows) if self.table is not None and edited is not None else None
        if edited is None or (self.table is not None and table is None):
            return None
        if table is not None:
            files = files.holding(table.before.file.removeprefix(files.shown("")), table.content)
        read, findings = read_yaml(edited.text.encode(), shown), Findings()
        entries = None if read.found or read.document is None else listed(read.document, text)
        if read.document is None or entries is None:
            return None
        apart = maker.apart(findings, files)
        lone = apart.make(read.document)
        again = [edited.again(shown, entries), *([] if table is None else [table.again(apart.table)])]
        sure = [each for each in again if each is not None]
        if findings.noted or len(sure) < len(again) or apart.expressions.where != self.work:
            return None
        made = JoinedSet(sure).joined(self.made, lone)
        if made is None:
            return None
        read_now = table and table.with_entries(sure[1].entries)
        return EarlierSet(data, text, made, sure[0].entries, self.work, read_now)
