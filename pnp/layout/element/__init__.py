"""The elements of layouts and their attributes: the table for the builder and for the reference."""

from __future__ import annotations

from pnp.layout.element.attribute import Attribute, Element, Painted, Placed, Shown, Stroked
from pnp.layout.element.content import FaceOf, Icon, Image, Lettering, Qr, TextElement
from pnp.layout.element.flow import (
    Cell,
    Column,
    FaceElement,
    Grid,
    GroupElement,
    Row,
    Table,
    TableRow,
)
from pnp.layout.element.shape import Circle, Ellipse, Hex, Line, PathElement, Polygon, Polyline, Rect

ELEMENTS: tuple[type[Element], ...] = (
    FaceElement, Rect, Circle, Ellipse, Hex, Line, Polyline, Polygon, PathElement, GroupElement, Image, TextElement,
    Icon, Row, Column, Grid, Table, TableRow, Cell, Qr, FaceOf,
)  # fmt: skip
"""All of them, in the order of the reference."""


__all__ = [
    "ELEMENTS",
    "Attribute",
    "Cell",
    "Element",
    "FaceElement",
    "Grid",
    "Icon",
    "Image",
    "Lettering",
    "Painted",
    "Placed",
    "Qr",
    "Rect",
    "Shown",
    "Stroked",
    "Table",
    "TableRow",
]
