"""Edits of the files of a game: all of one step are written, or none, and only the stretches that are meant."""

from pnp.edit.change import (
    Change,
    Clash,
    ClashError,
    check_editable,
    edited,
    inverse,
    read_editable,
    write_changes,
)

__all__ = [
    "Change",
    "Clash",
    "ClashError",
    "check_editable",
    "edited",
    "inverse",
    "read_editable",
    "write_changes",
]
