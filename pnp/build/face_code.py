"""Finished pieces as bytes and back: heads as JSON, content streams as they are. No code is in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pnp.build.edition import ComposedPiece
from pnp.draw import FaceParts, Outline
from pnp.fonts import FontLibrary
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.layout import Tightness
from pnp.memo import plain_bytes
from pnp.model import Piece
from pnp.pdf import Form, PdfFace, PdfResources
from pnp.store import (
    ASCII,
    NUMBER,
    TEXT,
    TRUTH,
    WHOLE,
    Maybe,
    StoredShape,
    TextOr,
    check_numbers,
    check_shape,
)

BROKEN = (ValueError, KeyError, RecursionError)
"""Exceptions of decoding a damaged entry: it is no JSON, has another shape, or names what is not there."""

_BOX = (NUMBER, NUMBER, NUMBER, NUMBER)
_OUTLINE = (TEXT, NUMBER, NUMBER, NUMBER)
_RESOURCES = (
    {ASCII: ASCII},
    {ASCII: [(WHOLE, TEXT)]},
    [ASCII],
    {ASCII: {ASCII: TextOr(WHOLE)}},
    {ASCII: (ASCII, ASCII)},
    {ASCII: ASCII},
    {ASCII: ASCII},
    {ASCII: ASCII},
    NUMBER,
    TRUTH,
)
_FORMS = [((ASCII, _BOX, ASCII, Maybe(ASCII), *_RESOURCES), WHOLE)]
_FACE = (_OUTLINE, NUMBER, ASCII, ASCII, [TEXT], TEXT, TEXT)
_LOOK = (NUMBER, TEXT)
_TIGHTNESS = (TEXT, TEXT, NUMBER, NUMBER, NUMBER, NUMBER, TRUTH)
_ROW = (
    TEXT,
    TEXT,
    WHOLE,
    TEXT,
    Maybe(TEXT),
    WHOLE,
    ASCII,
    ASCII,
    WHOLE,
    Maybe(WHOLE),
    [_TIGHTNESS],
    [(WHOLE, WHOLE)],
    [WHOLE],
    Maybe(_RESOURCES),
    WHOLE,
    (TEXT, TEXT),
    Maybe(([(TEXT, _BOX, WHOLE)], [(TEXT, _BOX)], [(TEXT, _BOX)])),
)
_BACK = (_LOOK, WHOLE, ASCII, [TEXT], TEXT)
PART: StoredShape = (
    [ASCII],
    [ASCII],
    [(*_LOOK, _BOX, ASCII, Maybe(ASCII))],
    [[TEXT]],
    [[TEXT]],
    [_BACK],
    [_ROW],
)
"""The shape of the head of ``part_coded``."""
FORMS: StoredShape = _FORMS
"""The shape of the heads of ``forms_coded``."""
_TAG = (ASCII, WHOLE, WHOLE, Maybe(_BOX))
_ELEMENT = (ASCII, Maybe(WHOLE), TEXT, TEXT, ASCII, ASCII, Maybe(WHOLE))
BOOK: StoredShape = (
    TEXT,
    [TEXT],
    TEXT,
    [(TEXT, WHOLE, WHOLE, NUMBER)],
    _FORMS,
    [(_FACE, [_TAG])],
    [_ELEMENT],
)
"""The shape of the head of a rule sheet."""

_MOST_GLYPHS = 65_536
_DEEPEST_FORM = 100


def has_pictures(form: Form) -> bool:
    """Whether there is a picture in the form or in one that it places."""
    resources = form.resources
    return bool(resources.pictures) or any(
        map(has_pictures, (*resources.forms.values(), *resources.masks.values()))
    )


def forms_in(form: Form) -> dict[str, Form]:
    """All forms that a form places, at any depth, by name; those inside come before those around them."""
    found: dict[str, Form] = {}
    for part in (*form.resources.forms.values(), *form.resources.masks.values()):
        found |= forms_in(part)
        found[part.name] = part
    return found


_ENCODER = json.JSONEncoder(separators=(",", ":"))
"""One for all records: ``json.dumps`` makes one for each call."""


def encoded(head: object, content: bytes) -> bytes:
    """A record: the length of its head, the head in JSON, the content."""
    written = _ENCODER.encode(head).encode("utf-8", "surrogatepass")
    return len(written).to_bytes(4, "big") + written + content


def decoded(record: bytes, shape: StoredShape) -> tuple[Any, bytes]:
    """Head and content of a record.

    Raises:
        ValueError: It is none, or its head has another shape.
        RecursionError: Its head is nested too deeply.
    """
    end = 4 + int.from_bytes(record[:4], "big")
    head = json.loads(record[4:end].decode("utf-8", "surrogatepass"))
    check_shape([head], shape)
    return head, record[end:]


def form_head(form: Form) -> list[Any]:
    """A form without its content; the forms that it places are named."""
    box = form.box
    return [
        form.name,
        [box.x, box.y, box.width, box.height],
        form.corners,
        form.group,
        *resources_head(form.resources),
    ]


def resources_head(resources: PdfResources) -> list[Any]:
    """The resources of operators, without pictures; forms are named."""
    return [
        {font: f"{used:x}" for font, used in resources.glyphs.items()},
        {font: list(texts.items()) for font, texts in resources.texts.items() if texts},
        list(resources.forms),
        resources.shadings,
        resources.patterns,
        resources.states,
        resources.spaces,
        {name: mask.name for name, mask in resources.masks.items()},
        resources.ink,
        resources.transparent,
    ]


def form_from(head: list[Any], content: bytes, known: Mapping[str, Form]) -> Form:
    """A form again.

    Args:
        head: The result of ``form_head``.
        content: Its operators.
        known: Has the forms that it places.

    Raises:
        KeyError: One of them is missing.
    """
    name, box, corners, group, *resources = head
    return Form(name, content, Box(*box), corners, group, resources_from(resources, known))


def resources_from(head: list[Any], known: Mapping[str, Form]) -> PdfResources:
    """The resources again.

    Args:
        head: The result of ``resources_head``.
        known: Has the forms that are placed.

    Raises:
        KeyError: One of them, or a shading, is missing.
        ValueError: No font has the glyph.
    """
    glyphs, texts, forms, shadings, patterns, states, spaces, masks, ink, transparent = head
    check_numbers((glyph for each in texts.values() for glyph, _ in each), _MOST_GLYPHS)
    for shading, _ in patterns.values():
        shadings[shading]
    return PdfResources(
        glyphs={font: _glyphs_from(int(used, 16)) for font, used in glyphs.items()},
        texts={font: dict(map(tuple, each)) for font, each in texts.items()},
        forms={each: known[each] for each in forms},
        shadings=shadings,
        patterns={each: (shading, matrix) for each, (shading, matrix) in patterns.items()},
        states=states,
        spaces=spaces,
        masks={state: known[each] for state, each in masks.items()},
        ink=ink,
        transparent=transparent,
    )


def _glyphs_from(bits: int) -> int:
    """A set of glyphs, which is one of a font."""
    if bits >> _MOST_GLYPHS:
        raise ValueError("no such glyph")
    return bits


def forms_coded(forms: Iterable[Form]) -> tuple[list[Any], bytes]:
    """The heads of forms with the lengths of their contents, and the contents.

    Forms that a form places must come before it.
    """
    every = list(forms)
    return [[form_head(form), len(form.content)] for form in every], b"".join(
        [form.content for form in every]
    )


def forms_decoded(heads: Iterable[Any], body: bytes) -> dict[str, Form]:
    """The forms that ``forms_coded`` encoded, by name.

    Raises:
        KeyError: One of them places a missing form.
        ValueError: Contents are cut off, or too many forms lie inside one another.
    """
    known: dict[str, Form] = {}
    depths: dict[str, int] = {}
    at = 0
    for head, length in heads:
        check_numbers([length], len(body) - at + 1)
        form = known[head[0]] = form_from(head, body[at : at + length], known)
        inside = (*form.resources.forms, *[mask.name for mask in form.resources.masks.values()])
        depths[form.name] = 1 + max((depths[each] for each in inside), default=0)
        check_numbers([depths[form.name]], _DEEPEST_FORM)
        at += length
    return known


def check_fonts(forms: Iterable[Form], fonts: FontLibrary) -> None:
    """Check that there are the fonts of all forms.

    Raises:
        KeyError: One is missing.
    """
    for key in {font for form in forms for font in form.resources.glyphs}:
        fonts.by_key(key)


def face_head(face: PdfFace) -> list[Any]:
    """A face without its form, which is named."""
    outline = face.outline
    return [
        [outline.shape, outline.width, outline.height, outline.radius],
        face.bleed,
        face.form.name,
        face.digest,
        sorted(face.icons),
        face.label,
        face.language,
    ]


def face_from(head: list[Any], form: Form) -> PdfFace:
    """A face again; its head names ``form``."""
    outline, bleed, _, digest, icons, label, language = head
    return PdfFace(Outline(*outline), bleed, form, digest, frozenset(icons), label, language)


K = TypeVar("K")


class _PieceRow(NamedTuple):
    """A piece of a part; numbers stand for what several pieces of the part share (see ``PART``).

    Attributes:
        own: Its own key.
        key: Its full key.
        reads: Number of what it read.
        label: Of the piece.
        front_label: Of its front, where that differs.
        look: Number of the look of its front.
        form: Name of the form of its front.
        digest: Of its front.
        icons: Number of the icons on its front.
        back: Number of its back; None without one.
        tightest: Its tightest texts.
        glyphs: Number of each font and the bytes of its set of glyphs.
        placed: Numbers of the forms that its front places.
        others: All resources of its front, where there are more than glyphs and forms.
        length: Of the operators of its front.
        alternative_texts: Of its front and of its back.
        parts: Of its front.
    """

    own: str
    key: str
    reads: int
    label: str
    front_label: str | None
    look: int
    form: str
    digest: str
    icons: int
    back: int | None
    tightest: Sequence[Any]
    glyphs: Sequence[tuple[int, int]]
    placed: Sequence[int]
    others: list[Any] | None
    length: int
    alternative_texts: tuple[str, str]
    parts: Sequence[Any] | None


def part_coded(pieces: Iterable[tuple[str, str, PieceFaces, ComposedPiece]]) -> bytes:
    """Pieces whose faces are forms, with their own and full keys; ``FacePart`` decodes them."""
    fonts, forms = _Numbers[str](), _Numbers[str]()
    icons, reads = _Numbers[frozenset[str]](), _Numbers[frozenset[str]]()
    looks, backs = _Table(), _Table()

    def number_of(back: PdfFace) -> int:
        return backs.at(
            [[back.bleed, back.language], forms[back.form.name], back.digest, sorted(back.icons), back.label]
        )

    rows: list[_PieceRow] = []
    contents: list[bytes] = []
    sets: list[bytes] = []
    for own, key, faces, composed in pieces:
        front, back = faces.front, faces.back
        assert isinstance(front, PdfFace), "faces of kept pieces are forms"
        assert back is None or isinstance(back, PdfFace), "backs are forms, too"
        form, resources = front.form, front.form.resources
        others = resources_head(resources) if _needs_more(resources) else None
        glyphs = {} if others else {font: _bytes_of(bits) for font, bits in resources.glyphs.items()}
        sets += glyphs.values()
        box = form.box
        row = _PieceRow(
            own=own,
            key=key,
            reads=reads[composed.reads],
            label=faces.label,
            front_label=front.label if front.label != faces.label else None,
            look=looks.at(
                [front.bleed, front.language, [box.x, box.y, box.width, box.height], form.corners, form.group]
            ),
            form=form.name,
            digest=front.digest,
            icons=icons[front.icons],
            back=None if back is None else number_of(back),
            tightest=composed.tightest,
            glyphs=[(fonts[font], len(each)) for font, each in glyphs.items()],
            placed=[
                forms[each] for each in (*resources.forms, *[mask.name for mask in resources.masks.values()])
            ],
            others=others,
            length=len(form.content),
            alternative_texts=faces.alternative_texts,
            parts=front.parts,
        )
        rows.append(row)
        contents.append(form.content)
    named = ([sorted(each) for each in table] for table in (icons, reads))
    head = [[*fonts], [*forms], looks.values, *named, backs.values, rows]
    return encoded(head, b"".join(sets + contents))


def _bytes_of(bits: int) -> bytes:
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def _needs_more(resources: PdfResources) -> bool:
    """Whether there is more than glyphs and forms; most faces have nothing else."""
    others = (
        resources.shadings
        or resources.patterns
        or resources.states
        or resources.spaces
        or resources.masks
        or resources.ink
        or resources.transparent
    )
    return bool(others) or any(resources.texts.values())


def _parts_from(boxes: Sequence[Any], icons: Sequence[Any], words: Sequence[Any]) -> FaceParts:
    """The places of a face from JSON."""
    return FaceParts(
        [(name, Box(*box), depth) for name, box, depth in boxes],
        [(name, Box(*box)) for name, box in icons],
        [(letters, Box(*box)) for letters, box in words],
    )


class _Numbers(dict[K, int]):
    """Values with numbers, in the order of their first use."""

    __slots__ = ()

    def __missing__(self, value: K) -> int:
        """The next number."""
        number = self[value] = len(self)
        return number


class _Table:
    """Different lists of plain values in the order of their first use; 1 and 1.0 differ."""

    def __init__(self) -> None:
        self.values: list[list[Any]] = []
        self._numbers = _Numbers[bytes]()

    def at(self, value: list[Any]) -> int:
        """The number of the value."""
        number = self._numbers[plain_bytes(value)]
        if number == len(self.values):
            self.values.append(value)
        return number


class FacePart:
    """The pieces of ``part_coded``.

    Args:
        data: Its result.
        forms: The forms that are placed, by name.
        fonts: Has the fonts.
        backs: By everything that distinguishes them, shared with other parts; grows.

    Attributes:
        keys: The full keys of the pieces, in order.
        forms: Names of the forms that are placed.

    Raises:
        ValueError: The data are damaged; the other exceptions of ``BROKEN`` mean the same.
    """

    def __init__(
        self,
        data: bytes,
        forms: Mapping[str, Form],
        fonts: FontLibrary,
        backs: dict[tuple[object, ...], PdfFace],
    ) -> None:
        (self._fonts, self.forms, looks, icons, reads, self._backs, rows), self._body = decoded(data, PART)
        for key in self._fonts:
            fonts.by_key(key)
        self._placed = [forms[name] for name in self.forms]
        self._looks = [
            (bleed, language, Box(*box), corners, group) for bleed, language, box, corners, group in looks
        ]
        self._icons = [frozenset(each) for each in icons]
        self._reads = [frozenset(each) for each in reads]
        self._known_backs = backs
        self._rows: dict[str, tuple[_PieceRow, int, int]] = {}
        glyphs = at = 0
        pieces = [_PieceRow(*row) for row in rows]
        for row in pieces:
            self._rows[row.own] = (row, glyphs, at)
            glyphs += sum(length for _, length in row.glyphs)
            at += row.length
        self._check_numbers(pieces)
        # Lengths that add up to the number of bytes: nothing that is read later can be cut off.
        if glyphs + at != len(self._body):
            raise ValueError("cut off")
        self._contents = glyphs
        self.keys = tuple([row.key for row in pieces])

    def _check_numbers(self, rows: Sequence[_PieceRow]) -> None:
        """Check that the numbers in rows lead somewhere and that no length is negative."""
        shown = [each for row in rows for each in row.glyphs]
        for numbers, below in (
            ([row.reads for row in rows], len(self._reads)),
            ([row.look for row in rows], len(self._looks)),
            ([row.icons for row in rows], len(self._icons)),
            ([row.back for row in rows if row.back is not None], len(self._backs)),
            ([font for font, _ in shown], len(self._fonts)),
            ([size for _, size in shown], _MOST_GLYPHS // 8 + 1),
            ([form for row in rows for form in row.placed], len(self._placed)),
            ([form for _, form, *_ in self._backs], len(self._placed)),
            ([row.length for row in rows], len(self._body) + 1),
        ):
            check_numbers(numbers, below)

    def piece(self, own: str, piece: Piece, key_of: Callable[[frozenset[str]], str]) -> ComposedPiece | None:
        """The piece with this own key; None if it is not in the part or has read something that changed.

        Args:
            own: From ``FaceKeys.own``.
            piece: With its present place and copies.
            key_of: Returns its present full key for what it read.

        Raises:
            ValueError: As for the class.
        """
        found = self._rows.get(own)
        if found is None:
            return None
        row, glyphs, at = found
        reads = self._reads[row.reads]
        if key_of(reads) != row.key:
            return None
        bleed, language, box, corners, group = self._looks[row.look]
        outline = piece.size.outline
        content = self._body[self._contents + at : self._contents + at + row.length]
        placed = self._forms_of(row.placed)
        if row.others is None:
            resources = PdfResources(glyphs=self._glyphs(glyphs, row.glyphs), forms=placed)
        else:
            resources = resources_from(row.others, placed)
        form = Form(row.form, content, box, corners, group, resources)
        label = row.label if row.front_label is None else row.front_label
        icons, parts = self._icons[row.icons], None if row.parts is None else _parts_from(*row.parts)
        front = PdfFace(outline, bleed, form, row.digest, icons, label, language, parts)
        back = None if row.back is None else self._back(self._backs[row.back], outline.mirrored())
        of_front, of_back = row.alternative_texts
        faces = PieceFaces(
            piece.key,
            row.label,
            front,
            back,
            piece.copies,
            piece.span,
            alternative_texts=(of_front, of_back),
        )
        return ComposedPiece(faces, (), (), tuple([Tightness(*each) for each in row.tightest]), reads)

    def _glyphs(self, at: int, fonts: Iterable[tuple[int, int]]) -> dict[str, int]:
        """The sets of glyphs that begin at this place, by key of the font."""
        shown: dict[str, int] = {}
        for font, size in fonts:
            shown[self._fonts[font]] = int.from_bytes(self._body[at : at + size], "little")
            at += size
        return shown

    def _forms_of(self, numbers: Iterable[int]) -> dict[str, Form]:
        """The forms with these numbers, by name."""
        return {form.name: form for form in [self._placed[number] for number in numbers]}

    def _back(self, row: Sequence[Any], outline: Outline) -> PdfFace:
        """The back of a row of ``PART``; the outline is that of its pieces mirrored."""
        (bleed, language), form, digest, icons, label = row
        key = (self.forms[form], digest, label, language, bleed, outline)
        known = self._known_backs.get(key)
        if known is None:
            known = self._known_backs[key] = PdfFace(
                outline, bleed, self._placed[form], digest, frozenset(icons), label, language
            )
        return known
