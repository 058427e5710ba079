"""Hashes of faces; two faces with the same hash look the same on paper."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import chain
from typing import Any

from pnp.colour import Colour, PressColour
from pnp.draw.face import AnyFace, Face, Outline
from pnp.draw.item import (
    MITER_LIMIT,
    WHOLE_FACE,
    ColourStop,
    Fill,
    GlyphRun,
    Glyphs,
    Gradient,
    Group,
    Item,
    PictureData,
    Stroke,
)
from pnp.memo import IdentityMemo


def face_hash(face: Face) -> str:
    """The hash of a piece on paper, 64 hexadecimal digits; callers that hash many keep a ``FaceHashes``."""
    return FaceHashes().of(face)


class FaceHashes:
    """Hashes of faces; what many faces share (icons, words, styles) is read once."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[Face, str]] = {}
        self._groups: dict[str, bytes] = {}
        self._words: IdentityMemo[Glyphs, bytes] = IdentityMemo(_word, _MOST_WORDS)
        self._parts: IdentityMemo[Item | Outline, bytes] = IdentityMemo(self._fed, _MOST_ITEMS)
        self._inner: IdentityMemo[Group, bytes] = IdentityMemo(self._fed_group, _MOST_ITEMS)

    def of(self, face: AnyFace) -> str:
        """The hash of the face on paper, 64 hexadecimal digits.

        Equal faces have equal hashes on every machine. Only what shows counts: not the label, the language,
        or the text behind the letters. Picture data counts by its key, numbers by six decimals (a nanometre),
        so that the last bit of a sum changes nothing.
        """
        if not isinstance(face, Face):
            return face.digest
        known = self._faces.get(id(face))
        if known is None:
            known = self._faces[id(face)] = (face, self.of_passing(face))
        return known[1]

    def of_passing(self, face: Face) -> str:
        """As ``of``, for a face that is hashed only once."""
        parts = [b"(%b%b(" % (self._parts.of(face.outline), self._fed(face.bleed))]
        for item in face.items:
            if type(item) is GlyphRun:
                self._feed_run(parts, item)
            elif type(item) is Group and item.shared is not None:
                parts.append(self._fed_group(item))
            else:  # most other items are on many faces
                parts.append(self._parts.of(item))
        parts.append(b"))")
        return hashlib.sha256(b"".join(parts)).hexdigest()

    def remember(self, face: Face, digest: str) -> None:
        """Take over a hash that ``of`` has given for the face before."""
        self._faces[id(face)] = (face, digest)

    def _feed_run(self, fed: list[bytes], run: GlyphRun) -> None:
        """Add the bytes of a run; they do not depend on how its glyphs are divided into words."""
        words, colour = run.parts, run.colour
        halo = b"None;" if run.halo is None else self._fed(run.halo)
        if isinstance(colour, PressColour):
            halo += self._fed(colour)
        style = (_text(run.font), colour.red, colour.green, colour.blue, colour.alpha, halo)
        fed.append(_unsigned(_RUN_START % (*style, run.size, run.x, run.y)))
        fed += self._words.each(words)
        fed.append(b"}")

    def _fed(self, value: Any) -> bytes:
        """The bytes of a value."""
        kind = type(value)
        if kind in _NUMBERS:
            return _numbers((value,))
        if kind is tuple:
            return self._fed_tuple(value)
        if kind is str:
            return _text(value)
        if value is None:
            return b"None;"
        if kind in _RECORDS or hasattr(kind, "_fields") or hasattr(kind, "__dataclass_fields__"):
            return self._fed_record(value)
        return b"%b;" % repr(value).encode()

    def _fed_tuple(self, value: tuple[Any, ...]) -> bytes:
        if value and type(value[0]) is tuple:
            return hashlib.sha256(_path(value)).digest() if len(value) > _LONG else _path(value)
        if _NUMBERS.issuperset(map(type, value)):
            return b"(%b)" % _numbers(value)
        return b"(%b)" % b"".join(map(self._fed, value))

    def _fed_record(self, value: Any) -> bytes:
        kind = type(value)
        if kind is Colour:
            return _COLOUR % (value.red, value.green, value.blue, value.alpha)
        if kind is Fill:
            return b"Fill{%b%b%r;}" % (self._fed(value.path), self._fed(value.paint), value.even_odd)
        if kind is Group:  # one without a name may be a picture that is drawn once for many faces
            return self._fed_group(value) if value.shared is not None else self._inner.of(value)
        if kind is GlyphRun:
            parts: list[bytes] = []
            self._feed_run(parts, value)
            return b"".join(parts)
        shown = _shown(value)
        fed = _numbers(shown) if _NUMBERS.issuperset(map(type, shown)) else b"".join(map(self._fed, shown))
        return b"%b{%b}" % (_HASHED_AS.get(kind, kind.__name__).encode(), fed)

    def _fed_group(self, group: Group) -> bytes:
        """The bytes of a group, without its name, its tag and its alternative text."""
        if group.place is not None and group == Group(group.items, place=group.place):
            return b"".join(map(self._fed, group.items))  # a named box alone draws nothing
        if group.tag is not None:
            return b"".join(map(self._fed, group.items))
        items = self._fed(group.items) if group.shared is None else self._group(group)
        if group.clip is None:  # as of most
            return b"Group{%b%b" % (items, _unsigned(_UNCLIPPED % (*group.matrix, group.opacity)))
        matrix, opacity = _numbers(group.matrix), _numbers((group.opacity,))
        return b"Group{%b(%b)%b%b}" % (items, matrix, self._fed(group.clip), opacity)

    def _group(self, group: Group) -> bytes:
        assert group.shared is not None
        if group.shared.startswith(WHOLE_FACE):
            return group.shared.encode()
        known = self._groups.get(group.shared)
        if known is None:
            known = self._groups[group.shared] = hashlib.sha256(self._fed(group.items)).digest()
        return known


