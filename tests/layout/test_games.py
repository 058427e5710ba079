"""The games that ship, drawn by their own layouts."""

from pathlib import Path

import pytest

from pnp.layout import Composer, shipped_layouts
from pnp.load import game_fonts, game_icons, load_game, shared_root

GAMES = sorted(path.parent for path in (shared_root() / "data").glob("*/game.yaml"))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_every_piece_of_a_shipped_game_is_drawn_without_a_fault(folder: Path, ink: str) -> None:
    loaded = load_game(folder, cwd=folder)
    game = loaded.game
    assert game is not None
    fonts, _ = game_fonts(loaded.files)
    composer = Composer(
        game,
        game.language,
        fonts,
        game_icons(loaded.files),
        loaded.files,
        shipped_layouts(),
        "low" if ink == "low" else "full",
    )
    for piece in game.pieces():
        for side in ("front", "back") if piece.back else ("front",):
            composed = composer.compose(piece, "back" if side == "back" else "front")
            assert composed.diagnostics == ()
            assert composed.face is not None
