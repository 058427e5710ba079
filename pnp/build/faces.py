"""Composing all faces of a game, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.build.crew import shared_out
from pnp.build.kept_faces import KeptFaces
from pnp.build.maker import ComposedPiece, Maker, Plan
from pnp.build.workshop import Workshop
from pnp.layout import Composer, Stock, shipped_layouts
from pnp.model import ComponentSet, Game, Piece

_WORTH_SHARING = 60
"""Pieces from which on another process saves more time than it costs."""


def compose_sets(
    sets: Sequence[ComponentSet],
    maker: Maker,
    plan: Plan,
    step: Callable[[int], None],
    kept: KeptFaces | None = None,
    made: Mapping[str, ComposedPiece] | None = None,
    settle: Callable[[], None] = lambda: None,
) -> Iterator[tuple[ComponentSet, list[ComposedPiece]]]:
    """Each set with its composed pieces, in order; the same whatever ``plan.jobs`` is.

    Args:
        sets: With the chosen pieces; those without copies are left out.
        maker: Made from the same plan.
        plan: Language, bleed and jobs; few pieces are composed in this process all the same.
        step: Told how many pieces have been composed since the last call.
        kept: Pieces of earlier runs, which are not composed again; those of this run are added.
        made: Pieces by key that ``maker`` has made already.
        settle: Called before processes are forked: ends the threads of this one.
    """
    printed = [(each, [piece for piece in each.pieces if piece.copies]) for each in sets]
    every = [piece for _, pieces in printed for piece in pieces]
    known = made or {}
    ready = {piece.key: known.get(piece.key) or (kept and kept.get(piece)) for piece in every}
    jobs = plan.jobs if sum(each is None for each in ready.values()) >= _WORTH_SHARING else 1
    if jobs > 1:
        settle()
        ready |= {piece.key: ready[piece.key] or maker.piece(piece) for piece in firsts(sets)}
    wanted = [piece for piece in every if ready[piece.key] is None]
    step(len(every) - len(wanted))
    rest = iter(shared_out(lambda number: maker.piece(wanted[number]), len(wanted), jobs, step))
    composed = [ready[piece.key] or next(rest) for piece in every]
    if kept is not None:
        kept.save(list(zip(every, composed, strict=True)))
    in_order = iter(composed)
    for component_set, pieces in printed:
        yield component_set, [next(in_order) for _ in pieces]


def firsts(sets: Sequence[ComponentSet]) -> list[Piece]:
    """The first printed piece of each set.

    Made before the work is shared out, they bring in fonts, layouts and libraries, which every process then has.
    """
    printed = [[piece for piece in each.pieces if piece.copies] for each in sets]
    return [pieces[0] for pieces in printed if pieces]


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
