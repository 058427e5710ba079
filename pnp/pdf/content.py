"""Items as content streams, and faces as forms. Numbers stay millimetres, y stays downwards."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Literal, assert_never

from pnp.colour import Colour, PressColour
from pnp.draw import (
    Face,
    FaceHashes,
    Fill,
    FinishedFace,
    GlyphRun,
    Gradient,
    Group,
    Halo,
    Item,
    Path,
    Picture,
    PictureData,
    Stroke,
    Tag,
    path_box,
)
from pnp.draw.document import RUNNING
from pnp.draw.item import WHOLE_FACE, item_box, items_box
from pnp.fonts import FontLibrary
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.icons import icons_of
from pnp.memo import IdentityMemo, Memo
from pnp.pdf.colours import RGB, RgbColours, colour_shading, flat_colour, opacity_shading
from pnp.pdf.form import Form, PdfFace, PdfResources, form_of
from pnp.pdf.number import PLACES, matrix_operands, number, path_operators, places_for
from pnp.pdf.stream import ContentStream, line_changes, line_operators, steps
from pnp.pdf.text import PdfFonts, WordCodes, actual_text, alt_text, show, show_codes, shown_glyphs, stretches

_PATHS_AT_HAND = 4096
_BLENDED_AT_HAND = 512
_DECIMALS_AT_HAND = 16
_RECTANGLES = (1, 10)
"""Segments of paths of rectangles, with square corners or with round ones."""
_THIN = 0.36  # mm, 1 pt: lines up to this are printed like letters
_MCID = re.compile(rb"/MCID (\d+)>>")


class SharedContent:
    """Results that content streams share. It grows while they are written and changes nothing but the time.

    Args:
        fonts: Fonts as content streams see them.
        colours: Of the file.

    Attributes:
        forms: Forms of shared groups, by the name that draw lists give them, by what is read out in place of
            their parts, which depends on the language where they are whole faces, and by whether the group is
            blended as one picture. Groups that draw nothing have None.
        paths: Operators of paths, which recur on most faces, with the decimals of lengths.
    """

    def __init__(self, fonts: PdfFonts, colours: RgbColours) -> None:
        self.fonts = fonts
        self.colours = colours
        self.forms: dict[tuple[str, tuple[str, ...], bool], Form | None] = {}
        self.paths: Memo[tuple[Path, int], str] = Memo(lambda key: path_operators(*key), _PATHS_AT_HAND)
        # Art that layouts draw on many faces, by the decimals of lengths.
        self._blended = Memo(self._with_decimals, _DECIMALS_AT_HAND)

    def form(self, items: tuple[Item, ...], box: Box | None, places: int, *, blended: bool) -> Form | None:
        """The items in this box as a form, perhaps blended as one picture; None when they draw nothing."""
        if box is None:
            return None
        content = Content(self, places)
        content.draw(items)
        return content.form(box, self.colours.space if blended else None)

    def blended(self, items: tuple[Item, ...], places: int) -> Form | None:
        """The items as a form that is blended as one picture; None when they draw nothing."""
        return self._blended[places].of(items)

    def _with_decimals(self, places: int) -> IdentityMemo[tuple[Item, ...], Form | None]:
        return IdentityMemo(
            lambda items: self.form(items, items_box(items), places, blended=True), _BLENDED_AT_HAND
        )


class Content(ContentStream):
    """A content stream that items are drawn into.

    Args:
        shared: What streams share.
        places: Decimals of lengths.
        matrix: From the frame of the items to the stream's own, where the caller has already set one.

    Attributes:
        tags: As in ``Form``, with boxes in the stream's own frame.
    """

    def __init__(self, shared: SharedContent, places: int = PLACES, matrix: Matrix = IDENTITY) -> None:
        super().__init__(shared.paths, shared.colours, places, matrix)
        self._words: defaultdict[str, list[WordCodes]] = defaultdict(list)
        self._shared = shared
        self._grounds: list[tuple[Box, bool]] = []
        self._fonts = shared.fonts
        self.tags: list[Tag] = []

    def resources(self) -> PdfResources:
        """Resources that the operators so far refer to."""
        for font, words in self._words.items():
            glyphs = self._resources.glyphs.get(font, 0)
            self._resources.glyphs[font] = reduce(or_, [word.glyphs for word in words], glyphs)
        return self._resources

    def draw(self, items: Iterable[Item]) -> None:
        """Draw the items, back to front."""
        for item in items:
            match item:
                case GlyphRun():
                    self._run(item)
                case Group():
                    self._group(item)
                case Fill():
                    self._fill(item)
                case Stroke():
                    self._stroke(item)
                case Picture():
                    self._picture(item)
                case _:
                    assert_never(item)

    def draw_tagged(self, items: Iterable[Item]) -> None:
        """Draw the items of a page that has a structure: what has no tag is no part of the text."""
        for tagged, each in groupby(items, lambda item: isinstance(item, Group) and item.tag is not None):
            with nullcontext() if tagged else self.artifacts():
                self.draw(each)

    @contextmanager
    def artifacts(self) -> Iterator[None]:
        """Meanwhile, draw things that are no part of the text of a page (ISO 32000-1 §14.8.2.2)."""
        self.write()
        start = len(self._parts)
        yield
        self.write()
        if len(self._parts) > start:
            self._parts.insert(start, "/Artifact BMC")
            self.write("EMC")

    def form(self, box: Box, group: Literal["DeviceRGB", "DeviceCMYK", "DeviceGray"] | None = None) -> Form:
        """Everything drawn so far, as a form that is clipped to ``box``; ``group`` as in ``Form``."""
        return form_of(self.data(), self.resources(), box, self._places, group, self.tags)

    def place(self, form: Form, opacity: float | None = None) -> None:
        """Place a form; ``opacity`` only for one that is a group."""
        self._resources.forms[form.name] = form
        self._resources.transparent |= form.transparent
        if form.resources.sizes:
            self._resources.add_sizes(form.resources.sizes, max(steps(self._matrix)))
        self._opacity(1.0 if opacity is None else opacity)
        self._overprint(False)
        self.write(*line_changes(self._state), f"/{form.name} Do")

    def repeat(self, form: Form) -> None:
        """Copy the content of a movable form here; the caller saves the state and clips."""
        self._resources.add(form.resources, max(steps(self._matrix)) if form.resources.sizes else 1.0)
        for font, glyphs in form.resources.glyphs.items():
            self._resources.glyphs[font] = self._resources.glyphs.get(font, 0) | glyphs
        self._opacity(1.0)
        self._overprint(False)
        content = form.content
        if form.tags:
            first = len(self.tags)
            content = _MCID.sub(lambda found: b"/MCID %d>>" % (int(found[1]) + first), content)
            self.tags += [self._here(tag) for tag in form.tags]
        self.write(*line_changes(self._state), content.decode("ascii"))

    def _fill(self, item: Fill) -> None:
        paint = _plain(item.paint)
        if not item.path or (isinstance(paint, Colour) and not paint.alpha):
            return
        if isinstance(paint, Gradient):
            self.save()
            self.clip(item.path, even_odd=item.even_odd)
            self._gradient_opacity(paint, item_box(item))
            self._weigh(item)
            self.write(f"/{self._shading(paint)} sh")
            self.restore()
            return
        self._fill_with(paint)
        self._weigh(item)
        self.write(self._paths[item.path, self._places], "f*" if item.even_odd else "f")

    def _stroke(self, item: Stroke) -> None:
        paint = _plain(item.paint)
        if not item.path or item.width <= 0 or (isinstance(paint, Colour) and not paint.alpha):
            return
        gradient = isinstance(paint, Gradient)
        if isinstance(paint, Gradient):
            self.save()
            self._gradient_opacity(paint, item_box(item))
            self.write(f"/Pattern CS /{self._pattern(paint)} SCN")
        elif self._colours.converter is not None and item.width <= _THIN:
            self._stroke_with(self._type_colour(paint, item_box(item)))
        else:
            self._stroke_with(paint)
            self._weigh(item)
        line = line_operators(item, self._places)
        self.write(*line_changes(self._state, line), self._paths[item.path, self._places], "S")
        if gradient:
            self.restore()

    def _picture(self, item: Picture) -> None:
        if item.opacity <= 0 or item.width <= 0 or item.height <= 0:
            return
        picture = item.picture
        name = picture_name(picture)
        self._resources.pictures[name] = picture
        self._resources.transparent |= picture.alpha is not None
        if self._colours.converter is not None:
            self._overprint(False)
            self._weigh(item)
        self._opacity(min(item.opacity, 1.0))
        self.save()
        # An image fills the unit square with its top row at 1, so the axis turns over once more.
        self.map(Matrix(item.width, 0.0, 0.0, -item.height, item.x, item.y + item.height))
        self._resources.add_sizes({picture.key: steps(self._matrix)})
        self.write(f"/{name} Do")
        self.restore()

    def _run(self, run: GlyphRun) -> None:
        parts = run.parts
        if run.size <= 0 or not run.colour.alpha or not parts:
            return
        key = parts[0].font
        font = self._fonts[key]
        if run.spaced:
            parts += font.space
            run = run._replace(parts=parts)
        words, actual = font.words.each(parts), run.actual
        codes = [word.codes for word in words]
        if not all(codes):
            if not any(part.glyphs for part in parts):
                return
            shown = [shown_glyphs(part, font) for part in parts]
            cut = stretches(run, shown, font, self._resources.texts.setdefault(key, {}))
            array = show(run, shown, self._places, cut)
        else:
            array = show_codes(codes)
        self._words[key] += words
        if not self._in_text:
            self._parts.append("BT")
            self._in_text = True
        setting = font.setting(run.size)
        if self._state.font != setting:
            self._state.font = setting
            self._parts.append(setting)
        start = f"1 0 0 -1 {number(run.x, self._places)} {number(run.y, self._places)} Tm"
        if run.halo is not None and run.halo.width > 0 and run.halo.colour.alpha:
            self._rim(run.halo, start, array)
        self._fill_with(
            run.colour if self._colours.converter is None else self._type_colour(run.colour, _run_box(run))
        )
        self._parts += (start, array) if actual is None else (actual_text(actual), start, array, "EMC")

    def _type_colour(self, colour: Colour, box: Box | None) -> Colour:
        """The colour of letters or a thin line in a box; on much other ink, black replaces all of it."""
        shown = self._colours.of_type(colour)
        if not self._grounds or box is None or not isinstance(shown, PressColour) or not shown.overprint:
            return shown
        if not shown.spot and self._on_heavy(self._matrix.apply_box(box)):
            return replace(shown, overprint=False)
        return shown

    def _on_heavy(self, box: Box) -> bool:
        for ground, heavy in reversed(self._grounds):
            if heavy and ground.meets(box):
                return True
            if not heavy and ground.holds(box):
                return False
        return False

    def _weigh(self, item: Fill | Stroke | Picture) -> None:
        """Note a ground on which black may not be printed over other inks, or one that hides it."""
        if self._colours.converter is None:
            return
        box = item_box(item)
        if box is None:
            return
        paint = None if isinstance(item, Picture) else item.paint
        shown = (
            [paint] if isinstance(paint, Colour) else [stop.colour for stop in paint.stops] if paint else []
        )
        heavy = paint is None or any(map(self._colours.heavy, shown))
        plain = isinstance(item, Fill) and len(item.path) in _RECTANGLES
        if heavy or (plain and all(colour.alpha == 255 for colour in shown) and self._state.opacity == "1"):
            self._grounds.append((self._matrix.apply_box(box), heavy))

    def _rim(self, halo: Halo, start: str, array: str) -> None:
        """The rim of a run. It has no text of its own, or readers would find the line twice."""
        self._stroke_with(halo.colour)
        rim = Stroke((), halo.colour, 2 * halo.width, join="round")
        self._parts += line_changes(self._state, line_operators(rim, self._places))
        self._parts += (actual_text(""), "1 Tr", start, array, "0 Tr", "EMC")

    def _group(self, group: Group) -> None:
        if group.tag is not None:
            with self.tagged(group.tag):
                self.draw(group.items)
            return
        hidden = group.clip is not None and not group.clip.path
        if group.opacity <= 0 or not (group.items or group.drawn) or hidden:
            return
        alt = alt_text(group.alt) if group.alt else ""
        if group.shared is not None and group.clip is None and group.opacity >= 1 and self._state.plain:
            stamp = self._stamp(group)
            self.write(*((alt, *stamp, "EMC") if alt else stamp))
            return
        if group.layer:
            name = f"L{hashlib.sha256(group.layer.encode()).hexdigest()[:12]}"
            self._resources.layers[name] = group.layer
            self.write(f"/OC/{name} BDC")
        if alt:
            self.write(alt)
        self._draw_group(group)
        if alt:
            self.write("EMC")
        if group.layer:
            self.write("EMC")

    @contextmanager
    def tagged(self, tag: Tag) -> Iterator[None]:
        """Meanwhile, draw content of an element (ISO 32000-1 §14.7.4.2), or of a header or footer."""
        if tag.kind in RUNNING:
            self.write(f"/Artifact<</Type/Pagination/Subtype/{tag.kind}>>BDC")
        else:
            self.write(f"/{tag.kind}<</MCID {len(self.tags)}>>BDC")
            self.tags.append(self._here(tag))
        if tag.copied:
            self.write(actual_text(tag.copied))
        yield
        self.write("EMC", *(("EMC",) if tag.copied else ()))

    def _here(self, tag: Tag) -> Tag:
        """The tag with its box in the stream's own frame."""
        return tag._replace(box=tag.box and self._matrix.apply_box(tag.box), copied="")

    def _stamp(self, group: Group) -> tuple[str, ...]:
        """The operators that place the form of a shared group, without a saved graphics state."""
        form = self.grouped(group)
        if form is None:
            return ()
        matrix, resources = group.matrix, form.resources
        self._resources.forms[form.name] = form
        self._resources.transparent |= form.transparent
        if resources.sizes:
            self._resources.add_sizes(resources.sizes, max(steps(matrix.then(self._matrix))))
        if matrix == IDENTITY:
            return (f"/{form.name} Do",)
        return "q", f"{matrix_operands(matrix, self._places)} cm", f"/{form.name} Do", "Q"

    def _draw_group(self, group: Group) -> None:
        apart = group.matrix != IDENTITY or group.clip is not None
        if apart:
            self.save()
            self.map(group.matrix)
            if group.clip is not None:
                self.clip(group.clip.path, even_odd=group.clip.even_odd)
        if group.shared is None and group.opacity >= 1:
            self.draw(group.items)
        else:
            form = self.grouped(group)
            if form is not None:
                self.place(form, group.opacity if group.opacity < 1 else None)
        if apart:
            self.restore()

    def grouped(self, group: Group) -> Form | None:
        """The group's items as a form; None when they draw nothing."""
        if group.drawn is not None:
            return drawn_form(group.drawn)
        blended = group.opacity < 1
        if group.shared is None:
            return self._shared.blended(group.items, self._places)
        spoken = tuple(_spoken(group.items)) if group.shared.startswith(WHOLE_FACE) else ()
        key, forms = (group.shared, spoken, blended), self._shared.forms
        if key not in forms:
            box = items_box(group.items)
            places = 0 if box is None else places_for(max(box.width, box.height))
            forms[key] = self._shared.form(group.items, box, places, blended=blended)
        return forms[key]

    def _gradient_opacity(self, gradient: Gradient, box: Box | None) -> None:
        """Set the opacity of the gradient's stops, in a saved state: as a number, or a mask over ``box``."""
        opacities = {stop.colour.alpha for stop in gradient.stops}
        if len(opacities) == 1:
            self._opacity(opacities.pop() / 255)
            return
        self._opacity(1.0)
        name, shading = opacity_shading(gradient, self._places)
        mask = form_of(
            f"/{name} sh".encode("ascii"),
            PdfResources(shadings={name: shading}),
            box or Box(0, 0, 0, 0),
            self._places,
            "DeviceGray",
        )
        self._resources.masks[f"M{mask.name}"] = mask
        self._resources.transparent = True
        self.write(f"/M{mask.name} gs")

    def _shading(self, gradient: Gradient) -> str:
        name, shading = colour_shading(gradient, self._places, self._colours)
        self._resources.shadings[name] = shading
        if self._colours.converter is not None:
            inks = [self._colours.ink(stop.colour) for stop in gradient.stops]
            self._resources.ink = max(self._resources.ink, *inks)
        return name

    def _pattern(self, gradient: Gradient) -> str:
        """The gradient as a pattern, placed in the stream's own frame rather than where it is used."""
        shading = self._shading(gradient)
        matrix = matrix_operands(self._matrix, 6)
        name = "P" + hashlib.sha256(f"{shading} {matrix}".encode()).hexdigest()[:12]
        self._resources.patterns[name] = (shading, matrix)
        return name


