"""The other shipped games where ink is saved; Zombies Doom has tests of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import mean

import pytest

from tests.cli.call import call
from tests.games.conftest import ROOT, BuiltGame
from tests.games.ink import coverage


@pytest.mark.parametrize(
    ("name", "language", "sets"),
    [
        ("doom-elements", "cs", ("map", "queue", "zombies")),
        ("zombiaki", "fr", ("turn", "markers", "zombies")),
        ("zombiaki2", "pl", ("humans", "street", "wounds")),
        ("country", "cs", ("annexes", "characters", "events", "figures", "hordes", "items")),
    ],
)
def test_low_ink_takes_less_than_half_of_each_set_and_four_tenths_of_all(
    name: str,
    language: str,
    sets: tuple[str, ...],
    tmp_path: Path,
    built_game: Callable[[str], BuiltGame],
) -> None:
    asked = ("--lang", language, "--only", ",".join(sets), "--ink", "low", "--out", str(tmp_path))
    assert call(ROOT, "build", "-q", "--game", name, *asked).returncode == 0
    full, low = built_game(name).folder / language, tmp_path / name / language
    pages = {each: (coverage(full / f"{each}.pdf"), coverage(low / f"{each}.pdf")) for each in sets}
    for each, (dear, cheap) in pages.items():
        assert len(dear) == len(cheap)
        assert mean(cheap) < mean(dear) / 2, each
    assert sum(sum(cheap) for _, cheap in pages.values()) < 0.4 * sum(sum(dear) for dear, _ in pages.values())
