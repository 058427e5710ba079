"""Lines of the old markup with their letters decoded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, error, warning
from pnp.importers.alphabet import CODE, CODES
from pnp.importers.line import Edit, SourceLine
from pnp.importers.placing import placed, placing_notes

_FOREIGN = re.compile(r"[^\x00-\x7f]+")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Lines as they read.

    Attributes:
        lines: In order.
        diagnostics: I102 and I111.
        placed: How many words the rule of ú and ů changed.
    """

    lines: tuple[SourceLine, ...]
    diagnostics: tuple[Diagnostic, ...]
    placed: int = 0


def decode_lines(lines: Sequence[SourceLine], *, by_place: bool = True) -> Decoded:
    """The lines with codes read as letters.

    Args:
        lines: As they are written.
        by_place: Whether ú and ů are distinguished by their place in the word, see ``placed``.
    """
    strict = [_decoded(line) for line in lines]
    found = [fault for line in lines for fault in _foreign(line)]
    if not by_place:
        return Decoded(tuple(strict), tuple(found))
    read = [placed(line) for line in strict]
    notes, count = placing_notes(zip(strict, read, strict=True))
    return Decoded(tuple(read), (*found, *notes), count)


def _decoded(line: SourceLine) -> SourceLine:
    if "'" not in line.text:
        return line
    return line.edited(
        Edit(match.start(), match.end(), CODES[match.group()]) for match in CODE.finditer(line.text)
    )


def _foreign(line: SourceLine) -> list[Diagnostic]:
    """Characters that the old markup cannot hold; they would not come back the same."""
    cure = "write it in the old alphabet, or give --from markdown or --from text"
    return [
        error(
            "I102",
            f"'{match.group()}' is not of the old alphabet",
            line.span(match.start(), match.end()),
            cure,
        )
        for match in _FOREIGN.finditer(line.text)
    ]


def stray_marks(lines: Iterable[SourceLine]) -> list[Diagnostic]:
    """A warning (I110) for each apostrophe that is left in decoded lines: it is no mark of a letter."""
    return [fault for line in lines for fault in _strays(line)]


def _strays(line: SourceLine) -> list[Diagnostic]:
    found = []
    for match in re.finditer("'", line.text):
        at = match.start()
        before = line.text[at - 1] if at else ""
        if before.isalpha():
            message = f"the apostrophe marks nothing: '{before}' has no such mark"
        else:
            message = "the apostrophe marks nothing: no letter precedes it"
        cure = "it is kept as it is; delete it in the source or fix the word with --fix"
        found.append(warning("I110", message, line.span(at, at + 1), cure))
    return found
