"""A table as it is in its file, cell by cell, and what may be wrong with its cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pnp.diagnostics import Diagnostic, error, times, warning
from pnp.load.files import FolderFiles
from pnp.load.yaml.node import TableCell
from pnp.source import Span

HEAD_ROWS = 25
"""Rows, from the first, among which the separator and the titles are looked for."""


@dataclass(slots=True)
class CellTable:
    """The rows of one file or sheet.

    Attributes:
        file: As spans name it: the path, and for a sheet ``:``, its name and ``!``.
        rows: Rows from the top, with the empty ones of a text file, without those of a sheet.
        sheet: Whether it is a sheet, whose rows end with their last filled cell.
        decimal_comma: Whether numbers are written with a comma: where the comma doesn't part the cells.
        found: Faults of the file.
        names: Names of all sheets of the spreadsheet, in their order.
        others: Names of the other sheets of the spreadsheet that are shown.
        unseen: Names of those that are hidden.
        hidden: Numbers, from 0, of the rows that the spreadsheet program does not show.
        separator: Of the cells of a text file; empty for a sheet.
    """

    file: str
    rows: list[list[TableCell]] = field(default_factory=list)
    sheet: bool = False
    decimal_comma: bool = False
    found: list[Diagnostic] = field(default_factory=list)
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    hidden: frozenset[int] = frozenset()
    separator: str = ""


class TableFault(Exception):
    """A file that is no table that can be read.

    Attributes:
        found: The fault, without a place where the file as a whole is meant.
    """

    def __init__(self, found: Diagnostic):
        super().__init__(found.message)
        self.found = found


def table_path(files: FolderFiles, document: str, written: str) -> str:
    """The path of a table: beside the set's own file, or from the game's folder if it is only there.

    Args:
        files: Of the game's folder.
        document: The set's own file, as shown.
        written: The path as the set has it.
    """
    folder = PurePosixPath(document.removeprefix(files.shown(""))).parent
    beside = (folder / written).as_posix()
    return beside if files.exists(beside) or not files.exists(written) else written


DATE = "a date"
TIME = "a time"
ERROR = "an error"
UNCALCULATED = "a formula without a value"
COVERED = "nothing: a merged cell covers it"
LONG = "a number of more than 15 digits, but sheets keep only 15"

FAILED_CELL = re.compile(
    r"#[¡¿]?(?=[^a-z]*[!?]$)[^\W\d_][\w/]{1,20}[!?]"
    r"|#(?:N/[ABD]|Н/Д|NV|I/T|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPNÝ)|#{3,}"
    r"|(?:Err(?:or|eur|ore|o)?|Fehler|Fout|Chyba|Błąd|Hiba)[  ]?:\d{3}|Loading\.\.\."
)
"""Error values that spreadsheet programs write into CSV in their languages (#VALUE!, #VALEUR!, #¿NOMBRE?,
#NV, Err:502), and the marks that they show if a column is too narrow for a number."""

_MONTH = (
    "jan|janv|led|sty|ene|gen|feb|févr?|úno|lut|mar|mars|mrt|mär|mrz|maa|bře|apr|avr|abr|dub|kwi|may|mai|maj|mei|mag|kvě|jun|juin"
    "|giu|čvn|cze|jul|juil|lug|čvc|lip|aug|août|ago|srp|sie|sep|sept|set|zář|wrz|o[ck]t|ott|říj|paź|nov|lis|de[cz]|déc|dic|pro|gru"
)
_DATE = re.compile(
    rf"(?:\d{{1,2}}(?:-|\. ?)(?:{_MONTH})|(?:{_MONTH})\.?-\d{{2,4}})(?:-\d{{2,4}})?\.?", re.IGNORECASE
)
"""Dates that spreadsheet programs make of '10-3', '3/10' or 'mar1', with short months of ten languages."""
_EXPONENT = re.compile(r"[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}")

_RETYPE = "format the column as text and type the value again"
_CURES = {
    DATE: _RETYPE,
    TIME: _RETYPE,
    LONG: _RETYPE,
    COVERED: "split the merged cell and write the value into each cell",
}
_FIX = "open the file in a spreadsheet program, fix the formula and save"

# Formulas that spreadsheet programs write into CSV if asked to save formulas.
_FORMULA = re.compile(
    r'="[^"]*"|=[+-]?(?:[A-Z][A-Z.]*\(.*\)|\$?[A-Z]{1,3}\$?\d+(?:[-+*/^&:!=<>].*)?|\d[\d.,]*(?:[-+*/]\d[\d.,]*)+)'
)
_TEXT_FORMULA = re.compile(r'="([^"]*)"')
_SHAPES = (
    (_DATE, "the date that a spreadsheet makes of other text", _RETYPE),
    (_EXPONENT, "a long number that a spreadsheet has shortened", _RETYPE),
    (
        FAILED_CELL,
        "what a spreadsheet shows in place of a value",
        "fix the cell there and export the table again",
    ),
    (_FORMULA, "a formula", "export the table with values in place of formulas"),
)
"""Texts that spreadsheet programs write into CSV in place of the value, and what to do."""
_SHOWN_ROWS = 6


def oddity(cell: TableCell) -> Diagnostic:
    """The fault of a cell that has no value that could be printed (Y516)."""
    message = f"the cell holds {cell.odd}" + (f", '{cell.text}'" if cell.text else "")
    return error("Y516", message, cell.span, _CURES.get(cell.odd, _FIX))


def is_blank(row: Sequence[TableCell]) -> bool:
    """Whether the row says nothing: what a merged cell covers says nothing either."""
    return not any(cell.text.strip() or (cell.odd and cell.odd != COVERED) for cell in row)


def aside(cell: TableCell, *, sheet: bool) -> Diagnostic | None:
    """The finding about what a printed cell shows in its sheet besides its text, or would show (Y517).

    Args:
        cell: With a text.
        sheet: Whether it comes from a spreadsheet.
    """
    if cell.aside:
        message, _, cure = cell.aside.partition("; ")
        return warning("Y517", message, cell.span, cure)
    text = cell.text.strip()
    if sheet:
        return None
    for shape, what, cure in _SHAPES:
        if shape.fullmatch(text):
            value = _TEXT_FORMULA.fullmatch(text)
            cure = f"write {value[1]}" if value else cure
            return warning("Y517", f"'{text}' is {what}; it is printed as it is", cell.span, cure)
    return None


def hidden_rows(file: str, rows: Sequence[int]) -> Diagnostic:
    """The finding that hidden rows of a sheet are read (Y518).

    Args:
        file: The sheet as shown.
        rows: Their numbers from 0; at least one.
    """
    named = ", ".join(str(row + 1) for row in rows[:_SHOWN_ROWS]) + (" …" if len(rows) > _SHOWN_ROWS else "")
    are = "is" if len(rows) == 1 else "are"
    message = f"{times(len(rows), 'row')} that the sheet hides {are} read like the others: {named}"
    cure = "delete those that are not to be printed, or write 0 copies into them"
    return warning("Y518", message, Span(file, rows[0] + 1, 1, rows[0] + 1, 2), cure)
