"""The colours and gradients of a file: RGB for screens and desktop printers, or the inks of a press.

Gradients become axial and radial shadings (ISO 32000-1 §8.7.4.5).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.colour import Colour, Inks, PressColour
from pnp.draw import ColourStop, Gradient, PictureData
from pnp.pdf.form import Entries
from pnp.pdf.number import number, numbers

if TYPE_CHECKING:
    from pnp.cmyk.converter import InkConverter, InkPictures


Space: TypeAlias = Literal["DeviceRGB", "DeviceCMYK"]

_PLACES = 4


class RgbColours:
    """Colours as they are. Spots are separations that look on screens as in RGB.

    Attributes:
        space: The colour space of the file, in which transparent groups are blended.
        converter: Converts into inks; None in RGB.
    """

    space: Space = "DeviceRGB"
    converter: InkConverter | None = None

    def operator(self, colour: Colour, *, line: bool) -> str:
        """Sets the colour of lines, or of areas.

        Black and white are set as grey, so that printers use black ink only.
        """
        red, green, blue = colour.red, colour.green, colour.blue
        if red == green == blue and red in (0, 255):
            return f"{red // 255} {'G' if line else 'g'}"
        return f"{numbers((red / 255, green / 255, blue / 255))} {'RG' if line else 'rg'}"

    def of_type(self, colour: Colour) -> Colour:
        """The colour in which letters and thin lines are printed."""
        return colour

    def channels(self, colour: Colour) -> str:
        """The colour as operands, for functions of gradients and spots."""
        return numbers((colour.red / 255, colour.green / 255, colour.blue / 255), _PLACES)

    def picture(self, picture: PictureData) -> PictureData:
        """The picture in the colours of the file."""
        return picture

    def heavy(self, colour: Colour) -> bool:
        """Whether black printed over the colour would be more ink than the press takes."""
        del colour
        return False

    def ink(self, colour: Colour) -> float:
        """The ink of an area in this colour, in percent; 0 in RGB."""
        del colour
        return 0.0

    def separation(self, colour: PressColour) -> tuple[str, str]:
        """Name and colour space (ISO 32000-1 §8.6.6.4) of the spot of a colour."""
        none = self.channels(Colour(255, 255, 255))
        tint = f"<</FunctionType 2/Domain[0 1]/N 1/C0[{none}]/C1[{self.channels(colour)}]>>"
        name = "".join([each if each.isalnum() else "" for each in colour.spot])
        return f"Spot{name}", f"[/Separation/{_name(colour.spot)}/{self.space} {tint}]"


def _name(text: str) -> str:
    """A name object (ISO 32000-1 §7.3.5), without its slash."""
    return "".join([each if each.isalnum() else f"#{ord(each):02X}" for each in text])


class PressColours(RgbColours):
    """Colours in the inks of a press.

    Args:
        converter: Converts them.
        pictures: Converts pictures.
    """

    space: Space = "DeviceCMYK"

    def __init__(self, converter: InkConverter, pictures: InkPictures) -> None:
        self.converter: InkConverter = converter
        self.pictures = pictures
        self._type: dict[Colour, PressColour] = {}

    def operator(self, colour: Colour, *, line: bool) -> str:
        """Sets the inks of lines, or of areas."""
        return f"{self.channels(colour)} {'K' if line else 'k'}"

    def of_type(self, colour: Colour) -> Colour:
        """See ``InkConverter.type``."""
        known = self._type.get(colour)
        if known is None:
            known = self._type[colour] = self.converter.type(colour)
        return known

    def channels(self, colour: Colour) -> str:
        """The inks as operands."""
        return numbers(self.converter.area(colour), _PLACES)

    def picture(self, picture: PictureData) -> PictureData:
        """The picture in inks."""
        return self.pictures.of(picture)

    def heavy(self, colour: Colour) -> bool:
        """See ``RgbColours.heavy``."""
        return _coloured(self.converter.area(colour)) + 1 > self.converter.allowed / 100

    def ink(self, colour: Colour) -> float:
        """See ``RgbColours.ink``."""
        return sum(self.converter.area(colour)) * 100


def _coloured(inks: Inks) -> float:
    return inks[0] + inks[1] + inks[2]


RGB = RgbColours()
"""The colours of files that are not for a press."""


_CHANNEL_PLACES = 4
_EDGE = 0.0001
"""Share of a gradient that a hard edge at one of its ends takes; the least that is written."""


def colour_shading(gradient: Gradient, places: int, colours: RgbColours) -> tuple[str, Entries]:
    """Name and entries of the shading with the gradient's colours, without opacity."""
    channels = [colours.channels(stop.colour) for stop in _whole(gradient)]
    return _shading(gradient, places, colours.space, channels)


