"""A build: check the game, then compose, impose and emit it in each language, and put the files in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache

from pnp.build.composing import PACKING, Composing
from pnp.build.demand import Waste, waste
from pnp.build.emit import file_colours, unprintable_colours
from pnp.build.extras import unprintable_watermark
from pnp.build.language_run import BuildRun, LanguageResult, LanguageRun, Stopwatch
from pnp.build.output import write_files
from pnp.build.request import BuildOptions, Progress, print_profile, select
from pnp.build.workshop import Workshop, check_workshop, unreported
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.diagnostics.diagnostic import Allowance, accept
from pnp.disk import Content
from pnp.layout import SharedAssets, Tightness
from pnp.model import Game
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
    """Build a game. If there is an error, nothing is written, unless the build keeps going."""
    progress = progress or Progress()
    stopwatch = Stopwatch(progress.clock)
    game = workshop.game
    if game is None:
        checked = check_workshop(workshop).diagnostics
        return BuildResult(options.weighed(_empty_sets(checked, files=False)))
    translations = Translations(game, options.languages)
    known, results, spared = _results(workshop, game, options, translations, progress, stopwatch)
    found = list(known)
    files: dict[str, Content] = {}
    hashes: dict[str, str] = {}
    seconds = stopwatch.seconds
    for each in results:
        found += unreported(each.diagnostics, known, game)
        files |= each.files
        hashes |= each.hashes
        for stage, spent in each.seconds.items():
            seconds[stage] = seconds.get(stage, 0.0) + spent
    found = list(_empty_sets(found, files=bool(files)))
    # Whether everything is made, so that all is found that there is of a code.
    whole = (
        options.selection.whole and set(game.languages) <= set(options.languages) and not has_errors(found)
    )
    found = options.weighed(
        accept(found, translations.allowances(), lambda code: whole and code not in _OF_CHECK)
    )
    result = BuildResult(
        found,
        pieces=sum(each.pieces for each in results),
        unique=sum(each.unique for each in results),
        sheets=sum(each.sheets for each in results),
        waste=spared,
        fits=[fit for each in results for fit in each.fits],
        seconds=seconds,
    )
    if not files or (has_errors(found) and not options.keep_going):
        return result
    with stopwatch("write"):
        faults = write_files(options.out, files, options.journals)
    if faults:
        return replace(result, diagnostics=[*found, *faults])
    return replace(result, files=sorted(files), hashes=hashes)


def _results(
    workshop: Workshop,
    game: Game,
    options: BuildOptions,
    translations: Translations,
    progress: Progress,
    stopwatch: Stopwatch,
) -> tuple[Sequence[Diagnostic], Sequence[LanguageResult], Waste | None]:
    """The faults of data and options, the result of each language, and wasted paper.

    There are no results if the game cannot be printed. Other processes may compose while this one checks,
    because composing takes longest.
    """
    with _checking(workshop, options, translations, stopwatch) as checked:
        run, faults = _prepared(workshop, game, options, translations.allowances(), progress)
        if run is None:
            return [*checked(), *faults], (), None
        profile, spared = run.profile, None
        apart = profile.planned == "false" and not profile.paper.single
        if len(run.sets) > 1 and apart and profile.sides != "backs":
            spared = waste(run.sets, profile)
        # Translations are read before processes are forked, so that each need not read them again.
        languages = [translations.translator(each) for each in options.languages]
        if options.keep_going:
            # Pieces to leave out must be known before anything is composed.
            run, languages = _without_faulty(run, game, languages, [*checked(), *faults])
        with _languages(run, languages, stopwatch) as finish:
            results = finish(lambda: bool(run.errors([*checked(), *faults])))
            return [*checked(), *faults], results, spared


def _prepared(
    workshop: Workshop,
    game: Game,
    options: BuildOptions,
    allowed: Sequence[Allowance],
    progress: Progress,
) -> tuple[BuildRun | None, list[Diagnostic]]:
    """The build with what its options ask for, and what was found; None if it cannot be made."""
    profile, found = print_profile(workshop, game, options.print, options.printer)
    sets, unknown = select(game, options.selection)
    found = [*found, *unknown]
    if options.extras.watermark:
        context = TextContext(workshop.fonts, workshop.icons, game.language)
        found += unprintable_watermark(options.extras.watermark, context)
    if profile is None or has_errors(found):
        return None, found
    colours, refused = file_colours(workshop, profile, options.output_intent)
    if refused:
        return None, [*found, *refused]
    found += unprintable_colours(game, colours)
    form_maker, assets = FormMaker(workshop.fonts, colours), SharedAssets(workshop.files)
    return BuildRun(workshop, options, profile, sets, progress, form_maker, assets, allowed=allowed), found


def _without_faulty(
    run: BuildRun, game: Game, languages: Sequence[Translator], found: Sequence[Diagnostic]
) -> tuple[BuildRun, list[Translator]]:
    """The build and its languages without the pieces, the sets and the translations that have errors.

    No language is left if ``game.yaml`` itself cannot be read as it is meant: nothing can be trusted then.
    """
    own = [each for each in run.errors(run.workshop.diagnostics) if not each.piece]
    if any(each.span is None or each.span.file == game.span.file for each in own):
        return run, []
    errors = run.errors(found)
    pieces = {each.piece for each in errors if each.piece}
    files = {each.span.file for each in errors if each.span is not None and not each.piece}
    faulty = frozenset(
        piece.key
        for each in game.sets
        for piece in each.pieces
        if piece.key in pieces or each.span.file in files
    )
    places = [each.span.file for each in errors if each.span is not None]
    left = [each for each in languages if not any(file.endswith(f"/{each.language}.po") for file in places)]
    return replace(run, faulty=faulty, incomplete=bool(errors)), left


@contextmanager
def _checking(
    workshop: Workshop, options: BuildOptions, translations: Translations, stopwatch: Stopwatch
) -> Iterator[Callable[[], tuple[Diagnostic, ...]]]:
    """Checks the data, in another process if there may be two; the value returns the findings."""
    jobs = options.jobs or usable_cores()

    def check() -> tuple[tuple[Diagnostic, ...], float]:
        own = Stopwatch(stopwatch.clock)
        with own("check"):
            found = check_workshop(workshop, translations=translations).diagnostics
        return found, own.seconds["check"]

    with in_background(check, jobs) as result:

        @cache
        def checked() -> tuple[Diagnostic, ...]:
            found, stopwatch.seconds["check"] = result()
            return found

        yield checked


@contextmanager
def _languages(
    run: BuildRun, languages: Sequence[Translator], stopwatch: Stopwatch
) -> Iterator[Callable[[Callable[[], bool]], list[LanguageResult]]]:
    """Begins to compose all languages together; several of them are then finished each in a process.

    The value finishes them; its argument is called when all are composed, and says whether there are errors.
    """
    if not languages:
        yield lambda _: []
        return
    jobs = run.options.jobs or usable_cores()
    apart = jobs > 1 and len(languages) > 1 and can_fork()
    runs = [LanguageRun.of(run, each, 1 if apart else jobs) for each in languages]
    editions = [each.edition for each in runs]
    with Composing(editions, jobs, run.progress, rulebooks=run.makes_rulebooks) as composing:

        def finished(has_errors: Callable[[], bool]) -> list[LanguageResult]:
            if jobs > 1:
                import pnp.pdf.document  # noqa: F401 - others compose while it is loaded
            with stopwatch("compose"):
                games = composing.finish()
            broken = has_errors()

            def of(number: int) -> LanguageResult:
                return runs[number].result(games[number], broken=broken)

            # Languages take about equally long, so more of them than cores are done soonest side by side.
            side_by_side = run.options.jobs or 2 * jobs
            with shared(of, len(runs), side_by_side if apart else 1, PACKING) as results:
                return list(results(lambda _: None))

        yield finished


_OF_CHECK = frozenset({"K150", "K160", "K161"})
"""Codes that ``pnp check`` alone finds."""


def _empty_sets(found: Sequence[Diagnostic], *, files: bool) -> Iterator[Diagnostic]:
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
