"""The elements of layouts and their attributes: the table for the builder and for the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

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


def declared(of: type[Element]) -> Mapping[str, Attribute]:
    """The attributes that a class of elements declares and inherits, by name."""
    found = [
        Attribute(
            item.metadata["name"] or item.name.replace("_", "-"),
            item.name,
            item.metadata["kind"],
            item.metadata["doc"],
            item.default,
            item.metadata["required"],
        )
        for item in fields(of)
        if "kind" in item.metadata
    ]
    return MappingProxyType({entry.name: entry for entry in found})


_TABLES = MappingProxyType({element.tag: declared(element) for element in ELEMENTS})


def attributes(of: type[Element]) -> Mapping[str, Attribute]:
    """The attributes of an element by name: those of all elements first, its own last."""
    return _TABLES[of.tag]


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
    "attributes",
    "declared",
]
