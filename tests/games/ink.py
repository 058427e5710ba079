"""How much ink the pages of a PDF take."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from PIL import ImageChops, ImageStat

_DPI = 50


def coverage(path: Path) -> list[float]:
    """Ink on each page as a share of one full layer over the paper: 1 for solid black, 2 for solid red.

    Pages are rasterised, and each pixel is parted into cyan, magenta, yellow and as much black as it holds.
    """
    with pypdfium2.PdfDocument(path) as document:
        return [_ink(page) for page in document]


def _ink(page: pypdfium2.PdfPage) -> float:
    red, green, blue = page.render(scale=_DPI / 72).to_pil().convert("RGB").split()
    lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    dark = [1.0 - ImageStat.Stat(channel).mean[0] / 255 for channel in (red, green, blue, lightest)]
    return dark[0] + dark[1] + dark[2] - 2 * dark[3]
