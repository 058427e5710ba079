"""Making finished pieces: composing, and pressing what will only be placed on sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from pnp.diagnostics import Diagnostic
from pnp.draw import Face, FaceHashes, PressedFace
from pnp.impose import PieceFaces
from pnp.layout import Composer, Fit, Tightness, tightest
from pnp.model import Piece
from pnp.model.print import Ink

if TYPE_CHECKING:
    from pnp.press import Press

_BACKS_KEPT = 256
"""Pressed backs that are remembered by a maker: most decks have one, and one for each suit is not rare."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How faces are composed.

    Attributes:
        language: BCP 47 tag.
        bleed: Beyond the trim, in millimetres.
        jobs: Processes to compose in.
        ink: Theme, ``full`` or ``low``.
        pressed: Whether nobody looks at the items of the faces afterwards. Boards keep theirs: tiles are cut of them.
    """

    language: str
    bleed: float
    jobs: int = 1
    ink: Ink = "full"
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class ComposedPiece:
    """A piece in one language.

    Attributes:
        faces: None when the front could not be composed.
        diagnostics: Faults of both sides.
        fits: How its texts fit; of a pressed piece only the tightest are known.
        tightest: Those that do not fit, or else the one that is nearest to it.
    """

    faces: PieceFaces | None
    diagnostics: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]
    tightest: tuple[Tightness, ...] = ()


def compose_piece(composer: Composer, piece: Piece) -> ComposedPiece:
    """The piece's two sides."""
    front = composer.compose(piece, "front")
    found, fits = list(front.diagnostics), list(front.fits)
    back = None
    if piece.back is not None:
        composed = composer.compose(piece, "back")
        back = composed.face
        found += composed.diagnostics
        fits += composed.fits
    faces = None
    if front.face is not None:
        faces = PieceFaces(
            piece.key,
            front.face.label or piece.id,
            front.face,
            back,
            piece.copies,
            piece.span,
            unfit=tuple(fit.words for fit in fits if fit.overset),
        )
    return ComposedPiece(faces, tuple(found), tuple(fits), tightest(fits))


class Maker:
    """Makes the pieces of a game as a plan says.

    Args:
        composer: Made from the same plan.
        press: For faces that are pressed; None when none are.
        hashes: Of pressed faces; new ones when None.
    """

    def __init__(
        self, composer: Composer, press: Press | None = None, hashes: FaceHashes | None = None
    ) -> None:
        from pnp.preflight import FaceChecks

        self._composer = composer
        self._press = press
        self._hashes = hashes or FaceHashes()
        self._checks = FaceChecks()
        self._backs: dict[int, tuple[Face, PressedFace]] = {}

    def piece(self, piece: Piece) -> ComposedPiece:
        """The piece, pressed when it may be; its faces have been looked at then, and what was found is with them."""
        composed = compose_piece(self._composer, piece)
        faces = composed.faces
        if self._press is None or faces is None or piece.kind == "board":
            return composed
        pressed = PieceFaces(
            faces.key,
            faces.label,
            self._pressed(faces.front, "front"),
            faces.back and self._pressed(faces.back, "back"),
            faces.copies,
            faces.span,
            tuple(self._checks.faults(faces)),
            faces.unfit,
        )
        return ComposedPiece(pressed, composed.diagnostics, (), composed.tightest)

    def _pressed(self, face: Face | PressedFace, side: Literal["front", "back"]) -> PressedFace:
        assert self._press is not None
        if isinstance(face, PressedFace):
            return face
        if side == "front":
            return self._press.pressed(face, self._hashes)
        known = self._backs.get(id(face.items))
        if known is None:
            if len(self._backs) >= _BACKS_KEPT:
                self._backs.clear()
            # The face is kept with its plate: an id means nothing once its object is gone.
            known = self._backs[id(face.items)] = (face, self._press.pressed(face, self._hashes))
        return known[1] if known[1].label == face.label else replace(known[1], label=face.label)
