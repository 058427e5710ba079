"""Documentation of each code: one Markdown file a code in ``codes``."""

from __future__ import annotations

import re
from pathlib import Path

_CODES = Path(__file__).parent / "codes"
_CODE = re.compile(r"[A-Z]\d{3}", re.ASCII)


def codes() -> list[str]:
    """All codes in order."""
    return sorted(path.stem for path in _CODES.glob("*.md"))


def explanation(code: str) -> str | None:
    """The documentation of a code as Markdown; None when the code does not exist."""
    if _CODE.fullmatch(code) is None:  # could be another file's path
        return None
    try:
        return (_CODES / f"{code}.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def code_name(code: str) -> str:
    """The name that follows the code in its title, such as ``unknown-term``; empty for an unknown code."""
    text = explanation(code)
    return text.splitlines()[0].partition(" ")[2].partition(" ")[2] if text else ""
