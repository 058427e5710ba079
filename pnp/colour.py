"""Colours as sRGB triples with opacity."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

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

        Raises:
            ColourError: Anything else.
        """
        match = _HEX.match(_NAMED.get(text.strip().lower(), text.strip()))
        if match is None:
            word = text.strip()
            known = {**_CSS, **{name: name for name in _NAMED}}
            close = get_close_matches(word.lower(), known, n=1, cutoff=0.75)
            meant = known[close[0]] if close else "#" + word if _HEX.match("#" + word) else ""
            hint = f"; write '{meant}'" if meant else "; write it as '#B3202C'"
            raise ColourError(f"'{text}' is not a colour{hint}")
        digits = match.group(1)
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        return cls(*(int(digits[at : at + 2], 16) for at in range(0, len(digits), 2)))

    @property
    def opaque(self) -> Colour:
        """The same colour without transparency."""
        return Colour(self.red, self.green, self.blue)

    @property
    def luminance(self) -> float:
        """Relative luminance, 0 (black) to 1 (white), by WCAG 2.2 §relative-luminance."""
        red, green, blue = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in (self.red / 255, self.green / 255, self.blue / 255)
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

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


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, 1 to 21, by WCAG 2.2 §contrast-ratio."""
    light, dark = sorted((one.luminance, other.luminance), reverse=True)
    return (light + 0.05) / (dark + 0.05)


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)
