"""Pictures, icons and QR codes on faces."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from pnp.colour import BLACK
from pnp.diagnostics import Diagnostic, error
from pnp.draw import Clip, Fill, Group, Item, rectangle
from pnp.fonts import FontLibrary
from pnp.geometry import Box, scale, shift
from pnp.icons import IconLibrary, VectorPicture, coloured, parse_svg, place_icon, unknown_icon
from pnp.layout.frame import Frame, bled
from pnp.model import FileFault, Files
from pnp.pictures import (
    PictureFault,
    PictureLibrary,
    QrFault,
    bleed_ratio,
    fit_box,
    low_resolution,
    picture_items,
    pixels_in,
    qr_path,
    svg_pictures,
    unusable_picture,
)

if TYPE_CHECKING:
    from pnp.layout.element import Icon, Image, Qr


class Drawings:
    """The SVG pictures of a game by path, each parsed once, with what is wrong with it."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._parsed: dict[str, dict[float, tuple[VectorPicture | None, list[Diagnostic]]]] = {}

    def get(
        self, path: str, fonts: FontLibrary, per_unit: Callable[[float, float], float]
    ) -> tuple[VectorPicture | None, list[Diagnostic]]:
        """The drawing, None when it is broken, and findings.

        Args:
            path: Relative to the game's folder.
            fonts: For texts.
            per_unit: Pixels to the unit of parts that become pictures, by width and height of the drawing.

        Raises:
            FileFault: The file cannot be read.
        """
        known = self._parsed.setdefault(path, {})
        for drawing, found in known.values():
            if drawing is None or not drawing.sized:
                return drawing, found
            pixels = per_unit(drawing.width, drawing.height)
            if pixels in known:
                return known[pixels]
        data, shown = self._files.read(path), self._files.shown(path)
        drawing, found = parse_svg(data, shown, svg_pictures(fonts), per_unit)
        pixels = 0.0 if drawing is None else per_unit(drawing.width, drawing.height)
        known[pixels] = (drawing, found)
        return drawing, found

    def renewed(self, files: Files, changed: Collection[str]) -> Drawings:
        """The drawings for another reading of the folder, without those at the ``changed`` paths."""
        drawings = Drawings(files)
        if any(path.startswith("fonts/") for path in changed):
            return drawings
        drawings._parsed = {path: parsed for path, parsed in self._parsed.items() if path not in changed}
        return drawings


def draw_image(
    element: Image,
    box: Box,
    frame: Frame,
    bleed: float,
    pictures: PictureLibrary,
    drawings: Drawings,
    fonts: FontLibrary,
) -> tuple[list[Item], list[Diagnostic]]:
    """A picture in its box, and findings (L230, A210, A220, A221 and those of SVG files)."""
    if not element.src:
        if element.optional:
            return [], []
        cure = 'give it a picture, or write optional="true"'
        return [], [error("L230", "'<image>' has no picture", element.span, cure)]
    if box.width <= 0 or box.height <= 0:
        return [], []
    whole = box
    if element.bleed_in_art and frame.trim is not None:
        box = bled(whole, frame, element.bleed_in_art)
    elif element.bleed:
        box = bled(whole, frame, bleed)
    focus = (element.focus.x.of(1.0), element.focus.y.of(1.0)) if element.focus else (0.5, 0.5)
    clip = element.clip.over(box) if element.clip else None
    unclipped = element.clip is not None and clip is None
    try:
        if element.src.lower().endswith(".svg"):
            return _drawn(element, box, focus, clip, drawings, fonts, unclipped=unclipped)
        picture = pictures.get(element.src)
    except (PictureFault, FileFault) as fault:
        return [], [unusable_picture(fault, element.span)]
    if element.tint is not None:
        picture = pictures.tinted(picture, element.tint)
    found = [low_resolution(picture, element.src, box, element.fit, element.span)]
    if element.bleed_in_art:
        found.append(bleed_ratio(picture, element.src, whole, element.bleed_in_art, element.span))
    shape = None if clip is None else clip.path
    if unclipped:
        shape = rectangle(fit_box(picture.width_px, picture.height_px, box, element.fit, focus))
    items = picture_items(picture, box, element.fit, focus, clip=shape)
    return list(items), [finding for finding in found if finding is not None]


def _drawn(
    element: Image,
    box: Box,
    focus: tuple[float, float],
    clip: Clip | None,
    drawings: Drawings,
    fonts: FontLibrary,
    *,
    unclipped: bool,
) -> tuple[list[Item], list[Diagnostic]]:
    def per_unit(width: float, height: float) -> float:
        spot = fit_box(width, height, box, element.fit, focus)
        return pixels_in(max(spot.width / width, spot.height / height))

    drawing, found = drawings.get(element.src, fonts, per_unit)
    if drawing is None:
        return [], found
    spot = fit_box(drawing.width, drawing.height, box, element.fit, focus)
    fitted = scale(spot.width / drawing.width, spot.height / drawing.height).then(shift(spot.x, spot.y))
    group = Group(coloured(drawing.items, element.tint or BLACK, fitted.scale), fitted)
    if clip is None and not unclipped and not box.holds(spot):
        clip = Clip(rectangle(box))
    return [Group((group,), clip=clip) if clip else group], found


def draw_icon(element: Icon, box: Box, icons: IconLibrary) -> tuple[list[Item], list[Diagnostic]]:
    """An icon in its box, and findings (L231, A100)."""
    if not element.name:
        if element.optional:
            return [], []
        return [], [
            error("L231", "'<icon>' has no name", element.span, 'give it an icon, or write optional="true"')
        ]
    icon = icons.get(element.name)
    if icon is None:
        return [], [unknown_icon(element.name, element.span, icons)]
    if box.width <= 0 or box.height <= 0 or not icon.items:
        return [], []
    group = place_icon(icon, box, element.colour)
    return [group if element.alt is None else group._replace(alt=element.alt or None)], []


def draw_qr(element: Qr, box: Box) -> tuple[list[Item], list[Diagnostic]]:
    """A QR code in its box, and findings (L232)."""
    if box.width <= 0 or box.height <= 0:
        return [], []
    try:
        path = qr_path(element.text, box, element.level)
    except QrFault as fault:
        return [], [error("L232", f"'<qr>' cannot be made: {fault}", element.span, "shorten its text")]
    code = Group((Fill(path, element.colour or BLACK),), alt=element.text)
    return [code], []
