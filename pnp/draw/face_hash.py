"""Hashes of faces: what tells whether two look the same on paper."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from itertools import chain, repeat
from typing import Any

from pnp.draw.face import Face
from pnp.draw.glyphs import Glyphs
from pnp.draw.item import GlyphRun, Group, Item, PictureData
from pnp.draw.pressed import AnyFace, PressedFace
from pnp.remember import ByIdentity


def face_hash(face: Face) -> str:
    """What the piece is on paper, as 64 hexadecimal digits; whoever hashes many keeps a ``FaceHashes``."""
    return FaceHashes().of(face)


class FaceHashes:
    """Hashes of faces; what many faces share (icons, long paths) is hashed once and remembered."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[Face, str]] = {}
        self._groups: dict[str, bytes] = {}
        self._paths: ByIdentity[tuple[Any, ...], bytes] = ByIdentity(_long_path, _ITEMS_AT_HAND)
        self._parts = ByIdentity(_part, _PARTS_AT_HAND)
        self._looks: dict[tuple[object, ...], bytes] = {}
        self._items: ByIdentity[Item, bytes] = ByIdentity(self._fed, _ITEMS_AT_HAND)

    def of(self, face: AnyFace) -> str:
        """What the face is on paper, as 64 hexadecimal digits.

        Equal faces have equal hashes on every machine. Only what shows counts: not the label, the language, or the
        words behind the letters. Picture data counts by its key, numbers by six decimals (a nanometre), so that the
        last bit of a sum changes nothing.
        """
        if isinstance(face, PressedFace):
            return face.digest
        known = self._faces.get(id(face))
        if known is None:
            known = self._faces[id(face)] = (face, self.of_passing(face))
        return known[1]

    def of_passing(self, face: Face) -> str:
        """As ``of``, for a face that will not be asked about again and need not be kept."""
        return self._face((face.outline, face.bleed, face.items)).hex()

    def remember(self, face: Face, digest: str) -> None:
        """Take over a hash that ``of`` has given for the face before."""
        self._faces[id(face)] = (face, digest)

    def _face(self, seen: tuple[Any, float, tuple[Item, ...]]) -> bytes:
        """The digest of a face. Items that are no glyphs mostly stand on many faces, and are fed once."""
        outline, bleed, items = seen
        parts: list[bytes] = [b"("]
        self._feed(parts.append, outline)
        self._feed(parts.append, bleed)
        parts.append(b"(")
        parts += [self._run(item) if type(item) is GlyphRun else self._items.of(item) for item in items]
        parts.append(b"))")
        return hashlib.sha256(b"".join(parts)).digest()

    def _digest(self, value: Any) -> bytes:
        parts: list[bytes] = []
        self._feed(parts.append, value)
        return hashlib.sha256(b"".join(parts)).digest()

    def _feed(self, add: Callable[[bytes], None], value: Any) -> None:
        kind = type(value)
        if kind is float or kind is int:
            add(_numbers((value,)))
        elif kind is str:
            add(_word(value))
        elif isinstance(value, tuple):
            if value and type(value[0]) is tuple:
                add(self._paths.of(value) if len(value) > _LONG else _path(value))
            else:
                self._feed_tuple(add, value)
        elif kind is GlyphRun:
            add(self._run(value))
        elif hasattr(kind, "__dataclass_fields__"):
            self._feed_record(add, value)
        else:
            add(repr(value).encode() + b";")

    def _feed_tuple(self, add: Callable[[bytes], None], value: tuple[Any, ...]) -> None:
        kinds = set(map(type, value))
        if kinds <= _NUMBERS:
            add(b"(%b)" % _numbers(value))
        else:
            add(b"(")
            for part in value:
                self._feed(add, part)
            add(b")")

    def _feed_record(self, add: Callable[[bytes], None], value: Any) -> None:
        add(type(value).__name__.encode() + b"{")
        shared = isinstance(value, Group) and value.shared is not None
        for name in _field_names(value):
            if shared and name == "items":
                add(self._group(value))
            else:
                self._feed(add, getattr(value, name))
        add(b"}")

    def _run(self, run: GlyphRun) -> bytes:
        """What a run feeds; how its glyphs are divided into parts does not show."""
        look = self._looks.get((run.font, run.colour, run.halo))
        if look is None:
            look = _word(run.font) + self._fed(run.colour) + self._fed(run.halo)
            self._looks[run.font, run.colour, run.halo] = look
        place = _numbers((run.size, run.x, run.y))
        return b"GlyphRun{%b%b%b}" % (look, place, b"".join(self._parts.each(run.parts)))

    def _fed(self, value: Any) -> bytes:
        parts: list[bytes] = []
        self._feed(parts.append, value)
        return b"".join(parts)

    def _group(self, group: Group) -> bytes:
        assert group.shared is not None
        known = self._groups.get(group.shared)
        if known is None:
            known = self._groups[group.shared] = self._digest(group.items)
        return known


_ITEMS_AT_HAND = 4096
"""Items, and long paths, that are known again."""

_PARTS_AT_HAND = 8192
"""Words and spaces that are known again."""

_LONG = 12
"""Segments from which on a path is worth remembering."""

_NUMBERS = frozenset({float, int})


def _numbers(values: tuple[float, ...]) -> bytes:
    """The numbers with six decimals in one go; a zero has no sign."""
    return ((b"%.6f;" * len(values)) % values).replace(b"-0.000000;", b"0.000000;")


def _path(path: tuple[Any, ...]) -> bytes:
    """What a path feeds: the letters of its segments, which tell how many numbers each has, and the numbers of all."""
    letters = "".join([segment[0] for segment in path])
    return b"P%b(%b)" % (_word(letters), _numbers(tuple([n for segment in path for n in segment[1:]])))


def _long_path(path: tuple[Any, ...]) -> bytes:
    return hashlib.sha256(_path(path)).digest()


def _part(part: Glyphs) -> bytes:
    """What a word feeds: the same bytes for the same glyphs, however they are divided into words."""
    raises = part.raises or repeat(0.0, len(part.glyphs))
    return _numbers(tuple(chain.from_iterable(zip(part.glyphs, part.advances, raises, strict=True))))


def _word(text: str) -> bytes:
    encoded = text.encode()
    return b"s%d:%b" % (len(encoded), encoded)


_UNSEEN: Mapping[type[Any], frozenset[str]] = {
    # A picture counts by its key, so its bytes need no reading.
    PictureData: frozenset({"data", "alpha", "bits", "palette"}),
    Group: frozenset({"shared", "alt"}),
}
"""Fields that do not show on paper: names, and what an extractor or a reader of the file aloud is told."""

_SEEN: Mapping[type[Any], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if field.name not in unseen)
    for kind, unseen in _UNSEEN.items()
}


def _field_names(value: Any) -> Iterable[str]:
    return _SEEN.get(type(value)) or value.__dataclass_fields__
