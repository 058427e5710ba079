"""Hashes of faces: what tells whether two look the same on paper."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from itertools import chain
from typing import Any

from pnp.draw.face import AnyFace, Face, Outline
from pnp.draw.glyphs import Glyphs
from pnp.draw.item import GlyphRun, Group, Item, PictureData
from pnp.remember import ByIdentity, ByValue


def face_hash(face: Face) -> str:
    """What the piece is on paper, as 64 hexadecimal digits; whoever hashes many keeps a ``FaceHashes``."""
    return FaceHashes().of(face)


class FaceHashes:
    """Hashes of faces; what many faces share (icons, words, long paths) is read once and remembered."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[Face, str]] = {}
        self._groups: dict[str, bytes] = {}
        self._paths: ByIdentity[tuple[Any, ...], bytes] = ByIdentity(_long_path, _ITEMS_AT_HAND)
        self._numbers: ByValue[float, bytes] = ByValue(lambda value: _numbers((value,)), _ITEMS_AT_HAND)
        self._words: ByIdentity[Glyphs, bytes] = ByIdentity(self._word, _WORDS_AT_HAND)
        self._glyphs: ByValue[tuple[int, float], bytes] = ByValue(self._glyph, _ITEMS_AT_HAND)
        self._looks: ByValue[tuple[object, ...], bytes] = ByValue(self._look, _LOOKS_AT_HAND)
        self._reaches: ByValue[tuple[Outline, float], bytes] = ByValue(self._reach, _LOOKS_AT_HAND)
        self._items: ByIdentity[Item, bytes] = ByIdentity(self._fed, _ITEMS_AT_HAND)

    def of(self, face: AnyFace) -> str:
        """What the face is on paper, as 64 hexadecimal digits.

        Equal faces have equal hashes on every machine. Only what shows counts: not the label, the language, or the
        words behind the letters. Picture data counts by its key, numbers by six decimals (a nanometre), so that the
        last bit of a sum changes nothing.
        """
        if not isinstance(face, Face):
            return face.digest
        known = self._faces.get(id(face))
        if known is None:
            known = self._faces[id(face)] = (face, self.of_passing(face))
        return known[1]

    def of_passing(self, face: Face) -> str:
        """As ``of``, for a face that will not be asked about again and need not be kept."""
        parts = [self._reaches[face.outline, face.bleed]]
        for item in face.items:
            if type(item) is GlyphRun:
                self._feed_run(parts, item)
            else:  # items that are no glyphs mostly stand on many faces
                parts.append(self._items.of(item))
        parts.append(b"))")
        return hashlib.sha256(b"".join(parts)).hexdigest()

    def remember(self, face: Face, digest: str) -> None:
        """Take over a hash that ``of`` has given for the face before."""
        self._faces[id(face)] = (face, digest)

    def _reach(self, reach: tuple[Outline, float]) -> bytes:
        """What all faces of one outline and bleed begin with."""
        outline, bleed = reach
        return b"(%b%b(" % (self._fed(outline), self._fed(bleed))

    def _look(self, look: tuple[object, ...]) -> bytes:
        """What all runs in one font and colour and with one rim begin with."""
        return b"GlyphRun{" + b"".join(map(self._fed, look))

    def _feed_run(self, fed: list[bytes], run: GlyphRun) -> None:
        """Add what a run feeds; how its glyphs are divided into parts does not show."""
        number, words = self._numbers, run.parts
        font = words[0].font if words else ""
        fed += (self._looks[font, run.colour, run.halo], number[run.size], number[run.x], number[run.y])
        fed += self._words.each(words)
        fed.append(b"}")

    def _word(self, word: Glyphs) -> bytes:
        """What a word feeds: the same bytes for the same glyphs, however they are divided into words."""
        if word.raises:
            places = chain.from_iterable(zip(word.glyphs, word.advances, word.raises, strict=True))
            return b"".join(map(self._numbers.__getitem__, places))
        return b"".join(map(self._glyphs.__getitem__, zip(word.glyphs, word.advances, strict=True)))

    def _glyph(self, glyph: tuple[int, float]) -> bytes:
        """What a glyph on the line feeds with the way to the next one: letters and pairs of them come again in other words."""
        return b"".join(map(self._numbers.__getitem__, (*glyph, 0.0)))

    def _fed(self, value: Any) -> bytes:
        """What a value feeds."""
        kind = type(value)
        if kind is float or kind is int:
            return self._numbers[value]
        if value is None:
            return b"None;"
        if kind is str:
            return _text(value)
        if isinstance(value, tuple):
            return self._fed_tuple(value)
        shown = hasattr(kind, "__dataclass_fields__")
        return self._fed_record(value) if shown else b"%b;" % repr(value).encode()

    def _fed_tuple(self, value: tuple[Any, ...]) -> bytes:
        if value and type(value[0]) is tuple:
            return self._paths.of(value) if len(value) > _LONG else _path(value)
        fed = self._numbers.__getitem__ if _NUMBERS.issuperset(map(type, value)) else self._fed
        return b"(%b)" % b"".join(map(fed, value))

    def _fed_record(self, value: Any) -> bytes:
        if type(value) is GlyphRun:
            parts: list[bytes] = []
            self._feed_run(parts, value)
            return b"".join(parts)
        if type(value) is Group:
            return self._fed_group(value)
        fed = [self._fed(getattr(value, name)) for name in _field_names(value)]
        return b"%b{%b}" % (type(value).__name__.encode(), b"".join(fed))

    def _fed_group(self, group: Group) -> bytes:
        """What a group feeds: not its name, nor what a reader of the file aloud is told.

        Most groups that are new on each face are icons in its texts, whose items are known.
        """
        items = self._fed(group.items) if group.shared is None else self._group(group)
        matrix = _numbers(group.matrix)
        clip, opacity = self._fed(group.clip), self._numbers[group.opacity]
        return b"Group{%b(%b)%b%b}" % (items, matrix, clip, opacity)

    def _group(self, group: Group) -> bytes:
        assert group.shared is not None
        known = self._groups.get(group.shared)
        if known is None:
            known = self._groups[group.shared] = hashlib.sha256(self._fed(group.items)).digest()
        return known


