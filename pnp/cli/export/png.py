"""``pnp export png``: each face as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from pnp.build import ComposedGame, ascii_name
from pnp.cli.export.run import ExportRun, export_options
from pnp.cli.options import length
from pnp.diagnostics import times
from pnp.draw import Face, FaceHashes, with_items
from pnp.export.face_picture import take, trim_shot
from pnp.export.png import png_bytes
from pnp.model.files import distinct

_BATCH = 32
"""Faces drawn before their pictures are written, so that a deck of thousands does not fill the memory."""


@click.command(
    name="png",
    epilog="Examples:  pnp export png --dpi 600    pnp export png --bleed 3mm --only weapons,spells/*",
)
@export_options
@click.option("--dpi", type=click.IntRange(20, 2400), default=300, help="Pixels per inch. [300]")
@click.option("--bleed", metavar="LENGTH", help="Show this much around the cut, such as 3mm.")
@click.option(
    "--square-corners",
    is_flag=True,
    help="Fill the area outside round corners instead of leaving it transparent.",
)
@click.option(
    "--side", type=click.Choice(["front", "back", "both"]), default="both", help="Sides to draw. [both]"
)
def command(dpi: int, bleed: str | None, square_corners: bool, side: str, **options: Any) -> int:
    """Write every front and back as PNG: out/GAME/LANGUAGE/png/SET-PIECE-SIDE-LANGUAGE.png.

    Without bleed, the pictures have the shape of the piece: they are transparent outside round corners.
    """
    around = length("--bleed", bleed).mm if bleed else 0.0
    run = ExportRun.begin(**options)
    run.need_pictures()
    total = 0
    for language in run.languages:
        faces = list(_faces(run.compose(language, around or run.bleed), side))
        names = [f"{name}.png" for name in distinct(stem for stem, _ in faces)]
        hashes = FaceHashes()
        named: dict[str, tuple[Face, list[str]]] = {}
        for (_, face), name in zip(faces, names, strict=True):
            named.setdefault(hashes.of(face), (face, []))[1].append(name)
        _write(run, language, list(named.values()), dpi, around, cut_out=not (square_corners or around))
        total += len(names)
    return run.end(f"{times(total, 'picture')} in {run.shown_folders('png')}")


def _faces(composed: ComposedGame, side: str) -> Iterator[tuple[str, Face]]:
    """The faces with the stems of their files."""
    for each in composed.sets:
        for piece in each.faces:
            stem = f"{ascii_name(each.component_set.id)}-{ascii_name(piece.key.partition('/')[2])}"
            for name, face in (("front", piece.front), ("back", piece.back)):
                if face is not None and side in (name, "both"):
                    yield f"{stem}-{name}-{composed.edition.language.lower()}", with_items(face)


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
