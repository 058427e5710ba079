"""The shipped games, drawn by their own layouts, and every shipped profile, measured on their finished pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from pnp.load import shipped_profiles
from pnp.model.print import Ink
from tests.games.box import load
from tests.games.measure import DATA, EXACT, Printed

GAMES = sorted(folder.name for folder in DATA.iterdir() if (folder / "game.yaml").is_file())
OTHERS: tuple[dict[str, str], ...] = ({"profile": "letter-fold", "ink": "low"}, {"profile": "shop-3mm"})
"""What games besides Doom are measured with, so that faces are composed for both bleeds once; Doom has all profiles as they are
shipped, and ``python -m tests.games.measure`` measures all with all."""


ONE_SIZE = frozenset({"avery-5371", "avery-5388", "avery-5389", "avery-l7414", "one-a-page"})
"""Perforated papers take cards of one size, and a page of the size of its piece has no margins: see
``tests/impose/test_single.py`` and ``test_grid.py``."""


@pytest.fixture(scope="module")
def printed() -> Callable[[str], Printed]:
    """Games by name, each read once and composed as it is asked for."""
    return cache(Printed)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("bleed", "ink"), [(3.0, "full"), (2.0, "low")], ids=["full", "low"])
def test_every_piece_of_a_shipped_game_is_drawn_without_a_fault(
    printed: Callable[[str], Printed], game: str, bleed: float, ink: Ink
) -> None:
    _, sets = printed(game).composed(bleed, ink)
    pieces = [piece for composed in sets for piece in composed]
    assert len(pieces) == len(list(load(game).pieces()))
    for piece in pieces:
        assert piece.diagnostics == ()
        assert piece.faces is not None


@pytest.mark.parametrize(
    ("game", "typed"),
    [("doom", {"profile": name}) for name in shipped_profiles() if name not in ONE_SIZE]
    + [(game, typed) for game in GAMES if game != "doom" for typed in OTHERS],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.values()),
)
def test_pieces_are_whole_exact_and_printed_once_with_backs_behind_fronts(
    printed: Callable[[str], Printed], game: str, typed: dict[str, str]
) -> None:
    report = printed(game).measured(typed)
    assert not report.faults
    assert report.pieces > 50
    assert max(report.size, report.place, report.back) <= EXACT
