"""How much a picture may ask for."""

MAX_PIXELS = 60_000_000
"""Pixels of one picture: an A3 page at 550 dpi. A few bytes can claim a thousand times as many."""
