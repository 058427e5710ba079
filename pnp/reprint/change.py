"""Differences between two records of prints: the pieces to print again, and those to remove."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.reprint.record import Look, Record, RecordedPiece

ChangeKind: TypeAlias = Literal["new", "removed", "changed", "copies"]
Reason: TypeAlias = Literal["removed", "changed", "fewer"]


@dataclass(frozen=True, slots=True)
class PieceChange:
    """One piece that is not as it was.

    Attributes:
        kind: ``changed`` when it looks different, ``copies`` when only their number differs.
        key: ``set/piece``.
        label: Its name, the new one where it has one.
        before: None for a new piece.
        after: None for one that was removed.
    """

    kind: ChangeKind
    key: str
    label: str
    before: RecordedPiece | None
    after: RecordedPiece | None

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of a changed piece that look different: ``front``, ``back`` or both."""
        if self.before is None or self.after is None:
            return ()
        old, new = self.before.look, self.after.look
        return tuple(
            side
            for side, one, other in (("front", old.front, new.front), ("back", old.back, new.back))
            if one != other
        )


def changes(before: Record, after: Record) -> tuple[PieceChange, ...]:
    """The pieces that differ, in the order of ``after``; removed ones at the end."""
    return (*_kept(before, after), *_gone(before, after))


def _kept(before: Record, after: Record) -> Iterator[PieceChange]:
    for key, piece in after.pieces.items():
        known = before.pieces.get(key)
        if known is None:
            yield PieceChange("new", key, piece.label, None, piece)
        elif known.look != piece.look:
            yield PieceChange("changed", key, piece.label, known, piece)
        elif known.copies != piece.copies:
            yield PieceChange("copies", key, piece.label, known, piece)


def _gone(before: Record, after: Record) -> Iterator[PieceChange]:
    for key, piece in before.pieces.items():
        if key not in after.pieces:
            yield PieceChange("removed", key, piece.label, piece, None)


@dataclass(frozen=True, slots=True)
class RulesChange:
    """A rule sheet that is not as it was.

    Attributes:
        kind: What became of it.
        name: Of its source.
        pages: Those of a changed one that look different, from 1, without removed pages.
    """

    kind: Literal["new", "removed", "changed"]
    name: str
    pages: tuple[int, ...] = ()

    @property
    def prints(self) -> bool:
        """Whether a page of it is to be printed."""
        return self.kind == "new" or bool(self.pages)


def rules_changes(before: Record, after: Record) -> tuple[RulesChange, ...]:
    """The rule sheets that differ, by name; none where one of the records knows nothing of them."""
    if before.rules is None or after.rules is None:
        return ()
    found: list[RulesChange] = []
    for name in sorted({*before.rules, *after.rules}):
        old, new = before.rules.get(name), after.rules.get(name)
        if old is None:
            found.append(RulesChange("new", name))
        elif new is None:
            found.append(RulesChange("removed", name))
        elif old.pages != new.pages:
            pages = (
                number
                for number, page in enumerate(new.pages, 1)
                if number > len(old.pages) or old.pages[number - 1] != page
            )
            found.append(RulesChange("changed", name, tuple(pages)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Pull:
    """Old pieces to take out of the box.

    Attributes:
        piece: As it was printed.
        copies: How many of it.
        reason: ``fewer`` when the piece stays and there are too many.
    """

    piece: RecordedPiece
    copies: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Reprint:
    """Everything that makes the box match the game again.

    Attributes:
        print: Copies to print by the key of the piece, in the order of the game.
        pull: Pieces to remove, in the order of the game; those that the game no longer has at the end.
    """

    print: dict[str, int]
    pull: tuple[Pull, ...]

    @property
    def copies(self) -> int:
        """Pieces to print."""
        return sum(self.print.values())

    @property
    def pulled(self) -> int:
        """Pieces to take out."""
        return sum(pull.copies for pull in self.pull)


def reprint(before: Record, after: Record) -> Reprint:
    """The fewest pieces to print and to take out.

    What counts is what lies in the box: a piece that was renamed in the data, moved to another set, or
    exchanged with another one is printed only when nothing in the box looks like it.
    """
    wanted: dict[str, int] = {}
    surplus: list[Pull] = []
    for change in changes(before, after):
        old, new = change.before, change.after
        if change.kind == "copies" and old is not None and new is not None:
            if new.copies > old.copies:
                wanted[change.key] = new.copies - old.copies
            else:
                surplus.append(Pull(old, old.copies - new.copies, "fewer"))
            continue
        if new is not None:
            wanted[change.key] = new.copies
        if old is not None:
            surplus.append(Pull(old, old.copies, "removed" if new is None else "changed"))
    return _balanced(wanted, surplus, after)


def _balanced(wanted: dict[str, int], surplus: list[Pull], after: Record) -> Reprint:
    """The same, with old pieces used as new ones that look like them."""
    spare: defaultdict[Look, int] = defaultdict(int)
    for pull in surplus:
        spare[pull.piece.look] += pull.copies
    taken: defaultdict[Look, int] = defaultdict(int)
    printed: dict[str, int] = {}
    for key, copies in wanted.items():
        look = after.pieces[key].look
        reused = min(copies, spare[look])
        spare[look] -= reused
        taken[look] += reused
        if copies > reused:
            printed[key] = copies - reused
    pulled = []
    for pull in surplus:
        kept = min(pull.copies, taken[pull.piece.look])
        taken[pull.piece.look] -= kept
        if pull.copies > kept:
            pulled.append(replace(pull, copies=pull.copies - kept))
    return Reprint(printed, tuple(pulled))
