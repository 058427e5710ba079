"""The graphics state of a content stream, so that only what changes is written."""

from __future__ import annotations

from typing import Literal

from pnp.colour import Colour
from pnp.dataclass import dataclass
from pnp.draw import Stroke
from pnp.press.number import number, numbers

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
    width: str = ""
    cap: str = "0 J"
    join: str = "0 j"
    dash: str = "[]0 d"
    opacity: str = "1"
    font: str = ""

    @property
    def plain(self) -> bool:
        """Whether a form can be drawn without setting anything before."""
        return self.opacity == "1" and self.cap == "0 J" and self.join == "0 j" and self.dash == "[]0 d"

    def copy(self) -> State:
        """The same, apart."""
        return State(
            self.fill, self.stroke, self.width, self.cap, self.join, self.dash, self.opacity, self.font
        )


def colour_operator(colour: Colour, use: Literal["fill", "stroke"]) -> str:
    """The operator that sets the colour. Black and white are set as grey, so that presses print them with black only."""
    rgb = (colour.red, colour.green, colour.blue)
    if rgb in ((0, 0, 0), (255, 255, 255)):
        return f"{rgb[0] // 255} {'g' if use == 'fill' else 'G'}"
    return f"{numbers([channel / 255 for channel in rgb])} {'rg' if use == 'fill' else 'RG'}"


def line_operators(state: State, stroke: Stroke, places: int) -> list[str]:
    """What has to be set before the stroke is drawn; ``state`` is brought up to date."""
    wanted = {
        "width": f"{number(stroke.width, places)} w",
        "cap": f"{_CAPS[stroke.cap]} J",
        "join": f"{_JOINS[stroke.join]} j",
        "dash": f"[{numbers(stroke.dash if any(stroke.dash) else (), places)}]0 d",
    }
    return _change(state, wanted)


def default_operators(state: State) -> list[str]:
    """What has to be set before a form is drawn."""
    if state.cap == "0 J" and state.join == "0 j" and state.dash == "[]0 d":
        return []
    return _change(state, {"cap": "0 J", "join": "0 j", "dash": "[]0 d"})


def _change(state: State, wanted: dict[str, str]) -> list[str]:
    """The operators of ``wanted`` that are not in force yet; ``state`` is brought up to date."""
    changed = [(field, operator) for field, operator in wanted.items() if getattr(state, field) != operator]
    for field, operator in changed:
        setattr(state, field, operator)
    return [operator for _, operator in changed]
