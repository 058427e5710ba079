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
    merged,
    recorded_pieces,
    recorded_rules,
)

if TYPE_CHECKING:  # a build writes records and compares none
    from pnp.reprint.change import PieceChange, Pull, Reprint, RulesChange, changes, reprint, rules_changes
    from pnp.reprint.record import read_record

__getattr__ = lazy(__name__)
