"""The table of the kinds of fields in ``docs/data.md``, made of the kinds themselves.

``python -m pnp.load.reference docs/data.md`` writes it between the marks of that page; a test compares.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from pnp.disk import put_files
from pnp.load.field import FIELD_KINDS, FieldKind

BEGIN = "<!-- kinds of fields: made by pnp.load.reference -->"
END = "<!-- end of kinds of fields -->"


def updated(page: str) -> str:
    """The page with the table between its marks rewritten."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = "\n".join(["| written | holds |", "|---|---|", *map(_row, FIELD_KINDS.values())])
    return f"{before}{BEGIN}\n\n{rows}\n\n{END}{after}"


def _row(kind: FieldKind) -> str:
    written = ", ".join(f"`{form}`" for form in kind.forms)
    about = " ".join(inspect.cleandoc(type(kind).__doc__ or "").split())
    return f"| {written} | {about.replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    put_files(target.parent, {target.name: updated(target.read_text(encoding="utf-8")).encode()})
