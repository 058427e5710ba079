from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import DECK, GAME


@pytest.fixture
def colony(tmp_path: Path) -> Path:
    """A folder with a small game of nine cards with backs."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards/ants.yaml").write_text(DECK + "back: back\n", encoding="utf-8")
    return tmp_path
