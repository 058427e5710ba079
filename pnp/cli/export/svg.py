"""``pnp export svg``: each face as a vector drawing."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.export.faces import bleed_of, face_options
from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.export.face_svg import TextAs
from pnp.exporters.faces import export_svg


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
def command(text: TextAs, bleed: str | None, square_corners: bool, side: str, **options: Any) -> int:
    """Write every front and back as SVG: out/GAME/LANGUAGE/svg/SET-PIECE-SIDE-LANGUAGE.svg.

    Each file is complete: its unit is the millimetre, and fonts and pictures are inside.
    """
    run = ExportRun.begin(**options)
    total = export_svg(run, text=text, bleed=bleed_of(bleed), square_corners=square_corners, side=side)
    return run.end(f"{times(total, 'drawing')} in {run.shown_folders('svg')}")
