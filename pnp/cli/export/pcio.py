"""``pnp export pcio``: decks for playingcards.io."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.exporters.pcio import export_pcio


@click.command(name="pcio", epilog="Examples:  pnp export pcio --game doom    pnp export pcio --only weapons")
@export_options
@click.option("--dpi", type=click.IntRange(20, 600), default=120, help="Pixels per inch. [120]")
def command(dpi: int, **options: Any) -> int:
    """Write a game for playingcards.io: out/GAME/LANGUAGE/pcio/GAME.pcio, each set as a deck in a pile.

    Open it on the site: in a room, Edit Table, Room Options, Import From File.
    """
    run = ExportRun.begin(**options)
    pieces, pictures = export_pcio(run, dpi=dpi)
    return run.end(f"{times(pieces, 'piece')} on {times(pictures, 'picture')} in {run.shown_folders('pcio')}")
