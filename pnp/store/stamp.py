"""What tells whether things that were kept were made by the same program."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[1]


@cache
def stamp(folders: tuple[str, ...]) -> str:
    """Versions, and size and time of change of the modules in these folders of ``pnp``, so that a changed program keeps anew.

    Looked at once: a preview that goes on while the program is changed goes on as what it was.
    """
    from pnp import __version__

    facts = [__version__, sys.version]
    for folder in folders:
        with os.scandir(_ROOT / folder) as found:
            for entry in sorted(found, key=lambda entry: entry.name):
                if entry.name.endswith(".py"):
                    info = entry.stat()
                    facts.append(f"{folder}/{entry.name} {info.st_size} {info.st_mtime_ns}")
    return "\n".join(facts)
