"""Form XObjects (ISO 32000-1 §8.10): drawings that are stored once and placed many times."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.geometry import Box
from pnp.render.file import PdfFile, Ref, deflated
from pnp.render.number import numbers
from pnp.render.resources import Resources


@dataclass(frozen=True, slots=True)
class Form:
    """A drawing in the file.

    Attributes:
        name: In resource dictionaries; made of the drawing's content.
        ref: The object.
        transparent: Whether the ground shines through anything in it.
        pictures: Largest width and height of each picture in it, in its own units, by the picture's key.
    """

    name: str
    ref: Ref
    transparent: bool
    pictures: Mapping[str, tuple[float, float]]


class FormShelf:
    """The forms of one file. Equal drawings become one form, however often and under whatever name they are made.

    Args:
        file: Where they go.

    Attributes:
        shared: Forms by the name that draw lists give them.
    """

    def __init__(self, file: PdfFile) -> None:
        self.shared: dict[tuple[str, bool], Form] = {}
        self._file = file
        self._forms: dict[str, Form] = {}

    def put(
        self,
        content: bytes,
        resources: Resources,
        box: Box,
        places: int,
        group: Literal["DeviceRGB", "DeviceGray"] | None = None,
    ) -> Form:
        """The form that draws ``content``, cut off at ``box``.

        Args:
            content: Operators. Names in them say what they refer to, so that equal operators draw the same.
            resources: What they refer to.
            box: In the form's own frame.
            places: Decimals of the box.
            group: The colour space to blend in when the form is to be one picture before it is placed.
        """
        corners = _corners(box, places)
        key = (
            "X"
            + hashlib.sha256(b"%s %s %s" % (corners.encode(), str(group).encode(), content)).hexdigest()[:16]
        )
        form = self._forms.get(key)
        if form is None:
            entries = {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": corners,
                "Resources": resources.dictionary(),
            }
            if group is not None:
                entries["Group"] = f"<</S/Transparency/CS/{group}/I true>>"
            ref = self._file.put(deflated(entries, content))
            transparent = resources.transparent or group is not None
            form = self._forms[key] = Form(key, ref, transparent, resources.pictures)
        return form


def _corners(box: Box, places: int) -> str:
    return f"[{numbers((box.x, box.y, box.right, box.bottom), places)}]"
