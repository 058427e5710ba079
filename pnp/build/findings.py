"""The findings of later stages that do not follow from faults of the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pnp.diagnostics import Diagnostic, Severity
from pnp.model import Game
from pnp.translation.pair import in_made_up

_OF_DATA = frozenset("MXY")
"""Kinds of faults for which pieces and sets are left out."""
_OF_NAMES = frozenset({"L330", "R150", "R153"})
"""About a missing piece or set, whose name is in quotes in the message."""
_OF_SIZES = frozenset({"M120", "M121"})
"""About the size of pieces, which are then composed at another size."""
_OF_ROOM = frozenset({"S201", "S202", "S203", "S204", "T100", "T110"})
"""Findings that may follow from the size of a piece alone."""
_UNUSED = "K520"
"""About a translation that belongs to no text of the game."""
_QUOTED = re.compile(r"'([^'/]*)")


def unreported(
    found: Iterable[Diagnostic], checked: Iterable[Diagnostic], game: Game | None = None
) -> Iterator[Diagnostic]:
    """The findings of a later stage that neither repeat nor follow from findings of checks.

    A missing icon that a term names is reported at the term, and not again at layouts that show it. If the
    data are faulty, missing pieces and sets may be those that were left out, so that texts that name or
    translate them may be right. A set of unknown size was composed at another size.

    Args:
        found: The findings of composing, rule sheets, or translations.
        checked: The findings of checks.
        game: With its valid sets, which distinguishes names of left-out pieces; None if unknown.
    """
    reported: set[tuple[object, ...]] = set()
    icons = set()
    checked = list(checked)
    made_up = in_made_up(checked)
    for item in checked:
        reported |= _marks(item)
        if item.code == "A100" and item.piece is None:
            icons.add(item.message)
    doubts = _Doubts(checked, game)
    return (
        item
        for item in found
        if reported.isdisjoint(_marks(item))
        and not doubts.about(item)
        and not made_up(item)
        and not (item.code == "A100" and item.piece is not None and item.message in icons)
    )


def _marks(item: Diagnostic) -> set[tuple[object, ...]]:
    """Keys of a finding; findings with the same meaning share one."""
    marks: set[tuple[object, ...]] = {(item.span, item.message)}
    if item.span is not None:
        marks.add((item.code, item.span))
    if item.piece:
        marks.add((item.code, item.piece, item.message))
    return marks


class _Doubts:
    """Sets that may be incomplete because their data are faulty.

    Args:
        checked: The findings of checks.
        game: With its valid sets; None if unknown.
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
        """The sets that these faults may affect: those in whose files they are, or else all."""
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
    """Layouts, rule sheets and translations; their faults leave no piece out."""
    if game is None:
        return frozenset()
    sources = (game.layouts.values(), game.rulebooks, game.translations)
    return frozenset(source.file for each in sources for source in each)