_ITEMS_AT_HAND = 4096
"""Items, and long paths, that are known again."""

_WORDS_AT_HAND = 32768
"""Words and spaces that are known again."""

_LOOKS_AT_HAND = 512
"""Looks of runs, and outlines of faces, that are known again."""

_LONG = 12
"""Segments from which on a path is worth remembering."""


_NUMBERS = frozenset({float, int})


def _numbers(values: tuple[float, ...]) -> bytes:
    """The numbers with six decimals in one go; a zero has no sign."""
    return ((b"%.6f;" * len(values)) % values).replace(b"-0.000000;", b"0.000000;")


def _path(path: tuple[Any, ...]) -> bytes:
    """What a path feeds: the letters of its segments, which tell how many numbers each has, and the numbers of all."""
    letters = "".join([segment[0] for segment in path])
    return b"P%b(%b)" % (_text(letters), _numbers(tuple([n for segment in path for n in segment[1:]])))


def _long_path(path: tuple[Any, ...]) -> bytes:
    return hashlib.sha256(_path(path)).digest()


def _text(text: str) -> bytes:
    encoded = text.encode()
    return b"s%d:%b" % (len(encoded), encoded)


_UNSEEN: Mapping[type[Any], frozenset[str]] = {
    # A picture counts by its key, so its bytes need no reading.
    PictureData: frozenset({"data", "alpha", "bits", "palette"}),
}
"""Fields that do not show on paper."""

_SEEN: Mapping[type[Any], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if field.name not in unseen)
    for kind, unseen in _UNSEEN.items()
}


def _field_names(value: Any) -> Iterable[str]:
    return _SEEN.get(type(value)) or value.__dataclass_fields__
