"""Values that expressions work with: how they are compared, gone through and called in messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from math import isfinite
from typing import Any, Protocol, TypeGuard

from pnp.model import ComponentSet, FieldValue, Piece, Term, Text
from pnp.rules.limits import DEEPEST_VALUE
from pnp.rules.run import Budget, UnplacedFault


class HasMembers(Protocol):
    """A value with parts that expressions reach by a dot."""

    def member(self, name: str) -> Any:
        """The part; raises KeyError if it does not exist."""
        ...

    def members(self) -> list[str]:
        """The names of all parts."""
        ...


def has_members(value: Any) -> TypeGuard[HasMembers]:
    """Whether expressions reach parts of the value by a dot."""
    return hasattr(value, "member") and hasattr(value, "members")


class OrderedSet(Set[Any]):
    """A set that iterates in the order in which members were added: the same in every run."""

    __slots__ = ("_members",)

    def __init__(self, members: Iterable[Hashable] = ()) -> None:
        self._members = dict.fromkeys(members)

    def __contains__(self, member: object) -> bool:
        return member in self._members

    def __iter__(self) -> Iterator[Any]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return "{" + ", ".join(map(repr, self._members)) + "}"

    def __hash__(self) -> int:
        return _mixed(sorted(map(hash, self._members)))


def _mixed(hashes: Iterable[int]) -> int:
    """One hash of several. Python salts those of texts, so numbers that collide cannot be chosen."""
    return hash(",".join(map(str, hashes)))


class _PlainSequence(tuple[Any, ...]):
    """A list as it is compared."""

    __slots__ = ()

    def __hash__(self) -> int:
        return _mixed(map(hash, self))


class _BigInt(int):
    """A whole number that Python would hash by its remainder, which many have in common."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(hex(self))


class _BigFloat(float):
    """As ``_BigInt``, which it may equal."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(hex(int(self)))


_SAFE = sys.hash_info.modulus
"""Whole numbers below it are their own hash."""


def _well_hashed(value: float) -> float:
    """The number, with a hash of its own."""
    if -_SAFE < value < _SAFE:
        return value
    if isinstance(value, int):
        return _BigInt(value)
    return _BigFloat(value) if isfinite(value) else value


def plain(value: Any, budget: Budget, depth: int = 0) -> Any:
    """The value as it is compared: texts by their source, lists and tuples alike, everything hashable.

    Raises:
        UnplacedFault: It is nested too deeply (X130), or the budget is spent.
    """
    if isinstance(value, Text):
        value = value.source
    if isinstance(value, str):
        budget.spend_on_text(len(value))
        return value
    if isinstance(value, int | float):
        return _well_hashed(value)
    if isinstance(value, FieldValue):  # which may be a tuple
        return value
    if isinstance(value, list | tuple | range | Mapping | Set):
        return _plain_group(value, budget, depth)
    return value


def _plain_group(group: Any, budget: Budget, depth: int) -> Any:
    if depth > DEEPEST_VALUE:
        raise UnplacedFault(
            "X130", f"a value is nested deeper than {DEEPEST_VALUE} levels", "make it flatter"
        )
    budget.spend(len(group) + 1)
    deeper = depth + 1
    if isinstance(group, Mapping):
        return _FrozenMapping(
            (plain(key, budget, deeper), plain(item, budget, deeper)) for key, item in group.items()
        )
    kind = OrderedSet if isinstance(group, Set) else _PlainSequence
    return kind(plain(item, budget, deeper) for item in group)


class _FrozenMapping(dict[Any, Any]):
    """A mapping that may be a member of a set; it is not changed after that."""

    def __hash__(self) -> int:  # type: ignore[override]
        return _mixed(sorted(map(hash, self)))


def items_of(value: Any) -> Iterable[Any]:
    """The items that a loop over the value visits, with a known length.

    Raises:
        UnplacedFault: The value cannot be gone through (X120).
    """
    if isinstance(value, ComponentSet):
        return value.pieces
    if isinstance(value, list | tuple | range | Set | Mapping):
        return value
    if has_members(value) and isinstance(value, Iterable):
        return value
    if value is None:
        raise UnplacedFault(
            "X120",
            "there is nothing to go through here: the value is empty",
            "give it a value, or leave it out with 'if'",
        )
    if isinstance(value, str | Text):
        raise UnplacedFault("X120", "a text cannot be gone through", "put it into a list: ['…']")
    raise UnplacedFault("X120", f"{describe(value)} cannot be gone through", "put it into a list: [ … ]")


def describe(value: Any) -> str:
    """The kind of a value in words, for messages: ``a number``, ``the term 'bow'``."""
    if value is None:
        return "nothing"
    for own, described in _DESCRIBED:
        if isinstance(value, own):
            return described(value)
    for kind, words in _KINDS:
        if isinstance(value, kind):
            return words
    return "this value"


_DESCRIBED: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (Term, lambda term: f"the term '{term.id}'"),
    (Piece, lambda piece: f"the piece '{piece.key}'"),
    (ComponentSet, lambda component_set: f"the set '{component_set.id}'"),
    (FieldValue, lambda value: value.described),
)

_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "a flag"),
    ((int, float), "a number"),
    ((str, Text), "a text"),
    (Mapping, "a mapping"),
    (Set, "a set"),
    ((list, tuple, range), "a list"),
    (Iterable, "a group of terms"),
)


def show(value: Any, longest: int = 60) -> str:
    """The value on one short line, as tables and messages show it."""
    text = _show(value, longest, 0)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _show(value: Any, longest: int, depth: int) -> str:
    if isinstance(value, str | Text):
        source = value.source if isinstance(value, Text) else value
        return source or "''"
    for kind, shown in _SHOWN:
        if isinstance(value, kind):
            return shown(value)
    if depth > 3 or not isinstance(value, Iterable):
        return "…" if depth > 3 else str(value)
    if isinstance(value, Mapping):
        pairs = (f"{_show(k, longest, depth + 1)}: {_show(v, longest, depth + 1)}" for k, v in value.items())
        return "{" + _joined(pairs, longest) + "}"
    opened, closed = "{}" if isinstance(value, Set) else "[]"
    return opened + _joined((_show(item, longest, depth + 1) for item in value), longest) + closed


_SHOWN: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (FieldValue, lambda value: value.shown() or value.empty),
    (bool, lambda flag: "yes" if flag else "no"),
    (type(None), lambda _: "nothing"),
    (float, lambda number: f"{number:.4g}"),
    (Piece, lambda piece: piece.key),
    (Term, lambda term: term.id),
    (ComponentSet, lambda component_set: component_set.id),
)


def _joined(parts: Iterable[str], longest: int) -> str:
    """The parts with commas; stops once the line is full."""
    kept: list[str] = []
    width = 0
    for part in parts:
        kept.append(part)
        width += len(part) + 2
        if width > longest:
            break
    return ", ".join(kept)
