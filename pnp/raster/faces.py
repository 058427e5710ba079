"""Faces as raster pictures of an exact number of pixels. Needs pypdfium2."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pnp.draw import Clip, Document, Face, Group, Item, Page, PlacedFace, Stroke
from pnp.geometry import Box, shift
from pnp.raster.limits import MOST_PIXELS
from pnp.raster.pages import PagePictures
from pnp.units import MM_PER_INCH, Length

if TYPE_CHECKING:
    from PIL.Image import Image

WritePdf: TypeAlias = Callable[[Document], bytes]
"""Writes the file that pictures are taken of."""

_BATCH = 48
"""Faces in one file: enough that their fonts and icons are written once, few enough to be held in memory."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture that is wanted of a face.

    Attributes:
        face: What is drawn; beyond its bleed there is bare paper.
        box: What shows, in the face's frame.
        width_px: Of the picture before it is turned.
        height_px: Of the picture before it is turned.
        turned: Whether the picture is turned clockwise by a quarter.
        cut_out: Whether only the trimmed piece shows and the rest is transparent.
    """

    face: Face
    box: Box
    width_px: int
    height_px: int
    turned: bool = False
    cut_out: bool = False


def trimmed(face: Face) -> Face:
    """The face without its bleed, cut along its outline."""
    return face._replace(items=(Group(face.items, clip=Clip(face.outline.path())),))


def trim_shot(face: Face, dpi: float, *, bleed: float = 0.0, cut_out: bool = False) -> Shot:
    """The face at this many pixels per inch, rounded to whole pixels, with ``bleed`` mm around it."""
    box = Box(0.0, 0.0, face.width, face.height).grown(bleed)
    width, height = (max(1, round(side / MM_PER_INCH * dpi)) for side in (box.width, box.height))
    return Shot(face, box, width, height, cut_out=cut_out)


_FINER = 4
"""PDFium draws no line thinner than a pixel. Pictures with such lines are made this many times as fine."""


def has_hairlines(items: Iterable[Item], pixels: float) -> bool:
    """Whether a stroke is thinner than a pixel.

    Args:
        items: Of a face.
        pixels: To the millimetre.
    """
    for item in items:
        if isinstance(item, Stroke) and item.width * pixels < 1:
            return True
        if isinstance(item, Group) and has_hairlines(item.items, pixels * item.matrix.scale):
            return True
    return False


def _drawn(pages: PagePictures, number: int, shot: Shot) -> Image:
    """The picture before it is turned."""
    width, height = shot.width_px, shot.height_px
    thin = has_hairlines(shot.face.items, width / shot.box.width)
    if not thin or width * height * _FINER**2 > MOST_PIXELS:
        return pages.image(number, width, height, transparent=shot.cut_out)
    fine = pages.image(number, _FINER * width, _FINER * height, transparent=shot.cut_out)
    if shot.cut_out:
        return fine.convert("RGBa").reduce(_FINER).convert("RGBA")
    return fine.reduce(_FINER)


def take(shots: Sequence[Shot], write: WritePdf) -> Iterator[Image]:
    """The pictures, in order: ``RGBA`` where they are cut out, else ``RGB`` on white.

    Raises:
        ImportError: pypdfium2 is not installed.
        ValueError: A picture would have no or too many pixels.
    """
    for start in range(0, len(shots), _BATCH):
        batch = shots[start : start + _BATCH]
        pdf = write(Document("", batch[0].face.language, tuple(_page(shot) for shot in batch)))
        with PagePictures(pdf) as pages:
            for number, shot in enumerate(batch):
                image = _drawn(pages, number, shot)
                yield _turned(image) if shot.turned else image


def _page(shot: Shot) -> Page:
    """Paper of the size of the box with the face on it."""
    face, box = shot.face, shot.box
    if shot.cut_out:
        face = trimmed(face)
    return Page(
        Length.from_mm(box.width), Length.from_mm(box.height), (PlacedFace(face, shift(-box.x, -box.y), box),)
    )


def _turned(image: Image) -> Image:
    from PIL.Image import Transpose

    return image.transpose(Transpose.ROTATE_270)
