"""Running commands with a home of their own, so that a test meets no settings of whoever runs it."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from tests.cli.call import Called, call, start


def run(folder: Path, *arguments: str) -> Called:
    """``pnp`` in the folder, whose ``home`` holds the user's settings."""
    return call(folder, *arguments, **_home(folder))


def run_alone(folder: Path, *arguments: str) -> Called:
    """The same in a process of its own."""
    return start(folder, *arguments, **_home(folder))


def words_of(path: Path) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def _home(folder: Path) -> dict[str, str]:
    return dict.fromkeys(("XDG_CONFIG_HOME", "HOME", "APPDATA"), str(folder / "home"))
