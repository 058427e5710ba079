"""``pnp export png``: each face as a picture."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.export.faces import bleed_of, face_options
from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.exporters.faces import export_png


@click.command(
    name="png",
    epilog="Examples:  pnp export png --dpi 600    pnp export png --bleed 3mm --only weapons,spells/*",
)
@export_options
@click.option("--dpi", type=click.IntRange(20, 2400), default=300, help="Pixels per inch. [300]")
@face_options
@click.option("--manifest", is_flag=True, help="Also list pieces and pictures in manifest.json.")
def command(
    dpi: int, bleed: str | None, square_corners: bool, side: str, manifest: bool, **options: Any
) -> int:
    """Write every front and back as PNG: out/GAME/LANGUAGE/png/SET-PIECE-SIDE-LANGUAGE.png.

    Without bleed, the pictures have the shape of the piece: they are transparent outside round corners.
    """
    run = ExportRun.begin(**options)
    total = export_png(
        run, dpi=dpi, bleed=bleed_of(bleed), square_corners=square_corners, side=side, manifest=manifest
    )
    return run.end(f"{times(total, 'picture')} in {run.shown_folders('png')}")
