"""Exit codes; stable for scripts."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a run ended."""

    FINE = 0
    FAULTS = 1
    """The game has errors (with ``--strict``: or warnings)."""
    USAGE = 2
    """The command line is wrong."""
    ENVIRONMENT = 3
    """Something outside the game failed: a folder cannot be written, a library is missing."""
    OUR_BUG = 70
    """``pnp`` itself failed; EX_SOFTWARE of BSD sysexits."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C; 128 + SIGINT."""
