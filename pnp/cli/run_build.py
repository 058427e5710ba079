"""A full ``pnp build``, for when something has changed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pnp.build import (
    MANIFEST,
    OTHERS,
    BuildOptions,
    BuildReport,
    BuildResult,
    Extras,
    Selection,
    Workshop,
    build,
    mark_printed,
)
from pnp.cli.opening import languages
from pnp.cli.options import given, split
from pnp.cli.output import Bar, shown_progress
from pnp.cli.place import made, outside_profile, source_date
from pnp.cli.terminal import FOR_PEOPLE, report, say
from pnp.diagnostics import Diagnostic, Severity, times
from pnp.diagnostics.printer import counted
from pnp.disk import put_files
from pnp.model import Game
from pnp.translation.status import summary
from pnp.units import Length

_NAMED = 5
"""Pieces that a summary names."""

_OF_OTHERS = frozenset(f"{name}.pdf" for name in OTHERS)
"""Files that pnp diff and pnp reprint write next to those of a build."""


def run_build(
    workshop: Workshop,
    start: float,
    params: Mapping[str, Any],
    assets: str,
    unchanged: Callable[[], bool],
) -> tuple[Mapping[str, str], BuildReport]:
    """Build and report: the written files, relative to ``out``, each with its SHA-256, and the report.

    Args:
        workshop: The game.
        start: The start of the run, by ``time.perf_counter``.
        params: The parameters of the command, by the names of its options.
        assets: The key from ``assets_key``.
        unchanged: Returns whether the key is still the same.
    """
    loaded = time.perf_counter() - start
    game, out, form, quiet = workshop.game, params["out"], params["form"], params["quiet"]
    options = _options(params, game, assets, unchanged)
    shown = shown_progress(quiet=quiet, form=form)
    result = build(workshop, options, shown)
    if isinstance(shown, Bar):
        shown.close()
    if params["printed"] and result.files and game is not None:
        marked = [
            item
            for each in options.languages
            for item in mark_printed(out / game.id / each, MANIFEST, made())[1]
        ]
        result = replace(result, diagnostics=[*result.diagnostics, *marked])
    found = result.diagnostics
    report(found, workshop.sources, form, quiet=quiet)
    if params["timings"] is not None:
        timings = json.dumps({"load": loaded, **result.seconds}).encode()
        put_files(params["timings"].parent, {params["timings"].name: timings})
    named = {item.span.file for item in found if item.span is not None}
    built = BuildReport(
        tuple(found),
        _summary(result, out),
        summary(result.fits) if len(options.languages) > 1 else "",
        _sharing(result, options),
        tuple(sorted(named & workshop.sources.keys())),
    )
    if not quiet and form in FOR_PEOPLE:
        lines = list(built.lines(f"{time.perf_counter() - start:.1f} s"))
        if options.selection.whole:
            suffix = f"-{options.simulate}" if options.simulate else ""
            folders = [Path(game.id, f"{language}{suffix}") for language in options.languages] if game else []
            lines += _left(out, result.files, folders)
        for line in lines:
            say(line)
    return result.hashes, built


def _options(
    params: Mapping[str, Any], game: Game | None, assets: str, unchanged: Callable[[], bool]
) -> BuildOptions:
    options = BuildOptions(
        out=params["out"],
        languages=languages(game, params["lang"]) if game else (),
        selection=Selection(split(params["only"]), params["where"], params["copies"]),
        print=given(params),
        printer=params["printer"],
        jobs=params["jobs"] or 0,
        strict=params["strict"],
        keep_going=params["keep_going"],
        combined=params["combined"],
        booklet=params["booklet"],
        boxes=card_thickness(params["boxes"]),
        extras=Extras(params["blanks"], params["watermark"]),
        assets=assets,
        unchanged=unchanged,
        simulate=params["simulate"],
        date=source_date(),
        output_intent=outside_profile(params["output_intent"]),
        journals=made().journals,
    )
    if params["build_card"] and game is not None:
        return replace(options, card=_again(game.id, params["lang"], options))
    return options


def _left(out: Path, written: Sequence[str], folders: Sequence[Path]) -> Iterator[str]:
    """One line per folder with PDFs that a build of the whole game did not write: they are out of date."""
    names = [Path(name) for name in written if name.endswith(".pdf")]
    for folder in dict.fromkeys([*(name.parent for name in names), *folders]):
        new = {name.name for name in names if name.parent == folder}
        there = {path.name for path in (out / folder).glob("*.pdf")}
        old = sorted(there - new - _OF_OTHERS)
        if old:
            yield f"left in {(out / folder).as_posix()} from earlier builds: {', '.join(old)}"


def _again(game: str, lang: str, options: BuildOptions) -> str:
    """The command that makes the same files: as given, without options that change no byte."""
    import shlex

    selection = options.selection
    words = ["pnp", "build", "--game", game]
    words += ["--lang", lang] if lang else []
    words += [word for name in selection.only for word in ("--only", name)]
    words += ["--where", selection.where] if selection.where else []
    words += ["--copies", str(selection.copies)] if selection.copies is not None else []
    for name, value in sorted(options.print.items()):
        if name == "stamp":
            words.append("--stamp" if value == "true" else "--no-stamp")
        else:
            words += [f"--{name}", value]
    words += ["--printer", options.printer] if options.printer else []
    words += ["--booklet"] if options.booklet else []
    words += ["--boxes", f"{options.boxes.mm:g}mm"] if options.boxes is not None else []
    words += ["--combined"] if options.combined else []
    words += ["--keep-going"] if options.keep_going else []
    words += ["--simulate", options.simulate] if options.simulate else []
    words += ["--blanks", str(options.extras.blanks)] if options.extras.blanks else []
    words += ["--watermark", options.extras.watermark] if options.extras.watermark else []
    return shlex.join([*words, "--build-card"])


def card_thickness(typed: str | None) -> Length | None:
    """The thickness of a card that ``--boxes`` gives; a usage error for any other text."""
    if typed is None:
        return None
    try:
        from pnp.impose.tuck_box import box_thickness

        return box_thickness(typed)
    except ValueError as fault:
        raise click.UsageError(f"--boxes: {fault}") from None


def _sharing(result: BuildResult, options: BuildOptions) -> str:
    """The line on paper that sets could share; nothing where there is little of it."""
    if not result.files or result.waste is None or options.extras.blanks:
        return ""
    spared, thin = result.waste
    each = " in each language" if len(options.languages) > 1 else ""
    if spared:
        return (
            f"--planned, where sets share paper, saves {times(spared, 'sheet')} or more{each}: see pnp plan"
        )
    if thin < 2:
        return ""
    return f"{times(thin, 'sheet')}{each} are less than half full: pnp plan shows how sets share paper"


def _summary(result: BuildResult, out: Path) -> str:
    faults = counted(result.diagnostics)
    if not result.files:
        return f"nothing written: {faults}"
    pdfs = [name for name in result.files if name.endswith(".pdf")]
    folder = out / Path(pdfs[0]).parent if len({Path(name).parent for name in pdfs}) == 1 else out
    return (
        f"{times(result.pieces, 'piece')} ({result.unique} unique) on {times(result.sheets, 'sheet')}, {times(len(pdfs), 'file')} in "
        f"{folder.as_posix()}, {faults}{_left_out(result.diagnostics)}"
    )


def _left_out(found: Sequence[Diagnostic]) -> str:
    """The end of the summary of a build that has left out what has errors."""
    errors = [each for each in found if each.severity is Severity.ERROR]
    if not errors:
        return ""
    pieces = list(dict.fromkeys(each.piece for each in errors if each.piece))
    names = ", ".join(pieces[:_NAMED])
    more = f" and {len(pieces) - _NAMED} more" if len(pieces) > _NAMED else ""
    return f"; incomplete, without {names}{more}" if pieces else "; incomplete"
