"""The fonts and icons of a game, with the shared ones after them."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from pnp.diagnostics import Diagnostic, error
from pnp.fonts import FontLibrary, own_fonts, shared_fonts, unpacked
from pnp.icons import IconLibrary
from pnp.icons.icon import PICTURE_ENDINGS
from pnp.load.files import FolderFiles
from pnp.load.locate import shared_root
from pnp.model import FileFault
from pnp.pictures import ICON_PIXELS, svg_pictures
from pnp.source import Span
from pnp.store import OFF, Store


def game_fonts(files: FolderFiles | None, cache: Store = OFF) -> tuple[FontLibrary, list[Diagnostic]]:
    """The fonts of the game's ``fonts/`` first, then the shared ones, and what is wrong with the former.

    Args:
        files: Of the game; None for the shared fonts alone.
        cache: Has fonts that were packed for the web; without it each takes up to a second to unpack.
    """
    folder = shared_root() / "fonts"
    shared = shared_fonts(
        (folder / "index.json").read_text(encoding="utf-8"), lambda path: (folder / path).read_bytes()
    )
    if files is None:
        return FontLibrary(shared), []
    found: list[Diagnostic] = []
    own = []
    for path in sorted(path for ending in _FONTS for path in files.names("fonts", ending)):
        try:
            own.append((files.shown(path), files.read(path)))
        except FileFault as fault:
            found.append(error("A300", str(fault), Span(files.shown(path)), "put a font there"))
    sources, faults = own_fonts(own, lambda packed: _unpacked(packed, cache))
    return FontLibrary([*sources, *shared]), [*found, *faults]


def _unpacked(packed: bytes, cache: Store) -> bytes:
    """The font in a WOFF or WOFF2 file; raises as ``unpacked``."""
    key = f"unpacked font {hashlib.sha256(packed).hexdigest()}"
    known = cache.get(key)
    if known is None:
        known = unpacked(packed)
        cache.put(key, known)
    return known


_FONTS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfb", ".pfa", ".dfont", ".eot")
"""Endings of files in ``fonts/`` that are read, or refused with a cure."""


def game_icons(files: FolderFiles | None, fonts: FontLibrary | None = None) -> IconLibrary:
    """The icons of the game's ``icons/`` first, then the shared ones.

    Args:
        files: Of the game; None for the shared icons alone.
        fonts: For texts in SVG files; None where nobody looks at the icons of a game.
    """
    shared = shared_root() / "icons" / "icons.json"
    own: dict[str, bytes] = {}
    endings: dict[str, str] = {}
    if files is not None:
        for ending in (".svg", *PICTURE_ENDINGS):
            for path in files.names("icons", ending):
                name = Path(path).stem
                if name not in own:  # the drawing is better
                    endings[name], own[name] = ending, b""  # the library reports an empty one by its name
                    with suppress(FileFault):
                        own[name] = files.read(path)
    folder = "icons" if files is None else files.shown("icons")
    make = None if fonts is None else svg_pictures(fonts)
    return IconLibrary(lambda: shared.read_text(encoding="utf-8"), own, folder, make, ICON_PIXELS, endings)
