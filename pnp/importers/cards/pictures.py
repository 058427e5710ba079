"""Pictures of another tool's folder that come along."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from pnp.diagnostics import has_errors
from pnp.icons.svg.drawing import parse_svg
from pnp.importers.limits import MOST_PIXELS
from pnp.load import FolderFiles
from pnp.load.table.column import slug
from pnp.model import FileFault

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif", ".bmp", ".tif", ".tiff")
"""Pictures that pnp draws."""
_ART = "art"
_SVG_SIDE = re.compile(rb"\s(width|height)\s*=\s*[\"']\s*([\d.]{1,12})\s*(px|mm|cm|in|pt)?\s*[\"']")
_SVG_BOX = re.compile(rb"viewBox\s*=\s*[\"']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)")
_POINTS = {b"mm": 72 / 25.4, b"cm": 72 / 2.54, b"in": 72.0, b"pt": 1.0, b"px": 1.0, b"": 1.0}
_SAFE = re.compile(r"[^\w./ ()+,@!&'-]")


class PictureFiles:
    """Finds pictures as a tool does, and remembers which are used.

    Args:
        files: Of the tool's folder.
        folders: Where pictures are looked for, in this order; "" for the folder itself.

    Attributes:
        taken: Paths in the tool's folder by their paths in the game.
        icons: Likewise of icons; each is in ``icons/``.
        made: Content by path in the game of pictures that were changed.
    """

    def __init__(self, files: FolderFiles, folders: tuple[str, ...] = ("",)):
        self._files = files
        self._folders = folders
        self._found: dict[str, str] = {}
        self._sizes: dict[str, tuple[float, float] | None] = {}
        self._by_name = {path.casefold(): path for path in files.names("", "")}
        self.taken: dict[str, str] = {}
        self.icons: dict[str, str] = {}
        self.made: dict[str, bytes] = {}

    def find(self, written: str) -> str:
        """The path of a picture in the folder; empty if none can be drawn."""
        if written not in self._found:
            self._found[written] = self._search(written)
        return self._found[written]

    def anywhere(self, written: str) -> str:
        """The path of the only picture that has this name, in any folder; empty for several and for none."""
        name = PurePosixPath(written.strip().replace("\\", "/")).name.casefold()
        found = [path for key, path in self._by_name.items() if PurePosixPath(key).name == name]
        return found[0] if len(found) == 1 and self._is_drawn(found[0]) else ""

    def _search(self, written: str) -> str:
        name = written.strip().replace("\\", "/")
        if not name.lower().endswith(ENDINGS) or "://" in name:
            return ""
        for folder in self._folders:
            path = normal_path(f"{folder}/{name}")
            found = self._by_name.get(path.casefold(), "") if path else ""
            if found and self._is_drawn(found):
                return found
        found = by_end(self._by_name, name)
        return found if found and self._is_drawn(found) else ""

    def _is_drawn(self, path: str) -> bool:
        """Whether a picture can be drawn: it is no Git LFS pointer and no drawing of nothing."""
        try:
            data = self._files.read(path)
        except FileFault:
            return False
        if data.startswith(b"version https://git-lfs"):
            return False
        if path.lower().endswith(".svg"):
            made_of_pictures = b"<image" in data or b"<text" in data
            found = parse_svg(data, path)[1]
            return not has_errors(item for item in found if not (item.code == "A112" and made_of_pictures))
        return picture_size(data, path) is not None

    def take(self, path: str) -> str:
        """The path that a picture of the folder gets in the game."""
        name, dot, ending = f"{_ART}/{_SAFE.sub('-', path)}".rpartition(".")
        made, at = f"{name}{dot}{ending}", 2
        while self.taken.get(made, path) != path:  # such as a#.png and a%.png
            made, at = f"{name}-{at}{dot}{ending}", at + 1
        self.taken[made] = path
        return made

    def of_rows(self, names: Sequence[str], *, clear: bool = False) -> tuple[tuple[str, ...], list[str]]:
        """The paths in the game of pictures that come along, one a row, and the names that are not there.

        Args:
            names: One a row; blank for no picture.
            clear: Whether pictures come without the colour of their first pixel.
        """
        paths = {name: self.find(name) if name.strip() else "" for name in names}
        missing = sorted(name for name, path in paths.items() if name.strip() and not path)
        take = self.take_clear if clear else self.take
        return tuple(take(paths[name]) if paths[name] else "" for name in names), missing

    def take_clear(self, path: str) -> str:
        """The path that a picture gets in the game without the colour of its first pixel."""
        name = f"{_ART}/{_SAFE.sub('-', path.rpartition('.')[0])}-clear.png"
        width, height = self.size(path) or (0.0, 0.0)
        if name not in self.made and not path.lower().endswith(".svg") and width * height <= MOST_PIXELS:
            try:
                self.made[name] = without_first_colour(self._files.read(path))
            except (FileFault, OSError, ValueError):
                return self.take(path)
        return name if name in self.made else self.take(path)

    def take_icon(self, path: str) -> str:
        """The name of a drawing among the game's icons; empty for one that is no drawing."""
        if not path.lower().endswith(".svg"):
            return ""
        name = slug(PurePosixPath(path).stem) or "icon"
        at = 2
        while self.icons.get(f"icons/{name}.svg", path) != path:
            name, at = f"{slug(PurePosixPath(path).stem)}-{at}", at + 1
        self.icons[f"icons/{name}.svg"] = path
        return name

    def prefix(self, template: str) -> str:
        """The template of a path as it is in the game; empty if no picture has such a path."""
        for folder in self._folders:
            path = normal_path(f"{folder}/{template}")
            start = re.split("\ue000", path)[0].casefold()
            if path and any(each.startswith(start) for each in self._by_name):
                return f"{_ART}/{path}"
        return ""

    def size(self, path: str) -> tuple[float, float] | None:
        """Width and height in pixels, as the file says; None where it does not."""
        if path not in self._sizes:
            try:
                self._sizes[path] = picture_size(self._files.read(path), path)
            except FileFault:
                self._sizes[path] = None
        return self._sizes[path]


