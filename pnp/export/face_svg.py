"""Faces as SVG files of their own: in millimetres, with fonts and pictures inside.

Fonts are embedded by rules of style sheets. Features give a browser the same glyphs.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape
from io import BytesIO
from itertools import chain, count
from typing import Any, Literal, TypeAlias, assert_never

from pnp.colour import Colour
from pnp.draw import (
    Clip,
    Face,
    Fill,
    GlyphRun,
    Glyphs,
    Gradient,
    Group,
    Item,
    Picture,
    PictureData,
    Stroke,
)
from pnp.draw.item import MITER_LIMIT
from pnp.draw.path import path_data, svg_number
from pnp.fonts import FontFace, FontLibrary
from pnp.fonts.features import AUTOMATIC
from pnp.fonts.subset import pin_axes
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.icons.icon import CurrentColour
from pnp.icons.svg.xml_node import quoted
from pnp.pictures.passed import png_file
from pnp.raster.pixels import trimmed

TextAs: TypeAlias = Literal["outlines", "text"]
"""Whether letters are shapes, or text with its font inside the file."""

_NOT_XML = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")
"""Characters that an XML file cannot hold (XML 1.0, production 2)."""


def face_svg(
    face: Face, fonts: FontLibrary, *, text: TextAs = "outlines", bleed: float = 0.0, cut_out: bool = True
) -> str:
    """The face as a whole SVG file whose units are millimetres.

    Args:
        face: What is drawn.
        fonts: Has every font that its runs name.
        text: ``outlines`` look the same in every program; ``text`` can be searched and changed. Programs
            that do not read fonts inside a file, such as Inkscape, need the font installed for that.
        bleed: How much to show around the trim, in millimetres.
        cut_out: Whether only the trimmed shape shows; without effect when there is bleed.

    Raises:
        KeyError: A run names a font that the library does not have.
    """
    drawing = _SvgDrawing(fonts, text, language=face.language)
    body = drawing.items(face.items if bleed or not cut_out else trimmed(face).items)
    box = Box(0.0, 0.0, face.width, face.height).grown(bleed)
    x, y, width, height = (svg_number(value) for value in (box.x, box.y, box.width, box.height))
    label = _text(face.label)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" ',
            f'viewBox="{x} {y} {width} {height}" xml:lang={quoted(face.language)}',
            f' role="img" aria-label={quoted(_NOT_XML.sub("", face.label))}>\n' if label else ">\n",
            f"<title>{label}</title>\n" if label else "",
            drawing.styles(),
            f"<defs>\n{drawing.definitions()}</defs>\n" if drawing.definitions() else "",
            body,
            "</svg>\n",
        ]
    )


def drawing_svg(items: Iterable[Item], fonts: FontLibrary, prefix: str) -> str:
    """Items as elements for a larger SVG drawing, in which all ids that begin with ``prefix`` are free.

    The colour that the user of an icon chooses stays ``currentColor``.
    """
    drawing = _SvgDrawing(fonts, "outlines", prefix)
    body = drawing.items(items)
    return f"<defs>{drawing.definitions()}</defs>{body}" if drawing.definitions() else body


class _SvgDrawing:
    """Elements of a file, and the definitions that they refer to; ids are numbered in order of first use."""

    def __init__(self, fonts: FontLibrary, text: TextAs, prefix: str = "d", language: str = "") -> None:
        self._fonts = fonts
        self._as = text
        self._language = language
        self._prefix = prefix
        self._ids: dict[Any, str] = {}
        self._definitions: list[str] = []
        self._outlines: dict[str, _Outlines] = {}
        self._text_fonts: dict[str, TextFont] = {}

    def definitions(self) -> str:
        """Elements that those so far refer to, a line each."""
        return "".join(f"{each}\n" for each in self._definitions)

    def styles(self) -> str:
        """The fonts of texts, each with the characters that it draws; empty without such texts."""
        rules = [font.rule() for font in self._text_fonts.values() if font.used]
        return f"<style>\n{''.join(rules)}</style>\n" if rules else ""

    def items(self, items: Iterable[Item]) -> str:
        """The items back to front, an element a line."""
        return "".join(self._item(item) for item in items)

    def _item(self, item: Item) -> str:
        match item:
            case Fill():
                return self._fill(item)
            case Stroke():
                return self._stroke(item)
            case GlyphRun():
                return self._run(item)
            case Picture():
                return self._picture(item)
            case Group():
                return self._group(item)
        assert_never(item)

    def _fill(self, item: Fill) -> str:
        if not item.path:
            return ""
        rule = ' fill-rule="evenodd"' if item.even_odd else ""
        return f"<path{self._paint('fill', item.paint)}{rule} d={quoted(path_data(item.path))}/>\n"

    def _stroke(self, item: Stroke) -> str:
        if not item.path or item.width <= 0:
            return ""
        words = [f' stroke-width="{svg_number(item.width)}"']
        if item.dash:
            words.append(f' stroke-dasharray="{" ".join(map(svg_number, item.dash))}"')
            words.append(f' stroke-dashoffset="{svg_number(item.dash_offset)}"' if item.dash_offset else "")
        words.append(f' stroke-linecap="{item.cap}"' if item.cap != "butt" else "")
        words.append(f' stroke-linejoin="{item.join}"' if item.join != "miter" else "")
        words.append(f' stroke-miterlimit="{svg_number(item.miter)}"' if item.miter != MITER_LIMIT else "")
        paint = self._paint("stroke", item.paint)
        return f'<path fill="none"{paint}{"".join(words)} d={quoted(path_data(item.path))}/>\n'

    def _run(self, run: GlyphRun) -> str:
        if run.size <= 0 or not any(part.glyphs for part in run.parts):
            return ""
        return self._outlined(run) if self._as == "outlines" else self._typed(run)

    def _outlined(self, run: GlyphRun) -> str:
        outlines = self._outlines.get(run.font)
        if outlines is None:
            outlines = self._outlines[run.font] = _Outlines(self._fonts.by_key(run.font))
        scale = run.size / outlines.upem
        uses = []
        at = 0.0
        offsets = run.offsets or (0.0,) * len(run.glyphs)
        for glyph, advance, offset in zip(run.glyphs, run.advances, offsets, strict=True):
            data = outlines.path(glyph)
            if data:
                name = self._defined(("glyph", run.font, glyph), f"<path d={quoted(data)}/>")
                raised = f' y="{svg_number(-offset / scale, 1)}"' if offset else ""
                uses.append(f'<use href="#{name}" x="{svg_number(at / scale, 1)}"{raised}/>')
            at += advance
        if not uses:
            return ""
        place = (
            f'transform="matrix({svg_number(scale, 7)} 0 0 {svg_number(-scale, 7)} '
            f'{svg_number(run.x)} {svg_number(run.y)})"'
        )
        letters = "".join(uses)
        label = quoted(_NOT_XML.sub("", run.actual if run.actual is not None else run.text))
        rim = self._rim(run, f"<g {place}", scale, letters)
        return (
            f'{rim}<g {place}{self._paint("fill", run.colour)} role="img" aria-label={label}>{letters}</g>\n'
        )

    def _typed(self, run: GlyphRun) -> str:
        font = self._text_fonts.get(run.font)
        if font is None:
            font = self._text_fonts[run.font] = self._text_font(self._fonts.by_key(run.font))
        settings = font.settings(run)
        if settings is None:
            return self._outlined(run)
        features = ",".join(f"'{tag}' {value}" for tag, value in sorted(settings.items()))
        start = (
            f'<text x="{svg_number(run.x)}" y="{svg_number(run.y)}" font-family="\'{font.name}\'" '
            f'font-size="{svg_number(run.size)}" font-weight="{font.face.weight}"'
            f"{_ITALIC if font.face.italic else ''}"
            + (f' style="font-feature-settings:{features}"' if features else "")
            + f' textLength="{svg_number(run.width)}" xml:space="preserve"'
        )
        letters = _text(run.text)
        end = f"{letters}</text>\n"
        rim = ""
        if run.halo is not None and run.halo.width > 0:
            paint = self._paint("stroke", run.halo.colour)
            width = svg_number(2 * run.halo.width)
            rim = (
                f'{start} fill="none"{paint} stroke-width="{width}" stroke-linejoin="round" '
                f'aria-hidden="true">{end}'
            )
        return f"{rim}{start}{self._paint('fill', run.colour)}>{end}"

    def _text_font(self, face: FontFace) -> TextFont:
        """A font of texts, under a name that no other font of this weight and slant has."""
        style = (face.weight, face.italic)
        taken = {
            font.name for font in self._text_fonts.values() if style == (font.face.weight, font.face.italic)
        }
        family = css_name(face.family)
        names = chain([family], (f"{family} {number}" for number in count(2)))
        return TextFont(face, next(name for name in names if name not in taken), self._language)

    def _rim(self, run: GlyphRun, start: str, scale: float, letters: str) -> str:
        if run.halo is None or run.halo.width <= 0:
            return ""
        width = svg_number(2 * run.halo.width / scale, 2)
        paint = self._paint("stroke", run.halo.colour)
        return (
            f'{start} fill="none"{paint} stroke-width="{width}" stroke-linejoin="round" '
            f'aria-hidden="true">{letters}</g>\n'
        )

    def _picture(self, item: Picture) -> str:
        if item.width <= 0 or item.height <= 0 or item.opacity <= 0:
            return ""
        picture = item.picture
        content = f'<image width="1" height="1" preserveAspectRatio="none" href="{_picture_url(picture)}"'
        if picture.alpha is not None:
            rows = picture._replace(
                mode="L", data=picture.alpha, jpeg=False, alpha=None, bits=8, palette=None
            )
            mask = self._defined(
                ("alpha", picture.key),
                '<mask x="0" y="0" width="1" height="1" maskUnits="userSpaceOnUse"><image width="1" height="1" '
                f'preserveAspectRatio="none" href="{_picture_url(rows)}"/></mask>',
            )
            content += f' mask="url(#{mask})"'
        name = self._defined(("picture", picture.key), f"{content}/>")
        opacity = f' opacity="{svg_number(item.opacity)}"' if item.opacity < 1 else ""
        place = " ".join(svg_number(value, 6) for value in (item.width, 0, 0, item.height, item.x, item.y))
        return f'<use href="#{name}" transform="matrix({place})"{opacity}/>\n'

    def _group(self, group: Group) -> str:
        if not group.items or group.opacity <= 0 or (group.clip is not None and not group.clip.path):
            return ""
        words = []
        if group.matrix != IDENTITY:
            words.append(f' transform="{_matrix(group.matrix)}"')
        if group.clip is not None:
            words.append(f' clip-path="url(#{self._clip(group.clip)})"')
        if group.opacity < 1:
            words.append(f' opacity="{svg_number(group.opacity)}"')
        if group.alt:
            words.append(f' role="img" aria-label={quoted(_NOT_XML.sub("", group.alt))}')
        start = f"<g{''.join(words)}>"
        if group.shared is None:
            return f"{start}\n{self.items(group.items)}</g>\n"
        key = ("shared", group.shared)
        if key not in self._ids:
            self._defined(key, f"<g>\n{self.items(group.items)}</g>")
        return f'{start}<use href="#{self._ids[key]}"/></g>\n'

    def _clip(self, clip: Clip) -> str:
        rule = ' clip-rule="evenodd"' if clip.even_odd else ""
        path = f"<path{rule} d={quoted(path_data(clip.path))}/>"
        return self._defined(("clip", clip), f"<clipPath>{path}</clipPath>")

    def _paint(self, name: str, paint: Colour | Gradient) -> str:
        if isinstance(paint, Gradient):
            return f' {name}="url(#{self._gradient(paint)})"'
        opacity = f' {name}-opacity="{svg_number(paint.alpha / 255)}"' if paint.alpha < 255 else ""
        colour = "currentColor" if isinstance(paint, CurrentColour) else paint.opaque
        return f' {name}="{colour}"{opacity}'

    def _gradient(self, gradient: Gradient) -> str:
        place = ["x1", "y1", "x2", "y2"]
        values = [gradient.x1, gradient.y1, gradient.x2, gradient.y2]
        if gradient.kind == "radial":
            place, values = ["cx", "cy", "r"], [gradient.x1, gradient.y1, gradient.radius]
            if gradient.focus is not None:
                place, values = [*place, "fx", "fy"], [*values, *gradient.focus]
        words = "".join(f' {key}="{svg_number(value)}"' for key, value in zip(place, values, strict=True))
        stops = "".join(
            f'<stop offset="{svg_number(stop.at)}" stop-color="{stop.colour.opaque}"'
            + (
                f' stop-opacity="{svg_number(stop.colour.alpha / 255)}"/>'
                if stop.colour.alpha < 255
                else "/>"
            )
            for stop in gradient.stops
        )
        tag = f"{gradient.kind}Gradient"
        return self._defined(
            ("gradient", gradient), f'<{tag} gradientUnits="userSpaceOnUse"{words}>{stops}</{tag}>'
        )

    def _defined(self, key: Any, element: str) -> str:
        """The id of a definition; the element, which has no id yet, is added when the key is new."""
        name = self._ids.get(key)
        if name is None:
            name = self._ids[key] = f"{self._prefix}{len(self._ids)}"
            tag, rest = re.match(r"(<\w+)(.*)", element, re.DOTALL).groups()  # type: ignore[union-attr]
            self._definitions.append(f'{tag} id="{name}"{rest}')
        return name


_ITALIC = ' font-style="italic"'


class _Outlines:
    """Outlines of one font's glyphs as path data in font units, y upwards."""

    def __init__(self, face: FontFace) -> None:
        self.upem = face.upem
        self._font = face.hb_font
        self._parts: list[str] = []

    def path(self, glyph: int) -> str:
        """The outline; empty for a space."""
        self._parts = []
        self._font.draw_glyph(glyph, self._draw)
        return "".join(self._parts)

    @cached_property
    def _draw(self) -> Any:
        import uharfbuzz

        harfbuzz: Any = uharfbuzz
        functions = harfbuzz.DrawFuncs()
        for name, letter in (("move_to", "M"), ("line_to", "L"), ("cubic_to", "C"), ("quadratic_to", "Q")):
            getattr(functions, f"set_{name}_func")(self._adder(letter))
        functions.set_close_path_func(lambda _: self._parts.append("Z"))
        return functions

    def _adder(self, letter: str) -> Any:
        def add(*numbers: Any) -> None:
            self._parts.append(letter + " ".join(svg_number(value, 2) for value in numbers[:-1]))

        return add


