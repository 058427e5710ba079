"""Opening a game for the commands that work on its translations."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pnp.build import Workshop
from pnp.cli.opening import Stop, languages, open_readable_game
from pnp.cli.process import Exit
from pnp.cli.terminal import report
from pnp.diagnostics import has_errors
from pnp.i18n import Catalogue
from pnp.model import Game
from pnp.translation import Translations


def open_translations(game: str | None, lang: str) -> tuple[Workshop, Game, Translations, tuple[str, ...]]:
    """A game without errors, its translations, and the languages of ``--lang``, by default all translations.

    Raises: Stop: The data of the game or a file of translations have errors; they have been reported. Texts
        of what is faulty would be missing. click.UsageError: The game has no other language than its own.
    """
    workshop, opened = open_readable_game(game)
    if has_errors(workshop.diagnostics):
        report(workshop.diagnostics, workshop.sources, "full")
        raise Stop(Exit.FAULTS)
    chosen = [tag for tag in languages(opened, lang or "all") if tag != opened.language]
    if not chosen:
        raise click.UsageError(
            f"'{opened.id}' has no language but '{opened.language}'; add one with 'pnp i18n new LANG'"
        )
    translations = Translations(opened, chosen)
    found = translations.catalogues.diagnostics
    if has_errors(found):
        report(found, workshop.sources, "full")
        raise Stop(Exit.FAULTS)
    return workshop, opened, translations, tuple(chosen)


def one_catalogue(translations: Translations, chosen: Sequence[str]) -> Catalogue:
    """The catalogue of the only language that was chosen."""
    catalogue = translations.catalogue(chosen[0])
    assert catalogue is not None  # open_translations leaves the game's own language out
    return catalogue
