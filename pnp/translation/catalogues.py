"""The files of translations that a game has, and the one that it should have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, error, warning
from pnp.i18n import Catalogue, LanguageTagError, normalise_tag, read_catalogue
from pnp.model import Game, TranslationSource
from pnp.source import Span, path_of

FOLDER = "locale"


@dataclass(frozen=True, slots=True)
class Catalogues:
    """The translations of a game by language, and what is wrong with their files."""

    by_language: Mapping[str, Catalogue]
    diagnostics: tuple[Diagnostic, ...]


def catalogue_path(language: str) -> str:
    """The path of the translations into a language in the game's folder."""
    return f"{FOLDER}/{language}.po"


def read_catalogues(game: Game, languages: Sequence[str] | None = None) -> Catalogues:
    """The catalogues of the game's languages, or of some of them.

    A language of the game without a file has an empty catalogue and a warning (K410). Files that are named by no
    language, by the game's own, or by one that the game does not list are reported (K411).

    Args:
        game: As it was loaded.
        languages: Those to read; None for all.
    """
    wanted = [
        tag for tag in game.languages if tag != game.language and (languages is None or tag in languages)
    ]
    found: dict[str, Catalogue] = {}
    reported: list[Diagnostic] = []
    for source in game.translations:
        tag, faults = _language(source, game)
        reported += faults
        if tag in wanted and tag not in found:
            catalogue, faults = read_catalogue(source.text, source.file, tag)
            found[tag] = catalogue
            reported += faults
    for tag in wanted:
        if tag not in found:
            found[tag] = Catalogue(tag)
            cure = f"make it with 'pnp i18n new {tag}'"
            message = f"there is no file of translations for '{tag}'"
            reported.append(warning("K410", message, game.place_of_language(tag), cure))
    return Catalogues({tag: found[tag] for tag in wanted}, tuple(reported))


def _language(source: TranslationSource, game: Game) -> tuple[str, list[Diagnostic]]:
    """The language that the name of a file stands for, and what is wrong with that."""
    span = Span(source.file)
    try:
        tag = normalise_tag(source.name)
    except LanguageTagError as fault:
        cure = (
            f"call it {fault.suggestion}.po" if fault.suggestion else "name it by a language, such as pl.po"
        )
        if "/LC_MESSAGES/" in source.name:
            cure = f"move it to locale/{source.name.split('/')[0]}.po"
        return "", [error("K411", str(fault), span, cure)]
    if tag == game.language:
        message = f"'{tag}' is the game's own language, and its texts stand in the data"
        return "", [warning("K411", message, span, "remove the file")]
    if tag not in game.languages:
        cure = f"add '{tag}' to 'languages' in game.yaml, or remove the file"
        return "", [warning("K411", f"the game does not list the language '{tag}'", span, cure)]
    return tag, []


def relative(game: Game, file: str) -> str:
    """A file as it is shown to the author, relative to the game's folder, so that it is the same for everybody."""
    path = path_of(file)
    return path if game.folder == "." else path.removeprefix(f"{game.folder}/")


def file_of(game: Game, catalogue: Catalogue) -> str | None:
    """The path of a catalogue's file in the game's folder; None where it was never written."""
    return relative(game, catalogue.file) if catalogue.file else None
