"""Writing files so that a failed or interrupted run leaves the last good ones."""

from __future__ import annotations

import os
import tempfile
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from pnp.diagnostics import Diagnostic, error


def ascii_name(text: str) -> str:
    """A file name of small ASCII letters, digits and hyphens, made of ``text``; ``file`` when nothing is left."""
    plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    letters = [
        char if char.isascii() and char.isalnum() else "-"
        for char in plain
        if not unicodedata.combining(char)
    ]
    return "-".join(part for part in "".join(letters).lower().split("-") if part) or "file"


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Diagnostic]:
    """Faults of writing; when there is none, every file is in place.

    All files are written beside their places under temporary names first and moved only when all are whole, so a full
    disk or a stop in the middle leaves the files that were there.

    Args:
        folder: Made when it is missing.
        files: Content by path relative to the folder, with forward slashes.
    """
    waiting: list[tuple[Path, Path]] = []
    try:
        for name, content in files.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            waiting.append((_write_beside(target, content), target))
        while waiting:
            temporary, target = waiting[0]
            temporary.replace(target)
            waiting.pop(0)
    except OSError as fault:
        return [_write_fault(folder, fault)]
    finally:
        for temporary, _ in waiting:
            temporary.unlink(missing_ok=True)
    return []


def _write_beside(target: Path, content: bytes) -> Path:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _write_fault(folder: Path, fault: OSError) -> Diagnostic:
    place = fault.filename2 or fault.filename or str(folder)
    if isinstance(fault, PermissionError):
        cure = "close the file if a viewer holds it open, or choose another folder with --out"
    elif isinstance(fault, (NotADirectoryError, IsADirectoryError, FileExistsError)):
        cure = "a file stands where a folder is needed, or the reverse; move it away or choose another --out"
    else:
        cure = "make room, or choose another folder with --out"
    return error("E110", f"'{place}' cannot be written: {fault.strerror or fault}", None, cure)
