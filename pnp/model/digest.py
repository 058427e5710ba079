"""Digests of values of a game, which do not depend on places in files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from pnp.memo import plain_bytes
from pnp.model.size import Size
from pnp.model.term import Term
from pnp.model.text import Text
from pnp.source import Origin, Span


def digest_of(*values: object) -> bytes:
    """A hash over values that differs when they do in more than their places."""
    return hashed([plain(value) for value in values])


def hashed(plain_value: Any) -> bytes:
    """A hash over plain values, as ``plain`` makes them."""
    return hashlib.blake2b(plain_bytes(plain_value), digest_size=16).digest()


def plain(value: Any) -> object:
    """The value in strings, numbers and tuples that differ when it differs in more than its place.

    A tuple begins with its kind, so two kinds of values are never equal. A term is represented by its name.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    converter = _CONVERTERS.get(kind)
    if converter is not None:
        return converter(value)
    if isinstance(value, Mapping):
        return _mapping(value)
    if isinstance(value, tuple | list):
        return ("(", *map(plain, value))
    if hasattr(kind, "__dataclass_fields__"):
        parts = (plain(getattr(value, name)) for name in kind.__dataclass_fields__)
        return ("<", kind.__name__, *parts)
    return ("r", repr(value))


def _mapping(value: Mapping[Any, Any]) -> object:
    return ("{", tuple(map(plain, value)), tuple(map(plain, value.values())))


_PLAIN = frozenset({str, int, bool, float, bytes, type(None)})

_CONVERTERS: Mapping[type[Any], Callable[[Any], object]] = {
    dict: _mapping,
    Text: lambda text: ("T", text.source, text.language),
    Term: lambda term: ("t", term.vocabulary, term.id),
    Size: lambda size: ("S", size.width.emu, size.height.emu, size.radius.emu, size.shape, size.line),
    # Places are left out.
    Span: lambda _: None,
    Origin: lambda _: None,
}