def _matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(svg_number(value, 6) for value in matrix)})"


def _picture_url(picture: PictureData) -> str:
    """The picture's colours as a data address; its alpha is left out."""
    if not picture.jpeg:
        return data_url("image/png", png_file(picture._replace(alpha=None)))
    if picture.mode != "CMYK":
        return data_url("image/jpeg", picture.data)
    from PIL import Image

    buffer = BytesIO()
    Image.open(BytesIO(picture.data)).convert("RGB").save(buffer, "PNG")
    return data_url("image/png", buffer.getvalue())


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("", text), quote=False)


Settings = dict[str, int]
"""Features of a font that are turned on or off."""

_TOGETHER = 4
"""Features that are tried together."""


class TextFont:
    """A font of texts that stay text, with the characters and features that they need.

    Args:
        face: The font.
        name: The name of its family in the file, which belongs to this font alone.
        language: Of the texts, a BCP 47 tag.
    """

    def __init__(self, face: FontFace, name: str, language: str) -> None:
        self.face = face
        self.name = name
        self._language = language
        self._characters: set[str] = set()
        self._features: set[str] = set()
        self._last: Settings = {}
        self._known: dict[tuple[str, tuple[tuple[str, int], ...]], tuple[int, ...]] = {}

    def settings(self, run: GlyphRun) -> Settings | None:
        """The features with which a browser draws the glyphs of a run; None if no features do.

        Runs do not say with what features they were made, so those of the font are tried.
        """
        for settings in ({}, self._last):
            if self._is_like(run.parts, settings):
                break
        else:
            found = self._searched(run.parts)
            if found is None:
                return None
            settings = found
        self._last = settings
        self._characters.update(run.text)
        self._features.update(settings)
        return settings

    @property
    def used(self) -> bool:
        """Whether any text is drawn with it."""
        return bool(self._characters)

    def rule(self) -> str:
        """The rule that embeds it."""
        return font_rule(self.face, self._characters, self.name, self._features)

    def _searched(self, parts: Sequence[Glyphs]) -> Settings | None:
        """The feature that brings most glyphs right, then the next one, and so on."""
        settings: Settings = {}
        left = self._wrong(parts, settings)
        for _ in range(_TOGETHER):
            tries = [{**settings, tag: value} for tag, value in self._choices if tag not in settings]
            rated = [(self._wrong(parts, each), at) for at, each in enumerate(tries)]
            fewest, at = min(rated, default=(left, 0))
            if fewest >= left:
                return None
            settings, left = tries[at], fewest
            if self._is_like(parts, settings):
                return settings
        return None

    @cached_property
    def _choices(self) -> list[tuple[str, int]]:
        """Every feature of the font turned the other way; those with alternatives have a few."""
        return [
            (tag, value)
            for tag in sorted(self.face.features)
            for value in ((0,) if tag in AUTOMATIC else (1, 2, 3) if tag in ("salt", "aalt") else (1,))
        ]

    def _is_like(self, parts: Sequence[Glyphs], settings: Settings) -> bool:
        return all(self._shaped(part.text, settings) == part.glyphs for part in parts if part.glyphs)

    def _wrong(self, parts: Sequence[Glyphs], settings: Settings) -> int:
        """How many glyphs of the parts a browser would not draw."""
        return sum(
            (Counter(part.glyphs) - Counter(self._shaped(part.text, settings))).total() for part in parts
        )

    def _shaped(self, text: str, settings: Settings) -> tuple[int, ...]:
        key = text, tuple(settings.items())
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._glyphs(text, settings)
        return found

    def _glyphs(self, text: str, settings: Settings) -> tuple[int, ...]:
        import uharfbuzz

        harfbuzz: Any = uharfbuzz
        buffer = harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        buffer.language = self._language
        buffer.flags = harfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        harfbuzz.shape(self.face.hb_font, buffer, settings)
        return tuple([info.codepoint for info in buffer.glyph_infos])


