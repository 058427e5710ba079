"""Tables of cards in the folders of other tools, with what the tools say about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from pnp.diagnostics import times
from pnp.importers.cards.cardmaker import cardmaker_tables
from pnp.importers.cards.decksmith import decksmith_tables
from pnp.importers.cards.dominion import dominion_tables
from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue
from pnp.importers.cards.found import FoundTable, some_names, written_table
from pnp.importers.cards.magic_set import magic_set_tables
from pnp.importers.cards.marks import slot
from pnp.importers.cards.nandeck import nandeck_tables
from pnp.importers.cards.pictures import ENDINGS as PICTURES
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.squib import squib_tables
from pnp.importers.cards.table_columns import is_number
from pnp.importers.limits import MOST_ROWS
from pnp.load.files import TABLE_ENDINGS
from pnp.load.table.column import folded, language_files

_UNREAD_PICTURES = (".psd", ".xcf", ".ai", ".eps", ".pdf", ".avif", ".heic", ".tga", ".jxl", ".kra", ".svgz")
"""Pictures that are not read."""
_CIDER_TEMPLATES = (
    "front", "back", "frontCardTemplateId", "backCardTemplateId", "front-template", "back-template",
)  # fmt: skip
"""Columns of Cider that name templates."""
_FRONT = re.compile(r"(?i)[\s_.-]*(?:front|face|recto)[\s_.-]*")


def cider_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """The decks of a Cider project, with its assets in their texts.

    Args:
        reader: Of the folder; receives what does not come.
    """
    drawn = Counter(
        PurePosixPath(path).suffix[1:] for ending in (".html", ".css") for path in reader.names(ending)
    )
    parts = ", ".join(f"{number} × {name}" for name, number in sorted(drawn.items()))
    if parts:
        reader.note("the project", f"the templates ({parts})", "draw them as a layout")
    pictures = PictureFiles(reader.files)
    assets = {PurePosixPath(path).stem: path for ending in PICTURES for path in reader.names(ending)}
    for path in reader.names(".csv"):
        if PurePosixPath(path).stem == "cards" and (found := reader.columns(path, "", path)):
            changed: dict[str, tuple[str, ...]] = {}
            used: dict[str, None] = {}
            for title, values in found[0].items():
                texts = [str(value or "") for value in values]
                made = [_with_assets(text, assets, pictures, used) for text in texts]
                if made != texts:
                    changed[title] = tuple(made)
            drawing = CardDrawing(files={**pictures.icons})
            for name in used:
                what = f"the asset '{name}', which is no drawing (SVG)"
                reader.note(path, what, "put an icon of this name into icons/")
            yield FoundTable(path, "count", passed=_CIDER_TEMPLATES, columns=changed, drawing=drawing)


def _with_assets(
    text: str, assets: Mapping[str, str], pictures: PictureFiles, lacking: dict[str, None]
) -> str:
    """The text with ``:name:`` in place of ``{{name}}`` where that is a drawing."""

    def icon(found: re.Match[str]) -> str:
        name = re.sub(r"^assets\.|[\"']|^index assets ", "", found.group(1).strip())
        path = assets.get(name, "")
        made = pictures.take_icon(path) if path else ""
        if not made:
            lacking[name] = None
            return f"({name})"
        return f":{made}:"

    return re.sub(r"\{\{\{?\s*([^{}]{1,80}?)\s*\}?\}\}", icon, text)


def picture_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """A card for each picture of a folder, a set for each folder; backs by their names.

    A picture is the back of the one with the same name without ``back``; one that is called so alone is the
    back of all.

    Args:
        reader: Of the folder; receives what does not come.
    """
    folders: dict[str, list[str]] = {}
    for path in reader.names(""):
        if path.lower().endswith(PICTURES):
            folders.setdefault(PurePosixPath(path).parent.as_posix(), []).append(path)
        elif path.lower().endswith(_UNREAD_PICTURES):
            reader.note(path, "a picture in a format that is not read", "save it as .png, and import again")
    for folder, paths in folders.items():
        name = PurePosixPath(folder).name if folder != "." else "pictures"
        if len(paths) > MOST_ROWS:
            reader.note(
                folder, f"the pictures after the first {MOST_ROWS:,}", "import them from another folder"
            )
        yield _picture_set(reader, name, paths[:MOST_ROWS])


def _picture_set(reader: FolderReader, name: str, paths: list[str]) -> FoundTable:
    pictures = PictureFiles(reader.files)
    fronts: dict[str, str] = {}
    backs: dict[str, str] = {}
    for path in paths:
        if not pictures.find(path):
            reader.note(path, "a picture that cannot be drawn")
            continue
        stem = PurePosixPath(path).stem
        found = re.fullmatch(
            r"(?i)(.*?)[\s_.-]*(back|verso|rub|rückseite|rueckseite|reverso|retro|dos)[\s_.-]*(.*)", stem
        )
        if found and (
            found.group(1) == "" or not found.group(1)[-1:].isalpha() or stem[len(found.group(1))] in " _.-"
        ):
            key = _FRONT.sub("", (found.group(1) + found.group(3))).strip(" _.-").lower()
            if key in backs:
                reader.note(path, f"a second back beside '{backs[key]}'", "give each a name of its own")
            backs.setdefault(key, path)
        else:
            fronts[path] = _FRONT.sub("", stem).strip(" _.-").lower()
    common = backs.get("", "")
    rows = []
    used: set[str] = set()
    for path, key in fronts.items():
        back = backs.get(key, common)
        used.add(back)
        rows.append(
            [
                PurePosixPath(path).stem.replace("_", " ").strip(),
                pictures.take(path),
                pictures.take(back) if back else "",
            ]
        )
    for back in backs.values():
        if back not in used:
            reader.note(
                back, "a back without a front of that name", "rename it like its front, or 'back' for all"
            )
    cover = {"inset": "0", "bleed": "true", "fit": "cover", "optional": "true"}
    placements = [DrawnElement("image", cover, DrawnValue(slot("front")))]
    if used - {""}:
        placements.append(DrawnElement("image", cover, DrawnValue(slot("back")), back=True))
    drawing = CardDrawing(placements, files=dict(pictures.taken))
    return FoundTable(
        f"{name}.csv",
        "",
        "",
        name=name,
        data=written_table(["name", "front", "back"], rows).encode(),
        drawing=drawing,
    )


_UNREAD_TABLES = (".xls", ".xlsm", ".xlsb", ".numbers", ".fods")
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
    whole = {table.path for table in found if table.strange}
    unread = [
        name for name in reader.unread_tables() if name not in used and name.rpartition(":")[0] not in whole
    ]
    if unread:
        what = f"tables that nothing was seen to use: {some_names(unread, _SHOWN)}"
        reader.note("", what, "if they are cards, import them with: pnp import cards FILE")


def _plain(reader: FolderReader) -> Iterator[FoundTable]:
    paths = [path for ending in TABLE_ENDINGS if ending != ".txt" for path in reader.names(ending)]
    translated = language_files(paths, reader.language)
    others = {path for by_tag in translated.values() for path in by_tag.values()}
    for path in (path for ending in _UNREAD_TABLES for path in reader.names(ending)):
        reader.note(
            path, "the spreadsheet, whose format is not read", "save it as .xlsx or .ods, and import again"
        )
    for path in paths:
        if path in translated:
            yield FoundTable(path, columns=_translated(reader, path, translated[path]))
        elif path not in others:
            yield FoundTable(path, strange=True)


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
