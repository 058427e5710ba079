"""Output to the terminal: text, findings, tables."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from textwrap import wrap
from typing import Any
from unicodedata import combining, east_asian_width

import click

from pnp import __version__
from pnp.cli.place import from_repository
from pnp.cli.process import Exit
from pnp.diagnostics import Diagnostic, Severity, has_errors, printer
from pnp.diagnostics.diagnostic import without_accepted

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


FOR_PEOPLE = ("full", "concise")
"""Forms of findings that tables and a closing line go with; the other forms are for programs."""
_TO_DO = ("E113",)
"""Codes of notes that are always shown: they leave something to do."""


def say(text: object = "", *, nl: bool = True, err: bool = False) -> None:
    """Write a text to standard output or standard error, with control characters as escapes."""
    say_painted(printer.visible(str(text)), nl=nl, err=err)


def say_painted(text: str, *, nl: bool = True, err: bool = False) -> None:
    """The same for a text that holds colours; what is not ours in it has been made ``visible``.

    The stream is named, or click would write UTF-8 where the user asked for ASCII.
    """
    click.echo(text, sys.stderr if err else sys.stdout, nl=nl)  # noqa: TID251


def say_json(value: Any, default: Callable[[Any], Any] | None = None) -> None:
    """Write a value as JSON to standard output, for programs; ``default`` is that of ``json.dumps``."""
    say(json.dumps(value, ensure_ascii=False, indent=2, default=default))


def report(
    found: Iterable[Diagnostic],
    sources: Mapping[str, str],
    form: str,
    *,
    quiet: bool = False,
    passed: Sequence[tuple[str, str]] = (),
) -> None:
    """Write findings: forms for people to standard error, forms for programs to standard output.

    Accepted warnings are in JSON alone. The long form gives each error and warning its excerpt, then each
    note a line.

    Args:
        found: In any order.
        sources: Text of each file by the name that spans use.
        form: A value of ``--format``.
        quiet: Whether notes are left out of forms for people.
        passed: Group and name of what was checked and is right, for the form that lists that.
    """
    hidden = quiet and form in FOR_PEOPLE
    items = [
        item for item in found if not hidden or item.severity is not Severity.NOTE or item.code in _TO_DO
    ]
    if form != "json":
        items = list(without_accepted(items))
    if form in FOR_PEOPLE:
        items, brief = _apart(items)
    else:
        say(_for_programs(items, sources, form, passed), nl=False)
        return
    if form == "concise":
        say(printer.concise(items) + printer.concise(brief), nl=False, err=True)
    else:
        if items:
            say_painted(printer.full(items, sources, paint if coloured() else printer.plain), err=True)
        say(printer.brief(brief), nl=False, err=True)


def _for_programs(
    items: Sequence[Diagnostic], sources: Mapping[str, str], form: str, passed: Sequence[tuple[str, str]]
) -> str:
    from pnp.diagnostics import machine  # forms for people need none of it

    if form == "json":
        return machine.as_json(items)
    placed = from_repository(Path.cwd())
    if form == "github":
        return machine.github(items, placed)
    if form == "junit":
        return machine.junit(items, sources, passed, placed)
    game = next((file for file in sources if PurePath(file).name == "game.yaml"), "game.yaml")
    return machine.sarif(items, __version__, game, placed)


def _apart(items: Sequence[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Findings that are shown at length, and notes that get a line each."""
    brief = printer.counted_notes(item for item in items if item.code not in _TO_DO)
    return [item for item in items if item.severity is not Severity.NOTE or item.code in _TO_DO], brief


_UNWRITTEN = ("E110", "E111")
"""Codes of files that could not be written."""


def exit_code(found: Iterable[Diagnostic]) -> int:
    """3 when files could not be written, 1 when there is another error, else 0."""
    found = list(found)
    if not has_errors(found):
        return Exit.FINE
    return Exit.ENVIRONMENT if any(each.code in _UNWRITTEN for each in found) else Exit.FAULTS


LEAST = 20
"""Columns that the wrapped column has on any terminal."""


def width(text: str) -> int:
    """Columns that the text takes on a terminal."""
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def terminal_columns() -> int:
    """Columns that tables may take."""
    return min(shutil.get_terminal_size((110, 24)).columns, 160)


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    flexible: int,
    right: Sequence[int] = (),
    columns: int | None = None,
) -> list[str]:
    """Lines of a table.

    Args:
        head: Titles.
        rows: Cells, as many as titles.
        flexible: Index of the column that is wrapped to what room the others leave.
        right: Indexes of the columns that are set flush right.
        columns: Width of the terminal; None asks the terminal.
    """
    columns = columns or terminal_columns()
    widths = [max(width(row[index]) for row in [head, *rows]) for index in range(len(head))]
    room = columns - sum(widths) + widths[flexible] - 2 * (len(head) - 1)
    widths[flexible] = max(min(widths[flexible], room), LEAST)
    lines = [_line(head, widths, right), "  ".join("─" * size for size in widths)]
    for row in rows:
        parts = wrap(row[flexible], widths[flexible]) or [""]
        lines.append(_line([*row[:flexible], parts[0], *row[flexible + 1 :]], widths, right))
        lines += [
            _line(["" if index != flexible else part for index in range(len(head))], widths, ())
            for part in parts[1:]
        ]
    return lines


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    padded = []
    for index, (cell, size) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (size - width(cell))
        padded.append(space + cell if index in right else cell + space)
    return "  ".join(padded).rstrip()
