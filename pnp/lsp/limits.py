"""Bounds of the language server, far above what an editor sends."""

from __future__ import annotations

MESSAGE = 64_000_000
"""Bytes of one message; the body of a longer one is skipped."""

FINDINGS = 1_000
"""Findings of one file that are sent; one more says how many there are."""

HEADER = 4_096
"""Bytes of one line of a header."""
