"""Tables of cards in the folders of other tools, with what the tools say about them.

What each tool keeps where is taken from its documentation: Squib 0.19 (``Squib.csv``, ``Squib.xlsx``),
nanDECK 1.27 (``LINK``, ``LINKMULTI``, ``CARDSIZE`` in centimetres), DeckSmith (``deck.yaml`` or ``deck.json``
beside ``deck.csv``), Cider (``cards.csv`` in the folder of each deck).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from pnp.load import FolderFiles, decode
from pnp.load.table.table import ENDINGS
from pnp.model import FileFault
from pnp.units import Length, LengthError

_DPI = 300  # of Squib and of DeckSmith, unless they say otherwise


@dataclass(frozen=True, slots=True)
class FoundTable:
    """One table.

    Attributes:
        path: In the folder.
        copies: Title of the column with the number of copies, where the tool names one.
        size: Of the cards, where the tool says; empty where it does not.
        left: What cannot come, a line each.
        passed: Titles of columns that mean something to the tool alone.
        sheet: Of a spreadsheet; empty for the first one.
        every_sheet: Whether the other sheets of the spreadsheet are tables of cards, too.
    """

    path: str
    copies: str = ""
    size: str = ""
    left: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    sheet: str = ""
    every_sheet: bool = False

    @property
    def shown(self) -> str:
        """Its name in messages."""
        return f"{self.path}:{self.sheet}" if self.sheet else self.path


def find_tables(tool: str, files: FolderFiles) -> list[FoundTable]:
    """The tables of the folder in the order of the tool's own files; those of the same path once.

    Args:
        tool: A key of ``TOOLS``.
        files: Of the tool's folder.
    """
    found: dict[str, FoundTable] = {}
    for table in TOOLS[tool](files):
        if files.exists(table.path):
            found.setdefault(table.path, table)
    return list(found.values())


def _plain(files: FolderFiles) -> Iterator[FoundTable]:
    for ending in ENDINGS:
        if ending != ".txt":
            yield from (FoundTable(path, every_sheet=True) for path in files.names("", ending))


def _squib(files: FolderFiles) -> Iterator[FoundTable]:
    for script in files.names("", ".rb"):
        text = _text(files, script)
        calls = Counter(
            re.findall(r"^\s*(text|png|svg|rect|circle|line|background|use_layout)\b", text, re.MULTILINE)
        )
        left = _left(script, "drawing of the cards", calls)
        size = _squib_size(text)
        for match in re.finditer(r"""(?:csv|xlsx)\b[^'"\n]*file:\s*['"]([^'"]+)['"]([^\n]*)""", text):
            explode = re.search(r"""explode:\s*['"]([^'"]+)['"]""", match.group(2))
            yield FoundTable(
                _beside(script, match.group(1), files), explode.group(1) if explode else "qty", size, left
            )


def _squib_size(text: str) -> str:
    sides = [
        re.search(rf"""\b{side}:\s*['"]?([\d.]+)\s*(in|cm|mm|pt)?""", text) for side in ("width", "height")
    ]
    dpi = re.search(r"\bdpi:\s*(\d{1,5})\b", text)
    return _size(
        [(m.group(1), m.group(2) or "px") if m else None for m in sides], int(dpi.group(1)) if dpi else _DPI
    )


def _nandeck(files: FolderFiles) -> Iterator[FoundTable]:
    for script in files.names("", ".txt"):
        text = _text(files, script)
        words = Counter(word.upper() for word in re.findall(r"^\s*([A-Za-z]+)\s*=", text, re.MULTILINE))
        if "LINK" not in words:
            continue
        card = re.search(r"^\s*CARDSIZE\s*=\s*([\d.]+)\s*,\s*([\d.]+)", text, re.MULTILINE | re.IGNORECASE)
        size = _size([(card.group(1), "cm"), (card.group(2), "cm")], _DPI) if card else ""
        count = re.search(r"^\s*LINKMULTI\s*=\s*\"?([^\"\n,]+)", text, re.MULTILINE | re.IGNORECASE)
        known = ("LINK", "LINKMULTI", "CARDSIZE", "PAGE", "DPI", "BORDER", "MARGINS")
        left = _left(
            script, "directives", Counter({word: n for word, n in words.items() if word not in known})
        )
        for match in re.finditer(r"^\s*LINK\s*=\s*\"?([^\"\n,!]+)", text, re.MULTILINE | re.IGNORECASE):
            path = match.group(1).strip().replace("\\", "/")
            yield FoundTable(
                _beside(script, path, files), count.group(1).strip() if count else "", size, left
            )


def _decksmith(files: FolderFiles) -> Iterator[FoundTable]:
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


def _cider(files: FolderFiles) -> Iterator[FoundTable]:
    drawn = Counter(
        PurePosixPath(path).suffix[1:] for ending in (".html", ".css") for path in files.names("", ending)
    )
    left = _left("the project", "templates", drawn)
    templates = (
        "front",
        "back",
        "frontCardTemplateId",
        "backCardTemplateId",
        "front-template",
        "back-template",
    )
    for path in files.names("", ".csv"):
        if PurePosixPath(path).stem == "cards":
            yield FoundTable(path, "count", "", left, templates)


TOOLS: Mapping[str, Callable[[FolderFiles], Iterator[FoundTable]]] = {
    "csv": _plain,
    "squib": _squib,
    "nandeck": _nandeck,
    "decksmith": _decksmith,
    "cider": _cider,
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


def _left(file: str, what: str, counted: Mapping[str, int]) -> tuple[str, ...]:
    parts = ", ".join(f"{number} × {name}" for name, number in sorted(counted.items()))
    return (f"{file}: the {what} ({parts})",) if parts else ()


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
