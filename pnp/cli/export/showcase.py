"""``pnp export showcase``: a hand or a row of pieces as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pnp.cli.export.run import ExportRun, export_options
from pnp.colour import Colour, ColourError
from pnp.diagnostics import times
from pnp.exporters.showcase import export_showcase

if TYPE_CHECKING:
    from pnp.export.showcase import Look


@click.command(
    name="showcase",
    epilog="Examples:  pnp export showcase --only weapons    pnp export showcase --look row --pieces 4 "
    '--ground "#FFFFFF"',
)
@export_options
@click.option("--look", type=click.Choice(["hand", "row"]), default="hand", help="How pieces lie. [hand]")
@click.option("--pieces", type=click.IntRange(1, 30), default=7, help="Show at most this many. [7]")
@click.option("--width", type=click.IntRange(100, 4000), default=1600, help="Pixels. [1600]")
@click.option(
    "--angle", type=click.FloatRange(0, 180), default=50.0, help="Degrees that a hand is spread by. [50]"
)
@click.option("--ground", metavar="COLOUR", help="Colour of the background. [transparent]")
def command(look: Look, pieces: int, width: int, angle: float, ground: str | None, **options: Any) -> int:
    """Write a picture of a hand or a row of pieces: out/GAME/LANGUAGE/showcase/hand.png or row.png.

    For shop pages and read-me files. Of more pieces than are shown, some are taken evenly; of a whole
    game, cards.
    """
    try:
        colour = None if ground is None else Colour.parse(ground)
    except ColourError as fault:
        raise click.UsageError(f"--ground: {fault}") from None
    run = ExportRun.begin(**options)
    total = export_showcase(run, look=look, pieces=pieces, width=width, angle=angle, ground=colour)
    return run.end(f"{times(total, 'picture')} in {run.shown_folders('showcase')}")
