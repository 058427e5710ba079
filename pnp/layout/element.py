"""The elements of layouts and their attributes: the one table that the builder reads and the reference is made of."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

from pnp.colour import Colour
from pnp.draw import Halo, Path
from pnp.layout.form import CLIP, TRANSFORM, ClipChoice, Transform
from pnp.layout.kind import (
    COLOUR,
    DASH,
    FLAG,
    HALO,
    INSETS,
    MEASURE,
    MILLIMETRES,
    SIZE,
    SPOT,
    SPOTS,
    TEXT,
    TYPE_SIZE,
    Kind,
    choice,
    number,
    whole,
)
from pnp.layout.measure import Insets, Measure, Spot
from pnp.layout.outline import PATH, VIEW, View
from pnp.layout.paint import PAINT, PaintChoice
from pnp.source import Span
from pnp.units import Length

Holds = Literal["nothing", "elements", "words", "rows", "cells"]
Align = Literal["start", "center", "end", "stretch"]


def attribute(kind: Kind, doc: str, default: Any = None, *, name: str = "", required: bool = False) -> Any:
    """A field that layouts set by an attribute; its name is the field's with hyphens unless given."""
    return field(default=default, metadata={"kind": kind, "doc": doc, "name": name, "required": required})


class Attribute(NamedTuple):
    """One attribute of an element.

    Attributes:
        name: As layouts write it.
        field: Of the element's class.
        kind: What it may hold.
        doc: What it does.
        default: Without it; None when that is said in ``doc``.
        required: Whether it has to be there.
    """

    name: str
    field: str
    kind: Kind
    doc: str
    default: Any
    required: bool


@dataclass(frozen=True, kw_only=True)
class Element:
    """What all elements have.

    Attributes:
        tag: Name of the element.
        doc: What it draws, for the reference.
        holds: What may stand inside.
        span: Where it stands in the layout.
        fixed: Whether it is the same on every piece.
        children: Elements inside.
        words: Texts inside: characters of the layout and values of the game, in order.
    """

    tag: ClassVar[str]
    doc: ClassVar[str]
    holds: ClassVar[Holds] = "nothing"

    span: Span
    fixed: bool = False
    children: tuple[Element, ...] = ()
    words: tuple[Any, ...] = ()

    ink: Literal["full", "low"] | None = attribute(
        choice("full", "low"), "`full` leaves the element out of low-ink builds, `low` draws it in those only"
    )


@dataclass(frozen=True, kw_only=True)
class _Shown(Element):
    opacity: float = attribute(number(0, 1), "of the whole element, 0 invisible, 1 opaque", 1.0)
    transform: Transform | None = attribute(
        TRANSFORM,
        "as in SVG, about the top left of the frame; `rotate(90 50% 50%)` turns clockwise about a point",
    )


@dataclass(frozen=True, kw_only=True)
class Placed(_Shown):
    """An element that fills a box of its frame."""

    x: Measure | None = attribute(MEASURE, "left edge, from the left of the frame")
    y: Measure | None = attribute(MEASURE, "top edge, from the top of the frame")
    width: Measure | None = attribute(
        SIZE, "of the box; without it the box reaches the right edge of the frame"
    )
    height: Measure | None = attribute(SIZE, "of the box; without it the box reaches the bottom of the frame")
    inset: Insets | None = attribute(
        INSETS,
        "distances from the edges of the frame inwards: all, or top right bottom left; `auto` leaves an edge free",
    )
    center: Spot | None = attribute(SPOT, "middle of the box, which then needs `width` and `height`")


@dataclass(frozen=True, kw_only=True)
class _Stroked(_Shown):
    stroke: PaintChoice | None = attribute(PAINT, "paint of the outline; none without it")
    stroke_width: float = attribute(MILLIMETRES, "thickness of the outline", 0.25)
    dash: tuple[float, ...] = attribute(
        DASH, "lengths of dashes and gaps in turn; a solid line without it", ()
    )
    stroke_cap: Literal["butt", "round", "square"] = attribute(
        choice("butt", "round", "square"), "ends of lines", "butt"
    )
    stroke_join: Literal["miter", "round", "bevel"] = attribute(
        choice("miter", "round", "bevel"), "corners of lines", "miter"
    )


