"""Decks of DeckSmith: ``deck.yaml`` or ``deck.json`` with elements, beside ``deck.csv`` (DeckSmith 1.0)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue, nearest_font
from pnp.importers.cards.found import FoundTable
from pnp.importers.cards.marks import filled, filled_at, has_slot, slot
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.limits import MOST_ELEMENTS

_WIDTH = 63.0
"""Millimetres: DeckSmith prints cards 63 mm wide and 88 mm high, however many pixels they have."""
_HEIGHT = 88.0
_ALIKE = 0.03
"""Share by which the height of a card may differ from that."""
_EM = 0.5
"""Width of a letter in ems, on average: DeckSmith places some elements below texts."""
_SHAPES = ("circle", "ellipse", "polygon", "regular-polygon", "rectangle")


class _Box(NamedTuple):
    """The place of an element, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


def decksmith_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """The tables of DeckSmith's decks with their elements as layouts.

    Args:
        reader: Of the folder; receives what does not come.
    """
    for path in reader.names(".csv"):
        for ending in (".yaml", ".yml", ".json"):
            spec = PurePosixPath(path).with_suffix(ending).as_posix()
            if not reader.exists(spec):
                continue
            found = reader.columns(path, "", path)
            card = reader.data(spec)
            if found is None:
                break
            if not isinstance(card, dict):
                reader.note(spec, "the file, which describes no card")
                card = {}
            made = _Deck(reader, spec, card, found[0])
            yield FoundTable(path, size=made.size, drawing=made.drawing(), marks="plain")
            break


