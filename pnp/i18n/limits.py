"""How much a file of translations may hold.

The largest game that we measure with, of 5,400 cards, needs a tenth.
"""

MAX_CATALOGUE_LINES = 300_000
"""Lines of one PO file (Y400)."""

MAX_CATALOGUE_TEXT = 100_000
"""Characters of one text of a PO file, and of one of its lines (Y400)."""

MAX_CATALOGUE_FAULTS = 1_000
"""Faults of one PO file that are listed; the rest of the file is not read (Y400)."""
