"""Which product of a shop a piece is, how its picture lies on the canvas, and whether its bleed is enough."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.draw import Face, Outline
from pnp.draw.face import PlainShape
from pnp.export.target import Product, Target
from pnp.geometry import Box
from pnp.raster.pixels import Shot

if TYPE_CHECKING:
    from PIL.Image import Image

TOLERANCE = 1.5
"""Millimetres that a piece may be wider, narrower, higher or lower than a product.

European and American cards of one name differ by less (poker: 63 × 88 mm and 2.5 × 3.5 in), and a border that
is cut by half of this still looks even.
"""


@dataclass(frozen=True, slots=True)
class ProductFit:
    """A product for pieces of one outline.

    Nothing is scaled: the middle of the piece lies in the middle of the canvas, and the bleed is made as wide
    as the canvas asks.

    Attributes:
        product: Which.
        turned: Whether pieces lie on their side in its pictures.
        canvas_width: Of what shows of a face, in millimetres, in the face's own frame.
        canvas_height: Likewise.
        wider: How much wider than the piece the product is cut, in millimetres, in the face's own frame;
            below zero where it is narrower.
        higher: Likewise.
    """

    product: Product
    turned: bool
    canvas_width: float
    canvas_height: float
    wider: float
    higher: float

    def bleed(self, outline: Outline) -> float:
        """The bleed that fills the canvas, in millimetres."""
        return max(self.canvas_width - outline.width, self.canvas_height - outline.height) / 2

    def shot(self, face: Face, scale: float = 1.0) -> Shot:
        """The picture of a face; ``scale`` multiplies its pixels."""
        box = Box(
            (face.width - self.canvas_width) / 2,
            (face.height - self.canvas_height) / 2,
            self.canvas_width,
            self.canvas_height,
        )
        across, down = round(self.product.width_px * scale), round(self.product.height_px * scale)
        return Shot(face, box, *((down, across) if self.turned else (across, down)), turned=self.turned)


def fit_product(outline: Outline, target: Target) -> ProductFit | None:
    """The product that comes nearest to a piece, or None when none is within ``TOLERANCE``."""
    fits = [
        fit
        for product in target.products
        if product.kind == "piece"
        for turned in (False, True)
        if (fit := _fit(outline, target, product, turned))
    ]
    return min(fits, key=lambda fit: max(abs(fit.wider), abs(fit.higher)), default=None)


def _fit(outline: Outline, target: Target, product: Product, turned: bool) -> ProductFit | None:
    width, height = product.width.mm, product.height.mm
    canvas = target.canvas(product)
    shape = product.shape
    if turned:
        width, height, canvas, shape = height, width, canvas[::-1], _TURNED.get(shape, shape)
    wider, higher = width - outline.width, height - outline.height
    if shape != outline.shape or max(abs(wider), abs(higher)) > TOLERANCE:
        return None
    return ProductFit(product, turned, *canvas, wider, higher)


_TURNED: dict[PlainShape, PlainShape] = {"hex-pointy": "hex-flat", "hex-flat": "hex-pointy"}


_RAYS = 96
_INSIDE = 0.5  # mm inside the cut, past the softened edge of what ends there
_WITHIN = 0.3  # mm inside the bleed's end, likewise
_CORNER = 3.5  # mm: corners are cut round, and bleed may follow them
_SHARE = 0.02  # of the rays; a line of a picture that ends at the cut by chance is no fault
_BARE = 252  # all three of red, green and blue at least: paper


def bleed_is_short(image: Image, product: Product, target: Target) -> bool:
    """Whether there is colour at the cut and bare paper where the bleed should be.

    The picture is looked at along rays from its middle.

    Args:
        image: ``RGB``, as the shop gets it.
        product: Its trim lies in the middle of the picture.
        target: Says how wide the bleed is and how many pixels are an inch.
    """
    trim = Outline(product.shape, product.width.mm, product.height.mm)
    width, height = target.canvas(product)
    corner = target.bleed.mm + _CORNER
    per_mm = image.width / width, image.height / height
    short = 0
    for ray in range(_RAYS):
        angle = 2 * math.pi * (ray + 0.5) / _RAYS
        direction = math.cos(angle), math.sin(angle)
        if product.shape == "rectangle" and _near_corner(trim, direction, corner):
            continue
        colours = []
        for grow in (-_INSIDE, target.bleed.mm - _WITHIN):
            away = _reach(trim, grow, direction)
            x, y = ((side / 2 + part * away) for side, part in zip((width, height), direction, strict=True))
            colours.append(_pixel(image, x * per_mm[0], y * per_mm[1]))
        short += min(colours[1]) >= _BARE > min(colours[0])
    return short > _SHARE * _RAYS


def _near_corner(trim: Outline, direction: tuple[float, float], within: float) -> bool:
    away = _reach(trim, 0.0, direction)
    return (
        abs(direction[0]) * away > trim.width / 2 - within
        and abs(direction[1]) * away > trim.height / 2 - within
    )


def _pixel(image: Image, x: float, y: float) -> tuple[int, ...]:
    at = min(max(int(x), 0), image.width - 1), min(max(int(y), 0), image.height - 1)
    colour = image.getpixel(at)
    assert isinstance(colour, tuple), "an RGB picture has three numbers at each place"
    return colour


def _reach(outline: Outline, grow: float, direction: tuple[float, float]) -> float:
    """How far the outline, moved outwards by ``grow``, is from its middle in a direction."""
    half = outline.width / 2 + grow, outline.height / 2 + grow
    if outline.shape == "circle":
        return half[0]
    if outline.shape == "rectangle":
        return min(side / abs(part) for side, part in zip(half, direction, strict=True) if abs(part) > 1e-9)
    # A hexagon is what six lines cut off; the nearest along the ray counts.
    flat = half[0] if outline.shape == "hex-pointy" else half[1]
    first = 0.0 if outline.shape == "hex-pointy" else math.pi / 6
    normals = (
        (math.cos(first + side * math.pi / 3), math.sin(first + side * math.pi / 3)) for side in range(6)
    )
    slopes = (direction[0] * x + direction[1] * y for x, y in normals)
    return min(flat / slope for slope in slopes if slope > 1e-9)
