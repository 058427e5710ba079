"""Sizes of pieces as authors write them, their free outlines, and the panels into which a board folds."""

from __future__ import annotations

import math
import re

from pnp.diagnostics import times
from pnp.draw import Path, moved_path
from pnp.draw.path import Segment
from pnp.draw.ring import area, box_of, corners_of, crossing
from pnp.load.document import Findings
from pnp.load.limits import (
    MAX_OUTLINE_CHARACTERS,
    MAX_OUTLINE_CORNERS,
    MAX_PANELS,
    MAX_SIDE_MM,
    MAX_SIZE_CHARACTERS,
    MIN_SIDE_MM,
)
from pnp.load.yaml.node import Node
from pnp.model import ONE_PANEL, Panels, Size, hexagon
from pnp.units import ZERO, Length, LengthError

_NUMBER = r"[+-]?\d*(?:[.,]\d+)?\d*"
_UNIT = r"[A-Za-z\"']*"
_RECTANGLE = re.compile(
    rf"\s*({_NUMBER})\s*({_UNIT}?)\s*[x×*]\s*({_NUMBER}\s*{_UNIT})(?:\s+r\s*(\S.*?))?\s*\Z"
)
_SHAPED = re.compile(r"\s*(circle|square|hex-pointy|hex-flat|hex)\s+(.*?)(?:\s+r\s*(\S.*?))?\s*\Z")
_FREE = re.compile(r"\s*+(?:([^\"']{1,60}?)\s++)?path\s*+(?:\"([^\"]*)\"|'([^']*)'|([Mm].*))\s*\Z", re.DOTALL)
_CURE = "write 63x88mm, 63x88mm r3mm, circle 20mm or hex-pointy 40mm"


class SizeError(ValueError):
    """A text that is no size; the message is one line for the author, ``cure`` the help."""

    def __init__(self, message: str, cure: str = _CURE) -> None:
        super().__init__(message)
        self.cure = cure


def parse_size(text: object) -> Size:
    """The size written in ``text``.

    ``63x88mm`` and ``63mm x 88mm`` are rectangles, with ``r3mm`` after them for round corners; ``square
    40mm``, ``circle 20mm`` (diameter); ``hex-pointy 40mm`` and ``hex-flat 40mm`` (flat-to-flat size, corner
    or edge on top); ``path "M0 8 H20 … Z"`` any outline, in millimetres, and ``91x69mm path "…"`` one inside
    a box.

    Raises:
        SizeError: Anything else, sides outside 3 to 1,200 mm, a radius above half the shorter side, or path
            data that is no outline.
    """
    if not isinstance(text, str):
        raise SizeError("expected a size")
    if "path" in text[:MAX_SIZE_CHARACTERS] and (match := _FREE.match(text)):
        return _free(match)
    if len(text) > MAX_SIZE_CHARACTERS:
        raise SizeError(f"'{text[:MAX_SIZE_CHARACTERS]}…' is not a size")
    if match := _SHAPED.match(text):
        shape, measure, radius = match.groups()
        return _shaped(text, shape, _side(text, measure), radius)
    match = _RECTANGLE.match(text)
    if match is None:
        raise SizeError(f"'{text}' is not a size")
    number, unit, height_text, radius = match.groups()
    height = _side(text, height_text)
    width_unit = unit or re.sub(r"[^A-Za-z\"']", "", height_text)
    width = _side(text, f"{number}{width_unit}")
    return Size(width, height, _radius(text, radius, width, height))


def _free(match: re.Match[str]) -> Size:
    within, *data = match.groups()
    sides = None
    if within:
        box = parse_size(within)
        if box.shape != "rectangle" or box.radius.emu:
            raise SizeError(f"'{within}' is no width and height", f"write 91x69mm {EXAMPLE}, or {EXAMPLE}")
        sides = box.width, box.height
    return free_size(next(each for each in data if each is not None), sides)


def _shaped(text: str, shape: str, side: Length, radius: str | None) -> Size:
    if shape == "hex":
        measure = text.split("hex", 1)[1].strip()
        raise SizeError(
            f"'{text}' doesn't say which way up the hexagon is",
            f"write hex-pointy {measure} for a corner on top, hex-flat {measure} for an edge on top",
        )
    if shape == "square":
        return Size(side, side, _radius(text, radius, side, side))
    if radius:
        raise SizeError(f"'{text}' gives a radius to a shape without corners to round")
    if shape == "circle":
        return Size(side, side, shape="circle")
    return hexagon(side, "pointy" if shape == "hex-pointy" else "flat")


def _side(text: str, written: str) -> Length:
    length = _measure(text, written)
    if length.emu <= 0:
        raise SizeError(f"'{text}' has a side of {length}")
    if not MIN_SIDE_MM <= length.mm <= MAX_SIDE_MM:
        raise SizeError(f"'{text}' has a side of {length}; sides are {MIN_SIDE_MM} to {MAX_SIDE_MM} mm")
    return length


def _measure(text: str, written: str) -> Length:
    try:
        return Length.parse(written)
    except LengthError as refused:
        message, _, cure = str(refused).partition("; ")
        if "," in written:
            cure = "write " + re.sub(r"(\d),(\d)", r"\1.\2", text.strip())
        raise SizeError(f"in '{text}': {message}", cure or _CURE) from None


def _radius(text: str, written: str | None, width: Length, height: Length) -> Length:
    if not written:
        return ZERO
    radius = _measure(text, written)
    half = min(width, height).half()
    if radius.emu < 0 or radius > half:
        raise SizeError(
            f"'{text}' has a corner radius of {radius}; at most half the shorter side, {half}, fits"
        )
    return radius


_WRITTEN = re.compile(r"\s*([1-9]\d{0,2})\s*[x×]\s*([1-9]\d{0,2})\s*\Z")


def panels(written: str | None, kind: str, node: Node | None, size: Size, findings: Findings) -> Panels:
    """The panels that a set asks for; one where it asks for none or is wrong.

    Args:
        written: What it says.
        kind: Of its pieces.
        node: Where they are written.
        size: Of the set.
        findings: Get M125.
    """
    if written is None or node is None:
        return ONE_PANEL
    found, fault = _panels(written, kind, size)
    if fault is not None:
        findings.error("M125", fault[0], node.span, fault[1])
    return found


def _panels(written: str, kind: str, size: Size) -> tuple[Panels, tuple[str, str] | None]:
    match = _WRITTEN.match(written)
    if match is None:
        cure = "write columns x rows, such as 2x1 for a board with one fold from top to bottom"
        return ONE_PANEL, (f"'{written}' is not columns by rows of panels", cure)
    if kind != "board":
        return ONE_PANEL, (f"a {kind} has no panels", "only boards fold; leave 'panels' out")
    if size.shape != "rectangle":
        return ONE_PANEL, (
            f"a board of {size.written} has no panels",
            "give it a size such as 594x420mm, or leave 'panels' out",
        )
    found = Panels(int(match[1]), int(match[2]))
    if max(found.columns, found.rows) > MAX_PANELS:
        return ONE_PANEL, (
            f"'{written}' is more than {MAX_PANELS} panels in a row",
            f"write {MAX_PANELS} or fewer",
        )
    width, height = size.width.mm / found.columns, size.height.mm / found.rows
    if min(width, height) < MIN_SIDE_MM:
        message = f"panels of {width:.4g} × {height:.4g} mm have a side below {MIN_SIDE_MM} mm"
        return ONE_PANEL, (message, "write fewer panels, or make the board larger")
    return found, None


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
    from pnp.icons.svg_path import SvgPathError, parse_path  # few games have free outlines

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
