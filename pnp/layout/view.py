"""The piece and its set as the layout sees them, noting what of the piece the layout looks at.

A layout is a function of what it reads: two pieces that agree on every value that a layout took from one of them give
the same skeleton and holes. So the back of a deck is rendered once, whatever its cards say.
"""

from __future__ import annotations

from typing import Any

from pnp.model import ComponentSet, Piece


class PieceView:
    """A piece whose reads are noted.

    Attributes:
        piece: The piece itself.
        reads: Value by name of every member that was read.
        whole: Whether something looked at the piece as a whole, or filled a text with its values, so that it stands for
            itself alone.
    """

    __slots__ = ("piece", "reads", "whole")

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.reads: dict[str, Any] = {}
        self.whole = False

    def member(self, name: str) -> Any:
        """The value under ``name``; raises KeyError when there is none."""
        self.reads[name] = _ABSENT
        value = self.reads[name] = self.piece.member(name)
        return value

    def members(self) -> list[str]:
        """The names that ``member`` knows."""
        self.whole = True
        return self.piece.members()

    def __eq__(self, other: object) -> bool:
        self.whole = True
        return bool(self.piece == plain_piece(other))

    def __hash__(self) -> int:
        self.whole = True
        return hash(self.piece)

    def agrees(self, piece: Piece) -> bool:
        """Whether ``piece`` has the same value for everything that was read."""
        if self.whole:
            return piece is self.piece
        for name, value in self.reads.items():
            found = _member(piece, name)
            if found is not value and (type(found) is not type(value) or found != value):
                return False
        return True


_ABSENT = object()


def _member(piece: Piece, name: str) -> Any:
    try:
        return piece.member(name)
    except KeyError:
        return _ABSENT


def plain_piece(value: Any) -> Any:
    """The piece behind a view, which then counts as read whole; any other value as it is."""
    if isinstance(value, PieceView):
        value.whole = True
        return value.piece
    return value


class SetView:
    """A set as layouts see it; what it has to count is counted once and not for every piece."""

    __slots__ = ("_known", "component_set")

    def __init__(self, component_set: ComponentSet) -> None:
        self.component_set = component_set
        self._known: dict[str, Any] = {}

    def member(self, name: str) -> Any:
        """The value under ``name``; raises KeyError when there is none."""
        if name not in self._known:
            self._known[name] = self.component_set.member(name)
        return self._known[name]

    def members(self) -> list[str]:
        """The names that ``member`` knows."""
        return self.component_set.members()
