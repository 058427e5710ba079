"""``pnp export svg``: each face as a vector drawing."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.export.faces import bleed_of, face_options, named_faces
from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.export.face_svg import TextAs, face_svg


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
    around = bleed_of(bleed)
    run = ExportRun.begin(**options)
    total = 0
    for language in run.languages:
        named = named_faces(run.compose(language, around or run.bleed), side, "svg")
        run.progress.start(f"drawing {language}", len(named))
        for face, names in named:
            drawn = face_svg(face, run.workshop.fonts, text=text, bleed=around, cut_out=not square_corners)
            run.write({f"{run.folder(language, 'svg')}/{name}": drawn.encode() for name in names})
            run.progress.step(1)
        total += sum(len(names) for _, names in named)
    return run.end(f"{times(total, 'drawing')} in {run.shown_folders('svg')}")
