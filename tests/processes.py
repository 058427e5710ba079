"""The processes that this one has begun, and how long tests wait for others."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PATIENCE = 600.0
"""Seconds after which a process or an answer counts as one that never comes; a busy machine is slow."""


def children() -> set[int]:
    """Numbers of the processes that this one divided into, those included that have ended and nobody has waited for."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            number, _, rest = stat.read_text(encoding="utf-8").partition(" (")
            if int(rest.rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(number))
    return found
