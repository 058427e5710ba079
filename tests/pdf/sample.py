"""Documents to write, and their pages read back as letters: one letter a square millimetre."""

import io
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import pikepdf
import pypdfium2

from pnp.colour import Colour
from pnp.draw import Document, Face, Fill, GlyphRun, Glyphs, Item, Outline, Page, PlacedFace, rectangle
from pnp.fonts import FontLibrary, shared_fonts
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.pdf import write_pdf
from pnp.units import MM_PER_INCH, mm

FONTS = Path(__file__).parents[2] / "fonts"
RED, GREEN, BLUE = Colour(255, 0, 0), Colour(0, 255, 0), Colour(0, 0, 255)
BLACK, WHITE = Colour(0, 0, 0), Colour(255, 255, 255)
LETTERS = {
    (255, 255, 255): ".",
    (0, 0, 0): "K",
    (255, 0, 0): "R",
    (0, 255, 0): "G",
    (0, 0, 255): "B",
    (255, 255, 0): "Y",
}
_SCALE = 8  # pixels a millimetre; the middle of each square is looked at


@cache
def library() -> FontLibrary:
    index = (FONTS / "index.json").read_text(encoding="utf-8")
    return FontLibrary(shared_fonts(index, lambda file: (FONTS / file).read_bytes()))


def page(*items: Item, width: float = 8, height: float = 6, placed: Iterable[PlacedFace] = ()) -> Page:
    return Page(mm(width), mm(height), tuple(placed), items)


def document(*pages: Page, **details) -> Document:
    return Document(**{"title": "Zkouška", "language": "cs", "pages": pages, **details})


def pdf(*pages: Page, **details) -> bytes:
    return write_pdf(document(*pages, **details), library())


@lru_cache(maxsize=32)  # the objects of a file live as long as the file
def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def square(x: float, y: float, width: float, height: float, colour: Colour) -> Fill:
    return Fill(rectangle(Box(x, y, width, height)), colour)


def face(*items: Item, width: float = 4, height: float = 4, bleed: float = 0.0, **details) -> Face:
    return Face(Outline("rectangle", width, height), bleed, items, **details)


def put(one: Face, matrix: Matrix = IDENTITY, clip: Box | None = None) -> PlacedFace:
    return PlacedFace(one, matrix, clip or Box(0, 0, one.width, one.height))


def pixels(data: bytes, number: int = 0) -> dict[tuple[int, int], tuple[int, int, int]]:
    """The colour in the middle of each square millimetre, by column and row."""
    with pypdfium2.PdfDocument(data) as file:
        image = file[number].render(scale=_SCALE * MM_PER_INCH / 72).to_pil().convert("RGB")
    columns, rows = round(image.width / _SCALE), round(image.height / _SCALE)
    half = _SCALE // 2
    return {
        (x, y): image.getpixel((x * _SCALE + half, y * _SCALE + half))
        for y in range(rows)
        for x in range(columns)
    }


def letters(
    data: bytes, number: int = 0, names: Mapping[tuple[int, int, int], str] = LETTERS, slack: int = 3
) -> list[str]:
    """The page as rows of letters; a colour without a letter, by more than ``slack`` a channel, is ``?``."""
    found = pixels(data, number)
    rows: dict[int, str] = {}
    for (_, y), colour in sorted(found.items(), key=lambda entry: (entry[0][1], entry[0][0])):
        near = (
            letter
            for known, letter in names.items()
            if all(abs(one - other) <= slack for one, other in zip(known, colour, strict=True))
        )
        rows[y] = rows.get(y, "") + next(near, "?")
    return list(rows.values())


def shaped(
    text: str,
    x: float = 5,
    y: float = 10,
    size: float = 4.0,
    family: str = "Barlow",
    features=None,
    raises: Sequence[float] = (),
    **details,
) -> GlyphRun:
    """The text shaped by HarfBuzz on one line."""
    import uharfbuzz

    font = library().face(family, details.pop("weight", 400))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font.hb_font, buffer, features or {})
    glyphs = Glyphs.of(
        font.key,
        [info.codepoint for info in buffer.glyph_infos],
        [place.x_advance / font.upem for place in buffer.glyph_positions],
        text,
        [info.cluster for info in buffer.glyph_infos],
        raises,
    )
    return GlyphRun(size, x, y, (glyphs,), **details)


def read_text(data: bytes, number: int = 0) -> str:
    """What pdfium reads on a page."""
    with pypdfium2.PdfDocument(data) as file:
        return file[number].get_textpage().get_text_range()
