"""Shipped games, built once for all tests however many processes run them."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.build.pipeline import BuildResult, build
from pnp.build.request import BuildOptions, Selection
from pnp.build.unchanged import Inputs, assets_key, game_contents, program_key
from pnp.build.workshop import open_workshop
from pnp.model import Game
from pnp.model.print import Ink
from pnp.store import Store
from tests.processes import PATIENCE

ROOT = Path(__file__).parents[2]
_GAMES = sorted(path.parent.name for path in ROOT.glob("data/*/game.yaml"))
_RESULT = "result.pickle"
_LOW_SHEETS = "doom-elements"
"""The smallest game, whose rule sheets are printed where ink is saved, too."""


class BuiltGame(NamedTuple):
    """A game built strictly: its values, what the build said, the folder of its files."""

    game: Game
    result: BuildResult
    folder: Path


@pytest.fixture(scope="session")
def built_game(tmp_path_factory, request) -> Callable[[str], BuiltGame]:
    """Gives a shipped game by name, in all its languages."""
    return _built_once(tmp_path_factory, request, "full")


@pytest.fixture(scope="session")
def low_game(tmp_path_factory, request) -> Callable[[str], BuiltGame]:
    """Gives a shipped game by name where ink is saved, in the language of its author; rule sheets of one of them."""
    return _built_once(tmp_path_factory, request, "low")


def _built_once(tmp_path_factory, request, ink: Ink) -> Callable[[str], BuiltGame]:
    """Whichever process asks first builds; the others build other games meanwhile."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if hasattr(request.config, "workerinput") else base) / f"built-{ink}"

    def build_first(name: str) -> bool:
        out = shared / name
        try:
            out.mkdir(parents=True)
        except FileExistsError:
            return False
        _build(name, out, out / _RESULT, ink)
        return True

    def give(name: str) -> BuiltGame:
        said = shared / name / _RESULT
        if not build_first(name):
            while not said.exists() and any(map(build_first, _GAMES)):
                pass
            _wait_for(said)
        with said.open("rb") as file:
            game, result = pickle.load(file)
        return BuiltGame(game, result, shared / name / name)

    return give


def _build(name: str, out: Path, said: Path, ink: Ink) -> None:
    """Builds as ``pnp build`` does, which finds the faces afterwards when it prints the game in another way."""
    folder = ROOT / "data" / name
    inputs = Inputs(folder, f"data/{name}", out / "settings", ROOT, out)
    assets = assets_key(inputs, game_contents(inputs), program_key(inputs))
    assert assets
    workshop = open_workshop(folder, ROOT, cache=Store(Path(os.environ["PNP_CACHE_DIR"])))
    assert workshop.game is not None, workshop.diagnostics
    options = BuildOptions(out, workshop.game.languages, assets=assets, strict=True)
    if ink == "low":
        only = () if name == _LOW_SHEETS else ("*",)
        options = replace(
            options,
            languages=(workshop.game.language,),
            selection=Selection(only),
            print={"ink": ink},
        )
    result = build(workshop, options)
    whole = said.with_suffix(".part")
    whole.write_bytes(pickle.dumps((workshop.game, result)))
    whole.replace(said)


def _wait_for(said: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not said.exists():
        assert time.monotonic() < end, f"{said.parent.name} was not built by the process that began it"
        time.sleep(0.1)
