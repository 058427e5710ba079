"""``pnp check --ids``: where each statement of the rulebooks is held to."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pnp.cli.exit import Exit
from pnp.cli.place import find
from pnp.cli.table import table
from pnp.cli.terminal import say
from pnp.diagnostics import times
from pnp.load import (
    ClaimPlace,
    list_games,
    load_game,
    missing_numbers,
    places_in_game,
    places_in_tests,
)

_TESTS = Path("tests", "games")
"""Of the folder that holds ``data/``: tests of the games in it."""


def list_ids(game: str | None, form: str) -> int:
    """Prints one row a place; of all games that can be named from here when ``game`` is None and none is here."""
    cwd = Path.cwd()
    folders = [find(game)] if game or Path("game.yaml").is_file() else list(list_games(cwd).values())
    places = sorted(_places(folders, cwd), key=lambda place: place.order)
    if form == "json":
        say(json.dumps([_record(place) for place in places], ensure_ascii=False, indent=2))
        return Exit.FINE
    rows = [
        (place.id, place.game or "several", place.kind, f"{place.span.file}:{place.span.line}", place.words)
        for place in places
    ]
    say("\n".join(table(("id", "game", "kind", "where", "says"), rows, flexible=4)))
    names = {place.id for place in places}
    say(f"\n{times(len(names), 'id')} in {times(len(places), 'place')}")
    missing = missing_numbers(places)
    if missing:
        say(f"missing in the numbering: {', '.join(missing)}")
    return Exit.FINE


def _places(folders: Iterable[Path], cwd: Path) -> list[ClaimPlace]:
    """Places in the games, then in the tests that lie beside their folder."""
    found, games = [], []
    for folder in folders:
        loaded = load_game(folder, cwd=cwd)
        if loaded.game is not None:
            games.append(loaded.game)
            found += places_in_game(loaded.game, loaded.sources)
    chosen = {name.rpartition("-")[0] for game in games for name in game.claims}
    tests = sorted({folder.resolve().parent.parent / _TESTS for folder in folders})
    for place in (place for test in tests for place in places_in_tests(test, games, cwd)):
        if len(games) > 1 or place.id.rpartition("-")[0] in chosen:
            found.append(place)
    return found


def _record(place: ClaimPlace) -> dict[str, str | int]:
    return {
        "id": place.id,
        "game": place.game,
        "kind": place.kind,
        "file": place.span.file,
        "line": place.span.line,
        "says": place.words,
    }
