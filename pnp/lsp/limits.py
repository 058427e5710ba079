"""Bounds of the language server, far above what an editor sends."""

from __future__ import annotations

MESSAGE = 64_000_000
"""Bytes of one message; the body of a longer one is skipped."""

HEADER = 4_096
"""Bytes of one line of a header."""
