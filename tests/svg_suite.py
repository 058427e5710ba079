"""Compares SVG files as pnp prints them with reference pictures; no test, run by hand.

``python -m tests.svg_suite FOLDER`` reads each ``x.svg`` in the folder that has an ``x.png`` beside it, as in
the public test suite of resvg (``crates/resvg/tests`` of https://github.com/linebender/resvg). A drawing is
printed an inch wide for every 300 pixels of its picture. PDFium, or else poppler, draws the page four times
as fine, and blocks of 4 × 4 pixels are averaged: both place pictures by whole pixels, and PDFium has 256
steps in a gradient. With ``--by-resvg``, files need no pictures: resvg draws them (for icon packs and files
of drawing programs), a hundred times as large and scaled down, as it rounds their size to whole pixels.

A drawing is

- same, if at most 1 % of its pixels are off by more than 32 of 255 in a channel, after a mean over 3 × 3
  pixels, on white;
- reported, if it is not the same and a finding names a feature or a value in it;
- explained, if it is not the same and is one of the few in ``EXPLAINED``, which says why;
- silent, if it is not the same for no such reason.

Another column counts the drawings in which pnp reports something, the same or not.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from shutil import which

from PIL import Image, ImageChops, ImageFilter

from pnp.colour import BLACK
from pnp.draw import Document, Face, Group, Outline, Page, PlacedFace
from pnp.fonts import FontLibrary, own_fonts
from pnp.geometry import IDENTITY, Box, scale
from pnp.icons import coloured, parse_svg
from pnp.pdf import write_pdf
from pnp.pictures import svg_pictures
from pnp.raster.pixels import PagePictures
from pnp.units import MM_PER_INCH, Length

DPI = 300
OFF = 32
SHARE = 0.01
FINER = 4

_IN_STYLE = "resvg reads no size of a shape in a style; pnp does, as SVG 2 §7 says and browsers do"
EXPLAINED = {
    "structure/style/non-presentational-attribute.svg": _IN_STYLE,
    "structure/style-attribute/non-presentational-attribute.svg": _IN_STYLE,
    "painting/fill/rgba-0-127-0-50percent.svg": "resvg reads no opacity in percent; pnp and browsers do (CSS Color 4)",
    "painting/shape-rendering/on-horizontal-line.svg": "whole pixels for edges; a PDF has no pixels, its edges are exact",
}
"""Drawings of resvg's suite that pnp prints in another way on purpose; the first three look as in Chromium."""


def is_same(found: Image.Image, wanted: Image.Image) -> bool:
    """Whether two pictures on white differ in at most ``SHARE`` of their pixels."""
    wanted = _on_white(wanted)
    if found.size != wanted.size:
        return False
    smooth = [image.filter(ImageFilter.BoxBlur(1)) for image in (found, wanted)]
    channels = ImageChops.difference(*smooth).split()
    worst = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    off = sum(worst.histogram()[OFF + 1 :])
    return off <= SHARE * found.width * found.height


def _on_white(image: Image.Image) -> Image.Image:
    paper = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(paper, image.convert("RGBA")).convert("RGB")


def printed(svg: bytes, size: tuple[int, int], fonts: FontLibrary) -> tuple[bytes, list[str]]:
    """A PDF of a page of this size in pixels at 300 dpi; severity, code and message of each finding."""
    width, height = (side / DPI * MM_PER_INCH for side in size)
    drawing, found = parse_svg(svg, "x.svg", svg_pictures(fonts), lambda across, _down: size[0] / across)
    said = [f"{each.severity.name.lower()} {each.code} {each.message}" for each in found]
    if drawing is None:
        return b"", said
    fitted = scale(width / drawing.width, height / drawing.height)
    items = coloured(drawing.items, BLACK, fitted.scale)
    face = Face(Outline("rectangle", width, height), 0.0, (Group(items, fitted),))
    box = Box(0.0, 0.0, width, height)
    page = Page(Length.from_mm(width), Length.from_mm(height), (PlacedFace(face, IDENTITY, box),))
    return write_pdf(Document("", "en", (page,)), fonts), said


