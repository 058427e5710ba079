"""Draws the pictures of the cookbook: ``python -m tests.docs.pictures`` (``make pictures``).

Small PNG files with few colours; they are made on this machine and committed, and the tests look at their size alone.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from pnp.draw import Document, Face
from pnp.impose import face_pages
from pnp.pdf import write_pdf
from pnp.raster.pixels import PagePictures
from tests.docs.recipes import FOLDER, RECIPES, cooked

HEIGHT, WIDTH, GAP = 300, 720, 14
COLOURS = 96
GROUND = "#E8E8E8"


def picture(name: str) -> bytes:
    """Fronts of the recipe side by side, as PNG."""
    recipe = cooked(name)
    faces = [each.front for each in recipe.faces] + [
        each.back for each in recipe.faces if each.back is not None and each.back is not each.front
    ]
    if name == "player-aid":
        faces = [face for face in faces if face.width > 70]
    drawn = [_drawn(name, face) for face in faces[:6]]
    return _joined(drawn)


def _drawn(name: str, face: Face) -> Image.Image:
    pdf = write_pdf(Document(name, "en", face_pages([face], bleed=False)), cooked(name).workshop.fonts)
    with PagePictures(pdf) as pages:
        found = Image.open(io.BytesIO(pages.png(0, 200))).convert("RGB")
    if face.outline.shape != "rectangle":
        mask = Image.new("L", found.size)
        corners = [
            (x * found.width / face.width, y * found.height / face.height)
            for x, y in face.outline.ring or face.outline.hull()
        ]
        ImageDraw.Draw(mask).polygon(corners, fill=255)
        found = Image.composite(found, Image.new("RGB", found.size, GROUND), mask)
    scale = min(HEIGHT / found.height, 460 / found.width, 1.0)
    return found.resize((round(found.width * scale), round(found.height * scale)), Image.Resampling.LANCZOS)


def _joined(pictures: Sequence[Image.Image]) -> bytes:
    width = sum(each.width for each in pictures) + GAP * (len(pictures) + 1)
    sheet = Image.new("RGB", (width, max(each.height for each in pictures) + 2 * GAP), GROUND)
    x = GAP
    for each in pictures:
        sheet.paste(each, (x, (sheet.height - each.height) // 2))
        x += each.width + GAP
    if sheet.width > WIDTH:
        sheet = sheet.resize((WIDTH, round(sheet.height * WIDTH / sheet.width)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    for recipe_name in RECIPES:
        (FOLDER / recipe_name / "picture.png").write_bytes(picture(recipe_name))
