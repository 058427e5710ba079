"""Content streams with their graphics state: only what changes is written, and operands are written once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce
from math import hypot
from typing import TypeAlias

from pnp.colour import Colour, PressColour
from pnp.draw import MITER_LIMIT, Path, Stroke
from pnp.geometry import IDENTITY, Matrix
from pnp.memo import Memo
from pnp.pdf.colours import RgbColours
from pnp.pdf.form import PdfResources
from pnp.pdf.number import matrix_operands, number, numbers

LineOperators: TypeAlias = tuple[str, str, str, str, str]
"""The operators that set width, ends, joins, dashes and the limit of mitred corners of lines."""

_DEFAULT = ("0 J", "0 j", "[]0 d", f"{MITER_LIMIT:g} M")
"""The operators for ends, joins, dashes and corners at the start of every stream."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(slots=True)
class State:
    """The graphics state (ISO 32000-1 §8.4) so far; empty strings where unknown, as at the start of a stream.

    A form inherits the state of the place where it is drawn. So line ends, joins, dashes, opacity and
    rendering mode are at their defaults whenever a form is drawn; every stream sets colours, widths and fonts
    itself.
    """

    colour: Colour | None = None  # that ``fill`` sets: neighbours mostly have the same
    fill: str = ""
    stroke: str = ""
    font: str = ""
    opacity: str = "1"
    overprint: bool = False
    line: LineOperators = ("", *_DEFAULT)

    @property
    def plain(self) -> bool:
        """Whether a form can be drawn without setting anything before."""
        return self.opacity == "1" and not self.overprint and self.line[1:] == _DEFAULT

    def copy(self) -> State:
        """An independent copy."""
        return State(self.colour, self.fill, self.stroke, self.font, self.opacity, self.overprint, self.line)


def line_operators(stroke: Stroke, places: int) -> LineOperators:
    """The operators for the line of a stroke, without its colour."""
    dashes = numbers(stroke.dash if any(stroke.dash) else (), places)
    width = number(stroke.width, places)
    return (
        f"{width} w",
        f"{_CAPS[stroke.cap]} J",
        f"{_JOINS[stroke.join]} j",
        f"[{dashes}]{number(stroke.dash_offset, places)} d",
        f"{number(stroke.miter)} M" if stroke.join == "miter" else f"{MITER_LIMIT:g} M",
    )


def line_changes(state: State, line: LineOperators | None = None) -> list[str]:
    """The operators that set ``state`` for the line, or for a form without one; ``state`` is updated."""
    before = state.line
    line = line or (before[0], *_DEFAULT)
    if line == before:
        return []
    state.line = line
    return [operator for operator, old in zip(line, before, strict=True) if operator != old]


def steps(matrix: Matrix) -> tuple[float, float]:
    """The lengths of a unit across and a unit down after the matrix."""
    return hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)


class ContentStream:
    """Operators in order. A setting that is in force already is not written again.

    Args:
        paths: Operators of paths, which recur on most faces.
        colours: Of the file.
        places: Decimals of lengths.
        matrix: From the frame of what follows to the stream's own, where the caller has already set one.
    """

    def __init__(
        self, paths: Memo[tuple[Path, int], str], colours: RgbColours, places: int, matrix: Matrix
    ) -> None:
        self._paths = paths
        self._colours = colours
        self._resources = PdfResources()
        self._parts: list[str] = []
        self._state = State()
        self._saved: list[tuple[State, tuple[Matrix, ...], int]] = []
        self._maps: tuple[Matrix, ...] = (matrix,)
        self._in_text = False
        self._places = places

    def data(self) -> bytes:
        """The operators so far."""
        self.write()
        return "\n".join(self._parts).encode("ascii")

    def write(self, *operators: str) -> None:
        """Add operators outside of text."""
        if self._in_text:
            self._parts.append("ET")
            self._in_text = False
        self._parts += operators

    @property
    def _matrix(self) -> Matrix:
        """From the frame of what follows to the stream's own."""
        return reduce(lambda outer, inner: inner.then(outer), self._maps)

    def save(self) -> None:
        """Save the graphics state."""
        self.write("q")
        self._saved.append((self._state.copy(), self._maps, self._places))

    def restore(self) -> None:
        """Restore the graphics state that was saved last."""
        self.write("Q")
        self._state, self._maps, self._places = self._saved.pop()

    def map(self, matrix: Matrix) -> None:
        """Transform what follows by ``matrix``. Where it enlarges, lengths get more decimals."""
        if matrix == IDENTITY:
            return
        self.write(f"{matrix_operands(matrix, self._places)} cm")
        self._maps = (*self._maps, matrix)
        larger = max(steps(matrix))
        if larger > 1.001:  # a turn is no enlargement, whatever the last bit of its cosine says
            self._places = min(8, self._places + math.ceil(math.log10(larger)))

    def clip(self, path: Path, *, even_odd: bool = False) -> None:
        """Draw what follows inside ``path`` only."""
        self.write(self._paths[path, self._places], "W* n" if even_odd else "W n")

    def _fill_with(self, colour: Colour) -> None:
        """Set colour and opacity of areas and letters; allowed inside text."""
        if colour.alpha != 255 or self._state.opacity != "1":
            self._opacity(colour.alpha / 255)
        if self._state.overprint or isinstance(colour, PressColour):
            self._overprint(isinstance(colour, PressColour) and colour.overprint)
        if colour is self._state.colour:
            return
        self._state.colour = colour
        operator = self._operator(colour, line=False)
        if self._state.fill != operator:
            self._state.fill = operator
            self._parts.append(operator)

    def _stroke_with(self, colour: Colour) -> None:
        """Set colour and opacity of lines; allowed inside text."""
        if colour.alpha != 255 or self._state.opacity != "1":
            self._opacity(colour.alpha / 255)
        if self._state.overprint or isinstance(colour, PressColour):
            self._overprint(isinstance(colour, PressColour) and colour.overprint)
        operator = self._operator(colour, line=True)
        if self._state.stroke != operator:
            self._state.stroke = operator
            self._parts.append(operator)

    def _operator(self, colour: Colour, *, line: bool) -> str:
        if isinstance(colour, PressColour) and colour.spot:
            name, space = self._colours.separation(colour)
            self._resources.spaces[name] = space
            return f"/{name} {'CS 1 SCN' if line else 'cs 1 scn'}"
        if self._colours.converter is not None:
            self._resources.ink = max(self._resources.ink, self._colours.ink(colour))
        return self._colours.operator(colour, line=line)

    def _overprint(self, wanted: bool) -> None:
        """Leave other inks in place under what follows, or not (ISO 32000-1 §8.6.7)."""
        if wanted is self._state.overprint:
            return
        self._state.overprint = wanted
        name, over = ("Over", "true") if wanted else ("Out", "false")
        self._resources.states[name] = f"<</OP {over}/op {over}/OPM 1>>"
        self._parts.append(f"/{name} gs")

    def _opacity(self, value: float) -> None:
        text = "1" if value == 1.0 else number(value)
        if text == self._state.opacity:
            return
        self._state.opacity = text
        self._resources.transparent |= value < 1
        self._resources.states[f"A{text}"] = f"<</CA {text}/ca {text}>>"
        self._parts.append(f"/A{text} gs")
