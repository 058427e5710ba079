"""Printing again only what changed: records of what is on paper, what differs, pages that show it."""

from pnp.reprint.change import Change, Pull, Reprint, RulesChange, changes, reprint, rules_changes
from pnp.reprint.reading import read_record
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

__all__ = [
    "Change",
    "Look",
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
