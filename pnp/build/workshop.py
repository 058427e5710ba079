"""An opened game: its values, its assets, its faults so far, and findings of later stages beside these."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from pnp.checks import Case, case_of, check_case
from pnp.checks.fact import check_unread_facts
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.diagnostics.diagnostic import accept
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.layout.library import shipped_layouts
from pnp.load import (
    EarlierSets,
    FolderFiles,
    Loaded,
    SourceTexts,
    UserSettings,
    game_fonts,
    game_icons,
    load_game,
)
from pnp.model import Files, Game
from pnp.rules import ClaimResult, check_claims
from pnp.store import OFF, Store
from pnp.translation import Translations
from pnp.translation.wording import in_made_up


@dataclass(frozen=True, slots=True)
class Workshop:
    """A loaded game with its assets.

    Attributes:
        folder: Of the game.
        game: Its data; None if its files cannot be read.
        fonts: The game's own first, then the shared ones.
        icons: Likewise.
        files: Reads the game's pictures.
        sources: Text of each file that was read, for excerpts.
        diagnostics: The findings of reading.
        user: The user's settings for all games; their profiles are among those of the game.
        cache: Has results of earlier runs.
        font_faults: The diagnostics about the game's own fonts.
    """

    folder: Path
    game: Game | None
    fonts: FontLibrary
    icons: IconLibrary
    files: Files
    sources: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]
    user: UserSettings = field(default_factory=UserSettings)
    cache: Store = OFF
    font_faults: tuple[Diagnostic, ...] = ()

    def case(self, game: Game) -> Case:
        """A game with everything that its names may refer to; it may be another than that of the workshop."""
        return case_of(game, self.icons, self.fonts, self.files, shipped_layouts())

    def __reduce__(self) -> tuple[Any, ...]:
        """For a spawned process that composes: fonts and icons are read again, findings stay here."""
        return _workshop_again, (self.folder, self.game, self.files, self.cache)


def _workshop_again(folder: Path, game: Game, files: FolderFiles, cache: Store) -> Workshop:
    """The same game in another process."""
    fonts, _ = game_fonts(files, cache)
    return Workshop(folder, game, fonts, game_icons(files, fonts), files, {}, (), cache=cache)


def open_workshop(
    folder: Path,
    cwd: Path,
    user: UserSettings | None = None,
    cache: Store = OFF,
    earlier: EarlierSets | None = None,
    unsaved: Mapping[str, bytes] | None = None,
) -> Workshop:
    """The game in ``folder``, read and resolved, with its fonts and icons.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Names of files are shown relative to it.
        user: The user's settings for all games.
        cache: Changes nothing but the time.
        earlier: For a caller that will read the game again (see ``load_game``).
        unsaved: Content of files as an editor has it (see there).
    """
    user = user or UserSettings()
    loaded: Loaded = load_game(folder, cwd=cwd, profiles=user.profiles, earlier=earlier, unsaved=unsaved)
    fonts, font_faults = game_fonts(loaded.files, cache)
    icons = game_icons(loaded.files, fonts)
    return Workshop(
        folder=folder,
        game=loaded.game,
        fonts=fonts,
        icons=icons,
        files=loaded.files,
        sources=SourceTexts({**user.sources, **loaded.sources}, loaded.files),
        diagnostics=(*loaded.diagnostics, *font_faults),
        user=user,
        cache=cache,
        font_faults=tuple(font_faults),
    )


def reopen_workshop(
    workshop: Workshop,
    cwd: Path,
    changed: Collection[str],
    earlier: EarlierSets | None = None,
    unsaved: Mapping[str, bytes] | None = None,
) -> Workshop:
    """The same game, read again; fonts and icons are read again only if one of them changed.

    Args:
        workshop: As it was opened before.
        cwd: Names of files are shown relative to it.
        changed: Paths of new, removed and changed files, relative to the game's folder.
        earlier: Sets of earlier readings (see ``load_game``).
        unsaved: Content of files as an editor has it (see there).
    """
    loaded = load_game(
        workshop.folder, cwd=cwd, profiles=workshop.user.profiles, earlier=earlier, unsaved=unsaved
    )
    fonts, font_faults = workshop.fonts, workshop.font_faults
    if any(path.startswith("fonts/") for path in changed):
        fonts, found = game_fonts(loaded.files, workshop.cache)
        font_faults = tuple(found)
    icons = workshop.icons
    if any(path.startswith(("icons/", "fonts/")) for path in changed):
        icons = game_icons(loaded.files, fonts)
    return replace(
        workshop,
        game=loaded.game,
        fonts=fonts,
        icons=icons,
        files=loaded.files,
        sources=SourceTexts({**workshop.user.sources, **loaded.sources}, loaded.files),
        diagnostics=(*loaded.diagnostics, *font_faults),
        font_faults=font_faults,
    )


class Checked(NamedTuple):
    """The findings of reading and of checks of data, texts and claims, and the result of every claim."""

    diagnostics: tuple[Diagnostic, ...]
    claims: tuple[ClaimResult, ...] = ()


def check_workshop(
    workshop: Workshop,
    seeds: int = 20,
    translations: Translations | None = None,
    *,
    rulebooks: bool = False,
    jobs: int = 1,
) -> Checked:
    """Check data, texts and translations and, if reading found no error, the claims.

    Warnings that the game accepts are marked (see ``accept``).

    Args:
        workshop: The game.
        seeds: Random set-ups that claims about the map try.
        translations: The languages to check; all of the game when None.
        rulebooks: Whether to check the rule sheets, too, and to look for unused facts. A build does not,
            because composing the sheets finds their faults.
        jobs: Number of processes, which share the languages; 0 for as many as there are cores.
    """
    game = workshop.game
    if game is None or jobs == 1:
        return _finished(check_stepwise(workshop, seeds, translations, rulebooks=rulebooks))
    translations = translations or Translations(game)
    case = workshop.case(game)
    if rulebooks:
        translations.rulebooks  # noqa: B018 - parsed here, so that other processes need not
    with translations.checking(case, jobs) as languages:
        known = CheckedCase(case, check_case(case))
        return _finished(
            check_stepwise(
                workshop, seeds, translations, rulebooks=rulebooks, known=known, languages=languages
            )
        )


def _finished(checking: Generator[None, None, Checked]) -> Checked:
    while True:
        try:
            next(checking)
        except StopIteration as end:
            checked: Checked = end.value
            return checked


class CheckedCase(NamedTuple):
    """A game with everything that its names may refer to, and the findings of checks of its data."""

    case: Case
    found: Sequence[Diagnostic]


def checked_case(workshop: Workshop, game: Game) -> CheckedCase:
    """The checks that files of translations do not change."""
    case = workshop.case(game)
    return CheckedCase(case, check_case(case))


def check_stepwise(
    workshop: Workshop,
    seeds: int = 20,
    translations: Translations | None = None,
    *,
    rulebooks: bool = False,
    known: CheckedCase | None = None,
    languages: Callable[[], Iterable[list[Diagnostic]]] | None = None,
) -> Generator[None, None, Checked]:
    """The same bit by bit, for callers that have more urgent things to do in between.

    Args:
        workshop: As in ``check_workshop``; so are the others.
        seeds: See there.
        translations: See there.
        rulebooks: See there.
        known: The data as they were checked before, if they have not changed.
        languages: Gives the findings of each language if others look for them, which takes longest; None to
            look for them here.
    """
    game = workshop.game
    if game is None:
        return Checked(workshop.diagnostics)
    case, of_data = known or checked_case(workshop, game)
    found = [*workshop.diagnostics, *of_data]
    yield
    translations = translations or Translations(game)
    translated = translations.check_common(case)
    yield
    of_sheets: list[list[Diagnostic]] = []
    if rulebooks and game.rulebooks:
        from pnp.rulebook import check_rulebook

        for rulebook in translations.rulebooks:
            of_sheets.append(list(check_rulebook(case, rulebook)))
            yield
    readable = not has_errors(workshop.diagnostics)
    claims = tuple(check_claims(game, seeds)) if readable else ()
    for each in translations.check_languages(case) if languages is None else languages():
        translated = [*translated, *each]
        yield
    for others in (translated, *of_sheets):
        found += unreported(others, found, game)
    if rulebooks and readable:
        found += check_unread_facts(game, workshop.sources)
    for result in claims:
        found += result.diagnostics
    allowed = translations.allowances()
    return Checked(tuple(accept(found, allowed)), claims)


_OF_DATA = frozenset("MXY")
"""Kinds of faults for which pieces and sets are left out."""
_OF_NAMES = frozenset({"L330", "R150", "R153"})
"""About a missing piece or set, whose name is in quotes in the message."""
_OF_SIZES = frozenset({"M120", "M121"})
"""About the size of pieces, which are then composed at another size."""
_OF_ROOM = frozenset({"S201", "S202", "S203", "S204", "T100", "T110"})
"""Findings that may follow from the size of a piece alone."""
_UNUSED = "K520"
"""About a translation that belongs to no text of the game."""
_QUOTED = re.compile(r"'([^'/]*)")


def unreported(
    found: Iterable[Diagnostic], checked: Iterable[Diagnostic], game: Game | None = None
) -> Iterator[Diagnostic]:
    """The findings of a later stage that neither repeat nor follow from findings of checks.

    A missing icon that a term names is reported at the term, and not again at layouts that show it. If the
    data are faulty, missing pieces and sets may be those that were left out, so that texts that name or
    translate them may be right. A set of unknown size was composed at another size.

    Args:
        found: The findings of composing, rule sheets, or translations.
        checked: The findings of checks.
        game: With its valid sets, which distinguishes names of left-out pieces; None if unknown.
    """
    reported: set[tuple[object, ...]] = set()
    icons = set()
    checked = list(checked)
    made_up = in_made_up(checked)
    for item in checked:
        reported |= _marks(item)
        if item.code == "A100" and item.piece is None:
            icons.add(item.message)
    doubts = _Doubts(checked, game)
    return (
        item
        for item in found
        if reported.isdisjoint(_marks(item))
        and not doubts.about(item)
        and not made_up(item)
        and not (item.code == "A100" and item.piece is not None and item.message in icons)
    )


def _marks(item: Diagnostic) -> set[tuple[object, ...]]:
    """Keys of a finding; findings with the same meaning share one."""
    marks: set[tuple[object, ...]] = {(item.span, item.message)}
    if item.span is not None:
        marks.add((item.code, item.span))
    if item.piece:
        marks.add((item.code, item.piece, item.message))
    return marks


class _Doubts:
    """Sets that may be incomplete because their data are faulty.

    Args:
        checked: The findings of checks.
        game: With its valid sets; None if unknown.
    """

    def __init__(self, checked: Sequence[Diagnostic], game: Game | None) -> None:
        self._sets = {} if game is None else {each.file: each.id for each in game.sets}
        others = _files_without_pieces(game)
        faults = [
            item
            for item in checked
            if item.severity is Severity.ERROR and item.code[0] in _OF_DATA and _file(item) not in others
        ]
        self._faulty = self._sets_of(faults)
        self._sized = self._sets_of([item for item in faults if item.code in _OF_SIZES])

    def _sets_of(self, faults: Iterable[Diagnostic]) -> frozenset[str]:
        """The sets that these faults may affect: those in whose files they are, or else all."""
        files = {_file(item) for item in faults}
        if files <= self._sets.keys():
            return frozenset(self._sets[file] for file in files)
        return frozenset({_ANY, *self._sets.values()})

    def about(self, item: Diagnostic) -> bool:
        """Whether a finding may follow from the faults."""
        if item.code in _OF_NAMES:
            return self._may_lack(item.message)
        if item.piece is not None and item.code in _OF_ROOM:
            return item.piece.partition("/")[0] in self._sized
        return item.code == _UNUSED and bool(self._faulty)

    def _may_lack(self, message: str) -> bool:
        quoted = _QUOTED.search(message)
        named = quoted[1] if quoted else _ANY
        return named in self._faulty or (bool(self._faulty) and named not in self._sets.values())


_ANY = ""
"""The id of no set."""


def _file(item: Diagnostic) -> str:
    return "" if item.span is None else item.span.file


def _files_without_pieces(game: Game | None) -> frozenset[str]:
    """Layouts, rule sheets and translations; their faults leave no piece out."""
    if game is None:
        return frozenset()
    sources = (game.layouts.values(), game.rulebooks, game.translations)
    return frozenset(source.file for each in sources for source in each)
