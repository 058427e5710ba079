"""What tells whether things that were kept were made by the same program."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pnp import __version__

_ROOT = Path(__file__).parents[2]
_READING = ("", "load", "load/kept", "load/shape", "model", "impose", "draw")
"""Folders of ``pnp`` whose modules decide what a data file reads as."""


def stamp() -> str:
    """Versions, and size and time of change of the modules that read, so that a changed program keeps anew."""
    facts = [__version__, sys.version]
    for folder in _READING:
        with os.scandir(_ROOT / folder) as found:
            for entry in sorted(found, key=lambda entry: entry.name):
                if entry.name.endswith(".py"):
                    info = entry.stat()
                    facts.append(f"{folder}/{entry.name} {info.st_size} {info.st_mtime_ns}")
    return "\n".join(facts)
