"""Results on their way from one process to another, as bytes.

They travel as ``pickle`` between processes of one run, which trust each other; nothing that was read from a file does.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Set
from io import BytesIO
from typing import Any

from pnp.draw import PictureData, Plate


def _key(value: object) -> str | None:
    """What tells a value from others that are sent again and again; None for one that is not."""
    if isinstance(value, Plate):
        return value.name
    return value.key if isinstance(value, PictureData) else None


class Packer:
    """Packs results for another process. Plates and pictures travel once, whatever packet they are first in."""

    def __init__(self) -> None:
        self._sent: set[str] = set()

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

    def persistent_id(self, value: object) -> str | None:
        """The key of what was sent before; None for what is put into the packet."""
        key = _key(value)
        if key is None or key in self._sent:
            return key
        self.fresh.setdefault(key, value)
        return None


class Unpacker:
    """The other end of a ``Packer``."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

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

    def persistent_load(self, key: Any) -> object:
        """What was sent before."""
        return self._known[key]
