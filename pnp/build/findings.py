"""Which findings of later stages are worth telling beside those of the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pnp.diagnostics import Diagnostic, Severity
from pnp.model import Game
from pnp.translation.pair import in_made_up

_OF_DATA = frozenset("MXY")
"""Kinds of faults for which pieces and sets are left out."""
_OF_NAMES = frozenset({"L330", "R150", "R153"})
"""About a piece or a set that the game does not have, which the message has in quotes."""
_OF_SIZES = frozenset({"M120", "M121"})
"""About the size of pieces: they are composed at another one."""
_OF_ROOM = frozenset({"S201", "S202", "S203", "S204", "T100", "T110"})
"""What a piece may have for its size alone."""
_UNUSED = "K520"
"""A translation of no text of the game."""
_QUOTED = re.compile(r"'([^'/]*)")


def unreported(
    found: Iterable[Diagnostic], checked: Iterable[Diagnostic], game: Game | None = None
) -> Iterator[Diagnostic]:
    """The findings of a later stage without those that follow from what checks of the data have told, or are that again.

    An icon that a term names and nobody has was told at the term: layouts that show it have nothing to mend.
    Where data are faulty, pieces and sets that are not there may be those that were left out for it: whoever
    names or translates them may have nothing to mend either. A set whose size is not known was composed at
    another one.

    Args:
        found: By composing pieces, setting rule sheets, or looking at translations.
        checked: What has been told.
        game: Tells which sets are sound, for all to be told of what names their pieces.
    """
    told: set[tuple[object, ...]] = set()
    icons = set()
    checked = list(checked)
    made_up = in_made_up(checked)
    for item in checked:
        told |= _tellings(item)
        if item.code == "A100" and item.piece is None:
            icons.add(item.message)
    doubts = _Doubts(checked, game)
    return (
        item
        for item in found
        if told.isdisjoint(_tellings(item))
        and not doubts.about(item)
        and not made_up(item)
        and not (item.code == "A100" and item.piece is not None and item.message in icons)
    )


def _tellings(item: Diagnostic) -> set[tuple[object, ...]]:
    """What is the same when two findings tell the same."""
    tellings: set[tuple[object, ...]] = {(item.span, item.message)}
    if item.span is not None:
        tellings.add((item.code, item.span))
    if item.piece:
        tellings.add((item.code, item.piece, item.message))
    return tellings


class _Doubts:
    """What of a game may not be as it is meant, as its data are faulty.

    Args:
        checked: What has been told of the data.
        game: With all that is sound; None where nobody knows.
    """

    def __init__(self, checked: Sequence[Diagnostic], game: Game | None) -> None:
        self._sets = {} if game is None else {each.file: each.id for each in game.sets}
        others = _files_without_pieces(game)
        faults = [
            item
            for item in checked
            if item.severity is Severity.ERROR and item.code[0] in _OF_DATA and _file(item) not in others
        ]
        self._faulty = self._sets_of(faults)
        self._sized = self._sets_of([item for item in faults if item.code in _OF_SIZES])

    def _sets_of(self, faults: Iterable[Diagnostic]) -> frozenset[str]:
        """The sets that may suffer from these faults: that in whose file each is, or else all."""
        files = {_file(item) for item in faults}
        if files <= self._sets.keys():
            return frozenset(self._sets[file] for file in files)
        return frozenset({_ANY, *self._sets.values()})

    def about(self, item: Diagnostic) -> bool:
        """Whether a finding may follow from the faults."""
        if item.code in _OF_NAMES:
            return self._may_lack(item.message)
        if item.piece is not None and item.code in _OF_ROOM:
            return item.piece.partition("/")[0] in self._sized
        return item.code == _UNUSED and bool(self._faulty)

    def _may_lack(self, message: str) -> bool:
        quoted = _QUOTED.search(message)
        named = quoted[1] if quoted else _ANY
        return named in self._faulty or (bool(self._faulty) and named not in self._sets.values())


_ANY = ""
"""The id of no set."""


def _file(item: Diagnostic) -> str:
    return "" if item.span is None else item.span.file


def _files_without_pieces(game: Game | None) -> frozenset[str]:
    """Layouts, rule sheets and translations: no piece is left out for what is wrong there."""
    if game is None:
        return frozenset()
    sources = (game.layouts.values(), game.rulebooks, game.translations)
    return frozenset(source.file for each in sources for source in each)
