"""Tables as CSV that spreadsheets read without mangling or running what is in them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How cells begin that spreadsheets take for formulas (OWASP, "CSV Injection")."""

_BOM = b"\xef\xbb\xbf"
"""Without it, Excel takes UTF-8 for the code page of the country."""


def csv_file(rows: Iterable[Sequence[str | int]], *, safe: bool = True) -> bytes:
    """The rows as RFC 4180 asks, in UTF-8 with its mark, lines ended by CRLF.

    Args:
        rows: The head first.
        safe: Whether texts that begin like a formula get an apostrophe in front; numbers stay numbers.
    """
    table = io.StringIO()
    writer = csv.writer(table)
    for row in rows:
        writer.writerow([_harmless(cell) if safe and isinstance(cell, str) else cell for cell in row])
    return _BOM + table.getvalue().encode()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
