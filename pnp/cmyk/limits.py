"""How much a colour profile may hold."""

MOST_PROFILE_BYTES = 16_000_000
"""Bytes of an ICC profile: those of presses have one to three million."""
