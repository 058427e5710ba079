"""Ruby's library and gems as scripts of card decks use them: files, YAML, JSON, spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pnp.importers.cards.marks import has_slot
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import NotLiteral, as_text
from pnp.importers.limits import MOST_ITEMS

_VARIABLE = re.compile(r"\s*ENV\[['\"](\w+)['\"]\]\s*(?:\|\|)?=\s*['\"]([^'\"]*)['\"]")


class RubyLibrary:
    """Calls on constants that are Ruby's own.

    Args:
        reader: Of the folder of the scripts; nothing else is read, and nothing is written.
        path: Gives the path in the folder that a script means.
    """

    def __init__(self, reader: FolderReader, path: Callable[[Any], str]):
        self._reader = reader
        self._path = path
        self._environment: dict[str, str] | None = None

    def call(self, constant: str, name: str, arguments: list[Any], alone: bool, place: str) -> Any:
        """The value of a call; ``NotImplemented`` for one that is not known.

        Args:
            constant: Such as ``File``.
            name: Such as ``read``; empty for the constant itself.
            arguments: Of the call.
            alone: Whether it has no block.
            place: File and line of the script.

        Raises:
            NotLiteral: Only Ruby can work it out.
        """
        if constant in ("YAML", "Psych", "JSON") and arguments:
            return self._data(constant, name, arguments[0])
        if constant == "File":
            return self._file(name, arguments, alone)
        if constant in ("Math", "Math::PI", "PI"):
            return _mathematics(name, arguments)
        if constant in ("Roo::Excelx", "Roo::Spreadsheet", "Roo::CSV", "Roo::OpenOffice") and arguments:
            return _Book(self._reader, self._path(arguments[0]), place)
        if constant == "MiniMagick::Image" and arguments:
            size = PictureFiles(self._reader.files).size(self._path(arguments[0]))
            if size is None:
                raise NotLiteral
            return _ImageSize(*size)
        if constant == "Array" and name == "new" and arguments and isinstance(arguments[0], int):
            return [arguments[1] if len(arguments) > 1 else None] * max(0, min(arguments[0], MOST_ITEMS))
        if constant == "ENV" and not name:
            return self._variables()
        if constant == "ENV" and name == "fetch" and arguments:
            return self._variables().get(as_text(arguments[0]), *arguments[1:2])
        if constant in ("ENV", "FileUtils", "Rake", "CLEAN") and name:
            return None
        if (constant, name) == ("Hash", "new"):
            return {}
        return [] if (constant, name) in (("ARGV", ""), ("Array", "new")) else NotImplemented

    def groups(self) -> list[str]:
        """The build groups that the Rakefile turns on."""
        found = self._variables()
        names = found.get("SQUIB_BUILD") or found.get("SQUIB_BUILD_GROUPS") or ""  # its name before
        return [name.strip() for name in names.split(",")]

    def _variables(self) -> dict[str, str]:
        """The variables that the Rakefile sets before it loads the scripts, each as it is set first."""
        if self._environment is None:
            self._environment = {}
            for path in self._reader.names("Rakefile"):
                for number, line in enumerate(self._reader.text(path).splitlines(), 1):
                    found = _VARIABLE.match(line)
                    if found and self._environment.setdefault(found[1], found[2]) != found[2]:
                        what = (
                            f"the drawing for {found[1]}='{found[2]}', beside '{self._environment[found[1]]}'"
                        )
                        self._reader.note(f"{path}:{number}", what, "set it first and import again")
        return self._environment

    def _data(self, constant: str, name: str, argument: Any) -> Any:
        is_yaml = constant != "JSON"
        if name in ("load_file", "safe_load_file", "unsafe_load_file"):
            path = self._path(argument)
            return self._reader.yaml(path) if is_yaml else parsed_json(self._reader.text(path))
        if name in ("load", "safe_load", "parse") and isinstance(argument, str):
            return self._reader.yaml_text(argument) if is_yaml else parsed_json(argument)
        return NotImplemented

    def _file(self, name: str, arguments: list[Any], alone: bool) -> Any:
        first = arguments[0] if arguments else None
        if name == "join":
            return "/".join(as_text(each) for each in arguments)
        if name in ("read", "open", "new") and alone and isinstance(first, str):
            path = self._path(first)
            if not self._reader.exists(path):
                raise NotLiteral
            return self._reader.text(path)
        if name in ("exist?", "file?", "exists?"):
            return self._reader.exists(self._path(first))
        if name in ("basename", "dirname", "expand_path") and isinstance(first, str) and not has_slot(first):
            written = PurePosixPath(first)
            if name == "basename":
                return written.stem if len(arguments) > 1 else written.name
            return written.parent.as_posix() if name == "dirname" else first
        return None if name in ("open", "write") else NotImplemented


def _mathematics(name: str, arguments: list[Any]) -> Any:
    if not name:
        return math.pi
    if name in ("sqrt", "sin", "cos", "tan") and arguments and isinstance(arguments[0], (int, float)):
        return getattr(math, name)(arguments[0])
    raise NotLiteral


@dataclass(slots=True)
class _Book:
    """A spreadsheet that the script opens itself, with the gem ``roo``."""

    reader: FolderReader
    path: str
    place: str
    sheet_name: str | int = 0

    def receive(self, name: str, arguments: list[Any], options: dict[str, Any], line: int) -> Any:
        """Columns by number from 1 or by letter, rows by number, with the titles."""
        if name in ("sheet", "default_sheet=") and arguments and isinstance(arguments[0], (str, int)):
            self.sheet_name = arguments[0]
            return self
        table = self.reader.table(self.path, self.sheet_name, self.place)
        if table is None:
            raise NotLiteral
        rows = [[cell.text.strip() or None for cell in row] for row in table.rows]
        at = arguments[0] if arguments else None
        if isinstance(at, str) and len(at) == 1:
            at = ord(at.upper()) - ord("A") + 1
        if name == "column" and isinstance(at, int) and at > 0:
            return [row[at - 1] if at <= len(row) else None for row in rows]
        if name == "row" and isinstance(at, int) and 0 < at <= len(rows):
            return rows[at - 1]
        if name in ("last_row", "first_row"):
            return len(rows) if name == "last_row" else 1
        if name == "last_column":
            return max(map(len, rows), default=0)
        raise NotLiteral


class _ImageSize(NamedTuple):
    """A picture that the script opens to measure it."""

    width: float
    height: float

    def receive(self, name: str, arguments: list[Any], options: dict[str, Any], line: int) -> Any:
        """Its width and height in pixels."""
        if name in ("width", "height"):
            return getattr(self, name)
        raise NotLiteral


def csv_columns(text: str, separator: Any) -> dict[str, list[Any]]:
    """Columns of a CSV by title, empty cells as None."""
    mark = separator if isinstance(separator, str) and len(separator) == 1 else ","
    rows = [
        row
        for row in csv.reader(io.StringIO(text.strip("\n")), delimiter=mark)
        if any(cell.strip() for cell in row)
    ]
    titles = [title.strip() for title in rows[0]] if rows else []
    return {
        title: [row[at].strip() or None if at < len(row) else None for row in rows[1:]]
        for at, title in enumerate(titles)
        if title
    }


def parsed_json(text: str) -> Any:
    """The value of a text in JSON.

    Raises:
        NotLiteral: It is no JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise NotLiteral from fault
