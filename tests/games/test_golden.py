"""All five games print what they printed before, object by object."""

from __future__ import annotations

import pytest

from tests.golden.__main__ import GAMES
from tests.golden.objects import objects_digest

_LINES = [line.split("  ") for line in GAMES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", sorted({path.partition("/")[0] for _, path in _LINES}))
def test_a_shipped_game_prints_what_it_printed_before(built_game, name):
    """Where a change of pages is meant: python -m tests.golden, and say so in the commit."""
    folder = built_game(name).folder
    found = {
        path.relative_to(folder.parent).as_posix(): objects_digest(path)
        for path in sorted(folder.rglob("*.pdf"))
    }
    assert found == {path: digest for digest, path in _LINES if path.startswith(f"{name}/")}
