"""A game with all its translations: its texts, its catalogues, and the game in each language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pnp.checks import Case
from pnp.diagnostics import Diagnostic, error, warning
from pnp.diagnostics.diagnostic import Allowance
from pnp.i18n import Catalogue, LanguageTagError, normalise_tag
from pnp.model import Game, TranslationSource
from pnp.source import Span, path_of
from pnp.translation.localise import Translator
from pnp.translation.table_texts import check_tables, table_texts, with_table_texts

if TYPE_CHECKING:
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
        self._labels: tuple[Case, list[Diagnostic]] | None = None
        self._files: dict[TranslationSource, _FileRead] = {}
        self._found: dict[str, tuple[Case, list[Diagnostic]]] = {}

    def renewed(self, game: Game) -> Translations:
        """The same after files of translations alone have changed.

        The texts of the game, files that are as they were, and findings about these are taken over.
        """
        again = Translations(game, self._languages)
        again._labels = self._labels
        again._files = {source: self._files[source] for source in game.translations if source in self._files}
        same = {source.file for source in again._files}
        again._found = {file: found for file, found in self._found.items() if file in same}
        for name in ("rulebooks", "extracted"):
            if name in vars(self):
                vars(again)[name] = vars(self)[name]
        return again

    @cached_property
    def catalogues(self) -> Catalogues:
        """The files of translations."""
        return read_catalogues(self.game, self._languages, self._files)

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

    def allowances(self) -> tuple[Allowance, ...]:
        """The warnings that the game accepts: in its data files, and in the comments of translations."""
        catalogues = self.catalogues.by_language.values()
        entries = (entry for catalogue in catalogues for entry in catalogue.living() if entry.comments)
        return (*self.game.allowances(), *(each for entry in entries for each in entry.allowances()))

    def check_file(self, case: Case, file: str) -> list[Diagnostic]:
        """The findings about the language of one file, and those of reading translations."""
        found = list(self.catalogues.diagnostics)
        for catalogue in self.catalogues.by_language.values():
            if catalogue.file == file:
                found += self._check_language(case, catalogue)
        return found

    def check_languages(self, case: Case) -> Iterator[list[Diagnostic]]:
        """The findings of each language."""
        for catalogue in self.catalogues.by_language.values():
            yield self._check_language(case, catalogue)

    @contextmanager
    def checking(self, case: Case, jobs: int) -> Iterator[Callable[[], Iterator[list[Diagnostic]]]]:
        """Lets other processes begin to check the languages; the value gives what was found in each.

        Args:
            case: As for the other checks.
            jobs: Number of processes; 0 for as many as there are cores.
        """
        catalogues = list(self.catalogues.by_language.values())
        if len(catalogues) < 2:
            yield lambda: self.check_languages(case)
            return
        import pnp.translation.check  # noqa: F401 - processes that are forked share this and the texts
        from pnp.workers import shared, usable_cores

        self.extracted  # noqa: B018
        jobs = jobs or usable_cores()
        with shared(lambda at: self._check_language(case, catalogues[at]), len(catalogues), jobs) as results:
            yield lambda: results(lambda _: None)

    def check_common(self, case: Case) -> list[Diagnostic]:
        """The findings that are common to all languages."""
        found = list(self.catalogues.diagnostics)
        if len(self.game.languages) > 1:
            from pnp.translation.check import check_labels

            if self._labels is None or self._labels[0] is not case:
                self._labels = (case, list(check_labels(self.game, case.layouts)))
            found += self._labels[1]
        return found

    def _check_language(self, case: Case, catalogue: Catalogue) -> list[Diagnostic]:
        """The findings about a language; looked for once for each case."""
        from pnp.translation.check import check_catalogue

        known = self._found.get(catalogue.file) if catalogue.file else None
        if known is None or known[0] is not case:
            known = (case, check_catalogue(case, self.extracted, self.rulebooks, catalogue))
            self._found[catalogue.file] = known
        return known[1]


FOLDER = "locale"


_FileRead: TypeAlias = tuple[Catalogue, list[Diagnostic]]
"""The content of a file of translations, and the faults of its form."""


class Catalogues(NamedTuple):
    """The translations of a game by language, and what is wrong with their files."""

    by_language: Mapping[str, Catalogue]
    diagnostics: tuple[Diagnostic, ...]


def catalogue_path(language: str) -> str:
    """The path of the translations into a language in the game's folder."""
    return f"{FOLDER}/{language}.po"


def read_catalogues(
    game: Game,
    languages: Sequence[str] | None = None,
    known: MutableMapping[TranslationSource, _FileRead] | None = None,
) -> Catalogues:
    """The catalogues of the game's languages, or of some of them, with the texts that tables have in them.

    A language of the game without a file has an empty catalogue and a warning (K410), unless tables have
    texts in it. Files that are named by no language, by the game's own, or by one that the game does not list
    are reported (K411), and so are columns of such languages; K412 and K413 are about texts of tables.

    Args:
        game: As it was loaded.
        languages: Those to read; None for all.
        known: Files that were read before; those that are read now are added.
    """
    known = {} if known is None else known
    wanted = [
        tag for tag in game.languages if tag != game.language and (languages is None or tag in languages)
    ]
    found: dict[str, Catalogue] = {}
    reported: list[Diagnostic] = []
    for source in game.translations:
        tag, faults = _language(source, game)
        reported += faults
        if tag in wanted and tag not in found:
            if source not in known:
                from pnp.i18n import read_catalogue  # most games have no such files

                known[source] = read_catalogue(source.text, source.file, tag)
            found[tag], faults = known[source]
            reported += faults
    of_tables = table_texts(game)
    reported += check_tables(game, of_tables, found)
    for tag in wanted:
        if tag in of_tables:
            found[tag] = with_table_texts(found.get(tag) or Catalogue(tag), of_tables[tag])
        elif tag not in found:
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
        message = f"'{tag}' is the game's own language, and its texts are in the data"
        return "", [warning("K411", message, span, "remove the file")]
    if tag not in game.languages:
        cure = f"add '{tag}' to 'languages' in game.yaml, or remove the file"
        return "", [warning("K411", f"the game does not list the language '{tag}'", span, cure)]
    return tag, []


def relative(game: Game, file: str) -> str:
    """A file as shown to the author, relative to the game's folder, so that it is the same for everybody."""
    path = path_of(file)
    return path if game.folder == "." else path.removeprefix(f"{game.folder}/")


def file_of(game: Game, catalogue: Catalogue) -> str | None:
    """The path of a catalogue's file in the game's folder; None where it was never written."""
    return relative(game, catalogue.file) if catalogue.file else None
