"""The base of all elements, and how their attributes are declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from pnp.colour import PressColour
from pnp.geometry import Box
from pnp.layout.fault import LayoutFault
from pnp.layout.frame import TOUCH, Frame, FramePoint, Insets, Measure
from pnp.layout.kind import (
    DASH,
    FRAME_POINT,
    INSETS,
    MEASURE,
    MILLIMETRES,
    PAINT,
    SIZE,
    SPOT_COLOUR,
    TEXT,
    TRANSFORM,
    AttributeKind,
    PaintChoice,
    Transform,
    choice,
    number,
)
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.draw import Clip, Item
    from pnp.draw.face import Shape
    from pnp.layout.drawing import DrawContext, DrawPlace

Holds = Literal["nothing", "elements", "words", "rows", "cells"]


class Attribute(NamedTuple):
    """One attribute of an element.

    Attributes:
        name: As layouts write it.
        field: Of the element's class, which has the default for a value.
        kind: What it may hold.
        doc: What it does.
        default: Without it; None when that is said in ``doc``.
        required: Whether it has to be there.
    """

    name: str
    field: str
    kind: AttributeKind
    doc: str
    default: Any
    required: bool


def attribute(
    kind: AttributeKind, doc: str, default: Any = None, *, name: str = "", required: bool = False
) -> Any:
    """A field that layouts set by an attribute; its name is the field's with hyphens unless given."""
    return Attribute(name, "", kind, doc, default, required)


def _declare(of: type[Element]) -> None:
    """Give a class of elements the table of its attributes, and its fields their defaults."""
    found: dict[str, Attribute] = {}
    for base in reversed(of.__mro__[1:]):
        found |= getattr(base, "attributes", {})
    for name, entry in list(vars(of).items()):
        if isinstance(entry, Attribute):
            named = entry.name or name.replace("_", "-")
            found[named] = entry._replace(name=named, field=name)
            setattr(of, name, entry.default)
    of.attributes = MappingProxyType(found)


