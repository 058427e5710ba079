"""Writing a text to a file, a folder or standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from pnp.cli.exit import Exit
from pnp.cli.opening import Stop
from pnp.cli.terminal import report, say
from pnp.cli.write import write_files
from pnp.diagnostics import Diagnostic, Severity
from pnp.diagnostics.printer import concise
from pnp.importers import Imported


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
    faults = write_files(target.parent, {target.name: text.encode()})
    if faults:
        report(faults, {}, "full")
        raise Stop(Exit.ENVIRONMENT)
    return target.as_posix()


def report_briefly(found: Iterable[Diagnostic], imported: Imported, form: str, quiet: bool) -> None:
    """Errors and warnings at length, notes a line each: a long document has many of them."""
    items = list(found)
    if form != "full":
        report(items, {}, form, notes=not quiet)
        return
    file = imported.lines[0].file if imported.lines else ""
    graver = [item for item in items if item.severity is not Severity.NOTE]
    notes = [item for item in items if item.severity is Severity.NOTE]
    if notes and not quiet:
        say(concise(notes), err=True)
    report(graver, {file: imported.source}, form)
