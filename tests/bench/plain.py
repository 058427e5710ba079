"""The straightforward way to the same files: ``python -m tests.bench.plain GAME OUT``.

One process, no cache, nothing pressed, and for every piece a composer that has composed nothing before: no layout, word,
drawing or face is used again. Slow, and what all quicker ways have to agree with.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from pnp.build import language_run
from pnp.build.edition import ComposedPiece, Edition, compose_piece
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import Workshop, open_workshop
from pnp.diagnostics import has_errors
from pnp.model import ComponentSet, Piece
from pnp.model.print import Ink
from pnp.translation import Translator


class _Forgetful(Edition):
    """An edition that reads and composes everything again for each piece, and makes no forms."""

    def __init__(
        self,
        workshop: Workshop,
        translator: Translator,
        sets: Sequence[ComponentSet] | None = None,
        *,
        bleed: float | None = None,
        ink: Ink = "full",
        **_: object,
    ) -> None:
        super().__init__(workshop, translator, sets, bleed=bleed, ink=ink)

    def piece(self, piece: Piece) -> ComposedPiece:
        """The piece, composed by an edition of its own."""
        alone = Edition(self.workshop, self.translator, bleed=self.bleed, ink=self.ink)
        return compose_piece(alone.composer, piece)


def main() -> int:
    """Write the PDFs of the game in all its languages; 1 when it has errors."""
    folder, out = map(Path, sys.argv[1:3])
    vars(language_run).update(Edition=_Forgetful)
    workshop = open_workshop(folder, Path.cwd())
    assert workshop.game is not None
    result = build(workshop, BuildOptions(out=out, languages=workshop.game.languages, jobs=1))
    errors = [each for each in result.diagnostics if has_errors([each])]
    for each in errors:
        print(each.code, each.message, file=sys.stderr)
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main())
