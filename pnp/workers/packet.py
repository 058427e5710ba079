"""Results on their way from one process to another, as bytes.

They travel as ``pickle`` between processes of one run, which trust each other; nothing that was read from a
file does.
"""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Callable, Mapping, Set
from dataclasses import fields
from io import BytesIO
from operator import attrgetter
from typing import Any, NamedTuple


class Packing(NamedTuple):
    """How values are pickled where the general way is too slow.

    Attributes:
        once: Classes whose values travel once, whatever packet they are first in, each with a function that
            gives the key of a value. They are dataclasses.
        apart: Dataclasses and named tuples that there are many of: their values are taken apart into what
            they are made of again. The general way asks each for its state and puts it back field by field.
    """

    once: Mapping[type[Any], Callable[[Any], str]] = {}
    apart: tuple[type[Any], ...] = ()


PLAIN = Packing()
"""Everything is pickled in the general way."""


class Packer:
    """Packs results for another process.

    Args:
        packing: How they travel.
        known: Keys of values that the other process has.
    """

    def __init__(self, packing: Packing = PLAIN, known: Set[str] = frozenset()) -> None:
        self._sent = set(known)
        self._once = {kind: (key, _arguments(kind)) for kind, key in packing.once.items()}
        # Asked only about values of these classes; ``persistent_id`` would be asked about each text and
        # number.
        self._table = {
            **copyreg.dispatch_table,
            **{kind: _arguments(kind) for kind in packing.apart},
            **dict.fromkeys(packing.once, self._reference),
        }
        self._fresh: dict[str, object] = {}

    def packed(self, results: object) -> bytes:
        """The results as bytes for an ``Unpacker`` that has been given all that were packed before."""
        out = BytesIO()
        pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = self._table
        pickler.dump(results)
        pickler.dump(self._fresh)  # they are in the packet already: references to them
        self._sent |= self._fresh.keys()
        self._fresh.clear()
        return out.getvalue()

    def _reference(self, value: Any) -> tuple[Any, ...]:
        """A reference to what was sent before; what was not is put into the packet."""
        key, arguments = self._once[type(value)]
        name = key(value)
        if name in self._sent:
            return _sent_before, (name,)
        self._fresh.setdefault(name, value)
        return arguments(value)


def _arguments(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Takes a value apart into the arguments that it is made of again."""
    if issubclass(kind, tuple):
        return lambda value: (kind, tuple(value))
    values = attrgetter(*(each.name for each in fields(kind)))
    return lambda value: (kind, values(value))


def _sent_before(key: str) -> object:
    """In packets, a name for the ``Unpacker``, which knows what was sent before."""
    raise AssertionError(key)


class Unpacker:
    """The other end of a ``Packer``.

    Args:
        known: Values that the packer knows to be there, by their keys.
    """

    def __init__(self, known: Mapping[str, object] | None = None) -> None:
        self._known: dict[str, Any] = dict(known or {})

    def unpacked(self, packet: bytes) -> Any:
        """The results in a packet."""
        unpickler = _Unpickler(BytesIO(packet), self._known)
        results = unpickler.load()
        self._known.update(unpickler.load())
        return results


class _Unpickler(pickle.Unpickler):
    def __init__(self, packet: BytesIO, known: Mapping[str, object]) -> None:
        super().__init__(packet)
        self._known = known

    def find_class(self, module: str, name: str) -> Any:
        """A class or function that a packet names."""
        if name == _sent_before.__name__ and module == __name__:
            return self._known.__getitem__
        return super().find_class(module, name)
