"""Projects of CardMaker: their tables, elements of layouts, and the values that CardMaker works out."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any
from xml.etree import ElementTree as ET

from pnp.importers.cards.drawing import (
    CardDrawing,
    DrawnElement,
    DrawnValue,
    boxed,
    mm,
    nearest_font,
    tool_colour,
)
from pnp.importers.cards.found import FoundTable, some_names
from pnp.importers.cards.marks import filled_at, slot
from pnp.importers.cards.pictures import PictureFiles, normal_path
from pnp.importers.cards.reading import FolderReader
from pnp.importers.limits import MOST_WORK, MOST_WORKED_OUT

REFERENCE = re.compile(r"@\[([^\]\[]+)\]")
_LOGIC = re.compile(r"#\(|#sc;|##\d|#math;|#repeat;|#pad[lr];|!\[|%\[|&\[|\$\[|#cnv|#strw|#random|#empty")
_ROUNDS = 100
_OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": operator.mod,
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
_SIGN = re.compile(r"\s([!=><]=|<|>)\s")
_OPERATION = re.compile(r"#math;([+-]?\d*\.?\d+)([+\-*/%])([+-]?\d*\.?\d+);?([^#]*)#")


def coded(text: str) -> str:
    """The text with its codes for line breaks, commas and quotes."""
    return text.replace("\\n", "\n").replace("\\c", ",").replace("\\q", '"')


def has_logic(text: str) -> bool:
    """Whether CardMaker works something out in the text, but for the names of columns."""
    return bool(_LOGIC.search(text))


class CardMakerWords:
    """The values of an element on each card.

    Args:
        columns: Of the table, by title in small letters; each has a cell for each row.
        defines: Values by name in small letters.
        copies: How many cards each row is.
        layout: Name of the layout.
    """

    def __init__(
        self,
        columns: Mapping[str, Sequence[str]],
        defines: Mapping[str, str],
        copies: Sequence[int],
        layout: str,
    ):
        self._columns = columns
        self._defines = defines
        self._copies = copies
        self._layout = layout
        self._read = 0

    def cells(self, text: str, element: str) -> tuple[str, ...] | None:
        """The value for each row, that of its first copy; None for what cannot be worked out here."""
        found: list[str] = []
        for row in range(len(self._copies)):
            value = self._value(text, row, element)
            if value is None:
                return None
            found.append(value)
        return tuple(found)

    def unknown(self, text: str) -> str:
        """The first name in a text that is neither a column nor defined; empty without one."""
        names = (found[1].split(",")[0].strip() for found in REFERENCE.finditer(text))
        known = self._defines.keys() | self._columns.keys()
        return next((name for name in names if name.lower() not in known), "")

    def counts_copies(self, text: str) -> bool:
        """Whether the copies of a card have values of their own."""
        return max(self._copies, default=1) > 1 and bool(re.search(r"##\d|#sc;|!\[(?:deck|card)index", text))

    def _value(self, text: str, row: int, element: str) -> str | None:
        text = self._referenced(coded(text).replace("#empty", ""), row, element)
        self._read += len(text)
        if len(text) > MOST_WORKED_OUT or self._read > MOST_WORK:
            return None
        number = sum(self._copies[:row])
        text = re.sub(r"##(\d{1,6});(\d{1,6});(\d{1,2})#", lambda each: _counter(each, number), text)
        text = re.sub(r"#sc;(\d{1,6});(\d{1,6});(\d{1,2})#", lambda each: _counter(each, 0), text)
        for pattern, change in _CHANGES:
            text = pattern.sub(change, text)
        text = _repeatedly(text, _DECISION, _decided)
        return None if has_logic(text) or REFERENCE.search(text) or len(text) > MOST_WORKED_OUT else text

    def _referenced(self, text: str, row: int, element: str) -> str:
        """The text with the values of columns, definitions and of the names that CardMaker itself has."""
        own = {
            "deckindex": str(sum(self._copies[:row]) + 1),
            "cardindex": "1",
            "cardcount": str(sum(self._copies)),
            "elementname": element,
            "layoutname": self._layout,
            "exporting": "1",
            "parentlayout": "",
            "rootlayout": "",
        }

        def named(found: re.Match[str]) -> str:
            name, *given = found[1].split(",")
            key = name.strip().lower()
            if key in self._defines:
                value = self._defines[key]
            elif key in self._columns:
                value = self._columns[key][row][:MOST_WORKED_OUT]
            else:
                return found[0]
            for at, each in enumerate(given, 1):
                value = value.replace(f"{{{at}}}", each)
            return value.replace("#empty", "")

        def part(found: re.Match[str]) -> str:
            start, length = int(found[2]), int(found[3])
            return found[1][start : start + length] if len(found[1]) >= start + length else ""

        for _ in range(_ROUNDS):
            made = REFERENCE.sub(named, text)
            made = re.sub(r"!\[([^\]\[]+)\]", lambda each: own.get(each[1].strip().lower(), each[0]), made)
            made = re.sub(r"%\[([^\[\]]*?),(\d{1,5}),(\d{1,5})\]", part, made)
            self._read += len(made)
            if made == text or len(made) > MOST_WORKED_OUT:
                return made
            text = made
        return text


def _repeatedly(text: str, pattern: re.Pattern[str], change: Callable[[re.Match[str]], str]) -> str:
    for _ in range(_ROUNDS):
        made = pattern.sub(change, text)
        if made == text or len(made) > MOST_WORKED_OUT:
            return made
        text = made
    return text


def _counter(found: re.Match[str], number: int) -> str:
    return str(int(found[1]) + number * int(found[2])).zfill(int(found[3]))


def _decided(found: re.Match[str]) -> str:
    """The value of ``if`` or ``switch``; what cannot be read stays as it is."""
    if found[1] == "switch":
        mark = ";" if found[2].startswith(";") else found[2][:2]
        _, key, *pairs = [*found[2].split(mark), "", ""] if mark else ["", "", ""]
        cases = {pairs[at].strip().lower(): pairs[at + 1] for at in range(0, len(pairs) - 1, 2)}
        return cases.get(key.strip().lower(), cases.get("#default", "")).replace("#switchkey", key)
    sign = _SIGN.search(found[2])
    right, has_then, values = found[2][sign.end() if sign else 0 :].partition("then ")
    if not sign or not has_then:
        return found[0]
    then, _, otherwise = values.partition(" else ")
    return then if _compared(found[2][: sign.start()], sign[1], right) else otherwise


def _compared(left: str, sign: str, right: str) -> bool:
    lefts, rights = _members(left), _members(right)
    if sign in ("==", "!="):
        return any(one == other for one in lefts for other in rights) is (sign == "==")
    try:
        return bool(_OPERATORS[sign](float(left), float(right)))
    except ValueError:
        return False


def _members(text: str) -> list[str]:
    """The members of a set such as ``[a;b]``, or the text alone, in small letters."""
    text = text.strip().lower()
    listed = re.fullmatch(r"\[(.*)\]", text, re.DOTALL)
    return [each.strip() for each in listed[1].split(";")] if listed else [text]


def _math(found: re.Match[str]) -> str:
    one, other, sign = float(found[1]), float(found[3]), found[2]
    if sign in "/%" and other == 0:
        return ""
    value = _OPERATORS[sign](one, other)
    digits = re.fullmatch(r"0(?:\.(0+))?", found[4])
    return f"{value:.{len(digits[1] or '')}f}" if digits else f"{value:g}"


def _padded(found: re.Match[str]) -> str:
    width, char = min(int(found[2]), 100), found[3][:1] or "0"
    return found[4].rjust(width, char) if found[1] == "l" else found[4].ljust(width, char)


def _call(start: str) -> re.Pattern[str]:
    """A code such as ``#(caps;…)#`` without others inside of it."""
    return re.compile(rf"#\({start}((?:(?!#\().)*?)\)#", re.DOTALL)


