"""What a face becomes before it goes into a file: the operators of a content stream, and what they refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.draw.item import PictureData
from pnp.geometry import Box

Entries: TypeAlias = Mapping[str, str | int]
"""A PDF dictionary: values are whole numbers or PDF syntax."""


@dataclass(slots=True)
class Needs:
    """What operators refer to by name. Names are made of what they stand for, so equal names mean equal things.

    Attributes:
        glyphs: By key of the font, the glyphs that are shown, as a set of bits (``pnp.draw.glyphs``).
        said: By key of the font, what glyphs stand for of which the font itself says nothing.
        plates: Drawings that are placed as a whole.
        pictures: Raster pictures.
        sizes: Largest width and height at which each of them is drawn, in the units of the stream, by its key.
        shadings: Gradients.
        patterns: Gradients that strokes are painted with: name of the shading, and the matrix from the frame of the
            stream to its own, as six operands. They count from the stream that they stand in.
        states: Entries of graphics states.
        masks: Plates whose brightness is the opacity of what is drawn next, by the name of their graphics state.
        transparent: Whether the ground shines through anything.
    """

    glyphs: dict[str, int]
    said: dict[str, dict[int, str]]
    plates: dict[str, Plate]
    pictures: dict[str, PictureData]
    sizes: dict[str, tuple[float, float]]
    shadings: dict[str, Entries]
    patterns: dict[str, tuple[str, str]]
    states: dict[str, str]
    masks: dict[str, Plate]
    transparent: bool

    def __init__(
        self,
        glyphs: dict[str, int] | None = None,
        said: dict[str, dict[int, str]] | None = None,
        plates: dict[str, Plate] | None = None,
        pictures: dict[str, PictureData] | None = None,
        sizes: dict[str, tuple[float, float]] | None = None,
        shadings: dict[str, Entries] | None = None,
        patterns: dict[str, tuple[str, str]] | None = None,
        states: dict[str, str] | None = None,
        masks: dict[str, Plate] | None = None,
        transparent: bool = False,
    ) -> None:
        # Written out, as every face has its needs: nine factories take five times as long.
        self.glyphs = {} if glyphs is None else glyphs
        self.said = {} if said is None else said
        self.plates = {} if plates is None else plates
        self.pictures = {} if pictures is None else pictures
        self.sizes = {} if sizes is None else sizes
        self.shadings = {} if shadings is None else shadings
        self.patterns = {} if patterns is None else patterns
        self.states = {} if states is None else states
        self.masks = {} if masks is None else masks
        self.transparent = transparent

    def show(self, sizes: Mapping[str, tuple[float, float]], scale: float = 1.0) -> None:
        """Take down how large pictures are drawn, ``scale`` times as large as given."""
        for key, (width, height) in sizes.items():
            before = self.sizes.get(key, (0.0, 0.0))
            self.sizes[key] = (max(width * scale, before[0]), max(height * scale, before[1]))

    def add(self, other: Needs, scale: float) -> None:
        """Take in what operators need that are drawn into the same stream, ``scale`` times as large, but the glyphs."""
        for font, said in other.said.items():
            self.said[font] = said | self.said.get(font, {})  # the first one counts
        self.plates |= other.plates
        self.pictures |= other.pictures
        self.show(other.sizes, scale)
        self.shadings |= other.shadings
        self.patterns |= other.patterns
        self.states |= other.states
        self.masks |= other.masks
        self.transparent |= other.transparent


@dataclass(frozen=True, slots=True)
class Plate:
    """A drawing ready for a file; plain values, so that it can be kept and handed from process to process.

    Attributes:
        name: Made of everything below but the needs, whose names are in the content.
        content: Operators, not compressed. Lengths are millimetres, y runs downwards.
        box: Outside of it nothing shows; in the plate's own frame.
        corners: The box as a PDF array.
        group: The colour space to blend in when the plate is to be one picture before it is placed.
        needs: What the content refers to.
    """

    name: str
    content: bytes
    box: Box
    corners: str
    group: Literal["DeviceRGB", "DeviceGray"] | None
    needs: Needs

    @property
    def transparent(self) -> bool:
        """Whether the ground shines through anything in it."""
        return self.needs.transparent or self.group is not None

    @property
    def movable(self) -> bool:
        """Whether its content draws the same in the middle of another stream."""
        return self.group is None and not self.needs.patterns
