"""Values of fields that have a type of their own, and what the rest of pnp asks of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, Self


class FieldValue:
    """The base of types that one kind of field holds and no other, such as ``Sides``.

    Expressions, texts, layouts, tables, messages and the preview ask the value itself, so they need not know
    its type.

    Values that one can calculate with, or put in order, define Python's operators for that: ``__add__``,
    ``__lt__``, ``__neg__``, ``__float__`` … Expressions, claims, sums, sorts and the filters of layouts use
    these, and report values for which they return ``NotImplemented`` or raise ``TypeError``. A value that
    would be too large raises ``OverflowError``: expressions may calculate again and again.

    Attributes:
        described: The type in messages: ``takes a number, found sides``.
        empty: In messages, a value for which ``shown`` has nothing.
    """

    __slots__ = ()
    described: ClassVar[str]
    empty: ClassVar[str] = "nothing"

    def words(self, language: str) -> str | None:
        """The value as texts and layouts print it; None where authors can only print parts of it."""
        raise NotImplementedError

    def written(self) -> str:
        """The value as a cell of a table has it, so that it comes back the same."""
        raise NotImplementedError

    def shown(self) -> str:
        """The value as people read it in lists; may be empty."""
        raise NotImplementedError

    def parts(self) -> Mapping[str, Any]:
        """The parts that expressions and layouts reach by a dot; empty without any."""
        return {}

    def changed(self, *, large: bool) -> Iterator[Self]:  # noqa: ARG002
        """Values that ``pnp check --mutate`` tries instead: the next one, or the most different ones."""
        return iter(())

    @classmethod
    def may_equal(cls, constant: str | float) -> bool:  # noqa: ARG003
        """Whether a value of this type may equal what an expression compares it with; else it is reported."""
        return False

    @classmethod
    def may_hold(cls, constant: str | float) -> bool:  # noqa: ARG003
        """Whether a value of this type may have this member (``'n' in sides``); else it is reported."""
        return False


class _Edges(NamedTuple):
    n: bool = False
    e: bool = False
    s: bool = False
    w: bool = False
    ne: bool = False
    se: bool = False
    sw: bool = False
    nw: bool = False


class Sides(_Edges, FieldValue):
    """Edges of a tile, those of two letters on hexagons. ``'n' in sides`` asks for one."""

    __slots__ = ()
    described = "sides"
    empty = "no side"

    def __contains__(self, side: object) -> bool:
        """Whether it holds for the edge of that name."""
        return side in SIDES and bool(getattr(self, str(side)))

    def _undefined(self, _: object) -> Any:
        """Sides are not added, repeated or put in order, as other tuples are."""
        raise TypeError

    __add__ = __radd__ = __mul__ = __rmul__ = __lt__ = __le__ = __gt__ = __ge__ = _undefined

    def names(self) -> list[str]:
        """The edges that it holds for, clockwise from the top."""
        return [side for side in _CLOCKWISE if getattr(self, side)]

    def words(self, language: str) -> str | None:  # noqa: ARG002
        """None: layouts draw something for each side."""
        return None

    def written(self) -> str:
        """Their names: ``n e``."""
        return " ".join(self.names())

    def shown(self) -> str:
        """Their letters: ``ne`` for the upper and the right edge of a square, ``n se`` on a hexagon."""
        names = self.names()
        return (" " if any(len(name) > 1 for name in names) else "").join(names)

    def parts(self) -> Mapping[str, bool]:
        """Whether it holds for each edge, by name."""
        return self._asdict()

    def changed(self, *, large: bool) -> Iterator[Self]:
        """With the upper edge turned over, and all edges or none."""
        yield self._replace(n=not self.n)
        if large:
            yield from (type(self)(), type(self)(*(True for _ in self)))

    @classmethod
    def may_hold(cls, constant: str | float) -> bool:
        """Whether it is the name of an edge."""
        return constant in SIDES


SIDES = Sides._fields
_CLOCKWISE = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
