"""What tests of the preview share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.preview.session import Session
from tests.preview.browser import Browser
from tests.preview.game import write_game
from tests.preview.running import finished


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of the game."""
    return write_game(tmp_path)


@pytest.fixture
def session(game: Path) -> Session:
    """A session of it in which the English edition is ready."""
    return finished(game)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a module."""
    with Browser() as found:
        yield found
