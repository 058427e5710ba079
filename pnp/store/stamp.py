"""What tells whether things that were kept were made by the same program."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

_ROOT = Path(__file__).parents[1]


def stamp(folders: Iterable[str]) -> str:
    """Versions, and size and time of change of the modules in these folders of ``pnp``, so that a changed program keeps anew."""
    from pnp import __version__

    facts = [__version__, sys.version]
    for folder in folders:
        with os.scandir(_ROOT / folder) as found:
            for entry in sorted(found, key=lambda entry: entry.name):
                if entry.name.endswith(".py"):
                    info = entry.stat()
                    facts.append(f"{folder}/{entry.name} {info.st_size} {info.st_mtime_ns}")
    return "\n".join(facts)
