"""A set put together of entries that stay as they were, and of those that were read again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TypeVar

from pnp.diagnostics.allowance import Allowance
from pnp.load.edited_set import FileAgain
from pnp.load.expression import PlacedWork
from pnp.load.limits import MAX_PIECES
from pnp.load.moved import Moves
from pnp.model import ComponentSet
from pnp.source import Span

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

    def work(self, made: Iterable[PlacedWork], lone: Iterable[PlacedWork]) -> list[PlacedWork]:
        """The work of ``where`` of all entries."""
        found = self._in_order(made, lone, lambda each: each.place)
        return [each._replace(place=self._moves.span(each.place)) if stays else each for each, stays in found]

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
