"""Sets of Magic Set Editor 2.1: a zip with a text file ``set`` and pictures, or its files in a folder."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath

from pnp.importers.cards.found import FoundTable, written_table
from pnp.importers.cards.pictures import picture_size
from pnp.importers.cards.reading import FolderReader
from pnp.importers.limits import MOST_ARCHIVE_BYTES, MOST_ROWS
from pnp.load.table.archive import PACKINGS
from pnp.load.table.column import slug
from pnp.model import FileFault

_SET = "set"
_SIZE = "63x88mm"
_PASSED = frozenset({
    "extra data", "has styling", "include file", "notes", "styling data", "stylesheet", "stylesheet version",
    "time created", "time modified",
})  # fmt: skip
"""Keys of cards that mean something to the program alone."""
_KEY = re.compile(r"(\t*)([^:\t][^:]{0,80}):[ ]?(.*)")
_TAG = re.compile(r"<(/?)([a-z]+)(?:-[^<>]*)?(?::[^<>]*)?>")
_KEPT = ("b", "i", "u", "sub", "sup")
_KINDS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif", b"BM": ".bmp", b"RIFF": ".webp"}


def magic_set_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """The cards of each set with their pictures.

    Args:
        reader: Of the folder; receives what does not come.
    """
    for path in reader.names(".mse-set"):
        content = _zipped(reader, path)
        if content is not None:
            yield from _set_table(reader, path, content)
    for path in reader.names(_SET):
        if PurePosixPath(path).name == _SET:
            yield from _set_table(reader, path, _beside(reader, PurePosixPath(path).parent))


def _beside(reader: FolderReader, folder: PurePosixPath) -> Callable[[str], bytes | None]:
    """Reads files of a set that is not zipped."""

    def read(name: str) -> bytes | None:
        path = (folder / name).as_posix()
        try:
            return reader.files.read(path) if reader.exists(path) else None
        except FileFault:
            return None

    return read


def _zipped(reader: FolderReader, path: str) -> Callable[[str], bytes | None] | None:
    """Reads files of the zip; None, with a note, for what is none."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(reader.files.read(path)))
    except FileFault as fault:
        reader.note(path, str(fault), fault.cure)
        return None
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as fault:
        reader.note(path, f"the set, which is damaged: {fault}", "save it again in Magic Set Editor")
        return None
    left = [MOST_ARCHIVE_BYTES]

    def read(name: str) -> bytes | None:
        try:
            if archive.getinfo(name).compress_type not in PACKINGS:
                return None
            with archive.open(name) as member:
                content = member.read(left[0] + 1)  # what the archive says of its sizes is not to be trusted
        except (KeyError, zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, zlib.error):
            return None
        left[0] -= len(content)
        if left[0] < 0:
            left[0] = 0
            reader.note(path, f"files that unpack to more than {MOST_ARCHIVE_BYTES:,} bytes")
            return None
        return content

    return read


def _set_table(
    reader: FolderReader, path: str, content: Callable[[str], bytes | None]
) -> Iterator[FoundTable]:
    data = content(_SET)
    if data is None or b"mse" not in data[:200].lower():
        if path.endswith(".mse-set"):
            reader.note(path, "the set, which has no file 'set'", "save it again in Magic Set Editor")
        return
    cards: list[Mapping[str, str]] = []
    heads: dict[str, str] = {}
    for text in _texts(data, content):
        cards += _blocks(text, "card")[: MOST_ROWS - len(cards)]
        for block in _blocks(text, "set info"):
            heads |= block
        game = re.search(r"(?m)^game: ?(.+)$", text)
        heads.setdefault("game", game[1].strip() if game else "")
    if not cards:
        reader.note(path, "a set without cards")
        return
    stem = PurePosixPath(path).parent.name if PurePosixPath(path).name == _SET else PurePosixPath(path).stem
    name = _words(heads.get("title", "")) or stem.removesuffix(".mse-set") or "cards"
    titles = [
        title
        for title in dict.fromkeys(title for card in cards for title in card)
        if title not in _PASSED and any(card.get(title) for card in cards)
    ]
    files: dict[str, bytes] = {}
    pictured = [title for title in titles if "image" in title or title == "art"]
    rows = [
        [
            _picture(card.get(title, ""), content, slug(name) or "set", files)
            if title in pictured
            else _words(card.get(title, ""))
            for title in titles
        ]
        for card in cards
    ]
    place = f"the style of the game '{heads['game']}'" if heads["game"] else "the style of the cards"
    reader.note(path, place, "draw it as a layout")
    art = next((title for title in pictured if any(row[titles.index(title)] for row in rows)), "")
    yield FoundTable(
        f"{slug(name) or 'set'}.csv",
        size=_SIZE,
        name=name,
        data=written_table(titles, rows).encode(),
        marks="html",
        contents=files,
        art=art,
    )


def _texts(data: bytes, content: Callable[[str], bytes | None]) -> Iterator[str]:
    """The text of the set, and those of the files that it includes."""
    yield (text := _decoded(data))
    for name in re.findall(r"(?m)^include file: ?(.+)$", text)[:MOST_ROWS]:
        if included := content(name.strip()):
            yield _decoded(included)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")


def _blocks(text: str, name: str) -> list[dict[str, str]]:
    """The values of each block ``name:`` by key; lines that are indented more belong to the value above."""
    found: list[dict[str, str]] = []
    key = ""
    inside = False
    for line in text.split("\n"):
        if not line.startswith("\t"):
            if line.strip() and not line.startswith("#"):
                inside = line.strip() == f"{name}:"
                key = ""
                if inside:
                    found.append({})
            continue
        if not inside:
            continue
        if line.startswith("\t\t"):
            if key:
                before = found[-1][key]
                found[-1][key] = f"{before}\n{line[2:]}" if before else line[2:]
        elif match := _KEY.match(line):
            key = match[2].strip().replace("_", " ")
            found[-1][key] = match[3].strip()
    return found


def _words(text: str) -> str:
    """The words without the program's own tags: bold, italic and underlined ones stay."""
    return _TAG.sub(lambda tag: f"<{tag[1]}{tag[2]}>" if tag[2] in _KEPT else "", text).strip()


def _picture(name: str, content: Callable[[str], bytes | None], folder: str, files: dict[str, bytes]) -> str:
    """The path of a picture in the game; empty for none."""
    data = content(name) if name else None
    if data is None:
        return ""
    ending = next((ending for start, ending in _KINDS.items() if data.startswith(start)), "")
    if not ending or picture_size(data, f"x{ending}") is None:
        return ""
    path = f"art/{folder}/{slug(name) or 'picture'}{ending}"
    files[path] = data
    return path
