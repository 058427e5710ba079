"""Transforms and clip shapes of elements."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from pnp.diagnostics import times
from pnp.draw import Clip, Outline, Path, circle, ellipse, moved_path, polygon, rectangle
from pnp.geometry import IDENTITY, Box, Matrix, Point, scale, shift, turn
from pnp.layout.fault import AttributeFault
from pnp.layout.frame import Measure
from pnp.layout.kind import MEASURE, PATH, AttributeKind

_STEP = re.compile(r"\s*(rotate|translate|scale)\s*\(([^()]*)\)\s*,?")
_COUNTS = {"rotate": (1, 3), "translate": (1, 2), "scale": (1, 2)}


class Step(NamedTuple):
    """One step of a transform: its name, its numbers (degrees, or factors of a scale) and its distances."""

    name: str
    numbers: tuple[float, ...]
    distances: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Transform:
    """Steps as in SVG: the last is applied first; the origin is the top-left corner of the frame."""

    steps: tuple[Step, ...]

    def matrix(self, frame: Box) -> Matrix:
        """The map of an element in ``frame``."""
        matrix = IDENTITY
        for step in reversed(self.steps):
            matrix = matrix.then(_step(step, frame))
        return matrix


def _step(step: Step, frame: Box) -> Matrix:
    if step.name == "scale":
        return _about(scale(step.numbers[0], step.numbers[-1]), frame.x, frame.y)
    dx = step.distances[0].of(frame.width) if step.distances else 0.0
    dy = step.distances[1].of(frame.height) if len(step.distances) > 1 else 0.0
    if step.name == "translate":
        return shift(dx, dy)
    return turn(step.numbers[0], Point(frame.x + dx, frame.y + dy))


def _about(matrix: Matrix, x: float, y: float) -> Matrix:
    return shift(-x, -y).then(matrix).then(shift(x, y))


def _transform(value: Any) -> Transform:
    text, at, steps = str(value).strip(), 0, []
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None:
            raise AttributeFault("is no transform", "write rotate(90), translate(1 2) or scale(0.5)")
        name, words = match[1], match[2].replace(",", " ").split()
        if len(words) not in _COUNTS[name]:
            *fewer, most = _COUNTS[name]
            counts = " or ".join([*map(str, fewer), times(most, "number")])
            raise AttributeFault("is no transform", f"{name} takes {counts}")
        plain = {"rotate": 1, "translate": 0, "scale": 2}[name]
        numbers = tuple(_factor(word) for word in words[:plain])
        if name == "scale" and 0.0 in numbers:
            raise AttributeFault("scales to nothing", "write a factor such as 0.5")
        steps.append(Step(name, numbers, tuple(MEASURE.read(word) for word in words[plain:])))
        at = match.end()
    return Transform(tuple(steps))


def _factor(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not abs(number) <= 10_000:
        raise AttributeFault("is no transform", f"'{word}' should be a number")
    return number


ClipShape: TypeAlias = Literal["none", "box", "circle", "ellipse", "hex-pointy", "hex-flat", "path"]


class ClipChoice(NamedTuple):
    """The shape that shows of an element: inscribed in its box, or a path from the top left of its box.

    Attributes:
        shape: Which one.
        radius: Of the corners of ``box``.
        path: Of the shape ``path``.
    """

    shape: ClipShape
    radius: float = 0.0
    path: Path = ()

    def over(self, box: Box) -> Clip | None:
        """The clip laid over a box; None for no clip."""
        if self.shape == "none":
            return None
        if self.shape == "path":
            return Clip(moved_path(self.path, box.x, box.y))
        centre = box.centre
        if self.shape == "box":
            return Clip(rectangle(box, self.radius))
        if self.shape == "ellipse":
            return Clip(ellipse(centre.x, centre.y, box.width / 2, box.height / 2))
        if self.shape == "circle":
            return Clip(circle(centre.x, centre.y, min(box.width, box.height) / 2))
        return Clip(polygon(hexagon(box, self.shape)))


def hexagon(
    box: Box, shape: Literal["hex-pointy", "hex-flat"], grow: float = 0.0
) -> list[tuple[float, float]]:
    """The corners of the largest regular hexagon in a box, about its middle, moved outwards by ``grow``."""
    # A regular hexagon is 2/√3 as far from corner to corner as from flat to flat.
    ratio = 2 / 3**0.5
    across, along = (box.width, box.height) if shape == "hex-pointy" else (box.height, box.width)
    flat = min(across, along / ratio)
    outline = Outline(shape, *((flat, flat * ratio) if shape == "hex-pointy" else (flat * ratio, flat)))
    dx, dy = box.centre.x - outline.width / 2, box.centre.y - outline.height / 2
    return [(x + dx, y + dy) for x, y in outline.corners(grow)]


def _clip(value: Any) -> ClipChoice:
    words = str(value).split()
    if words and words[0][0] in "Mm":
        return ClipChoice("path", path=PATH.read(value))
    if len(words) == 2 and words[0] == "rounded" and re.fullmatch(r"\d+(\.\d+)?", words[1]):
        return ClipChoice("box", min(float(words[1]), 1000.0))
    shapes: tuple[ClipShape, ...] = ("none", "box", "circle", "ellipse", "hex-pointy", "hex-flat")
    for shape in shapes:
        if words == [shape]:
            return ClipChoice(shape)
    raise AttributeFault("is no clip shape", f"write {', '.join(shapes)}, 'rounded 3' or path data")


TRANSFORM = AttributeKind("rotate(…), translate(…), scale(…)", _transform)
CLIP = AttributeKind(
    "`none` | `box` | `rounded` radius | `circle` | `ellipse` | `hex-pointy` | `hex-flat` | path data", _clip
)
