"""A proof for the press: all colours with their inks, how much ink each set takes, fonts, lines and spots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.edition import ComposedGame, ComposedSet
from pnp.colour import Colour, Inks, PressColour
from pnp.diagnostics import times
from pnp.draw import (
    Face,
    Fill,
    GlyphRun,
    Gradient,
    Item,
    Page,
    Picture,
    PictureData,
    Stroke,
    rectangle,
    with_items,
)
from pnp.draw.item import Recolouring
from pnp.draw.parts import leaves
from pnp.geometry import Box
from pnp.model import Style
from pnp.model.paper import Paper
from pnp.pdf.colours import PressColours
from pnp.pictures import decoded, picture_data
from pnp.raster.pixels import WritePdf, take, trim_shot
from pnp.text import TextContext, set_label, text_width
from pnp.units import MM_PER_PT, pt

if TYPE_CHECKING:
    from pnp.cmyk.converter import InkConverter
    from pnp.fonts import FontLibrary

_DPI = 40
"""Resolution at which ink is measured: a dot of 0.6 mm."""
_THIN = 1.02
"""Points up to which lines are printed like letters (``pnp.pdf.content``)."""
_FULL = 255
_MARGIN = 12.0  # mm
_ROW = 6.2
_COLUMN = 68.0
_SWATCH = (9.0, 4.6)
_TITLE = Style(weight=600, size=pt(13), colour=Colour(30, 30, 30))
_HAIR = Colour(120, 120, 120)
_WORDS = Style(size=pt(6.5), colour=Colour(30, 30, 30))


@dataclass(slots=True)
class PressFacts:
    """Demands of the faces of a game on a press.

    Attributes:
        colours: How many items have each colour; letters and thin lines as they are printed.
        fonts: The smallest type of each font, in points.
        smallest: The smallest type in points, and the piece that has it.
        thinnest: The thinnest line in points, and the piece that has it.
        pictures: Number of pictures.
        inks: For each set its name, and the most and the mean ink of its faces in percent.
    """

    colours: Counter[Colour] = field(default_factory=Counter)
    fonts: dict[str, float] = field(default_factory=dict)
    smallest: tuple[float, str] = (0.0, "")
    thinnest: tuple[float, str] = (0.0, "")
    pictures: int = 0
    inks: list[tuple[str, float, float]] = field(default_factory=list)

    @property
    def spots(self) -> list[str]:
        """Names of the spots, sorted."""
        return sorted({each.spot for each in self.colours if isinstance(each, PressColour) and each.spot})

    @property
    def overprinted(self) -> int:
        """Number of letters' runs and lines that are printed over other inks."""
        return sum(
            count for each, count in self.colours.items() if isinstance(each, PressColour) and each.overprint
        )


class _Shown(NamedTuple):
    """A face with the name of its piece."""

    name: str
    face: Face


def press_facts(
    composed: ComposedGame, colours: PressColours, fonts: FontLibrary, write: WritePdf | None
) -> PressFacts:
    """Demands of the faces of a game on a press.

    Args:
        composed: With faces that have their items.
        colours: Of the press.
        fonts: Of the faces.
        write: Writes documents whose pictures are measured; None measures no ink.
    """
    facts = PressFacts()
    for each in composed.sets:
        shown = list(_faces(each))
        for name, face in shown:
            _read(facts, name, face, colours, fonts)
        if write is not None and shown:
            most, mean = _ink([face for _, face in shown], colours.converter, write)
            facts.inks.append((composed.edition.words(each.component_set.name), most, mean))
    return facts


def _faces(composed: ComposedSet) -> Iterator[_Shown]:
    for piece in composed.faces:
        yield _Shown(piece.key, with_items(piece.front))
        if piece.back is not None:
            yield _Shown(piece.key, with_items(piece.back))


