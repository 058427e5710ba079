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
    ("name", "language", "parts"),
    [
        ("doom-elements", "cs", ("map", "queue", "zombies")),
        ("zombiaki", "fr", ("turn", "markers", "zombies")),
        ("zombiaki2", "pl", ("humans", "street", "wounds")),
        ("country", "cs", ("cards", "punchboard")),
    ],
)
def test_low_ink_takes_less_than_half_of_each_part_and_four_tenths_of_all(
    name: str,
    language: str,
    parts: tuple[str, ...],
    tmp_path: Path,
    built_game: Callable[[str], BuiltGame],
) -> None:
    built = built_game(name)
    sets = {printed.id for printed in built.game.sets}
    only = (
        ("--only", ",".join(parts)) if sets.issuperset(parts) else ()
    )  # sets that share sheets are built whole
    asked = ("--lang", language, *only, "--ink", "low", "--out", str(tmp_path))
    assert call(ROOT, "build", "-q", "--game", name, *asked).returncode == 0
    full, low = built.folder / language, tmp_path / name / language
    pages = {each: (coverage(full / f"{each}.pdf"), coverage(low / f"{each}.pdf")) for each in parts}
    for each, (dear, cheap) in pages.items():
        assert len(dear) == len(cheap)
        assert mean(cheap) < mean(dear) / 2, each
    assert sum(sum(cheap) for _, cheap in pages.values()) < 0.4 * sum(sum(dear) for dear, _ in pages.values())
