"""Every shipped profile, measured on the finished pages of the games."""

from __future__ import annotations

import pytest

from pnp.load import shipped_profiles
from tests.games.measure import DATA, EXACT, Printed

GAMES = sorted(folder.name for folder in DATA.iterdir() if (folder / "game.yaml").is_file())
OTHERS = ("letter-fold", "shop-3mm")
"""Profiles that games besides Doom are measured with; ``python -m tests.games.measure`` measures all with all."""


@pytest.fixture(scope="module")
def printed() -> dict[str, Printed]:
    """Games that are composed as they are asked for."""
    return {}


@pytest.mark.parametrize(
    ("game", "profile"),
    [("doom", name) for name in shipped_profiles()]
    + [(game, name) for game in GAMES if game != "doom" for name in OTHERS],
)
def test_pieces_are_whole_exact_and_printed_once_with_backs_behind_fronts(
    printed: dict[str, Printed], game: str, profile: str
) -> None:
    report = printed.setdefault(game, Printed(game)).measured(profile)
    assert not report.faults
    assert report.pieces > 50
    assert max(report.size, report.place, report.back) <= EXACT
