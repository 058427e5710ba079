"""The finding for a font family that there is none of."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.source import Span


def unknown_font(
    family: str, span: Span | None, families: Iterable[str], *, piece: str | None = None
) -> Diagnostic:
    """The error A320 for a family that is not among ``families``."""
    cure = did_you_mean(family, families, "font families")
    return error("A320", f"unknown font family '{family}'", span, cure, piece=piece)
