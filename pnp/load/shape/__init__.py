"""What the data files may hold, as pydantic models: checked, documented and turned into JSON Schema from one place.

Importing this package loads pydantic, so the loader imports it inside functions.
"""

from pnp.load.shape.checked import checked
from pnp.load.shape.game_file import (
    ClaimShape,
    FactShape,
    GameFile,
    SourceShape,
    StyleShape,
    TermShape,
)
from pnp.load.shape.print_shape import PrintersFile, PrintShape, ProfileFile
from pnp.load.shape.set_file import PieceEntry, SetFile

__all__ = [
    "ClaimShape",
    "FactShape",
    "GameFile",
    "PieceEntry",
    "PrintShape",
    "PrintersFile",
    "ProfileFile",
    "SetFile",
    "SourceShape",
    "StyleShape",
    "TermShape",
    "checked",
]
