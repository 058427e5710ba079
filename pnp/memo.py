"""Memo tables: the one way in which results are kept in memory, so that nothing is computed twice.

A table calls its function for a key that it does not have and keeps the result. Nothing but the time depends
on it.

- Keys: ``Memo`` compares keys by value, like a dict. ``IdentityMemo`` finds objects by identity, where
  comparing one takes as long as computing its result; it holds the objects, as an id means nothing once its
  object no longer exists.
- Bounds: the maker of a table says how many results it holds. A full table is emptied and fills again. A
  ``SizedMemo`` holds as many bytes, and drops those used longest ago.
- Owners: a table belongs to an object that lives as long as what the function reads besides its key (fonts,
icons, a game).
- Never in a key: anything that can change, or that does not decide the result. If the function reads a value
  that is neither in the key nor fixed for the owner, such as the language, the table is wrong.

A table has to earn its place: at least 2 % of the instructions of a build that people make.
"""

from __future__ import annotations

import marshal
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class MemoTable(dict[K, V]):
    """Results that its user stores, because computing one takes more than its key.

    The key still decides the result.

    Args:
        most: Results that are held.
    """

    __slots__ = ("_most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, result: V) -> None:
        """Keep a result; a full table is emptied first."""
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, result)


class Memo(MemoTable[K, V]):
    """Results by the value of their keys, looked up like in a dict.

    Args:
        make: Computes a result from nothing but its key.
        most: Results that are held.
    """

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        super().__init__(most)
        self._make = make

    def __missing__(self, key: K) -> V:
        """Compute the result and keep it."""
        result = self._make(key)
        if len(self) >= self._most:
            self.clear()
        dict.__setitem__(self, key, result)
        return result


class IdentityMemo(Generic[K, V]):
    """Results by the identity of objects, which must not change.

    Args:
        make: Computes a result from nothing but its object.
        most: Results that are held.
    """

    __slots__ = ("_make", "_most", "_objects", "_results")

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        self._make = make
        self._most = most
        self._objects: list[K] = []
        self._results: dict[int, V] = {}

    def of(self, thing: K) -> V:
        """The result for one object."""
        try:
            return self._results[id(thing)]
        except KeyError:
            return self._new(thing)

    def each(self, things: Sequence[K]) -> list[V]:
        """The results for several objects, in order."""
        results = self._results
        try:
            return list(map(results.__getitem__, map(id, things)))
        except KeyError:
            return [results[id(thing)] if id(thing) in results else self._new(thing) for thing in things]

    def _new(self, thing: K) -> V:
        result = self._make(thing)
        if len(self._objects) >= self._most:
            self._results.clear()
            self._objects.clear()
        self._objects.append(thing)
        self._results[id(thing)] = result
        return result


class SizedMemo(Generic[K, V]):
    """Results that its user stores, as many as fit; those used longest ago are dropped first.

    Args:
        most: The sum of all sizes. A single result may be larger.
        size: Of a result.
    """

    __slots__ = ("_left", "_results", "_size")

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        self._left = most
        self._size = size
        self._results: OrderedDict[K, V] = OrderedDict()

    def __iter__(self) -> Iterator[K]:
        return iter(self._results)

    def get(self, key: K) -> V | None:
        """The result, which counts as used; None if it is not held."""
        if key in self._results:
            self._results.move_to_end(key)
        return self._results.get(key)

    def __setitem__(self, key: K, result: V) -> None:
        """Hold a new result."""
        self._results[key] = result
        self._left -= self._size(result)
        while self._left < 0 and len(self._results) > 1:
            self._left += self._size(self._results.popitem(last=False)[1])

    def drop(self, key: K) -> None:
        """Hold a result no longer."""
        if key in self._results:
            self._left += self._size(self._results.pop(key))


def plain_bytes(value: Any) -> bytes:
    """Bytes that distinguish plain values, for keys and digests; more than twice as quick as JSON.

    The second format of ``marshal`` depends on the value alone. Later ones also depend on who else refers to
    it.
    """
    return marshal.dumps(value, 2)
