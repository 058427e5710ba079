"""A picture of a hand or a row of pieces."""

from __future__ import annotations

from pnp.colour import Colour
from pnp.draw import Face, FaceHashes, with_items
from pnp.export.png import png_bytes
from pnp.export.showcase import Look, fan, row, showcase, spread
from pnp.exporters.job import ExportJob

_DPI = 96
"""As the file says; programs for screens look at the pixels."""


def export_showcase(
    job: ExportJob,
    *,
    look: Look = "hand",
    pieces: int = 7,
    width: int = 1600,
    angle: float = 50.0,
    ground: Colour | None = None,
) -> int:
    """A picture ``showcase/LOOK.png`` of fronts, evenly chosen; the number of pictures.

    Args:
        job: The export. Of a whole game the cards are shown, if it has any.
        look: ``hand`` for a fan, ``row`` for pieces side by side.
        pieces: How many at most.
        width: Pixels.
        angle: Degrees from the first to the last card of a hand.
        ground: Colour behind the pieces; None for a transparent picture.

    Raises:
        ExportStopped: There is an error, or pypdfium2 is not installed.
    """
    job.need_pictures()
    total = 0
    for language in job.languages:
        composed = job.compose(language, job.bleed)
        cards = [each for each in composed.printed if each.component_set.kind == "card"]
        hashes = FaceHashes()
        fronts: dict[str, Face] = {}
        for each in cards or composed.printed:
            for piece in each.faces:
                if piece.copies:
                    front = with_items(piece.front)
                    fronts.setdefault(hashes.of(front), front)
        chosen = spread(list(fronts.values()), pieces)
        if not chosen:
            continue
        placed = fan(chosen, angle) if look == "hand" else row(chosen)
        rgb = None if ground is None else (ground.red, ground.green, ground.blue)
        image = showcase(placed, width, job.write_pdf, rgb)
        job.write({f"{job.folder(language, 'showcase')}/{look}.png": png_bytes(image, _DPI)})
        total += 1
    return total
