"""Reads the page of a code into the files and commands of its Example and its Instead."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pnp.diagnostics.explain import explanation

_HEADINGS = "What it does", "Why it matters", "Example", "Instead"
_FENCE = re.compile(r"^(`{3,})([^\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class File:
    """A file that a block shows: its kind (``yaml``), its path, further words of the info string, the text."""

    kind: str
    path: str
    words: str
    text: str


@dataclass(frozen=True)
class Commands:
    """Commands that a block shows, and the name of the situation in which they run; empty for the usual one."""

    situation: str
    lines: tuple[str, ...]


Block = File | Commands


@dataclass(frozen=True)
class Page:
    """The page of one code."""

    code: str
    example: tuple[Block, ...]
    instead: tuple[Block, ...]


def read_page(code: str) -> Page:
    """The page of a code.

    Raises:
        ValueError: A heading is missing, or a block says neither its file nor that it holds commands.
    """
    text = explanation(code) or ""
    heading = "|".join(_HEADINGS)
    parts = re.split(rf"^## ({heading})\n", text, flags=re.MULTILINE)
    if tuple(parts[1::2]) != _HEADINGS:
        raise ValueError(f"{code}: the headings are not {', '.join(_HEADINGS)}")
    if _FENCE.search(parts[2] + parts[4]):
        raise ValueError(f"{code}: only Example and Instead have blocks")
    return Page(code, _blocks(code, parts[6]), _blocks(code, parts[8]))


def _blocks(code: str, section: str) -> tuple[Block, ...]:
    return tuple(_block(code, match[2], match[3]) for match in _FENCE.finditer(section))


def _block(code: str, info: str, text: str) -> Block:
    kind, _, rest = info.partition(" ")
    if kind.rstrip(",") == "console":
        lines = text.splitlines()
        if not all(line.startswith("$ ") for line in lines):
            raise ValueError(f"{code}: each line of a console block begins with '$ '")
        return Commands(rest, tuple(line.removeprefix("$ ") for line in lines))
    if not rest:
        raise ValueError(f"{code}: the block '{info}' does not name its file")
    path, _, words = rest.partition(" ")
    return File(kind, path, words, text)
