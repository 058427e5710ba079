"""Drawings ready for a PDF file: the operators of a content stream, and the resources that they refer to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from pnp.draw import FaceParts, Outline, PictureData, Tag
from pnp.geometry import Box
from pnp.pdf.number import numbers

Entries: TypeAlias = Mapping[str, str | int]
"""A PDF dictionary: values are whole numbers or PDF syntax."""


@dataclass(slots=True)
class PdfResources:
    """Resources that operators refer to by name.

    Names are hashes of what they refer to, so equal names mean equal things.

    Attributes:
        glyphs: By key of the font, the glyphs that are shown, as a set of bits (``pnp.draw.item``).
        texts: By key of the font, what glyphs stand for where the font itself does not say so.
        forms: Drawings that are placed as a whole.
        pictures: Raster pictures.
        sizes: By key of the picture, the largest width and height at which it is drawn, in units of the
            stream.
        shadings: Gradients.
        patterns: Gradients that strokes are painted with: name of the shading, and the matrix from the frame
            of the stream to its own, as six operands. They count from the stream that they are used in.
        states: Entries of graphics states.
        spaces: Colour spaces of spots.
        layers: Names of layers, as viewers show them.
        masks: Forms whose brightness is the opacity of what is drawn next, by the name of their graphics
            state.
        ink: The most ink of one colour, in percent; 0 in RGB.
        transparent: Whether the background shows through anything.
    """

    glyphs: dict[str, int] = field(default_factory=dict)
    texts: dict[str, dict[int, str]] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    pictures: dict[str, PictureData] = field(default_factory=dict)
    sizes: dict[str, tuple[float, float]] = field(default_factory=dict)
    shadings: dict[str, Entries] = field(default_factory=dict)
    patterns: dict[str, tuple[str, str]] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)
    layers: dict[str, str] = field(default_factory=dict)
    masks: dict[str, Form] = field(default_factory=dict)
    ink: float = 0.0
    transparent: bool = False

    def add_sizes(self, sizes: Mapping[str, tuple[float, float]], scale: float = 1.0) -> None:
        """Note how large pictures are drawn: ``scale`` times the sizes given."""
        for key, (width, height) in sizes.items():
            before = self.sizes.get(key, (0.0, 0.0))
            self.sizes[key] = (max(width * scale, before[0]), max(height * scale, before[1]))

    def add(self, other: PdfResources, scale: float) -> None:
        """Add the resources, except glyphs, of operators copied into the same stream, at ``scale``."""
        for font, texts in other.texts.items():
            self.texts[font] = texts | self.texts.get(font, {})  # the first meaning counts
        self.forms |= other.forms
        self.pictures |= other.pictures
        self.add_sizes(other.sizes, scale)
        self.shadings |= other.shadings
        self.patterns |= other.patterns
        self.states |= other.states
        self.spaces |= other.spaces
        self.layers |= other.layers
        self.masks |= other.masks
        self.ink = max(self.ink, other.ink)
        self.transparent |= other.transparent


class Form(NamedTuple):
    """A form XObject (ISO 32000-1 §8.10) as plain values, which can be cached and sent to other processes.

    Attributes:
        name: A hash of everything below except the resources, whose names are in the content.
        content: Operators, not compressed. Lengths are millimetres, y points down.
        box: Nothing outside of it shows; in the form's own frame.
        corners: The box as a PDF array.
        group: The colour space to blend in if the form becomes one picture before it is placed; else None.
        resources: What the content refers to.
        tags: Of its groups that are elements of the structure, by their numbers in the content (``MCID``).
    """

    name: str
    content: bytes
    box: Box
    corners: str
    group: Literal["DeviceRGB", "DeviceCMYK", "DeviceGray"] | None
    resources: PdfResources
    tags: tuple[Tag, ...] = ()

    @property
    def transparent(self) -> bool:
        """Whether the background shows through anything in it."""
        return self.resources.transparent or self.group is not None

    @property
    def movable(self) -> bool:
        """Whether its content draws the same in the middle of another stream."""
        return self.group is None and not self.resources.patterns


def form_of(
    content: bytes,
    resources: PdfResources,
    box: Box,
    places: int,
    group: Literal["DeviceRGB", "DeviceCMYK", "DeviceGray"] | None = None,
    tags: Sequence[Tag] = (),
) -> Form:
    """A form with its name.

    Args:
        content: Operators.
        resources: What they refer to.
        box: In the form's own frame.
        places: Decimals of the corners of the box.
        group: As in ``Form``.
        tags: As in ``Form``.
    """
    corners = f"[{numbers((box.x, box.y, box.right, box.bottom), places)}]"
    digest = hashlib.sha256(b"%s %s %s" % (corners.encode(), str(group).encode(), content))
    for tag in tags:  # the same drawing may be two elements
        digest.update(b"%d %d " % (tag.element, tag.order))
    return Form("X" + digest.hexdigest()[:16], content, box, corners, group, resources, tuple(tags))


def referred_to(forms: Iterable[Form]) -> tuple[dict[str, Form], dict[str, PictureData]]:
    """All forms and pictures in forms, at any depth, by their names and keys; the forms themselves, too."""
    found: dict[str, Form] = {}
    pictures: dict[str, PictureData] = {}
    waiting = list(forms)
    while waiting:
        form = waiting.pop()
        if form.name not in found:
            found[form.name] = form
            resources = form.resources
            waiting += (*resources.forms.values(), *resources.masks.values())
            pictures |= {picture.key: picture for picture in resources.pictures.values()}
    return found, pictures


class PdfFace(NamedTuple):
    """A face as a form: it can be placed on pages, but it no longer has items.

    It takes a tenth of the memory of a face with items and travels quickly between processes.

    Attributes:
        outline: The trim.
        bleed: How far the form may reach beyond the trim, in millimetres.
        form: The drawing, in the face's frame.
        digest: The face hash (``FaceHashes``).
        icons: Names of the icons on it.
        label: What the face shows, in words.
        language: BCP 47 tag of its texts.
        parts: Its places, if words of a rule sheet may point at them.
    """

    outline: Outline
    bleed: float
    form: Form
    digest: str
    icons: frozenset[str] = frozenset()
    label: str = ""
    language: str = "en"
    parts: FaceParts | None = None

    @property
    def width(self) -> float:
        """Trim width in millimetres."""
        return self.outline.width

    @property
    def height(self) -> float:
        """Trim height in millimetres."""
        return self.outline.height
