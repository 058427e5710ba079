"""Tables of cards in the folders of other tools, with what the tools say about them.

What each tool keeps where is taken from its documentation: Squib 0.19, nanDECK 1.27, CardMaker 1.4, DeckSmith
1.0, Cider (``cards.csv`` in the folder of each deck), dominiontabs 5, Magic Set Editor 2.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pnp.diagnostics import times
from pnp.importers.cards.cardmaker import cardmaker_tables
from pnp.importers.cards.decksmith import decksmith_tables
from pnp.importers.cards.dominion import dominion_tables
from pnp.importers.cards.folders import cider_tables, picture_tables
from pnp.importers.cards.found import FoundTable, some_names
from pnp.importers.cards.magic_set import magic_set_tables
from pnp.importers.cards.nandeck import nandeck_tables
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.squib import squib_tables
from pnp.importers.cards.titles import is_number
from pnp.load.table.column import folded, language_files
from pnp.load.table.table import ENDINGS

_UNREAD = (".xls", ".xlsm", ".xlsb", ".numbers", ".fods")
"""Spreadsheets that are not read."""
_WITH_SCRIPTS = ("squib", "nandeck", "decksmith", "cider", "cardmaker")
"""Tools whose own files say which tables are cards."""
_SHOWN = 12


def find_tables(tool: str, reader: FolderReader) -> list[FoundTable]:
    """The tables of the folder in the order of the tool's own files; each file once.

    Args:
        tool: A key of ``TOOLS``.
        reader: Of the tool's folder; receives what does not come.
    """
    found: list[FoundTable] = []
    for table in TOOLS[tool](reader):
        same = (each for each in found if (each.shown, each.name) == (table.shown, table.name))
        if table.data is not None:
            found.append(table)
        elif reader.exists(table.path):
            before = next(same, None)
            if before is None:
                found.append(table)
            elif before.drawing != table.drawing:
                place = next((each.place for each in table.drawing.placements), "") if table.drawing else ""
                what = f"another drawing of the cards of '{table.shown}'"
                reader.note(place or table.path, what, "draw it as a layout of its own")
    if tool in _WITH_SCRIPTS:
        _note_unread(reader, found)
    return found


def _note_unread(reader: FolderReader, found: Iterable[FoundTable]) -> None:
    """Note tables and sheets of the folder that come with none of the sets."""
    used = {table.path for table in found} | {table.shown for table in found}
    whole = {table.path for table in found if table.every_sheet}
    unread = [
        name for name in reader.unread_tables() if name not in used and name.rpartition(":")[0] not in whole
    ]
    if unread:
        what = f"tables that nothing was seen to use: {some_names(unread, _SHOWN)}"
        reader.note("", what, "if they are cards, import them with: pnp import cards FILE")


def _plain(reader: FolderReader) -> Iterator[FoundTable]:
    paths = [path for ending in ENDINGS if ending != ".txt" for path in reader.names(ending)]
    translated = language_files(paths, reader.language)
    others = {path for by_tag in translated.values() for path in by_tag.values()}
    for path in (path for ending in _UNREAD for path in reader.names(ending)):
        reader.note(
            path, "the spreadsheet, whose format is not read", "save it as .xlsx or .ods, and import again"
        )
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
        known = set(found[0].get(key, []))
        strangers = [str(value) for value in rows if value is not None and value not in known]
        if strangers:
            what = (
                f"{times(len(strangers), 'row')} that '{own}' does not have: {some_names(strangers, _SHOWN)}"
            )
            reader.note(path, what, f"add them to '{own}'")
        if more := [title for title in other[0] if title not in found[0]]:
            what = f"columns that '{own}' does not have: {some_names(more, _SHOWN)}"
            reader.note(path, what, f"give them their titles in '{own}', or add them there")
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


TOOLS: Mapping[str, Callable[[FolderReader], Iterable[FoundTable]]] = {
    "csv": _plain,
    "squib": squib_tables,
    "nandeck": nandeck_tables,
    "decksmith": decksmith_tables,
    "cider": cider_tables,
    "cardmaker": cardmaker_tables,
    "dominiontabs": dominion_tables,
    "mse": magic_set_tables,
    "pictures": picture_tables,
}
"""Readers of folders by the name of the tool."""
