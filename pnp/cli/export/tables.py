"""``pnp export tables`` and ``pnp export xlsx``: sets as tables that pnp can read back."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pnp.build import Selection, select
from pnp.cli.opening import Stop, open_readable_game
from pnp.cli.options import game_option, out_option, quiet_option, split
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import error, has_errors
from pnp.export.naming import distinct
from pnp.export.table import SetTable, csv_bytes, set_table, sheet_names, xlsx_bytes
from pnp.model import Game

_ONLY = click.option("--only", multiple=True, metavar="NAMES", help="Only these sets.")
_BACK = "The YAML reads the pieces from the table: replace the set's file with both."


@click.command(name="tables", epilog=f"Example:  pnp export tables --game doom --only weapons    {_BACK}")
@game_option
@_ONLY
@out_option()
@quiet_option
def command(game: str | None, only: tuple[str, ...], out: Path, quiet: bool) -> int:
    """Write sets as CSV files, each with YAML that reads it back: out/GAME/tables/SET.csv and SET.yaml.

    The tables hold the results of expressions and loops: each piece is a row of its own.
    """
    opened, found = _tables(game, only)
    named = list(zip(distinct(each.set_id for each in found), found, strict=True))
    files = {f"{name}.csv": csv_bytes(each) for name, each in named}
    files |= {f"{name}.yaml": each.yaml(f"{name}.csv").encode() for name, each in named}
    return _written(out / opened.id / "tables", files, quiet)


@click.command(name="xlsx", epilog=f"Example:  pnp export xlsx --game doom    {_BACK}")
@game_option
@_ONLY
@out_option()
@quiet_option
def xlsx(game: str | None, only: tuple[str, ...], out: Path, quiet: bool) -> int:
    """Write a workbook with a sheet for each set, to edit in a spreadsheet: out/GAME/tables/GAME.xlsx.

    A YAML file beside it reads each sheet back. Needs the extra 'spreadsheets'.
    """
    opened, found = _tables(game, only)
    name = f"{opened.id}.xlsx"
    try:
        files = {name: xlsx_bytes(found, opened.name.source)}
    except ImportError:
        cure = "pip install 'pnp-press[spreadsheets]', or write CSV with pnp export tables"
        report([error("E340", "writing .xlsx needs openpyxl", None, cure)], {}, "full")
        return Exit.ENVIRONMENT
    stems = distinct(each.set_id for each in found)
    for stem, sheet, each in zip(stems, sheet_names(found), found, strict=True):
        rows = f"{{file: {name}, sheet: {json.dumps(sheet, ensure_ascii=False)}}}"
        header = each.header.replace("{file}", rows)
        files[f"{stem}.yaml"] = header.encode()
    return _written(out / opened.id / "tables", files, quiet)


def _tables(game: str | None, only: tuple[str, ...]) -> tuple[Game, list[SetTable]]:
    workshop, opened = open_readable_game(game)
    sets, faults = select(opened, Selection(split(only)))
    if has_errors(workshop.diagnostics):
        report(workshop.diagnostics, workshop.sources, "full")
        raise Stop(Exit.FAULTS)  # pieces with faults would be missing
    if has_errors(faults):
        report(faults, {}, "full")
        raise Stop(Exit.USAGE)
    return opened, [set_table(each) for each in sets]


def _written(folder: Path, files: dict[str, bytes], quiet: bool) -> int:
    faults = write_files(folder, files)
    report(faults, {}, "full")
    for name in () if faults or quiet else sorted(files):
        say((folder / name).as_posix())
    return Exit.ENVIRONMENT if faults else Exit.FINE
