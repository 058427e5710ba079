"""Pictures of faces and pages, drawn from the PDF that would be printed."""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.draw import Document, Face, Page, PictureData
from pnp.fonts import FontLibrary
from pnp.impose import face_pages
from pnp.memo import SizedMemo
from pnp.pdf import FormMaker, PdfTooLargeError, write_pdf
from pnp.pictures import Sampling
from pnp.pictures.passed import png_file
from pnp.preview import limits
from pnp.raster.pixels import PagePictures
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

RESOLUTIONS = (50, 75, 100, 150, 200, 300, 450, 600)
"""Pixels to the inch that can be asked for."""

_MOST_PICTURES = 200
"""Pictures after which the form maker is replaced, because it remembers everything that it has drawn."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The subject of a picture, and the fonts for it."""

    shows: Face | Page
    fonts: FontLibrary

    def page(self) -> Page:
        """The page to draw; of a face with its bleed around it."""
        return face_pages([self.shows], bleed=True)[0] if isinstance(self.shows, Face) else self.shows


class Pictures:
    """Pictures by name, each drawn when it is first asked for and kept as long as there is room.

    The name of a picture stands for its content, so a picture never changes. Drawing is for one thread at a
    time; ``ready`` may be asked from any.
    """

    def __init__(self) -> None:
        self._drawings: dict[str, dict[str, Drawing]] = {}
        self._retired: OrderedDict[str, Drawing] = OrderedDict()
        self._ready: SizedMemo[tuple[str, int], bytes] = SizedMemo(limits.PICTURE_BYTES, len)
        self._form_maker = _ReusedFormMaker()
        self._lock = threading.Lock()

    def offer(self, shelf: str, drawings: Mapping[str, Drawing]) -> None:
        """Let exactly these pictures be asked for, of those that lie on one shelf."""
        for name, drawing in self._drawings.get(shelf, {}).items():
            if name not in drawings:
                self._retired[name] = drawing
                self._retired.move_to_end(name)
        self._drawings[shelf] = dict(drawings)
        while len(self._retired) > limits.RETIRED:
            name, _ = self._retired.popitem(last=False)
            if self._find(name) is None:
                self._throw_away(name)

    def ready(self, name: str, dpi: int) -> bytes | None:
        """The picture as PNG when it was drawn already."""
        with self._lock:
            return self._ready.get((name, dpi))

    def resolutions(self, names: Iterable[str]) -> set[int]:
        """Those in which any of these pictures is kept."""
        wanted = set(names)
        with self._lock:
            return {dpi for name, dpi in self._ready if name in wanted}

    def draw(self, name: str, dpi: int) -> bytes | None:
        """The picture as PNG, drawn now if necessary; None for an unknown name."""
        data = self.ready(name, dpi)
        if data is not None:
            return data
        drawing = self._find(name)
        if drawing is None:
            return None
        data = _drawn(drawing, dpi, self._form_maker.for_fonts(drawing.fonts))
        with self._lock:
            self._ready[name, dpi] = data
        return data

    def _throw_away(self, name: str) -> None:
        with self._lock:
            for dpi in RESOLUTIONS:
                self._ready.drop((name, dpi))

    def _find(self, name: str) -> Drawing | None:
        for drawings in self._drawings.values():
            if name in drawings:
                return drawings[name]
        return self._retired.get(name)


class _ReusedFormMaker:
    """A form maker that has drawn before, for as long as the fonts stay the same."""

    def __init__(self) -> None:
        self._fonts: FontLibrary | None = None
        self._form_maker: FormMaker | None = None
        self._left = 0

    def for_fonts(self, fonts: FontLibrary) -> FormMaker:
        """The form maker for one more picture with these fonts."""
        if self._form_maker is None or self._fonts is not fonts or not self._left:
            self._fonts, self._form_maker, self._left = fonts, FormMaker(fonts), _MOST_PICTURES
        self._left -= 1
        return self._form_maker


def _drawn(drawing: Drawing, dpi: int, form_maker: FormMaker) -> bytes:
    page = drawing.page()
    width, height = (side.mm / MM_PER_INCH * dpi for side in (page.width, page.height))
    shrink = min(1.0, (limits.PICTURE_PIXELS / (width * height)) ** 0.5)
    document = Document("", "en", (page,))
    try:
        pdf = write_pdf(document, drawing.fonts, form_maker=form_maker)
    except PdfTooLargeError:
        # A sheet of enormous pictures: more pixels than that nobody can ask for.
        pdf = write_pdf(document, drawing.fonts, sampling=Sampling(RESOLUTIONS[-1]), form_maker=form_maker)
    with PagePictures(pdf) as pictures:
        return _png(pictures.image(0, max(1, round(width * shrink)), max(1, round(height * shrink))))


def _png(image: Image) -> bytes:
    """The picture as PNG, made for a short way: compressing it more takes longer than sending it.

    Rows are compressed without filters. Choosing a filter for each row, as Pillow does, takes twice as long
    and makes pictures of flat colours and letters larger.
    """
    pixels, length = image.tobytes(), 3 * image.width
    rows = b"".join([b"\0" + pixels[at : at + length] for at in range(0, len(pixels), length)])
    return png_file(PictureData("", image.width, image.height, "RGB", zlib.compress(rows, 1)))
