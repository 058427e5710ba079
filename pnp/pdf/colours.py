"""The colours of a file: RGB for screens and desktop printers, or the inks of a press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.colour import Colour, Inks, PressColour
from pnp.draw import PictureData
from pnp.pdf.number import numbers

if TYPE_CHECKING:  # files in RGB need neither
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
