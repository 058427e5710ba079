"""Documentation of each code: one Markdown file a code in ``codes``."""

from __future__ import annotations

from importlib.resources import files


def codes() -> list[str]:
    """All codes in order."""
    return sorted(
        entry.name[:-3]
        for entry in files("pnp.diagnostics").joinpath("codes").iterdir()
        if entry.name.endswith(".md")
    )


def explanation(code: str) -> str | None:
    """The documentation of a code as Markdown; None when there is no such code."""
    if code not in codes():
        return None
    return files("pnp.diagnostics").joinpath("codes", f"{code}.md").read_text(encoding="utf-8")


def code_name(code: str) -> str:
    """The name that follows the code in its title, such as ``unknown-term``; empty for an unknown code."""
    text = explanation(code)
    return text.splitlines()[0].partition(" ")[2].partition(" ")[2] if text else ""
