"""Colours as sRGB triples with opacity, some with printing inks of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import TypeAlias

_HEX = re.compile(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\Z")
_NAMED = {"black": "#000000", "white": "#FFFFFF"}
_CSS = {
    "aqua": "#00FFFF", "beige": "#F5F5DC", "blue": "#0000FF", "brown": "#A52A2A", "crimson": "#DC143C",
    "cyan": "#00FFFF", "fuchsia": "#FF00FF", "gold": "#FFD700", "gray": "#808080", "green": "#008000",
    "grey": "#808080", "indigo": "#4B0082", "lime": "#00FF00", "magenta": "#FF00FF", "maroon": "#800000",
    "navy": "#000080", "olive": "#808000", "orange": "#FFA500", "pink": "#FFC0CB", "purple": "#800080",
    "red": "#FF0000", "silver": "#C0C0C0", "tan": "#D2B48C", "teal": "#008080", "turquoise": "#40E0D0",
    "violet": "#EE82EE", "yellow": "#FFFF00",
}  # fmt: skip
"""Names of CSS that a newcomer may try, to say how they are written here."""


class ColourError(ValueError):
    """A text that is no colour. The message is a sentence for the reader."""


_LIGHT = tuple(
    [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (each / 255 for each in range(256))]
)
"""The light of a channel by its value."""


@dataclass(frozen=True, slots=True)
class Colour:
    """One sRGB colour.

    Attributes:
        red: 0 to 255.
        green: 0 to 255.
        blue: 0 to 255.
        alpha: Opacity, 0 to 255.
    """

    red: int
    green: int
    blue: int
    alpha: int = 255

    @classmethod
    def parse(cls, text: str) -> Colour:
        """The colour written as ``#rgb``, ``#rrggbb``, ``#rrggbbaa``, ``black`` or ``white``.

        ``cmyk(0 100 90 10)`` and ``spot(Foil)`` are a ``PressColour``, also after a colour for screens.

        Raises:
            ColourError: Anything else.
        """
        if "(" in text:
            return _press_colour(text)
        word = text.strip()
        match = _HEX.match(_NAMED.get(word.lower(), word))
        if match is None:
            known = {**_CSS, **{name: name for name in _NAMED}}
            close = get_close_matches(word.lower(), known, n=1, cutoff=0.75)
            meant = known[close[0]] if close else "#" + word if _HEX.match("#" + word) else ""
            hint = f"; write '{meant}'" if meant else "; write it as '#B3202C'"
            raise ColourError(f"'{text}' is not a colour{hint}")
        digits = match.group(1)
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        return cls(*bytes.fromhex(digits))

    @property
    def opaque(self) -> Colour:
        """The same colour without transparency."""
        return Colour(self.red, self.green, self.blue)

    @property
    def luminance(self) -> float:
        """Relative luminance, 0 (black) to 1 (white), by WCAG 2.2 §relative-luminance."""
        return 0.2126 * _LIGHT[self.red] + 0.7152 * _LIGHT[self.green] + 0.0722 * _LIGHT[self.blue]

    def mixed(self, other: Colour, share: float) -> Colour:
        """This colour with ``share`` (0 to 1) of ``other`` in it; opacity stays."""
        return Colour(
            round(self.red + (other.red - self.red) * share),
            round(self.green + (other.green - self.green) * share),
            round(self.blue + (other.blue - self.blue) * share),
            self.alpha,
        )

    def with_alpha(self, alpha: int) -> Colour:
        """This colour with the opacity ``alpha``, 0 to 255."""
        return Colour(self.red, self.green, self.blue, alpha)

    def __str__(self) -> str:
        tail = "" if self.alpha == 255 else f"{self.alpha:02X}"
        return f"#{self.red:02X}{self.green:02X}{self.blue:02X}{tail}"


Inks: TypeAlias = tuple[float, float, float, float]
"""Shares of cyan, magenta, yellow and black ink, each from 0 to 1."""


@dataclass(frozen=True, slots=True)
class PressColour(Colour):
    """A colour that says how it is printed; red, green and blue are its look on screens.

    Attributes:
        inks: The printing inks; None to convert red, green and blue.
        spot: Name of the separation that it is printed on, such as ``CutContour``; empty for none.
        overprint: Whether it leaves other inks below it in place, as black text and cut lines do.
    """

    inks: Inks | None = None
    spot: str = ""
    overprint: bool = False

    def mixed(self, other: Colour, share: float) -> Colour:
        """As of any colour; the inks are mixed, too, if both colours are black, white or have inks."""
        mixed = Colour.mixed(self, other, share)
        ends = _own_inks(self), _own_inks(other)
        if ends[0] is None or ends[1] is None:
            return mixed
        c, m, y, k = (one + (two - one) * share for one, two in zip(ends[0], ends[1], strict=True))
        return PressColour(mixed.red, mixed.green, mixed.blue, mixed.alpha, (c, m, y, k))

    def with_alpha(self, alpha: int) -> Colour:
        """This colour with the opacity ``alpha``, 0 to 255."""
        return replace(self, alpha=alpha)

    def __str__(self) -> str:
        words = [Colour.__str__(self)]
        if self.inks is not None:
            words.append(f"cmyk({' '.join(f'{ink * 100:g}' for ink in self.inks)})")
        if self.spot:
            words.append(f"spot({self.spot})")
        return " ".join(words)


SPOTS: Mapping[str, tuple[str, Inks]] = MappingProxyType(
    {
        "CutContour": ("#EC008C", (0.0, 1.0, 0.0, 0.0)),
        "KissCut": ("#00A650", (0.9, 0.0, 1.0, 0.0)),
        "Crease": ("#00AEEF", (1.0, 0.0, 0.0, 0.0)),
        "Perforation": ("#F58220", (0.0, 0.6, 1.0, 0.0)),
        "Foil": ("#C9A227", (0.2, 0.35, 0.9, 0.0)),
        "Varnish": ("#8DC8E8", (0.4, 0.05, 0.0, 0.0)),
        "White": ("#D7E3EA", (0.15, 0.05, 0.05, 0.0)),
    }
)
"""Names of cuts, foil and varnish: each with its look on screens and in printing inks."""

_KNOWN_SPOTS = {each.casefold(): each for each in SPOTS}


def spot_colour(name: str) -> PressColour:
    """A spot of ``SPOTS`` as a colour that is printed over everything else.

    Raises:
        ColourError: It is not one of them.
    """
    found = _KNOWN_SPOTS.get(name.strip().casefold())
    if found is None:
        close = get_close_matches(name.strip().casefold(), _KNOWN_SPOTS, n=1, cutoff=0.6)
        hint = f"write '{_KNOWN_SPOTS[close[0]]}'" if close else f"the known ones are {', '.join(SPOTS)}"
        raise ColourError(
            f"'{name}' is not a known spot; {hint}, or write a look first: '#8A7042 spot({name})'"
        )
    look, inks = SPOTS[found]
    red, green, blue = (int(look[at : at + 2], 16) for at in (1, 3, 5))
    return PressColour(red, green, blue, 255, inks, found, overprint=True)


_PRESS = re.compile(r"\s*([^\s(]+\s)?\s*(?:cmyk\(([^()]*)\))?\s*(?:spot\(([^()]*)\))?\s*", re.IGNORECASE)
_SPOT = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]{0,60}")
_PRESS_CURE = "write it as 'cmyk(0 100 90 10)', 'spot(Foil)', or either after a colour for screens"


def _press_colour(text: str) -> Colour:
    match = _PRESS.fullmatch(text)
    if match is None or (match[2] is None and match[3] is None):
        raise ColourError(f"'{text}' is not a colour; {_PRESS_CURE}")
    inks = None if match[2] is None else read_inks(text, match[2])
    name = (match[3] or "").strip()
    name = _KNOWN_SPOTS.get(name.casefold(), name)
    if match[3] is not None and (not _SPOT.fullmatch(name) or name.casefold() in ("all", "none")):
        raise ColourError(f"'{text}' has no usable spot name; write letters and digits, such as 'spot(Foil)'")
    look = None if match[1] is None else Colour.parse(match[1])
    if look is None and inks is None:
        return spot_colour(name)
    if look is None:
        assert inks is not None
        look = _look(inks)
    return PressColour(look.red, look.green, look.blue, look.alpha, inks, name, overprint=name in SPOTS)


def read_inks(text: str, arguments: str) -> Inks:
    """Four inks in percent, such as ``0 100 90 10``.

    Args:
        text: What was written, for the fault.
        arguments: The part of it with the inks.

    Raises:
        ColourError: They are not four, or one is above 100.
    """
    parts = re.split(r"[\s,]+", arguments.strip())
    if len(parts) != 4 or not all(re.fullmatch(r"\d{1,3}(\.\d{1,4})?%?", part) for part in parts):
        raise ColourError(f"'{text}' does not have four inks in percent; write it as 'cmyk(0 100 90 10)'")
    shares = [float(part.removesuffix("%")) / 100 for part in parts]
    if max(shares) > 1:
        raise ColourError(f"'{text}' has an ink above 100 percent; write 100 or less")
    return (shares[0], shares[1], shares[2], shares[3])


def _look(inks: Inks) -> Colour:
    """The look of inks on screens by formula: what a press prints is duller."""
    *coloured, black = inks
    red, green, blue = (round(255 * (1 - ink) * (1 - black)) for ink in coloured)
    return Colour(red, green, blue)


def _own_inks(colour: Colour) -> Inks | None:
    """The inks of a colour that need no conversion; spots have none to mix."""
    if isinstance(colour, PressColour):
        return None if colour.spot else colour.inks
    return {BLACK: (0.0, 0.0, 0.0, 1.0), WHITE: (0.0, 0.0, 0.0, 0.0)}.get(colour)


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, 1 to 21, by WCAG 2.2 §contrast-ratio."""
    light, dark = sorted((one.luminance, other.luminance), reverse=True)
    return (light + 0.05) / (dark + 0.05)


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)
REGISTRATION = PressColour(0, 0, 0, 255, (1.0, 1.0, 1.0, 1.0), "All")
"""Every ink at once, for marks that show on each separation."""
