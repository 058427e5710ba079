"""Composing all faces of a game, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from pnp.build.maker import ComposedPiece, Maker, Plan
from pnp.build.packing import PACKING
from pnp.build.workshop import Workshop
from pnp.draw import PictureData
from pnp.layout import ComposeContext, Composer, SharedAssets, shipped_layouts
from pnp.model import ComponentSet, Game, Piece
from pnp.workers import in_background, shared

if TYPE_CHECKING:
    from pnp.build.kept_faces import KeptFaces

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
        pictures: Gives the pictures that have been loaded, by key: forked processes have them, so these do not travel back.
    """

    def __init__(
        self,
        sets: Sequence[ComponentSet],
        maker: Maker,
        plan: Plan,
        kept: KeptFaces | None = None,
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

    Made before the work is shared out, they bring in fonts, layouts and libraries, which every process then has.
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
