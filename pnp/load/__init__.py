"""Reading files: the only package that knows YAML and reads game folders. It returns ``pnp.model``."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.load.decode import decode

if TYPE_CHECKING:
    from pnp.load.assets import game_fonts, game_icons
    from pnp.load.claim_place import ClaimPlace, missing_numbers, places_in_game, places_in_tests
    from pnp.load.definitions import with_language
    from pnp.load.document import EarlierSets, SourceTexts
    from pnp.load.files import FolderFiles
    from pnp.load.game import EditedGame, Loaded, load_game
    from pnp.load.history import folder_at
    from pnp.load.locate import UnknownGameError, find_game, list_games, shared_root, shown_path
    from pnp.load.profile import PRINTERS_FILE, UserSettings, printers_file, shipped_profiles, user_settings
    from pnp.load.schema import json_schema

__getattr__ = lazy(__name__)
