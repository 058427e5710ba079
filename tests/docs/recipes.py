"""The recipes of the cookbook, composed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pnp.build.edition import Edition
from pnp.build.workshop import Workshop, check_workshop, open_workshop
from pnp.diagnostics import Diagnostic
from pnp.impose import PieceFaces
from pnp.preflight import check_faces
from pnp.translation import Translator

FOLDER = Path(__file__).parents[2] / "docs" / "cookbook"
RECIPES = sorted(path.parent.name for path in FOLDER.glob("*/game.yaml"))


@dataclass(frozen=True)
class Recipe:
    """A recipe's game, its pieces as they print, and what was found on the way."""

    workshop: Workshop
    faces: tuple[PieceFaces, ...]
    found: tuple[Diagnostic, ...]


@cache
def cooked(name: str) -> Recipe:
    """The recipe of this name."""
    workshop = open_workshop(FOLDER / name, FOLDER)
    game = workshop.game
    assert game is not None
    edition = Edition(workshop, Translator(game, None), bleed=3.0)
    composed = [edition.piece(piece) for piece in game.pieces() if piece.copies]
    faces = tuple(each.faces for each in composed if each.faces is not None)
    found = [*check_workshop(workshop).diagnostics, *(item for each in composed for item in each.diagnostics)]
    return Recipe(workshop, faces, (*found, *check_faces(faces)))