def _read(facts: PressFacts, name: str, face: Face, colours: PressColours, fonts: FontLibrary) -> None:
    for leaf in leaves(face.items):
        item, scale = leaf.item, max(abs(leaf.matrix.a) + abs(leaf.matrix.b), 1e-9)
        match item:
            case GlyphRun():
                facts.colours[_as_type(item.colour, colours)] += 1
                size = item.size * scale / MM_PER_PT
                font = fonts.by_key(item.font)
                key = f"{font.family} {font.weight}{' italic' if font.italic else ''}"
                facts.fonts[key] = min(size, facts.fonts.get(key, size))
                if not facts.smallest[1] or size < facts.smallest[0]:
                    facts.smallest = (size, name)
            case Fill():
                facts.colours.update(_colours(item.paint))
            case Stroke():
                width = item.width * scale / MM_PER_PT
                shown = _colours(item.paint)
                facts.colours.update([_as_type(each, colours) for each in shown] if width <= _THIN else shown)
                if not facts.thinnest[1] or width < facts.thinnest[0]:
                    facts.thinnest = (width, name)
            case Picture():
                facts.pictures += 1


def _as_type(colour: Colour, colours: PressColours) -> Colour:
    """The colour as letters have it, where that differs from an area in it."""
    printed = colours.of_type(colour)
    over = isinstance(printed, PressColour) and printed.overprint
    alike = isinstance(printed, PressColour) and printed.inks == colours.converter.area(colour)
    return colour if alike and not over else printed


def _colours(paint: Colour | Gradient) -> list[Colour]:
    return [paint] if isinstance(paint, Colour) else [stop.colour for stop in paint.stops]


_Level = Callable[[Inks], tuple[int, int, int]]
"""The red, green and blue that stand for inks in one of the two pictures of a face."""


def _ink(faces: Sequence[Face], converter: InkConverter, write: WritePdf) -> tuple[float, float]:
    """The most and the mean ink of faces, in percent.

    Each face is drawn twice: in its cyan, magenta and yellow as red, green and blue, and in its black as
    grey. Transparency is then mixed ink by ink, as on the press. Black that is printed over other inks is
    left out of the first.
    """
    from PIL import ImageChops

    plates = [
        _plate("coloured inks", lambda inks: _levels(inks[:3]), converter, black=False),
        _plate("black ink", lambda inks: _levels(inks[3:] * 3), converter, black=True),
    ]
    shots = [
        trim_shot(face._replace(items=plate.items(face.items)), _DPI) for face in faces for plate in plates
    ]
    most, all_ink, pixels = 0, 0, 0
    drawn = take(shots, write)
    for first in drawn:
        bands = [
            *ImageChops.invert(first.convert("RGB")).split(),
            ImageChops.invert(next(drawn).convert("L")),
        ]
        total = list(map(sum, zip(*[band.tobytes() for band in bands], strict=True)))
        most = max(most, *total)
        all_ink += sum(total)
        pixels += len(total)
    return most / _FULL * 100, all_ink / _FULL * 100 / max(pixels, 1)


def _levels(inks: Sequence[float]) -> tuple[int, int, int]:
    red, green, blue = (_FULL - round(ink * _FULL) for ink in inks)
    return red, green, blue


def _plate(name: str, level: _Level, converter: InkConverter, *, black: bool) -> Recolouring:
    """Draws faces in some of their inks."""
    unseen = Colour(0, 0, 0, 0)

    def area(colour: Colour) -> Colour:
        if isinstance(colour, PressColour) and colour.spot:
            return unseen
        return Colour(*level(converter.area(colour)), colour.alpha)

    def letters(colour: Colour) -> Colour:
        printed = converter.type(colour)
        if printed.spot or printed.inks is None or (printed.overprint and not black):
            return unseen
        return Colour(*level(printed.inks), colour.alpha)

    def picture(data: PictureData) -> PictureData:
        if data.mode == "CMYK":
            return data
        from PIL import Image, ImageChops

        inks, _ = converter.picture(decoded(data._replace(alpha=None)))
        bands = inks.split()
        shown = Image.merge("RGB", [bands[3]] * 3 if black else bands[:3])
        return picture_data(ImageChops.invert(shown))._replace(alpha=data.alpha)

    return Recolouring(name, area, picture, letters)


