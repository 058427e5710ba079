"""Decks of Squib's scripts, and the attributes of what they draw, in millimetres from the trim."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from pnp.importers.cards.drawing import nearest_font
from pnp.importers.cards.found import ImportNote
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import ColumnValues, DataFrame, UnknownValue
from pnp.importers.cards.squib_layout import SquibMeasures, pango_font, squib_colour

_DEFAULT_FONT = "Arial 12"
_LINE = 1.25
"""Height of a line, as a multiple of the size of the type."""
_SMALLEST_TYPE = 3.0
"""Points, the smallest size that a text which does not fit may be set in."""


class _Missing:
    """No value was given."""


MISSING = _Missing()
"""In place of an option that is not written, because ``nil`` is a value."""


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


class ElementReader:
    """Gives the attributes of what a deck draws.

    Args:
        pictures: Finds pictures.
        reader: Of the folder with its fonts.
        rows: How many cards differ.

    Attributes:
        notes: What could not be brought; grows.
    """

    def __init__(self, pictures: PictureFiles, reader: FolderReader, rows: int):
        self.notes: list[ImportNote] = []
        self._pictures = pictures
        self._reader = reader
        self._rows = rows
        self._deck = SquibDeck("", 0)
        self._call = DeckCall("", {}, 0)

    def _option(self, call: DeckCall, name: str, row: int, default: Any = None) -> Any:
        if name in call.options:
            value = call.options[name]
        else:
            layout = call.options.get("layout")
            layout = layout[row] if isinstance(layout, list) and row < len(layout) else layout
            style = self._deck.layout.get(str(layout)) if isinstance(layout, (str, int)) else None
            if not isinstance(style, dict) or name not in style:
                return default
            value = style[name]
        if isinstance(value, list) and name != "extends":
            value = value[row] if row < len(value) else None
        if isinstance(value, UnknownValue):
            self._note(f"without its '{name}', which only Ruby can work out{value.reason}")
            return default
        return default if value is None and name not in ("str", "file") else value

    def _word(self, call: DeckCall, name: str, row: int, default: str) -> str:
        """An option that is a word, such as ``:center``."""
        return str(self._option(call, name, row, default)).strip().lstrip(":").lower()

    def _attributes(self, call: DeckCall, row: int) -> dict[str, str] | None:
        match call.word:
            case "line":
                return self._line(call, row)
            case "circle":
                return self._circle(call, row)
            case "triangle" | "polygon":
                return self._polygon(call, row)
        box = self._box(call, row)
        if box is None:
            return None
        angle = self._option(call, "angle", row)
        turn = self._deck.measures.pixels(angle) if isinstance(angle, (int, float, str)) else None
        degrees = 0.0
        if turn:
            degrees = turn if isinstance(angle, str) and "deg" in angle else math.degrees(turn)
            box = self._turned(box, degrees) if call.word == "text" else box
        attributes = self._boxed(box)
        if turn:
            attributes["transform"] = f"rotate({degrees:.4g} {attributes['x']} {attributes['y']})"
        if call.word == "text":
            attributes |= self._lettered(call, row)
            if not turn:
                self._make_room(attributes)
        elif call.word in ("rect", "ellipse"):
            attributes |= self._painted(call, row)
            radius = self._deck.measures.pixels(self._option(call, "radius", row))
            if call.word == "rect" and radius:
                attributes["rx"] = self._mm(radius)
        else:
            attributes |= self._pictured(call, row)
        return attributes

    def _mm(self, pixels: float) -> str:
        return f"{round(self._deck.measures.millimetres(pixels), 2):g}"

    def _distance(self, pixels: float) -> str:
        """From the trim."""
        return self._mm(pixels - (self._deck.trim or 0.0))

    def _box(self, call: DeckCall, row: int) -> tuple[float, float, float | None, float | None] | None:
        measures = self._deck.measures
        x = measures.pixels(self._option(call, "x", row, 0))
        y = measures.pixels(self._option(call, "y", row, 0), across=False)
        width = measures.pixels(self._option(call, "width", row))
        height = measures.pixels(self._option(call, "height", row), across=False)
        if x is None or y is None:
            self._note("in a place that is not understood")
            return None
        if call.word in ("rect", "ellipse"):
            width = measures.width if width is None else width
            height = measures.height if height is None else height
        if call.word in ("png", "svg"):
            width, height = self._natural(call, row, width, height)
        trim = self._deck.trim or 0.0
        if x >= measures.width - trim or y >= measures.height - trim:
            self._note("outside the card")
            return None
        if (width is not None and width <= 0) or (height is not None and height <= 0):
            self._note("without width or height")
            return None
        if call.word == "text" and not self._option(call, "angle", row):
            align = self._word(call, "align", row, "left")
            x, width = _inside(x, width, trim, measures.width - trim, middle=align == "center")
            y, height = _inside(y, height, trim, measures.height - trim)
        return x, y, width, height

    def _turned(
        self, box: tuple[float, float, float | None, float | None], degrees: float
    ) -> tuple[float, float, float | None, float | None]:
        """The box of a text that is turned by quarters, moved so that it stays within the trim."""
        x, y, width, height = box
        quarter = round(degrees / 90) % 4
        if width is None or height is None or quarter == 0 or abs(degrees / 90 - round(degrees / 90)) > 0.02:
            return box
        low, right = self._deck.trim or 0.0, self._deck.measures.width - (self._deck.trim or 0.0)
        bottom = self._deck.measures.height - low
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
            trim = self._deck.trim or 0.0
            high = self._deck.measures.millimetres(self._deck.measures.height - 2 * trim)
            top = max(float(attributes["y"]) - share * missing, 0.0)
            bottom = min(float(attributes["y"]) + float(attributes["height"]) + (1 - share) * missing, high)
            attributes["y"] = f"{round(top, 2):g}"
            attributes["height"] = f"{round(bottom - top, 2):g}"

    def _natural(
        self, call: DeckCall, row: int, width: float | None, height: float | None
    ) -> tuple[float | None, float | None]:
        """Width and height of a picture that does not say both."""
        if width is not None and height is not None:
            return width, height
        files = self._files(call)
        path = next((each for each in [files[row] if row < len(files) else "", *files] if each), "")
        natural = self._pictures.size(path) if path else None
        if natural is None:
            return width, height
        ratio = natural[0] / natural[1]
        if width is not None:
            return width, width / ratio
        if height is not None:
            return height * ratio, height
        return natural

    def _boxed(self, box: tuple[float, float, float | None, float | None]) -> dict[str, str]:
        x, y, width, height = box
        found = {"x": self._distance(x), "y": self._distance(y)}
        if width is not None:
            found["width"] = self._mm(width)
        if height is not None:
            found["height"] = self._mm(height)
        measures = self._deck.measures
        whole = x <= 0 and y <= 0 and (width or 0) >= measures.width and (height or 0) >= measures.height
        if whole and not self._deck.trim and self._call.word in ("rect", "png", "svg"):
            return {"inset": "0", "bleed": "true"}
        return found

    def _lettered(self, call: DeckCall, row: int) -> dict[str, str]:
        written = str(self._option(call, "font", row, self._deck.font))
        font = pango_font(self._deck.font if written == "use_set" else written)
        size = self._option(call, "font_size", row)
        points = (
            float(size)
            if isinstance(size, (int, float)) and not isinstance(size, bool)
            else font.size or 12.0
        )
        points = max(_SMALLEST_TYPE, min(points, 500.0))
        family = nearest_font(font.family, self._reader.fonts(), italic="italic" in font.styles)
        found = {"font": family, **font.styles}
        found["font-size"] = f"{round(points, 2):g}pt"
        spacing = self._deck.measures.pixels(self._option(call, "spacing", row)) or 0.0
        leading = self._reader.line_distance(family) + spacing / self._deck.measures.dpi * 72 / points
        found["leading"] = f"{round(min(max(leading, 0.5), 4.0), 2):g}"
        found["min-font-size"] = f"{_SMALLEST_TYPE:g}pt"
        colour = squib_colour(self._option(call, "color", row, "black"), self._deck.colours)
        if colour.startswith("linear") or colour == "":
            self._note("in a colour that is not understood")
        elif colour != "none":
            found["colour"] = colour
        align = self._word(call, "align", row, "left")
        found["align"] = (
            "justify"
            if self._option(call, "justify", row) is True
            else align
            if align in ("left", "center", "right")
            else "left"
        )
        valign = self._word(call, "valign", row, "top")
        found["valign"] = valign if valign in ("top", "middle", "bottom") else "top"
        found["hyphenate"] = "false"
        return found

    def _painted(self, call: DeckCall, row: int) -> dict[str, str]:
        fill = squib_colour(self._option(call, "fill_color", row, "#0000"), self._deck.colours)
        stroke = squib_colour(self._option(call, "stroke_color", row, "black"), self._deck.colours)
        width = self._deck.measures.pixels(self._option(call, "stroke_width", row, 2.0))
        for colour in (fill, stroke):
            if not colour:
                self._note("in a colour that is not understood")
        found = {"fill": fill or "none"}
        if width and stroke and stroke != "none":
            found |= {"stroke": stroke, "stroke-width": self._mm(width)}
        dashes = str(self._option(call, "dash", row, "")).split()
        lengths = [self._deck.measures.pixels(each) for each in dashes]
        if dashes and "stroke" in found and all(lengths):
            found["dash"] = " ".join(self._mm(length) for length in lengths if length)
        return found

    def _pictured(self, call: DeckCall, row: int) -> dict[str, str]:
        found = {"fit": "stretch", "optional": "true"}
        alpha = self._option(call, "alpha", row)
        if isinstance(alpha, (int, float)) and 0 <= alpha < 1:
            found["opacity"] = f"{alpha:g}"
        mask = self._option(call, "mask", row)
        if mask and (colour := squib_colour(mask, self._deck.colours)).startswith("#"):
            found["tint"] = colour
        elif mask:
            self._note("without its 'mask'", "change it in the layout")
        return found

    def _line(self, call: DeckCall, row: int) -> dict[str, str] | None:
        defaults = {"x1": 100, "y1": 100, "x2": 150, "y2": 150}
        ends = [
            self._deck.measures.pixels(self._option(call, name, row, default), across=name[0] == "x")
            for name, default in defaults.items()
        ]
        if None in ends:
            self._note("in a place that is not understood")
            return None
        painted = self._painted(call, row)
        painted.pop("fill")
        return {name: self._distance(end or 0.0) for name, end in zip(defaults, ends, strict=True)} | painted

    def _circle(self, call: DeckCall, row: int) -> dict[str, str] | None:
        measures = self._deck.measures
        x, y = (measures.pixels(self._option(call, name, row, 0), across=name == "x") for name in "xy")
        radius = measures.pixels(self._option(call, "radius", row, 100))
        if x is None or y is None or not radius:
            self._note("in a place that is not understood")
            return None
        return {"cx": self._distance(x), "cy": self._distance(y), "r": self._mm(radius)} | self._painted(
            call, row
        )

    def _polygon(self, call: DeckCall, row: int) -> dict[str, str] | None:
        """A triangle by its corners, or a polygon of equal sides."""

        def length(name: str, default: float = 0.0) -> float | None:
            across = not name.startswith("y")
            return self._deck.measures.pixels(self._option(call, name, row, default), across=across)

        corners: list[tuple[float | None, float | None]]
        if call.word == "triangle":
            corners = [(length(f"x{at}"), length(f"y{at}")) for at in (1, 2, 3)]
        else:
            number, angle = self._option(call, "n", row, 5), self._option(call, "angle", row, 0)
            x, y, radius = length("x"), length("y"), length("radius", 100)
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
        return {"points": points} | self._painted(call, row)

    def _note(self, what: str, cure: str = "") -> None:
        place = f"{self._deck.script}:{self._call.line}"
        note = ImportNote(place, f"'{self._call.word}' {what}", cure)
        if note not in self.notes:
            self.notes.append(note)

    def _files(self, call: DeckCall) -> list[str]:
        """Path of the picture of each row in the folder; empty without one."""
        raw = call.options.get("file", MISSING)
        if raw is MISSING:
            raw = [self._option(call, "file", row) for row in range(self._rows)]
        values = raw if isinstance(raw, list) else [raw] * self._rows
        found: list[str] = []
        for each in values[: self._rows]:
            if isinstance(each, UnknownValue) or each is None or not isinstance(each, (str, int)):
                found.append("")
                continue
            found.append(self._pictures.find(str(each)) if str(each).strip() else "")
        return found + [""] * (self._rows - len(found))


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