_DECISION = _call("(if|switch)")
_CHANGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_call("caps;"), lambda found: found[1].upper()),
    (_call("nocaps;"), lambda found: found[1].lower()),
    (_call("titlecase;"), lambda found: found[1].title()),
    (_call("strlen;"), lambda found: str(len(found[1]))),
    (_OPERATION, _math),
    (_call(r"repeat;(\d{1,3});"), lambda found: found[2] * int(found[1])),
    (re.compile(r"#repeat;(\d{1,3});([^#]+)#"), lambda found: found[2] * int(found[1])),
    (re.compile(r"#pad([lr]);(\d{1,4});([^;#]*);([^#]*)#"), _padded),
)


_DPI = 300
_WORKED_OUT = "whose value is worked out by CardMaker"
_SHAPE = re.compile(r"#(rect|rectangle|roundedrect|ellipse|circle)\b(?:;[^;#]*;[^;#]*;[^;#]*(?:;(\d+))?)?#")
_BEHIND = re.compile(r"#bg(shape)::(#[^#]*#(?:::[^#]*)?)#|#bg(graphic)::([^#]*)#")
"""A shape or picture that an element covers."""


def cardmaker_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """The tables of CardMaker's projects, with the texts, pictures and shapes of their layouts.

    Args:
        reader: Of the folder; receives what does not come.
    """
    for path in reader.names(".cmp"):
        try:
            root = ET.fromstring(reader.text(path)) if "<!" not in reader.text(path) else None
        except ET.ParseError as fault:
            reader.note(f"{path}:{fault.position[0]}", "the project, which is no XML")
            continue
        if root is None:
            reader.note(path, "the project, which declares entities")
            continue
        if root.findtext("translatorName", root.get("translatorName", "")).lower() == "javascript":
            reader.note(path, "the elements of its layouts, which are JavaScript", "draw them in a layout")
            for each in root.iter("Layout"):
                for element in each.findall("Element"):
                    each.remove(element)
        defines = _defines(reader, path)
        for layout in root.iter("Layout"):
            yield from _LayoutReader(reader, path, layout, defines).tables()


