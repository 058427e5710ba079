"""``pnp import``: one command for each format; tables of cards become new games."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from pnp.build import ascii_name, open_workshop
from pnp.cli.import_rulebook import rulebook
from pnp.cli.opening import Stop
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.reference import schema_files
from pnp.cli.terminal import report, say
from pnp.diagnostics import Diagnostic, error, has_errors, times
from pnp.diagnostics.allowance import accept
from pnp.load import FolderFiles
from pnp.load.table.table import TableFault
from pnp.model import FileFault
from pnp.start import FoundTable, bare_game, find_tables, table_set

_Command = TypeVar("_Command", bound=Callable[..., Any])
_TOOLS = {
    "csv": "the CSV, XLSX and ODS tables in FOLDER",
    "squib": "the tables that the Squib scripts in FOLDER read",
    "nandeck": "the tables that the nanDECK scripts in FOLDER link",
    "decksmith": "DeckSmith's deck.csv and deck.yaml in FOLDER",
    "cider": "the decks of the Cider project in FOLDER",
}


@dataclass(frozen=True, slots=True)
class _GameOptions:
    """Options for the game and all its tables."""

    name: str
    into: Path
    kind: str
    size: str
    copies: str
    encoding: str
    lang: str


def _options(command: _Command) -> _Command:
    kinds = click.Choice(["card", "tile", "token"])
    for option in reversed(
        (
            click.option("--name", default="", help="Name of the game. [that of the file or folder]"),
            click.option(
                "--into",
                type=click.Path(path_type=Path),
                default=".",
                help="Folder to create it in. [this one]",
            ),
            click.option("--kind", type=kinds, default="card", help="Kind of piece that each row is. [card]"),
            click.option(
                "--size",
                default="",
                help="Size of the pieces, such as poker or 63x88mm. [as the tool has it]",
            ),
            click.option(
                "--copies",
                default="",
                metavar="TITLE",
                help="Column with the number of copies. [found by its title]",
            ),
            click.option(
                "--encoding", default="", help="Encoding of CSV files, such as cp1250. [UTF-8, or detected]"
            ),
            click.option("--lang", default="en", help="Language of the texts. [en]"),
        )
    ):
        command = option(command)
    return command


@click.command(name="cards", epilog="Example:  pnp import cards weapons.xlsx --name Doom --lang cs")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_options
def cards(file: Path, **options: Any) -> int:
    """Make a game from one table, FILE: each row is a card; the first row with several cells has the titles.

    Each sheet of a spreadsheet becomes a set. Reports what each column became and what could not be imported.
    """
    return _import(file.parent, [FoundTable(file.name, every_sheet=True)], file.stem, _GameOptions(**options))


def tool_commands() -> list[click.Command]:
    """A command for each tool whose folders can be read."""
    return [_tool(name, what) for name, what in _TOOLS.items()]


def _tool(name: str, what: str) -> click.Command:
    def run(folder: Path, **options: Any) -> int:
        found = find_tables(name, FolderFiles(folder))
        if not found:
            raise click.UsageError(f"'{folder.as_posix()}' has no tables; pnp looked for {what}")
        return _import(folder, found, Path(os.path.realpath(folder)).name, _GameOptions(**options))

    doc = f"Make a game from {what}.\n\nPictures, drawings and templates cannot be imported; they are listed."
    command = click.command(name=name, help=doc, short_help=f"Make a game from {what}.")(_options(run))
    command.params.insert(
        0, click.Argument(["folder"], type=click.Path(exists=True, file_okay=False, path_type=Path))
    )
    return command


def _import(root: Path, tables: Sequence[Any], name: str, wishes: _GameOptions) -> int:
    folder = wishes.into / ascii_name(wishes.name or name)
    if not wishes.name and os.path.realpath(folder) == os.path.realpath(root):
        folder = wishes.into / ascii_name(f"{name}-game")  # beside the tool's own folder
    if folder.is_dir() and any(folder.iterdir()):
        raise click.UsageError(f"'{folder.as_posix()}' already exists and is not empty")
    files, decisions, left, found = _sets(root, tables, wishes)
    report(found, {}, "full")
    if has_errors(found) or not files:
        for line in left:
            say(f"not imported: {line}", err=True)
        return Exit.FAULTS
    files = {**bare_game(wishes.name or name, wishes.lang), **files}
    faults = write_files(folder, files)
    workshop = open_workshop(folder, Path.cwd())
    faults += write_files(folder, schema_files(workshop))
    report(faults, {}, "full")
    if faults:
        raise Stop(Exit.ENVIRONMENT)
    for line in (*decisions, *(f"not imported: {line}" for line in left)):
        say(line)
    allowed = workshop.game.allowances() if workshop.game else ()
    report(accept(workshop.diagnostics, allowed), workshop.sources, "full", notes=False)
    pieces = sum(piece.copies for piece in workshop.game.pieces()) if workshop.game else 0
    say(
        f"\n{times(pieces, 'piece')} in {folder.as_posix()}. Print them:  cd {folder.as_posix()} && pnp build"
    )
    return Exit.FAULTS if has_errors(workshop.diagnostics) else Exit.FINE


def _sets(
    root: Path, tables: Sequence[Any], wishes: _GameOptions
) -> tuple[dict[str, bytes], list[str], list[str], list[Diagnostic]]:
    """Files, what was made of the columns, what did not come, and faults."""
    folder = FolderFiles(root, Path.cwd())
    files: dict[str, bytes] = {}
    decisions: list[str] = []
    left: dict[str, None] = {}
    found: list[Diagnostic] = []
    waiting = list(tables)
    while waiting:
        each = waiting.pop(0)
        table = replace(each, copies=wishes.copies or each.copies, size=wishes.size or each.size)
        try:
            data = folder.read(table.path)
            made = table_set(data, table, wishes.kind, wishes.encoding, wishes.lang, files)
        except TableFault as fault:
            found.append(fault.found)
            continue
        except FileFault as fault:
            found.append(error("Y301", str(fault), None, fault.cure))
            continue
        if each.every_sheet and not each.sheet:
            waiting[:0] = [replace(each, sheet=name) for name in made.others]
        files.update(made.files)
        decisions += made.decisions
        left.update(dict.fromkeys(made.left))
        found += made.found
    return files, decisions, list(left), found


@click.group(name="import")
def command() -> None:
    """Import cards and rulebooks from other tools."""


command.add_command(rulebook)
command.add_command(cards)
for each in tool_commands():
    command.add_command(each)
