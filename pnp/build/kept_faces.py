"""Faces of earlier runs, as forms, in the user's cache folder: a piece whose key is known need not be composed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from zlib import crc32

from pnp.build.face_code import (
    BROKEN,
    decoded,
    encoded,
    forms_coded,
    forms_decoded,
    forms_in,
    has_pictures,
)
from pnp.build.face_key import FaceKeys
from pnp.build.face_part import FacePart, Shared, part_coded
from pnp.build.maker import ComposedPiece
from pnp.impose import PieceFaces
from pnp.memo import IdentityMemo
from pnp.model import Piece
from pnp.pdf import Form, PdfFace
from pnp.store import Store

_FORM = "faces 5"
_EACH = 64
"""Pieces of a part on average."""
_FORMS_AT_HAND = 4096
"""Drawings that are known again by themselves: most faces place a few of the same."""


class KeptFaces:
    """The pieces of one game in one language, in entries of a store.

    The game is cut into parts before pieces whose ids, and nothing else, say so: what is put in or taken out moves no other
    end, and an edit costs the part that it is in. Drawings that pieces of several parts place, icons and backs, are an entry of
    their own.

    Kept is only what is right wherever a piece stands: nothing with a finding, for findings have places, and nothing with
    a picture, which would be kept once more for every game that shows it.

    Args:
        store: Where the entries are.
        name: Of the entries.
        keys: Of the pieces.
        pieces: All of the game, in order.
        still: Whether all that faces are made from is as it was when the run began; None when it is.
        whole: Whether a run makes all pieces of the game; another one reads the entries and leaves them as they are.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        keys: FaceKeys,
        pieces: Iterable[Piece],
        still: Callable[[], bool] | None,
        *,
        whole: bool,
    ) -> None:
        self._store = store
        self._name = f"{_FORM} {name}"
        self._keys = keys
        self._still = still
        self._whole = whole
        self._parts = _parts(pieces)
        self._opened: dict[str, FacePart | None] = {}
        self._shared = Shared()

    def get(self, piece: Piece) -> ComposedPiece | None:
        """The piece as it was made before; None when it has to be made."""
        part = self._part(self._parts[piece.key])
        if part is None:
            return None
        try:
            return part.piece(self._keys.own(piece).hex(), piece, partial(self._key, piece))
        except BROKEN:
            return None

    def save(self, pieces: Sequence[tuple[Piece, ComposedPiece]]) -> None:
        """Keep these pieces and nothing else; nothing is written that is kept already."""
        if not self._whole:
            return
        pictured: IdentityMemo[Form, bool] = IdentityMemo(has_pictures, _FORMS_AT_HAND)
        parts: dict[str, list[tuple[str, str, PieceFaces, ComposedPiece]]] = {}
        for piece, composed in pieces:
            name = self._parts[piece.key]
            part, before = parts.setdefault(name, []), self._part(name)
            faces, key = composed.faces, self._key(piece, composed.reads)
            known = before is not None and key in before.keys
            if faces is not None and (known or _can_be_kept(composed, faces, pictured)):
                part.append((self._keys.own(piece).hex(), key, faces, composed))
        forms: dict[str, Form] = {}
        changed: list[str] = []
        for name, kept in parts.items():
            before = self._part(name)
            placed: Iterable[Form]
            if (() if before is None else before.keys) == tuple([key for _, key, _, _ in kept]):
                placed = [self._forms[form] for form in before.forms] if before is not None else ()
            else:
                changed.append(name)
                placed = _placed([faces for _, _, faces, _ in kept])
            for form in placed:
                if form.name not in forms:
                    forms |= forms_in(form)
                    forms[form.name] = form
        if (changed or forms.keys() != self._forms.keys()) and (self._still is None or self._still()):
            if forms.keys() != self._forms.keys():
                heads, contents = forms_coded(forms.values())
                self._store.put(f"{self._name} forms", encoded(heads, contents))
            for name in changed:
                self._store.put(f"{self._name} part {name}", part_coded(parts[name]))

    def _key(self, piece: Piece, reads: frozenset[str]) -> str:
        return self._keys.of(piece, reads).hex()

    @cached_property
    def _forms(self) -> dict[str, Form]:
        """The drawings that pieces place, by name."""
        found: dict[str, Form] = {}
        entry = self._store.get(f"{self._name} forms")
        if entry is not None:
            try:
                forms_decoded(*decoded(entry), found)
            except BROKEN:
                return {}
        return found

    def _part(self, name: str) -> FacePart | None:
        """A part as it is kept; None where it is not, or not whole."""
        if name not in self._opened:
            entry = self._store.get(f"{self._name} part {name}")
            part = None
            if entry is not None:
                try:
                    part = FacePart(entry, self._forms, self._shared)
                except BROKEN:
                    part = None
            self._opened[name] = part
        return self._opened[name]


def _parts(pieces: Iterable[Piece]) -> dict[str, str]:
    """The name of the part of each piece: that of its first one."""
    parts: dict[str, str] = {}
    first = ""
    for piece in pieces:
        key = piece.key
        if not first or crc32(key.encode("utf-8", "surrogatepass")) % _EACH == 0:
            first = key
        parts[key] = first
    return parts


def _placed(pieces: Iterable[PieceFaces]) -> Iterable[Form]:
    """The forms that kept pieces refer to: their backs, and what either side places."""
    found: dict[str, Form] = {}
    for faces in pieces:
        for face in (faces.front, faces.back):
            if isinstance(face, PdfFace) and face.form.name not in found:
                resources = face.form.resources
                found |= resources.forms
                found |= {mask.name: mask for mask in resources.masks.values()}
                if face is faces.back:
                    found[face.form.name] = face.form
    return found.values()


def _can_be_kept(composed: ComposedPiece, faces: PieceFaces, pictured: IdentityMemo[Form, bool]) -> bool:
    """Whether a piece is right wherever it stands; which forms have pictures is known of those that came before."""
    front, back = faces.front, faces.back
    if composed.diagnostics or faces.faults or not isinstance(front, PdfFace):
        return False
    resources = front.form.resources
    if resources.pictures or any(pictured.each([*resources.forms.values(), *resources.masks.values()])):
        return False
    return back is None or (isinstance(back, PdfFace) and not pictured.of(back.form))
