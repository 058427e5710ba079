"""Pythons that add up fractions in other ways print the same: from 3.12 on, ``sum`` makes up for what it rounds off."""

from __future__ import annotations

import builtins
import math
from collections.abc import Iterable
from typing import Any

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from tests.games.conftest import ROOT


def test_the_bytes_of_a_game_do_not_depend_on_how_sum_adds_fractions(built_game, tmp_path, monkeypatch):
    real = builtins.sum

    def rounded_otherwise(values: Iterable[Any], start: Any = 0) -> Any:
        values = list(values)
        if not any(isinstance(value, float) for value in values):
            return real(values, start)
        return math.nextafter(real(values, start), math.inf)

    monkeypatch.setattr(builtins, "sum", rounded_otherwise)
    folder = ROOT / "data/doom-elements"
    result = build(open_workshop(folder, ROOT), BuildOptions(tmp_path, ("pl",), strict=True))
    monkeypatch.undo()
    before = built_game("doom-elements").result.hashes
    assert result.hashes
    assert {name: before[name] for name in result.hashes} == result.hashes