_RUN_START = b"GlyphRun{%bColour{%.6f;%.6f;%.6f;%.6f;}%b%.6f;%.6f;%.6f;"
"""How the bytes of a run begin: its font, its colour (as of any record), its halo, its size and its place."""

_COLOUR = b"Colour{%d.000000;%d.000000;%d.000000;%d.000000;}"
"""The bytes of a colour: its channels and its opacity are whole numbers."""

_UNCLIPPED = b"(%.6f;%.6f;%.6f;%.6f;%.6f;%.6f;)None;%.6f;}"
"""How the bytes of a group end that has no clip: its matrix and its opacity."""

_MOST_ITEMS = 4096
_MOST_WORDS = 32768

_LONG = 12
"""Segments above which a path counts by its hash."""

_LATER: Mapping[type[Any], Mapping[str, object]] = {
    Stroke: {"miter": MITER_LIMIT, "dash_offset": 0.0},
    Gradient: {"focus": None},
    Outline: {"line": ()},
}
"""Fields that count only where they have another value than this."""

_HASHED_AS: Mapping[type[Any], str] = {ColourStop: "Stop"}
"""Names of classes in hashes, if they differ: renaming a class must not change the hashes of faces."""

_NUMBERS = frozenset({float, int})
_RECORDS = frozenset({Colour, Fill, Stroke, Group, GlyphRun})
"""Types of most records."""


def _numbers(values: tuple[float, ...]) -> bytes:
    """The numbers with six decimals, formatted at once; a zero is never negative."""
    return _unsigned((b"%.6f;" * len(values)) % values)


def _unsigned(numbers: bytes) -> bytes:
    return numbers.replace(b"-0.000000;", b"0.000000;")


def _path(path: tuple[Any, ...]) -> bytes:
    """The input of a path: the letters of its segments, which imply how many numbers follow, and these."""
    letters = "".join([segment[0] for segment in path])
    return b"P%b(%b)" % (_text(letters), _numbers((*chain.from_iterable([each[1:] for each in path]),)))


def _word(word: Glyphs) -> bytes:
    """The bytes of a word: those of its glyphs, each with its advance and how far it is raised."""
    glyphs, advances = word.glyphs, word.advances
    if word.raises:
        return _numbers(tuple(chain.from_iterable(zip(glyphs, advances, word.raises, strict=True))))
    places = tuple(chain.from_iterable(zip(glyphs, advances, strict=True)))
    return _unsigned((_LEVEL_GLYPH * len(glyphs)) % places)


_LEVEL_GLYPH = b"%d.000000;%.6f;0.000000;"
"""The bytes of a glyph that is not raised: its id and its advance."""


def _text(text: str) -> bytes:
    encoded = text.encode()
    return b"s%d:%b" % (len(encoded), encoded)


def _shown(value: Any) -> tuple[Any, ...]:
    """The attributes of a record that show on paper. A picture counts by its key: its bytes are not read."""
    if type(value) is PictureData:
        return value.key, value.width_px, value.height_px, value.mode, value.jpeg
    later = _LATER.get(type(value))
    if later is not None:  # records of prints have hashes from before these fields
        return tuple(
            [each for name, each in zip(value._fields, value, strict=True) if later.get(name, value) != each]
        )
    if isinstance(value, tuple):
        return value
    return tuple([getattr(value, name) for name in value.__dataclass_fields__])
