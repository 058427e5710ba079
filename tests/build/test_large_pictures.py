"""Pictures with more pixels than paper can show become smaller in the PDF, and look the same on paper."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageOps

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from tests.cases.made import Made, deck, write

ORIENTATION = 0x0112
LARGE = (1300, 1771)
"""Pixels: 511 dpi on a poker card."""
LAYOUT = '<face fill="white"><image src="{{ piece.art }}" inset="0" fit="cover"/></face>'


def art(width: int, height: int, mode: str = "RGB", grain: float = 0.05) -> Image.Image:
    """Soft shapes with some grain, as photos have; other in each corner."""
    dice = random.Random(width)
    small = Image.frombytes("RGB", (9, 12), dice.randbytes(9 * 12 * 3))
    image = small.resize((width, height), Image.Resampling.BICUBIC)
    noise = Image.frombytes("L", (width, height), dice.randbytes(width * height))
    image = Image.blend(image, noise.convert("RGB"), grain)
    if mode in ("RGBA", "LA"):
        image = image.convert(mode)
        image.putalpha(Image.radial_gradient("L").resize((width, height)))
    return image if image.mode == mode else image.convert(mode)


def saved(image: Image.Image, form: str, **details: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **details)
    return file.getvalue()


def rotated(image: Image.Image) -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    return saved(ImageOps.exif_transpose(image).transpose(Image.Transpose.ROTATE_90), "JPEG", exif=exif)


def made(folder: Path, data: bytes, name: str = "a.png", **options: str) -> Made:
    files: dict[str, str | bytes] = {f"art/{name}": data, "layouts/l.xml": LAYOUT}
    return deck(folder, f"c: {{art: art/{name}}}", "layout: l\n", files, print=options)


def images(pdf: Path) -> list[Any]:
    """The image XObjects of a file, without masks."""
    with pikepdf.open(pdf) as opened:
        found = [
            each
            for each in opened.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        masks = {each.SMask.objgen for each in found if "/SMask" in each}
        return [
            (int(each.Width), int(each.Height), str(each.Filter), each.read_raw_bytes())
            for each in found
            if each.objgen not in masks
        ]


def dpis(pdf: Path) -> list[float]:
    """Pixels to the inch of each picture where it is drawn, the lesser of across and down, read back from the file."""
    with pikepdf.open(pdf) as opened:
        return [
            dpi for page in opened.pages for dpi in _drawn(page.obj, page.obj.Resources, pikepdf.Matrix())
        ]


def _drawn(stream: Any, resources: Any, matrix: pikepdf.Matrix) -> Iterator[float]:
    saved_ = []
    for operands, operator in pikepdf.parse_content_stream(stream):
        if str(operator) == "q":
            saved_.append(matrix)
        elif str(operator) == "Q":
            matrix = saved_.pop()
        elif str(operator) == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif str(operator) == "Do":
            drawn = resources.XObject[str(operands[0])]
            if drawn.Subtype == "/Form":
                yield from _drawn(drawn, drawn.Resources, matrix)
            else:
                across = math.hypot(matrix.a, matrix.b) / 72
                down = math.hypot(matrix.c, matrix.d) / 72
                yield min(int(drawn.Width) / across, int(drawn.Height) / down)


def printed(pdf: Path) -> Image.Image:
    """The first page at 300 dpi."""
    document = pypdfium2.PdfDocument(pdf.read_bytes())
    try:
        return document[0].render(scale=300 / 72).to_pil().convert("RGB")
    finally:
        document.close()


def largest_difference(one: Path, other: Path) -> int:
    """Between two prints seen from half a metre: details below a quarter of a millimetre run together.

    Only the stretch of the pages that differs is seen so, with as much around it as runs into it.
    """
    pages = [printed(path) for path in (one, other)]
    differing = ImageChops.difference(*pages).getbbox()
    if differing is None:
        return 0
    left, top, right, bottom = differing
    box = (left - 4 * _SEEN, top - 4 * _SEEN, right + 4 * _SEEN, bottom + 4 * _SEEN)
    seen = [page.crop(box).filter(ImageFilter.GaussianBlur(_SEEN)) for page in pages]
    return max(high for _, high in ImageChops.difference(*seen).getextrema())  # type: ignore[misc]


_SEEN = 3
"""Pixels at 300 dpi that run together."""


KINDS: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved(art(*LARGE), "JPEG", quality=95),
    "grey jpeg": lambda: saved(art(*LARGE, "L"), "JPEG", quality=95),
    "rotated jpeg": lambda: rotated(art(*LARGE)),
    "cmyk jpeg": lambda: saved(art(*LARGE, "CMYK"), "JPEG", quality=95),
    "rgb": lambda: saved(art(*LARGE), "PNG", compress_level=1),
    "alpha": lambda: saved(art(*LARGE, "RGBA"), "PNG", compress_level=1),
    "grey and alpha": lambda: saved(art(*LARGE, "LA"), "PNG", compress_level=1),
    "16 bits": lambda: saved(
        art(*LARGE, "L").convert("I").point(lambda level: level * 257).convert("I;16"), "PNG"
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_large_picture_prints_alike_from_fewer_pixels(tmp_path: Path, kind: str) -> None:
    name, data = "a.jpg" if "jpeg" in kind else "a.png", KINDS[kind]()
    whole = made(tmp_path / "whole", data, name, **{"max-dpi": "0"}).pdf()
    small = made(tmp_path / "small", data, name).pdf()
    ((width, height, _, _),) = images(whole)
    assert (width, height) == LARGE
    assert all(dpi > 460 for dpi in dpis(whole))
    assert dpis(small)
    assert all(299 <= dpi <= 302 for dpi in dpis(small)), dpis(small)
    assert small.stat().st_size < 0.6 * whole.stat().st_size
    assert largest_difference(whole, small) <= 6
    again = made(tmp_path / "again", data, name).pdf()
    assert again.read_bytes() == small.read_bytes()


@pytest.mark.parametrize(("pixels", "options"), [((1100, 1500), {}), (LARGE, {"max-dpi": "400"})])
def test_a_jpeg_below_the_bound_passes_through_untouched(
    tmp_path: Path, pixels: tuple[int, int], options: dict[str, str]
) -> None:
    data = saved(art(*pixels), "JPEG", quality=90)
    ((*_, form, stored),) = images(made(tmp_path, data, "a.jpg", **options).pdf())
    assert (form, stored == data) == ("/DCTDecode", True)


@pytest.mark.parametrize("colours", [2, 64])
def test_what_would_not_get_smaller_keeps_its_pixels(tmp_path: Path, colours: int) -> None:
    """Dots of few colours are packed better than all the shades between them."""
    dots = art(240, 326).quantize(colours)
    data = saved(dots.resize((1920, 2608), Image.Resampling.NEAREST), "PNG")
    ((width, height, *_),) = images(made(tmp_path, data).pdf())
    assert (width, height) == (1920, 2608)


def test_a_picture_in_two_sizes_is_stored_once_for_the_larger(tmp_path: Path) -> None:
    """The small card comes first, and the larger one turns up only when its page is drawn."""
    files: dict[str, str | bytes] = {
        "art/a.jpg": saved(art(*LARGE), "JPEG"),
        "layouts/l.xml": LAYOUT,
        "cards/deck.yaml": "kind: card\nlayout: l\npieces:\n  a: {art: art/a.jpg, size: mini-european}\n  b: {art: art/a.jpg, size: poker}\n",
    }
    folder = write(tmp_path / "game", files)
    workshop = open_workshop(folder, folder)
    build(workshop, BuildOptions(out=folder / "out", languages=("en",)))
    pdf = next((folder / "out").rglob("deck.pdf"))
    assert len(images(pdf)) == 1
    assert min(dpis(pdf)) == pytest.approx(300, abs=2)
    assert max(dpis(pdf)) > 320


def test_a_face_that_is_shown_small_on_another_asks_for_no_more_pixels(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "art/a.jpg": saved(art(*LARGE), "JPEG"),
        "layouts/l.xml": LAYOUT,
        "layouts/small.xml": '<face fill="white"><face-of piece="deck/a" inset="20"/></face>',
        "cards/deck.yaml": "kind: card\nlayout: l\npieces:\n  a: {art: art/a.jpg, copies: 0}\n  b: {layout: small}\n",
    }
    folder = write(tmp_path / "game", files)
    workshop = open_workshop(folder, folder)
    result = build(workshop, BuildOptions(out=folder / "out", languages=("en",)))
    pdf = next((folder / "out").rglob("deck.pdf"), None)
    assert pdf is not None, result.diagnostics
    assert dpis(pdf)
    assert all(dpi == pytest.approx(300, abs=2) for dpi in dpis(pdf)), dpis(pdf)
