"""Writes the list of all findings again: ``python -m tests.diagnostics.gallery``. Codes may be named to see only theirs."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from pnp.diagnostics.explain import codes
from tests.diagnostics.gallery.listing import LIST, section
from tests.diagnostics.gallery.page import read_page
from tests.diagnostics.gallery.running import run


def main(named: list[str]) -> None:
    """Runs the pages of the named codes, or of all, and prints or writes their sections."""
    sections = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PNP_CACHE_DIR"] = f"{folder}/cache"
        for code in named or codes():
            place = Path(folder, code)
            place.mkdir()
            sections.append(section(code, *run(read_page(code), place)))
    text = "\n".join(sections)
    if named:
        print(text, end="")
    else:
        LIST.write_text(text, encoding="utf-8")


main(sys.argv[1:])
