"""Makes the files that are not text. A block says in words what its file holds."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

from tests.diagnostics.gallery.page import File


def _png(block: File) -> bytes:
    """A picture of ``200 × 280 pixels``; ``cut short`` leaves its second half out."""
    from PIL import Image

    size = re.search(r"(\d+) × (\d+) pixels", block.text)
    if size is None:
        raise ValueError(f"{block.path}: the block does not say how many pixels")
    file = io.BytesIO()
    Image.effect_noise((int(size[1]), int(size[2])), 40).save(file, "PNG")
    data = file.getvalue()
    return data[: len(data) // 2] if "cut short" in block.text else data


MADE: dict[str, Callable[[File], bytes]] = {"png": _png}
"""What makes the files of each kind."""
