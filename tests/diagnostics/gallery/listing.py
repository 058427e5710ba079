"""The list of all findings of the gallery, one section a code."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics.explain import code_name
from tests.diagnostics.gallery.running import Outcome

LIST = Path(__file__).parent / "findings.txt"


def section(code: str, example: Outcome, instead: Outcome) -> str:
    """The findings of a page: those of its Example, then those of its Instead."""
    lines = [
        f"# {code} {code_name(code)}",
        *example.lines,
        *(["## Instead", *instead.lines] if instead.lines else []),
    ]
    return "\n".join(lines) + "\n"


def listed() -> dict[str, str]:
    """The section of each code in the list under version control."""
    parts = LIST.read_text(encoding="utf-8").split("\n\n")
    return {part[2:6]: part.rstrip("\n") + "\n" for part in parts}
