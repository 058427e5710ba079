"""Writing files, with failures as findings."""

from __future__ import annotations

import errno
import os
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from pnp.diagnostics import Diagnostic, error
from pnp.disk import Content, LinkError, put_files


def ascii_name(text: str) -> str:
    """A file name of small ASCII letters, digits and hyphens from a text; ``file`` if nothing is left."""
    plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    letters = [
        char if char.isascii() and char.isalnum() else "-"
        for char in plain
        if not unicodedata.combining(char)
    ]
    return "-".join(part for part in "".join(letters).lower().split("-") if part) or "file"


def write_files(folder: Path, files: Mapping[str, Content], journals: Path | None = None) -> list[Diagnostic]:
    """Faults of writing; if empty, every file is in place. See ``put_files``.

    Args:
        folder: Made if it is missing.
        files: Content by path relative to the folder, with forward slashes.
        journals: See ``put_files``.

    Diagnostics: E110, E111.
    """
    try:
        put_files(folder, files, journals)
    except LinkError as fault:
        return [link_fault(Path(fault.filename))]
    except OSError as fault:
        return [_write_fault(folder, fault)]
    return []


def link_fault(path: Path) -> Diagnostic:
    """E111 for a link in the place of a folder or a file."""
    message = f"'{_shown(path)}' is a link; nothing is written there"
    return error("E111", message, None, "remove the link, or name the other folder itself with --out")


def _shown(path: str | Path) -> str:
    """The path as the user would type it."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100 (links stay)
    return (whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else whole).as_posix()


def _write_fault(folder: Path, fault: OSError) -> Diagnostic:
    place = _shown(fault.filename or folder)
    if isinstance(fault, PermissionError):
        cure = "close the file if a viewer holds it open, or choose another folder with --out"
    elif isinstance(fault, (NotADirectoryError, IsADirectoryError, FileExistsError)):
        cure = "a file is where a folder must be, or the reverse; move it away or choose another --out"
    elif fault.errno == errno.ENAMETOOLONG:
        cure = "give what is printed a shorter id, or choose another folder with --out"
    else:
        cure = "make room, or choose another folder with --out"
    return error("E110", f"'{place}' cannot be written: {fault.strerror or fault}", None, cure)