class _Deck:
    """One deck: its elements become placements."""

    def __init__(
        self, reader: FolderReader, spec: str, card: Mapping[str, Any], columns: Mapping[str, list[Any]]
    ) -> None:
        self._reader = reader
        self._spec = spec
        self._card = card
        self._columns = columns
        self._rows = max(map(len, columns.values()), default=0)
        width, height = _number(card.get("width")) or 250.0, _number(card.get("height")) or 350.0
        self._scale = _WIDTH / width
        self._width, self._height = width, height
        mm = height * self._scale
        self.size = f"{_WIDTH:g}x{_HEIGHT if abs(mm / _HEIGHT - 1) < _ALIKE else round(mm, 2):g}mm"
        self._boxes: dict[str, _Box] = {}
        if isinstance(card.get("id"), str):
            self._boxes[card["id"]] = _Box(0, 0, width, height)
        self._pictures = PictureFiles(reader.files, (PurePosixPath(spec).parent.as_posix(), ""))

    def drawing(self) -> CardDrawing | None:
        """The layout of the cards; None where nothing of it could be brought."""
        made = CardDrawing(ground=_colour(self._card.get("background_color")) or "")
        elements = self._card.get("elements")
        for number, element in enumerate(elements[:MOST_ELEMENTS] if isinstance(elements, list) else [], 1):
            name = f"the element {number}"
            if isinstance(element, dict):
                name = f"the element '{element['id']}'" if isinstance(element.get("id"), str) else name
                placed = self._placed(element, name)
                if placed is not None:
                    made.placements.append(placed)
            else:
                self._note(name, "which is no mapping")
        made.files = dict(self._pictures.taken)
        return made if made.placements else None

    def _note(self, name: str, why: str) -> None:
        self._reader.note(self._spec, f"{name}, {why}", "draw it in the layout")

    def _placed(self, element: Mapping[str, Any], name: str) -> DrawnElement | None:
        start = self._start(element)
        kind = element.get("type")
        if start is None:
            self._note(name, "whose place is not known")
        elif kind == "text":
            return self._text(element, start)
        elif kind == "image":
            return self._image(element, start, name)
        elif kind in _SHAPES:
            return self._shape(element, start, name)
        else:
            self._note(name, f"whose type is '{kind}'")
        return None

    def _start(self, element: Mapping[str, Any]) -> tuple[float, float] | None:
        """The point that the element is placed at, in pixels."""
        offset = _pair(element.get("position", [0, 0]))
        if offset is None:
            return None
        x, y = offset
        relative = element.get("relative_to")
        if relative is None:
            return x, y
        if not isinstance(relative, list) or len(relative) != 2 or str(relative[0]) not in self._boxes:
            return None
        box = self._boxes[str(relative[0])]
        across, down = _shares(str(relative[1]))
        return (
            x + box.left + across * (box.right - box.left),
            y + box.top + down * (box.bottom - box.top),
        )

    def _keep(self, element: Mapping[str, Any], box: _Box) -> None:
        if isinstance(element.get("id"), str):
            self._boxes[element["id"]] = box

    def _words(self, written: Any) -> str:
        """A text with slots for ``%column%``."""
        titles = {title: title for title in self._columns}
        return re.sub(
            r"%([^%\n]{1,100})%",
            lambda found: slot(titles[found[1]]) if found[1] in titles else found[0],
            "" if written is None else str(written),
        )

    # Texts.

    def _text(self, element: Mapping[str, Any], start: tuple[float, float]) -> DrawnElement:
        words = self._words(element.get("text"))
        size = _number(element.get("font_size")) or 10.0
        wrap = _number(element.get("width"))
        spacing = _number(element.get("line_spacing"))
        spacing = 4.0 if spacing is None else spacing
        across, down = _shares(str(element.get("anchor", "top-left")))
        widest, most = self._measured(words, size, wrap)
        line = size * 1.2 + spacing
        width, height = wrap or widest, max(most * line - spacing, size)
        box = _Box(
            start[0] - across * width,
            start[1] - down * height,
            start[0] + (1 - across) * width,
            start[1] + (1 - down) * height,
        )
        self._keep(element, box)
        left, right = (box.left, box.right) if wrap else self._around(start[0], across, self._width)
        top, bottom = self._around(start[1], down, self._height)
        font = PurePosixPath(str(element.get("font_path", ""))).stem
        slanted = "italic" in font.lower() or "italic" in str(element.get("font_variant", "")).lower()
        align = str(element.get("align", "left")) if wrap else ("left", "center", "right")[round(across * 2)]
        attributes = {
            **self._placing(
                max(left, 0.0), max(top, 0.0), min(right, self._width), min(bottom, self._height)
            ),
            "font": nearest_font(font, self._reader.fonts(), italic=slanted),
            "font-size": f"{round(size * self._scale / 25.4 * 72, 1):g}pt",
            "min-font-size": "3pt",
            "leading": f"{min(max(line / size, 0.8), 3):.3g}",
            "hyphenate": "false",
            "align": align if align in ("left", "center", "right", "justify") else "left",
            "valign": ("top", "middle", "bottom")[round(down * 2)],
        }
        attributes |= {"colour": _colour(element.get("color")) or "#000000"}
        attributes |= {"italic": "true"} if slanted else {}
        attributes |= {"weight": "700"} if "bold" in font.lower() else {}
        return DrawnElement("text", attributes, DrawnValue(words), place=self._spec)

    def _measured(self, words: str, size: float, wrap: float | None) -> tuple[float, int]:
        """About how wide the widest text is, in pixels, and how many lines the longest has."""
        widest, most = 0.0, 1
        for at in range(self._rows if has_slot(words) else 1):
            lines = filled_at(words, self._columns, at).split("\n")
            widths = [len(line) * size * _EM for line in lines]
            widest = max(widest, *widths)
            most = max(most, sum(max(math.ceil(width / wrap), 1) if wrap else 1 for width in widths))
        return widest, most

    @staticmethod
    def _around(at: float, share: float, whole: float) -> tuple[float, float]:
        """From edge to edge of the card, or as far on both sides of a place where a text is centred."""
        if share == 0.5:
            half = max(min(at, whole - at), 1.0)
            return at - half, at + half
        return (at, whole) if share < 0.5 else (0.0, at)

    # Pictures and shapes.

    def _image(
        self, element: Mapping[str, Any], start: tuple[float, float], name: str
    ) -> DrawnElement | None:
        path = self._words(element.get("path"))
        paths = [
            self._pictures.find(filled_at(path, self._columns, at))
            for at in range(self._rows if has_slot(path) else 1)
        ]
        if not any(paths):
            self._note(name, f"whose picture '{filled(path, lambda title: f'%{title}%')}' is not there")
            return None
        natural = next((size for each in paths if each and (size := self._pictures.size(each))), (0.0, 0.0))
        filters: dict[str, Any] = given if isinstance(given := element.get("filters"), dict) else {}
        width, height = _resized(filters.get("resize"), natural)
        strange = sorted(str(key) for key in filters if key != "resize")
        if strange:
            self._note(name, f"whose filters do not come: {', '.join(strange)}")
        across, down = _shares(str(element.get("anchor", "top-left")))
        box = _moved(start, across, down, width, height)
        self._keep(element, box)
        cells = tuple(self._pictures.take(each) if each else "" for each in paths)
        value = DrawnValue(cells[0]) if len(cells) == 1 else DrawnValue(None, cells, "picture")
        attributes = {**self._placing(*box), "fit": "stretch", "optional": "true"}
        return DrawnElement("image", attributes, value, place=self._spec)

    def _shape(
        self, element: Mapping[str, Any], start: tuple[float, float], name: str
    ) -> DrawnElement | None:
        kind = str(element["type"])
        points: list[tuple[float, float]] = []
        if kind in ("circle", "regular-polygon"):
            radius = _number(element.get("radius")) or 0.0
            size: tuple[float, float] | None = (radius * 2, radius * 2)
            points = _corners(radius, element) if kind == "regular-polygon" else []
        elif kind == "polygon":
            given = element.get("points")
            points = [pair for each in (given if isinstance(given, list) else []) if (pair := _pair(each))]
            low = [min((each[at] for each in points), default=0.0) for at in (0, 1)]
            points = [(x - low[0], y - low[1]) for x, y in points]
            size = tuple(max((each[at] for each in points), default=0.0) for at in (0, 1))  # type: ignore[assignment]
        else:
            size = _pair(element.get("size"))
        if size is None or min(size) < 0 or (kind.endswith("polygon") and len(points) < 3):
            self._note(name, "whose size is not known")
            return None
        across, down = _shares(str(element.get("anchor", "top-left")))
        box = _moved(start, across, down, *size)
        self._keep(element, box)
        paint = {"fill": _colour(element.get("color")) or "none"}
        if outline := _colour(element.get("outline_color")):
            stroke = (_number(element.get("outline_width")) or 1.0) * self._scale
            paint |= {"stroke": outline, "stroke-width": f"{round(stroke, 3):g}"}
        if points:
            shown = " ".join(f"{self._mm(box.left + x)},{self._mm(box.top + y)}" for x, y in points)
            return DrawnElement("polygon", {"points": shown, **paint}, place=self._spec)
        placing = self._placing(*box)
        if kind == "rectangle":
            corner = _number(element.get("corner_radius"))
            paint |= {"rx": self._mm(corner)} if corner else {}
            return DrawnElement("rect", {**placing, **paint}, place=self._spec)
        return DrawnElement("ellipse", {**placing, **paint}, place=self._spec)

    def _mm(self, pixels: float) -> str:
        return f"{round(pixels * self._scale, 2):g}"

    def _placing(self, left: float, top: float, right: float, bottom: float) -> dict[str, str]:
        return {
            "x": self._mm(left),
            "y": self._mm(top),
            "width": self._mm(max(right - left, 1.0)),
            "height": self._mm(max(bottom - top, 1.0)),
        }


