"""Exports that draw faces: PNG pictures, SVG drawings, and a picture of a hand or a row."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pnp.build import ComposedGame
from pnp.colour import Colour
from pnp.draw import Face, FaceHashes, ShownPiece, fan, with_items
from pnp.draw.ring import box_of
from pnp.export.face_svg import TextAs, face_svg
from pnp.export.job import ExportJob, PieceFile, named_faces, piece_files
from pnp.export.table import description
from pnp.geometry import Point, shift
from pnp.raster.pixels import png_bytes, take, trim_shot
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

    from pnp.draw import Document


_BATCH = 32
"""Faces drawn before their pictures are written, so that a deck of thousands does not fill the memory."""


def export_png(
    job: ExportJob,
    *,
    dpi: int = 300,
    bleed: float = 0.0,
    square_corners: bool = False,
    side: str = "both",
    manifest: bool = False,
) -> int:
    """Every face as a picture ``png/SET-PIECE-SIDE-LANGUAGE.png``; the number of pictures.

    Args:
        job: The export.
        dpi: Pixels per inch.
        bleed: How much to show around the cut, in millimetres.
        square_corners: Whether the area outside round corners is filled instead of transparent; always when
            there is bleed.
        side: ``front``, ``back`` or ``both``.
        manifest: Whether ``png/manifest.json`` lists the pieces and their pictures.

    Raises:
        ExportStopped: There is an error, or pypdfium2 is not installed.
    """
    job.need_pictures()
    total = 0
    for language in job.languages:
        composed = job.compose(language, bleed or job.bleed)
        named = named_faces(composed, side, "png")
        if manifest:
            listed = pieces_manifest(composed, piece_files(composed, side, "png"), dpi, bleed)
            job.write({f"{job.folder(language, 'png')}/manifest.json": listed})
        _write_pictures(job, language, named, dpi, bleed, cut_out=not (square_corners or bleed))
        total += sum(len(names) for _, names in named)
    return total


def pieces_manifest(composed: ComposedGame, files: Iterable[PieceFile], dpi: int, bleed: float) -> bytes:
    """The pieces of a game and the files of their pictures, as JSON, for other programs."""
    edition = composed.edition
    pieces: dict[str, dict[str, Any]] = {}
    for component_set, piece, side, face, name in files:
        data = next(each for each in component_set.pieces if each.key == piece.key)
        entry = pieces.setdefault(
            piece.key,
            {
                "set": component_set.id,
                "set-name": edition.words(component_set.name),
                "piece": data.id,
                "name": piece.label,
                "kind": component_set.kind,
                "copies": piece.copies,
                "shape": face.outline.shape,
                "width-mm": face.width,
                "height-mm": face.height,
                "radius-mm": face.outline.radius,
                "text": description(data, edition.scope, edition.language),
            },
        )
        entry[side] = name
    game = {"game": edition.name, "language": edition.language, "dpi": dpi, "bleed-mm": bleed}
    return (
        json.dumps({**game, "pieces": list(pieces.values())}, ensure_ascii=False, indent=1) + "\n"
    ).encode()


def _write_pictures(
    job: ExportJob,
    language: str,
    named: list[tuple[Face, list[str]]],
    dpi: int,
    bleed: float,
    *,
    cut_out: bool,
) -> None:
    """Draw each face once and write it under all its names."""
    job.progress.start(f"drawing {language}", len(named))
    for start in range(0, len(named), _BATCH):
        batch = named[start : start + _BATCH]
        shots = [trim_shot(face, dpi, bleed=bleed, cut_out=cut_out) for face, _ in batch]
        files: dict[str, bytes] = {}
        for (_, names), image in zip(batch, take(shots, job.write_pdf), strict=True):
            data = png_bytes(image, dpi)
            files |= {f"{job.folder(language, 'png')}/{name}": data for name in names}
            job.progress.step(1)
        job.write(files)


def export_svg(
    job: ExportJob,
    *,
    text: TextAs = "outlines",
    bleed: float = 0.0,
    square_corners: bool = False,
    side: str = "both",
) -> int:
    """Every face as a drawing ``svg/SET-PIECE-SIDE-LANGUAGE.svg``; the number of drawings.

    Args:
        job: The export.
        text: See ``face_svg``.
        bleed: As for ``export_png``.
        square_corners: As for ``export_png``.
        side: As for ``export_png``.

    Raises:
        ExportStopped: There is an error.
    """
    total = 0
    for language in job.languages:
        named = named_faces(job.compose(language, bleed or job.bleed), side, "svg")
        job.progress.start(f"drawing {language}", len(named))
        for face, names in named:
            drawn = face_svg(face, job.workshop.fonts, text=text, bleed=bleed, cut_out=not square_corners)
            job.write({f"{job.folder(language, 'svg')}/{name}": drawn.encode() for name in names})
            job.progress.step(1)
        total += sum(len(names) for _, names in named)
    return total


_DPI = 96
"""As the file says; programs for screens look at the pixels."""


def export_showcase(
    job: ExportJob,
    *,
    look: Arrangement = "hand",
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
        ground: Colour around the pieces; None for a transparent picture.

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


Arrangement: TypeAlias = Literal["hand", "row"]

_MARGIN = 6.0  # mm around the pieces: room for their shadows
_GAP = 4.0  # mm between the pieces of a row
_BLUR, _DROP, _DARK = 1.2, 0.9, 110  # of shadows: mm, mm downwards, opacity of 255
_LARGE = 2_400  # pixels: smaller pictures are drawn twice as fine and reduced, so that letters stay sharp


def row(faces: Sequence[Face]) -> list[ShownPiece]:
    """The faces side by side on one line."""
    found, x = [], 0.0
    for face in faces:
        found.append(ShownPiece(face, shift(x, -face.height)))
        x += face.width + _GAP
    return found


def showcase(
    pieces: Sequence[ShownPiece],
    width_px: int,
    write: Callable[[Document], bytes],
    ground: tuple[int, int, int] | None = None,
) -> Image:
    """The picture: pieces back to front, each with a shadow.

    Args:
        pieces: At least one.
        width_px: Of the picture.
        write: Makes a PDF of pages.
        ground: Red, green and blue; None for a transparent picture.

    Raises:
        ImportError: pypdfium2 is not installed.
    """
    from PIL import Image

    corners = [
        corner
        for face, matrix in pieces
        for x in (0.0, face.width)
        for y in (0.0, face.height)
        for corner in [matrix.apply(x, y)]
    ]
    box = box_of(corners).grown(_MARGIN)
    finer = 2 if width_px <= _LARGE else 1
    scale = finer * width_px / box.width  # pixels to the millimetre
    size = finer * width_px, finer * max(1, round(box.height * scale / finer))
    made = Image.new("RGBA", size, (0, 0, 0, 0) if ground is None else (*ground, 255))
    shots = [trim_shot(with_items(face), scale * MM_PER_INCH, cut_out=True) for face, _ in pieces]
    for (face, matrix), picture in zip(pieces, take(shots, write), strict=True):
        middle = matrix.apply(face.width / 2, face.height / 2)
        angle = math.degrees(math.atan2(matrix.b, matrix.a))
        place = Point((middle.x - box.x) * scale, (middle.y - box.y) * scale)
        _lay(made, picture, angle, place, scale)
    small = made.convert("RGBa").reduce(finer).convert("RGBA")
    return small if ground is None else small.convert("RGB")


def _lay(made: Image, picture: Image, angle: float, middle: Point, scale: float) -> None:
    """Lay a picture with its shadow onto another, turned clockwise, with its middle at a place."""
    from PIL import Image, ImageFilter

    blur = _BLUR * scale
    edge = math.ceil(3 * blur)
    framed = Image.new("RGBA", (picture.width + 2 * edge, picture.height + 2 * edge))
    framed.paste(picture, (edge, edge))
    turned = framed.rotate(-angle, Image.Resampling.BICUBIC, expand=True) if angle else framed
    shade = turned.getchannel("A").filter(ImageFilter.GaussianBlur(blur)).point(lambda a: a * _DARK // 255)
    shadow = Image.new("RGBA", turned.size)
    shadow.putalpha(shade)
    left, top = round(middle.x - turned.width / 2), round(middle.y - turned.height / 2)
    for layer, drop in ((shadow, round(_DROP * scale)), (turned, 0)):
        place = left, top + drop
        made.alpha_composite(
            layer, (max(0, place[0]), max(0, place[1])), (max(0, -place[0]), max(0, -place[1]))
        )


def spread(faces: Sequence[Face], most: int) -> list[Face]:
    """At most ``most`` of the faces, evenly from the first to the last."""
    if len(faces) <= most:
        return list(faces)
    if most == 1:
        return [faces[0]]
    return [faces[round(number * (len(faces) - 1) / (most - 1))] for number in range(most)]
