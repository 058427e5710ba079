"""Making finished pieces: composing, and turning faces that will only be placed on sheets into forms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from pnp.diagnostics import Diagnostic
from pnp.draw import AnyFace, Face, FaceHashes
from pnp.impose import PieceFaces
from pnp.layout import Composer, Fit, Tightness, tightest
from pnp.model import Piece
from pnp.model.print import Ink
from pnp.pdf import PdfFace

if TYPE_CHECKING:
    from pnp.pdf import FormMaker

_BACKS_KEPT = 256
"""Backs that are remembered as forms by a maker: most decks have one, and one for each suit is not rare."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How faces are composed.

    Attributes:
        language: BCP 47 tag.
        bleed: Beyond the trim, in millimetres.
        jobs: Processes to compose in.
        ink: Theme, ``full`` or ``low``.
        as_forms: Whether nobody looks at the items of the faces afterwards. Boards keep theirs: tiles are cut of them.
    """

    language: str
    bleed: float
    jobs: int = 1
    ink: Ink = "full"
    as_forms: bool = False


@dataclass(frozen=True, slots=True)
class ComposedPiece:
    """A piece in one language.

    Attributes:
        faces: None when the front could not be composed.
        diagnostics: Faults of both sides.
        fits: How its texts fit; of a piece whose faces are forms only the tightest are known.
        tightest: Those that do not fit, or else the one that is nearest to it.
        reads: What both sides were composed from besides the piece (see ``pnp.layout.reads``).
    """

    faces: PieceFaces | None
    diagnostics: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]
    tightest: tuple[Tightness, ...] = ()
    reads: frozenset[str] = frozenset()


def compose_piece(composer: Composer, piece: Piece) -> ComposedPiece:
    """The piece's two sides."""
    front = composer.compose(piece, "front")
    found, fits, reads = list(front.diagnostics), list(front.fits), front.reads
    back = None
    if piece.back is not None:
        composed = composer.compose(piece, "back")
        back = composed.face
        found += composed.diagnostics
        fits += composed.fits
        reads |= composed.reads
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
    return ComposedPiece(faces, tuple(found), tuple(fits), tightest(fits), reads)


class Maker:
    """Makes the pieces of a game as a plan says.

    Args:
        composer: Made from the same plan.
        form_maker: Turns faces into forms; None where their items are needed.
        hashes: Of these faces; new ones when None.
    """

    def __init__(
        self, composer: Composer, form_maker: FormMaker | None = None, hashes: FaceHashes | None = None
    ) -> None:
        from pnp.preflight import FaceChecks

        self._composer = composer
        self._form_maker = form_maker
        self._hashes = hashes or FaceHashes()
        self._checks = FaceChecks()
        self._backs: dict[int, tuple[Face, PdfFace]] = {}

    def piece(self, piece: Piece) -> ComposedPiece:
        """The piece, composed; with a form maker its faces become forms once they have been checked."""
        composed = compose_piece(self._composer, piece)
        faces = composed.faces
        if self._form_maker is None or faces is None or piece.kind == "board":
            return composed
        drawn = PieceFaces(
            faces.key,
            faces.label,
            self._as_form(faces.front, "front"),
            faces.back and self._as_form(faces.back, "back"),
            faces.copies,
            faces.span,
            tuple(self._checks.faults(faces)),
            faces.unfit,
        )
        return ComposedPiece(drawn, composed.diagnostics, (), composed.tightest, composed.reads)

    def _as_form(self, face: AnyFace, side: Literal["front", "back"]) -> AnyFace:
        assert self._form_maker is not None
        if not isinstance(face, Face):
            return face
        if side == "front":
            return self._form_maker.face(face, self._hashes)
        known = self._backs.get(id(face.items))
        if known is None:
            if len(self._backs) >= _BACKS_KEPT:
                self._backs.clear()
            # The face is kept with its form: an id means nothing once its object is gone.
            known = self._backs[id(face.items)] = (face, self._form_maker.face(face, self._hashes))
        return known[1] if known[1].label == face.label else replace(known[1], label=face.label)