def font_rule(face: FontFace, characters: Iterable[str], name: str = "", features: Iterable[str] = ()) -> str:
    """A ``@font-face`` rule that holds a font with these characters.

    Args:
        face: The font.
        characters: In any order.
        name: Of its family; that of the font if left out.
        features: Tags of those that have to stay, beside those that are always on.
    """
    style = "italic" if face.italic else "normal"
    data = data_url("font/ttf", _subset(face, characters, features))
    return (
        f"@font-face{{font-family:'{name or css_name(face.family)}';font-weight:{face.weight};font-style:{style};"
        f"src:url({data})}}\n"
    )


def css_name(family: str) -> str:
    """The name of a family as it can be between single quotes in a style sheet."""
    return re.sub(r"[^\w .+-]", "", family)


def data_url(kind: str, data: bytes) -> str:
    """A file as a link that holds it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _subset(face: FontFace, characters: Iterable[str], features: Iterable[str]) -> bytes:
    """The font with what these characters need, in any order."""
    import uharfbuzz

    harfbuzz: Any = uharfbuzz  # its stubs leave the subsetter out
    wanted = harfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    tags = [int.from_bytes(tag.encode("ascii"), "big") for tag in features]
    wanted.layout_feature_tag_set.update(tags)
    pin_axes(wanted, face.hb_font.face, face.source.coordinates)
    return bytes(harfbuzz.subset(face.hb_font.face, wanted).blob.data)
