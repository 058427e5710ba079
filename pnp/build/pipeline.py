"""A build: check the game, then compose, impose and emit it in each language, and put the files in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache

from pnp.build.demand import Waste, waste
from pnp.build.edition import PACKING, composing
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
    found = options.weighed(accept(found, allowed, _complete(workshop, options, found)))
    result = BuildResult(
        found,
        pieces=sum(each.pieces for each in results),
        unique=sum(each.unique for each in results),
        sheets=sum(each.sheets for each in results),
        waste=left,
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
        if (
            len(sets) > 1
            and profile.planned == "false"
            and not profile.paper.single
            and profile.sides != "backs"
        ):
            spared = waste(sets, profile)
        colours, refused = file_colours(workshop, profile, options.output_intent)
        if refused:
            return [*checked(), *found, *refused], (), None, allowed
        found += unprintable_colours(game, colours)
        form_maker, assets = FormMaker(workshop.fonts, colours), SharedAssets(workshop.files)
        run = BuildRun(workshop, options, profile, sets, progress, form_maker, assets, allowed=allowed)
        # Translations are read before processes are forked, so that each need not read them again.
        languages = [translations.translator(each) for each in options.languages]
        if options.keep_going:
            # Pieces to leave out must be known before anything is composed.
            errors = _errors([*checked(), *found], allowed, options)
            if _concerns_everything(game, _errors(workshop.diagnostics, allowed, options)):
                return [*checked(), *found], (), None, allowed
            run = replace(run, faulty=_faulty_pieces(game, errors), incomplete=bool(errors))
            languages = [each for each in languages if not _is_faulty(each.language, errors)]
        with _languages(run, languages, stopwatch) as results:
            found = [*checked(), *found]
            return found, results(run.has_errors(found)), spared, allowed


def _errors(
    found: Sequence[Diagnostic], allowed: Sequence[Allowance], options: BuildOptions
) -> list[Diagnostic]:
    weighed = options.weighed(accept(list(found), allowed))
    return [each for each in weighed if each.severity is Severity.ERROR]


def _faulty_pieces(game: Game, errors: Iterable[Diagnostic]) -> frozenset[str]:
    """Keys of the pieces that errors name, and of all pieces of a set that has an error of its own."""
    named = {each.piece for each in errors if each.piece}
    files = {each.span.file for each in errors if each.span is not None and not each.piece}
    return frozenset(
        piece.key
        for component_set in game.sets
        for piece in component_set.pieces
        if piece.key in named or component_set.span.file in files
    )


def _concerns_everything(game: Game, errors: Iterable[Diagnostic]) -> bool:
    """Whether ``game.yaml`` itself cannot be read as it is meant, so that nothing can be trusted."""
    return any(each.span is None or each.span.file == game.span.file for each in errors if not each.piece)


def _is_faulty(language: str, errors: Iterable[Diagnostic]) -> bool:
    """Whether one of the errors is in the translation into the language."""
    return any(each.span is not None and each.span.file.endswith(f"/{language}.po") for each in errors)


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
) -> Iterator[Callable[[bool], list[LanguageResult]]]:
    """Begins to compose all languages together; several of them are then finished each in a process.

    The value finishes them; its argument says whether there are errors by then.
    """
    if not languages:
        yield lambda _: []
        return
    jobs = run.options.jobs or usable_cores()
    apart = jobs > 1 and len(languages) > 1 and can_fork()
    runs = [LanguageRun.of(run, each, 1 if apart else jobs) for each in languages]
    editions = [each.edition for each in runs]
    with composing(editions, jobs, run.progress, rulebooks=run.makes_rulebooks) as compose_all:

        def finished(broken: bool) -> list[LanguageResult]:
            if jobs > 1 and not broken:
                import pnp.pdf.document  # noqa: F401 - others compose while it is loaded
            with stopwatch("compose"):
                games = compose_all()

            def of(number: int) -> LanguageResult:
                return runs[number].result(games[number], broken=broken)

            # Languages take about equally long, so more of them than cores are done soonest side by side.
            side_by_side = run.options.jobs or 2 * jobs
            with shared(of, len(runs), side_by_side if apart else 1, PACKING) as results:
                return list(results(lambda _: None))

        yield finished


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
