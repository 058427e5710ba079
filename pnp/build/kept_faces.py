"""Pressed faces of earlier runs in the user's cache folder: a piece whose key is known need not be composed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pnp.build.face_code import (
    BROKEN,
    decoded,
    encoded,
    face_from,
    face_head,
    has_pictures,
    plate_from,
    plate_head,
    plates_coded,
    plates_decoded,
    plates_of,
    records_coded,
    records_decoded,
    tightness_from,
)
from pnp.build.face_key import FaceKeys
from pnp.build.maker import ComposedPiece
from pnp.draw import Plate, PressedFace
from pnp.impose import PieceFaces
from pnp.model import Piece
from pnp.store import Store

_FORM = "faces 1"


class KeptFaces:
    """The pieces of one game in one language, all in one entry of a store.

    Kept is only what is right wherever a piece stands: nothing with a finding, for findings have places, and nothing with
    a picture, which would be kept once more for every game that shows it.

    Args:
        store: Where the entry is.
        name: Of the entry.
        keys: Of the pieces.
        still: Whether all that faces are made from is as it was when the run began; None when it is.
        whole: Whether a run makes all pieces of the game; another one reads the entry and leaves it as it is.
    """

    def __init__(
        self, store: Store, name: str, keys: FaceKeys, still: Callable[[], bool] | None, *, whole: bool
    ) -> None:
        self._store = store
        self._name = f"{_FORM} {name}"
        self._keys = keys
        self._still = still
        self._whole = whole
        self._known: dict[str, str] = {}
        self._records: dict[str, bytes] = {}
        self._plates: dict[str, Plate] = {}
        self._read(store.get(self._name))

    def get(self, piece: Piece) -> ComposedPiece | None:
        """The piece as it was made before; None when it has to be made."""
        record = self._records.get(self._key(piece))
        if record is None:
            return None
        try:
            head, content = decoded(record)
            label, front, plate, back, tightest = head
            faces = PieceFaces(
                piece.key,
                label,
                face_from(front, plate_from(plate, content, self._plates)),
                back and face_from(back, self._plates[back[2]]),
                piece.copies,
                piece.span,
            )
            return ComposedPiece(faces, (), (), tuple(map(tightness_from, tightest)))
        except BROKEN:
            return None

    def save(self, pieces: Sequence[tuple[Piece, ComposedPiece]]) -> None:
        """Keep these pieces and nothing else; nothing is written when they are what is kept already."""
        if not self._whole:
            return
        records: dict[str, bytes] = {}
        for piece, composed in pieces:
            key = self._key(piece)
            record = self._records.get(key)
            if record is None:
                record = _record(composed)
            if record is not None:
                records[key] = record
        if records.keys() != self._records.keys() and (self._still is None or self._still()):
            plates = {plate.name: plate for _, composed in pieces for plate in _parts(composed)}
            self._store.put(self._name, _entry(records, plates))

    def _key(self, piece: Piece) -> str:
        key = self._known.get(piece.key)
        if key is None:
            key = self._known[piece.key] = self._keys.of(piece).hex()
        return key

    def _read(self, entry: bytes | None) -> None:
        if entry is None:
            return
        try:
            head, body = decoded(entry)
            plates, records = head
            at = plates_decoded(plates, body, self._plates)
            self._records = records_decoded(records, body, at)
        except BROKEN:
            self._records, self._plates = {}, {}


def _parts(composed: ComposedPiece) -> Iterator[Plate]:
    """The plates that a kept piece refers to: its back, and all that either side places."""
    faces = composed.faces
    if faces is None:
        return
    for face in (faces.front, faces.back):
        if isinstance(face, PressedFace):
            yield from plates_of(face.plate).values()
    if isinstance(faces.back, PressedFace):
        yield faces.back.plate


def _record(composed: ComposedPiece) -> bytes | None:
    """A piece as bytes; None for one that cannot be kept."""
    faces = composed.faces
    if faces is None or composed.diagnostics or faces.faults or not isinstance(faces.front, PressedFace):
        return None
    back = faces.back
    if has_pictures(faces.front.plate) or (back is not None and not isinstance(back, PressedFace)):
        return None
    if back is not None and has_pictures(back.plate):
        return None
    head = [
        faces.label,
        face_head(faces.front),
        plate_head(faces.front.plate),
        back and face_head(back),
        composed.tightest,
    ]
    return encoded(head, faces.front.plate.content)


def _entry(records: dict[str, bytes], plates: dict[str, Plate]) -> bytes:
    heads, contents = plates_coded(plate for plate in plates.values() if not has_pictures(plate))
    lengths, body = records_coded(records)
    return encoded([heads, lengths], contents + body)