def _plain(paint: Colour | Gradient) -> Colour | Gradient:
    """The paint, as a colour where it has only one."""
    if isinstance(paint, Gradient):
        return flat_colour(paint) or paint
    return paint


def _run_box(run: GlyphRun) -> Box:
    """A box around most letters of a run."""
    return Box(run.x, run.y - 0.8 * run.size, run.width, run.size)


def drawn_form(face: FinishedFace) -> Form:
    """The form of a face that has no items any more."""
    assert isinstance(face, PdfFace), "faces that are drawn for another kind of file are not placed here"
    return face.form


def picture_name(picture: PictureData) -> str:
    """The name of a picture in resource dictionaries."""
    return f"I{picture.key[:16]}"


def _spoken(items: Iterable[Item]) -> Iterator[str]:
    """The alternative texts of groups, which the hash of a face leaves out, in order."""
    for item in items:
        if isinstance(item, Group):
            yield item.alt or ""
            yield from _spoken(item.items)


class FormMaker:
    """Turns faces into forms. What many of them share is made once.

    Args:
        library: Has every font that a glyph run names.
        colours: Of the file.

    Attributes:
        colours: Of the file.
    """

    def __init__(self, library: FontLibrary, colours: RgbColours = RGB) -> None:
        self.fonts = PdfFonts(library)
        self.colours = colours
        self._shared = SharedContent(self.fonts, colours)

    def content(self, matrix: Matrix = IDENTITY) -> Content:
        """An empty stream; ``matrix`` as in ``Content``."""
        return Content(self._shared, matrix=matrix)

    def form(self, face: Face) -> Form:
        """The face as a form.

        Raises:
            KeyError: A glyph run names a font that the library does not have.
            ValueError: A number is not finite.
        """
        outline, content = face.outline, self.content()
        box = Box(0.0, 0.0, outline.width, outline.height).grown(face.bleed)
        if outline.shape != "rectangle":
            path = outline.path(face.bleed)
            content.clip(path)
            box = path_box(path)
        if any(isinstance(item, Group) and item.tag is not None for item in face.items):
            content.draw_tagged(face.items)
        else:
            content.draw(face.items)
        return content.form(box)

    def face(self, face: Face, hashes: FaceHashes, *, shown: bool = False) -> PdfFace:
        """The face without its items; raises what ``form`` raises.

        Args:
            face: With its items.
            hashes: Of faces.
            shown: Whether it is only shown by others, which cut it along its trim.
        """
        digest = hashes.of_passing(face)
        whole = Group(face.items, shared=WHOLE_FACE + digest)
        form = (self.content().grouped(whole) if shown else None) or self.form(face)
        return PdfFace(
            face.outline,
            face.bleed,
            form,
            digest,
            icons_of(face.items),
            face.label,
            face.language,
        )
