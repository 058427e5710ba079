"""Game folders for tests: files by path, written and loaded in one call."""

from __future__ import annotations

import textwrap
from pathlib import Path

from pnp.diagnostics import Diagnostic
from pnp.load import Loaded, load_game
from pnp.load.document import Read, read_yaml
from pnp.model import Piece

GAME = """
name: Test
language: cs
players: 2-4
terms:
  weapon:
    bow: {name: luk, icon: high-shot, colour: "#B3202C"}
    sword: {name: meč, icon: broadsword}
  spell:
    lure: {name: vábnička}
facts:
  spells: {value: 3, assumed: true}
"""


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """The folder with these files in it; ``game.yaml`` is a small standard one unless given."""
    for path, content in {"game.yaml": GAME, **files}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else textwrap.dedent(content).lstrip("\n").encode()
        target.write_bytes(data)
    return folder


def load(folder: Path, files: dict[str, str | bytes]) -> Loaded:
    """The folder with these files, loaded."""
    return load_game(write(folder, files), cwd=folder)


def deck(folder: Path, text: str, **files: str) -> tuple[list[Piece], list[Diagnostic]]:
    """The pieces and faults of a game whose only set is ``text``, a file of cards."""
    loaded = load(folder, {"cards/deck.yaml": "kind: card\n" + textwrap.dedent(text).lstrip("\n"), **files})
    assert loaded.game is not None
    return list(loaded.game.pieces()), loaded.diagnostics


def told(found: list[Diagnostic]) -> list[str]:
    """Faults as ``file:line:column code message``."""
    return [f"{item.span} {item.code} {item.message}" for item in found]


def read(text: str | bytes) -> Read:
    """The text as a YAML file called ``f.yaml``."""
    return read_yaml(text if isinstance(text, bytes) else text.encode(), "f.yaml")
