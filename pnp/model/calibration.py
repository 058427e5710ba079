"""Calibration of a printer: errors read off a calibration sheet, and the print options that correct them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.model import PrintSettings
from pnp.model.limits import MOST_ROTATION
from pnp.model.print import MOST_OFFSET, SCALES
from pnp.units import Length, LengthError

READINGS = ("x", "y", "rotate", "scale-x", "scale-y", "left", "right", "ruler-x", "ruler-y")
"""Readings of a sheet, and values that can be given directly."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The corrections that a printer needs on one paper.

    Frame: the upright paper as one looks at the side in question, backs being turned over the long edge.

    Attributes:
        x: How far backs are moved to the right, in millimetres.
        y: How far backs are moved down, in millimetres.
        rotate: How far backs are turned clockwise about the middle of the page, in degrees.
        scale_x: How much both sides are enlarged across.
        scale_y: How much both sides are enlarged down.
    """

    x: float = 0.0
    y: float = 0.0
    rotate: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def turned(self) -> Calibration:
        """The calibration for turning over the other edge: the back is then the other way up."""
        return replace(self, x=-self.x, y=-self.y)

    @property
    def settings(self) -> PrintSettings:
        """The print options that apply it."""
        return PrintSettings(
            {
                "back-offset": f"{self.x:.4f}mm {self.y:.4f}mm",
                "back-rotation": f"{self.rotate:.5f}",
                "scale": f"{self.scale_x:.6f} {self.scale_y:.6f}",
            }
        )


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer that was calibrated.

    Attributes:
        name: As its owner calls it.
        papers: What it needs on each paper, by ``paper_key``.
    """

    name: str
    papers: Mapping[str, Calibration] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scales:
    """Distances on a calibration sheet that readings are turned into numbers by, in millimetres.

    Attributes:
        apart: From the left scale to the right one.
        ruler_x: Length of the level ruler.
        ruler_y: Length of the upright ruler.
    """

    apart: float
    ruler_x: float
    ruler_y: float


def calibration_from(typed: str, scales: Scales) -> tuple[Calibration | None, list[Diagnostic]]:
    """The calibration that readings such as ``x=0.3,left=-0.1,right=0.2,ruler-x=149.5`` come to.

    ``x``, ``y`` (or ``left`` and ``right``, which give ``y`` and ``rotate``) are what the scales show, in
    millimetres; ``ruler-x`` and ``ruler-y`` are what the rulers measure in millimetres and give the factors
    ``scale-x``, ``scale-y``.

    Args:
        typed: Readings with commas or spaces between them.
        scales: Of the sheet that they were read off.

    Diagnostics: S107 unusable reading, S108 numbers that no printer in order needs.
    """
    found: list[Diagnostic] = []
    values: dict[str, float] = {}
    for part in re.split(r"[,\s]+", typed.strip()):
        name, equals, text = part.partition("=")
        if name not in READINGS:
            found.append(
                error("S107", f"unknown reading '{name}'", None, did_you_mean(name, READINGS, "readings"))
            )
        elif not equals or (value := _number(name, text)) is None:
            found.append(
                error("S107", f"reading '{part}' is not a number", None, f"write it such as {_SAMPLES[name]}")
            )
        else:
            values[name] = value
    found += _clashes(values)
    if found:
        return None, found
    made = _made(values, scales)
    found += _absurd(made)
    return (None if found else made), found


_SAMPLES = {
    "x": "x=0.3",
    "y": "y=-0.2",
    "rotate": "rotate=0.1",
    "scale-x": "scale-x=1.003",
    "scale-y": "scale-y=1.003",
    "left": "left=-0.1",
    "right": "right=0.2",
    "ruler-x": "ruler-x=149.5",
    "ruler-y": "ruler-y=199.5",
}


def _number(name: str, text: str) -> float | None:
    """Millimetres for lengths, a factor for scales (also as per cent), degrees for ``rotate``."""
    if name.startswith("scale") and text.endswith("%"):
        plain, unit = text[:-1], 0.01
    elif name == "rotate":
        plain, unit = text.removesuffix("°"), 1.0
    else:
        plain, unit = text, 1.0
    if re.fullmatch(r"[+-]?(\d{1,5}(\.\d{1,6})?|\.\d{1,6})", plain):
        value = float(plain) * unit
        return value if value > 0 or not name.startswith(("ruler", "scale")) else None
    if name in ("rotate", "scale-x", "scale-y"):
        return None
    try:
        return Length.parse(text).mm
    except LengthError:
        return None


def _clashes(values: Mapping[str, float]) -> list[Diagnostic]:
    found = []
    for one, others in (
        ("y", ("left", "right")),
        ("rotate", ("left", "right")),
        ("scale-x", ("ruler-x",)),
        ("scale-y", ("ruler-y",)),
    ):
        both = [other for other in others if other in values]
        if one in values and both:
            found.append(
                error("S107", f"'{one}' and '{both[0]}' say the same twice", None, "give one of them")
            )
    if ("left" in values) != ("right" in values):
        given, missing = ("left", "right") if "left" in values else ("right", "left")
        found.append(error("S107", f"'{given}' comes without '{missing}'", None, "read both level scales"))
    return found


def _made(values: Mapping[str, float], scales: Scales) -> Calibration:
    y, rotate = values.get("y", 0.0), values.get("rotate", 0.0)
    if "left" in values:
        y = (values["left"] + values["right"]) / 2
        # Clockwise (y points down) lowers what lies to the right.
        rotate = math.degrees(math.atan((values["right"] - values["left"]) / scales.apart))
    return Calibration(
        x=values.get("x", 0.0),
        y=y,
        rotate=rotate,
        scale_x=scales.ruler_x / values["ruler-x"] if values.get("ruler-x") else values.get("scale-x", 1.0),
        scale_y=scales.ruler_y / values["ruler-y"] if values.get("ruler-y") else values.get("scale-y", 1.0),
    )


def _absurd(made: Calibration) -> list[Diagnostic]:
    flip = "check whether the sheet was turned over the right edge"
    fit = "print the sheet at 100 %, without 'fit to page'"
    found = []
    for name, value in (("x", made.x), ("y", made.y)):
        if abs(value) > MOST_OFFSET.mm:
            message = f"{name}={value:g} moves backs by more than {MOST_OFFSET}"
            found.append(error("S108", message, None, flip))
    if abs(made.rotate) > MOST_ROTATION:
        message = f"rotate={made.rotate:g} turns backs by more than {MOST_ROTATION:g}°"
        found.append(error("S108", message, None, flip))
    for name, value in (("scale-x", made.scale_x), ("scale-y", made.scale_y)):
        if not SCALES[0] <= value <= SCALES[1]:
            message = f"{name}={value:g} is not between {SCALES[0]:g} and {SCALES[1]:g}"
            found.append(error("S108", message, None, fit))
    return found
