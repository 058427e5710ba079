"""Results on their way from one process to another, as bytes.

They travel as ``pickle`` between processes of one run, which trust each other; nothing that was read from a file does.
"""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Callable, Mapping, Set
from dataclasses import fields
from io import BytesIO
from operator import attrgetter
from typing import Any

from pnp.build.maker import ComposedPiece
from pnp.draw import Needs, Outline, PictureData, Plate, PressedFace
from pnp.geometry import Box
from pnp.impose import PieceFaces


def _key(value: object) -> str | None:
    """What tells a value from others that are sent again and again; None for one that is not."""
    if isinstance(value, Plate):
        return value.name
    return value.key if isinstance(value, PictureData) else None


class Packer:
    """Packs results for another process. Plates and pictures travel once, whatever packet they are first in.

    Args:
        known: Names of plates and keys of pictures that the other process has.
    """

    def __init__(self, known: Set[str] = frozenset()) -> None:
        self._sent = set(known)

    def packed(self, results: object) -> bytes:
        """The results as bytes for an ``Unpacker`` that has been given all that were packed before."""
        out = BytesIO()
        pickler = _Pickler(out, self._sent)
        pickler.dump(results)
        pickler.dump(list(pickler.fresh.values()))  # they are in the packet already: references to them
        self._sent |= pickler.fresh.keys()
        return out.getvalue()


class _Pickler(pickle.Pickler):
    def __init__(self, out: BytesIO, sent: Set[str]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self.fresh: dict[str, object] = {}
        self._sent = sent
        # Asked only about values of these classes; ``persistent_id`` would be asked about each text and number.
        self.dispatch_table = {
            **copyreg.dispatch_table,
            **_BY_ARGUMENTS,
            Plate: self._once,
            PictureData: self._once,
        }

    def _once(self, value: Any) -> tuple[Any, ...]:
        """A reference to what was sent before; what was not is put into the packet."""
        key = str(_key(value))
        if key in self._sent:
            return _sent_before, (key,)
        self.fresh.setdefault(key, value)
        whole: tuple[Any, ...] = _SHARED[type(value)](value)
        return whole


def _arguments(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Takes a dataclass apart into the arguments that it is made of again."""
    values = attrgetter(*(each.name for each in fields(kind)))
    return lambda value: (kind, values(value))


_BY_ARGUMENTS: dict[type[Any], Callable[[Any], Any]] = {
    kind: _arguments(kind) for kind in (ComposedPiece, PieceFaces, PressedFace, Outline, Box, Needs)
}
"""What there are many of: the general way asks each for its state and puts it back field by field."""
_SHARED = {kind: _arguments(kind) for kind in (Plate, PictureData)}


def _sent_before(key: str) -> object:
    """Stands in packets for the ``Unpacker``, which knows what was sent before."""
    raise AssertionError(key)


class Unpacker:
    """The other end of a ``Packer``.

    Args:
        known: What the packer has been told to be known.
    """

    def __init__(self, known: Mapping[str, object] | None = None) -> None:
        self._known: dict[str, Any] = dict(known or {})

    def unpacked(self, packet: bytes) -> Any:
        """The results in a packet."""
        unpickler = _Unpickler(BytesIO(packet), self._known)
        results = unpickler.load()
        self._known.update((str(_key(value)), value) for value in unpickler.load())
        return results


class _Unpickler(pickle.Unpickler):
    def __init__(self, packet: BytesIO, known: Mapping[str, object]) -> None:
        super().__init__(packet)
        self._known = known

    def find_class(self, module: str, name: str) -> Any:
        """What a packet names."""
        if name == _sent_before.__name__ and module == __name__:
            return self._known.__getitem__
        return super().find_class(module, name)
