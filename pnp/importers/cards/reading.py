"""Reading the folder of another tool: texts, YAML and tables, within limits and never outside it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.diagnostics import nearest
from pnp.fonts.sfnt import FontFault, read_facts
from pnp.icons.pack import PackedIcon
from pnp.importers.cards.found import ImportNote
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.table_columns import known_titles
from pnp.importers.limits import MOST_FONTS, MOST_NOTES, MOST_ROWS, MOST_SCRIPT_BYTES
from pnp.load import FolderFiles, decode, game_icons
from pnp.load.decode import guessed_encoding
from pnp.load.files import TABLE_ENDINGS
from pnp.load.table.pieces import TableForm, read_table
from pnp.load.table.table import CellTable, TableFault
from pnp.load.yaml.compose import compose
from pnp.load.yaml.node import plain
from pnp.model import FileFault
from pnp.units import Length, LengthError

_USUAL_DISTANCE = 1.13
"""Ascent and descent of Arial (1.12), Times (1.11), Georgia (1.14) and DejaVu (1.16)."""
_NEXT_DOCUMENT = re.compile(r"(?m)^---(?=\s|$)")
_LFS = b"version https://git-lfs"
_POINTER = ("a Git LFS pointer in place of the file", "run 'git lfs pull' and import again")
_FONTS = (".ttf", ".otf")
_SYMBOL = re.compile(r"(?m)^([ \t]*[\w.-][\w. -]*:[ \t]+)(:\w+)[ \t]*$")
"""A value such as ``:center``, which Ruby's YAML reads as a text."""


class ScriptWishes(NamedTuple):
    """Wishes of a user for scripts that leave these things open.

    Attributes:
        trim: Bleed around the cards, where the scripts do not say it; empty for none.
        groups: Names of build groups whose drawings are wanted.
        layouts: Of the folder with the layout files that come with the tool; None without one.
        icons: Of a package, by name.
    """

    trim: str = ""
    groups: tuple[str, ...] = ()
    layouts: FolderFiles | None = None
    icons: Mapping[str, PackedIcon] = MappingProxyType({})


