"""Reading files: the only package that knows YAML and reads game folders. It returns ``pnp.model``."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.load.decode import decode

if TYPE_CHECKING:
    from pnp.load.assets import game_fonts, game_icons
    from pnp.load.claim_place import ClaimPlace, missing_numbers, places_in_game, places_in_tests
    from pnp.load.edited_game import EditedGame
    from pnp.load.files import FolderFiles
    from pnp.load.game import Loaded, load_game
    from pnp.load.history import folder_at
    from pnp.load.languages import with_language
    from pnp.load.locate import UnknownGameError, find_game, list_games, shared_root, shown_path
    from pnp.load.profile import shipped_profiles
    from pnp.load.schema import json_schema
    from pnp.load.source_files import KeptSets, SourceTexts
    from pnp.load.user import PRINTERS_FILE, UserSettings, printers_file, user_settings

__all__ = [
    "PRINTERS_FILE",
    "ClaimPlace",
    "EditedGame",
    "FolderFiles",
    "KeptSets",
    "Loaded",
    "SourceTexts",
    "UnknownGameError",
    "UserSettings",
    "decode",
    "find_game",
    "folder_at",
    "game_fonts",
    "game_icons",
    "json_schema",
    "list_games",
    "load_game",
    "missing_numbers",
    "places_in_game",
    "places_in_tests",
    "printers_file",
    "shared_root",
    "shipped_profiles",
    "shown_path",
    "user_settings",
    "with_language",
]

__getattr__ = lazy(
    __name__,
    {
        "game_fonts": "assets",
        "game_icons": "assets",
        "ClaimPlace": "claim_place",
        "missing_numbers": "claim_place",
        "places_in_game": "claim_place",
        "places_in_tests": "claim_place",
        "EditedGame": "edited_game",
        "FolderFiles": "files",
        "shown_path": "locate",
        "Loaded": "game",
        "load_game": "game",
        "folder_at": "history",
        "KeptSets": "source_files",
        "with_language": "languages",
        "UnknownGameError": "locate",
        "find_game": "locate",
        "list_games": "locate",
        "shared_root": "locate",
        "shipped_profiles": "profile",
        "json_schema": "schema",
        "SourceTexts": "source_files",
        "PRINTERS_FILE": "user",
        "UserSettings": "user",
        "printers_file": "user",
        "user_settings": "user",
    },
)
