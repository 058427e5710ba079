"""How large a layout may be."""

from __future__ import annotations

SOURCE = 200_000
"""Characters of one layout file (L100)."""