class FolderReader:
    """One folder of another tool.

    Args:
        files: Of the folder.
        encoding: Of its texts and tables; empty to detect it.
        language: Of its texts.
        wishes: What its scripts do not say.

    Attributes:
        files: Of the folder.
        language: Of its texts.
        wishes: As given.
        notes: What does not come; each once.
        font_files: Paths of the fonts that come along by their paths in the game.
    """

    def __init__(
        self,
        files: FolderFiles,
        encoding: str = "",
        language: str = "",
        wishes: ScriptWishes | None = None,
    ):
        self.files = files
        self.wishes = wishes or ScriptWishes()
        self.notes: list[ImportNote] = []
        self._encoding = encoding
        self.language = language
        self._icons: frozenset[str] | None = None
        self._tables: dict[tuple[str, str], CellTable | None] = {}
        self._fonts: dict[str, str] | None = None
        self._line_distances: dict[str, float] = {}
        self.font_files: dict[str, str] = {}

    def note(self, place: str, what: str, cure: str = "") -> None:
        """Note that something does not come."""
        note = ImportNote(place, what, cure)
        if note not in self.notes and len(self.notes) < MOST_NOTES:
            self.notes.append(note)

    def lacking(self, place: str, written: str) -> None:
        """Note a table that is not there."""
        tables = [
            path for ending in (".csv", ".tsv", ".xlsx", ".ods") for path in self.files.names("", ending)
        ]
        near = nearest(written, tables) or next((path for path in tables if path.endswith(written)), None)
        beside = f"; '{near}' is there" if near else ""
        cure = "put the file there and import again, or import it with: pnp import cards FILE"
        self.note(place, f"the table '{written}', which is not there{beside}", cure)

    def names(self, ending: str) -> list[str]:
        """Paths of the files with the ending."""
        return self.files.names("", ending)

    def exists(self, path: str) -> bool:
        """Whether there is such a file."""
        return bool(path) and self.files.exists(path)

    def text(self, path: str) -> str:
        """The text of a file; empty, with a note, where it cannot be read."""
        try:
            data = self.files.read(path)
        except FileFault as fault:
            self._unreadable(path, fault)
            return ""
        if data.startswith(_LFS):
            self.note(path, *_POINTER)
            return ""
        if len(data) > MOST_SCRIPT_BYTES and not path.lower().endswith((".json", ".yaml", ".yml")):
            self.note(path, f"the file, which is larger than {MOST_SCRIPT_BYTES:,} bytes")
            return ""
        encoding = self._encoding or guessed_encoding(data, self.language)
        try:
            if not encoding:
                return decode(data, path)[0]
            return data.decode(encoding, errors="replace").removeprefix("\ufeff")
        except (LookupError, FileFault):
            return data.decode("utf-8", errors="replace")

    def data(self, path: str) -> Any:
        """The value of a file in JSON, JSON lines or YAML; None, with a note, where it cannot be read."""
        text = self.text(path)
        if not text.strip():
            self.note(path, "the file is empty")
            return None
        if path.lower().endswith((".yaml", ".yml")):
            return self._documents(text, path)
        try:
            if path.lower().endswith(".jsonl"):
                return [json.loads(line) for line in text.splitlines() if line.strip()]
            return json.loads(text)
        except RecursionError:
            self.note(path, "the file: its values are nested too deeply")
        except ValueError as fault:
            line = getattr(fault, "lineno", 0)
            place = f"{path}:{line}" if line else path
            self.note(place, f"the file is no JSON: {fault}", "check it in an editor")
        return None

    def _documents(self, text: str, path: str) -> Any:
        """The value of a text in YAML; of several documents, a list of them, or of their records."""
        parts = [part for part in _NEXT_DOCUMENT.split(text) if re.search(r"(?m)^[ \t]*[^\s#]", part)]
        if len(parts) < 2:
            return self.yaml_text(text, path)
        if len(parts) > MOST_ROWS:
            self.note(path, f"the documents after the first {MOST_ROWS:,}", "make several files of it")
        values = [self.yaml_text(part, path) for part in parts[:MOST_ROWS]]
        return [each for value in values for each in (value if isinstance(value, list) else [value])]

    def yaml(self, path: str) -> Any:
        """The value of a YAML file; None where it cannot be read."""
        return self.yaml_text(self.text(path), path)

    def built_in_layout(self, name: str) -> Any:
        """The value of a layout file that comes with Squib, where its folder is known or lies in this one."""
        for files in filter(None, (self.files, self.wishes.layouts)):
            for path in files.names("", ".yml"):
                if path.endswith(f"builtin/layouts/{name}") or (
                    files is self.wishes.layouts and path == name
                ):
                    try:
                        return self.yaml_text(files.read(path).decode("utf-8", errors="replace"), path)
                    except FileFault as fault:
                        self._unreadable(path, fault)
        return None

    def yaml_text(self, text: str, file: str = "") -> Any:
        """The value of a text in YAML; None where it has none."""
        node, found = compose(_SYMBOL.sub(r'\1"\2"', text), file)
        if node is None:
            for item in found[:1]:
                place = f"{file}:{item.span.line}" if item.span else file
                self.note(place, f"the file: {item.message}", *item.help[:1])
            return None
        return plain(node)

    def table(self, path: str, sheet: str | int, place: str) -> CellTable | None:
        """A table with its cells; None, with a note, where it cannot be read.

        Args:
            path: In the folder.
            sheet: Name of the sheet, or its number from 0.
            place: Where the table is asked for.
        """
        key = (path, str(sheet))
        if key not in self._tables:
            try:
                self._tables[key] = self._read(path, sheet, place)
            except (TableFault, FileFault) as fault:
                self._unreadable(path, fault)
                self._tables[key] = None
        return self._tables[key]

    def unread_tables(self) -> list[str]:
        """Tables of the folder, and sheets of spreadsheets, that nothing has read."""
        read = {path for path, _ in self._tables}
        tables = [path for ending in TABLE_ENDINGS if ending != ".txt" for path in self.names(ending)]
        found = [path for path in tables if path not in read]
        for path in sorted(read):
            read_ones = [table for (each, _), table in self._tables.items() if each == path and table]
            names = {_sheet_name(table) for table in read_ones}
            found += [
                f"{path}:{name}" for table in read_ones[:1] for name in table.names if name not in names
            ]
        return found

    def _unreadable(self, path: str, fault: TableFault | FileFault) -> None:
        """Note why a file cannot be read."""
        if isinstance(fault, FileFault):
            self.note(path, str(fault), fault.cure)
        elif self.files.read(path).startswith(_LFS):
            self.note(path, *_POINTER)
        else:
            self.note(path, fault.found.message, *fault.found.help[:1])

    def _read(self, path: str, sheet: str | int, place: str) -> CellTable | None:
        if not path.lower().endswith(TABLE_ENDINGS):
            what = f"the table '{path}', whose format is not read"
            self.note(place, what, "save it as .xlsx or .csv and name that")
            return None
        data = self.files.read(path)
        if not isinstance(sheet, int):
            name = sheet
        elif path.lower().endswith((".xlsx", ".ods")):
            names = read_table(data, path, TableForm(), lambda _: 0, {}).names
            if not 0 <= sheet < len(names):
                self.note(place, f"the sheet number {sheet} of '{path}', which has {len(names)}")
                return None
            name = names[sheet]
        else:
            name = ""
        encoding = self._encoding
        if not encoding and path.lower().endswith((".csv", ".tsv", ".txt")):
            encoding = guessed_encoding(data, self.language)
        return read_table(data, path, TableForm(name, encoding), known_titles, {})

    def columns(self, path: str, sheet: str | int, place: str) -> tuple[dict[str, list[Any]], str] | None:
        """The columns of a table by title, empty cells as None, and the name of its sheet."""
        table = self.table(path, sheet, place)
        if table is None:
            return None
        rows = [row for row in table.rows if any(cell.text.strip() for cell in row)]
        if not rows:
            self.note(path, "a table without rows")
            return None
        found: dict[str, list[Any]] = {}
        for at, title in enumerate(rows[0]):
            name = title.text.strip()
            if name and name not in found:
                found[name] = [
                    _value(row[at].text.strip() if at < len(row) else "", table.sheet) for row in rows[1:]
                ]
        return found, _sheet_name(table)

    def trim_pixels(self, dpi: float) -> float | None:
        """The bleed that was asked for, in pixels."""
        if not self.wishes.trim:
            return None
        try:
            return Length.parse(self.wishes.trim).mm / 25.4 * dpi
        except LengthError:
            return None

    def pictures(self, path: str) -> PictureFiles:
        """Finds the pictures that a table names, from its own folder or from that of the tool."""
        return PictureFiles(self.files, (PurePosixPath(path).parent.as_posix(), ""))

    def has_icon(self, name: str) -> bool:
        """Whether pnp has an icon of this name."""
        if self._icons is None:
            self._icons = frozenset(game_icons(None).names())
        return name in self._icons

    def fonts(self) -> Mapping[str, str]:
        """Families of the fonts in the folder by their names in small letters; those come along."""
        if self._fonts is None:
            self._fonts = {}
            for path in [path for ending in _FONTS for path in self.files.names("", ending)][:MOST_FONTS]:
                try:
                    facts = read_facts(self.files.read(path))
                except (FileFault, FontFault) as fault:
                    self.note(path, f"the font: {fault}", "put one that may be embedded into fonts/")
                    continue
                self._fonts[re.sub(r"[\s_-]+", " ", facts.family).strip().lower()] = facts.family
                self._line_distances[facts.family] = (facts.ascent + facts.descent) / facts.upem
                self.font_files[f"fonts/{path.rpartition('/')[2]}"] = path
        return self._fonts

    def line_distance(self, family: str) -> float:
        """From line to line as a multiple of the size: by a font of the folder, else that of usual fonts."""
        return min(max(self._line_distances.get(family, _USUAL_DISTANCE), 0.8), 2.0)


def _sheet_name(table: CellTable) -> str:
    return table.file.rpartition(":")[2].rstrip("!") if table.sheet else ""


def _value(text: str, is_sheet: bool) -> Any:
    if not text:
        return None
    if is_sheet and re.fullmatch(r"-?\d{1,15}", text):
        return int(text)
    if is_sheet and re.fullmatch(r"-?\d{1,15}\.\d{1,10}", text):
        return float(text)
    return text
