"""The text of a file of translations, in the encoding that its head names."""

from __future__ import annotations

import re
from dataclasses import replace

from pnp.diagnostics import Diagnostic, error
from pnp.load.decode import decode

_CHARSET = re.compile(rb"Content-Type:[^\n]{0,80}?charset=([\w.:-]{1,40})", re.IGNORECASE)
_HEAD = 4_000
"""Bytes at the start of a file that its head is looked for in."""
_UTF_8 = ("utf-8", "utf8", "charset")
"""Names that need nothing done; the last one fills the place of a name in templates."""


def po_encoding(data: bytes) -> str:
    """Python's name of the encoding of a PO file; empty for UTF-8, even if its header names another."""
    named = _CHARSET.search(data[:_HEAD])
    name = named[1].decode("ascii", "replace") if named else ""
    if name.lower() in ("", *_UTF_8):
        return ""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return name
    return ""


def decode_po(data: bytes, file: str) -> tuple[str, list[Diagnostic]]:
    """The text of a PO file and what is wrong with it; see ``decode``. Codes: Y101, Y102, Y115.

    Args:
        data: Of the file.
        file: As shown to the author.
    """
    encoding = po_encoding(data)
    if not encoding:
        return decode(data, file)
    from pnp.load.table.csv_rows import decode_table
    from pnp.load.table.table import TableFault

    try:
        text, found = decode_table(data, file, encoding)
    except TableFault as fault:
        text, _ = decode(data, file)
        cure = "name the right one in 'charset=' of its head, or save the file as UTF-8"
        return text, [error("Y101", fault.found.message, fault.found.span, cure)]
    cure = f"the head says {encoding}: name the right encoding in 'charset=', or save the file as UTF-8"
    return text, [replace(item, help=(cure,)) if item.code == "Y102" else item for item in found]