def opacity_shading(gradient: Gradient, places: int) -> tuple[str, Entries]:
    """Name and entries of the shading with the gradient's opacity as grey: white is opaque."""
    greys = [number(stop.colour.alpha / 255, _CHANNEL_PLACES) for stop in _whole(gradient)]
    return _shading(gradient, places, "DeviceGray", greys)


def _shading(gradient: Gradient, places: int, space: str, values: Sequence[str]) -> tuple[str, Entries]:
    ends = [gradient.x1, gradient.y1, gradient.x2, gradient.y2]
    if gradient.kind == "radial":
        focus = gradient.focus or (gradient.x1, gradient.y1)
        ends = [*focus, 0.0, gradient.x1, gradient.y1, gradient.radius]
    entries: Entries = {
        "ShadingType": 2 if gradient.kind == "linear" else 3,
        "ColorSpace": f"/{space}",
        "Coords": f"[{numbers(ends, places)}]",
        "Extend": "[true true]",
        "Function": _function([stop.at for stop in _whole(gradient)], values),
    }
    return "S" + hashlib.sha256(repr(sorted(entries.items())).encode()).hexdigest()[:12], entries


def flat_colour(gradient: Gradient) -> Colour | None:
    """The one colour that the gradient is everywhere, or None when it changes.

    A gradient without length, or with a single stop, is its last colour (SVG 2 §14.2.3).
    """
    degenerate = (
        gradient.radius <= 0
        if gradient.kind == "radial"
        else (gradient.x1, gradient.y1) == (gradient.x2, gradient.y2)
    )
    colours = {stop.colour for stop in gradient.stops}
    return gradient.stops[-1].colour if degenerate or len(colours) == 1 else None


def _whole(gradient: Gradient) -> list[ColourStop]:
    """The stops from exactly 0 to exactly 1, in rising order."""
    stops: list[ColourStop] = []
    at = 0.0
    for stop in gradient.stops:
        at = max(at, min(stop.at, 1.0))
        stops.append(ColourStop(at, stop.colour))
    if stops[0].at > 0:
        stops.insert(0, ColourStop(0.0, stops[0].colour))
    if stops[-1].at < 1:
        stops.append(ColourStop(1.0, stops[-1].colour))
    return _with_edges(stops)


def _with_edges(stops: list[ColourStop]) -> list[ColourStop]:
    """The stops with room for hard edges at 0 and 1: beyond the ends, the outermost colours go on.

    PDFium does not show the last one: it samples the function short of 1.
    """
    within = [stop for stop in stops if 0 < stop.at < 1]
    first = [stop for stop in stops if stop.at == 0]
    last = [stop for stop in stops if stop.at == 1]
    start = first if len(first) == 1 else [first[0], ColourStop(_EDGE, first[-1].colour)]
    end = last if len(last) == 1 else [ColourStop(1 - _EDGE, last[0].colour), last[-1]]
    return [*start, *within, *end]


def _function(places: Sequence[float], values: Sequence[str]) -> str:
    """The function from 0..1 to the values: one ramp, or several stitched.

    Stops at one place make a hard edge.
    """
    ramps: list[str] = []
    bounds: list[str] = []
    for index in range(len(places) - 1):
        if number(places[index]) == number(places[index + 1]):
            continue
        ramps.append(f"<</FunctionType 2/Domain[0 1]/N 1/C0[{values[index]}]/C1[{values[index + 1]}]>>")
        bounds.append(number(places[index + 1]))
    if len(ramps) == 1:
        return ramps[0]
    return (
        f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(ramps)}]"
        f"/Bounds[{' '.join(bounds[:-1])}]/Encode[{' '.join(['0 1'] * len(ramps))}]>>"
    )