@dataclass(frozen=True, kw_only=True)
class Painted(_Stroked):
    """A shape with a fill and an outline."""

    fill: PaintChoice | None = attribute(
        PAINT, "paint inside; black without it, or none where the shape has a `stroke`"
    )


_BLEED = "`true` carries what touches the trim out over the bleed"


@dataclass(frozen=True, kw_only=True)
class Rect(Placed, Painted):
    tag = "rect"
    doc = "A rectangle."
    rx: float = attribute(MILLIMETRES, "radius of the corners", 0.0)
    bleed: bool = attribute(FLAG, _BLEED, False)


@dataclass(frozen=True, kw_only=True)
class Circle(Placed, Painted):
    tag = "circle"
    doc = "A circle: by `cx cy r`, or the largest in its box."
    cx: Measure | None = attribute(MEASURE, "middle, from the left of the frame")
    cy: Measure | None = attribute(MEASURE, "middle, from the top of the frame")
    r: Measure | None = attribute(SIZE, "radius; shares are of the shorter side of the frame")
    bleed: bool = attribute(FLAG, _BLEED, False)


@dataclass(frozen=True, kw_only=True)
class Ellipse(Placed, Painted):
    tag = "ellipse"
    doc = "An ellipse: by `cx cy rx ry`, or the one that fills its box."
    cx: Measure | None = attribute(MEASURE, "middle, from the left of the frame")
    cy: Measure | None = attribute(MEASURE, "middle, from the top of the frame")
    rx: Measure | None = attribute(SIZE, "radius across")
    ry: Measure | None = attribute(SIZE, "radius down")
    bleed: bool = attribute(FLAG, _BLEED, False)


@dataclass(frozen=True, kw_only=True)
class Hex(Placed, Painted):
    tag = "hex"
    doc = "A regular hexagon: by `cx cy r`, or the largest in its box."
    orientation: Literal["pointy", "flat"] | None = attribute(
        choice("pointy", "flat"), "corner or edge on top; without it as the piece, `pointy` on other shapes"
    )
    cx: Measure | None = attribute(MEASURE, "middle, from the left of the frame")
    cy: Measure | None = attribute(MEASURE, "middle, from the top of the frame")
    r: Measure | None = attribute(SIZE, "distance of the corners from the middle")
    bleed: bool = attribute(FLAG, _BLEED, False)


@dataclass(frozen=True, kw_only=True)
class Line(_Stroked):
    tag = "line"
    doc = "A straight line; black without a `stroke`."
    x1: Measure = attribute(MEASURE, "start, from the left of the frame", Measure())
    y1: Measure = attribute(MEASURE, "start, from the top of the frame", Measure())
    x2: Measure = attribute(MEASURE, "end, from the left of the frame", Measure())
    y2: Measure = attribute(MEASURE, "end, from the top of the frame", Measure())


@dataclass(frozen=True, kw_only=True)
class Polyline(Painted):
    tag = "polyline"
    doc = "Lines through points; the last is not joined to the first."
    points: tuple[Spot, ...] = attribute(
        SPOTS, "pairs of distances in the frame, such as `0,0 50%,8 100%,0`", (), required=True
    )
    bleed: bool = attribute(FLAG, _BLEED, False)


@dataclass(frozen=True, kw_only=True)
class Polygon(Painted):
    tag = "polygon"
    doc = "A closed shape through points."
    points: tuple[Spot, ...] = attribute(
        SPOTS, "pairs of distances in the frame, such as `0,0 50%,8 100%,0`", (), required=True
    )
    bleed: bool = attribute(FLAG, _BLEED, False)


@dataclass(frozen=True, kw_only=True)
class PathElement(Placed, Painted):
    tag = "path"
    doc = "A path in SVG's notation, in millimetres from the top left of its box, or scaled into the box by `viewBox`."
    d: Path = attribute(PATH, "the path data of SVG", (), required=True)
    view_box: View | None = attribute(
        VIEW, "`x y width height` of the path's own coordinates, fitted into the box", name="viewBox"
    )
    fill_rule: Literal["nonzero", "evenodd"] = attribute(
        choice("nonzero", "evenodd"), "what counts as inside", "nonzero"
    )


