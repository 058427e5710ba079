"""Decks of Squib's scripts, and the attributes of what they draw, in millimetres from the trim."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from pnp.importers.cards.drawing import mm, nearest_font
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import ColumnValues, DataFrame, UnknownValue
from pnp.importers.cards.squib_layout import SquibMeasures, pango_font, squib_colour

_DEFAULT_FONT = "Arial 12"
_LINE = 1.25
"""Height of a line, as a multiple of the size of the type."""
_ALIGNMENTS = ("left", "center", "right")
_Box: TypeAlias = "tuple[float, float, float | None, float | None]"
"""Left and upper edge, width and height in pixels."""
_SMALLEST_TYPE = 3.0
"""Points, the smallest size that a text which does not fit may be set in."""


@dataclass(slots=True)
class DeckCall:
    """A word that draws, with its options.

    Attributes:
        word: Such as ``text``.
        options: By name.
        line: Of the script.
        icons: Pictures by the words that stand for them in the text.
    """

    word: str
    options: dict[str, Any]
    line: int
    icons: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class SquibDeck:
    """One ``Squib::Deck.new``.

    Attributes:
        script: Path of the script.
        line: Of it.
        cards: Number of cards; ``UnknownValue`` where only Ruby can work it out.
        measures: Of the deck.
        layout: Styles of its layout files.
        colours: Names of colours in its configuration.
        font: Of texts that name none.
        trim: Pixels of bleed around the card; None where the script does not say.
        calls: What it draws, from the bottom up.
        saved: Names of the files that it writes.
    """

    script: str
    line: int
    cards: Any = 1
    measures: SquibMeasures = field(default_factory=SquibMeasures)
    layout: dict[str, Any] = field(default_factory=dict)
    colours: Mapping[str, Any] = field(default_factory=dict)
    font: str = _DEFAULT_FONT
    trim: float | None = None
    calls: list[DeckCall] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)

    @property
    def size(self) -> str:
        """The size of the trimmed card."""
        trim = self.trim or 0.0
        sides = (
            self.measures.millimetres(side - 2 * trim) for side in (self.measures.width, self.measures.height)
        )
        return "x".join(f"{round(side, 2):g}mm" for side in sides)

    @property
    def is_back(self) -> bool:
        """Whether the names say that it draws the backs."""
        names = [PurePosixPath(self.script).stem, *self.saved]
        return any("back" in name.lower() for name in names)

    @property
    def words(self) -> set[str]:
        """Words of the names of its script and files, but for those that say that it draws the backs."""
        return self.words_of_script | _words(*self.saved)

    @property
    def words_of_script(self) -> set[str]:
        """Likewise of its script alone."""
        return _words(PurePosixPath(self.script).stem)

    def frames(self) -> dict[DataFrame, int]:
        """How often each table is used."""
        found: dict[DataFrame, int] = {}
        for call in self.calls:
            for value in call.options.values():
                if isinstance(value, ColumnValues):
                    found[value.frame] = found.get(value.frame, 0) + 1
        return found


def _words(*names: str) -> set[str]:
    return {word for name in names for word in re.findall(r"[a-z0-9]+", name.lower()) if "back" not in word}


class CallOptions:
    """The options of one call of a deck, with those of its style in a layout file.

    Args:
        deck: With the styles.
        call: That draws.
        rows: How many cards differ.
        reader: Of the folder with fonts; receives what could not be brought.
        pictures: Finds pictures.
    """

    def __init__(
        self, deck: SquibDeck, call: DeckCall, rows: int, reader: FolderReader, pictures: PictureFiles
    ) -> None:
        self.deck = deck
        self.call = call
        self.rows = rows
        self.reader = reader
        self.pictures = pictures
        self.place = f"{deck.script}:{call.line}"

    def note(self, what: str, cure: str = "") -> None:
        """Note what could not be brought."""
        self.reader.note(self.place, f"'{self.call.word}' {what}", cure)

    def get(self, name: str, row: int, default: Any = None) -> Any:
        """The value of an option on a card; the default for one that is not there, or not known."""
        if name in self.call.options:
            value = self.call.options[name]
        else:
            layout = self.call.options.get("layout")
            layout = layout[row] if isinstance(layout, list) and row < len(layout) else layout
            style = self.deck.layout.get(str(layout)) if isinstance(layout, (str, int)) else None
            if not isinstance(style, dict) or name not in style:
                return default
            value = style[name]
        if isinstance(value, list):
            value = value[row] if row < len(value) else None
        if isinstance(value, UnknownValue):
            self.note(f"without its '{name}', which only Ruby can work out{value.reason}")
            return default
        return default if value is None and name not in ("str", "file") else value

    def every(self, name: str) -> Any:
        """The value of an option as the call has it, else one for each card, as its style has it."""
        if name in self.call.options:
            return self.call.options[name]
        return [self.get(name, row) for row in range(self.rows)]

    def files(self) -> list[str]:
        """Path of the picture of each row in the folder; empty without one."""
        raw = self.every("file")
        values = (raw if isinstance(raw, list) else [raw] * self.rows)[: self.rows]
        names = [str(each) if isinstance(each, (str, int)) else "" for each in values]
        return [
            self.pictures.find(name) if name.strip() else ""
            for name in [*names, *[""] * (self.rows - len(names))]
        ]


class CardElement:
    """The element that a call draws on one card.

    Args:
        options: Of the call.
        row: Number of the card.
    """

    def __init__(self, options: CallOptions, row: int) -> None:
        self._options = options
        self._row = row
        self._word = options.call.word
        self._deck = options.deck
        self._measures = options.deck.measures
        self._trim = options.deck.trim or 0.0
        self._note = options.note

    def _get(self, name: str, default: Any = None) -> Any:
        return self._options.get(name, self._row, default)

    def _named(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        """An option that is a word, such as ``:center``; the default for another word."""
        word = str(self._get(name, default)).strip().lstrip(":").lower()
        return word if word in allowed else default

    def _pixels(self, name: str, default: Any = None) -> float | None:
        """An option that is a length."""
        return self._measures.pixels(self._get(name, default), across=not name.startswith(("y", "height")))

    def _colour(self, name: str, default: str) -> str:
        colour = squib_colour(self._get(name, default), self._deck.colours)
        if not colour:
            self._note("in a colour that is not understood")
        return colour

    def _mm(self, pixels: float) -> str:
        return mm(self._measures.millimetres(pixels))

    def _distance(self, pixels: float) -> str:
        """From the trim."""
        return self._mm(pixels - self._trim)

    def attributes(self) -> dict[str, str] | None:
        """The attributes of the element; None, with a note, for one that is nowhere on the card."""
        match self._word:
            case "line":
                return self._line()
            case "circle":
                return self._circle()
            case "triangle" | "polygon":
                return self._polygon()
        box = self._box()
        if box is None:
            return None
        angle, turn = self._get("angle"), self._pixels("angle")
        degrees = 0.0
        if turn:
            degrees = turn if isinstance(angle, str) and "deg" in angle else math.degrees(turn)
            box = self._turned(box, degrees) if self._word == "text" else box
        attributes = self._boxed(box)
        if turn:
            attributes["transform"] = f"rotate({degrees:.4g} {attributes['x']} {attributes['y']})"
        if self._word == "text":
            attributes |= self._lettered()
            if not turn:
                self._make_room(attributes)
        elif self._word in ("rect", "ellipse"):
            attributes |= self._painted()
            radius = self._pixels("radius")
            if self._word == "rect" and radius:
                attributes["rx"] = self._mm(radius)
        else:
            attributes |= self._pictured()
        return attributes

    def _box(self) -> _Box | None:
        measures, trim = self._measures, self._trim
        x, y = self._pixels("x", 0), self._pixels("y", 0)
        width, height = self._pixels("width"), self._pixels("height")
        if x is None or y is None:
            self._note("in a place that is not understood")
            return None
        if self._word in ("rect", "ellipse"):
            width = measures.width if width is None else width
            height = measures.height if height is None else height
        if self._word in ("png", "svg"):
            width, height = self._natural(width, height)
        if x >= measures.width - trim or y >= measures.height - trim:
            self._note("outside the card")
            return None
        if (width is not None and width <= 0) or (height is not None and height <= 0):
            self._note("without width or height")
            return None
        if self._word == "text" and not self._get("angle"):
            middle = self._named("align", "left", _ALIGNMENTS) == "center"
            x, width = _inside(x, width, trim, measures.width - trim, middle=middle)
            y, height = _inside(y, height, trim, measures.height - trim)
        return x, y, width, height

    def _turned(self, box: _Box, degrees: float) -> _Box:
        """The box of a text that is turned by quarters, moved so that it stays within the trim."""
        x, y, width, height = box
        quarter = round(degrees / 90) % 4
        if width is None or height is None or quarter == 0 or abs(degrees / 90 - round(degrees / 90)) > 0.02:
            return box
        low, right = self._trim, self._measures.width - self._trim
        bottom = self._measures.height - low
        before_x = (0.0, height, width, 0.0)[quarter]
        before_y = (0.0, 0.0, height, width)[quarter]
        across, down = (width, height, width, height)[quarter], (height, width, height, width)[quarter]
        left = min(max(x - before_x, low), max(right - across, low))
        top = min(max(y - before_y, low), max(bottom - down, low))
        return left + before_x, top + before_y, width, height

    def _make_room(self, attributes: dict[str, str]) -> None:
        """Let a box be as high as a line, as far as the card reaches: Squib writes the first line anyway."""
        line = round(float(attributes["font-size"].removesuffix("pt")) / 72 * 25.4 * _LINE, 2)
        missing = line - float(attributes.get("height", line))
        if missing > 0:
            share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[attributes["valign"]]
            high = self._measures.millimetres(self._measures.height - 2 * self._trim)
            top = max(float(attributes["y"]) - share * missing, 0.0)
            bottom = min(float(attributes["y"]) + float(attributes["height"]) + (1 - share) * missing, high)
            attributes |= {"y": mm(top), "height": mm(bottom - top)}

    def _natural(self, width: float | None, height: float | None) -> tuple[float | None, float | None]:
        """Width and height of a picture that does not say both."""
        if width is not None and height is not None:
            return width, height
        files = self._options.files()
        path = next((each for each in [*files[self._row : self._row + 1], *files] if each), "")
        natural = self._options.pictures.size(path) if path else None
        if natural is None:
            return width, height
        ratio = natural[0] / natural[1]
        if width is not None:
            return width, width / ratio
        if height is not None:
            return height * ratio, height
        return natural

    def _boxed(self, box: _Box) -> dict[str, str]:
        x, y, width, height = box
        whole = (width or 0) >= self._measures.width and (height or 0) >= self._measures.height
        if x <= 0 and y <= 0 and whole and not self._trim and self._word in ("rect", "png", "svg"):
            return {"inset": "0", "bleed": "true"}
        found = {"x": self._distance(x), "y": self._distance(y)}
        found |= {} if width is None else {"width": self._mm(width)}
        return found | ({} if height is None else {"height": self._mm(height)})

    def _lettered(self) -> dict[str, str]:
        written = str(self._get("font", self._deck.font))
        font = pango_font(self._deck.font if written == "use_set" else written)
        size = self._get("font_size")
        has_size = isinstance(size, (int, float)) and not isinstance(size, bool)
        points = max(_SMALLEST_TYPE, min(float(size) if has_size else font.size or 12.0, 500.0))
        reader = self._options.reader
        family = nearest_font(font.family, reader.fonts(), italic="italic" in font.styles)
        spacing = self._pixels("spacing") or 0.0
        leading = reader.line_distance(family) + spacing / self._measures.dpi * 72 / points
        found = {"font": family, **font.styles}
        found["font-size"] = f"{round(points, 2):g}pt"
        found["leading"] = f"{round(min(max(leading, 0.5), 4.0), 2):g}"
        found["min-font-size"] = f"{_SMALLEST_TYPE:g}pt"
        colour = self._colour("color", "black")
        if colour.startswith("linear"):
            self._note("in a colour that is not understood")
        elif colour not in ("", "none"):
            found["colour"] = colour
        align = self._named("align", "left", _ALIGNMENTS)
        found["align"] = "justify" if self._get("justify") is True else align
        found["valign"] = self._named("valign", "top", ("top", "middle", "bottom"))
        found["hyphenate"] = "false"
        return found

    def _painted(self) -> dict[str, str]:
        fill, stroke = self._colour("fill_color", "#0000"), self._colour("stroke_color", "black")
        width = self._pixels("stroke_width", 2.0)
        found = {"fill": fill or "none"}
        if width and stroke and stroke != "none":
            found |= {"stroke": stroke, "stroke-width": self._mm(width)}
        dashes = str(self._get("dash", "")).split()
        lengths = [self._measures.pixels(each) for each in dashes]
        if dashes and "stroke" in found and all(lengths):
            found["dash"] = " ".join(self._mm(length) for length in lengths if length)
        return found

    def _pictured(self) -> dict[str, str]:
        found = {"fit": "stretch", "optional": "true"}
        alpha = self._get("alpha")
        if isinstance(alpha, (int, float)) and 0 <= alpha < 1:
            found["opacity"] = f"{alpha:g}"
        mask = self._get("mask")
        if mask and (colour := squib_colour(mask, self._deck.colours)).startswith("#"):
            found["tint"] = colour
        elif mask:
            self._note("without its 'mask'", "change it in the layout")
        return found

    def _line(self) -> dict[str, str] | None:
        names = ("x1", "y1", "x2", "y2")
        ends = [self._pixels(name, 100 if name[1] == "1" else 150) for name in names]
        if None in ends:
            self._note("in a place that is not understood")
            return None
        painted = self._painted()
        painted.pop("fill")
        return {name: self._distance(end or 0.0) for name, end in zip(names, ends, strict=True)} | painted

    def _circle(self) -> dict[str, str] | None:
        x, y, radius = self._pixels("x", 0), self._pixels("y", 0), self._pixels("radius", 100)
        if x is None or y is None or not radius:
            self._note("in a place that is not understood")
            return None
        return {"cx": self._distance(x), "cy": self._distance(y), "r": self._mm(radius)} | self._painted()

    def _polygon(self) -> dict[str, str] | None:
        """A triangle by its corners, or a polygon of equal sides."""
        corners: list[tuple[float | None, float | None]]
        if self._word == "triangle":
            corners = [(self._pixels(f"x{at}", 0), self._pixels(f"y{at}", 0)) for at in (1, 2, 3)]
        else:
            number, angle = self._get("n", 5), self._get("angle", 0)
            x, y, radius = self._pixels("x", 0), self._pixels("y", 0), self._pixels("radius", 100)
            if not isinstance(number, int) or not 2 < number <= 360 or not isinstance(angle, (int, float)):
                number = 0
            corners = [
                (x + radius * math.cos(turn), y + radius * math.sin(turn))
                for turn in (angle + math.tau * at / number for at in range(number))
                if x is not None and y is not None and radius
            ]
        if not corners or any(x is None or y is None for x, y in corners):
            self._note("in a place that is not understood")
            return None
        points = " ".join(f"{self._distance(x or 0.0)},{self._distance(y or 0.0)}" for x, y in corners)
        return {"points": points} | self._painted()


def _inside(
    start: float, length: float | None, low: float, high: float, *, middle: bool = False
) -> tuple[float, float | None]:
    """A side of a text's box within the trim; with ``middle`` it keeps its middle where it can."""
    end = high if length is None else start + length
    if middle and length is not None:
        centre = start + length / 2
        half = min(length / 2, centre - low, high - centre)
        if half > length / 8:
            return centre - half, 2 * half
    start = min(max(start, low), high - 1)
    return start, None if length is None else max(min(end, high) - start, 1.0)
