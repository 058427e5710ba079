"""``pnp i18n import``: translations from a table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from pnp.cli.i18n.opened import one_catalogue, open_translations
from pnp.cli.options import game_option
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import exit_code, report, say
from pnp.diagnostics import Diagnostic, times
from pnp.i18n import write_catalogue
from pnp.load.decode import guessed_encoding
from pnp.load.table.csv_rows import decode_table
from pnp.load.table.table import TableFault
from pnp.translation.table import read_table
from pnp.translation.translations import catalogue_path, file_of


@click.command(name="import", epilog="Example:  pnp i18n import pl out/doom/pl.csv --game doom")
@click.argument("language")
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--encoding", default="", help="Encoding of the table, such as cp1252. [UTF-8]")
@game_option
def command(language: str, table: Path, encoding: str, game: str | None) -> int:
    """Read the translations in the CSV file TABLE into locale/LANGUAGE.po.

    Rows are matched by context and source. Empty translations change nothing.
    """
    workshop, opened, translations, chosen = open_translations(game, language)
    catalogue = one_catalogue(translations, chosen)
    shown = table.as_posix()
    text, found = _decoded(table.read_bytes(), shown, encoding, chosen[0])
    if not exit_code(found):
        imported = read_table(text, shown, catalogue)
        found = [*found, *imported.diagnostics]
    report(found, {shown: text}, "full")
    if exit_code(found):
        return Exit.FAULTS
    path = file_of(opened, catalogue) or catalogue_path(catalogue.language)
    faults = write_files(workshop.folder, {path: write_catalogue(imported.catalogue, opened.id)})
    report(faults, {}, "full")
    if faults:
        return Exit.ENVIRONMENT
    say(f"{path}: {times(imported.changed, 'translation')} changed")
    return Exit.FINE


def _decoded(data: bytes, shown: str, encoding: str, language: str) -> tuple[str, list[Diagnostic]]:
    """The text of the table and what is wrong with its encoding, with the option that names the right one."""
    try:
        text, found = decode_table(data, shown, encoding)
    except TableFault as fault:
        return "", [fault.found]
    page = guessed_encoding(data, language) or "cp1252"
    cures = ["save it as UTF-8", f"or say what it is: --encoding {page}"]
    if encoding:
        cures = [f"the file looks like {page}, not {encoding}: --encoding {page}"]
    return text, [
        replace(item, help=tuple(cures))
        if item.code == "Y101" or (encoding and item.code == "Y102")
        else item
        for item in found
    ]
