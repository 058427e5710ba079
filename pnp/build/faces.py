"""Composing all faces of a game, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.build.workshop import Workshop, open_workshop
from pnp.diagnostics import Diagnostic
from pnp.impose import Ink, PieceFaces
from pnp.layout import Composer, Fit, Stock, shipped_layouts
from pnp.model import ComponentSet, Game, Piece
from pnp.translation import Translations

_BATCH = 64
"""Pieces that a process takes at a time: enough that handing them over costs little, few enough to share evenly."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How faces are composed.

    Attributes:
        language: BCP 47 tag.
        bleed: Beyond the trim, in millimetres.
        jobs: Processes to compose in.
        ink: Theme, ``full`` or ``low``.
    """

    language: str
    bleed: float
    jobs: int = 1
    ink: Ink = "full"


@dataclass(frozen=True, slots=True)
class ComposedPiece:
    """A piece in one language.

    Attributes:
        faces: None when the front could not be composed.
        diagnostics: Faults of both sides.
        fits: How its texts fit.
    """

    faces: PieceFaces | None
    diagnostics: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]


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
            piece.key, front.face.label or piece.id, front.face, back, piece.copies, piece.span
        )
    return ComposedPiece(faces, tuple(found), tuple(fits))


def compose_sets(
    workshop: Workshop,
    sets: Sequence[ComponentSet],
    composer: Composer,
    plan: Plan,
    step: Callable[[int], None],
) -> Iterator[tuple[ComponentSet, list[ComposedPiece]]]:
    """Each set with its composed pieces, in order; the same whatever ``plan.jobs`` is.

    Args:
        workshop: The game.
        sets: With the chosen pieces; those without copies are left out.
        composer: Made from the same plan.
        plan: Language, bleed and jobs; few pieces are composed in this process all the same.
        step: Told how many pieces have been composed since the last call.
    """
    printed = [(each, [piece for piece in each.pieces if piece.copies]) for each in sets]
    if plan.jobs < 2 or sum(len(pieces) for _, pieces in printed) <= _BATCH:
        for component_set, pieces in printed:
            composed = []
            for piece in pieces:
                composed.append(compose_piece(composer, piece))
                step(1)
            yield component_set, composed
        return
    from concurrent.futures import ProcessPoolExecutor

    initargs = (workshop.folder, plan)
    with ProcessPoolExecutor(plan.jobs, initializer=_start_worker, initargs=initargs) as pool:
        for component_set, pieces in printed:
            batches = [pieces[start : start + _BATCH] for start in range(0, len(pieces), _BATCH)]
            composed = []
            for batch in pool.map(_compose_batch, batches):
                composed += batch
                step(len(batch))
            yield component_set, composed


_WORKER: list[Composer] = []
"""The composer of a worker process, made once when the process starts; empty in the main process."""


def _start_worker(folder: Path, plan: Plan) -> None:
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None, "the main process has read the same files"
    translator = Translations(workshop.game, [plan.language]).translator(plan.language)
    _WORKER.append(composer_for(workshop, translator.game(), plan))


def _compose_batch(pieces: Sequence[Piece]) -> list[ComposedPiece]:
    return [compose_piece(_WORKER[0], piece) for piece in pieces]


def composer_for(workshop: Workshop, game: Game, plan: Plan, stock: Stock | None = None) -> Composer:
    """A composer for a game in one of its languages; ``game`` is in that language already.

    Args:
        workshop: The game with its assets.
        game: In the language of the plan.
        plan: How to compose.
        stock: Pictures and layouts that were read and compiled before.
    """
    return Composer(
        game,
        plan.language,
        workshop.fonts,
        workshop.icons,
        workshop.files,
        shipped_layouts(),
        plan.ink,
        bleed=plan.bleed,
        stock=stock,
    )
