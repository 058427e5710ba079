"""Commands of the terminal that the page runs as edits: the files that they write."""

from __future__ import annotations

import re

from pnp.build import measured_entries, tidied_files, updated_catalogues
from pnp.diagnostics import has_errors
from pnp.edit.step import WrongRequestError
from pnp.i18n import Catalogue, merge, write_catalogue
from pnp.model import FileFault
from pnp.preview.reading import Reading
from pnp.translation import Translations
from pnp.translation.translations import catalogue_path

_COMMAND = re.compile(r"i18n (update|tidy|new)(?: ([A-Za-z0-9-]{2,35}))?\Z")


def files_of(reading: Reading, command: str) -> dict[str, bytes]:
    """The content of each file that a command writes, by its path in the game's folder.

    Args:
        reading: Of the game.
        command: ``i18n update``, ``i18n tidy``, or ``i18n new`` with a language that the game lists.

    Raises:
        WrongRequestError: It is no such command.
        FileFault: The game has errors, or a file cannot be read any more.
    """
    workshop, found = reading.workshop, _COMMAND.match(command)
    game = workshop.game
    if found is None or game is None or (found[1] == "new") != bool(found[2]):
        raise WrongRequestError("an unknown command")
    translations = Translations(game)
    languages = game.languages[1:]
    if found[1] == "new":
        path = catalogue_path(found[2])
        if found[2] not in languages or workshop.files.names("locale", f"{found[2]}.po"):
            raise WrongRequestError("no new language")
        entries = measured_entries(workshop, game, Translations(game, ()))
        return {path: write_catalogue(merge(Catalogue(found[2]), entries), game.id)}
    if has_errors(workshop.diagnostics) or has_errors(translations.catalogues.diagnostics):
        raise FileFault(
            "the game has errors, and texts of what is faulty would be missing", "cure them first"
        )
    if found[1] == "tidy":
        return {each.path: each.content for each in tidied_files(workshop, game, translations, reading.cwd)}
    made = updated_catalogues(workshop, game, translations, languages)
    return {each.path: each.content for each in made if each.changed}
