"""The shipped games where ink is saved; Zombies Doom has more tests of it."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean

import pytest

from tests.games.conftest import BuiltGame
from tests.games.ink import coverage


@pytest.mark.parametrize("name", ["country", "doom", "doom-elements", "zombiaki", "zombiaki2"])
def test_every_game_prints_as_many_pieces_without_a_fault_where_ink_is_saved(
    name: str, built_game: Callable[[str], BuiltGame], low_game: Callable[[str], BuiltGame]
) -> None:
    full, low = built_game(name), low_game(name)
    assert [fault for fault in low.result.diagnostics if fault.severity > 0] == []
    assert low.result.pieces * len(full.game.languages) == full.result.pieces
    names = [{path.name for path in (each.folder / full.game.language).iterdir()} for each in (full, low)]
    assert names[1] <= names[0]
    sheets = 0 if name == "doom-elements" else len(full.game.rulebooks)
    assert len(names[0] - names[1]) == sheets


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("doom-elements", ("map", "queue", "zombies")),
        ("zombiaki", ("turn", "markers", "zombies")),
        ("zombiaki2", ("humans", "street", "wounds")),
        ("country", ("cards", "punchboard")),
    ],
)
def test_low_ink_takes_less_than_half_of_each_part_and_four_tenths_of_all(
    name: str,
    parts: tuple[str, ...],
    built_game: Callable[[str], BuiltGame],
    low_game: Callable[[str], BuiltGame],
) -> None:
    language = built_game(name).game.language
    full, low = built_game(name).folder / language, low_game(name).folder / language
    pages = {each: (coverage(full / f"{each}.pdf"), coverage(low / f"{each}.pdf")) for each in parts}
    for each, (dear, cheap) in pages.items():
        assert len(dear) == len(cheap)
        assert mean(cheap) < mean(dear) / 2, each
    assert sum(sum(cheap) for _, cheap in pages.values()) < 0.4 * sum(sum(dear) for dear, _ in pages.values())
