"""Composing a game in one language without printing it, to see how its texts fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.build.faces import compose_sets, composer_for
from pnp.build.maker import ComposedPiece, Maker, Plan
from pnp.build.workshop import Workshop
from pnp.layout import Composer, Fit
from pnp.model import ComponentSet, Game
from pnp.translation import Translations


@dataclass(frozen=True, slots=True)
class InLanguage:
    """A game composed in one of its languages.

    Attributes:
        game: In that language.
        composer: That composed it.
        sets: Each set with its printed pieces.
    """

    game: Game
    composer: Composer
    sets: Sequence[tuple[ComponentSet, Sequence[ComposedPiece]]]

    @property
    def fits(self) -> list[Fit]:
        """How the texts of all faces fit, in order of printing."""
        return [fit for _, pieces in self.sets for piece in pieces for fit in piece.fits]


def compose_language(workshop: Workshop, translations: Translations, language: str) -> InLanguage:
    """All printed pieces of a sound game in one of its languages."""
    translator = translations.translator(language)
    game = translator.game()
    plan = Plan(language, _BLEED)
    composer = composer_for(workshop, game, plan)
    return InLanguage(game, composer, list(compose_sets(game.sets, Maker(composer), plan, lambda _: None)))


_BLEED = 0.0
"""Nothing is printed; texts don't reach into the bleed."""