def proof_pages(
    facts: PressFacts, colours: PressColours, title: str, context: TextContext, paper: Paper
) -> tuple[Page, ...]:
    """Landscape pages with the facts in words, then a swatch of each colour with its inks in percent."""
    flow = _ProofFlow(paper, title, context)
    for line in _lines(facts, colours):
        flow.line(line)
    for colour, count in sorted(facts.colours.items(), key=lambda each: (-each[1], str(each[0]))):
        flow.swatch(colour, count, colours)
    return tuple(flow.pages())


def _lines(facts: PressFacts, colours: PressColours) -> Iterator[str]:
    converter = colours.converter
    profile = converter.profile
    name = "by formula" if profile is None else profile.name
    yield f"Output intent: {name}, at most {converter.allowed:.0f} % ink"
    for set_name, most, mean in facts.inks:
        yield f"Ink of {set_name}: most {most:.0f} %, mean {mean:.0f} %"
    if facts.smallest[1]:
        yield f"Smallest type: {facts.smallest[0]:.1f} pt ({facts.smallest[1]})"
    if facts.thinnest[1]:
        yield f"Thinnest line: {facts.thinnest[0]:.2f} pt ({facts.thinnest[1]})"
    fonts = [f"{font} from {size:.1f} pt" for font, size in sorted(facts.fonts.items())]
    yield f"Fonts: {', '.join(fonts) or 'none'}"
    yield f"Spots: {', '.join(facts.spots) or 'none'}"
    yield f"Overprinted: {times(facts.overprinted, 'line of text or thin line', 'lines of text and thin lines')}"
    yield f"Pictures: {facts.pictures}"


class _ProofFlow:
    """Lines and swatches that run over pages."""

    def __init__(self, paper: Paper, title: str, context: TextContext) -> None:
        self._size, self._title, self._context = (paper.height, paper.width), title, context
        self._pages: list[list[Item]] = []
        self._begin()

    def _begin(self) -> None:
        self._x, self._y = _MARGIN, _MARGIN + 9.0
        self._pages.append(list(self._words(self._title, _TITLE, _MARGIN, _MARGIN + 4.2)))

    def line(self, words: str) -> None:
        """A line of words, broken at spaces where it is too long."""
        room = self._size[0].mm - 2 * _MARGIN
        while words:
            shown = words
            while " " in shown and text_width(shown, _WORDS, self._context) > room:
                shown = shown.rpartition(" ")[0]
            self._pages[-1] += self._words(shown, _WORDS, _MARGIN, self._y + 3.0)
            self._y += 4.0
            words = words[len(shown) :].strip()

    def swatch(self, colour: Colour, count: int, colours: PressColours) -> None:
        """A colour with its inks, in the next place of a column."""
        if self._x + _COLUMN > self._size[0].mm - _MARGIN:
            self._x, self._y = _MARGIN, self._y + _ROW
        if self._y + _ROW > self._size[1].mm - _MARGIN:
            self._begin()
        box = Box(self._x, self._y + 1.0, *_SWATCH)
        self._pages[-1] += (Fill(rectangle(box), colour), Stroke(rectangle(box), _HAIR, 0.3 * MM_PER_PT))
        inks = colours.converter.area(colour)
        name = colour.spot if isinstance(colour, PressColour) and colour.spot else str(colour.opaque)
        over = " over" if isinstance(colour, PressColour) and colour.overprint else ""
        clear = "" if colour.alpha == _FULL else f" at {colour.alpha / _FULL:.0%}"
        shares = " ".join(f"{ink * 100:.0f}" for ink in inks)
        words = f"{name}{clear} · {shares} = {sum(inks) * 100:.0f} %{over} · ×{count}"
        self._pages[-1] += self._words(words, _WORDS, self._x + _SWATCH[0] + 1.5, self._y + 4.0)
        self._x += _COLUMN

    def pages(self) -> Iterator[Page]:
        """The finished pages."""
        for number, items in enumerate(self._pages, 1):
            yield Page(*self._size, items=tuple(items), label=f"press {number}")

    def _words(self, words: str, style: Style, x: float, y: float) -> Sequence[Item]:
        return set_label(words, style, x, y, self._context)[0]
