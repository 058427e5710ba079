"""A build: check the game, then compose, impose and emit it in each language, and put the files in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from pnp.build.demand import Waste, waste
from pnp.build.edition import PACKING, ComposedPiece
from pnp.build.emit import FileSink
from pnp.build.extras import unprintable_watermark
from pnp.build.findings import unreported
from pnp.build.language_run import BuildRun, LanguageResult, LanguageRun, Stopwatch
from pnp.build.request import BuildOptions, Progress, print_profile, select
from pnp.build.workshop import Workshop, check_workshop
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.diagnostics.allowance import Allowance, accept
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.layout import SharedAssets, Tightness
from pnp.pdf import FormMaker
from pnp.text import TextContext
from pnp.translation import Translations, Translator
from pnp.workers import can_fork, in_background, shared, usable_cores


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The result of a build.

    Attributes:
        diagnostics: Everything found; if the build is strict, warnings are errors.
        pieces: Printed pieces, copies counted, over all languages.
        unique: Different pieces over all languages.
        sheets: Sheets of paper, without rule sheets.
        waste: Paper that sets could save in each language by sharing sheets; None if they share them, or
            there is one set.
        files: Written files, relative to ``out``; empty if there are errors.
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
    """Build a game. If there is an error, nothing is written."""
    progress = progress or Progress()
    stopwatch = Stopwatch(progress.clock)
    checked, results, left, allowed = _results(workshop, options, progress, stopwatch)
    found = list(checked)
    files: dict[str, Content] = {}
    hashes: dict[str, str] = {}
    seconds = stopwatch.seconds
    for each in results:
        found += unreported([*each.composed, *each.diagnostics], checked, workshop.game)
        files |= each.files
        hashes |= each.hashes
        for stage, spent in each.seconds.items():
            seconds[stage] = seconds.get(stage, 0.0) + spent
    found = list(_empty_sets(found, bool(files)))
    found = _weighed(accept(found, allowed, _complete(workshop, options, found)), options)
    result = BuildResult(
        found,
        pieces=sum(each.pieces for each in results),
        unique=sum(each.unique for each in results),
        sheets=sum(each.sheets for each in results),
        waste=left,
        fits=[fit for each in results for fit in each.fits],
        seconds=seconds,
    )
    if has_errors(found) or not files:
        return result
    with stopwatch("write"):
        faults = FileSink(options.out, options.journals).write(files)
    if faults:
        return replace(result, diagnostics=[*found, *faults])
    return replace(result, files=sorted(files), hashes=hashes)


def _results(
    workshop: Workshop, options: BuildOptions, progress: Progress, stopwatch: Stopwatch
) -> tuple[Sequence[Diagnostic], Sequence[LanguageResult], Waste | None, Sequence[Allowance]]:
    """The faults of data and options, the result of each language, wasted paper, and accepted warnings.

    There are no results if the game cannot be printed. Other processes may compose while this one checks,
    because composing takes longest.
    """
    game = workshop.game
    if game is None:
        return check_workshop(workshop).diagnostics, (), None, ()
    translations = Translations(game, options.languages)
    allowed = translations.allowances()
    profile, faults = print_profile(workshop, game, options.print, options.printer)
    sets, unknown = select(game, options.selection)
    found = [*faults, *unknown]
    if options.extras.watermark:
        context = TextContext(workshop.fonts, workshop.icons, game.language)
        found += unprintable_watermark(options.extras.watermark, context)
    with _checking(workshop, options, translations, stopwatch) as checked:
        if profile is None or has_errors(found):
            return [*checked(), *found], (), None, allowed
        spared = None
        if len(sets) > 1 and profile.planned == "false" and profile.sides != "backs":
            spared = waste(sets, profile)
        form_maker, assets = FormMaker(workshop.fonts), SharedAssets(workshop.files)
        run = BuildRun(workshop, options, profile, sets, progress, form_maker, assets, allowed=allowed)
        # Translations are read before processes are forked, so that each need not read them again.
        languages = [translations.translator(each) for each in options.languages]
        broken = has_errors(_weighed(accept([*workshop.diagnostics, *found], allowed), options))
        with _languages(run, languages, broken=broken) as results:
            found = [*checked(), *found]
            return found, results(has_errors(_weighed(accept(found, allowed), options))), spared, allowed


@contextmanager
def _checking(
    workshop: Workshop, options: BuildOptions, translations: Translations, stopwatch: Stopwatch
) -> Iterator[Callable[[], tuple[Diagnostic, ...]]]:
    """Checks the data, in another process if there are several languages; the value returns the findings."""
    jobs = (options.jobs or usable_cores()) if len(options.languages) > 1 else 1

    def check() -> tuple[tuple[Diagnostic, ...], float]:
        own = Stopwatch(stopwatch.clock)
        with own("check"):
            found = check_workshop(workshop, translations=translations).diagnostics
        return found, own.seconds["check"]

    with in_background(check, jobs) as result:

        def checked() -> tuple[Diagnostic, ...]:
            found, stopwatch.seconds["check"] = result()
            return found

        yield checked


@contextmanager
def _languages(
    run: BuildRun, languages: Sequence[Translator], *, broken: bool
) -> Iterator[Callable[[bool], list[LanguageResult]]]:
    """Begins all languages: one after the other with shared pieces, or each in a process of its own.

    The value finishes them; its argument says whether there are errors by then. ``broken`` says whether there
    are now.
    """
    jobs = run.options.jobs or usable_cores()
    if jobs == 1 or len(languages) < 2 or not can_fork():
        first = LanguageRun.of(run, languages[0], jobs)
        with first.composing() as finish:

            def one_by_one(broken: bool) -> list[LanguageResult]:
                made = [first.result(finish, broken=broken)]
                return made + [_result(LanguageRun.of(run, each, jobs), broken) for each in languages[1:]]

            yield one_by_one
        return
    if run.options.jobs == 0:
        # Languages take about equally long, so more of them than cores are done soonest side by side.
        jobs = min(len(languages), 2 * jobs)
    first = LanguageRun.of(run, languages[0], 1)
    made = first.warm_up()

    def of(number: int) -> LanguageResult:
        if number == 0:
            return _result(first, broken, made)
        return _result(LanguageRun.of(run, languages[number], 1), broken)

    with shared(of, len(languages), jobs, PACKING) as results:
        yield lambda _: list(results(lambda _: None))


def _result(
    language: LanguageRun, broken: bool, made: Mapping[str, ComposedPiece] | None = None
) -> LanguageResult:
    with language.composing(made) as finish:
        return language.result(finish, broken=broken)


def _weighed(found: Iterable[Diagnostic], options: BuildOptions) -> list[Diagnostic]:
    """The findings; if the build is strict, warnings are errors."""
    return made_strict(list(found)) if options.strict else list(found)


_OF_CHECK = frozenset({"K150", "K160", "K161"})
"""Codes that ``pnp check`` alone finds."""


def _complete(
    workshop: Workshop, options: BuildOptions, found: Sequence[Diagnostic]
) -> Callable[[str], bool]:
    """Whether the build found all that there is of a code: it made the whole game, in all languages."""
    languages = () if workshop.game is None else workshop.game.languages
    whole = options.selection.whole and set(languages) <= set(options.languages) and not has_errors(found)
    return lambda code: whole and code not in _OF_CHECK


def _empty_sets(found: Sequence[Diagnostic], files: bool) -> Iterator[Diagnostic]:
    """The findings, with those about sets that have nothing to print (S114) as they matter in this build.

    They are left out if there are errors, because faulty pieces are not printed. They are warnings if no file
    is made, so that the user learns why.
    """
    errors = has_errors(found)
    for each in found:
        if each.code != "S114":
            yield each
        elif not errors:
            yield each if files else replace(each, severity=Severity.WARNING)
