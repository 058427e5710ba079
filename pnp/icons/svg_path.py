"""Path data of SVG (https://www.w3.org/TR/SVG2/paths.html) as paths of the draw list."""

from __future__ import annotations

import re
from collections.abc import Callable

from pnp.draw import Path
from pnp.draw.path import Segment, arc_curves
from pnp.geometry import Point
from pnp.icons.svg.limits import MAX_COORDINATE, MAX_PATH_SEGMENTS

# Quantifiers with a + behind them give nothing back, so that no text takes more than one pass.
_COMMAND = re.compile(r"[\s,]*+([MmZzLlHhVvCcSsQqTtAa])")
_SPACE = re.compile(r"\s*")
_BLANKS = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"\s*+,?\s*+([+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?)")
_FLAG = re.compile(r"\s*+,?\s*+([01])")
_COUNT = {"M": 2, "Z": 0, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


def _kinds(letter: str) -> list[re.Pattern[str]]:
    """The kind of each argument of a command.

    The two flags of an arc are single digits and may be glued to what follows: a1 1 0 01.5.5
    """
    return [_FLAG if letter == "A" and index in (3, 4) else _NUMBER for index in range(_COUNT[letter])]


_ARGUMENTS = {
    letter: re.compile("".join(f"(?>{kind.pattern})" for kind in _kinds(letter))) for letter in _COUNT
}
"""The arguments of each command, each of them read once, whatever follows."""


class SvgPathError(ValueError):
    """Path data that breaks the grammar.

    Attributes:
        offset: Of the character that cannot be read.
        done: What was read up to there; SVG draws it (SVG 2 §9.5.4).
    """

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset
        self.done: Path = ()


def parse_path(d: str) -> Path:
    """The path written in the ``d`` attribute, in absolute coordinates, made of M, L, C and Z segments.

    Arcs and quadratic curves become cubic ones. Empty data is an empty path.

    Raises:
        SvgPathError: At the first character that breaks the grammar, at a number beyond ``MAX_COORDINATE``
            and at more than ``MAX_PATH_SEGMENTS`` segments.
    """
    pen = _Pen()
    at, end = 0, len(d.rstrip())
    try:
        while at < end:
            at = _command(d, at, pen)
    except SvgPathError as fault:
        fault.done = tuple(pen.segments)
        raise
    return tuple(pen.segments)


def _command(d: str, at: int, pen: _Pen) -> int:
    """Draws one command letter with all its arguments; the offset after them."""
    match = _COMMAND.match(d, at)
    if match is None:
        at = _SPACE.match(d, at).end()  # type: ignore[union-attr]  # matches always
        raise SvgPathError(f"'{d[at]}' is no command of a path", at)
    letter = match[1]
    if not pen.segments and letter not in "Mm":
        raise SvgPathError(f"a path begins with M, not with '{letter}'", match.start(1))
    at = match.end()
    kind = letter.upper()
    draw, arguments, relative = _DRAW[kind], _ARGUMENTS[kind], kind != letter
    while True:
        found = arguments.match(d, at)
        if found is None:
            raise _lacking(d, at, kind)
        values = [*map(float, found.groups())]
        if values and not (max(values) <= MAX_COORDINATE and min(values) >= -MAX_COORDINATE):
            raise _too_great(found, values)
        at = found.end()
        if relative:
            values = _absolute(kind, values, pen)
        draw(pen, values)
        if len(pen.segments) > MAX_PATH_SEGMENTS:
            raise SvgPathError(f"the path has more than {MAX_PATH_SEGMENTS:,} segments", at)
        if kind == "Z" or d[at : at + 1].isalpha() or _NUMBER.match(d, at) is None:
            return at
        if kind == "M":  # further pairs after a move are lines
            draw = _DRAW["L"]


def _lacking(d: str, at: int, letter: str) -> SvgPathError:
    """The fault of arguments that are not all there, where the next one should be."""
    for kind in _kinds(letter):
        match = kind.match(d, at)
        if match is None:
            break
        at = match.end()
    return SvgPathError(f"'{letter}' needs {_COUNT[letter]} numbers", _BLANKS.match(d, at).end())  # type: ignore[union-attr]


def _too_great(found: re.Match[str], values: list[float]) -> SvgPathError:
    """The fault of the first of the numbers that is beyond ``MAX_COORDINATE``."""
    group = next(group for group, value in enumerate(values, 1) if not abs(value) <= MAX_COORDINATE)
    message = f"the number '{found[group]}' is greater than {MAX_COORDINATE:,}"
    return SvgPathError(message, found.start(group))


def _absolute(letter: str, values: list[float], pen: _Pen) -> list[float]:
    x, y = pen.x, pen.y
    if letter == "H":
        return [values[0] + x]
    if letter == "V":
        return [values[0] + y]
    if letter == "A":
        return [*values[:5], values[5] + x, values[6] + y]
    return [value + (y if index % 2 else x) for index, value in enumerate(values)]


class _Pen:
    """Where the pen is, and what it has drawn."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = 0.0
        self.start = Point(0.0, 0.0)
        self.closed = False
        self.cubic: Point | None = None  # last control point when the last segment was C or S
        self.quadratic: Point | None = None  # the same for Q and T

    def _arrive(self, x: float, y: float) -> None:
        if not (-MAX_COORDINATE <= x <= MAX_COORDINATE and -MAX_COORDINATE <= y <= MAX_COORDINATE):
            raise SvgPathError("the path leaves the range of numbers", 0)
        self.x, self.y = x, y
        self.cubic = self.quadratic = None

    def _begin(self) -> None:
        """A draw command after a Z starts a new subpath where the closed one began."""
        self.segments.append(("M", self.x, self.y))
        self.closed = False

    def move(self, v: list[float]) -> None:
        self.segments.append(("M", v[0], v[1]))
        self._arrive(v[0], v[1])
        self.start = Point(v[0], v[1])
        self.closed = False

    def line(self, v: list[float]) -> None:
        if self.closed:
            self._begin()
        self.segments.append(("L", v[0], v[1]))
        self._arrive(v[0], v[1])

    def horizontal(self, v: list[float]) -> None:
        self.line([v[0], self.y])

    def vertical(self, v: list[float]) -> None:
        self.line([self.x, v[0]])

    def curve(self, v: list[float]) -> None:
        if self.closed:
            self._begin()
        self.segments.append(("C", v[0], v[1], v[2], v[3], v[4], v[5]))
        self._arrive(v[4], v[5])
        self.cubic = Point(v[2], v[3])

    def smooth_curve(self, v: list[float]) -> None:
        control = self.cubic or Point(self.x, self.y)
        self.curve([2 * self.x - control.x, 2 * self.y - control.y, *v])

    def quadratic_curve(self, v: list[float]) -> None:
        # Degree elevation: the controls of the cubic lie two thirds of the way to the one of the quadratic.
        qx, qy, x, y = v
        self.curve(
            [
                self.x + (qx - self.x) * 2 / 3,
                self.y + (qy - self.y) * 2 / 3,
                x + (qx - x) * 2 / 3,
                y + (qy - y) * 2 / 3,
                x,
                y,
            ]
        )
        self.cubic, self.quadratic = None, Point(qx, qy)

    def smooth_quadratic_curve(self, v: list[float]) -> None:
        control = self.quadratic or Point(self.x, self.y)
        self.quadratic_curve([2 * self.x - control.x, 2 * self.y - control.y, *v])

    def arc(self, v: list[float]) -> None:
        rx, ry, rotation, large, sweep, x, y = v
        if (x, y) == (self.x, self.y):
            return
        if rx == 0 or ry == 0:
            self.line([x, y])
            return
        for curve in arc_curves(
            Point(self.x, self.y), rx, ry, rotation, bool(large), bool(sweep), Point(x, y)
        ):
            self.curve(list(curve))
        self.cubic = None

    def close(self, _v: list[float]) -> None:
        if not self.closed:
            self.segments.append(("Z",))
        self._arrive(self.start.x, self.start.y)
        self.closed = True


_DRAW: dict[str, Callable[[_Pen, list[float]], None]] = {
    "M": _Pen.move,
    "Z": _Pen.close,
    "L": _Pen.line,
    "H": _Pen.horizontal,
    "V": _Pen.vertical,
    "C": _Pen.curve,
    "S": _Pen.smooth_curve,
    "Q": _Pen.quadratic_curve,
    "T": _Pen.smooth_quadratic_curve,
    "A": _Pen.arc,
}
