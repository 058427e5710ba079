"""One run: load, check, compose, impose, preflight, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pnp.build.edition import Edition
from pnp.build.extras import unprintable_watermark
from pnp.build.findings import untold
from pnp.build.output import write_files
from pnp.build.pieces import PACKING
from pnp.build.printer import Printer
from pnp.build.request import BuildOptions, Progress, print_profile, select
from pnp.build.workshop import Workshop, check_workshop
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.layout import Tightness
from pnp.text import TextContext
from pnp.translation import Translations, Translator
from pnp.workers import can_fork, in_background, shared, usable_cores

if TYPE_CHECKING:
    from pnp.build.planning import Waste


@dataclass(slots=True)
class BuildResult:
    """What a build did.

    Attributes:
        diagnostics: Everything found, warnings raised when strict.
        pieces: Printed pieces, copies counted, over all languages.
        unique: Different pieces over all languages.
        sheets: Sheets of paper, rule sheets left out.
        waste: Paper that is left in each language, where sets could share sheets.
        files: Written files, relative to ``out``; empty when there are errors.
        hashes: SHA-256 of each of them, in hexadecimal digits.
        fits: The tightest texts of each piece.
        seconds: Time by stage.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    pieces: int = 0
    unique: int = 0
    sheets: int = 0
    waste: Waste | None = None
    files: list[str] = field(default_factory=list)
    hashes: dict[str, str] = field(default_factory=dict)
    fits: list[Tightness] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)


def build(workshop: Workshop, options: BuildOptions, progress: Progress | None = None) -> BuildResult:
    """Print the game, or tell what keeps it from being printed; nothing is written when there is an error."""
    run = _Run(workshop, options, progress or Progress())
    run.check_and_print()
    run.write()
    return run.result


class _Run:
    def __init__(self, workshop: Workshop, options: BuildOptions, progress: Progress) -> None:
        self._workshop = workshop
        self._options = options
        self._progress = progress
        self._files: dict[str, Content] = {}
        self._hashes: dict[str, str] = {}
        self.result = BuildResult()

    def _spend(self, stage: str, start: float) -> None:
        seconds = self.result.seconds
        seconds[stage] = seconds.get(stage, 0.0) + self._progress.clock() - start

    def check_and_print(self) -> None:
        """Find what can be found without composing, read the options, and print when there is something to print.

        Other processes may compose while this one checks: they are what takes longest.
        """
        game, options = self._workshop.game, self._options
        if game is None:
            self.result.diagnostics += check_workshop(self._workshop).diagnostics
            return
        translations = Translations(game, options.languages)
        profile, faults = print_profile(self._workshop, game, options.print, options.printer)
        sets, unknown = select(game, options.selection)
        said = [*faults, *unknown]
        if options.extras.watermark:
            context = TextContext(self._workshop.fonts, self._workshop.icons, game.language)
            said += unprintable_watermark(options.extras.watermark, context)
        if profile is None or has_errors(said):
            self.result.diagnostics += [*self._check(translations)[0], *said]
            return
        if len(sets) > 1 and profile.planned == "false" and profile.sides != "backs":
            from pnp.build.planning import waste

            self.result.waste = waste(sets, profile)
        broken = has_errors(self._raised([*self._workshop.diagnostics, *said]))
        # Files of translations are read before processes are forked that would each do so.
        languages = [translations.translator(each) for each in self._options.languages]
        with self._checking(translations) as checked:
            printer = Printer(self._workshop, options, profile, sets, self._progress, broken=broken)
            try:
                with self._editions(printer, languages) as editions:
                    told = checked()
                    self.result.diagnostics += [*told, *said]
                    printer.broken = has_errors(self._raised(self.result.diagnostics))
                    for edition in editions():
                        self._take(edition, told)
            finally:
                printer.close()

    @contextmanager
    def _checking(self, translations: Translations) -> Iterator[Callable[[], tuple[Diagnostic, ...]]]:
        """What checks of the data find; another process looks for it where there are several languages to check."""
        several = len(self._options.languages) > 1
        jobs = (self._options.jobs or usable_cores()) if several else 1
        with in_background(lambda: self._check(translations), jobs) as result:

            def checked() -> tuple[Diagnostic, ...]:
                found, seconds = result()
                self.result.seconds["check"] = seconds
                return found

            yield checked

    def _check(self, translations: Translations) -> tuple[tuple[Diagnostic, ...], float]:
        """What checks find, and the seconds that they took."""
        start = self._progress.clock()
        found = check_workshop(self._workshop, translations=translations).diagnostics
        return found, self._progress.clock() - start

    @contextmanager
    def _editions(
        self, printer: Printer, languages: Sequence[Translator]
    ) -> Iterator[Callable[[], Iterable[Edition]]]:
        """Every language: one after the other with its pieces shared out, or the languages shared out."""
        jobs = printer.jobs
        if jobs == 1 or len(languages) < 2 or not can_fork():
            printer.begin(languages[0], jobs)
            yield lambda: (printer.edition(each, jobs) for each in languages)
            return
        if self._options.jobs == 0:
            # Languages take about equally long: more of them than cores are done soonest when all are under way.
            jobs = min(len(languages), 2 * jobs)
        printer.warm_up(languages[0])
        with shared(
            lambda number: printer.edition(languages[number], 1), len(languages), jobs, PACKING
        ) as results:
            yield lambda: results(lambda _: None)

    def _take(self, edition: Edition, told: Sequence[Diagnostic]) -> None:
        """What a language came to; what checks of the data have told is not told again."""
        result = self.result
        result.diagnostics += untold([*edition.composed, *edition.diagnostics], told, self._workshop.game)
        result.pieces += edition.pieces
        result.unique += edition.unique
        result.sheets += edition.sheets
        result.fits += edition.fits
        for stage, seconds in edition.seconds.items():
            result.seconds[stage] = result.seconds.get(stage, 0.0) + seconds
        self._files |= edition.files
        self._hashes |= edition.hashes

    def _raised(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """What was found, as it counts in this run."""
        return made_strict(found) if self._options.strict else found

    def write(self) -> None:
        """Put the files in place when there is no error."""
        self.result.diagnostics = self._raised(list(_empty_sets(self.result.diagnostics, bool(self._files))))
        if has_errors(self.result.diagnostics) or not self._files:
            return
        start = self._progress.clock()
        faults = write_files(self._options.out, self._files, self._options.journals)
        self._spend("write", start)
        self.result.diagnostics += faults
        if not faults:
            self.result.files = sorted(self._files)
            self.result.hashes = self._hashes


def _empty_sets(found: list[Diagnostic], files: bool) -> Iterator[Diagnostic]:
    """What was found, with what is told of sets that have nothing to print (S114) as it matters in this run.

    Where there are errors it is left out, as faulty pieces are not printed; where no file is made it is a warning, as a
    run without a file that ends without a word looks like one that printed something.
    """
    errors = has_errors(found)
    for each in found:
        if each.code != "S114":
            yield each
        elif not errors:
            yield each if files else replace(each, severity=Severity.WARNING)
