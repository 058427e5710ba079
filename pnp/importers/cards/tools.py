"""Tables of cards in the folders of other tools, with what the tools say about them.

What each tool keeps where is taken from its documentation: Squib 0.19, nanDECK 1.27, CardMaker 1.4, DeckSmith
(``deck.yaml`` or ``deck.json`` beside ``deck.csv``), Cider (``cards.csv`` in the folder of each deck).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from pnp.diagnostics import times
from pnp.importers.cards.folders import cardmaker_tables, cider_tables, picture_tables
from pnp.importers.cards.found import FoundTable, ImportNote
from pnp.importers.cards.nandeck import nandeck_tables
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.squib import squib_tables
from pnp.importers.cards.titles import is_number
from pnp.load import FolderFiles, decode
from pnp.load.table.language import folded, language_files
from pnp.load.table.table import ENDINGS
from pnp.model import FileFault
from pnp.units import Length, LengthError

_DPI = 300  # of DeckSmith, unless it says otherwise


def find_tables(tool: str, reader: FolderReader) -> list[FoundTable]:
    """The tables of the folder in the order of the tool's own files; those of the same path once.

    Args:
        tool: A key of ``TOOLS``.
        reader: Of the tool's folder; receives what does not come.
    """
    found: dict[tuple[str, str, str], FoundTable] = {}
    for table in TOOLS[tool](reader):
        if table.data is not None or reader.exists(table.path):
            found.setdefault((table.path, table.sheet, table.name), table)
    return list(found.values())


def _plain(reader: FolderReader) -> Iterator[FoundTable]:
    paths = [path for ending in ENDINGS if ending != ".txt" for path in reader.names(ending)]
    translated = language_files(paths, reader.language)
    others = {path for by_tag in translated.values() for path in by_tag.values()}
    for path in paths:
        if path in translated:
            yield FoundTable(path, columns=_translated(reader, path, translated[path]), header=True)
        elif path not in others:
            yield FoundTable(path, every_sheet=True)


def _translated(reader: FolderReader, own: str, others: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Columns with the texts of tables in other languages, called such as ``name (de)``, by the rows of one.

    Rows belong together by their ids, or by their order where no table has ids and all have as many.
    """
    found = reader.columns(own, "", own)
    columns: dict[str, tuple[str, ...]] = {}
    for tag, path in others.items():
        other = reader.columns(path, "", path)
        if found is None or other is None:
            continue
        key = next((title for title in found[0] if folded(title) == "id" and title in other[0]), "")
        rows = {value: at for at, value in enumerate(other[0].get(key, []))}
        heights = [max(map(len, each[0].values()), default=0) for each in (found, other)]
        if not key and heights[0] != heights[1]:
            reader.note(
                path,
                f"the table, as it has {times(heights[1], 'row')} and '{own}' {heights[0]}",
                "give both a column 'id'",
            )
            continue
        places = [rows.get(value) for value in found[0][key]] if key else list(range(heights[0]))
        if missing := sum(at is None for at in places):
            reader.note(path, f"no row for {times(missing, 'row')} of '{own}'", "add them")
        for title, values in other[0].items():
            texts = [str(values[at] or "") if at is not None and at < len(values) else "" for at in places]
            before = [str(value or "") for value in found[0].get(title, [])]
            if (
                title in found[0]
                and title != key
                and texts != before
                and not all(map(is_number, filter(None, texts)))
            ):
                columns[f"{title} ({tag})"] = tuple(texts)
    return columns


def _decksmith(reader: FolderReader) -> Iterator[FoundTable]:
    files = reader.files
    for path in [*files.names("", ".csv")]:
        folder = PurePosixPath(path)
        for spec in (folder.with_suffix(ending).as_posix() for ending in (".yaml", ".yml", ".json")):
            if not files.exists(spec):
                continue
            text = _text(files, spec)
            sides = [
                re.search(rf"""^\s*["']?{side}["']?\s*:\s*([\d.]+)""", text, re.MULTILINE)
                for side in ("width", "height")
            ]
            kinds = Counter(re.findall(r"""["']?\btype["']?\s*:\s*["']?(\w+)""", text))
            size = _size([(m.group(1), "px") if m else None for m in sides], _DPI)
            yield FoundTable(path, "", size, _left(spec, "elements", kinds))
            break


TOOLS: Mapping[str, Callable[[FolderReader], Iterable[FoundTable]]] = {
    "csv": _plain,
    "squib": squib_tables,
    "nandeck": nandeck_tables,
    "decksmith": _decksmith,
    "cider": cider_tables,
    "cardmaker": cardmaker_tables,
    "pictures": picture_tables,
}
"""Readers of folders by the name of the tool."""


def _text(files: FolderFiles, path: str) -> str:
    try:
        return decode(files.read(path), path)[0]
    except FileFault:
        return ""


def _beside(script: str, written: str, files: FolderFiles) -> str:
    """The path as the script means it: from its own folder, or from the project's."""
    beside = (PurePosixPath(script).parent / written).as_posix()
    return beside if files.exists(beside) else written


def _left(file: str, what: str, counted: Mapping[str, int]) -> tuple[ImportNote, ...]:
    parts = ", ".join(f"{number} × {name}" for name, number in sorted(counted.items()))
    return (ImportNote(file, f"the {what} ({parts})"),) if parts else ()


def _size(sides: list[tuple[str, str] | None], dpi: int) -> str:
    """Width and height in millimetres; empty where they are not both given."""
    if len(sides) != 2 or None in sides:
        return ""
    try:
        lengths = [
            Length.parse(f"{float(number) / dpi:.6f}in" if unit == "px" else f"{number}{unit}")
            for number, unit in filter(None, sides)
        ]
    except LengthError:  # a size that no card has, which the reader sees is missing
        return ""
    return "x".join(f"{round(length.mm, 2):g}mm" for length in lengths)
