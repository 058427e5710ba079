"""Pictures for the decks: 750 × 1050 pixels, the same at every run, as hard to pack as a scanned painting."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

SIZE = (750, 1050)
COUNT = 54

PictureForm = Literal["png", "jpeg"]


def write_pictures(
    folder: Path, form: PictureForm, count: int = COUNT, size: tuple[int, int] = SIZE
) -> list[str]:
    """Write so many pictures into the folder; their file names, in order.

    Args:
        folder: Made when missing.
        form: Of the files.
        count: How many.
        size: Width and height in pixels.
    """
    from PIL import Image, ImageDraw, ImageFilter

    folder.mkdir(parents=True, exist_ok=True)
    names = [f"art{number:02}.{form}" for number in range(count)]
    for number, name in enumerate(names):
        dice = random.Random(number)
        patches = Image.frombytes("RGB", (10, 14), dice.randbytes(10 * 14 * 3))
        image = patches.resize(size, Image.Resampling.BICUBIC)
        draw = ImageDraw.Draw(image, "RGBA")
        for _ in range(60):
            x, y, radius = dice.randrange(size[0]), dice.randrange(size[1]), dice.randint(20, 200)
            colour = (*dice.randbytes(3), 90)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        grain = Image.frombytes("RGB", size, dice.randbytes(size[0] * size[1] * 3))
        image = Image.blend(image, grain, 0.06).filter(ImageFilter.GaussianBlur(0.7))
        if form == "jpeg":
            image.save(folder / name, dpi=(300, 300), quality=88)
        else:
            image.save(folder / name, dpi=(300, 300))
    return names
