"""The pieces of a part of a game, pressed, as bytes and back.

One head in JSON holds what is small, each look, font and plate of the part once. After it come all sets of glyphs and all
operators.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pnp.build.face_code import decoded, encoded, needs_from, needs_head, tightness_from
from pnp.build.maker import ComposedPiece
from pnp.draw import Needs, Outline, Plate, PressedFace
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.model import Piece
from pnp.remember import ByIdentity, plain_bytes

K = TypeVar("K")

_BACKS_AT_HAND = 256
"""Backs of a part that are known again by the face itself."""


def part_coded(pieces: Iterable[tuple[str, PieceFaces, ComposedPiece]]) -> bytes:
    """The pieces with their keys and pressed faces; ``FacePart`` gives them back."""
    fonts, plates, icons = _Numbers[str](), _Numbers[str](), _Numbers[frozenset[str]]()
    looks, backs = _Table(), _Table()

    def behind(back: PressedFace) -> int:
        return backs.at([_look(back), plates[back.plate.name], back.digest, sorted(back.icons), back.label])

    known_backs: ByIdentity[PressedFace, int] = ByIdentity(behind, _BACKS_AT_HAND)
    rows, contents = [], []
    sets: list[bytes] = []
    for key, faces, composed in pieces:
        front, back = faces.front, faces.back
        assert isinstance(front, PressedFace), "kept pieces are pressed"
        assert back is None or isinstance(back, PressedFace), "on both sides"
        plate, needs = front.plate, front.plate.needs
        others = needs_head(needs) if _needs_more(needs) else None
        glyphs = {} if others else {font: _bytes_of(bits) for font, bits in needs.glyphs.items()}
        sets += glyphs.values()
        box = plate.box
        rows.append([
            key,
            faces.label,
            front.label if front.label != faces.label else None,
            looks.at([*_look(front), [box.x, box.y, box.width, box.height], plate.corners, plate.group]),
            plate.name,
            front.digest,
            icons[front.icons],
            None if back is None else known_backs.of(back),
            composed.tightest,
            [[fonts[font], len(each)] for font, each in glyphs.items()],
            [plates[each] for each in (*needs.plates, *[mask.name for mask in needs.masks.values()])],
            others,
            len(plate.content),
        ])  # fmt: skip
        contents.append(plate.content)
    head = [[*fonts], [*plates], looks.values, [sorted(each) for each in icons], backs.values, rows]
    return encoded(head, b"".join(sets + contents))


def _bytes_of(bits: int) -> bytes:
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def _look(face: PressedFace) -> list[Any]:
    outline = face.outline
    return [outline.shape, outline.width, outline.height, outline.radius, face.bleed, face.language]


def _needs_more(needs: Needs) -> bool:
    """Whether more is needed than glyphs and plates, which is all that most need."""
    others = needs.shadings or needs.patterns or needs.states or needs.masks or needs.transparent
    return bool(others) or any(needs.said.values())


class _Numbers(dict[K, int]):
    """Values by their numbers, in the order in which they were first asked for."""

    __slots__ = ()

    def __missing__(self, value: K) -> int:
        """The next number."""
        number = self[value] = len(self)
        return number


class _Table:
    """Lists of plain values in the order in which they first came, each once; 1 and 1.0 are two."""

    def __init__(self) -> None:
        self.values: list[list[Any]] = []
        self._numbers = _Numbers[bytes]()

    def at(self, value: list[Any]) -> int:
        """The number of the value."""
        number = self._numbers[plain_bytes(value)]
        if number == len(self.values):
            self.values.append(value)
        return number


class Shared:
    """What the pieces of all parts share, so that it is the same by its identity.

    Attributes:
        backs: By all that tells them apart.
    """

    def __init__(self) -> None:
        self.backs: dict[tuple[object, ...], PressedFace] = {}
        self._outlines: dict[tuple[Any, ...], Outline] = {}

    def outline(self, values: Sequence[Any]) -> Outline:
        """The outline of these values."""
        known = self._outlines.get(tuple(values))
        if known is None:
            known = self._outlines[tuple(values)] = Outline(*values)
        return known


class FacePart:
    """The pieces of ``part_coded``.

    Args:
        data: As it gave it.
        plates: Those that are placed, by name.
        shared: With other parts; grows.

    Attributes:
        keys: Of the pieces, in order.
        plates: Names of the plates that are placed.

    Raises:
        ValueError: The data are none; so do KeyError, TypeError and the others of ``face_code.BROKEN``.
    """

    def __init__(
        self,
        data: bytes,
        plates: Mapping[str, Plate],
        shared: Shared,
    ) -> None:
        (fonts, self.plates, looks, icons, backs, rows), self._body = decoded(data)
        self._fonts: list[str] = fonts
        self._placed = [plates[name] for name in self.plates]
        self._looks = [
            (shared.outline(outline), bleed, language, Box(*box), corners, group)
            for *outline, bleed, language, box, corners, group in looks
        ]
        self._icons = [frozenset(each) for each in icons]
        self._backs = [self._back(each, shared) for each in backs]
        self._rows: dict[str, tuple[list[Any], int, int]] = {}
        glyphs = at = 0
        for row in rows:
            self._rows[row[0]] = (row, glyphs, at)
            for font, length in row[9]:
                glyphs += length
                self._fonts[font]
            if row[10] and max(row[10]) >= len(self._placed):
                raise ValueError("no such plate")
            at += row[12]
        # Whole numbers all of them, and as many as there are bytes: nothing that is fetched later can be cut off.
        if type(glyphs) is not int or type(at) is not int or glyphs + at != len(self._body):
            raise ValueError("cut off")
        self._contents = glyphs
        self.keys = tuple(self._rows)

    def __contains__(self, key: str) -> bool:
        return key in self._rows

    def piece(self, key: str, piece: Piece) -> ComposedPiece | None:
        """The piece that was kept under the key; None when there is none.

        Raises:
            ValueError: As when the part is opened.
        """
        found = self._rows.get(key)
        if found is None:
            return None
        row, glyphs, at = found
        _, label, said, look, name, digest, icons, back, tightest, fonts, placed, others, length = row
        outline, bleed, language, box, corners, group = self._looks[look]
        known = None if others is None else needs_from(others, self._plates_of(placed))
        content = self._body[self._contents + at : self._contents + at + length]
        if known is None:
            known = Needs(glyphs=self._glyphs(glyphs, fonts), plates=self._plates_of(placed))
        plate = Plate(name, content, box, corners, group, known)
        front = PressedFace(
            outline, bleed, plate, digest, self._icons[icons], label if said is None else said, language
        )
        behind = None if back is None else self._backs[back]
        faces = PieceFaces(piece.key, label, front, behind, piece.copies, piece.span)
        return ComposedPiece(faces, (), (), tuple(map(tightness_from, tightest)))

    def _glyphs(self, at: int, fonts: Iterable[tuple[int, int]]) -> dict[str, int]:
        """By key of the font, the sets of glyphs that begin at this place."""
        shown: dict[str, int] = {}
        for font, size in fonts:
            shown[self._fonts[font]] = int.from_bytes(self._body[at : at + size], "little")
            at += size
        return shown

    def _plates_of(self, numbers: Iterable[int]) -> dict[str, Plate]:
        """Plates of those numbers, by name."""
        return {plate.name: plate for plate in [self._placed[number] for number in numbers]}

    def _back(self, row: Sequence[Any], shared: Shared) -> PressedFace:
        (*outline, bleed, language), plate, digest, icons, label = row
        key = (self.plates[plate], digest, label, language, bleed)
        known = shared.backs.get(key)
        if known is None:
            known = shared.backs[key] = PressedFace(
                shared.outline(outline), bleed, self._placed[plate], digest, frozenset(icons), label, language
            )
        return known
