"""Running commands with a home of their own, so that a test meets no settings of whoever runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pypdfium2


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """``pnp`` in the folder, whose ``home`` holds the user's settings."""
    home = str(folder / "home")
    places = {"XDG_CONFIG_HOME": home, "HOME": home, "APPDATA": home}
    command = [sys.executable, "-m", "pnp", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", env={**os.environ, **places}
    )


def words_of(path: Path) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]
