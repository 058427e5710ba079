"""``pnp build``: print a game."""

from __future__ import annotations

import json
import shlex
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pnp.build.build import BuildOptions, BuildResult, Progress, build
from pnp.build.extra import Extras
from pnp.build.selection import Selection
from pnp.cli.options import (
    format_option,
    game_option,
    given,
    lang_option,
    print_options,
    quiet_option,
    selection_options,
    split,
    strict_option,
)
from pnp.cli.terminal import exit_code, report
from pnp.cli.workshop import languages, open_game
from pnp.diagnostics.printer import counted
from pnp.translation.fit import summary as fit_summary
from pnp.vision import VISIONS, Vision


@click.command(
    name="build",
    epilog="Examples:  pnp build --game doom    pnp build --paper Letter --only weapons,spells/*",
)
@game_option
@lang_option
@selection_options
@print_options
@click.option("--out", type=click.Path(path_type=Path), default="out", help="Folder of the PDFs. [out]")
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=1, help="Processes to compose in. [1]")
@click.option("--combined", is_flag=True, help="One PDF for the whole game.")
@click.option(
    "--build-card", is_flag=True, help="A last page: command, counts, what lies where, boxes to tick."
)
@click.option(
    "--simulate",
    type=click.Choice(VISIONS),
    help="Show the pieces as green-, red- or blue-blind players see them, in out/GAME/LANGUAGE-….",
)
@click.option(
    "--blanks", type=click.IntRange(0, 99), default=0, metavar="N", help="So many blank pieces for each set."
)
@click.option(
    "--watermark", default="", metavar="TEXT", help="Words across every front, such as 'playtest 3'."
)
@click.option("--timings", type=click.Path(path_type=Path), hidden=True)
@strict_option
@format_option
@quiet_option
def command(
    game: str | None,
    lang: str,
    only: tuple[str, ...],
    where: str,
    copies: int | None,
    out: Path,
    jobs: int,
    combined: bool,
    build_card: bool,
    simulate: Vision | None,
    blanks: int,
    watermark: str,
    timings: Path | None,
    strict: bool,
    form: str,
    quiet: bool,
    printer: str,
    **typed: str | bool | None,
) -> int:
    """Print a game: decks, tiles, tokens, standees and rules as PDFs in out/GAME/LANGUAGE.

    Nothing is written when there is an error; the last good files stay.
    """
    start = time.perf_counter()
    workshop = open_game(game)
    loaded = time.perf_counter() - start
    wanted = languages(workshop.game, lang) if workshop.game else ()
    options = BuildOptions(
        out=out,
        languages=wanted,
        selection=Selection(split(only), where, copies),
        print=given(typed),
        printer=printer,
        jobs=jobs,
        strict=strict,
        combined=combined,
        extras=Extras(blanks, watermark),
        simulate=simulate,
    )
    if build_card and workshop.game is not None:
        options = replace(options, card=_again(workshop.game.id, lang, options))
    shown = _Bar() if not quiet and form == "full" and sys.stderr.isatty() else Progress(time.perf_counter)
    result = build(workshop, options, shown)
    if isinstance(shown, _Bar):
        shown.close()
    report(result.diagnostics, workshop.sources, form, notes=form == "json")
    if timings is not None:
        timings.write_text(json.dumps({"load": loaded, **result.seconds}), encoding="utf-8")
    if not quiet and form == "full":
        click.echo(_summary(result, out, time.perf_counter() - start))
        if len(wanted) > 1:
            click.echo(fit_summary(result.fits))
    return exit_code(result.diagnostics)


def _again(game: str, lang: str, options: BuildOptions) -> str:
    """The command that makes the same files, wherever they go: as it was given, without what changes no byte."""
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
    words += ["--combined"] if options.combined else []
    words += ["--simulate", options.simulate] if options.simulate else []
    return shlex.join([*words, "--build-card"])


def _summary(result: BuildResult, out: Path, seconds: float) -> str:
    faults = counted(result.diagnostics)
    if not result.files:
        return f"nothing written: {faults}, {seconds:.1f} s"
    pdfs = [name for name in result.files if name.endswith(".pdf")]
    folder = out / Path(pdfs[0]).parent if len({Path(name).parent for name in pdfs}) == 1 else out
    return (
        f"{result.pieces} pieces ({result.unique} unique) on {result.sheets} sheets, {len(pdfs)} files in "
        f"{folder.as_posix()}, {faults}, {seconds:.1f} s"
    )


class _Bar(Progress):
    """A bar on the terminal for stages that take long."""

    def __init__(self) -> None:
        super().__init__(time.perf_counter)
        self._bar: Any = None

    def start(self, stage: str, steps: int) -> None:
        """Show a bar when there is much to do."""
        self.close()
        if steps >= 200:
            self._bar = click.progressbar(length=steps, label=stage, file=sys.stderr)
            self._bar.__enter__()

    def step(self, steps: int) -> None:
        """Move the bar."""
        if self._bar is not None:
            self._bar.update(steps)

    def close(self) -> None:
        """End the bar's line."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None
