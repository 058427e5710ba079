"""The finding for a font family that there is none of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.source import Span

_ENDING = re.compile(r"\.(?:ttf|otf|woff2?)\Z")
_PARTS = re.compile(r"[-_ ]|(?<=[a-z])(?=[A-Z])")
_WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "demibold": 600,
    "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip
"""What weights are called (OpenType, usWeightClass)."""


def unknown_font(
    family: str, span: Span | None, families: Iterable[str], *, piece: str | None = None
) -> Diagnostic:
    """The error A320 for a family that is not among ``families``."""
    known = list(families)
    cure = _parted(family, known) or did_you_mean(family, known, "font families")
    return error("A320", f"unknown font family '{family}'", span, cure, piece=piece)


def _parted(family: str, families: list[str]) -> str:
    """The cure for the name of a single font, or of its file: family, weight and slant are told apart; else nothing."""
    words = _PARTS.sub(" ", _ENDING.sub("", family)).split()
    for length in range(len(words) - 1, 0, -1):
        name = "".join(words[:length]).casefold()
        found = next((each for each in families if each.replace(" ", "").casefold() == name), None)
        rest = "".join(words[length:]).casefold()
        slant = rest.endswith("italic")
        weight = _WEIGHTS.get(rest.removesuffix("italic") or "regular")
        if found is not None and weight is not None:
            return f"write font: {found}, weight: {weight}" + (", italic: true" if slant else "")
    return ""
