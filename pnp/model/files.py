"""Files of a game as later stages see them: by value, or through a reader confined to the game's folder."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple, Protocol

DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))
)
"""Names that Windows reserves for devices, with any ending: no file can have one of them."""


class FileFault(Exception):
    """A file of the game that cannot be used.

    Attributes:
        cure: What to do about it.
    """

    def __init__(self, message: str, cure: str) -> None:
        """The message is one line for the author, with the path he typed."""
        super().__init__(message)
        self.cure = cure


class Files(Protocol):
    """Read access to one game folder and nothing else."""

    def read(self, path: str) -> bytes:
        """The content of the file at ``path``, relative to the game folder.

        Raises:
            FileFault: The file is missing, too large, no plain file, or outside the folder.
        """
        ...

    def probe(self, path: str) -> None:
        """Raise what ``read`` would raise, without reading."""
        ...

    def shown(self, path: str) -> str:
        """The path as it is shown to the author."""
        ...

    def names(self, folder: str, ending: str) -> list[str]:
        """Paths of the files below ``folder`` with the ending, sorted; empty if there is no folder."""
        ...


class LayoutSource(NamedTuple):
    """A layout file of the game: its name without ending, the path as shown to the author, and its text."""

    name: str
    file: str
    text: str


_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".svg")
"""Endings of pictures that may be a whole face."""


def picture_face(name: str | None) -> LayoutSource | None:
    """The layout of a face that is one picture over trim and bleed; None if ``name`` names no picture.

    Args:
        name: What a piece has as its layout or back: a path in the game's folder, such as ``art/back.png``.
    """
    if name is None or not name.lower().endswith(_PICTURES) or "{" in name:
        return None
    return LayoutSource(
        name, f"pnp/{name}.xml", f'<face><image inset="0" src="{escape(name)}" bleed="true"/></face>'
    )


class RulebookSource(NamedTuple):
    """A rulebook file of the game: its name without ending, the path as shown to the author, and its text."""

    name: str
    file: str
    text: str


class TranslationSource(NamedTuple):
    """A file of translations: the language in its name, the path as shown to the author, and its text."""

    name: str
    file: str
    text: str


def distinct(names: Iterable[str], kept: Iterable[str] = ()) -> list[str]:
    """The names in order; repeated ones, and those reserved for others, get ``-2``, ``-3`` … at the end.

    Names that differ in capitals alone count as equal: on many disks they are one file. Numbers that another
    name has already are skipped.

    Args:
        names: Without endings.
        kept: Names reserved for other files, besides those of devices.
    """
    wanted = list(names)
    taken = {*DEVICES, *(name.casefold() for name in kept)}
    free = {name.casefold() for name in wanted}
    given = []
    for name in wanted:
        chosen, number = name, 1
        while chosen.casefold() in taken or (number > 1 and chosen.casefold() in free):
            number += 1
            chosen = f"{name}-{number}"
        taken.add(chosen.casefold())
        given.append(chosen)
    return given
