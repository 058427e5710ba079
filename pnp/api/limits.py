"""How much a game in memory may hold."""

MOST_BYTES = 1_000_000_000
"""Bytes of all files of a game in a ZIP file or a mapping; larger games can be opened from a folder."""
