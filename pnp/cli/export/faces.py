"""``pnp export png``, ``svg`` and ``showcase``: faces as pictures and drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pnp.cli.export.run import ExportRun, export_options
from pnp.cli.options import length, together
from pnp.colour import Colour, ColourError
from pnp.diagnostics import times
from pnp.export.face_svg import TextAs
from pnp.export.faces import export_png, export_showcase, export_svg

if TYPE_CHECKING:
    from pnp.export.faces import Arrangement

_Command = TypeVar("_Command", bound=Callable[..., Any])


face_options = together(
    click.option("--bleed", metavar="LENGTH", help="Show this much around the cut, such as 3mm."),
    click.option(
        "--square-corners",
        is_flag=True,
        help="Fill the area outside round corners instead of leaving it transparent.",
    ),
    click.option(
        "--side", type=click.Choice(["front", "back", "both"]), default="both", help="Sides to draw. [both]"
    ),
)
"""``--bleed`` (see ``bleed_of``), ``--square-corners`` and ``--side``."""


def bleed_of(option: str | None) -> float:
    """The bleed to show, in millimetres.

    Raises:
        click.UsageError: The option is no length.
    """
    return length("--bleed", option).mm if option else 0.0


@click.command(
    name="png",
    epilog="Examples:  pnp export png --dpi 600    pnp export png --bleed 3mm --only weapons,spells/*",
)
@export_options
@click.option("--dpi", type=click.IntRange(20, 2400), default=300, help="Pixels per inch. [300]")
@face_options
@click.option("--manifest", is_flag=True, help="Also list pieces and pictures in manifest.json.")
def png(dpi: int, bleed: str | None, square_corners: bool, side: str, manifest: bool, **options: Any) -> int:
    """Write every front and back as PNG: out/GAME/LANGUAGE/png/SET-PIECE-SIDE-LANGUAGE.png.

    Without bleed, the pictures have the shape of the piece: they are transparent outside round corners.
    """
    run = ExportRun.begin(**options)
    total = export_png(
        run, dpi=dpi, bleed=bleed_of(bleed), square_corners=square_corners, side=side, manifest=manifest
    )
    return run.end(f"{times(total, 'picture')} in {run.shown_folders('png')}")


@click.command(
    name="svg",
    epilog="Examples:  pnp export svg --only weapons    pnp export svg --text text --bleed 3mm",
)
@export_options
@click.option(
    "--text",
    type=click.Choice(["outlines", "text"]),
    default="outlines",
    help="Draw letters as shapes, or keep them as text with the font inside the file. [outlines]",
)
@face_options
def svg(text: TextAs, bleed: str | None, square_corners: bool, side: str, **options: Any) -> int:
    """Write every front and back as SVG: out/GAME/LANGUAGE/svg/SET-PIECE-SIDE-LANGUAGE.svg.

    Each file is complete: its unit is the millimetre, and fonts and pictures are inside.
    """
    run = ExportRun.begin(**options)
    total = export_svg(run, text=text, bleed=bleed_of(bleed), square_corners=square_corners, side=side)
    return run.end(f"{times(total, 'drawing')} in {run.shown_folders('svg')}")


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
def showcase(
    look: Arrangement, pieces: int, width: int, angle: float, ground: str | None, **options: Any
) -> int:
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
