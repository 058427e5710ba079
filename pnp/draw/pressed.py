"""A face whose drawing is finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pnp.draw.face import Face, Outline
from pnp.draw.plate import Plate


@dataclass(frozen=True, slots=True)
class PressedFace:
    """A face as a plate: what is drawn can be placed on pages, but not looked at or changed any more.

    A tenth of the memory of a face with items, and quickly handed from process to process.

    Attributes:
        outline: The trim; as that of a face.
        bleed: How far the plate may reach beyond the trim, in millimetres.
        plate: The drawing, in the face's frame.
        digest: What it is on paper, as ``FaceHashes`` says it.
        icons: Names of the icons on it.
        label: What the face shows, in words.
        language: BCP 47 tag of its texts.
    """

    outline: Outline
    bleed: float
    plate: Plate
    digest: str
    icons: frozenset[str] = frozenset()
    label: str = ""
    language: str = "en"

    @property
    def width(self) -> float:
        """Trim width in millimetres."""
        return self.outline.width

    @property
    def height(self) -> float:
        """Trim height in millimetres."""
        return self.outline.height


AnyFace: TypeAlias = Face | PressedFace
"""A face that is placed somewhere, whatever has become of its items."""


def with_items(face: AnyFace) -> Face:
    """The face as one that can be looked at and changed.

    Raises:
        TypeError: It is pressed; whoever needs items has to ask for faces that are not.
    """
    if isinstance(face, PressedFace):
        raise TypeError(f"the items of '{face.label}' are gone: it is pressed")
    return face
