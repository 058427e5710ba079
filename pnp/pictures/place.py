"""Where a picture lies in its box, how sharp it is there, and what is wrong with it."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import Clip, Group, Item, Path, Picture, PictureData, rectangle
from pnp.geometry import Box
from pnp.pictures.limits import MAX_MAP_PIXELS
from pnp.source import Span
from pnp.units import MM_PER_INCH

ObjectFit: TypeAlias = Literal["cover", "contain", "stretch"]
CENTRE = (0.5, 0.5)


class FileRefusal(Protocol):
    """Why a file is not to be had: the words, and what to do about it."""

    cure: str


def fit_box(
    width: float, height: float, box: Box, fit: ObjectFit = "cover", focus: tuple[float, float] = CENTRE
) -> Box:
    """The box that something of the ratio width to height takes up.

    Args:
        width: In any unit.
        height: In the same unit.
        box: Millimetres.
        fit: ``cover`` fills the box and sticks out of it, ``contain`` shows everything, ``stretch`` gives up
            the ratio.
        focus: For ``cover`` the point of the picture (0 to 1 across and down) that stays in sight, as near to
            the middle of the box as the edges allow; for ``contain`` where the picture lies in the space that
            is left.
    """
    if fit == "stretch" or width <= 0 or height <= 0:
        return box
    factors = (box.width / width, box.height / height)
    factor = max(factors) if fit == "cover" else min(factors)
    drawn_width, drawn_height = width * factor, height * factor
    if fit == "contain":
        return Box(
            box.x + (box.width - drawn_width) * focus[0],
            box.y + (box.height - drawn_height) * focus[1],
            drawn_width,
            drawn_height,
        )
    return Box(
        box.x + _slid(box.width, drawn_width, focus[0]),
        box.y + _slid(box.height, drawn_height, focus[1]),
        drawn_width,
        drawn_height,
    )


def picture_items(
    picture: PictureData,
    box: Box,
    fit: ObjectFit = "cover",
    focus: tuple[float, float] = CENTRE,
    clip: Path | None = None,
) -> tuple[Item, ...]:
    """The picture in its box, ready for a face; see ``fit_box`` for ``fit`` and ``focus``.

    Args:
        picture: To draw.
        box: Millimetres.
        fit: See ``fit_box``.
        focus: See ``fit_box``.
        clip: Shape to cut the picture to, in the frame of the box; None cuts what sticks out of the box.
    """
    drawn = fit_box(picture.width_px, picture.height_px, box, fit, focus)
    item = Picture(picture, drawn.x, drawn.y, drawn.width, drawn.height)
    if clip is None and not box.holds(drawn):
        clip = rectangle(box)
    return (item,) if clip is None else (Group((item,), clip=Clip(clip)),)


def dpi_at(picture: PictureData, box: Box, fit: ObjectFit = "cover") -> float:
    """Pixels per inch at the drawn size, in the worse direction, whatever the file's metadata say."""
    drawn = fit_box(picture.width_px, picture.height_px, box, fit)
    if drawn.width <= 0 or drawn.height <= 0:
        return 0.0
    return min(picture.width_px / drawn.width, picture.height_px / drawn.height) * MM_PER_INCH


def _slid(room: float, length: float, focus: float) -> float:
    return min(0.0, max(room - length, room / 2 - length * focus))


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
    picture: PictureData, path: str, box: Box, fit: ObjectFit, span: Span | None
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
