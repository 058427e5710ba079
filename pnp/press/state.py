"""The graphics state of a content stream, so that only what changes is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.colour import Colour
from pnp.press.number import number, numbers

Line: TypeAlias = tuple[str, str, str, str]
"""The operators that set width, ends, corners and dashes of lines."""

_DEFAULT = ("0 J", "0 j", "[]0 d")
"""Those of ends, corners and dashes that every stream begins with."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(slots=True)
class State:
    """What was set so far; empty texts where a stream starts and nothing is known.

    A form takes over the state of where it is drawn from. Line ends, corners, dashes, opacity and rendering mode are
    therefore at their defaults whenever a form is drawn; colours, widths and fonts are set by every stream anew.
    """

    fill: str = ""
    stroke: str = ""
    font: str = ""
    opacity: str = "1"
    line: Line = ("", *_DEFAULT)

    def __init__(
        self,
        fill: str = "",
        stroke: str = "",
        font: str = "",
        opacity: str = "1",
        line: Line = ("", *_DEFAULT),
    ) -> None:
        self.fill, self.stroke, self.font, self.opacity, self.line = fill, stroke, font, opacity, line

    @property
    def plain(self) -> bool:
        """Whether a form can be drawn without setting anything before."""
        return self.opacity == "1" and self.line[1:] == _DEFAULT

    def copy(self) -> State:
        """The same, apart."""
        return State(self.fill, self.stroke, self.font, self.opacity, self.line)


def colour_operator(colour: Colour, use: Literal["fill", "stroke"]) -> str:
    """The operator that sets the colour. Black and white are set as grey, so that presses print them with black only."""
    rgb = (colour.red, colour.green, colour.blue)
    if rgb in ((0, 0, 0), (255, 255, 255)):
        return f"{rgb[0] // 255} {'g' if use == 'fill' else 'G'}"
    return f"{numbers([channel / 255 for channel in rgb])} {'rg' if use == 'fill' else 'RG'}"


def line_operators(width: float, dash: tuple[float, ...], cap: str, join: str, places: int) -> Line:
    """What has to be in force when such a stroke (``pnp.draw.Stroke``) is drawn."""
    dashes = numbers(dash if any(dash) else (), places)
    return (f"{number(width, places)} w", f"{_CAPS[cap]} J", f"{_JOINS[join]} j", f"[{dashes}]0 d")


def line_changes(state: State, line: Line | None = None) -> list[str]:
    """What has to be set for such a line, or for a form when there is none; ``state`` is brought up to date."""
    before = state.line
    line = line or (before[0], *_DEFAULT)
    if line == before:
        return []
    state.line = line
    return [operator for operator, old in zip(line, before, strict=True) if operator != old]
