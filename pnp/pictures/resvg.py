"""Pictures in and of SVG files: embedded ones, and parts drawn by resvg, the extra ``svg``.

resvg runs in a process with limits. It reads nothing: fonts are handed over, system fonts are off, and the
reader of SVG files writes no links to anything outside the document.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from pnp.colour import BLACK
from pnp.draw import PictureData, in_one_colour
from pnp.pictures.library import Fonts, PictureFault
from pnp.pictures.limits import MAX_MEMORY, MAX_PIXELS, MAX_SECONDS
from pnp.pictures.load import load_picture, picture_data

_PATIENCE = 6
"""The process counts its own seconds. Where the system does not end it, or is busy, it is ended after
this many times more."""
LANGUAGE = "en"
"""The language of ``systemLanguage``: a drawing is the same in all editions of a game."""
DEFAULT_FAMILY = "Noto Sans"
_GENERIC = {
    "font_family": DEFAULT_FAMILY,
    "serif_family": "Noto Serif",
    "sans_serif_family": DEFAULT_FAMILY,
    "cursive_family": "Yellowtail",
    "fantasy_family": "Sedgwick Ave Display",
    "monospace_family": "Noto Mono",
}
"""Options of resvg, and the families that they name where a game has them; else ``DEFAULT_FAMILY``."""


class SvgPictures:
    """Makes the pictures that the reader of SVG files asks for.

    All parts together may take twice ``MAX_SECONDS``, so there is one of these for each file.

    Args:
        fonts: For texts.
    """

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._seconds = 2.0 * MAX_SECONDS

    def available(self) -> bool:
        """Whether parts can be drawn: the extra is installed."""
        return find_spec("resvg_py") is not None

    def families(self, text: str) -> list[str]:
        """The families of fonts whose name is in the text, in any case."""
        return [name for name in self._fonts.families() if name.casefold() in text.casefold()]

    def embedded(self, data: bytes) -> PictureData | str:
        """The picture in a file that is embedded in an SVG file, or why it is none."""
        try:
            picture = load_picture(data, "an embedded picture")
        except PictureFault as fault:
            return str(fault)
        if picture.width_px * picture.height_px > MAX_PIXELS:
            return f"an embedded picture has more than {MAX_PIXELS:,} pixels"
        return picture

    def drawn(self, document: str, *, text: bool) -> tuple[PictureData, int, int] | str | None:
        """The document drawn by resvg: a picture without empty edges, and what was cut off left and above.

        None if nothing is drawn, or the reason why it is refused.

        Args:
            document: A whole SVG document that refers to nothing outside itself; its size is in pixels.
            text: Whether there is text in it.
        """
        parts = [document.encode("utf-8", "replace")]
        known = set(self._fonts.families()) if text else set()
        if text:
            wanted = {*self.families(document), *(known & set(_GENERIC.values()))}
            files = (
                font.named_file()
                for family in sorted(known)
                for font in self._fonts.sources(family)
                if family in wanted or not font.shared  # the game's fonts may have its letters
            )
            parts += dict.fromkeys(files)  # a file may hold several fonts
        families = {name: family if family in known else DEFAULT_FAMILY for name, family in _GENERIC.items()}
        before = os.times()
        png = _run(parts, {"languages": [LANGUAGE], **families}, min(self._seconds, MAX_SECONDS))
        after = os.times()
        self._seconds -= after.children_user - before.children_user
        return png if isinstance(png, str) else _cropped(png)


def _run(parts: list[bytes], options: dict[str, object], seconds: float) -> bytes | str:
    """A PNG file, or the reason why it cannot be made."""
    spec = find_spec("resvg_py")
    if spec is None or spec.origin is None:
        return "cannot be drawn without resvg-py"
    order = {
        "folder": str(Path(spec.origin).parent.parent),
        "options": options,
        "seconds": max(1, round(seconds)),
        "memory": MAX_MEMORY,
        "lengths": [len(part) for part in parts],
    }
    program = str(Path(__file__).with_name("resvg_process.py"))
    too_long = f"takes more than {MAX_SECONDS} seconds to draw, or too much memory"
    try:
        run = subprocess.run(
            [sys.executable, "-I", "-S", program],
            input=json.dumps(order).encode() + b"\n" + b"".join(parts),
            capture_output=True,
            timeout=_PATIENCE * MAX_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return too_long
    if run.returncode == 0:
        return run.stdout
    if run.returncode < 0 or b"emory" in run.stderr:
        return too_long
    last = run.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or [""]
    return f"cannot be drawn: {last[0].rpartition(': ')[2][:80]}"


def _cropped(png: bytes) -> tuple[PictureData, int, int] | None:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        whole = image.convert("RGBA")
    box = whole.getchannel("A").getbbox()
    if box is None:
        return None
    shown = whole.crop(box)
    picture = picture_data(shown)
    if picture.alpha is not None and shown.convert("RGB").getbbox() is None:
        picture = in_one_colour(picture, BLACK)
    return picture._replace(maker=f"resvg-py {version('resvg-py')}"), box[0], box[1]