def _defines(reader: FolderReader, project: str) -> dict[str, str]:
    """Values by name of the tables of definitions beside a project."""
    found: dict[str, str] = {}
    folder = PurePosixPath(project).parent
    for path in reader.names("_defines.csv"):
        if PurePosixPath(path).parent == folder and (columns := reader.columns(path, "", path)):
            names, values = [*columns[0].values(), [], []][:2]
            pairs = zip(names, values, strict=False)
            found.update({str(name).lower(): str(value or "") for name, value in pairs if name})
    return found


class _LayoutReader:
    """One layout of a project: its references are tables, its elements are placements."""

    def __init__(self, reader: FolderReader, project: str, layout: ET.Element, defines: Mapping[str, str]):
        self._reader = reader
        self._layout = layout
        self._defines = defines
        self._folder = PurePosixPath(project).parent.as_posix()
        self._name = layout.get("Name", "layout")
        self._place = f"{project}: layout '{self._name}'"
        self._dpi = _number(layout.get("dpi", "")) or _DPI
        self._pictures = PictureFiles(reader.files, (self._folder, ""))

    def tables(self) -> Iterator[FoundTable]:
        references = [each.get("RelativePath", "") for each in self._layout.iter("Reference")]
        size = self._size()
        for written in references:
            path = normal_path(f"{self._folder}/" + written.replace("\\", "/"))
            if not self._reader.exists(path):
                self._reader.lacking(self._place, written)
                continue
            found = self._reader.columns(path, "", self._place)
            if found is None:
                continue
            columns = found[0]
            count = next(
                (title for title in columns if title.lower() in ("count", "duplication")),
                next(iter(columns), ""),
            )
            passed = tuple(title for title in columns if title.lower() in ("allowed_layout", "override"))
            cells = {title: [self._cell(value) for value in values] for title, values in columns.items()}
            copies = [_whole(value) for value in columns.get(count, [])]
            lower = {title.lower(): values for title, values in cells.items()}
            words = CardMakerWords(lower, self._defines, copies, self._name)
            drawing = self._drawing(columns, words)
            changed = {
                title: tuple(values)
                for title, values in cells.items()
                if values != [str(value or "") for value in columns[title]]
            }
            drawn = FoundTable(path, count, size, passed, columns=changed, drawing=drawing)
            yield replace(drawn, name=self._name, marks="escape")

    def _size(self) -> str:
        sides = [_number(self._layout.get(name, "")) for name in ("width", "height")]
        return "x".join(f"{self._mm(side)}mm" for side in sides if side) if all(sides) else ""

    def _drawing(self, columns: Mapping[str, list[Any]], words: CardMakerWords) -> CardDrawing | None:
        placements: list[DrawnElement] = []
        for element in reversed(list(self._layout.iter("Element"))):
            if element.get("enabled") != "false":
                placements += self._drawn_elements(element, columns, words)
        if not any(each.value for each in placements):
            return None
        return CardDrawing(placements, files=dict(self._pictures.taken))

    def _drawn_elements(
        self, element: ET.Element, columns: Mapping[str, list[Any]], words: CardMakerWords
    ) -> Iterator[DrawnElement]:
        """The elements of a layout for one of CardMaker: what is behind it, itself, and its border."""
        kind, variable = element.get("type", ""), element.get("variable", "")
        shown = _BEHIND.sub("", variable)
        value = self._drawn(shown, element, columns, words)
        given = [_number(element.get(side, "")) for side in ("x", "y", "width", "height")]
        sides = [side for side in given if side is not None]
        if value is None or len(sides) < 4:
            unknown = words.unknown(shown)
            why = f"which names the column '{unknown}', which is not there" if unknown else _WORKED_OUT
            self._left_out(element, f", {why}")
            return
        box = self._box(sides)
        for each in _BEHIND.finditer(variable):
            yield from self._behind(element, each[1] or each[3], (each[2] or each[4]).split("::"), sides)
        if kind in ("Text", "FormattedText"):
            attributes = {**box, **self._lettered(element), **self._shown(element)}
            yield DrawnElement("text", attributes, value, place=self._place)
        elif kind == "Graphic":
            yield from self._picture(element, {**box, **self._shown(element)}, value, columns)
        elif kind == "Shape" and (shape := _SHAPE.match(shown)):
            yield self._shape(element, shape, box, element.get("elementcolor", ""))
        else:
            self._left_out(element, f" of the type '{kind}'")
            return
        if border := _number(element.get("borderthickness", "0")):
            line = {"stroke": _argb(element.get("bordercolor", "")) or "#000000", "fill": "none"}
            yield DrawnElement("rect", {**box, **line, "stroke-width": self._mm(border)}, place=self._place)

    def _left_out(self, element: ET.Element, why: str, cure: str = "draw it in the layout") -> None:
        self._reader.note(self._place, f"the element '{element.get('name', '')}'{why}", cure)

    def _mm(self, pixels: float) -> str:
        return mm(pixels / self._dpi * 25.4)

    def _box(self, sides: Sequence[float]) -> dict[str, str]:
        """The attributes of a box by its sides in pixels."""
        x, y, width, height = (side / self._dpi * 25.4 for side in sides)
        return boxed(x, y, width, height)

    def _shape(
        self, element: ET.Element, shape: re.Match[str], box: dict[str, str], colour: str
    ) -> DrawnElement:
        attributes = {**box, "fill": _argb(colour) or "none"}
        halves = float(box["width"]) / 2, float(box["height"]) / 2
        radius = min(float(shape[2] or 0) / self._dpi * 25.4, *halves)
        if radius and shape[1] == "roundedrect":
            attributes["rx"] = mm(radius)
        attributes |= self._shown(element)
        return DrawnElement("rect" if "rect" in shape[1] else "ellipse", attributes, place=self._place)

    def _behind(
        self, element: ET.Element, what: str, parts: list[str], sides: list[float]
    ) -> Iterator[DrawnElement]:
        """The shape or picture of a text, which is larger or smaller than its box by some pixels.

        A shape has its colour before the numbers, a picture has not.
        """
        at = 2 if what == "shape" else 1
        moved = [_number(each) for each in [*parts[at : at + 4], "", "", "", ""][:4]]
        if any(number is None for number in moved[:2]):
            moved[:2] = 0.0, 0.0
        box = self._box([side + (move or 0.0) for side, move in zip(sides, moved, strict=True)])
        shape = _SHAPE.match(parts[0]) if what == "shape" else None
        path = self._pictures.find(parts[0]) if what == "graphic" else ""
        if shape:
            yield self._shape(element, shape, box, parts[1] if len(parts) > 1 else "")
        elif path:
            attributes = {**box, "fit": "contain", "optional": "true", **self._shown(element)}
            yield DrawnElement("image", attributes, DrawnValue(self._pictures.take(path)), place=self._place)
        else:
            self._left_out(element, " without what is behind its words")

    def _shown(self, element: ET.Element) -> dict[str, str]:
        """How opaque an element is; turned ones are listed."""
        if _number(element.get("rotation", "0")):
            self._left_out(element, " comes not turned", "turn it in the layout")
        opacity = _number(element.get("opacity", "255"))
        return {"opacity": f"{opacity / 255:.2g}"} if opacity is not None and 0 <= opacity < 255 else {}

    def _lettered(self, element: ET.Element) -> dict[str, str]:
        family, size, bold, _, italic, *_ = [
            *element.get("font", "Arial;12;0;0;0;0").split(";"),
            *["0"] * 6,
        ]
        points = max(3.0, min(_number(size) or 12.0, 500.0))
        slanted = italic == "1"
        found = {
            "font": nearest_font(family, self._reader.fonts(), italic=slanted),
            "font-size": f"{points:g}pt",
        }
        found |= {"min-font-size": "3pt", "hyphenate": "false"}
        found |= {"weight": "700"} if bold == "1" else {}
        found |= {"italic": "true"} if slanted else {}
        if colour := _argb(element.get("elementcolor", "")):
            found["colour"] = colour
        for name, words in (("align", ("left", "center", "right")), ("valign", ("top", "middle", "bottom"))):
            at = element.get("horizontalalign" if name == "align" else "verticalalign", "0")
            found[name] = words[int(at) % 3 if at.isdigit() else 0]
        return found

    def _picture(
        self, element: ET.Element, box: dict[str, str], value: DrawnValue, columns: Mapping[str, list[Any]]
    ) -> Iterator[DrawnElement]:
        rows = range(max(map(len, columns.values()), default=0))
        names = value.cells or [filled_at(value.template or "", columns, at) for at in rows]
        cells, missing = self._pictures.of_rows(names)
        if missing:
            what = f" without pictures that are not there: {some_names(missing)}"
            self._left_out(element, what, "put them there")
        if any(cells):
            drawn = DrawnValue.of(cells, f"{element.get('name', '')}-picture")
            attributes = {**box, "fit": "contain", "optional": "true"}
            yield DrawnElement("image", attributes, drawn, place=self._place)

    def _cell(self, value: Any) -> str:
        """A cell with the values of definitions, line breaks, commas and quotes that are written as codes."""
        text = "" if value is None else str(value)
        if "\\" not in text and "@[" not in text:
            return text
        found = REFERENCE.sub(lambda each: self._defines.get(each[1].strip().lower(), each[0]), text)
        return coded(found)

    def _drawn(
        self, text: str, element: ET.Element, columns: Mapping[str, list[Any]], words: CardMakerWords
    ) -> DrawnValue | None:
        """The value of an element: words with slots for columns, or what CardMaker makes of each row."""
        if not has_logic(text):
            template = self._template(text, {title.lower(): title for title in columns})
            return None if template is None else DrawnValue(template)
        name = element.get("name", "")
        cells = words.cells(text, name)
        if cells is None:
            return None
        if words.counts_copies(text):
            what = " counts the copies of a card; all have the number of the first"
            self._left_out(element, what, "write a row for each copy")
        return DrawnValue.of(cells, f"{name}-value")

    def _template(self, text: str, titles: Mapping[str, str]) -> str | None:
        """The words with slots for columns; None with a name that means nothing."""
        unknown: list[str] = []

        def column(found: re.Match[str]) -> str:
            name = found.group(1).split(",")[0].strip().lower()
            if name not in titles and name not in self._defines:
                unknown.append(name)
            return slot(titles[name]) if name in titles else self._defines.get(name, "")

        made = REFERENCE.sub(column, coded(text))
        return None if unknown or "#bg" in made else made


def _whole(value: Any) -> int:
    """The number of copies in a cell; 1 for an empty one."""
    text = str(value if value is not None else "").strip()
    return int(text) if re.fullmatch(r"\d{1,4}", text) else 1


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"-?\d{1,7}(\.\d{1,6})?", text.strip()) else None


def _argb(text: str) -> str:
    """A colour of CardMaker, ``0xRRGGBBAA``."""
    digits = text.removeprefix("0x")
    return "" if len(digits) == 8 and digits.endswith("00") else tool_colour(f"#{digits}")