def pictures_of(pdf: bytes, size: tuple[int, int]) -> Iterator[Image.Image]:
    """The page as PDFium draws it, then as poppler does where it is installed."""
    if not pdf:
        yield Image.new("RGB", size, "white")
        return
    with PagePictures(pdf) as pages:
        fine = pages.image(0, FINER * size[0], FINER * size[1])
        yield fine.convert("RGB").reduce(FINER)
    if which("pdftocairo"):
        scaled = ["-scale-to-x", str(FINER * size[0]), "-scale-to-y", str(FINER * size[1])]
        run = subprocess.run(
            ["pdftocairo", "-png", "-singlefile", *scaled, "-", "-"],
            input=pdf,
            capture_output=True,
            check=True,
        )
        yield Image.open(io.BytesIO(run.stdout)).convert("RGB").reduce(FINER)


@cache
def _fonts(folder: str) -> FontLibrary:
    files = sorted(Path(folder).glob("*.[to]tf")) if folder else []
    return FontLibrary(own_fonts((file.name, file.read_bytes()) for file in files)[0])


def judged(svg: Path, fonts: str, by_resvg: bool) -> tuple[str, list[str]]:
    """``same``, ``reported``, ``silent`` or ``crash``, and the findings."""
    data = svg.read_bytes()
    try:
        wanted = _by_resvg(data) if by_resvg else Image.open(svg.with_suffix(".png"))
    except ValueError as fault:
        return "no reference", [str(fault)]
    try:
        pdf, said = printed(data, wanted.size, _fonts(fonts))
    except Exception as fault:
        return "crash", [repr(fault)]
    if any(is_same(found, wanted) for found in pictures_of(pdf, wanted.size)):
        return "same", said
    if said:
        return "reported", said
    reason = next((why for name, why in EXPLAINED.items() if svg.as_posix().endswith(name)), None)
    return ("explained", [reason]) if reason else ("silent", [])


_ROOT = re.compile(r"<svg\b[^>]*>")
_SIDE = re.compile(r"""\s(width|height)(\s*=\s*["'])([0-9.]+)""")
_VIEW = re.compile(r"""\sviewBox\s*=\s*["']\s*[-0-9.]+[\s,]+[-0-9.]+[\s,]+([0-9.]+)[\s,]+([0-9.]+)""")


def _enlarged(tag: re.Match[str]) -> str:
    """The root of a drawing with a hundred times its size; as it is without a ``viewBox``."""
    root, view = tag[0], _VIEW.search(tag[0])
    if view is None:
        return root
    if _SIDE.search(root) is None:
        return root.replace("<svg", f'<svg width="{100 * float(view[1])}" height="{100 * float(view[2])}"', 1)
    return _SIDE.sub(lambda side: f" {side[1]}{side[2]}{100 * float(side[3])}", root)


def _by_resvg(data: bytes) -> Image.Image:
    import resvg_py

    svg = _ROOT.sub(_enlarged, data.decode("utf-8-sig"), count=1)
    picture = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=300, dpi=96.0)
    return Image.open(io.BytesIO(picture))


def _files(folder: Path, by_resvg: bool) -> Iterator[Path]:
    for svg in sorted(folder.rglob("*.svg")):
        if by_resvg or svg.with_suffix(".png").exists():
            yield svg


def main(arguments: list[str]) -> None:
    """Print a line for each folder, and each drawing that is not the same."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fonts", default="", help="a folder of fonts that texts may use")
    parser.add_argument("--by-resvg", action="store_true", help="compare with what resvg draws")
    parser.add_argument("--list", type=Path, help="write the verdict on each file into this file")
    parser.add_argument("--depth", type=int, default=2, help="folders of this depth are counted apart")
    options = parser.parse_args(arguments)
    files = list(_files(options.folder, options.by_resvg))
    with ProcessPoolExecutor(2) as pool:
        verdicts = list(
            pool.map(
                judged,
                files,
                [options.fonts] * len(files),
                [options.by_resvg] * len(files),
                chunksize=8,
            )
        )
    counts: dict[str, Counter[str]] = {}
    lines = []
    for file, (verdict, said) in zip(files, verdicts, strict=True):
        place = file.relative_to(options.folder)
        for folder in ("/".join(place.parts[:-1][: options.depth]) or ".", "all"):
            counts.setdefault(folder, Counter())[verdict] += 1
            counts[folder]["with findings"] += bool(said) and verdict != "explained"
        lines.append(f"{verdict}\t{place}\t{'; '.join(said)}\n")
    for folder, count in counts.items():
        print(f"{folder:40}", "  ".join(f"{verdict} {count[verdict]}" for verdict in sorted(count)))
    if options.list:
        options.list.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
