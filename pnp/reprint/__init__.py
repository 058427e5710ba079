"""Printing again only what changed: records of what is on paper, what differs, pages that show it."""

from pnp.reprint.change import Change, Pull, Reprint, changes, reprint
from pnp.reprint.reading import read_record
from pnp.reprint.record import (
    Look,
    Place,
    PrintedFile,
    Record,
    RecordedPiece,
    face_places,
    look_of,
    merged,
    recorded_pieces,
)

__all__ = [
    "Change",
    "Look",
    "Place",
    "PrintedFile",
    "Pull",
    "Record",
    "RecordedPiece",
    "Reprint",
    "changes",
    "face_places",
    "look_of",
    "merged",
    "read_record",
    "recorded_pieces",
    "reprint",
]
