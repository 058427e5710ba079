"""Texts, pictures, icons, QR codes, other faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from pnp.colour import BLACK, Colour
from pnp.diagnostics import error
from pnp.draw import Clip, Fill, Group, Halo, rectangle
from pnp.geometry import Box, scale, shift
from pnp.icons import coloured, place_icon, unknown_icon
from pnp.layout.element.attribute import BLEED, Element, Placed, attribute
from pnp.layout.fault import LayoutFault
from pnp.layout.frame import FramePoint, Measure, bled
from pnp.layout.kind import (
    AXES,
    CLIP,
    COLOUR,
    FEATURES,
    FLAG,
    FRAME_POINT,
    HALO,
    MILLIMETRES,
    SIZE,
    TEXT,
    TYPE_SIZE,
    WORDS,
    ClipChoice,
    choice,
    number,
    whole,
)
from pnp.model import FileFault
from pnp.pictures import (
    PictureFault,
    QrFault,
    bleed_ratio,
    fit_box,
    low_resolution,
    picture_items,
    pixels_in,
    qr_path,
    unusable_picture,
)
from pnp.units import Length

if TYPE_CHECKING:
    from pnp.draw import Item
    from pnp.draw.face import Shape
    from pnp.layout.drawing import DrawContext, DrawPlace


class Image(Placed):
    """A picture of the game's folder: JPEG, PNG, WebP or SVG."""

    tag = "image"
    sample = '<image src="art/bow.png" inset="4" fit="contain"/>'
    src: str = attribute(TEXT, "path from the game's folder", "")
    fit: Literal["cover", "contain", "stretch"] = attribute(
        choice("cover", "contain", "stretch"),
        "`cover` fills the box and cuts the rest, `contain` shows all, `stretch` distorts",
        "cover",
    )
    focus: FramePoint | None = attribute(
        FRAME_POINT, "the place of the picture that `cover` keeps, such as `50% 30%`; its middle without it"
    )
    clip: ClipChoice | None = attribute(
        CLIP, "shape of the box outside which nothing shows; the box without it"
    )
    tint: Colour | None = attribute(COLOUR, "the picture in shades of one colour")
    bleed: bool = attribute(FLAG, BLEED, False)
    bleed_in_art: float = attribute(
        MILLIMETRES,
        "bleed that the picture itself already holds on all sides: it is drawn that much larger than its box",
        0.0,
    )
    optional: bool = attribute(FLAG, "`true` draws nothing where the piece has no picture", False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The picture (L230, A210, A220, A221 and the findings of SVG files)."""
        if not self.src:
            if not self.optional:
                cure = 'give it a picture, or write optional="true"'
                place.context.found.append(error("L230", "'<image>' has no picture", self.span, cure))
            return []
        if place.box.width <= 0 or place.box.height <= 0:
            return []
        box = place.box
        if self.bleed_in_art and place.frame.trim is not None:
            box = bled(box, place.frame, self.bleed_in_art)
        elif self.bleed:
            box = bled(box, place.frame, place.bleed)
        try:
            return (
                self._drawing(place, box) if self.src.lower().endswith(".svg") else self._picture(place, box)
            )
        except (PictureFault, FileFault) as fault:
            place.context.found.append(unusable_picture(fault, self.span))
            return []

    @property
    def _focus(self) -> tuple[float, float]:
        """The place that ``cover`` keeps, as shares of the width and height."""
        return (self.focus.x.of(1.0), self.focus.y.of(1.0)) if self.focus else (0.5, 0.5)

    def _picture(self, place: DrawPlace, box: Box) -> Sequence[Item]:
        """A picture of pixels in a box."""
        resources, found = place.context.resources, place.context.found
        picture = resources.pictures.get(self.src)
        if self.tint is not None:
            picture = resources.pictures.tinted(picture, self.tint)
        coarse = low_resolution(picture, self.src, box, self.fit, self.span)
        found += [coarse] if coarse is not None else []
        if self.bleed_in_art:
            uneven = bleed_ratio(picture, self.src, place.box, self.bleed_in_art, self.span)
            found += [uneven] if uneven is not None else []
        clip = self.clip.over(box) if self.clip else None
        shape = None if clip is None else clip.path
        if self.clip is not None and clip is None:
            shape = rectangle(fit_box(picture.width_px, picture.height_px, box, self.fit, self._focus))
        return picture_items(picture, box, self.fit, self._focus, clip=shape)

    def _drawing(self, place: DrawPlace, box: Box) -> Sequence[Item]:
        """An SVG drawing in a box."""

        def per_unit(width: float, height: float) -> float:
            area = fit_box(width, height, box, self.fit, self._focus)
            return pixels_in(max(area.width / width, area.height / height))

        resources = place.context.resources
        drawing, found = resources.drawings.get(self.src, resources.fonts, per_unit)
        place.context.found += found
        if drawing is None:
            return []
        area = fit_box(drawing.width, drawing.height, box, self.fit, self._focus)
        fitted = scale(area.width / drawing.width, area.height / drawing.height).then(shift(area.x, area.y))
        group = Group(coloured(drawing.items, self.tint or BLACK, fitted.scale), fitted)
        clip = self.clip.over(box) if self.clip else None
        if self.clip is None and not box.holds(area):
            clip = Clip(rectangle(box))
        return [Group((group,), clip=clip) if clip else group]

    def is_empty(self, context: DrawContext) -> bool:  # noqa: ARG002
        """Whether it may be missing and is."""
        return self.optional and not self.src

    def idle(self, written: Mapping[str, str | None]) -> Mapping[str, str]:
        """The place that is kept, where nothing is cut."""
        if "focus" in written and written.get("fit") in ("contain", "stretch"):
            return {"focus": 'write fit="cover", or leave it out'}
        return {}


class Lettering(Element):
    """How a text is set; what an attribute leaves open the style says."""

    style: str = attribute(TEXT, "a style of `game.yaml`", "body")
    font: str | None = attribute(TEXT, "family, instead of the style's")
    weight: int | None = attribute(whole(1, 1000), "weight, instead of the style's")
    italic: bool | None = attribute(FLAG, "slant, instead of the style's")
    size: Length | None = attribute(TYPE_SIZE, "size, instead of the style's", name="font-size")
    min_size: Length | None = attribute(
        TYPE_SIZE, "smallest size that a text which does not fit may be set in", name="min-font-size"
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
    features: tuple[tuple[str, int], ...] | None = attribute(
        FEATURES, "OpenType features, such as `smcp, onum`; `liga=0` turns one off"
    )
    axes: tuple[tuple[str, float], ...] | None = attribute(
        AXES, "axes of a variable font, such as `wdth=80`; `weight` has an attribute of its own"
    )
    hyphenate: bool | None = attribute(FLAG, "whether words may be divided")
    term_style: Literal["plain", "bold", "colour", "icon"] | None = attribute(
        choice("plain", "bold", "colour", "icon"), "how `[form](term)` is shown"
    )
    halo: Halo | None = attribute(
        HALO, "outline behind the letters, such as `white 0.4`, for texts on pictures"
    )


class TextElement(Placed, Lettering):
    """A text in a box, with inline marks such as `**bold**`, `:icon:`, `[words]{underline}`, and `<br/>`."""

    tag = "text"
    holds = "words"
    sample = '<text inset="4" style="body" align="center">Draw **two** cards.</text>'

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The letters."""
        return place.context.text(self, place.box, place.context.resources.styles.of(self))

    def is_empty(self, context: DrawContext) -> bool:
        """Whether it says nothing."""
        return not context.words(self).text.strip()

    def natural_height(self, context: DrawContext, width: float, room: float) -> float | None:
        """The height of its lines."""
        try:
            height = context.height(self, Box(0.0, 0.0, width, room), context.resources.styles.of(self))
        except LayoutFault:
            return 0.0  # reported of the text when it is drawn, and not of the row
        return min(height, room)


class Icon(Placed):
    """An icon of the game's `icons/` or of those that ship with pnp, as large as its box allows."""

    tag = "icon"
    sample = '<icon name="broadsword" center="50% 50%" size="8"/>'
    name: str = attribute(TEXT, "of the icon", "")
    size: Measure | None = attribute(SIZE, "width and height of the box")
    colour: Colour | None = attribute(COLOUR, "of a one-coloured icon; black without it")
    alt: str | None = attribute(WORDS, "what it shows, in words; its name without it")
    optional: bool = attribute(FLAG, "`true` draws nothing where the name is empty", False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The icon (L231, A100)."""
        icons, found, box = place.context.resources.icons, place.context.found, place.box
        if not self.name:
            if not self.optional:
                cure = 'give it an icon, or write optional="true"'
                found.append(error("L231", "'<icon>' has no name", self.span, cure))
            return []
        icon = icons.get(self.name)
        if icon is None:
            found.append(unknown_icon(self.name, self.span, icons))
            return []
        if box.width <= 0 or box.height <= 0 or not icon.items:
            return []
        group = place_icon(icon, box, self.colour)
        return [group if self.alt is None else group._replace(alt=self.alt or None)]

    def own_size(self, shape: Shape) -> tuple[Measure | None, Measure | None]:  # noqa: ARG002
        """Its ``size`` where it has no width or height."""
        return self.width or self.size, self.height or self.size

    def is_empty(self, context: DrawContext) -> bool:  # noqa: ARG002
        """Whether it may be missing and is."""
        return self.optional and not self.name

    def idle(self, written: Mapping[str, str | None]) -> Mapping[str, str]:
        """A size beside both of the others."""
        sized = {"size", "width", "height"}
        return {"size": "leave out 'width' or 'height'"} if all(name in written for name in sized) else {}


class Qr(Placed):
    """A QR code, as large as its box allows."""

    tag = "qr"
    sample = '<qr text="https://example.org" center="50% 50%" width="20" height="20"/>'
    text: str = attribute(WORDS, "what the code says", "", required=True)
    level: Literal["l", "m", "q", "h"] = attribute(
        choice("l", "m", "q", "h"), "how much of it may be damaged", "m"
    )
    colour: Colour | None = attribute(COLOUR, "of the dark squares; black without it")

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The code (L232)."""
        if place.box.width <= 0 or place.box.height <= 0:
            return []
        try:
            path = qr_path(self.text, place.box, self.level)
        except QrFault as fault:
            message = f"'<qr>' cannot be made: {fault}"
            place.context.found.append(error("L232", message, self.span, "shorten its text"))
            return []
        return [Group((Fill(path, self.colour or BLACK),), alt=self.text)]


class FaceOf(Placed):
    """Another piece, drawn as large as the box allows."""

    tag = "face-of"
    noted = True
    sample = '<face-of piece="weapons/bow" inset="4"/>'
    piece: str = attribute(TEXT, "`set/piece`", "", required=True)
    side: Literal["front", "back"] = attribute(choice("front", "back"), "which of its faces", "front")

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The other face, cut along its trim."""
        face = place.context.use_locale().other_face(self.piece, self.side)
        if isinstance(face, LayoutFault):
            raise face
        box = place.box
        factor = min(box.width / face.width, box.height / face.height)
        if factor <= 0:
            return []
        left = box.x + (box.width - face.width * factor) / 2
        top = box.y + (box.height - face.height * factor) / 2
        matrix = scale(factor).then(shift(left, top))
        return [Group(face.items, matrix, Clip(face.outline.path()), alt=face.label or None)]
