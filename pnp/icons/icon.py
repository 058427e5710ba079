"""Icons by value, how they are placed on a face, and the library of a game's own and of those shipped."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.colour import BLACK, Colour
from pnp.diagnostics import Diagnostic, error, nearest
from pnp.draw import Fill, Gradient, Group, Item, Paint, Picture, Stroke, in_one_colour
from pnp.geometry import Box, Matrix
from pnp.memo import Memo
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.icons.svg.part import PartPictures


@dataclass(frozen=True, slots=True)
class CurrentColour(Colour):
    """The colour that the user of a drawing chooses: ``currentColor`` of SVG. Only its opacity counts."""


INK = CurrentColour(0, 0, 0)
THINNEST = 0.02
"""Millimetres, a dot at 1,270 dpi: viewers and printers draw a thinner line one dot wide, too dark."""


class InkPicture(Picture):
    """A black picture in a drawing that takes any colour: the colour is to be put in the place of black."""

    __slots__ = ()


class VectorPicture(NamedTuple):
    """A vector picture in its own frame: origin top-left, 0 to width and 0 to height, in its own units.

    Attributes:
        width: Of the frame.
        height: Of the frame.
        items: Back to front; paints may be ``CurrentColour``.
        monochrome: Whether ``CurrentColour`` is its only paint, so that it takes any colour.
        sized: Whether parts of it became pictures, for the size that it was read for.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    monochrome: bool
    sized: bool = False


