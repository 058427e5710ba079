"""Packages of icons that an author has on disk: of npm, zip archives and folders.

Nothing is downloaded. An icon comes out as an SVG file that names its author, licence and source (Dublin
Core, as drawing programs write it), so credits follow the file wherever it is copied.
"""

from __future__ import annotations

import io
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from pnp.icons.svg.limits import MAX_PACK_BYTES
from pnp.icons.svg.xml_node import XmlFault, read_xml

_DC = "http://purl.org/dc/elements/1.1/"
_READ = (".svg", "/icons.json", "/info.json", "/package.json")
_SITE = "game-icons.net"
_SQUARE = '<path d="M0 0h512v512H0z"/>'
"""Background of every icon that is downloaded from game-icons.net."""
_PUBLIC_DOMAIN = {"Viscious Speed", "Zeromancer"}  # by the licence of game-icons.net; all others CC BY 3.0


class PackFault(Exception):
    """A package that cannot be read, in words for the author."""


class IconOrigin(NamedTuple):
    """Whose work an icon is.

    Attributes:
        author: Name; empty if the package does not say.
        licence: Name of the licence; empty if the package does not say.
        site: Where it is from, such as ``game-icons.net``; may be empty.
    """

    author: str = ""
    licence: str = ""
    site: str = ""


class PackedIcon(NamedTuple):
    """An icon of a package.

    Attributes:
        svg: Its drawing as the package has it.
        origin: Whose work it is.
    """

    svg: str
    origin: IconOrigin

    def credited(self, author: str, licence: str) -> PackedIcon:
        """The icon with this author and licence; an empty one stays as the package has it."""
        origin = self.origin
        return self._replace(
            origin=IconOrigin(author or origin.author, licence or origin.licence, origin.site)
        )

    def file(self) -> bytes:
        """The SVG file with its origin inside."""
        origin = self.origin
        entries = (("creator", origin.author), ("rights", origin.licence), ("source", origin.site))
        records = "".join(
            f"<dc:{name}>{escape(words, quote=False)}</dc:{name}>" for name, words in entries if words
        )
        metadata = f'<metadata xmlns:dc="{_DC}">{records}</metadata>'
        return re.sub(r"<svg\b[^>]*[^>/]>", lambda head: head[0] + metadata, self.svg, count=1).encode()


def read_pack(path: Path) -> dict[str, PackedIcon]:
    """The icons of a package by name, sorted; of files with one name the folder is put before it.

    Raises:
        PackFault: It is no package of icons, is damaged, or unpacks to more than the limit.
    """
    import tarfile  # credits of icons need only what is read of their metadata
    import zipfile

    try:
        files = dict(_files(path))
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, RuntimeError, zlib.error) as fault:
        raise PackFault(f"the package cannot be read: {fault}") from fault
    icons = {**_drawn(files), **_collected(files)}
    if not icons:
        raise PackFault("the package has no icons; name an .tgz of npm, a .zip or a folder with SVG files")
    named = ((re.sub(r"[^\w-]+", "-", name).strip("-"), icon) for name, icon in icons.items())
    return {name: icon for name, icon in sorted(named) if name}


