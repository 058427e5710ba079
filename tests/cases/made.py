"""Small games written to a folder and built in this process."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2

from pnp.build.pipeline import BuildResult, build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.diagnostics import Diagnostic

GAME = "name: Test\nlanguage: en\n"


@dataclass(frozen=True)
class Made:
    """A build that is over.

    Attributes:
        folder: Of the game; the output lies in ``out`` beneath it.
        result: What the build said.
    """

    folder: Path
    result: BuildResult

    @property
    def found(self) -> list[Diagnostic]:
        """Errors and warnings."""
        return [item for item in self.result.diagnostics if item.severity.name != "NOTE"]

    def told(self) -> list[str]:
        """Errors and warnings as ``file:line:column code message``."""
        return [f"{item.span} {item.code} {item.message}" for item in self.found]

    def codes(self) -> list[str]:
        """Codes of errors and warnings, each once, sorted."""
        return sorted({item.code for item in self.found})

    def cures(self) -> str:
        """All helps in one text."""
        return " | ".join(cure for item in self.found for cure in item.help)

    def pdf(self, name: str = "deck") -> Path:
        """The file of a set."""
        (path,) = (self.folder / "out").glob(f"*/*/{name}.pdf")
        return path

    def words(self, name: str = "deck") -> str:
        """All text of the file of a set."""
        return words_of(self.pdf(name).read_bytes())


def words_of(pdf: bytes) -> str:
    """All text of a file, pages joined by spaces."""
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    try:
        return " ".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """The folder with these files and, unless one is given, a ``game.yaml`` of two lines."""
    for path, content in {"game.yaml": GAME, **files}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(
            content if isinstance(content, bytes) else textwrap.dedent(content).lstrip("\n").encode()
        )
    return folder


def make(folder: Path, files: Mapping[str, str | bytes], lang: str = "en", **options: Any) -> Made:
    """A game of these files, built into ``out`` within its folder.

    Args:
        folder: Empty; the game lies in ``game`` beneath it.
        files: Contents by path.
        lang: Languages, with commas.
        options: More of ``BuildOptions``.
    """
    folder = write(folder / "game", files)
    workshop = open_workshop(folder, folder)
    given = BuildOptions(out=folder / "out", languages=tuple(lang.split(",")), **options)
    return Made(folder, build(workshop, given))


def deck(
    folder: Path, pieces: str, head: str = "", files: Mapping[str, str | bytes] | None = None, **options: Any
) -> Made:
    """A game of one deck.

    Args:
        folder: Empty.
        pieces: The lines below ``pieces:``.
        head: Lines above it, such as ``fields``.
        files: More files.
        options: As for ``make``.
    """
    body = textwrap.indent(textwrap.dedent(pieces).strip("\n"), "  ")
    text = f"kind: card\n{textwrap.dedent(head).lstrip()}pieces:\n{body}\n"
    return make(folder, {"cards/deck.yaml": text, **(files or {})}, **options)


@cache
def plain_png() -> bytes:
    """A picture of 8 by 8 grey pixels."""
    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (8, 8), (128, 128, 128)).save(file, "PNG")
    return file.getvalue()
