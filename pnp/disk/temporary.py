"""Files and folders outside of every game, in the system's place for temporary ones, for the user alone."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """An empty folder, removed with all that is in it at the end."""
    with tempfile.TemporaryDirectory(prefix="pnp-") as place:
        yield Path(place)


def temporary_file(text: str, prefix: str) -> Path:
    """A new file with a text, which stays."""
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=".txt", text=True)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return Path(name)


def nowhere(mode: str) -> IO[str]:
    """A file that is empty to read, and swallows what is written."""
    return open(os.devnull, mode, encoding="utf-8")