class VectorIcon(NamedTuple):
    """A drawing with a name.

    Attributes:
        name: As it is called in texts and layouts.
        width: Of its frame.
        height: Of its frame.
        items: See ``VectorPicture``.
        monochrome: See ``VectorPicture``.
        key: Sixteen hexadecimal digits made of what it was read from; different drawings have different keys.
        authors: To be credited; empty for a game's own icons.
        licence: Name of the licence; empty for a game's own icons.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    monochrome: bool
    key: str
    authors: tuple[str, ...] = ()
    licence: str = ""


class IconCredit(NamedTuple):
    """One line of thanks: who made which icons under what licence.

    Attributes:
        author: Name.
        licence: Name of the licence, such as ``CC BY 3.0``.
        icons: Names of the icons, sorted.
        site: Where they are from, such as ``game-icons.net``; may be empty.
    """

    author: str
    licence: str
    icons: tuple[str, ...]
    site: str = ""


class InkedIcon(NamedTuple):
    """An icon in one colour, to be placed any number of times.

    Attributes:
        icon: In no colour yet.
        items: In its own frame.
        shared: The name that it has on every face.
        thinnest: Width of its thinnest line in its own units; infinite without lines.
    """

    icon: VectorIcon
    items: tuple[Item, ...]
    shared: str
    thinnest: float

    def placed(self, box: Box) -> Group:
        """The icon centred in the box, as large as fits with its ratio kept."""
        icon = self.icon
        factor = min(box.width / icon.width, box.height / icon.height)
        left = box.x + (box.width - icon.width * factor) / 2
        top = box.y + (box.height - icon.height * factor) / 2
        matrix = Matrix(factor, 0.0, 0.0, factor, left, top)
        if self.thinnest * factor >= THINNEST:
            return Group(self.items, matrix, shared=self.shared, alt=icon.name)
        items = coloured(self.items, BLACK, factor)
        return Group(items, matrix, shared=f"{self.shared} {factor:.6g}", alt=icon.name)


def ink_icon(icon: VectorIcon, colour: Colour | None = None) -> InkedIcon:
    """The icon with ``colour`` in place of ``currentColor``; None is black. Own colours of parts stay."""
    ink = colour or BLACK
    shared = f"icon {icon.name} {ink} {icon.key}"
    return InkedIcon(icon, coloured(icon.items, ink), shared, _thinnest(icon.items))


def place_icon(icon: VectorIcon, box: Box, colour: Colour | None = None) -> Group:
    """The icon centred in the box, as large as fits with its ratio kept.

    Args:
        icon: What to draw.
        box: Millimetres.
        colour: Takes the place of ``currentColor``; None is black. Parts with colours of their own keep them.
    """
    return ink_icon(icon, colour).placed(box)


def coloured(items: tuple[Item, ...], ink: Colour, scale: float = math.inf) -> tuple[Item, ...]:
    """The items with ``ink`` in place of every ``CurrentColour``; opacities multiply.

    Lines that are thinner than ``THINNEST`` on paper become so thick, and paler by as much.

    Args:
        items: Of a drawing.
        ink: The colour.
        scale: Millimetres on paper for each unit of the items; infinite where that is not known yet.
    """
    return tuple(_coloured(item, ink, scale) for item in items)


def _coloured(item: Item, ink: Colour, scale: float) -> Item:
    if isinstance(item, Fill):
        return item._replace(paint=_paint(item.paint, ink))
    if isinstance(item, Stroke):
        if 0 < item.width * scale < THINNEST:
            paler = item.width * scale / THINNEST
            return item._replace(paint=_paint(item.paint, ink, paler), width=THINNEST / scale)
        return item._replace(paint=_paint(item.paint, ink))
    if isinstance(item, Group):
        return item._replace(items=coloured(item.items, ink, scale * item.matrix.scale))
    if isinstance(item, InkPicture):
        opacity = item.opacity * ink.alpha / 255
        return Picture(in_one_colour(item.picture, ink), *item[1:5], opacity)
    return item


def _thinnest(items: Iterable[Item]) -> float:
    """Width of the thinnest line; infinite without lines."""
    widths = [item.width for item in items if isinstance(item, Stroke) and item.width > 0]
    widths += [_thinnest(item.items) * item.matrix.scale for item in items if isinstance(item, Group)]
    return min(widths, default=math.inf)


def _paint(paint: Paint, ink: Colour, opacity: float = 1.0) -> Paint:
    if isinstance(paint, Gradient):
        stops = tuple(stop._replace(colour=_mixed(stop.colour, ink, opacity)) for stop in paint.stops)
        return paint._replace(stops=stops)
    return _mixed(paint, ink, opacity)


def _mixed(colour: Colour, ink: Colour, opacity: float) -> Colour:
    if isinstance(colour, CurrentColour):
        colour = ink.with_alpha(round(ink.alpha * colour.alpha / 255))
    return colour if opacity == 1 else colour.with_alpha(round(colour.alpha * opacity))


def icons_of(items: Iterable[Item]) -> frozenset[str]:
    """Names of the icons among the items, at any depth."""
    names: set[str] = set()
    for item in items:
        if type(item) is Group:
            if item.alt and item.shared is not None and item.shared.startswith("icon "):
                names.add(item.alt)
            else:
                names |= icons_of(item.items)
    return frozenset(names)


SHARED_SITE = "game-icons.net"
"""Where the shared icons are from, except those drawn for pnp."""

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
"""Endings of icons that are pictures of pixels."""

SHARED_VIEW = 512.0
"""Width and height of the frame of every shared icon."""

_MISSPELT = 0.7  # 'fyre' for 'fire', and not 'flame' for 'flag'
_SHOWN = 8
_KEPT_HINTS = 100


class IconLibrary:
    """Icons by name, parsed when they are asked for and kept. What draws them is imported with the first."""

    def __init__(
        self,
        shared_json: Callable[[], str],
        own: Mapping[str, bytes] | None = None,
        folder: str = "icons",
        pictures: Callable[[], PartPictures] | None = None,
        pixels: int = 1024,
        endings: Mapping[str, str] | None = None,
    ) -> None:
        """Reads nothing yet.

        Args:
            shared_json: Gives the text of ``icons/icons.json``: name to path data, authors and licence, an
                icon a line.
            own: Files of the game by icon name; they come before shared icons of the same name.
            folder: Where they lie, as shown to the author.
            pictures: As in ``parse_svg``.
            pixels: Of the longer side of an icon with parts that become pictures: icons are read before
                their printed size is known.
            endings: Of files by icon name, where they are no ``.svg`` but one of ``PICTURE_ENDINGS``.
        """
        self._endings = dict(endings or {})
        self._pictures, self._pixels = pictures, pixels
        self._shared_json = shared_json
        self._shared: dict[str, str] | None = None
        self._own = dict(own or {})
        self._folder = folder
        self._icons: dict[str, VectorIcon] = {}
        self._faults: dict[str, list[Diagnostic]] = {}
        # The same unknown name may be in every row of a table.
        self._near: Memo[str, str] = Memo(lambda name: _near_icons(name, self), _KEPT_HINTS)

    def get(self, name: str) -> VectorIcon | None:
        """The icon, or None if the name is unknown.

        An SVG file that cannot be read gives an icon without items; ``check`` reports what is wrong with it.
        """
        found = self._icons.get(name)
        if found is None:
            if name in self._own:
                found = self._parse_own(name)
            elif name in self._lines():
                found = self._parse_shared(name)
            else:
                return None
            self._icons[name] = found
        return found

    def __contains__(self, name: object) -> bool:
        """Whether there is an icon of that name."""
        return name in self._own or name in self._lines()

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted({*self._own, *self._lines()})

    def own_names(self) -> list[str]:
        """Names of the game's own icons, sorted."""
        return sorted(self._own)

    def near(self, name: str) -> str:
        """A hint at what ``name`` may mean: an icon with a similar spelling, or icons that share a word."""
        return self._near[name]

    def check(self) -> list[Diagnostic]:
        """Faults of the game's own SVG files, in order of name."""
        for name in self._own:
            self.get(name)
        return [fault for name in self.own_names() for fault in self._faults.get(name, [])]

    def credits(self, names: Iterable[str]) -> list[IconCredit]:
        """Who made the icons among ``names``, in order of author.

        An icon of the game's own is credited if its file names an author and a licence (Dublin Core).
        """
        made: dict[tuple[str, str, str], set[str]] = {}
        for name in names:
            for key in self._makers(name):
                made.setdefault(key, set()).add(name)
        return [
            IconCredit(author, licence, tuple(sorted(made[author, licence, site])), site)
            for author, licence, site in sorted(made)
        ]

    def _makers(self, name: str) -> list[tuple[str, str, str]]:
        """Author, licence and site of each maker of an icon."""
        if name in self._own:
            from pnp.icons.pack import origin_in

            origin = origin_in(self._own[name])
            return [(origin.author, origin.licence, origin.site)] if origin.author and origin.licence else []
        if name not in self._lines():
            return []
        entry = self._entry(name)
        return [(author, entry["licence"], SHARED_SITE) for author in entry["authors"]]

    def _lines(self) -> dict[str, str]:
        """Shared icons by name: most runs ask for few of them, and reading all takes as long as a card."""
        if self._shared is None:
            lines = self._shared_json().split("\n")
            self._shared = {line[1 : line.index('"', 1)]: line for line in lines if line.startswith('"')}
        return self._shared

    def _entry(self, name: str) -> dict[str, Any]:
        entry: dict[str, Any] = json.loads(self._lines()[name].partition(":")[2].rstrip(","))
        return entry

    def _parse_shared(self, name: str) -> VectorIcon:
        from pnp.icons.svg_path import parse_path

        entry = self._entry(name)
        return VectorIcon(
            name,
            SHARED_VIEW,
            SHARED_VIEW,
            (Fill(parse_path(entry["path"]), INK),),
            monochrome=True,
            key=_key(entry["path"].encode()),
            authors=tuple(entry["authors"]),
            licence=entry["licence"],
        )

    def _parse_own(self, name: str) -> VectorIcon:
        from pnp.icons.svg import parse_svg

        data = self._own[name]
        if self._endings.get(name) in PICTURE_ENDINGS:
            return self._picture(name, data)
        drawing, self._faults[name] = parse_svg(
            data,
            f"{self._folder}/{name}.svg",
            self._pictures,
            lambda width, height: self._pixels / max(width, height),
        )
        if drawing is None:
            drawing = VectorPicture(SHARED_VIEW, SHARED_VIEW, (), monochrome=True)
        return VectorIcon(
            name, drawing.width, drawing.height, drawing.items, monochrome=drawing.monochrome, key=_key(data)
        )

    def _picture(self, name: str, data: bytes) -> VectorIcon:
        """An icon that is a picture of pixels."""
        found = self._pictures().embedded(data) if self._pictures is not None else ""
        if isinstance(found, str):
            if found:
                file = f"{self._folder}/{name}{self._endings[name]}"
                message = f"this icon cannot be read: {found.replace('an embedded picture', 'the picture')}"
                cure = "save it as PNG or JPEG again, or as SVG"
                self._faults[name] = [error("A110", message, Span(file), cure)]
            return VectorIcon(name, SHARED_VIEW, SHARED_VIEW, (), monochrome=False, key=_key(data))
        width, height = float(found.width_px), float(found.height_px)
        items = (Picture(found, 0.0, 0.0, width, height),)
        return VectorIcon(name, width, height, items, monochrome=False, key=_key(data))


def unknown_icon(
    name: str, span: Span | None, library: IconLibrary, *, piece: str | None = None
) -> Diagnostic:
    """The error for a name that ``library`` does not know."""
    cures = (
        library.near(name) or f"no icon has '{name}' in its name",
        "'pnp icons' lists them; an SVG, PNG or JPEG file in icons/ is one, too",
    )
    return error("A100", f"unknown icon '{name}'", span, cures, piece=piece)


def _near_icons(name: str, library: IconLibrary) -> str:
    names = library.names()
    if close := nearest(name, names, _MISSPELT, related=False):
        return f"did you mean '{close}'?"
    words = {word for word in name.casefold().split("-") if len(word) > 2}
    own = set(library.own_names())
    found: list[tuple[int, bool, str]] = []
    for other in names:
        parts = other.split("-")
        if shared := sum(any(part.startswith(word) for part in parts) for word in words):
            found.append((-shared, other not in own, other))
    return "there are " + ", ".join(f"'{other}'" for _, _, other in sorted(found)[:_SHOWN]) if found else ""


def _key(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()[:16]
