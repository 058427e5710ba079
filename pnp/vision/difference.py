"""How different two colours look."""

from __future__ import annotations

from math import dist

from pnp.colour import Colour
from pnp.vision.simulate import linear


def difference(one: Colour, other: Colour) -> float:
    """The distance in Oklab: 0 for equal colours, 1 from black to white, about 0.02 where it can just be noticed.

    Oklab: Björn Ottosson, "A perceptual color space for image processing" (2020),
    https://bottosson.github.io/posts/oklab/. Opacity is not looked at.
    """
    return dist(_oklab(one), _oklab(other))


def _oklab(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (linear(value / 255) for value in (colour.red, colour.green, colour.blue))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
