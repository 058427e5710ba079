"""Output of commands: files, texts and pages for the author, and bars for long work."""

from __future__ import annotations

import csv
import io
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.build import Progress, Workshop, print_profile
from pnp.build import write_files as write_with_journal
from pnp.cli.opening import need, refuse
from pnp.cli.place import made
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say, say_painted
from pnp.diagnostics import Diagnostic, Severity
from pnp.diagnostics.printer import concise, visible
from pnp.disk import Content
from pnp.model import Game
from pnp.model.paper import A4, Paper, reading_paper
from pnp.raster.pixels import PagePictures, missing_renderer

if TYPE_CHECKING:
    from pnp.importers import Imported

_BAR_COLUMNS = 36
_WORTH_A_BAR = 200
"""Pieces to compose; fewer are done before a bar could be read."""


def write_files(folder: Path, files: Mapping[str, Content]) -> None:
    """Put files in place, named relative to the folder: all of them, or none.

    Raises:
        Stop: They cannot be written; it has been reported.
    """
    need(*write_with_journal(folder, files, made().journals))


def write_and_list(folder: Path, files: Mapping[str, Content]) -> None:
    """The same, and say where each file is."""
    write_files(folder, files)
    for name in files:
        say((folder / name).as_posix())


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def write_text(text: str, name: str, out: Path, ending: str, *, force: bool) -> str:
    """Where the text was written, as shown to the author; ``-`` for standard output.

    Args:
        text: Written in UTF-8.
        name: Of the file when ``out`` is a folder.
        out: A folder, a file with the ending, or ``-``.
        ending: Suffix that distinguishes files from folders, such as ``.md``.
        force: Whether a file that is there may be written over.

    Raises:
        click.UsageError: There is such a file already.
        Stop: The file cannot be written; that has been reported.
    """
    if str(out) == "-":
        if sys.stdout.isatty():
            say(text, nl=False)
        else:
            click.echo(text, nl=False)  # noqa: TID251 - it goes to a file or a program as it is
        return "-"
    target = out if out.suffix == ending else out / name
    if target.exists() and not force:
        raise click.UsageError(f"'{target.as_posix()}' already exists; give --force to overwrite it")
    write_files(target.parent, {target.name: text.encode()})
    return target.as_posix()


def report_briefly(found: Iterable[Diagnostic], imported: Imported, form: str, quiet: bool) -> None:
    """Errors and warnings at length, notes a line each: a long document has many of them."""
    items = list(found)
    if form != "full":
        report(items, {}, form, quiet=quiet)
        return
    file = imported.lines[0].file if imported.lines else ""
    graver = [item for item in items if item.severity is not Severity.NOTE]
    notes = [item for item in items if item.severity is Severity.NOTE]
    if notes and not quiet:
        say(concise(notes), err=True)
    report(graver, {file: imported.source}, form)


paper_option = click.option(
    "--paper", default="", metavar="TEXT", help="A4 or Letter. [as for the game's sheets]"
)
"""``--paper``: what the printer takes."""


def page_paper(workshop: Workshop, game: Game, typed: str) -> Paper:
    """Letter if the game, or ``typed``, uses Letter, Legal or Tabloid; else A4.

    Raises:
        Stop: ``typed`` is not a paper; that has been reported.
    """
    profile, faults = print_profile(workshop, game, {"paper": typed} if typed else {})
    if profile is not None:
        return reading_paper(profile.paper)
    if typed:
        refuse(faults, workshop.sources, code=Exit.USAGE)
    return A4  # building the game reports the fault


def pngs(pdf: bytes, dpi: float) -> Iterator[bytes]:
    """Each page of the file as PNG.

    Raises:
        Stop: The library that draws pages is not installed; the cure has been reported.
    """
    need(missing_renderer())
    with PagePictures(pdf) as pages:
        for page in range(len(pages)):
            yield pages.png(page, dpi)


class Bar(Progress):
    """A bar on the terminal, one for each stage.

    Unlike click's, it never hides the cursor, which would stay hidden when a signal ends the process.

    Args:
        least: Stages of fewer steps have no bar.
    """

    def __init__(self, least: int = _WORTH_A_BAR) -> None:
        super().__init__(time.perf_counter)
        self._least = least
        self._label = ""
        self._steps = self._done = 0
        self._drawn = ""

    def start(self, stage: str, steps: int) -> None:
        """Show a bar when there is much to do."""
        self.close()
        if steps >= self._least:
            self._label, self._steps, self._done = visible(stage), steps, 0
            self._draw()

    def step(self, steps: int) -> None:
        """Move the bar."""
        if self._drawn:
            self._done = min(self._done + steps, self._steps)
            self._draw()

    def close(self) -> None:
        """End the bar's line."""
        if self._drawn:
            say(err=True)
            self._drawn = ""

    def _draw(self) -> None:
        """Write the bar over itself if it looks different now."""
        filled = self._done * _BAR_COLUMNS // self._steps
        percent = self._done * 100 // self._steps
        line = f"{self._label}  [{'#' * filled}{'-' * (_BAR_COLUMNS - filled)}]  {percent:3d}%"
        if line != self._drawn:
            self._drawn = line
            say_painted(f"\r{line}", nl=False, err=True)


def shown_progress(*, quiet: bool, form: str = "full", least: int = _WORTH_A_BAR) -> Progress:
    """A bar where somebody can see it, else nothing but the clock."""
    if quiet or form != "full" or not sys.stderr.isatty():
        return Progress(time.perf_counter)
    return Bar(least)
