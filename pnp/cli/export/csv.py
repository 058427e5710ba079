"""``pnp export csv``: the pieces of each set as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from pnp.build import ascii_name
from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.model import ComponentSet, Game


@click.command(name="csv", epilog="Examples:  pnp export csv --only weapons    pnp export csv --lang all")
@export_options
@click.option("--raw", is_flag=True, help="Leave cells that look like formulas as they are.")
def command(raw: bool, **options: Any) -> int:
    """Write the pieces of each set as printed: out/GAME/LANGUAGE/csv/SET.csv, UTF-8, one row per piece.

    This is for reading and counting; pnp export tables writes tables that pnp can read back. A cell that
    looks like a formula gets an apostrophe, so that a spreadsheet shows it instead of running it.
    """
    from pnp.export.naming import distinct
    from pnp.export.table import csv_file

    run = ExportRun.begin(**options)
    run.check()
    files: dict[str, bytes] = {}
    rows = 0
    for language in run.languages:
        translator = run.translations.translator(language)
        game, sets = translator.game(), [translator.component_set(each) for each in run.sets]
        names = distinct(ascii_name(each.id) for each in sets)
        for name, each in zip(names, sets, strict=True):
            table = list(_rows(each, game, language))
            rows += len(table) - 1
            files[f"{run.folder(language, 'csv')}/{name}.csv"] = csv_file(table, safe=not raw)
    run.write(files)
    return run.end(f"{times(rows, 'row')} in {times(len(files), 'file')} in {run.shown_folders('csv')}")


def _rows(each: ComponentSet, game: Game, language: str) -> Iterator[list[str | int]]:
    from pnp.export.piece_text import cell
    from pnp.rules import game_scope

    scope = game_scope(game, language)
    used = [
        name
        for name in each.fields
        if any(piece.fields.get(name) not in (None, (), "") for piece in each.pieces)
    ]
    yield ["id", "copies", *used]
    for piece in each.pieces:
        values = (piece.fields.get(name) for name in used)
        cells = [cell(value, piece, scope, language) for value in values]
        yield [piece.id, piece.copies, *cells]
