"""The base of all elements, and how their attributes are declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from pnp.layout.form import TRANSFORM, Transform
from pnp.layout.kind import DASH, INSETS, MEASURE, MILLIMETRES, SIZE, SPOT, AttributeKind, choice, number
from pnp.layout.measure import Insets, Measure, Spot
from pnp.layout.paint import PAINT, PaintChoice
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.draw import Item
    from pnp.layout.context import DrawContext, DrawPlace

Holds = Literal["nothing", "elements", "words", "rows", "cells"]


def attribute(
    kind: AttributeKind, doc: str, default: Any = None, *, name: str = "", required: bool = False
) -> Any:
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
    kind: AttributeKind
    doc: str
    default: Any
    required: bool


@dataclass(kw_only=True, eq=False, repr=False)
class Element:
    """The base of all elements.

    Nobody changes, compares or prints elements, so their classes leave out what takes most of the time to generate.

    Attributes:
        tag: Name of the element.
        holds: The content that it allows.
        reads_others: Whether it shows another piece.
        memoised: Whether its items are drawn once for all pieces; not those that something else holds already.
        span: Its place in the layout.
        fixed: Whether it is the same on every piece.
        children: Elements inside.
        words: Texts inside: characters of the layout and values of the game, in order.
        written: Elements with the same one have the same attributes; 0 where that is not known.
        number: Elements with the same one are the same throughout; 0 where that is not known.
    """

    tag: ClassVar[str]
    holds: ClassVar[Holds] = "nothing"
    reads_others: ClassVar[bool] = False
    memoised: ClassVar[bool] = True

    span: Span
    fixed: bool = False
    children: tuple[Element, ...] = ()
    words: tuple[Any, ...] = ()
    written: int = 0
    number: int = 0

    ink: Literal["full", "low"] | None = attribute(
        choice("full", "low"), "`full` leaves the element out of low-ink builds, `low` draws it in those only"
    )

    def items(self, place: DrawPlace) -> Sequence[Item]:  # noqa: ARG002 - rows and cells are drawn by their table
        """The items that it draws in its place.

        Raises:
            LayoutFault: It cannot be drawn.
        """
        return ()

    def own_size(self) -> tuple[Measure | None, Measure | None]:
        """Width and height that its attributes give it; None where they do not."""
        return None, None

    def is_empty(self, context: DrawContext) -> bool:  # noqa: ARG002
        """Whether it shows nothing, so that rows and columns close up around it."""
        return False

    def natural_height(self, context: DrawContext, width: float, room: float) -> float | None:  # noqa: ARG002
        """Height that it takes of itself, given its width and the most it may have; None when it takes what is left."""
        return None

    def around(
        self, children: tuple[Element, ...], words: tuple[Any, ...], *, fixed: bool, number: int
    ) -> Self:
        """This element, which holds nothing yet, with something inside."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), children=children, words=words, fixed=fixed, number=number)
        return other


@dataclass(init=False, kw_only=True, eq=False, repr=False)
class Shown(Element):
    """An element that can be turned and made transparent."""

    opacity: float = attribute(number(0, 1), "of the whole element, 0 invisible, 1 opaque", 1.0)
    transform: Transform | None = attribute(
        TRANSFORM,
        "as in SVG, about the top left of the frame; `rotate(90 50% 50%)` turns clockwise about a point",
    )


@dataclass(init=False, kw_only=True, eq=False, repr=False)
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
    center: Spot | None = attribute(SPOT, "middle of the box, which then needs `width` and `height`")

    def own_size(self) -> tuple[Measure | None, Measure | None]:
        """As written."""
        return self.width, self.height


@dataclass(init=False, kw_only=True, eq=False, repr=False)
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


@dataclass(init=False, kw_only=True, eq=False, repr=False)
class Painted(Stroked):
    """A shape with a fill and an outline."""

    fill: PaintChoice | None = attribute(
        PAINT, "paint inside; black without it, or none where the shape has a `stroke`"
    )


BLEED = "`true` carries what touches the trim out over the bleed"
