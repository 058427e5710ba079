"""The fonts and icons of a game, with the shared ones after them."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostic, error
from pnp.fonts import FontLibrary, own_fonts, shared_fonts
from pnp.icons import IconLibrary
from pnp.load.files import FolderFiles
from pnp.load.locate import shared_root
from pnp.model import FileFault
from pnp.pictures import ICON_PIXELS, svg_pictures
from pnp.source import Span


def game_fonts(files: FolderFiles | None) -> tuple[FontLibrary, list[Diagnostic]]:
    """The fonts of the game's ``fonts/`` first, then the shared ones, and what is wrong with the former.

    Args:
        files: Of the game; None for the shared fonts alone.
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
            found.append(error("A300", str(fault), Span(files.shown(path)), "put a TrueType font there"))
    sources, faults = own_fonts(own)
    return FontLibrary([*sources, *shared]), [*found, *faults]


_FONTS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")
"""Endings of files in ``fonts/`` that are read, or refused with a cure."""


def game_icons(files: FolderFiles | None, fonts: FontLibrary | None = None) -> IconLibrary:
    """The icons of the game's ``icons/`` first, then the shared ones.

    Args:
        files: Of the game; None for the shared icons alone.
        fonts: For texts in SVG files; None where nobody looks at the icons of a game.
    """
    shared: Path = shared_root() / "icons" / "icons.json"
    own = {}
    for path in files.names("icons", ".svg") if files is not None else ():
        try:
            own[Path(path).stem] = files.read(path) if files is not None else b""
        except FileFault:
            own[Path(path).stem] = b""  # the library reports an empty drawing at the file's name
    folder = files.shown("icons") if files is not None else "icons"
    make = None if fonts is None else svg_pictures(fonts)
    return IconLibrary(lambda: shared.read_text(encoding="utf-8"), own, folder, make, ICON_PIXELS)
