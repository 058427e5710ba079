"""What the commands write to the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping

import click

from pnp.cli.exit import Exit
from pnp.diagnostics import Diagnostic, Severity, has_errors, printer

_COLOURS: dict[str, dict[str, object]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "cyan"},
    "help": {"fg": "green"},
    "rule": {"fg": "blue"},
    "bold": {"bold": True},
}


def coloured(stream: object = None) -> bool:
    """Whether the stream (standard error when None) is a terminal that may be sent colours."""
    target = stream or sys.stderr
    return not os.environ.get("NO_COLOR") and bool(getattr(target, "isatty", lambda: False)())  # noqa: TID251


def paint(text: str, kind: str) -> str:
    """The text in the colour of its kind."""
    return click.style(text, **_COLOURS[kind]) if text else text  # type: ignore[arg-type]


_TO_DO = ("E113",)
"""Codes of notes that are always shown: they leave something to do."""


def report(found: Iterable[Diagnostic], sources: Mapping[str, str], form: str, *, notes: bool = True) -> None:
    """Write findings: the long form to standard error, machine forms to standard output."""
    items = [item for item in found if notes or item.severity is not Severity.NOTE or item.code in _TO_DO]
    if form == "json":
        click.echo(printer.as_json(items), nl=False)
    elif form == "github":
        click.echo(printer.github(items), nl=False)
    elif form == "concise":
        click.echo(printer.concise(items), nl=False, err=True)
    elif items:
        click.echo(printer.full(items, sources, paint if coloured() else printer.plain), err=True)


_UNWRITTEN = ("E110", "E111")
"""Codes of files that could not be written."""


def exit_code(found: Iterable[Diagnostic]) -> int:
    """3 when files could not be written, 1 when there is another error, else 0."""
    found = list(found)
    if not has_errors(found):
        return Exit.FINE
    return Exit.ENVIRONMENT if any(each.code in _UNWRITTEN for each in found) else Exit.FAULTS
