"""Pictures of several pieces for shop pages and read-me files: a hand in a fan, or a row."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.draw import Face, ShownPiece, with_items
from pnp.draw.ring import box_of
from pnp.geometry import Point, shift
from pnp.raster.pixels import take, trim_shot
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

    from pnp.draw import Document

Look: TypeAlias = Literal["hand", "row"]

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
