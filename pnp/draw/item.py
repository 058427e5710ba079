"""The five kinds of item that a face is drawn with, how far they reach, and the same in other colours.

The set is closed: exports match over it.

All numbers are millimetres in the frame of the group around the item, y downwards. Colours hold their own
opacity.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import fsum
from operator import or_
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, assert_never

from pnp.colour import BLACK, Colour
from pnp.draw.path import Path, moved_path, path_box
from pnp.geometry import IDENTITY, Box, Matrix, around, shift
from pnp.memo import IdentityMemo

if TYPE_CHECKING:
    from typing import Self

    from pnp.draw.face import FinishedFace


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A word or a space as shaped, whatever size it is drawn at. Lengths are ems.

    Runs that hold the same word share one object, so what is worked out for a word can be found by its
    identity.

    Attributes:
        font: Key of the font face (see ``pnp.fonts``).
        glyphs: Glyph ids of the font file, in visual order from left to right.
        advances: For each glyph the way to the next one's origin; kerning and tracking included.
        clusters: For each glyph the offset into ``text`` of its first character.
        raises: For each glyph how far it is raised, positive downwards; empty when none is.
        text: The characters that the glyphs stand for, as text extraction has to return them.
        width: Sum of the advances.
    """

    font: str
    glyphs: tuple[int, ...]
    advances: tuple[float, ...]
    clusters: tuple[int, ...]
    raises: tuple[float, ...]
    text: str
    width: float

    @classmethod
    def of(
        cls,
        font: str,
        ids: Sequence[int],
        advances: Sequence[float],
        text: str,
        clusters: Sequence[int],
        raises: Sequence[float] = (),
    ) -> Self:
        """Glyphs with their width summed up; arguments as the attributes."""
        return cls(font, tuple(ids), tuple(advances), tuple(clusters), tuple(raises), text, fsum(advances))


def bits_of(ids: Iterable[int]) -> int:
    """Glyph ids as a set of bits: quickly joined with others, small, and one value."""
    return reduce(or_, map((1).__lshift__, ids), 0)


def ids_of(bits: int) -> list[int]:
    """The glyph ids in such a set, in rising order."""
    return [glyph for glyph, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]


class ColourStop(NamedTuple):
    """One colour of a gradient at a place from 0 (start) to 1 (end)."""

    at: float
    colour: Colour


class Gradient(NamedTuple):
    """A gradient between two places.

    Attributes:
        kind: ``linear`` from (x1, y1) to (x2, y2), or ``radial`` from centre (x1, y1) out to the radius.
        x1: Start, or centre.
        y1: Start, or centre.
        x2: End of a linear gradient.
        y2: End of a linear gradient.
        radius: Radius of a radial gradient.
        stops: In rising order of ``at``; the outer colours go on beyond both ends.
        focus: Where a radial gradient begins, inside its circle; None for its centre.
    """

    kind: Literal["linear", "radial"]
    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    stops: tuple[ColourStop, ...]
    focus: tuple[float, float] | None = None


Paint: TypeAlias = Colour | Gradient


class Fill(NamedTuple):
    """A filled path."""

    path: Path
    paint: Paint
    even_odd: bool = False


class Stroke(NamedTuple):
    """A drawn outline.

    Attributes:
        path: Where the middle of the line runs.
        paint: Its colour.
        width: Thickness in millimetres.
        dash: Lengths of dashes and gaps in turn, in millimetres; empty for a solid line.
        cap: Ends of the line.
        join: Corners of the line.
        miter: How many times its width a mitred corner may reach; a longer one is cut off.
        dash_offset: Where in the dashes the line begins, in millimetres.
    """

    path: Path
    paint: Paint
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    dash_offset: float = 0.0


class Halo(NamedTuple):
    """A rim behind letters that keeps them readable on a picture: its colour and its width (mm)."""

    colour: Colour
    width: float


class GlyphRun(NamedTuple):
    """Shaped glyphs of one font, size and colour on one baseline.

    Attributes:
        size: Type size (one em) in millimetres.
        x: Left end of the baseline.
        y: The baseline.
        parts: Words and spaces from left to right, all of one font.
        colour: Of the letters.
        halo: A rim behind the letters.
        actual: What the whole run stands for where the glyphs do not say it (a hyphen put in by the line
            breaker stands for a soft hyphen); None where ``text`` is right.
        spaced: Whether a space that shows nowhere follows in the text, as at the end of a line.
    """

    size: float
    x: float
    y: float
    parts: tuple[Glyphs, ...]
    colour: Colour = BLACK
    halo: Halo | None = None
    actual: str | None = None
    spaced: bool = False

    @property
    def font(self) -> str:
        """Key of the font face; empty for a run without parts."""
        return self.parts[0].font if self.parts else ""

    @property
    def text(self) -> str:
        """The characters of all parts."""
        return "".join([part.text for part in self.parts])

    @property
    def width(self) -> float:
        """From the left end to after the last glyph, in millimetres."""
        return fsum([part.width for part in self.parts]) * self.size

    @property
    def glyphs(self) -> tuple[int, ...]:
        """Glyph ids of all parts."""
        return tuple([glyph for part in self.parts for glyph in part.glyphs])

    @property
    def advances(self) -> tuple[float, ...]:
        """For each glyph the way to the next one's origin, in millimetres."""
        return tuple([advance * self.size for part in self.parts for advance in part.advances])

    @property
    def offsets(self) -> tuple[float, ...]:
        """For each glyph how far it is raised (positive is down, in millimetres); empty when none is."""
        if not any(part.raises for part in self.parts):
            return ()
        raises = [part.raises or (0.0,) * len(part.glyphs) for part in self.parts]
        return tuple([raised * self.size for part in raises for raised in part])


