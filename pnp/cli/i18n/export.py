"""``pnp i18n export``: texts as a table."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.i18n.opened import one_catalogue, open_translations
from pnp.cli.options import game_option, out_option
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.translation.table import write_table


@click.command(
    name="export", epilog="Example:  pnp i18n export pl --game doom    (then open out/doom/pl.csv)"
)
@click.argument("language")
@game_option
@out_option()
def command(language: str, game: str | None, out: Path) -> int:
    """Write the texts of LANGUAGE as CSV to out/GAME/LANGUAGE.csv, for a spreadsheet.

    A text that looks like a formula gets an apostrophe; 'pnp i18n import' removes it again.
    """
    _, opened, translations, chosen = open_translations(game, language)
    catalogue = one_catalogue(translations, chosen)
    name = f"{catalogue.language}.csv"
    faults = write_files(out / opened.id, {name: write_table(catalogue)})
    report(faults, {}, "full")
    if faults:
        return Exit.ENVIRONMENT
    say((out / opened.id / name).as_posix())
    return Exit.FINE
