"""``pnp export png``: each face as a picture."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.export.faces import bleed_of, face_options, named_faces
from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.draw import Face
from pnp.export.face_picture import take, trim_shot
from pnp.export.png import png_bytes

_BATCH = 32
"""Faces drawn before their pictures are written, so that a deck of thousands does not fill the memory."""


@click.command(
    name="png",
    epilog="Examples:  pnp export png --dpi 600    pnp export png --bleed 3mm --only weapons,spells/*",
)
@export_options
@click.option("--dpi", type=click.IntRange(20, 2400), default=300, help="Pixels per inch. [300]")
@face_options
def command(dpi: int, bleed: str | None, square_corners: bool, side: str, **options: Any) -> int:
    """Write every front and back as PNG: out/GAME/LANGUAGE/png/SET-PIECE-SIDE-LANGUAGE.png.

    Without bleed, the pictures have the shape of the piece: they are transparent outside round corners.
    """
    around = bleed_of(bleed)
    run = ExportRun.begin(**options)
    run.need_pictures()
    total = 0
    for language in run.languages:
        named = named_faces(run.compose(language, around or run.bleed), side, "png")
        _write(run, language, named, dpi, around, cut_out=not (square_corners or around))
        total += sum(len(names) for _, names in named)
    return run.end(f"{times(total, 'picture')} in {run.shown_folders('png')}")


def _write(
    run: ExportRun,
    language: str,
    named: list[tuple[Face, list[str]]],
    dpi: int,
    around: float,
    *,
    cut_out: bool,
) -> None:
    """Draw each face once and write it under all its names."""
    run.progress.start(f"drawing {language}", len(named))
    for start in range(0, len(named), _BATCH):
        batch = named[start : start + _BATCH]
        shots = [trim_shot(face, dpi, bleed=around, cut_out=cut_out) for face, _ in batch]
        files: dict[str, bytes] = {}
        for (_, names), image in zip(batch, take(shots, run.write_pdf), strict=True):
            data = png_bytes(image, dpi)
            files |= {f"{run.folder(language, 'png')}/{name}": data for name in names}
            run.progress.step(1)
        run.write(files)