def picture_size(data: bytes, path: str) -> tuple[float, float] | None:
    """Width and height of a picture in pixels, or in the units of a drawing; None for one that is none."""
    if path.lower().endswith(".svg"):
        root = _root(data[:8_000])
        sides = {
            name: _number(number) * _POINTS[unit or b""] for name, number, unit in _SVG_SIDE.findall(root)
        }
        if sides.get(b"width") and sides.get(b"height"):
            return sides[b"width"], sides[b"height"]
        box = _SVG_BOX.search(root)
        numbers = tuple(map(_number, box.groups())) if box else ()
        return (numbers[0], numbers[1]) if len(numbers) == 2 and all(numbers) else None
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        return (width, height) if width and height else None
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None


def without_first_colour(data: bytes) -> bytes:
    """A picture as PNG, transparent where it has the colour of its top left pixel."""
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(data)) as opened:
        image = opened.convert("RGBA")
    first = Image.new("RGB", image.size, image.getpixel((0, 0))[:3])  # type: ignore[index]
    other = ImageChops.difference(image.convert("RGB"), first).split()
    differs = ImageChops.lighter(ImageChops.lighter(other[0], other[1]), other[2])
    image.putalpha(ImageChops.darker(image.getchannel("A"), differs.point([0, *[255] * 255])))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _number(digits: bytes) -> float:
    try:
        return float(digits)
    except ValueError:
        return 0.0


def _root(head: bytes) -> bytes:
    start = head.find(b"<svg")
    return head[start : head.find(b">", start) + 1] if start >= 0 else b""


def by_end(paths: Mapping[str, str], written: str) -> str:
    """The path in the folder that an absolute path of another machine ends in; empty without one.

    Args:
        paths: Those of the folder, by the same in small letters.
        written: As the tool has it; one that is not absolute is not looked for.
    """
    name = written.strip().replace("\\", "/")
    if not re.match(r"[A-Za-z]:/|/", name):
        return ""
    parts = [part for part in name.casefold().split("/")[1:] if part]
    ends = ("/".join(parts[start:]) for start in range(len(parts)))
    return next((paths[end] for end in ends if end in paths), "")


def normal_path(path: str) -> str:
    """The path without ``.`` and ``..``; empty for one that leaves the folder."""
    found: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not found:
                return ""
            found.pop()
        elif part not in ("", "."):
            found.append(part)
    return "/".join(found)
