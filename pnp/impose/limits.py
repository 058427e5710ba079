"""How much may be printed."""

MOST_PIECES = 20_000
"""Pieces of one set, copies counted (S113)."""
MOST_TILES = 64
"""Tiles of one board that is larger than the paper (S115)."""
FOLD_SHEETS = 10
"""Sheets in one fold of a booklet; more make another fold: staplers take no more, and thick folds gape."""
