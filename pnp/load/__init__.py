"""Reading files: the only package that knows YAML and the disk. Everything comes out as values of ``pnp.model``."""

from pnp.load.assets import game_fonts, game_icons
from pnp.load.files import FolderFiles, shown_path
from pnp.load.game import Loaded, load_game
from pnp.load.locate import find_game, list_games, shared_root

__all__ = [
    "FolderFiles",
    "Loaded",
    "find_game",
    "game_fonts",
    "game_icons",
    "list_games",
    "load_game",
    "shared_root",
    "shown_path",
]
