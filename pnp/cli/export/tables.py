"""``pnp export tables``, ``xlsx``, ``csv``: sets as tables, for pnp to read back or for spreadsheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from pnp.build import Selection
from pnp.cli.export.run import ExportRun, export_options
from pnp.cli.opening import chosen_sets, open_valid_game
from pnp.cli.options import game_option, out_option, quiet_option, split
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import error, extra_cures, times
from pnp.export.table import SetTable, csv_bytes, export_csv, set_table, sheet_names, xlsx_bytes
from pnp.model import Game
from pnp.model.files import distinct

_ONLY = click.option("--only", multiple=True, metavar="NAMES", help="Only these sets.")
_BACK = "The YAML reads the pieces from the table: replace the set's file with both."


@click.command(name="tables", epilog=f"Example:  pnp export tables --game doom --only weapons    {_BACK}")
@game_option
@_ONLY
@out_option()
@quiet_option
def tables(game: str | None, only: tuple[str, ...], out: Path, quiet: bool) -> int:
    """Write sets as CSV files, each with YAML that reads it back: out/GAME/tables/SET.csv and SET.yaml.

    The tables hold the results of expressions and loops: each piece is a row of its own.
    """
    opened, found = _tables(game, only)
    named = list(zip(distinct(each.set_id for each in found), found, strict=True))
    files = {f"{name}.csv": csv_bytes(each) for name, each in named}
    files |= {f"{name}.yaml": each.yaml(f"{name}.csv").encode() for name, each in named}
    return _write_tables(out / opened.id / "tables", files, quiet)


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
        cure = (*extra_cures("spreadsheets"), "or write CSV with pnp export tables")
        report([error("E340", "writing .xlsx needs openpyxl", None, cure)], {}, "full")
        return Exit.ENVIRONMENT
    stems = distinct(each.set_id for each in found)
    for stem, sheet, each in zip(stems, sheet_names(found), found, strict=True):
        rows = f"{{file: {name}, sheet: {json.dumps(sheet, ensure_ascii=False)}}}"
        header = each.header.replace("{file}", rows)
        files[f"{stem}.yaml"] = header.encode()
    return _write_tables(out / opened.id / "tables", files, quiet)


def _tables(game: str | None, only: tuple[str, ...]) -> tuple[Game, list[SetTable]]:
    workshop, opened = open_valid_game(game)  # pieces with faults would be missing
    sets = chosen_sets(workshop, opened, Selection(split(only)))
    return opened, [set_table(each) for each in sets]


def _write_tables(folder: Path, files: dict[str, bytes], quiet: bool) -> int:
    write_files(folder, files)
    for name in () if quiet else sorted(files):
        say((folder / name).as_posix())
    return Exit.FINE


@click.command(name="csv", epilog="Examples:  pnp export csv --only weapons    pnp export csv --lang all")
@export_options
@click.option("--raw", is_flag=True, help="Leave cells that look like formulas as they are.")
def csv(raw: bool, **options: Any) -> int:
    """Write the pieces of each set as printed: out/GAME/LANGUAGE/csv/SET.csv, UTF-8, one row per piece.

    This is for reading and counting; pnp export tables writes tables that pnp can read back. A cell that
    looks like a formula gets an apostrophe, so that a spreadsheet shows it instead of running it.
    """
    run = ExportRun.begin(**options)
    rows, files = export_csv(run, raw=raw)
    return run.end(f"{times(rows, 'row')} in {times(files, 'file')} in {run.shown_folders('csv')}")
