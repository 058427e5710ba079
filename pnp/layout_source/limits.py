"""How large a layout may be, and how large a number in it."""

from __future__ import annotations

SOURCE = 200_000
"""Characters of one layout file (L100)."""

CODE = 50_000
"""Characters of one layout file inside ``{{ }}``, ``{% %}`` and ``{# #}`` (L100)."""

GAME_SOURCE = 2_000_000
"""Characters of all layout files of a game together (L100); the largest of our games has 50,000."""

GAME_CODE = 200_000
"""Characters of all layout files of a game inside ``{{ }}``, ``{% %}`` and ``{# #}`` together (L100)."""

NUMBER = 10**15
"""Largest whole number that a layout may write (L100) or make (L120)."""

WAY = 20
"""Names, filters and brackets that are followed from a label back to the fields of the piece (K506)."""
