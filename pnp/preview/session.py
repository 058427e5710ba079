"""A game that is kept up to date with its folder, by short units of work.

The most urgent unit comes first: pictures that have changed, then checks and claims, then sheets, rule
sheets, and places in files that have moved. The caller looks for new changes between two units.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.build import Checked, check_workshop, print_profile, unreported
from pnp.diagnostics import Diagnostic, error
from pnp.diagnostics.diagnostic import accept
from pnp.fonts import FontFault, FontLibrary
from pnp.impose import PrintProfile
from pnp.load import UserSettings
from pnp.preview.live import LiveEdition
from pnp.preview.reading import Reader, Reading
from pnp.translation import Translations

_SLICE = 0.03
"""Seconds after which composing pauses to show the pieces that are ready."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of one unit of work.

    Attributes:
        language: BCP 47 tag; empty if it concerns all languages.
        pieces: Keys of pieces that were composed.
        looks: Whether those may look different now, and not only have other places in the files.
    """

    language: str = ""
    pieces: tuple[str, ...] = ()
    looks: bool = False


@dataclass(slots=True)
class _Findings:
    """The findings of checks; ``of`` has the number of the checked reading, and the checked languages."""

    of: tuple[int, tuple[str, ...]] = (0, ())
    checked: Checked = field(default_factory=lambda: Checked(()))
    read: tuple[Diagnostic, ...] = ()


class Session:
    """A game in some of its languages, kept up to date with its folder.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Names of files are shown relative to it.
        user: The user's settings for all games.
        options: Print options on top of the game's own, by name, as typed.
        printer: Name of a calibrated printer; empty for none.
        out: Folder of the output, which is not part of the game; None for the usual one.
        clock: Seconds from any start; decides when composing pauses, never the result.

    Attributes:
        reading: The latest one.
        readable: The latest one in which ``game.yaml`` could be read; None before the first.
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
        self._live: dict[str, LiveEdition] = {}
        self._findings = _Findings()
        self._profile: PrintProfile | None = None
        self._profile_faults: tuple[Diagnostic, ...] = ()
        self._watched: tuple[str, ...] = ()
        self._broken: tuple[FontLibrary | None, tuple[Diagnostic, ...]] = (None, ())
        self._translations: Translations | None = None
        self.readable: Reading | None = None
        first = self._reader.read()
        assert first is not None, "the first reading is always new"
        self.reading: Reading = first
        self._adopt()

    def refresh(self) -> bool:
        """Read the folder again; True if any file has changed."""
        reading = self._reader.read()
        if reading is None:
            return False
        self.reading = reading
        self._adopt()
        return True

    @property
    def known_languages(self) -> tuple[str, ...]:
        """Those of the game, its own first; empty before it can be read."""
        game = self.readable.workshop.game if self.readable is not None else None
        return game.languages if game is not None else ()

    @property
    def languages(self) -> tuple[str, ...]:
        """Those that are kept up to date, in the order of opening."""
        return tuple(self._live)

    @property
    def claims(self) -> Checked:
        """The latest findings and claims."""
        return self._findings.checked

    @property
    def checked(self) -> bool:
        """Whether the latest reading is checked, in the languages that are kept up to date."""
        return self._findings.of == self._checking

    @property
    def profile(self) -> PrintProfile:
        """The way to print."""
        assert self._profile is not None
        return self._profile

    @property
    def translations(self) -> Translations:
        """The translations into the languages that are kept up to date; at least one must be."""
        assert self._translations is not None
        return self._translations

    def live(self, language: str) -> LiveEdition:
        """The game in a language that is kept up to date."""
        return self._live[language]

    def watch(self, languages: Iterable[str]) -> None:
        """Keep these languages of the game up to date first, and then those that were watched before."""
        known = self.known_languages if self._profile is not None else ()
        wanted = [language for language in dict.fromkeys(languages) if language in known]
        others = [language for language in self._live if language not in wanted]
        self._watched = tuple(wanted)
        before = self._live
        self._live = {name: before.get(name) or LiveEdition(name) for name in (*wanted, *others)}
        if set(self._live) != set(before):
            self._adopt_into([name for name in self._live if name not in before])

    @property
    def urgent(self) -> bool:
        """Whether watched pictures are outdated."""
        return self._readable_now and any(self._live[name].waiting for name in self._watched)

    @property
    def _readable_now(self) -> bool:
        return self.reading.workshop.game is not None and self._profile is not None

    def work(self) -> Done | None:
        """Do the next unit of work; None if everything is up to date."""
        if self._readable_now:
            for language in self._watched:
                if self._live[language].waiting:
                    return self._composed(language)
        if not self.checked:
            self._check()
            return Done()
        return self._later() if self._readable_now else None

    def finish(self) -> None:
        """Do all units of work."""
        while self.work() is not None:
            pass

    def faults(self, language: str) -> list[Diagnostic]:
        """All findings in a language; in one that is not kept up to date, those of reading and checks."""
        found = [*self._general(), *self._profile_faults]
        fonts, broken = self._broken
        if fonts is self.reading.workshop.fonts:
            found += broken
        live = self._live.get(language)
        if live is None:
            return found
        composed = unreported(live.diagnostics, found, self.reading.workshop.game)
        return [*found, *accept(composed, self.translations.allowances())]

    def broken_font(self, fault: FontFault) -> bool:
        """Take up that a glyph cannot be drawn, until the fonts change; whether that is new."""
        fonts, broken = self._broken
        if fonts is not self.reading.workshop.fonts:
            fonts, broken = self.reading.workshop.fonts, ()
        finding = error(fault.code, fault.message, None, fault.cure)
        self._broken = (fonts, (*dict.fromkeys((*broken, finding)),))
        return finding not in broken

    def _general(self) -> list[Diagnostic]:
        """The findings of the latest reading and of the last checks."""
        if self.checked:
            return list(self._findings.checked.diagnostics)
        old = set(self._findings.read)
        kept = [item for item in self._findings.checked.diagnostics if item not in old]
        return [*self.reading.workshop.diagnostics, *kept]

    def _adopt(self) -> None:
        game = self.reading.workshop.game
        if game is None:
            return
        self.readable = self.reading
        profile, faults = print_profile(self.reading.workshop, game, self._options, self._printer)
        self._profile = profile or self._profile
        self._profile_faults = tuple(faults)
        if self._profile is None:
            return
        for language in list(self._live):
            if language not in game.languages:
                del self._live[language]
        self._watched = tuple(language for language in self._watched if language in self._live)
        self._adopt_into(self._live)

    def _adopt_into(self, languages: Iterable[str]) -> None:
        """Pass the latest readable reading on to these languages."""
        if self.readable is None or self.readable.workshop.game is None or self._profile is None:
            return
        self._translations = Translations(self.readable.workshop.game, self.languages)
        for language in languages:
            self._live[language].adopt(self.readable, self._translations, self._profile)

    @property
    def _checking(self) -> tuple[int, tuple[str, ...]]:
        """The number of the reading and the languages to check."""
        return self.reading.number, tuple(sorted(self._live))

    def _check(self) -> None:
        workshop = self.reading.workshop
        checked = check_workshop(workshop, translations=self._translations if workshop.game else None)
        if not checked.claims:
            checked = Checked(checked.diagnostics, self._findings.checked.claims)
        self._findings = _Findings(self._checking, checked, workshop.diagnostics)

    def _later(self) -> Done | None:
        """Work that may wait: languages that nobody watches, sheets, rule sheets, places."""
        for language, live in self._live.items():
            if live.waiting:
                return self._composed(language)
        for language, live in self._live.items():
            if live.impose_next():
                return Done(language)
        for language, live in self._live.items():
            if live.compose_books():
                return Done(language)
        for language, live in self._live.items():
            if live.moved:
                return Done(language, tuple(live.settle(self._slice())))
        return None

    def _composed(self, language: str) -> Done:
        return Done(language, tuple(self._live[language].compose(self._slice())), looks=True)

    def _slice(self) -> Callable[[], bool]:
        """Whether there is time for one more piece."""
        end = self._clock() + _SLICE
        return lambda: self._clock() < end
