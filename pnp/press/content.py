"""Items as the operators of one content stream. Numbers stay millimetres, y stays downwards."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Literal, assert_never

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Gradient, Group, Halo, Item, Needs, Picture, Plate, Stroke
from pnp.draw.bounds import item_box, items_box
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.press.font import ShownWord
from pnp.press.glyphs import actual_text, said_otherwise, show, show_alike
from pnp.press.means import Means, made_plate, picture_name, steps
from pnp.press.number import PLACES, matrix_operands, places_for
from pnp.press.shading import colour_shading, flat_colour, opacity_shading
from pnp.press.state import line_changes
from pnp.press.stream import Stream


class Content(Stream):
    """One content stream on its way, with what is drawn into it.

    Args:
        means: What streams have in common.
        places: Decimals of lengths.
        matrix: From the frame of the items to the stream's own, where the caller has already set one.
    """

    def __init__(self, means: Means, places: int = PLACES, matrix: Matrix = IDENTITY) -> None:
        super().__init__(means.operators, places, matrix)
        self._glyphs: dict[str, int] = {}  # of what is repeated
        self._set_in: defaultdict[str, list[ShownWord]] = defaultdict(list)
        self._means = means
        self._fonts = means.fonts

    def needs(self) -> Needs:
        """What the operators so far refer to; the last that is asked of a stream."""
        for font, words in self._set_in.items():
            self._glyphs[font] = reduce(or_, [word.glyphs for word in words], self._glyphs.get(font, 0))
        self._needs.glyphs = self._glyphs
        return self._needs

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

    def plate(self, box: Box, group: Literal["DeviceRGB", "DeviceGray"] | None = None) -> Plate:
        """What was drawn, as a plate that shows nothing outside of ``box``; ``group`` as in ``Plate``."""
        return made_plate(self.data(), self.needs(), box, self._number, group)

    def place(self, plate: Plate, opacity: float | None = None) -> None:
        """Refer to a plate; ``opacity`` only for one that is a group."""
        self._needs.plates[plate.name] = plate
        self._needs.transparent |= plate.transparent
        if plate.needs.sizes:
            self._needs.show(plate.needs.sizes, max(steps(self._matrix)))
        self._opacity(1.0 if opacity is None else opacity)
        self.write(*line_changes(self._state), f"/{plate.name} Do")

    def repeat(self, plate: Plate) -> None:
        """Draw the content of a movable plate here, in a part that the caller saves and clips."""
        self._needs.add(plate.needs, max(steps(self._matrix)) if plate.needs.sizes else 1.0)
        for font, glyphs in plate.needs.glyphs.items():
            self._glyphs[font] = self._glyphs.get(font, 0) | glyphs
        self._opacity(1.0)
        self.write(*line_changes(self._state), plate.content.decode("ascii"))

    def _fill(self, item: Fill) -> None:
        paint = _plain(item.paint)
        if not item.path or (isinstance(paint, Colour) and not paint.alpha):
            return
        if isinstance(paint, Gradient):
            self.save()
            self.clip(item.path, even_odd=item.even_odd)
            self._gradient_opacity(paint, item_box(item))
            self.write(f"/{self._shading(paint)} sh")
            self.restore()
            return
        self._fill_with(paint)
        self.write(self._operators.path(item.path, self._places), "f*" if item.even_odd else "f")

    def _stroke(self, item: Stroke) -> None:
        paint = _plain(item.paint)
        if not item.path or item.width <= 0 or (isinstance(paint, Colour) and not paint.alpha):
            return
        gradient = isinstance(paint, Gradient)
        if isinstance(paint, Gradient):
            self.save()
            self._gradient_opacity(paint, item_box(item))
            self.write(f"/Pattern CS /{self._pattern(paint)} SCN")
        else:
            self._stroke_with(paint)
        line = self._operators.line(item, self._places)
        self.write(*line_changes(self._state, line), self._operators.path(item.path, self._places), "S")
        if gradient:
            self.restore()

    def _picture(self, item: Picture) -> None:
        if item.opacity <= 0 or item.width <= 0 or item.height <= 0:
            return
        picture = item.picture
        name = picture_name(picture)
        self._needs.pictures[name] = picture
        self._needs.transparent |= picture.alpha is not None
        self._opacity(min(item.opacity, 1.0))
        self.save()
        # An image fills the unit square with its top row at 1, so the axis turns over once more.
        self.map(Matrix(item.width, 0.0, 0.0, -item.height, item.x, item.y + item.height))
        self._needs.show({picture.key: steps(self._matrix)})
        self.write(f"/{name} Do")
        self.restore()

    def _run(self, run: GlyphRun) -> None:
        parts = run.parts
        if run.size <= 0 or not run.colour.alpha or not parts:
            return
        key = parts[0].font
        font = self._fonts.get(key)
        words, said = font.words.each(parts), run.actual
        codes = [word.codes for word in words]
        if not all(codes):
            if not any(part.glyphs for part in parts):
                return
            shown = font.shown.each(parts)
            array = show(run, shown, self._places)
            said = said_otherwise(run, shown, font, self._needs.said.setdefault(key, {}))
        else:
            array = show_alike(codes)
        self._set_in[key] += words
        if not self._in_text:
            self._parts.append("BT")
            self._in_text = True
        setting = font.setting[run.size]
        if self._state.font != setting:
            self._state.font = setting
            self._parts.append(setting)
        start = f"1 0 0 -1 {self._number[run.x]} {self._number[run.y]} Tm"
        if run.halo is not None and run.halo.width > 0 and run.halo.colour.alpha:
            self._rim(run.halo, start, array)
        self._fill_with(run.colour)
        self._parts += (start, array) if said is None else (actual_text(said), start, array, "EMC")

    def _rim(self, halo: Halo, start: str, array: str) -> None:
        """The rim of a run, which stands for no text, or readers would find the line twice."""
        self._stroke_with(halo.colour)
        rim = Stroke((), halo.colour, 2 * halo.width, join="round")
        self._parts += line_changes(self._state, self._operators.line(rim, self._places))
        self._parts += (actual_text(""), "1 Tr", start, array, "0 Tr", "EMC")

    def _group(self, group: Group) -> None:
        hidden = group.clip is not None and not group.clip.path
        if group.opacity <= 0 or not group.items or hidden:
            return
        alt = self._operators.alts[group.alt] if group.alt else ""
        if group.shared is not None and group.clip is None and group.opacity >= 1 and self._state.plain:
            stamp = self._stamp(group)
            self.write(*((alt, *stamp, "EMC") if alt else stamp))
            return
        if alt:
            self.write(alt)
        self._drawn(group)
        if alt:
            self.write("EMC")

    def _stamp(self, group: Group) -> tuple[str, ...]:
        """What refers to the plate of a shared group. Nothing has to be set for it, so nothing has to be put back either."""
        plate = self._grouped(group)
        if plate is None:
            return ()
        matrix, needs = group.matrix, plate.needs
        self._needs.plates[plate.name] = plate
        self._needs.transparent |= plate.transparent
        if needs.sizes:
            self._needs.show(needs.sizes, max(steps(matrix.then(self._matrix))))
        if matrix == IDENTITY:
            return (f"/{plate.name} Do",)
        return "q", f"{self._operators.matrix(matrix, self._places)} cm", f"/{plate.name} Do", "Q"

    def _drawn(self, group: Group) -> None:
        apart = group.matrix != IDENTITY or group.clip is not None
        if apart:
            self.save()
            self.map(group.matrix)
            if group.clip is not None:
                self.clip(group.clip.path, even_odd=group.clip.even_odd)
        if group.shared is None and group.opacity >= 1:
            self.draw(group.items)
        else:
            plate = self._grouped(group)
            if plate is not None:
                self.place(plate, group.opacity if group.opacity < 1 else None)
        if apart:
            self.restore()

    def _grouped(self, group: Group) -> Plate | None:
        """The group's items as a plate; None when they draw nothing."""
        blended = group.opacity < 1
        key = (group.shared, blended) if group.shared is not None else None
        if key is not None and key in self._means.shared:
            return self._means.shared[key]
        box = items_box(group.items)
        plate = None
        if box is not None:
            places = places_for(max(box.width, box.height)) if key is not None else self._places
            content = Content(self._means, places)
            content.draw(group.items)
            plate = content.plate(box, "DeviceRGB" if blended else None)
        if key is not None:
            self._means.shared[key] = plate
        return plate

    def _gradient_opacity(self, gradient: Gradient, box: Box | None) -> None:
        """Let a saved part shine through as the gradient's stops say: evenly, or by a mask over ``box``."""
        opacities = {stop.colour.alpha for stop in gradient.stops}
        if len(opacities) == 1:
            self._opacity(opacities.pop() / 255)
            return
        self._opacity(1.0)
        name, shading = opacity_shading(gradient, self._places)
        mask = made_plate(
            f"/{name} sh".encode("ascii"),
            Needs(shadings={name: shading}),
            box or Box(0, 0, 0, 0),
            self._number,
            "DeviceGray",
        )
        self._needs.masks[f"M{mask.name}"] = mask
        self._needs.transparent = True
        self.write(f"/M{mask.name} gs")

    def _shading(self, gradient: Gradient) -> str:
        name, shading = colour_shading(gradient, self._places)
        self._needs.shadings[name] = shading
        return name

    def _pattern(self, gradient: Gradient) -> str:
        """The gradient as a pattern, which counts from the stream's own frame, not from where it is used."""
        shading = self._shading(gradient)
        matrix = matrix_operands(self._matrix, 6)
        name = "P" + hashlib.sha256(f"{shading} {matrix}".encode()).hexdigest()[:12]
        self._needs.patterns[name] = (shading, matrix)
        return name


def _plain(paint: Colour | Gradient) -> Colour | Gradient:
    """The paint, as one colour where it is one."""
    if isinstance(paint, Gradient):
        return flat_colour(paint) or paint
    return paint
