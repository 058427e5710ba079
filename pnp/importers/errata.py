"""Tables of corrections: which word in which line is meant to be which."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, did_you_mean, error, note
from pnp.importers.reading import Edit, SourceLine
from pnp.source import Span

_NEEDED = ("line", "written", "meant")
_COLUMNS = (*_NEEDED, "which", "kind", "why")
_KINDS = ("", "mark", "wording")


@dataclass(frozen=True, slots=True)
class Erratum:
    """One row of a table.

    Attributes:
        line: Of the document, from 1.
        written: The word or words as written in the document, codes of letters included.
        meant: What they should be.
        which: Which of several in the line, from 1; 0 for all.
        wording: Whether it is a matter of wording, which is reported and never applied.
        why: In a few words.
        span: The row.
    """

    line: int
    written: str
    meant: str
    which: int
    wording: bool
    why: str
    span: Span


def read_errata(text: str, file: str) -> tuple[list[Erratum], list[Diagnostic]]:
    r"""The rows of a table of tab-separated values, and what is wrong with it (I115).

    The first line names the columns: ``line``, ``written`` and ``meant``, and where they are wanted
    ``which``, ``kind`` (``mark`` or ``wording``) and ``why``. Blank lines and lines that begin with ``#`` are
    skipped.

    Args:
        text: The table.
        file: Its name as shown to the author.
    """
    rows: list[Erratum] = []
    found: list[Diagnostic] = []
    columns: list[str] = []
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        span = Span(file, number, 1, number, len(line) + 1)
        cells = [cell.strip() for cell in line.split("\t")]
        if not columns:
            columns = cells
            found += _column_faults(columns, span)
            if found:
                break
            continue
        row = _row(dict(zip(columns, cells, strict=False)), span)
        if isinstance(row, Erratum):
            rows.append(row)
        else:
            found.append(row)
    if not columns:
        found.append(error("I115", "the table of corrections is empty", Span(file), _how()))
    return rows, found


def _how() -> str:
    return "begin it with the line 'line', 'written', 'meant', with tabs between"


def _column_faults(columns: Sequence[str], span: Span) -> list[Diagnostic]:
    found = [
        error("I115", f"the table of corrections has no column '{name}'", span, _how())
        for name in _NEEDED
        if name not in columns
    ]
    found += [
        error("I115", f"unknown column '{name}'", span, did_you_mean(name, _COLUMNS, "columns"))
        for name in columns
        if name not in _COLUMNS
    ]
    return found


def _row(cells: dict[str, str], span: Span) -> Erratum | Diagnostic:
    line, which = cells.get("line", "").removeprefix("L"), cells.get("which", "") or "0"
    for name, number in (("line", line), ("which", which)):
        if not re.fullmatch(r"[0-9]{1,7}", number):
            return error("I115", f"'{number}' is no number for '{name}'", span, "count lines from 1")
    kind = cells.get("kind", "")
    if kind not in _KINDS:
        return error("I115", f"unknown kind '{kind}'", span, "write 'mark' or 'wording'")
    if not cells.get("written") or not cells.get("meant"):
        return error("I115", "a correction needs what is written and what is meant", span, _how())
    return Erratum(
        int(line), cells["written"], cells["meant"], int(which), kind == "wording", cells.get("why", ""), span
    )


def apply_errata(
    lines: Sequence[SourceLine], errata: Sequence[Erratum], *, fix: bool
) -> tuple[list[SourceLine], list[Diagnostic]]:
    """The lines with corrections applied where ``fix`` says so, and a finding for each row.

    Findings: I113 for what is reported only, I116 for what was corrected, I114 for rows that fit nothing.

    Args:
        lines: With their letters decoded.
        errata: In any order.
        fix: Whether corrections of marks are applied; those of wording never are.
    """
    result = list(lines)
    found: list[Diagnostic] = []
    for erratum in errata:
        index = erratum.line - 1
        places = _places(result[index], erratum) if 0 <= index < len(result) else []
        if not places:
            message = f"line {erratum.line} has no '{erratum.written}'"
            cure = "corrections are for one document; count its lines from 1"
            found.append(error("I114", message, erratum.span, cure))
            continue
        line = result[index]
        applied = fix and not erratum.wording
        found += [_finding(line, edit, erratum, applied) for edit in places]
        if applied:
            result[index] = line.edited(places)
    return result, found


def _places(line: SourceLine, erratum: Erratum) -> list[Edit]:
    """Places of the words in the line's text: whole words, all or the one that is meant."""
    pattern = re.compile(rf"(?<![\w']){re.escape(erratum.written)}(?![\w'])")
    starts = {offset: index for index, offset in reversed(list(enumerate(line.offsets)))}
    places = []
    for number, match in enumerate(pattern.finditer(line.written), 1):
        if erratum.which in (0, number) and match.start() in starts and match.end() in starts:
            places.append(Edit(starts[match.start()], starts[match.end()], erratum.meant))
    return places


def _finding(line: SourceLine, edit: Edit, erratum: Erratum, applied: bool) -> Diagnostic:
    reading = line.text[edit.start : edit.end]
    read = f" (reads '{reading}')" if reading != erratum.written else ""
    why = f": {erratum.why}" if erratum.why else ""
    span = line.span(edit.start, edit.end)
    if applied:
        return note("I116", f"'{erratum.written}'{read} is corrected to '{erratum.meant}'{why}", span)
    cure = (
        "a matter of wording is for the author to decide"
        if erratum.wording
        else "--fix with the table applies it"
    )
    return note("I113", f"'{erratum.written}'{read} is meant to be '{erratum.meant}'{why}", span, cure)
