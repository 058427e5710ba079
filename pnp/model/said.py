"""What values of a game say, told apart by hashes: places in files are left out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from pnp.model.late import LateFields
from pnp.model.term import Term
from pnp.model.text import Text
from pnp.remember import plain_bytes
from pnp.source import Origin, Span

_TEXT_BYTES = 16
_NO_VALUES: Mapping[str, Any] = {}


def digest_of(*values: object) -> bytes:
    """A hash over values that differs when they do in more than their places."""
    return hashed([plain(value) for value in values])


def hashed(said: Any) -> bytes:
    """A hash over plain values, as ``plain`` makes them."""
    return hashlib.blake2b(plain_bytes(said), digest_size=16).digest()


class NotedFields(dict[str, Any]):
    """The fields of a piece; what they say is noted with them once it was worked out, so nobody changes them.

    Attributes:
        digest: What they say (``fields_digest``); None while nobody has asked for it.
        texts: What each text of them says (``text_digest``); None while nobody has noted it, and where one has an expression.
    """

    __slots__ = ("digest", "texts")

    def __init__(
        self,
        values: Mapping[str, Any] = _NO_VALUES,
        digest: bytes | None = None,
        texts: tuple[bytes, ...] | None = None,
    ) -> None:
        super().__init__(values)
        self.digest = digest
        self.texts = texts

    def __reduce__(self) -> tuple[type[NotedFields], tuple[object, ...]]:
        """What was noted travels along."""
        return NotedFields, (dict(self), self.digest, self.texts)


def fields_digest(fields: Mapping[str, Any]) -> bytes:
    """A hash over the fields of a piece, which those that are read late know."""
    if not isinstance(fields, NotedFields | LateFields):
        return hashed(_mapping(fields))
    if fields.digest is None:
        fields.digest = hashed(_mapping(fields))
    return fields.digest


def texts_said(fields: Mapping[str, Any]) -> tuple[bytes, ...] | None:
    """What each text of a piece says; None where that is not noted, or one has an expression."""
    return fields.texts if isinstance(fields, NotedFields | LateFields) else None


def text_digest(source: str, language: str) -> bytes:
    """A hash over a text in a language."""
    said = f"{language}\0{source}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(said, digest_size=_TEXT_BYTES).digest()


def plain(value: Any) -> object:
    """The value in strings, numbers and tuples that differ when it differs in more than its place.

    A tuple begins with what it stands for, so two kinds of values are never the same. A term stands for itself by its
    name.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    said = _SAID.get(kind)
    if said is not None:
        return said(value)
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

_SAID: Mapping[type[Any], Callable[[Any], object]] = {
    dict: _mapping,
    Text: lambda text: ("T", text.source, text.language),
    Term: lambda term: ("t", term.vocabulary, term.id),
    # Places are left out.
    Span: lambda _: None,
    Origin: lambda _: None,
}
