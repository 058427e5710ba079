"""What tests of builds that keep something for later runs have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")
