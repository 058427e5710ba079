"""The pieces of each set as printed, in a table for reading and counting."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.build import ascii_name
from pnp.export.job import ExportJob
from pnp.export.piece_text import cell
from pnp.export.table import csv_file
from pnp.model import ComponentSet, Game
from pnp.model.files import distinct
from pnp.rules import game_scope


def export_csv(job: ExportJob, *, raw: bool = False) -> tuple[int, int]:
    """The pieces of each set, ``csv/SET.csv`` in UTF-8, a row per piece.

    Args:
        job: The export.
        raw: Whether cells that look like formulas stay as they are; else they get an apostrophe.

    Returns:
        Numbers of rows and of files.

    Raises:
        ExportStopped: There is an error.
    """
    job.check()
    files: dict[str, bytes] = {}
    rows = 0
    for language in job.languages:
        translator = job.translations.translator(language)
        game, sets = translator.game(), [translator.component_set(each) for each in job.sets]
        names = distinct(ascii_name(each.id) for each in sets)
        for name, each in zip(names, sets, strict=True):
            table = list(_rows(each, game, language))
            rows += len(table) - 1
            files[f"{job.folder(language, 'csv')}/{name}.csv"] = csv_file(table, safe=not raw)
    job.write(files)
    return rows, len(files)


def _rows(each: ComponentSet, game: Game, language: str) -> Iterator[list[str | float]]:
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
