"""A game under work: what is known of it now, and the next thing to do so that this is right again.

Work is cut into short units, the most urgent first: pictures that have changed, then checks and claims, then
sheets, rule sheets, and places in files that have moved. Whoever drives a session looks for new changes
between two units.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.build import Checked, check_workshop, print_profile, unreported
from pnp.diagnostics import Diagnostic
from pnp.impose import PrintProfile
from pnp.load import UserSettings
from pnp.preview.local import LocalGame
from pnp.preview.reading import Reader, Reading
from pnp.preview.sheets import LocalSheets
from pnp.translation import Translations

_SLICE = 0.03
"""Seconds after which composing pauses to let what is ready be seen."""


@dataclass(frozen=True, slots=True)
class Done:
    """What one unit of work has made anew.

    Attributes:
        language: BCP 47 tag; empty for what belongs to all languages.
        pieces: Keys of pieces that were composed.
        looks: Whether those may look different now, and not only stand elsewhere in the files.
    """

    language: str = ""
    pieces: tuple[str, ...] = ()
    looks: bool = False


@dataclass(slots=True)
class _Local:
    pieces: LocalGame
    sheets: LocalSheets


@dataclass(slots=True)
class _Findings:
    """What is found without composing; ``of`` is the number of the reading and the languages that were looked at."""

    of: tuple[int, tuple[str, ...]] = (0, ())
    checked: Checked = field(default_factory=lambda: Checked(()))
    read: tuple[Diagnostic, ...] = ()


def _opened(language: str) -> _Local:
    pieces = LocalGame(language)
    return _Local(pieces, LocalSheets(pieces))


class Session:
    """A game in some of its languages, kept up to date with its folder.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Names of files are shown relative to it.
        user: What the user keeps for all games.
        options: Print options on top of the game's own, by name, as typed.
        printer: Name of a calibrated printer; empty for none.
        out: Folder of the output, which is no part of the game; None for the usual one.
        clock: Seconds from any start; decides when composing pauses, never what comes out.

    Attributes:
        reading: The latest one.
        sound: The latest one in which ``game.yaml`` could be read; None before there was any.
    """

    def __init__(
        self,
        folder: Path,
        cwd: Path,
        user: UserSettings | None = None,
        options: Mapping[str, str] | None = None,
        printer: str = "",
        out: Path | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._reader = Reader(folder, cwd, user, out)
        self._options = dict(options or {})
        self._printer = printer
        self._clock = clock
        self._locals: dict[str, _Local] = {}
        self._findings = _Findings()
        self._profile: PrintProfile | None = None
        self._profile_faults: tuple[Diagnostic, ...] = ()
        self._watched: tuple[str, ...] = ()
        self._translations: Translations | None = None
        self.sound: Reading | None = None
        first = self._reader.read()
        assert first is not None, "the first reading is always new"
        self.reading: Reading = first
        self._adopt()

    def refresh(self) -> bool:
        """Read the folder again; whether any file has changed."""
        reading = self._reader.read()
        if reading is None:
            return False
        self.reading = reading
        self._adopt()
        return True

    @property
    def known_languages(self) -> tuple[str, ...]:
        """Those of the game, its own first; none before it could be read."""
        game = self.sound.workshop.game if self.sound is not None else None
        return game.languages if game is not None else ()

    @property
    def languages(self) -> tuple[str, ...]:
        """Those that are kept up to date, in the order of opening."""
        return tuple(self._locals)

    @property
    def claims(self) -> Checked:
        """The latest findings and claims."""
        return self._findings.checked

    @property
    def checked(self) -> bool:
        """Whether checks have looked at the latest reading, in the languages that are kept up to date."""
        return self._findings.of == self._checking

    @property
    def profile(self) -> PrintProfile:
        """How is printed."""
        assert self._profile is not None
        return self._profile

    @property
    def translations(self) -> Translations:
        """Of the languages that are kept up to date; only while there is one."""
        assert self._translations is not None
        return self._translations

    def pieces(self, language: str) -> LocalGame:
        """The pieces in a language that is open."""
        return self._locals[language].pieces

    def sheets(self, language: str) -> LocalSheets:
        """The sheets and rule sheets in a language that is open."""
        return self._locals[language].sheets

    def watch(self, languages: Iterable[str]) -> None:
        """Keep these languages of the game up to date before all others; those of before are kept up to date behind."""
        known = self.known_languages if self._profile is not None else ()
        wanted = [language for language in dict.fromkeys(languages) if language in known]
        others = [language for language in self._locals if language not in wanted]
        self._watched = tuple(wanted)
        before = self._locals
        self._locals = {name: before.get(name) or _opened(name) for name in (*wanted, *others)}
        if set(self._locals) != set(before):
            self._adopt_into([name for name in self._locals if name not in before])

    @property
    def urgent(self) -> bool:
        """Whether pictures are shown that are not right any more."""
        return self._sound_now and any(self._locals[name].pieces.waiting for name in self._watched)

    @property
    def _sound_now(self) -> bool:
        return self.reading.workshop.game is not None and self._profile is not None

    def work(self) -> Done | None:
        """Do the next unit of work; what it made, or None when everything is up to date."""
        if self._sound_now:
            for language in self._watched:
                if self._locals[language].pieces.waiting:
                    return self._composed(language)
        if not self.checked:
            self._check()
            return Done()
        return self._later() if self._sound_now else None

    def finish(self) -> None:
        """Do all the work that there is."""
        while self.work() is not None:
            pass

    def faults(self, language: str) -> list[Diagnostic]:
        """Everything that is wrong now, in a language that is open or, with an unknown one, apart from languages."""
        found = [*self._general(), *self._profile_faults]
        local = self._locals.get(language)
        if local is None:
            return found
        composed = (item for live in local.pieces.pieces.values() for item in live.composed.diagnostics)
        return [
            *found,
            *unreported([*composed, *local.sheets.diagnostics], found, self.reading.workshop.game),
        ]

    def _general(self) -> list[Diagnostic]:
        """Findings of reading as they are now; those of checks as they were last time, until checks have run again."""
        if self.checked:
            return list(self._findings.checked.diagnostics)
        old = set(self._findings.read)
        kept = [item for item in self._findings.checked.diagnostics if item not in old]
        return [*self.reading.workshop.diagnostics, *kept]

    def _adopt(self) -> None:
        game = self.reading.workshop.game
        if game is None:
            return
        self.sound = self.reading
        profile, faults = print_profile(self.reading.workshop, game, self._options, self._printer)
        self._profile = profile or self._profile
        self._profile_faults = tuple(faults)
        if self._profile is None:
            return
        for language in list(self._locals):
            if language not in game.languages:
                del self._locals[language]
        self._watched = tuple(language for language in self._watched if language in self._locals)
        self._adopt_into(self._locals)

    def _adopt_into(self, languages: Iterable[str]) -> None:
        """Let these languages take over what the files said when they could last be read."""
        if self.sound is None or self.sound.workshop.game is None or self._profile is None:
            return
        self._translations = Translations(self.sound.workshop.game, self.languages)
        for language in languages:
            local = self._locals[language]
            local.pieces.adopt(self.sound, self._translations, self._profile)
            local.sheets.adopt(self.sound, self._profile)

    @property
    def _checking(self) -> tuple[int, tuple[str, ...]]:
        """What checks have to look at."""
        return self.reading.number, tuple(sorted(self._locals))

    def _check(self) -> None:
        workshop = self.reading.workshop
        checked = check_workshop(workshop, translations=self._translations if workshop.game else None)
        if not checked.claims:
            checked = Checked(checked.diagnostics, self._findings.checked.claims)
        self._findings = _Findings(self._checking, checked, workshop.diagnostics)

    def _later(self) -> Done | None:
        """What may wait: languages that nobody watches, sheets, rule sheets, places."""
        for language, local in self._locals.items():
            if local.pieces.waiting:
                return self._composed(language)
        for language, local in self._locals.items():
            if local.sheets.impose_next() is not None:
                return Done(language)
        for language, local in self._locals.items():
            if local.sheets.compose_books():
                return Done(language)
        for language, local in self._locals.items():
            if local.pieces.moved:
                return Done(language, tuple(local.pieces.settle(self._slice())))
        return None

    def _composed(self, language: str) -> Done:
        return Done(language, tuple(self._locals[language].pieces.compose(self._slice())), looks=True)

    def _slice(self) -> Callable[[], bool]:
        """Whether there is time for one more piece."""
        end = self._clock() + _SLICE
        return lambda: self._clock() < end
