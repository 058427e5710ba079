"""Building with a store, and changing a game between builds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.build import face_cache
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.store import Store


def built(
    game: Path, store: Store, assets: str = "same", languages: tuple[str, ...] = ("cs",), **options: Any
) -> dict[str, bytes]:
    """The files of a build in one process, and what was found."""
    workshop = open_workshop(game, game, cache=store)
    out = game.parent / "out"
    result = build(workshop, BuildOptions(out, languages, assets=assets, **options))
    files = {name: (out / name).read_bytes() for name in result.files}
    return files | {"": repr(sorted(map(str, result.diagnostics))).encode()}


def cut_small(patch: pytest.MonkeyPatch) -> None:
    """Keep faces in parts of a few pieces, however small the game is."""
    patch.setattr(face_cache, "_EACH", 2)


def change(game: Path, old: str, new: str, file: str = "cards/deck.yaml") -> None:
    """Put ``new`` in the place of the first ``old`` of a file, which must have it."""
    path = game / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
