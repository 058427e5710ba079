"""``pnp i18n update``: bring the files of translations up to date."""

from __future__ import annotations

import click

from pnp.build import Edition, Workshop, compose
from pnp.cli.i18n.opened import open_translations
from pnp.cli.options import game_option, translations_option
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import times
from pnp.i18n import Catalogue, Entry, merge, write_catalogue
from pnp.model import Game
from pnp.translation import Translations
from pnp.translation.notes import Budgets, wanted_entries
from pnp.translation.translations import catalogue_path, file_of


@click.command(name="update", epilog="Examples:  pnp i18n update --game doom    pnp i18n update --check")
@game_option
@translations_option
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file is out of date."
)
def command(game: str | None, lang: str, only_check: bool) -> int:
    """Update locale/*.po with the texts of the game.

    Nothing is lost: a changed text keeps its translation, marked fuzzy, and a removed one moves to the end of
    the file.
    """
    workshop, opened, translations, chosen = open_translations(game, lang)
    wanted = measured_entries(workshop, opened, translations)
    files: dict[str, bytes] = {}
    for language in chosen:
        before = translations.catalogues.by_language[language]
        after = merge(before, wanted)
        path = file_of(opened, before) or catalogue_path(language)
        content = write_catalogue(after, opened.id)
        if content != _written(opened, before):
            files[path] = content
        say(f"{path}: {_told(before, after)}")
    if only_check:
        return Exit.FAULTS if files else Exit.FINE
    faults = write_files(workshop.folder, files)
    report(faults, {}, "full")
    return Exit.ENVIRONMENT if faults else Exit.FINE


def measured_entries(workshop: Workshop, game: Game, translations: Translations) -> list[Entry]:
    """The texts of a game with what a translator must know of each, the room on the faces included."""
    edition = Edition(workshop, translations.translator(game.language), bleed=0.0)
    budgets = Budgets(compose(edition).fits, edition.context)
    return wanted_entries(game, translations.extracted, budgets)


def _written(game: Game, catalogue: Catalogue) -> bytes | None:
    """The file as it was read."""
    found = [source for source in game.translations if source.file == catalogue.file]
    return found[0].text.encode() if found else None


def _told(before: Catalogue, after: Catalogue) -> str:
    """The changes to the texts, in a few words."""
    old, new = before.by_key(), after.by_key()
    fresh = [entry for entry in after.living() if entry.key not in old]
    changed = sum(entry.fuzzy for entry in fresh)
    gone = sum(key not in new for key in old)
    parts = [times(len(new), "text")]
    parts += [f"{len(fresh)} new" if fresh else "", f"{changed} of them reworded" if changed else ""]
    parts += [f"{gone} gone" if gone else "", f"{_open(after)} to translate"]
    return ", ".join(part for part in parts if part)


def _open(catalogue: Catalogue) -> int:
    return sum(not entry.usable for entry in catalogue.living())
