"""What the data files may hold, as pydantic models: checked, documented and turned into JSON Schema from one place.

Using any of it loads pydantic, so the loader imports it inside functions, and only after ``pnp.load.shape.plain`` could not
tell that a file is sound.
"""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.load.shape.check import checked
    from pnp.load.shape.game_file import ClaimShape, FactShape, GameFile, SourceShape, StyleShape, TermShape
    from pnp.load.shape.print_shape import PrintersFile, PrintShape, ProfileFile
    from pnp.load.shape.set_file import PieceEntry, RowsShape, SetFile

__all__ = [
    "ClaimShape",
    "FactShape",
    "GameFile",
    "PieceEntry",
    "PrintShape",
    "PrintersFile",
    "ProfileFile",
    "RowsShape",
    "SetFile",
    "SourceShape",
    "StyleShape",
    "TermShape",
    "checked",
]

__getattr__ = lazy(
    __name__,
    {
        "ClaimShape": "game_file",
        "FactShape": "game_file",
        "GameFile": "game_file",
        "SourceShape": "game_file",
        "StyleShape": "game_file",
        "TermShape": "game_file",
        "PrintShape": "print_shape",
        "PrintersFile": "print_shape",
        "ProfileFile": "print_shape",
        "PieceEntry": "set_file",
        "RowsShape": "set_file",
        "SetFile": "set_file",
        "checked": "check",
    },
)
