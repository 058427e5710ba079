"""Bytes by key in a folder of the user's, for content that is quicker to read than to make."""

from pnp.store.shape import (
    ASCII,
    NUMBER,
    PATH,
    TEXT,
    TRUTH,
    WHOLE,
    Maybe,
    StoredShape,
    TextOr,
    check_numbers,
    check_shape,
)
from pnp.store.store import OFF, Made, Store, Usage

__all__ = [
    "ASCII",
    "NUMBER",
    "OFF",
    "PATH",
    "TEXT",
    "TRUTH",
    "WHOLE",
    "Made",
    "Maybe",
    "Store",
    "StoredShape",
    "TextOr",
    "Usage",
    "check_numbers",
    "check_shape",
]
