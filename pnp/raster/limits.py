"""How much a picture may ask for."""

MOST_PIXELS = 400_000_000
"""Pixels of one picture of a page: 1.6 GB while it is drawn, an A1 sheet at 600 dpi."""
