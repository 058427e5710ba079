"""Free outlines of pieces, as authors write them: SVG path data in millimetres."""

from __future__ import annotations

import math

from pnp.diagnostics import times
from pnp.draw import Path, moved_path
from pnp.draw.path import Segment
from pnp.draw.ring import area, box_of, corners_of, crossing
from pnp.icons.svg_path import SvgPathError, parse_path
from pnp.load.limits import MAX_OUTLINE_CHARACTERS, MAX_OUTLINE_CORNERS, MAX_SIDE_MM, MIN_SIDE_MM
from pnp.load.size import SizeError
from pnp.model import Size
from pnp.units import Length

EXAMPLE = 'path "M0 8 H20 L24 0 H40 L44 8 H91 V69 H0 Z"'
"""A card with a tab."""

_CLOSED = 0.01
"""Millimetres between the ends of a line that count as none."""
_NARROW = 0.5
"""Share of the narrowest square that an outline has to cover, so that it is no line there and back."""


def free_size(written: str, sides: tuple[Length, Length] | None) -> Size:
    """The size of a piece with a free outline.

    Args:
        written: Path data without quotes.
        sides: Width and height of the box whose upper left corner the numbers count from; None for the
            smallest box around the outline.

    Raises:
        SizeError: The path cannot be read, has several lines or none, is open, meets itself, is smaller
            or larger than pieces can be, or has too many corners.
    """
    line = _closed(_read(written))
    corners = corners_of(line)
    if len(corners) > MAX_OUTLINE_CORNERS:
        raise SizeError(
            f"the outline has {times(len(corners), 'corner', thousands=',')}, counting the short lines that stand for its curves; "
            f"at most {MAX_OUTLINE_CORNERS:,} can be cut out",
            "simplify it in your drawing program",
        )
    box = box_of(corners)
    size = f"{box.width:.4g} × {box.height:.4g} mm"
    if min(box.width, box.height) < MIN_SIDE_MM or max(box.width, box.height) > MAX_SIDE_MM:
        raise SizeError(
            f"the outline is {size}; sides are {MIN_SIDE_MM} to {MAX_SIDE_MM} mm",
            "write its numbers in millimetres",
        )
    if (point := crossing(corners)) is not None:
        raise SizeError(
            f"the outline meets itself at {point[0]:.4g} {point[1]:.4g}",
            "draw one line round the piece that neither crosses nor touches itself",
        )
    if abs(area(corners)) < _NARROW * MIN_SIDE_MM**2:
        raise SizeError(f"the outline of {size} encloses next to nothing", "draw it round the piece")
    if sides is None:
        own = _tidy(moved_path(line, -box.x, -box.y))
        return Size(_length(box.width), _length(box.height), shape="path", line=own)
    beyond = max(-box.x, -box.y, box.right - sides[0].mm, box.bottom - sides[1].mm)
    if beyond > _CLOSED:
        raise SizeError(
            f"the outline reaches {beyond:.3g} mm beyond the size of {sides[0].mm:g} × {sides[1].mm:g} mm",
            f"move it inside, or leave the size before 'path' out: the outline has its own, {size}",
        )
    return Size(*sides, shape="path", line=_tidy(line))


def _read(written: str) -> Path:
    if len(written) > MAX_OUTLINE_CHARACTERS:
        raise SizeError(
            f"the outline has {times(len(written), 'character', thousands=',')}; at most {MAX_OUTLINE_CHARACTERS:,} are read",
            "simplify it in your drawing program",
        )
    try:
        return parse_path(written)
    except SvgPathError as refused:
        near = written[refused.offset : refused.offset + 12].strip()
        place = (
            f"at its end: {refused}"
            if not near
            else f"near '{near}' (character {refused.offset + 1}): {refused}"
        )
        raise SizeError(
            f"the outline cannot be read {place}", f"write SVG path data in millimetres, such as {EXAMPLE}"
        ) from None


def _closed(path: Path) -> Path:
    """The path with its Z."""
    starts = sum(segment[0] == "M" for segment in path)
    if starts != 1 or len(path) < 3:
        count = "no line" if len(path) < 3 else times(starts, "line")
        raise SizeError(f"the outline has {count}", f"write one closed line, such as {EXAMPLE}")
    if path[-1] == ("Z",):
        return path
    (_, x1, y1), (*_, x2, y2) = path[0], path[-1]
    apart = math.dist((float(x1), float(y1)), (float(x2), float(y2)))
    if apart > _CLOSED:
        raise SizeError(f"the outline is open: its ends are {apart:.3g} mm apart", "end the path with Z")
    return (*path, ("Z",))


def _tidy(path: Path) -> Path:
    """The path without the last bits of sums."""
    return tuple(_rounded(segment) for segment in path)


def _rounded(segment: Segment) -> Segment:
    letter, *numbers = segment
    return (letter, *(round(float(number), 6) + 0.0 for number in numbers))


def _length(mm: float) -> Length:
    return Length.from_mm(round(mm, 4))
