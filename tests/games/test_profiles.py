"""The shipped games, drawn by their own layouts, and every shipped profile, measured on their finished pages."""

from __future__ import annotations

import pytest

from pnp.load import shipped_profiles
from tests.games.box import load
from tests.games.measure import DATA, EXACT, Printed

GAMES = sorted(folder.name for folder in DATA.iterdir() if (folder / "game.yaml").is_file())
ONE_SIZE = frozenset({"avery-5371", "avery-5388", "avery-5389", "avery-l7414", "one-a-page"})
"""Perforated papers take cards of one size, and a page of the size of its piece has no margins: see
``tests/impose/test_single.py`` and ``test_grid.py``."""
ALL = tuple({"profile": name} for name in shipped_profiles() if name not in ONE_SIZE)
SOME = ({"profile": "letter-fold", "bleed": "3mm"}, {"profile": "shop-3mm"})


@pytest.mark.parametrize("game", GAMES)
def test_pieces_are_drawn_without_a_fault_whole_exact_and_printed_once_with_backs_behind_fronts(
    game: str,
) -> None:
    """The smallest game with pieces of every kind has all profiles as they are shipped; the others have two of one bleed.

    ``python -m tests.games.measure`` measures all with all.
    """
    printed = Printed(game)
    _, sets = printed.composed(3.0, "full")
    pieces = [piece for composed in sets for piece in composed]
    assert len(pieces) == len(list(load(game).pieces()))
    for piece in pieces:
        assert piece.diagnostics == ()
        assert piece.faces is not None
    for typed in ALL if game == "doom-elements" else SOME:
        report = printed.measured(typed)
        assert not report.faults, typed
        assert report.pieces > 50
        assert max(report.size, report.place, report.back) <= EXACT, typed
