"""The straightforward way to the same files: ``python -m tests.bench.plain GAME OUT``.

One process, no cache, nothing pressed, and for every piece a composer that has composed nothing before: no layout, word,
drawing or face is used again. Slow, and what all quicker ways have to agree with.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pnp.build import edition
from pnp.build.pieces import ComposedPiece, Plan, compose_piece, composer_for
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import Workshop, open_workshop
from pnp.diagnostics import has_errors
from pnp.layout import Composer, SharedAssets
from pnp.model import Game, Piece


class _Forgetful:
    """Stands in for what remembers in an edition: its maker, and the composer that it would make all pieces with."""

    def __init__(self) -> None:
        self._given: tuple[Workshop, Game, Plan] | None = None

    def composer(
        self, workshop: Workshop, game: Game, plan: Plan, stock: SharedAssets | None = None
    ) -> Composer:
        del stock
        self._given = (workshop, game, plan)
        return composer_for(workshop, game, plan)

    def maker(self, *_: object) -> _Forgetful:
        return self

    def piece(self, piece: Piece) -> ComposedPiece:
        assert self._given is not None
        return compose_piece(composer_for(*self._given), piece)


def main() -> int:
    """Write the PDFs of the game in all its languages; 1 when it has errors."""
    folder, out = map(Path, sys.argv[1:3])
    way = _Forgetful()
    vars(edition).update(composer_for=way.composer, Maker=way.maker)
    workshop = open_workshop(folder, Path.cwd())
    assert workshop.game is not None
    result = build(workshop, BuildOptions(out=out, languages=workshop.game.languages, jobs=1))
    errors = [each for each in result.diagnostics if has_errors([each])]
    for each in errors:
        print(each.code, each.message, file=sys.stderr)
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main())
