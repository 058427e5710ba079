"""Other names in a copy of a shipped game; ``tests.bench.renames`` does the same in all of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.bench.renames import DATA, KINDS, outcome

GAME = "doom-elements"
"""The smallest one in four languages."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_renamed_game_has_no_new_findings(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / GAME
    shutil.copytree(DATA / GAME, folder)
    assert outcome(folder, kind).endswith("0 new findings, 0 claims fail")  # type: ignore[arg-type]
