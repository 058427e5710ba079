"""Which product of a shop a piece is, and how its picture lies on the shop's canvas."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.draw import Face, Outline
from pnp.draw.face import PlainShape
from pnp.export.face_picture import Shot
from pnp.export.target import Product, Target
from pnp.geometry import Box

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
