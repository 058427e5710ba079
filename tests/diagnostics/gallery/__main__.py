"""Writes the list of all findings again: ``python -m tests.diagnostics.gallery``.

Where codes are named, such as ``K235 M100``, only their pages run, and only their sections are written.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from pnp.diagnostics.explain import codes
from tests.diagnostics.gallery.listing import LIST, listed, section
from tests.diagnostics.gallery.page import read_page
from tests.diagnostics.gallery.running import run


def main(named: list[str]) -> None:
    """Runs the pages of the named codes, or of all, writes their sections into the list, and prints named ones."""
    unknown = set(named) - set(codes())
    if unknown:
        sys.exit(f"write pnp/diagnostics/codes/{min(unknown)}.md first")
    kept = {code: text for code, text in listed().items() if named and code in codes()}
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PNP_CACHE_DIR"] = f"{folder}/cache"
        for code in dict.fromkeys(named or codes()):
            place = Path(folder, code)
            place.mkdir()
            made[code] = section(code, *run(read_page(code), place))
    if named:
        print("\n".join(made.values()), end="")
    sections = kept | made
    LIST.write_text("\n".join(sections[code] for code in sorted(sections)), encoding="utf-8")


main(sys.argv[1:])
