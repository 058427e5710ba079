"""A content stream with the settings that are in force where it ends so far."""

from __future__ import annotations

import math
from functools import reduce

from pnp.colour import Colour
from pnp.draw import Needs, Path
from pnp.geometry import IDENTITY, Matrix
from pnp.press.means import Operators
from pnp.press.number import number
from pnp.press.state import State


class Stream:
    """Operators one after the other; what is in force already is not set again.

    Args:
        operators: Remembers operands.
        places: Decimals of lengths.
        matrix: From the frame of what follows to the stream's own, where the caller has already set one.
    """

    def __init__(self, operators: Operators, places: int, matrix: Matrix) -> None:
        self._operators = operators
        self._needs = Needs()
        self._parts: list[str] = []
        self._state = State()
        self._saved: list[tuple[State, tuple[Matrix, ...], int]] = []
        self._maps: tuple[Matrix, ...] = (matrix,)
        self._in_text = False
        self._measured(places)

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
        """From the frame of what follows to the stream's own; few ask for it."""
        return reduce(lambda outer, inner: inner.then(outer), self._maps)

    def save(self) -> None:
        """Begin a part whose settings end with it."""
        self.write("q")
        self._saved.append((self._state.copy(), self._maps, self._places))

    def restore(self) -> None:
        """End it."""
        self.write("Q")
        self._state, self._maps, places = self._saved.pop()
        self._measured(places)

    def _measured(self, places: int) -> None:
        """Write lengths with so many decimals from here on."""
        self._places = places
        self._number = self._operators.numbers[places]

    def map(self, matrix: Matrix) -> None:
        """Place what follows through ``matrix``. Where it enlarges, lengths get more decimals."""
        if matrix == IDENTITY:
            return
        self.write(f"{self._operators.matrix(matrix, self._places)} cm")
        self._maps = (*self._maps, matrix)
        larger = self._operators.growth(matrix)
        if larger > 1.001:  # a turn is no enlargement, whatever the last bit of its cosine says
            self._measured(min(8, self._places + math.ceil(math.log10(larger))))

    def clip(self, path: Path, *, even_odd: bool = False) -> None:
        """Draw what follows inside ``path`` only."""
        self.write(self._operators.path(path, self._places), "W* n" if even_odd else "W n")

    def _fill_with(self, colour: Colour) -> None:
        """Set colour and opacity of surfaces and letters unless they are in force; may also stand inside of text."""
        if colour.alpha != 255 or self._state.opacity != "1":
            self._opacity(colour.alpha / 255)
        operator = self._operators.fills.of(colour)
        if self._state.fill != operator:
            self._state.fill = operator
            self._parts.append(operator)

    def _stroke_with(self, colour: Colour) -> None:
        """As ``_fill_with``, of lines."""
        if colour.alpha != 255 or self._state.opacity != "1":
            self._opacity(colour.alpha / 255)
        operator = self._operators.strokes.of(colour)
        if self._state.stroke != operator:
            self._state.stroke = operator
            self._parts.append(operator)

    def _opacity(self, value: float) -> None:
        text = "1" if value == 1.0 else number(value)
        if text == self._state.opacity:
            return
        self._state.opacity = text
        self._needs.transparent |= value < 1
        self._needs.states[f"A{text}"] = f"<</CA {text}/ca {text}>>"
        self._parts.append(f"/A{text} gs")