class Element:
    """The base of all elements.

    Nobody changes, compares or prints elements, and all of them are made by the same ``__init__``.

    Attributes:
        attributes: Its attributes by name: those of all elements first, its own last.
        tag: Name of the element.
        holds: The content that it allows.
        noted: Whether drawing it notes a read, so that nothing that it is in is drawn only once.
        places: Whether it places the elements inside, so that their ``x``, ``y`` and ``center`` do nothing.
        sample: A line of a layout that draws it. Tests and the fuzzer use it.
        span: Its place in the layout.
        fixed: Whether it is the same on every piece.
        children: Elements inside.
        words: Texts inside: characters of the layout and values of the game, in order.
        written: Elements with the same one have the same attributes; 0 where that is not known.
        number: Elements with the same one are the same throughout; 0 where that is not known.
    """

    attributes: ClassVar[Mapping[str, Attribute]]
    tag: ClassVar[str]
    holds: ClassVar[Holds] = "nothing"
    noted: ClassVar[bool] = False
    places: ClassVar[bool] = False
    sample: ClassVar[str]

    span: Span
    fixed: bool = False
    children: tuple[Element, ...] = ()
    words: tuple[Any, ...] = ()
    written: int = 0
    number: int = 0

    ink: Literal["full", "low"] | None = attribute(
        choice("full", "low"), "`full` leaves the element out of low-ink builds, `low` draws it in those only"
    )

    def __init_subclass__(cls) -> None:
        """Declares the attributes of the class."""
        _declare(cls)

    def __init__(self, **values: Any) -> None:
        """Takes values by field; what is left out has its default."""
        vars(self).update(values)

    def items(self, place: DrawPlace) -> Sequence[Item]:  # noqa: ARG002 - rows and cells are drawn by their table
        """The items that it draws in its place.

        Raises:
            LayoutFault: It cannot be drawn.
        """
        return ()

    def box(self, frame: Frame, *, slotted: bool) -> Box:  # noqa: ARG002
        """The box that it fills.

        Args:
            frame: Around it.
            slotted: Whether the frame is a slot made for it, so that only its ``inset`` counts.

        Raises:
            LayoutFault: L210, the place contradicts itself; L211, there is no room.
        """
        return frame.box

    def own_size(self, shape: Shape) -> tuple[Measure | None, Measure | None]:  # noqa: ARG002
        """Width and height that its attributes give it on a piece of that shape; None where they do not."""
        return None, None

    def is_empty(self, context: DrawContext) -> bool:  # noqa: ARG002
        """Whether it shows nothing, so that rows and columns close up around it."""
        return False

    def idle(self, written: Mapping[str, str | None]) -> Mapping[str, str]:  # noqa: ARG002
        """Attributes that do nothing as the element is, and the cure of each.

        Args:
            written: Its attributes as the layout has them; None for those with computed parts.
        """
        return {}

    def natural_height(self, context: DrawContext, width: float, room: float) -> float | None:  # noqa: ARG002
        """Its natural height for a width and a greatest height; None if it takes the remaining height."""
        return None

    def around(
        self, children: tuple[Element, ...], words: tuple[Any, ...], *, fixed: bool, number: int
    ) -> Self:
        """This element, which holds nothing yet, with something inside."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), children=children, words=words, fixed=fixed, number=number)
        return other


_declare(Element)


class Shown(Element):
    """An element that can be turned and made transparent."""

    id: str | None = attribute(TEXT, "a name for its box, for `:::callouts` in rule sheets")
    spot: PressColour | None = attribute(
        SPOT_COLOUR,
        "prints the whole element on a separation of this name, over all inks: `Foil`, `Varnish`, `White`, "
        "`CutContour`, `Crease` …; gradients become flat",
    )
    opacity: float = attribute(number(0, 1), "of the whole element, 0 invisible, 1 opaque", 1.0)
    transform: Transform | None = attribute(
        TRANSFORM,
        "as in SVG, about the top left of the frame; `rotate(90 50% 50%)` turns clockwise about a point",
    )

    def clip_over(self, box: Box) -> Clip | None:  # noqa: ARG002
        """The shape outside which nothing of it shows; None without one."""
        return None


class Placed(Shown):
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
    center: FramePoint | None = attribute(
        FRAME_POINT, "middle of the box, which then needs `width` and `height`"
    )

    def own_size(self, shape: Shape) -> tuple[Measure | None, Measure | None]:  # noqa: ARG002
        """As written."""
        return self.width, self.height

    def box(self, frame: Frame, *, slotted: bool) -> Box:
        """See ``Element``."""
        width, height = (None, None) if slotted else self.own_size(frame.shape)
        return self.placed(frame, width, height, slotted=slotted)

    def placed(self, frame: Frame, width: Measure | None, height: Measure | None, *, slotted: bool) -> Box:
        """The box of that width and height in its place; see ``box``."""
        around = frame.box
        if slotted and self.inset is None:
            return around
        corner = self.x is not None or self.y is not None
        if self.inset is not None:
            if not slotted and (corner or self.center is not None):
                raise self._placed_twice("'inset' and by another attribute")
            top, right, bottom, left = self.inset
            x, w = self._axis(left, right, width, around.width)
            y, h = self._axis(top, bottom, height, around.height)
        elif self.center is not None:
            if corner:
                raise self._placed_twice("'center' and by 'x' or 'y'")
            w = around.width if width is None else width.of(around.width)
            h = around.height if height is None else height.of(around.height)
            x = self.center.x.of(around.width) - w / 2
            y = self.center.y.of(around.height) - h / 2
        else:
            x, w = self._axis(self.x, None, width, around.width)
            y, h = self._axis(self.y, None, height, around.height)
        if w < -TOUCH or h < -TOUCH:
            message = f"'<{self.tag}>' has no room: its box would be {w:.4g} × {h:.4g} mm"
            raise LayoutFault("L211", message, "make its inset smaller")
        return Box(around.x + x, around.y + y, max(w, 0.0), max(h, 0.0))

    def _placed_twice(self, ways: str) -> LayoutFault:
        return LayoutFault("L210", f"'<{self.tag}>' is placed by {ways}", "keep one of them")

    def _axis(
        self, start: Measure | None, end: Measure | None, size: Measure | None, whole: float
    ) -> tuple[float, float]:
        """Where the box begins and how long it is, in one direction."""
        if size is None:
            first = start.of(whole) if start else 0.0
            return first, whole - first - (end.of(whole) if end else 0.0)
        if start is not None and end is not None:
            raise LayoutFault(
                "L210",
                f"'<{self.tag}>' has an inset on both sides and a size",
                "write 'auto' for one side of the inset, or leave out the size",
            )
        length = size.of(whole)
        if end is not None:
            return whole - end.of(whole) - length, length
        return (start.of(whole) if start else 0.0), length


class Stroked(Shown):
    """A shape with an outline."""

    stroke: PaintChoice | None = attribute(PAINT, "paint of the outline; none without it")
    stroke_width: float = attribute(MILLIMETRES, "thickness of the outline", 0.25)
    dash: tuple[float, ...] = attribute(
        DASH, "lengths of dashes and gaps in turn; a solid line without it", ()
    )
    stroke_linecap: Literal["butt", "round", "square"] = attribute(
        choice("butt", "round", "square"), "ends of lines", "butt"
    )
    stroke_linejoin: Literal["miter", "round", "bevel"] = attribute(
        choice("miter", "round", "bevel"), "corners of lines", "miter"
    )


class Painted(Stroked):
    """A shape with a fill and an outline."""

    fill: PaintChoice | None = attribute(
        PAINT, "paint inside; black without it, or none where the shape has a `stroke`"
    )

    def idle(self, written: Mapping[str, str | None]) -> Mapping[str, str]:
        """Attributes of an outline without a ``stroke``."""
        if "stroke" in written:
            return {}
        return {name: "give it a 'stroke'" for name in _OF_OUTLINES if name in written}


_OF_OUTLINES = ("stroke-width", "dash", "stroke-linecap", "stroke-linejoin")


BLEED = "`true` carries what touches the trim out over the bleed"
