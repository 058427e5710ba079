"""Reading files: the only package that knows YAML and the disk. Everything comes out as values of ``pnp.model``."""

from pnp.load.assets import game_fonts, game_icons
from pnp.load.files import FolderFiles, shown_path
from pnp.load.game import Loaded, load_game
from pnp.load.locate import find_game, list_games, shared_root
from pnp.load.profile import shipped_profiles
from pnp.load.schema import json_schema
from pnp.load.user import PRINTERS_FILE, UserSettings, printers_file, user_settings

__all__ = [
    "PRINTERS_FILE",
    "FolderFiles",
    "Loaded",
    "UserSettings",
    "find_game",
    "game_fonts",
    "game_icons",
    "json_schema",
    "list_games",
    "load_game",
    "printers_file",
    "shared_root",
    "shipped_profiles",
    "shown_path",
    "user_settings",
]
