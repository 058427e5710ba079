"""Printing again only what changed: records of what is on paper, what differs, pages that show it."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.reprint.record import (
    Look,
    Place,
    PrintedFile,
    Record,
    RecordedPiece,
    RecordedRules,
    face_places,
    look_of,
    merged,
    recorded_pieces,
    recorded_rules,
)

if TYPE_CHECKING:  # a build writes records and compares none
    from pnp.reprint.change import PieceChange, Pull, Reprint, RulesChange, changes, reprint, rules_changes
    from pnp.reprint.reading import read_record

__all__ = [
    "Look",
    "PieceChange",
    "Place",
    "PrintedFile",
    "Pull",
    "Record",
    "RecordedPiece",
    "RecordedRules",
    "Reprint",
    "RulesChange",
    "changes",
    "face_places",
    "look_of",
    "merged",
    "read_record",
    "recorded_pieces",
    "recorded_rules",
    "reprint",
    "rules_changes",
]

__getattr__ = lazy(
    __name__,
    {
        "PieceChange": "change",
        "Pull": "change",
        "Reprint": "change",
        "RulesChange": "change",
        "changes": "change",
        "reprint": "change",
        "rules_changes": "change",
        "read_record": "reading",
    },
)
