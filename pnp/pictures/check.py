"""Findings about pictures in their places."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import PictureData
from pnp.geometry import Box
from pnp.pictures.fault import FileRefusal
from pnp.pictures.limits import MAX_MAP_PIXELS
from pnp.pictures.place import Fit, dpi_at
from pnp.source import Span

WANTED_DPI = 300
"""Resolution that print shops ask for."""
LEAST_DPI = 200
"""Below it a print at arm's length looks soft, and we warn."""
_RATIO_SLACK = 0.02


_CODES = frozenset({"A210", "A220", "A221"})


def is_about_picture(finding: Diagnostic, path: str) -> bool:
    """Whether a finding of one of the functions below is about the picture at this path."""
    return finding.code in _CODES and f"'{path}'" in finding.message


def unusable_picture(fault: FileRefusal, span: Span | None, *, piece: str | None = None) -> Diagnostic:
    """The error for a ``PictureFault`` or ``FileFault`` (A210)."""
    return error("A210", str(fault), span, fault.cure, piece=piece)


def low_resolution(
    picture: PictureData, path: str, box: Box, fit: Fit, span: Span | None
) -> Diagnostic | None:
    """A warning when the picture has fewer than ``LEAST_DPI`` at its drawn size (A220)."""
    dpi = dpi_at(picture, box, fit)
    if dpi >= LEAST_DPI:
        return None
    factor = WANTED_DPI / dpi if dpi else 0.0
    across, down = round(picture.width_px * factor), round(picture.height_px * factor)
    larger = "" if across * down > MAX_MAP_PIXELS else f"use a picture of {across} × {down} pixels, or "
    return warning(
        "A220",
        f"'{path}' has {int(dpi)} dpi at its printed size, wanted {WANTED_DPI}",
        span,
        f"{larger}print it smaller",
    )


def bleed_ratio(
    picture: PictureData, path: str, trim: Box, bleed: float, span: Span | None
) -> Diagnostic | None:
    """A warning if a picture that should include its bleed has another ratio than that (A221)."""
    width, height = trim.width + 2 * bleed, trim.height + 2 * bleed
    wanted, found = width / height, picture.width_px / picture.height_px
    if abs(found / wanted - 1) <= _RATIO_SLACK:
        return None
    hint = ""
    if abs(found / (trim.width / trim.height) - 1) <= _RATIO_SLACK:
        hint = "; it fits the trim, so it holds no bleed"
    return warning(
        "A221",
        f"'{path}' is {picture.width_px} × {picture.height_px} pixels, which is not the shape of "
        f"{width:g} × {height:g} mm{hint}",
        span,
        "export it with bleed on all sides, or leave bleed-in-art out",
    )
