"""The draw list: what a finished face is made of. The seam between composing and every exporter."""

from pnp.draw.document import Document, OutlineEntry, Page, PlacedFace
from pnp.draw.face import AnyFace, Face, FinishedFace, Outline, with_items
from pnp.draw.face_hash import FaceHashes, face_hash
from pnp.draw.glyphs import Glyphs
from pnp.draw.item import (
    MITER_LIMIT,
    Clip,
    ColourStop,
    Fill,
    GlyphRun,
    Gradient,
    Group,
    Halo,
    Item,
    Paint,
    Picture,
    PictureData,
    Stroke,
    in_one_colour,
    is_black,
    item_box,
    items_box,
)
from pnp.draw.path import Path, circle, ellipse, path_box, polygon, rectangle

__all__ = [
    "MITER_LIMIT",
    "AnyFace",
    "Clip",
    "ColourStop",
    "Document",
    "Face",
    "FaceHashes",
    "Fill",
    "FinishedFace",
    "GlyphRun",
    "Glyphs",
    "Gradient",
    "Group",
    "Halo",
    "Item",
    "Outline",
    "OutlineEntry",
    "Page",
    "Paint",
    "Path",
    "Picture",
    "PictureData",
    "PlacedFace",
    "Stroke",
    "circle",
    "ellipse",
    "face_hash",
    "in_one_colour",
    "is_black",
    "item_box",
    "items_box",
    "path_box",
    "polygon",
    "rectangle",
    "with_items",
]
