"""Paths as authors write them: with forward slashes, relative to the game's folder, and never out of it."""

from __future__ import annotations

import re

from pnp.model import FileFault

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def path_parts(path: str) -> list[str]:
    """The names that a path consists of, after every form that could lead outside is refused.

    Raises:
        FileFault: The path is none, or could lead out of the folder that it is relative to.
    """
    if not path.strip():
        raise FileFault("the path is empty", "write the name of a file")
    if _CONTROL.search(path):
        raise FileFault(
            f"{path!r} holds a control character", "in double quotes '\\' starts an escape: use '/'"
        )
    if "\\" in path:
        raise FileFault(f"'{path}' has a backslash", "use '/' between folders")
    if re.match(r"[A-Za-z]:(/|\Z)", path) or path.startswith("/"):
        raise FileFault(f"'{path}' is an absolute path", "write it relative to the game's folder")
    if _URL.match(path) or "://" in path:
        raise FileFault(
            f"'{path}' is an address, and nothing is fetched", "copy the file into the game's folder"
        )
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise FileFault(f"'{path}' leaves the game's folder", "copy the file into it")
    if any(":" in part for part in parts):
        raise FileFault(f"'{path}' has a colon, which not every system allows in names", "rename the file")
    return parts