def _moved(start: tuple[float, float], across: float, down: float, width: float, height: float) -> _Box:
    left, top = start[0] - across * width, start[1] - down * height
    return _Box(left, top, left + width, top + height)


def _shares(anchor: str) -> tuple[float, float]:
    """The place that the word names, as shares of width and height."""
    across = 0.0 if "left" in anchor else 1.0 if "right" in anchor else 0.5
    down = 0.0 if "top" in anchor else 1.0 if "bottom" in anchor else 0.5
    return across, down


def _number(value: Any) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < 1e6 else None


def _pair(value: Any) -> tuple[float, float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    first, second = _number(value[0]), _number(value[1])
    return None if first is None or second is None else (first, second)


def _resized(value: Any, natural: tuple[float, float]) -> tuple[float, float]:
    """Width and height after the filter ``resize``, which keeps the shape where one side is null."""
    if not isinstance(value, list) or len(value) != 2:
        return natural
    width, height = _number(value[0]), _number(value[1])
    if width is None and height is not None and natural[1]:
        width = natural[0] * height / natural[1]
    if height is None and width is not None and natural[0]:
        height = natural[1] * width / natural[0]
    return natural if width is None or height is None else (width, height)


def _corners(radius: float, element: Mapping[str, Any]) -> list[tuple[float, float]]:
    """Corners of a regular polygon in its square; an edge is below, turned against the clock."""
    sides = int(_number(element.get("sides")) or 0)
    turn = _number(element.get("rotation")) or 0.0
    if not 3 <= sides <= 100:
        return []
    angles = [math.radians(90 + 180 / sides + 360 / sides * at - turn) for at in range(sides)]
    return [(radius + radius * math.cos(angle), radius + radius * math.sin(angle)) for angle in angles]


def _colour(value: Any) -> str:
    """The colour ``[r, g, b]`` or ``[r, g, b, a]`` as a layout writes it; empty for none."""
    if not isinstance(value, list) or len(value) not in (3, 4):
        return ""
    parts = [_number(each) for each in value]
    if any(part is None or not 0 <= part <= 255 for part in parts):
        return ""
    digits = "".join(f"{round(part or 0):02x}" for part in parts)
    if len(digits) == 8 and digits.endswith("ff"):
        return f"#{digits[:6]}"
    return "" if len(digits) == 8 and digits.endswith("00") else f"#{digits}"
