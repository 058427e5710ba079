"""Colours as seen by eyes that lack one kind of cone, and how well they can be distinguished."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from pnp.colour import Colour

Vision: TypeAlias = Literal["deutan", "protan", "tritan"]
"""Which cones are missing: those for green, red or blue."""
VISIONS: tuple[Vision, ...] = get_args(Vision)

_Row: TypeAlias = tuple[float, float, float]

# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency",
# IEEE
# TVCG 15 (2009), severity 1.0 (https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/CVD_Simulation.html), for
# linear sRGB. The authors call the tritan one an approximation.
_MATRICES: Mapping[Vision, tuple[_Row, _Row, _Row]] = MappingProxyType(
    {
        "deutan": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "protan": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "tritan": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)


def seen(colour: Colour, vision: Vision) -> Colour:
    """The colour that shows to others what this one looks like; its opacity stays."""
    light = (linear(colour.red / 255), linear(colour.green / 255), linear(colour.blue / 255))
    red, green, blue = (round(encoded(value) * 255) for value in simulated(light, vision))
    return Colour(red, green, blue, colour.alpha)


def simulated(light: _Row, vision: Vision) -> _Row:
    """The same for linear sRGB from 0 to 1; what leaves that range is cut."""
    red, green, blue = (
        min(1.0, max(0.0, sum(factor * part for factor, part in zip(row, light, strict=True))))
        for row in _MATRICES[vision]
    )
    return red, green, blue


def linear(value: float) -> float:
    """Light from an sRGB value, both from 0 to 1 (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def encoded(light: float) -> float:
    """The sRGB value of light, both from 0 to 1 (IEC 61966-2-1)."""
    return light * 12.92 if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


def difference(one: Colour, other: Colour) -> float:
    """The distance in Oklab: 0 for equal colours, 1 from black to white, about 0.02 where just noticeable.

    Oklab: Björn Ottosson, "A perceptual color space for image processing" (2020),
    https://bottosson.github.io/posts/oklab/. Opacity is not looked at.
    """
    return dist(oklab(one), oklab(other))


def oklab(colour: Colour) -> tuple[float, float, float]:
    """Lightness from 0 to 1, and the two axes of hue, in Oklab; opacity is not looked at."""
    red, green, blue = (linear(value / 255) for value in (colour.red, colour.green, colour.blue))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
