"""Files of translations that pnp writes: updated, begun, and tidied together with their texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.build.composing import compose
from pnp.build.edition import Edition
from pnp.build.workshop import Workshop
from pnp.edit.following import translations_after
from pnp.i18n import Catalogue, Entry, merge, write_catalogue
from pnp.load import load_game
from pnp.model import Game
from pnp.translation import Translations
from pnp.translation.notes import Budgets, wanted_entries
from pnp.translation.tidy import edits_by_file, tidied
from pnp.translation.translations import catalogue_path, file_of, relative


class UpdatedCatalogue(NamedTuple):
    """A file of translations with the texts that the game has now.

    Attributes:
        path: In the game's folder.
        before: As it was.
        after: As it is now.
        content: Of the file.
        changed: Whether that is another one.
    """

    path: str
    before: Catalogue
    after: Catalogue
    content: bytes
    changed: bool


def measured_entries(workshop: Workshop, game: Game, translations: Translations) -> list[Entry]:
    """The texts of a game with what a translator must know of each, the room on the faces included."""
    edition = Edition(workshop, translations.translator(game.language), bleed=0.0)
    budgets = Budgets(compose(edition).fits, edition.context)
    return wanted_entries(game, translations.extracted, budgets)


def updated_catalogues(
    workshop: Workshop, game: Game, translations: Translations, languages: Sequence[str]
) -> Iterator[UpdatedCatalogue]:
    """The files of translations with the texts of the game; see ``pnp.i18n.merge``.

    Args:
        workshop: The game, without errors.
        game: The same.
        translations: Into at least these languages.
        languages: BCP 47 tags.
    """
    wanted = measured_entries(workshop, game, translations)
    texts = {source.file: source.text.encode() for source in game.translations}
    for language in languages:
        before = translations.catalogues.by_language[language]
        after = merge(before, wanted)
        path = file_of(game, before) or catalogue_path(language)
        content = write_catalogue(after, game.id)
        yield UpdatedCatalogue(path, before, after, content, content != texts.get(before.file))


class TidiedFile(NamedTuple):
    """A file whose texts have the marks of their languages.

    Attributes:
        path: In the game's folder.
        content: Of the file.
        changes: Stretches of texts that were rewritten; 0 where only translations follow their texts.
    """

    path: str
    content: bytes
    changes: int


def tidied_files(workshop: Workshop, game: Game, translations: Translations, cwd: Path) -> list[TidiedFile]:
    """The files that change when quotation marks, apostrophes, dots and dashes are tidied.

    Args:
        workshop: The game, without errors.
        game: The same.
        translations: Into all its languages.
        cwd: Names of files are shown relative to it.

    Raises:
        FileFault: A file cannot be read any more.
    """
    found: dict[str, TidiedFile] = {}
    for shown, edits in edits_by_file(translations).items():
        path = relative(game, shown)
        data = workshop.files.read(path)
        changed = tidied(data, edits)
        if changed != data:
            found[path] = TidiedFile(path, changed, len(set(edits)))
    contents = {path: each.content for path, each in found.items()}
    after = load_game(workshop.folder, cwd=cwd, unsaved=contents).game if found else None
    if after is not None:
        followed = translations_after(game, after, workshop.files, contents, checked=True)
        for path, content in followed.items():
            found[path] = TidiedFile(path, content, found[path].changes if path in found else 0)
    return list(found.values())
