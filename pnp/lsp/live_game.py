"""A game while files of it are open in an editor: its findings, kept up to date by short units of work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.build import CheckedCase, Workshop, check_stepwise, checked_case, print_profile, unreported
from pnp.diagnostics import Diagnostic
from pnp.diagnostics.diagnostic import accept
from pnp.impose import PrintProfile
from pnp.load import UserSettings
from pnp.lsp.document import EditorText, Units
from pnp.model import ComponentSet, Game
from pnp.names.index import Names
from pnp.preview.live import LiveEdition
from pnp.preview.reading import Reader, Reading
from pnp.rulebook import check_rulebook, parse_rulebook
from pnp.source import path_of
from pnp.translation import Translations

_SLICE = 0.03
"""Seconds after which composing pauses, so that an edit or a question need not wait."""
_LOCALE, _LAYOUTS, _RULES = "locale/", "layouts/", "rulebook/"


class LiveGame:
    """A game as its files say, those that an editor has changed taken from there.

    After a change, findings of reading come first, then those of the edited file, then those of all data,
    languages and rule sheets, then those of faces and sheets in the game's own language. Until a group has
    been looked for again, its old findings stay. A change of translations alone leaves what was found about
    data and faces, and about the other languages.

    Args:
        folder: Holds ``game.yaml``; names of files are shown relative to it.
        user: The user's settings for all games.

    Attributes:
        folder: As given.
        unsaved: Content of open files, by path in the folder; changed by the caller.
        reading: The latest one; None before the first.
        readable: The latest one in which ``game.yaml`` could be read; None before the first.
        lengthy: Whether the next unit of work sets rule sheets, which takes half a second and cannot be cut.
    """

    def __init__(self, folder: Path, user: UserSettings | None = None) -> None:
        self.folder = folder
        self.unsaved: dict[str, bytes] = {}
        self.reading: Reading | None = None
        self.readable: Reading | None = None
        self.lengthy = False
        self._reader = Reader(folder, folder, user, unsaved=self.unsaved)
        self._work: Iterator[None] | None = None
        self._checked: tuple[Diagnostic, ...] = ()
        self._composed: tuple[Diagnostic, ...] = ()
        self._read: tuple[Diagnostic, ...] = ()
        self._live: LiveEdition | None = None
        self._names: tuple[Reading, Names] | None = None
        self._texts: tuple[Reading | None, dict[tuple[str, Units], EditorText]] = (None, {})
        self._game: Game | None = None
        self._sets: dict[str, ComponentSet] = {}
        self._of_data: CheckedCase | None = None
        self._translations: Translations | None = None
        self._imposed = False

    @property
    def game(self) -> Game | None:
        """As it could last be read, sets that are faulty now as they were before; None before that."""
        return self._game

    def as_read(self, file: str, units: Units) -> EditorText:
        """A file as it was last read, once for each reading: many findings may be about it."""
        if self._texts[0] is not self.reading:
            self._texts = (self.reading, {})
        texts = self._texts[1]
        if (file, units) not in texts:
            sources = {} if self.reading is None else self.reading.workshop.sources
            texts[file, units] = EditorText("", 0, sources.get(file, ""), units)
        return texts[file, units]

    @property
    def names(self) -> Names | None:
        """The names of the game as it could last be read; None before that."""
        reading = self.readable
        if reading is None or reading.workshop.game is None:
            return None
        if self._names is None or self._names[0] is not reading:
            self._names = (reading, Names(self._game or reading.workshop.game, reading.workshop.sources))
        return self._names[1]

    @property
    def live(self) -> LiveEdition | None:
        """The game composed in its own language as far as that has come; None before it could be read."""
        return self._live

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The findings as far as they are known, without those that the author accepts."""
        known = (*self._checked, *self._composed)
        return tuple(item for item in known if item.accepted is None)

    def refresh(self, changed: str = "") -> bool:
        """Read the game again; False if nothing has changed.

        Args:
            changed: The file that is being edited, whose findings come early; empty if unknown.
        """
        reading = self._reader.read()
        if reading is None:
            return False
        self.reading = reading
        found = reading.workshop.diagnostics
        old = set(self._read)
        self._checked = (*found, *(item for item in self._checked if item not in old and item not in found))
        self._read = found
        if not all(path.startswith(_LOCALE) and path.endswith(".po") for path in reading.changed):
            self._of_data, self._translations, self._imposed = None, None, False
        if reading.workshop.game is not None:
            self.readable = reading
            self._game = self._with_sets(reading.workshop.game, reading.workshop.sources)
        self._work, self.lengthy = self._units(reading, changed), False
        return True

    def _with_sets(self, game: Game, sources: Mapping[str, str]) -> Game:
        """The game with sets that could be read before, and whose files are still there."""
        found = {each.file: each for each in game.sets}
        self._sets = {file: each for file, each in {**self._sets, **found}.items() if file in sources}
        lost = [each for file, each in self._sets.items() if file not in found]
        return replace(game, sets=(*game.sets, *lost)) if lost else game

    def work(self) -> bool:
        """Do the next unit of work; False if all is done."""
        if self._work is None:
            return False
        for _ in self._work:
            return True
        self._work = None
        return False

    def _units(self, reading: Reading, changed: str) -> Iterator[None]:
        """The work of one reading, cut where something more urgent may come in between."""
        workshop = reading.workshop
        game = workshop.game
        if game is None:
            self._checked = workshop.diagnostics
            return
        before = self._translations
        translations = self._translations = Translations(game) if before is None else before.renewed(game)
        profile, faults = print_profile(workshop, game, {})
        if changed.startswith(_LAYOUTS) and profile is not None:
            yield from self._compose(reading, translations, profile)
        else:
            self._check_file(workshop, translations, changed)
            yield
        checked = yield from check_stepwise(
            workshop, translations=translations, rulebooks=True, known=self._of_data
        )
        self._checked = checked.diagnostics
        yield
        if self._imposed:
            self._collect(translations, faults)
        elif profile is not None:
            yield from self._compose(reading, translations, profile)
            yield from self._impose(translations, faults)
            self._imposed = True

    def _check_file(self, workshop: Workshop, translations: Translations, changed: str) -> None:
        """Look for the findings of the file that is being edited; those of others stay for now."""
        game = translations.game
        if self._of_data is None:
            self._of_data = checked_case(workshop, game)
        case = self._of_data.case
        if changed.startswith(_LOCALE):
            found = translations.check_file(case, changed)
        elif changed.startswith(_RULES):
            sheets = [parse_rulebook(source) for source in game.rulebooks if source.file == changed]
            found = [item for sheet in sheets for item in check_rulebook(case, sheet)]
        else:
            found = [*self._of_data.found]
        found = [item for item in (*workshop.diagnostics, *found) if _file(item) == changed]
        others = (item for item in self._checked if _file(item) != changed)
        self._checked = (*accept(found, game.allowances()), *others)

    def _compose(self, reading: Reading, translations: Translations, profile: PrintProfile) -> Iterator[None]:
        """Compose the pieces of the game in its own language that have changed."""
        game = reading.workshop.game
        assert game is not None
        live = self._live
        if live is None or live.language != game.language:
            live = self._live = LiveEdition(game.language)
        live.adopt(reading, translations, profile)
        while live.waiting:
            live.compose(_slice())
            self._collect(translations)
            yield

    def _impose(self, translations: Translations, faults: list[Diagnostic]) -> Iterator[None]:
        """Make the sheets and rule sheets that have changed, and renew places of findings that have moved."""
        live = self._live
        assert live is not None
        while live.impose_next():
            yield
        while live.moved:
            live.settle(_slice())
            yield
        self._collect(translations, faults)
        self.lengthy = True
        yield
        while live.compose_books():
            yield
        self.lengthy = False
        self._collect(translations, faults)

    def _collect(self, translations: Translations, faults: Sequence[Diagnostic] = ()) -> None:
        """Take over what composing has found so far."""
        assert self._live is not None
        found = unreported([*faults, *self._live.diagnostics], self._checked, translations.game)
        self._composed = tuple(accept(found, translations.allowances()))


def _file(item: Diagnostic) -> str:
    return "" if item.span is None else path_of(item.span.file)


def _slice() -> Callable[[], bool]:
    """Whether there is time for one more piece."""
    end = time.perf_counter() + _SLICE
    return lambda: time.perf_counter() < end