@dataclass(frozen=True, kw_only=True)
class GroupElement(Placed):
    tag = "g"
    doc = "A group: its box is the frame of what stands inside."
    holds = "elements"
    clip: ClipChoice | None = attribute(CLIP, "shape of the box outside which nothing shows")


@dataclass(frozen=True, kw_only=True)
class Image(Placed):
    tag = "image"
    doc = "A picture of the game's folder: JPEG, PNG, WebP or SVG."
    src: str = attribute(TEXT, "path from the game's folder", "")
    fit: Literal["cover", "contain", "stretch"] = attribute(
        choice("cover", "contain", "stretch"),
        "`cover` fills the box and cuts the rest, `contain` shows all, `stretch` distorts",
        "cover",
    )
    focus: Spot | None = attribute(
        SPOT, "the place of the picture that `cover` keeps, such as `50% 30%`; its middle without it"
    )
    clip: ClipChoice | None = attribute(
        CLIP, "shape of the box outside which nothing shows; the box without it"
    )
    tint: Colour | None = attribute(COLOUR, "the picture in shades of one colour")
    bleed: bool = attribute(FLAG, _BLEED, False)
    bleed_in_art: float = attribute(
        MILLIMETRES,
        "bleed that the picture itself already holds on all sides: it is drawn that much larger than its box",
        0.0,
    )
    optional: bool = attribute(FLAG, "`true` draws nothing where the piece has no picture", False)


@dataclass(frozen=True, kw_only=True)
class Lettering(Element):
    """How a text is set; what an attribute leaves open the style says."""

    style: str = attribute(TEXT, "a style of `game.yaml`", "body")
    font: str | None = attribute(TEXT, "family, instead of the style's")
    weight: int | None = attribute(whole(100, 900), "weight, instead of the style's")
    italic: bool | None = attribute(FLAG, "slant, instead of the style's")
    font_size: Length | None = attribute(TYPE_SIZE, "size, instead of the style's")
    min_font_size: Length | None = attribute(
        TYPE_SIZE, "smallest size that a text which does not fit may be set in"
    )
    colour: Colour | None = attribute(COLOUR, "of the letters, instead of the style's")
    align: Literal["left", "center", "right", "justify"] | None = attribute(
        choice("left", "center", "right", "justify"), "of the lines, instead of the style's"
    )
    valign: Literal["top", "middle", "bottom"] | None = attribute(
        choice("top", "middle", "bottom"), "of the text in its box, instead of the style's"
    )
    leading: float | None = attribute(number(0.5, 4), "distance of lines as a multiple of the size")
    tracking: float | None = attribute(
        number(-200, 1000), "extra space between letters, thousandths of the size"
    )
    case: Literal["as-is", "upper"] | None = attribute(choice("as-is", "upper"), "`upper` sets capitals")
    hyphenate: bool | None = attribute(FLAG, "whether words may be divided")
    term_style: Literal["plain", "bold", "colour", "icon"] | None = attribute(
        choice("plain", "bold", "colour", "icon"), "how `[form](term)` is shown"
    )
    halo: Halo | None = attribute(HALO, "rim behind the letters, such as `white 0.4`, for texts on pictures")


@dataclass(frozen=True, kw_only=True)
class TextElement(Placed, Lettering):
    tag = "text"
    doc = "A text in a box, with the inline marks `**bold**`, `*italic*`, `:icon:`, `[form](term)`; `<br/>` breaks the line."
    holds = "words"


@dataclass(frozen=True, kw_only=True)
class Icon(Placed):
    tag = "icon"
    doc = "An icon of the game's `icons/` or of those that ship with pnp, as large as its box allows."
    name: str = attribute(TEXT, "of the icon", "")
    size: Measure | None = attribute(SIZE, "width and height of the box")
    colour: Colour | None = attribute(COLOUR, "of a one-coloured icon; black without it")
    alt: str | None = attribute(TEXT, "what it shows, in words; its name without it")
    optional: bool = attribute(FLAG, "`true` draws nothing where the name is empty", False)


