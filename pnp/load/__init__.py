"""Reading files: the only package that knows YAML and the disk. Everything comes out as values of ``pnp.model``."""

from pnp.load.assets import game_fonts, game_icons
from pnp.load.files import FolderFiles, shown_path
from pnp.load.game import Loaded, load_game
from pnp.load.locate import find_game, list_games, shared_root
from pnp.load.schema import json_schema

__all__ = [
    "FolderFiles",
    "Loaded",
    "find_game",
    "game_fonts",
    "game_icons",
    "json_schema",
    "list_games",
    "load_game",
    "shared_root",
    "shown_path",
]
