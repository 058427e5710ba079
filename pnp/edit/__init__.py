"""Edits of the files of a game: a step is written as a whole or not at all, and touches nothing else."""

from pnp.edit.change import (
    Change,
    Clash,
    ClashError,
    check_editable,
    edited,
    inverse,
    read_editable,
    remove_file,
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
    "remove_file",
    "write_changes",
]