class PictureData(NamedTuple):
    """A raster picture ready for any export.

    Attributes:
        key: SHA-256 in hexadecimal; equal keys mean equal pictures. The same picture packed in another way
            may have another.
        width_px: Pixels across.
        height_px: Pixels down.
        mode: ``L`` (grey), ``RGB`` or ``CMYK``.
        data: The picture: a whole JPEG file when ``jpeg``, else rows from the top as in a PNG file: deflated
            by zlib, each row with its filter before it.
        jpeg: Whether ``data`` is a JPEG file that is passed through.
        alpha: Such rows of one byte a pixel; None when the picture is opaque.
        bits: Of a number in the rows: 8, for grey and palettes also 1, 2 or 4.
        palette: Red, green and blue of each colour that numbers in the rows stand for, as many as ``bits``
            can distinguish; None when the numbers are colours themselves.
        maker: Name and version of the program that drew it, for a part of an SVG file; else empty.
    """

    key: str
    width_px: int
    height_px: int
    mode: Literal["L", "RGB", "CMYK"]
    data: bytes
    jpeg: bool = False
    alpha: bytes | None = None
    bits: int = 8
    palette: bytes | None = None
    maker: str = ""


def in_one_colour(picture: PictureData, colour: Colour) -> PictureData:
    """A picture with the alpha plane of another one and the same colour everywhere; see ``is_black``."""
    row = bytes(1 + (picture.width_px + 7) // 8)
    key = hashlib.sha256(f"one colour {picture.key} {colour}".encode()).hexdigest()
    palette = bytes((colour.red, colour.green, colour.blue) * 2)
    rows = zlib.compress(row * picture.height_px)
    return picture._replace(key=key, mode="RGB", data=rows, jpeg=False, bits=1, palette=palette)


def is_black(picture: PictureData) -> bool:
    """Whether the picture was made by ``in_one_colour`` in black."""
    return picture.alpha is not None and picture.palette == bytes(6)


class Picture(NamedTuple):
    """A raster picture stretched over a box (millimetres); a group clips whatever sticks out of a frame."""

    picture: PictureData
    x: float
    y: float
    width: float
    height: float
    opacity: float = 1.0


class Clip(NamedTuple):
    """A path outside which nothing is drawn."""

    path: Path
    even_odd: bool = False


class NamedBox(NamedTuple):
    """A box that a layout has named, so that rule sheets can point at it."""

    name: str
    box: Box


class Tag(NamedTuple):
    """Ties a group of items to an element.

    Attributes:
        kind: Of the element, or ``Header`` and ``Footer`` for what repeats on every page and is no part of
            the text.
        element: Place of the element in the list of all; -1 for headers and footers.
        order: Where the group is in the order of reading, among all groups of the document.
        box: Around what is drawn, in the frame of the items, of an element that is a picture or a link.
        copied: What is copied and found in place of the letters in a picture.
    """

    kind: str
    element: int = -1
    order: int = 0
    box: Box | None = None
    copied: str = ""


class Group(NamedTuple):
    """Items drawn together.

    Attributes:
        items: Back to front.
        matrix: From the frame of the items to the frame around the group.
        clip: In the frame of the items.
        opacity: Of the group as one picture, 0 to 1.
        shared: A name when the same items recur (an icon in one colour, another face drawn small): equal
            names hold equal items, and an export may draw them once and refer to that.
        alt: What the group shows, in words, for readers who cannot see it.
        place: The name of the group and its box, in the frame of the items. It is not drawn.
        tag: What the group is in the structure of its document. Such a group has nothing else: its items are
            drawn as if they were alone.
        layer: Name of the layer that it is on, which viewers can hide; empty for none.
        drawn: A whole face that is finished, in the place of items: only its kind of file can show the group.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Clip | None = None
    opacity: float = 1.0
    shared: str | None = None
    alt: str | None = None
    place: NamedBox | None = None
    tag: Tag | None = None
    layer: str = ""
    drawn: FinishedFace | None = None


WHOLE_FACE = "face "
"""How the name of a group begins that shows a whole face; its hash follows."""

Item: TypeAlias = Fill | Stroke | GlyphRun | Picture | Group


MITER_LIMIT = 4.0
"""How many times its width a mitred corner may reach; SVG's default (SVG 2 §13.5.4)."""


def moved(items: Iterable[Item], dx: float, dy: float) -> tuple[Item, ...]:
    """The items shifted; only gradients need a group, so that places stay plain to read."""
    return tuple([_moved(item, dx, dy) for item in items])


def _moved(item: Item, dx: float, dy: float) -> Item:
    match item:
        case GlyphRun() | Picture():
            return item._replace(x=item.x + dx, y=item.y + dy)
        case Group(tag=Tag(box=box)):
            tag = item.tag and item.tag._replace(box=box and box.moved(dx, dy))
            return Group(moved(item.items, dx, dy), tag=tag)
        case Group():
            return item._replace(matrix=item.matrix.then(shift(dx, dy)))
        case Fill() | Stroke():
            if isinstance(item.paint, Colour):
                return item._replace(path=moved_path(item.path, dx, dy))
    return Group((item,), matrix=shift(dx, dy))  # a gradient moves with its path


def without_tags(items: Iterable[Item]) -> Iterator[Item]:
    """The items, with those of tagged groups in the place of these."""
    for item in items:
        if isinstance(item, Group) and item.tag is not None:
            yield from without_tags(item.items)
        else:
            yield item


def items_box(items: Iterable[Item]) -> Box | None:
    """A box around all items, or None when nothing is drawn; see ``item_box``."""
    boxes = [box for box in map(item_box, items) if box is not None]
    return around(boxes) if boxes else None


def item_box(item: Item) -> Box | None:
    """A box around one item in the frame around it, or None when nothing is drawn.

    It may be larger than what is drawn, never smaller.
    """
    match item:
        case Fill():
            return path_box(item.path) if item.path else None
        case Stroke():
            reach = item.width / 2 * (item.miter if item.join == "miter" else 2)
            return path_box(item.path).grown(reach) if item.path else None
        case Picture():
            return Box(item.x, item.y, item.width, item.height)
        case GlyphRun():
            return _run_box(item)
        case Group():
            drawn = item.drawn
            inner = _INSIDE.of(item.items) if drawn is None else drawn.outline.box(drawn.bleed)
            if inner is not None and item.clip is not None:
                inner = _common(inner, path_box(item.clip.path))
            return item.matrix.apply_box(inner) if inner is not None else None
    assert_never(item)


_INSIDE: IdentityMemo[tuple[Item, ...], Box | None] = IdentityMemo(items_box, 2048)
"""Boxes around the items of groups: the same art is on many faces, and inside several others."""


def _run_box(run: GlyphRun) -> Box | None:
    if not any(part.glyphs for part in run.parts):
        return None
    reach = (1.5 * run.size) + (run.halo.width if run.halo else 0.0)
    raised = [abs(offset) for offset in run.offsets]
    return Box(run.x, run.y, run.width, 0.0).grown(reach + max(raised, default=0.0))


def _common(one: Box, other: Box) -> Box | None:
    if not one.meets(other, slack=0.0):
        return None
    left, top = max(one.x, other.x), max(one.y, other.y)
    return Box(left, top, min(one.right, other.right) - left, min(one.bottom, other.bottom) - top)


class Recolouring:
    """Puts other colours in the place of those of items.

    Args:
        name: Of the change: groups that recur get it in addition to their names.
        colour: The colour that takes the place of one.
        picture: The picture that takes the place of one; None keeps pictures.
        letters: The colour that takes the place of that of letters; None for ``colour``.
    """

    def __init__(
        self,
        name: str,
        colour: Callable[[Colour], Colour],
        picture: Callable[[PictureData], PictureData] | None = None,
        letters: Callable[[Colour], Colour] | None = None,
    ) -> None:
        self._name = name
        self._colour = colour
        self._picture = picture
        self._letters = letters or colour

    def items(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items, recoloured."""
        return tuple(map(self._item, items))

    def _item(self, item: Item) -> Item:
        match item:
            case Fill() | Stroke():
                return item._replace(paint=self._paint(item.paint))
            case GlyphRun():
                halo = item.halo and item.halo._replace(colour=self._colour(item.halo.colour))
                return item._replace(colour=self._letters(item.colour), halo=halo)
            case Picture():
                return item if self._picture is None else item._replace(picture=self._picture(item.picture))
            case Group():
                shared = f"{item.shared} {self._name}" if item.shared is not None else None
                return item._replace(items=self.items(item.items), shared=shared)
            case _:
                assert_never(item)

    def _paint(self, paint: Paint) -> Paint:
        if isinstance(paint, Colour):
            return self._colour(paint)
        stops = tuple(stop._replace(colour=self._colour(stop.colour)) for stop in paint.stops)
        return paint._replace(stops=stops)
