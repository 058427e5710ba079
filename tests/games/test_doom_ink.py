"""Zombies Doom where ink is saved, and as colour-blind players see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import pytest

from pnp.build.edition import Edition
from pnp.build.workshop import open_workshop
from pnp.checks.colour import confusing
from pnp.colour import Colour
from pnp.draw import Face, Fill, GlyphRun, Stroke
from pnp.draw.parts import leaves
from pnp.translation import Translator
from tests.games.conftest import BuiltGame
from tests.games.ink import coverage

DOOM = Path(__file__).parents[2] / "data" / "doom"


class Folders(NamedTuple):
    """Of the files of two builds."""

    full: Path
    low: Path


@pytest.fixture(scope="module")
def faces() -> dict[str, list[Face]]:
    """Front and back of each piece by key, where ink is saved."""
    workshop = open_workshop(DOOM, DOOM)
    game = workshop.game
    assert game is not None
    edition = Edition(workshop, Translator(game, None), bleed=2.0, ink="low")
    made = [edition.piece(piece) for piece in game.pieces() if piece.copies]
    assert not [finding for piece in made for finding in piece.diagnostics]
    return {
        piece.faces.key: [face for face in (piece.faces.front, piece.faces.back) if face]
        for piece in made
        if piece.faces
    }


@pytest.fixture(scope="module")
def folders(built_game: Callable[[str], BuiltGame], low_game: Callable[[str], BuiltGame]) -> Folders:
    """The printed game as it is, and where ink is saved."""
    return Folders(built_game("doom").folder / "cs", low_game("doom").folder / "cs")


def test_low_ink_takes_less_than_a_third(folders: Folders) -> None:
    full, low = folders
    sheets = [path.name for path in sorted(full.glob("*.pdf")) if path.name != "pravidla.pdf"]
    assert len(sheets) == 9
    pages = {name: (coverage(full / name), coverage(low / name)) for name in sheets}
    each = {name: (mean(dear), mean(cheap)) for name, (dear, cheap) in pages.items()}
    assert mean(low for _, low in each.values()) < mean(full for full, _ in each.values()) / 3
    for name, (dear, cheap) in each.items():
        assert cheap < dear / 2, name
    dear, cheap = (list(chain.from_iterable(of)) for of in zip(*pages.values(), strict=True))
    assert mean(cheap) < mean(dear) / 3


def looks(folder: Path) -> dict[str, tuple[str, str | None]]:
    """The hash of the front of each printed piece, and of its back, by key."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return {key: (piece["front"], piece.get("back")) for key, piece in manifest["pieces"].items()}


def test_every_piece_is_still_distinguished(folders: Folders) -> None:
    full, low = map(looks, folders)
    assert full.keys() == low.keys()
    assert len(set(full.values())) > 90
    for one, other in combinations(full, 2):
        if full[one] != full[other]:
            assert low[one] != low[other], (one, other)


def test_low_ink_prints_black_and_grey_alone(faces: dict[str, list[Face]]) -> None:
    for key, sides in faces.items():
        for face in sides:
            for seen in leaves(face.items):
                item = seen.item
                paint = item.colour if isinstance(item, GlyphRun) else None
                paint = item.paint if isinstance(item, Fill | Stroke) else paint
                assert isinstance(paint, Colour), (key, type(item))
                assert paint.red == paint.green == paint.blue, (key, str(paint))


def test_text_is_black_where_ink_is_saved(faces: dict[str, list[Face]]) -> None:
    colours = {
        str(seen.item.colour)
        for sides in faces.values()
        for face in sides
        for seen in leaves(face.items)
        if isinstance(seen.item, GlyphRun)
    }
    assert colours == {"#000000"}


def test_the_colours_that_some_players_confuse_come_with_different_icons() -> None:
    game = open_workshop(DOOM, DOOM).game
    assert game is not None
    weapons = game.vocabularies["weapon"].terms
    assert confusing(weapons["bow"], weapons["spear"]) == ("deutan",)
    for vocabulary in game.vocabularies.values():
        for one, other in combinations(vocabulary.terms.values(), 2):
            assert not confusing(one, other) or one.icon != other.icon
