"""Making the finished pieces of a game, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import AnyFace, Face, FaceHashes, Outline, PictureData
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.layout import ComposeContext, Composer, Fit, SharedAssets, Tightness, shipped_layouts, tightest
from pnp.model import ComponentSet, Game, Piece
from pnp.model.print import Ink
from pnp.pdf import Form, PdfFace, PdfResources
from pnp.workers import Packing, in_background, shared

if TYPE_CHECKING:
    from pnp.build.face_cache import FaceCache
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
        as_forms: Whether nobody looks at the items of the faces afterwards. Boards keep theirs: tiles are cut
            of them.
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


PACKING = Packing(
    {Form: attrgetter("name"), PictureData: attrgetter("key")},
    (ComposedPiece, PieceFaces, PdfFace, Outline, Box, PdfResources),
)
"""How pieces, pages and editions travel between processes."""


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


InSet: TypeAlias = tuple[ComponentSet, list[ComposedPiece]]
"""A set with its composed pieces."""

Finish: TypeAlias = Callable[[Callable[[int], None]], list[InSet]]
"""Composes what is left; given a ``step`` that is told how many pieces have been composed since the last call."""

_WORTH_SHARING = 60
"""Pieces from which on another process saves more time than it costs."""


def compose_sets(
    sets: Sequence[ComponentSet], maker: Maker, plan: Plan, step: Callable[[int], None]
) -> Iterator[InSet]:
    """Each set with its composed pieces, in order; nothing is kept (see ``Composing``)."""
    composing = Composing(sets, maker, plan)
    with composing.begun() as finish:
        yield from finish(step)


class Composing:
    """The pieces of a game in one language, composed or to be composed; the same whatever ``plan.jobs`` is.

    Args:
        sets: With the chosen pieces; those without copies are left out.
        maker: Made from the same plan.
        plan: Language, bleed and jobs; few pieces are composed in this process all the same.
        kept: Pieces of earlier runs, which are not composed again; those of this run are added.
        made: Pieces by key that ``maker`` has made already.
        pictures: Gives the pictures that have been loaded, by key: forked processes have them, so these do
            not travel back.
    """

    def __init__(
        self,
        sets: Sequence[ComponentSet],
        maker: Maker,
        plan: Plan,
        kept: FaceCache | None = None,
        made: Mapping[str, ComposedPiece] | None = None,
        pictures: Callable[[], Mapping[str, PictureData]] = dict,
    ) -> None:
        self._sets, self._maker, self._kept, self._pictures = sets, maker, kept, pictures
        self._printed = [(each, [piece for piece in each.pieces if piece.copies]) for each in sets]
        self._every = [piece for _, pieces in self._printed for piece in pieces]
        known = made or {}
        self._ready = {piece.key: known.get(piece.key) or (kept and kept.get(piece)) for piece in self._every}
        missing = sum(each is None for each in self._ready.values())
        self._jobs = plan.jobs if missing >= _WORTH_SHARING else 1

    @contextmanager
    def begun(self) -> Iterator[Finish]:
        """Lets other processes begin, if they are worth it; what is yielded gives each set with its pieces, in order."""
        ready, maker = self._ready, self._maker
        pictures: Mapping[str, PictureData] = {}
        if self._jobs > 1:
            ready |= {piece.key: ready[piece.key] or maker.piece(piece) for piece in firsts(self._sets)}
            pictures = self._pictures()
        wanted = [piece for piece in self._every if ready[piece.key] is None]
        with ExitStack() as stack:
            results = stack.enter_context(
                shared(lambda number: maker.piece(wanted[number]), len(wanted), self._jobs, PACKING, pictures)
            )

            def finish(step: Callable[[int], None]) -> list[InSet]:
                step(len(self._every) - len(wanted))
                rest = results(step)
                composed = [ready[piece.key] or next(rest) for piece in self._every]
                if self._kept is not None:
                    every = list(zip(self._every, composed, strict=True))
                    saved = stack.enter_context(in_background(partial(self._kept.save, every), self._jobs))
                    stack.callback(saved)  # waits for it
                in_order = iter(composed)
                return [(each, [next(in_order) for _ in pieces]) for each, pieces in self._printed]

            yield finish


def firsts(sets: Sequence[ComponentSet]) -> list[Piece]:
    """The first printed piece of each set.

    Made before the work is shared out, they bring in fonts, layouts and libraries, which every process then
    has.
    """
    printed = [[piece for piece in each.pieces if piece.copies] for each in sets]
    return [pieces[0] for pieces in printed if pieces]


def composer_for(workshop: Workshop, game: Game, plan: Plan, assets: SharedAssets | None = None) -> Composer:
    """A composer for a game in one of its languages; ``game`` is in that language already.

    Args:
        workshop: The game with its assets.
        game: In the language of the plan.
        plan: How to compose.
        assets: Pictures and layouts that were read before; None for none.
    """
    ground = ComposeContext(
        game=game,
        language=plan.language,
        fonts=workshop.fonts,
        icons=workshop.icons,
        assets=assets or SharedAssets(workshop.files),
        shipped_layouts=shipped_layouts(),
        bleed=plan.bleed,
        ink=plan.ink,
    )
    return Composer(ground)
