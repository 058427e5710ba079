"""The draw list: what a finished face is made of. The seam between composing and every exporter."""

from pnp.draw.bounds import item_box, items_box
from pnp.draw.document import Document, OutlineEntry, Page, PlacedFace
from pnp.draw.face import Face, Outline
from pnp.draw.face_hash import FaceHashes, face_hash
from pnp.draw.glyphs import Glyphs
from pnp.draw.item import (
    Clip,
    Fill,
    GlyphRun,
    Gradient,
    Group,
    Halo,
    Item,
    Paint,
    Picture,
    PictureData,
    Stop,
    Stroke,
)
from pnp.draw.path import Path, circle, ellipse, path_box, polygon, rectangle
from pnp.draw.plate import Entries, Needs, Plate
from pnp.draw.pressed import AnyFace, PressedFace, with_items

__all__ = [
    "AnyFace",
    "Clip",
    "Document",
    "Entries",
    "Face",
    "FaceHashes",
    "Fill",
    "GlyphRun",
    "Glyphs",
    "Gradient",
    "Group",
    "Halo",
    "Item",
    "Needs",
    "Outline",
    "OutlineEntry",
    "Page",
    "Paint",
    "Path",
    "Picture",
    "PictureData",
    "PlacedFace",
    "Plate",
    "PressedFace",
    "Stop",
    "Stroke",
    "circle",
    "ellipse",
    "face_hash",
    "item_box",
    "items_box",
    "path_box",
    "polygon",
    "rectangle",
    "with_items",
]
