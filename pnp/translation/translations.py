"""A game with all its translations: the texts that it has, its catalogues, and the game in each language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.checks import Case
from pnp.diagnostics import Diagnostic
from pnp.i18n import Catalogue
from pnp.model import Game
from pnp.translation.catalogues import Catalogues, read_catalogues
from pnp.translation.localise import Translator

if TYPE_CHECKING:  # what reads and compares texts is imported where there is a second language
    from pnp.rulebook import Rulebook
    from pnp.translation.extract import Extracted


class Translations:
    """Everything about the languages of a game, each part made when it is first asked for.

    Args:
        game: As it was loaded.
        languages: Those to look at; None for all that the game lists.
    """

    def __init__(self, game: Game, languages: Sequence[str] | None = None) -> None:
        self.game = game
        self._languages = languages

    @cached_property
    def catalogues(self) -> Catalogues:
        """The files of translations."""
        return read_catalogues(self.game, self._languages)

    @cached_property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """The rulebooks, parsed."""
        from pnp.rulebook import parse_rulebook

        return tuple(parse_rulebook(source) for source in self.game.rulebooks)

    @cached_property
    def extracted(self) -> Extracted:
        """The texts of the game."""
        from pnp.translation.extract import extract

        return extract(self.game, self.rulebooks)

    def catalogue(self, language: str) -> Catalogue | None:
        """The translations into a language; None for the game's own."""
        return None if language == self.game.language else self.catalogues.by_language[language]

    def translator(self, language: str) -> Translator:
        """Gives the texts of one of the game's languages."""
        return Translator(self.game, self.catalogue(language))

    def check(self, case: Case) -> list[Diagnostic]:
        """All findings about the languages that are looked at."""
        found = list(self.catalogues.diagnostics)
        if len(self.game.languages) > 1:
            from pnp.translation.label import check_labels

            found += check_labels(self.game, case.layouts)
        if not self.catalogues.by_language:
            return found
        from pnp.translation.check import check_catalogue

        for catalogue in self.catalogues.by_language.values():
            found += check_catalogue(case, self.extracted, self.rulebooks, catalogue)
        return found