@dataclass(frozen=True, kw_only=True)
class _Line(Placed):
    holds = "elements"
    gap: Measure = attribute(SIZE, "space between neighbours", Measure())
    align: Align = attribute(
        choice("start", "center", "end", "stretch"), "of the elements across; `stretch` fills", "stretch"
    )
    justify: Literal["start", "center", "end", "between"] = attribute(
        choice("start", "center", "end", "between"),
        "where the elements stand when they do not fill the length",
        "start",
    )


@dataclass(frozen=True, kw_only=True)
class Row(_Line):
    tag = "row"
    doc = "Elements side by side; those without a `width` (or `size`) share what is left."


@dataclass(frozen=True, kw_only=True)
class Column(_Line):
    tag = "column"
    doc = "Elements one below the other; texts without a `height` take what they need, others share what is left."


@dataclass(frozen=True, kw_only=True)
class Grid(Placed):
    tag = "grid"
    doc = "Elements in equal cells, row by row; each cell is the frame of its element."
    holds = "elements"
    columns: int = attribute(whole(1, 100), "cells side by side", 1)
    rows: int | None = attribute(whole(1, 100), "cells one below the other; as many as are needed without it")
    gap: Measure = attribute(SIZE, "space between cells", Measure())
    cell_height: Measure | None = attribute(SIZE, "height of a cell; the rows fill the box without it")


@dataclass(frozen=True, kw_only=True)
class Cell(Lettering):
    tag = "td"
    doc = "A cell of a table row: a text."
    holds = "words"
    fill: PaintChoice | None = attribute(PAINT, "paint behind the cell")


@dataclass(frozen=True, kw_only=True)
class TableRow(Element):
    tag = "tr"
    doc = "A row of a table."
    holds = "cells"
    header: bool = attribute(FLAG, "`true` sets the row bold", False)
    fill: PaintChoice | None = attribute(PAINT, "paint behind the row")


@dataclass(frozen=True, kw_only=True)
class Table(Placed):
    tag = "table"
    doc = "Rows of texts in columns; rows are as high as their texts."
    holds = "rows"
    columns: str = attribute(
        TEXT, "widths: distances, or shares of the rest such as `1* 2*`; equal without it", ""
    )
    padding: Measure = attribute(SIZE, "space around the text of each cell", Measure(1.0))
    rule: float = attribute(MILLIMETRES, "thickness of the lines between rows", 0.15)
    stroke: PaintChoice | None = attribute(PAINT, "paint of the lines; black without it")


@dataclass(frozen=True, kw_only=True)
class Qr(Placed):
    tag = "qr"
    doc = "A QR code, as large as its box allows."
    text: str = attribute(TEXT, "what the code says", "", required=True)
    level: Literal["l", "m", "q", "h"] = attribute(
        choice("l", "m", "q", "h"), "how much of it may be damaged", "m"
    )
    colour: Colour | None = attribute(COLOUR, "of the dark squares; black without it")


@dataclass(frozen=True, kw_only=True)
class FaceOf(Placed):
    tag = "face-of"
    doc = "Another piece, drawn as large as the box allows."
    piece: str = attribute(TEXT, "`set/piece`", "", required=True)
    side: Literal["front", "back"] = attribute(choice("front", "back"), "which of its faces", "front")


@dataclass(frozen=True, kw_only=True)
class FaceElement(Element):
    tag = "face"
    doc = "The whole face; its frame is the box of the trim."
    holds = "elements"
    fill: PaintChoice | None = attribute(PAINT, "ground of the face, bleed included")


ELEMENTS: tuple[type[Element], ...] = (
    FaceElement, Rect, Circle, Ellipse, Hex, Line, Polyline, Polygon, PathElement, GroupElement, Image, TextElement,
    Icon, Row, Column, Grid, Table, TableRow, Cell, Qr, FaceOf,
)  # fmt: skip


@cache
def attributes(of: type[Element]) -> dict[str, Attribute]:
    """The attributes of an element by name, its own first, then those it shares with others."""
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
    own = of.__dict__.get("__annotations__", {})
    found.sort(key=lambda entry: entry.field not in own)
    return {entry.name: entry for entry in found}
