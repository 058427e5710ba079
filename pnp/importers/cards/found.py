"""Findings in the folder of another tool: tables of cards, their drawings, and notes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.importers.cards.drawing import CardDrawing

_WITHOUT = re.compile(r"(.* without its )('\w+')(.*)")
"""A note on an option that does not come."""


class ImportNote(NamedTuple):
    """Something that does not come, or comes otherwise.

    Attributes:
        place: File, or file and line.
        what: What it is.
        cure: What to do about it; may be empty.
    """

    place: str
    what: str
    cure: str = ""

    def __str__(self) -> str:
        """In one line, without the cure."""
        return f"{self.place}: {self.what}" if self.place else self.what


@dataclass(frozen=True, slots=True)
class FoundTable:
    """One table.

    Attributes:
        path: In the folder; the name of a table that the importer made.
        copies: Title of the column with the number of copies, where the tool names one.
        size: Of the cards, where the tool says; empty where it does not.
        passed: Titles of columns that mean something to the tool alone.
        sheet: Of a spreadsheet; empty for the first one.
        strange: Whether no tool says anything of it: its titles are looked for, and the other sheets of the
            spreadsheet are tables of cards, too. Else the first row has the titles, whatever it holds.
        name: Of the set; empty for that of the file.
        data: Content of a table that the importer made; None for the file at ``path``.
        columns: Values of columns that the tool adds or rewrites, by title, one a row.
        drawing: What is drawn on the cards; None for the built-in card.
        marks: How texts are read: as the tool writes them (``plain``), or as pnp does (``pnp``).
        contents: Files of the game that the importer made, by path.
        art: Title of the column with the paths of pictures in the game.
        outlines: Sizes by name that ``own_size`` chooses from.
        own_size: The name of each card's size, with ``{{ }}``; empty if all have ``size``.
    """

    path: str
    copies: str = ""
    size: str = ""
    passed: tuple[str, ...] = ()
    sheet: str = ""
    strange: bool = False
    name: str = ""
    data: bytes | None = None
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    drawing: CardDrawing | None = None
    marks: str = "pnp"
    contents: Mapping[str, bytes] = field(default_factory=dict)
    art: str = ""
    outlines: Mapping[str, str] = field(default_factory=dict)
    own_size: str = ""

    @property
    def shown(self) -> str:
        """Its name in messages."""
        return f"{self.path}:{self.sheet}" if self.sheet else self.path


def some_names(names: Collection[str], most: int = 4) -> str:
    """The first names in quotes, for a note; ``…`` stands for the others."""
    shown = ", ".join(f"'{name}'" for name in list(names)[:most])
    return f"{shown} …" if len(names) > most else shown


def merged_notes(notes: Iterable[ImportNote]) -> list[ImportNote]:
    """Each note once; those of one place that differ in an option alone, such as ``'crop_x'``, are one."""
    found: dict[tuple[str, str, str, str], list[str]] = {}
    for place, what, cure in notes:
        match = _WITHOUT.fullmatch(what)
        key = (place, match[1], match[3], cure) if match else (place, what, "", cure)
        options = found.setdefault(key, [])
        if match and match[2] not in options:
            options.append(match[2])
    return [
        ImportNote(place, before + ", ".join(options) + after, cure)
        for (place, before, after, cure), options in found.items()
    ]


def report_text(decisions: Sequence[str], left: Sequence[ImportNote]) -> str:
    """The report of an import: how columns are used, what did not come, and what to do about it."""
    lines = ["Columns", "", *(f"- {line}" for line in decisions), ""]
    lines += ["Left out or changed, and how to go on", ""]
    for note in left:
        lines.append(f"- {note}")
        if note.cure:
            lines.append(f"  -> {note.cure}")
    if not left:
        lines.append("- Nothing")
    return "\n".join([*lines, ""])


def written_table(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table as CSV: its titles, then its rows."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(titles)
    writer.writerows(rows)
    return out.getvalue()