def origin_in(svg: bytes) -> IconOrigin:
    """Whose work an SVG file is by its metadata; empty where it does not say, or cannot be read."""
    if _DC.encode() not in svg:
        return IconOrigin()
    try:
        root = read_xml(svg)
    except XmlFault:
        return IconOrigin()
    found: dict[str, str] = {}
    for node in root.walk():
        space, _, name = node.tag.partition(" ")
        if space == _DC and name in ("creator", "rights", "source") and name not in found:
            found[name] = " ".join(" ".join(each.text for each in node.walk()).split())
    return IconOrigin(found.get("creator", ""), found.get("rights", ""), found.get("source", ""))


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a package that matter, by path with ``/``."""
    left = MAX_PACK_BYTES
    for name, stream in _streams(path):
        data = stream.read(left + 1)
        left -= len(data)
        if left < 0:
            raise PackFault(f"the package unpacks to more than {MAX_PACK_BYTES:,} bytes")
        yield name, data


def _streams(path: Path) -> Iterator[tuple[str, Any]]:
    import gzip
    import tarfile
    import zipfile

    if path.is_dir():
        for file in sorted(each for each in path.rglob("*") if each.is_file() and not each.is_symlink()):
            name = f"/{file.relative_to(path).as_posix()}"
            if name.endswith(_READ):
                with file.open("rb") as stream:
                    yield name, stream
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                if f"/{entry.filename}".endswith(_READ):
                    with archive.open(entry) as stream:
                        yield f"/{entry.filename}", stream
    else:
        with gzip.open(path) as unpacked, tarfile.open(fileobj=unpacked, mode="r|") as packed:
            for member in packed:
                if member.isfile() and f"/{member.name}".endswith(_READ):
                    yield f"/{member.name}", packed.extractfile(member) or io.BytesIO()


def _collected(files: Mapping[str, bytes]) -> dict[str, PackedIcon]:
    """The icons of an Iconify collection: ``icons.json``, and ``info.json`` on whose work it is."""
    found = {}
    for path in (name for name in files if name.endswith("/icons.json")):
        collection = _json(files[path])
        info = collection.get("info") or _json(files.get(path.replace("/icons.json", "/info.json"), b"{}"))
        author, licence = info.get("author"), info.get("license")
        origin = IconOrigin(_words(author, "name"), _words(licence, "title"), _words(author, "url"))
        for name, icon in (collection.get("icons") or {}).items():
            if isinstance(icon, dict) and isinstance(icon.get("body"), str):
                box = [
                    icon.get(key, collection.get(key, default))
                    for key, default in (("left", 0), ("top", 0), ("width", 16), ("height", 16))
                ]
                frame = " ".join(f"{side:g}" for side in box if isinstance(side, int | float))
                head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}">'
                found[str(name)] = PackedIcon(f"{head}{icon['body']}</svg>\n", origin)
    return found


def _drawn(files: Mapping[str, bytes]) -> dict[str, PackedIcon]:
    """The SVG files of a package, and whose work they are by ``package.json`` or their folders."""
    about: dict[str, Any] = {}
    for path in sorted((name for name in files if name.endswith("/package.json")), reverse=True):
        about = _json(files[path])
    common = IconOrigin(_words(about.get("author"), "name"), _words(about.get("license"), "type"), "")
    common = common._replace(site=_words(about.get("homepage"), "url"))
    drawings = [PurePosixPath(name) for name in files if name.endswith(".svg")]
    counts = Counter(drawing.stem for drawing in drawings)
    found = {}
    for drawing in sorted(drawings):
        text = re.sub(r"\A\ufeff?<\?xml[^>]*>\s*", "", files[str(drawing)].decode("utf-8", "replace"))
        stem, folder = drawing.stem, drawing.parent
        name = stem if counts[stem] == 1 else f"{folder.name}-{stem}"
        if folder.parent.name == "1x1" or _SQUARE in text:
            author = folder.name.replace("-", " ").title()
            origin = IconOrigin(author, "CC0 1.0" if author in _PUBLIC_DOMAIN else "CC BY 3.0", _SITE)
            text = text.replace(_SQUARE, "").replace('fill="#fff"', 'fill="currentColor"')
        else:
            origin = common
        found[name] = PackedIcon(text, origin)
    return found


def _json(data: bytes) -> dict[str, Any]:
    try:
        read = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise PackFault(f"a JSON file of the package cannot be read: {fault}") from fault
    return read if isinstance(read, dict) else {}


def _words(value: Any, key: str) -> str:
    """A text, or the one that a mapping has under the key; empty for anything else."""
    found = value.get(key) if isinstance(value, dict) else value
    return found if isinstance(found, str) else ""
