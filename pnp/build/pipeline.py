"""One run of a build: check, compose, impose, preflight, emit, and the files put in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from pnp.build.demand import Waste, waste
from pnp.build.edition import Edition, LanguageRun, make_edition
from pnp.build.extras import unprintable_watermark
from pnp.build.findings import unreported
from pnp.build.output import write_files
from pnp.build.pieces import PACKING, ComposedPiece
from pnp.build.request import BuildOptions, Progress, print_profile, select
from pnp.build.run import BuildRun, Stopwatch
from pnp.build.workshop import Workshop, check_workshop
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.layout import Tightness
from pnp.text import TextContext
from pnp.translation import Translations, Translator
from pnp.workers import can_fork, in_background, shared, usable_cores


@dataclass(frozen=True, slots=True)
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
    progress = progress or Progress()
    stopwatch = Stopwatch(progress.clock)
    checked, editions, left = _made(workshop, options, progress, stopwatch)
    found = list(checked)
    files: dict[str, Content] = {}
    hashes: dict[str, str] = {}
    seconds = stopwatch.seconds
    for edition in editions:
        found += unreported([*edition.composed, *edition.diagnostics], checked, workshop.game)
        files |= edition.files
        hashes |= edition.hashes
        for stage, spent in edition.seconds.items():
            seconds[stage] = seconds.get(stage, 0.0) + spent
    found = _as_they_count(_empty_sets(found, bool(files)), options)
    result = BuildResult(
        found,
        pieces=sum(each.pieces for each in editions),
        unique=sum(each.unique for each in editions),
        sheets=sum(each.sheets for each in editions),
        waste=left,
        fits=[fit for each in editions for fit in each.fits],
        seconds=seconds,
    )
    if has_errors(found) or not files:
        return result
    with stopwatch("write"):
        faults = write_files(options.out, files, options.journals)
    if faults:
        return replace(result, diagnostics=[*found, *faults])
    return replace(result, files=sorted(files), hashes=hashes)


def _made(
    workshop: Workshop, options: BuildOptions, progress: Progress, stopwatch: Stopwatch
) -> tuple[Sequence[Diagnostic], Sequence[Edition], Waste | None]:
    """What checks and options have wrong, the editions, and what sharing sheets would save; no edition where it cannot print.

    Other processes may compose while this one checks: they are what takes longest.
    """
    game = workshop.game
    if game is None:
        return check_workshop(workshop).diagnostics, (), None
    translations = Translations(game, options.languages)
    profile, faults = print_profile(workshop, game, options.print, options.printer)
    sets, unknown = select(game, options.selection)
    said = [*faults, *unknown]
    if options.extras.watermark:
        context = TextContext(workshop.fonts, workshop.icons, game.language)
        said += unprintable_watermark(options.extras.watermark, context)
    with _checking(workshop, options, translations, stopwatch) as checked:
        if profile is None or has_errors(said):
            return [*checked(), *said], (), None
        spared = None
        if len(sets) > 1 and profile.planned == "false" and profile.sides != "backs":
            spared = waste(sets, profile)
        run = BuildRun.of(workshop, options, profile, sets, progress)
        # Files of translations are read before processes are forked that would each do so.
        languages = [translations.translator(each) for each in options.languages]
        broken = has_errors(_as_they_count([*workshop.diagnostics, *said], options))
        with _editions(run, languages, broken=broken) as editions:
            found = [*checked(), *said]
            return found, editions(has_errors(_as_they_count(found, options))), spared


@contextmanager
def _checking(
    workshop: Workshop, options: BuildOptions, translations: Translations, stopwatch: Stopwatch
) -> Iterator[Callable[[], tuple[Diagnostic, ...]]]:
    """What checks of the data find; another process looks for it where there are several languages to check."""
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
def _editions(
    run: BuildRun, languages: Sequence[Translator], *, broken: bool
) -> Iterator[Callable[[bool], list[Edition]]]:
    """Begins every language: one after the other with its pieces shared out, or the languages shared out.

    What is yielded finishes them; it is told whether there are errors by then. ``broken`` says whether there
    are now.
    """
    jobs = run.options.jobs or usable_cores()
    if jobs == 1 or len(languages) < 2 or not can_fork():
        first = LanguageRun.of(run, languages[0], jobs)
        with first.composing() as finish:

            def one_by_one(broken: bool) -> list[Edition]:
                made = [make_edition(first, finish, broken=broken)]
                return made + [_edition(LanguageRun.of(run, each, jobs), broken) for each in languages[1:]]

            yield one_by_one
        return
    if run.options.jobs == 0:
        # Languages take about equally long: more of them than cores are done soonest when all are under way.
        jobs = min(len(languages), 2 * jobs)
    first = LanguageRun.of(run, languages[0], 1)
    made = first.warm_up()

    def of(number: int) -> Edition:
        if number == 0:
            return _edition(first, broken, made)
        return _edition(LanguageRun.of(run, languages[number], 1), broken)

    with shared(of, len(languages), jobs, PACKING) as results:
        yield lambda _: list(results(lambda _: None))


def _edition(language: LanguageRun, broken: bool, made: Mapping[str, ComposedPiece] | None = None) -> Edition:
    with language.composing(made) as finish:
        return make_edition(language, finish, broken=broken)


def _as_they_count(found: Iterable[Diagnostic], options: BuildOptions) -> list[Diagnostic]:
    """The findings, warnings raised to errors where the build is strict."""
    return made_strict(list(found)) if options.strict else list(found)


def _empty_sets(found: Sequence[Diagnostic], files: bool) -> Iterator[Diagnostic]:
    """What was found, with what is told of sets that have nothing to print (S114) as it matters in this run.

    Where there are errors it is left out, as faulty pieces are not printed; where no file is made it is a
    warning, as a run without a file that ends without a word looks like one that printed something.
    """
    errors = has_errors(found)
    for each in found:
        if each.code != "S114":
            yield each
        elif not errors:
            yield each if files else replace(each, severity=Severity.WARNING)
