"""nanDECK's scripts: links, sizes, and texts, pictures and shapes with literal places (nanDECK 1.27).

Scripts are not run: loops, conditions and values that are worked out are listed with their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from pnp.importers.cards.drawing import (
    CardDrawing,
    DrawnElement,
    DrawnValue,
    boxed,
    mm,
    nearest_font,
    tool_colour,
)
from pnp.importers.cards.found import FoundTable, some_names, written_table
from pnp.importers.cards.marks import filled_at, slot
from pnp.importers.cards.pictures import PictureFiles, by_end, normal_path
from pnp.importers.cards.reading import FolderReader
from pnp.importers.limits import DEEPEST_EXTENDS, MOST_ROWS, MOST_SCRIPTS

ENDINGS = (".nde", ".txt")
_MILLIMETRES = {"MM": 1.0, "CM": 10.0, "INCH": 25.4}
_SETTINGS = frozenset({
    "LINK", "LINKMULTI", "LINKSEP", "CARDSIZE", "PAGE", "DPI", "BORDER", "MARGINS", "UNIT", "FONT", "INCLUDE",
    "CARDS", "GAP", "EDGE", "COMMENT", "LINKENC",
})  # fmt: skip
_SHAPES = {"RECTANGLE": "rect", "ROUNDRECT": "rect", "ELLIPSE": "ellipse", "CIRCLE": "ellipse"}
_TEXTS = ("TEXT", "HTMLTEXT", "TEXTFONT")
_LOOPS = {"FOR": "NEXT", "IF": "ENDIF", "MACRO": "END"}


def nandeck_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """The tables that the scripts of a folder link, with what is drawn on their cards.

    Args:
        reader: Of the folder; receives what does not come.
    """
    paths = [path for ending in ENDINGS for path in reader.names(ending)][:MOST_SCRIPTS]
    texts = {path: reader.text(path) for path in paths}
    included = {
        normal_path(f"{PurePosixPath(path).parent.as_posix()}/{name}")
        for path, text in texts.items()
        for name in re.findall(r"(?im)^\s*INCLUDE\s*=\s*\"?([^\"\n]+?)\"?\s*$", text)
    }
    for path, text in texts.items():
        if path not in included and re.search(r"(?im)^\s*(LINK|CARDSIZE|CARDS|FONT)\s*=", text):
            yield from _Script(reader, path).tables()


@dataclass(frozen=True, slots=True)
class _Directive:
    word: str
    values: list[str]
    place: str

    @property
    def line(self) -> str:
        """Number of its line."""
        return self.place.rpartition(":")[2]


@dataclass(slots=True)
class _Font:
    family: str = "Arial"
    attributes: dict[str, str] = field(default_factory=dict)


class _Script:
    def __init__(self, reader: FolderReader, path: str):
        self._reader = reader
        self._path = path
        self._labels: dict[str, str] = {}
        self._unit = 10.0
        self._width, self._height = 60.0, 90.0
        self._directives = list(self._read(path, 0))
        self._rows: dict[str, list[Any]] = {}
        self._height_of_table = 1
        self._font = _Font()
        folder = PurePosixPath(path).parent.as_posix()
        self._pictures = PictureFiles(
            reader.files, tuple(dict.fromkeys([folder, "", f"{folder}/images", "images"]))
        )
        self._drawing = CardDrawing()
        self._copies = ""

    def tables(self) -> Iterator[FoundTable]:
        links = [each for each in self._directives if each.word == "LINK"]
        self._copies = next(
            (each.values[0] for each in self._directives if each.word == "LINKMULTI" and each.values), ""
        )
        link = self._linked(links)
        for other in links[1:]:
            self._reader.note(other.place, "a second LINK", "import its table with: pnp import cards FILE")
        count = next(
            (each.values[0] for each in self._directives if each.word == "CARDS" and each.values), ""
        )
        if link is None and not links:
            self._height_of_table = min(self._cards(count.strip()), MOST_ROWS)
        elif link is None:
            return
        self._draw_all()
        if link is None and not self._drawing.placements:
            self._reader.note(self._path, "a script without LINK that draws nothing that is understood")
            return
        self._drawing.files = dict(self._pictures.taken)
        found = FoundTable(
            link or "",
            self._copies,
            f"{mm(self._width)}mmx{mm(self._height)}mm",
            drawing=self._drawing if any(each.value for each in self._drawing.placements) else None,
            marks="escape",
            contents=self._pictures.made,
        )
        if link is None:
            name = PurePosixPath(self._path).stem
            data = written_table(["id"], ([f"card-{at + 1}"] for at in range(self._height_of_table)))
            found = replace(found, path=f"{name}.csv", copies="", name=name, data=data.encode())
        yield found

    def _cards(self, count: str) -> int:
        """The number of cards of a script without LINK: the one of CARDS, or the last that is drawn on."""
        if count.isdigit():
            return int(count)
        drawn = (each for each in self._directives if each.word not in _SETTINGS and each.values)
        ranges = (self._with_labels(each.values[0]) for each in drawn)
        fitting = (text for text in ranges if re.fullmatch(r"[\d\s,\"-]+", text))
        return max((int(number) for text in fitting for number in re.findall(r"\d{1,5}", text)), default=1)

    # Reading.

    def _read(self, path: str, depth: int) -> Iterator[_Directive]:
        """The directives; labels, units and sizes are noted on the way."""
        skipped: list[str] = []
        for number, line in enumerate(self._reader.text(path).splitlines(), 1):
            place, text = f"{path}:{number}", line.strip()
            if not text or text[0] in "';" or text.startswith("//"):
                continue
            word = re.match(r"[A-Za-z]+", text)
            upper = word.group().upper() if word else ""
            if upper in _LOOPS:
                skipped.append(_LOOPS[upper])
                if len(skipped) == 1:
                    self._reader.note(
                        place, f"'{upper}' up to its '{_LOOPS[upper]}'", "draw it in the layout"
                    )
                continue
            if skipped:
                if upper == skipped[-1]:
                    skipped.pop()
                continue
            if label := re.match(r"\[([^\]=]+)\]\s*=\s*(.*)", text):
                self._labels[label.group(1).strip().lower()] = label.group(2).strip().strip('"')
                continue
            found = re.match(r"([A-Za-z]\w*)\s*=\s*(.*)", text)
            if not found:
                if upper:
                    self._reader.note(place, f"'{text[:60]}', which is not understood")
                continue
            directive = _Directive(found.group(1).upper(), _parted(found.group(2)), place)
            yield from self._one(directive, path, depth)

    def _one(self, directive: _Directive, path: str, depth: int) -> Iterator[_Directive]:
        word, values = directive.word, directive.values
        if word == "INCLUDE" and values and depth < DEEPEST_EXTENDS:
            other = normal_path(f"{PurePosixPath(path).parent.as_posix()}/{values[0]}")
            if self._reader.exists(other):
                yield from self._read(other, depth + 1)
            else:
                self._reader.note(directive.place, f"the script '{values[0]}', which is not there")
        elif word == "UNIT" and values:
            self._unit = _MILLIMETRES.get(values[0].strip().upper(), self._unit)
        elif word == "CARDSIZE" and len(values) >= 2:
            sides = [self._number(value) for value in values[:2]]
            if all(side and 0 < side * self._unit <= 2_000 for side in sides):
                self._width, self._height = ((side or 0.0) * self._unit for side in sides)
            else:
                self._reader.note(
                    directive.place, "CARDSIZE, whose numbers are not literal", "give the size: --size"
                )
        else:
            yield directive

    def _left_out(self, directive: _Directive, why: str, cure: str = "draw it in the layout") -> None:
        self._reader.note(directive.place, f"'{directive.word}' {why}", cure)

    def _number(self, text: str) -> float | None:
        text = self._with_labels(text).strip()
        return float(text) if re.fullmatch(r"[+-]?\d*\.?\d+", text) else None

    def _with_labels(self, text: str) -> str:
        """The text with the values of labels that are constants."""
        for _ in range(DEEPEST_EXTENDS):
            made = re.sub(
                r"\[([^\]\[]+)\]", lambda found: self._constant(found.group(1), found.group()), text
            )
            if made == text or len(made) > 10_000:
                return text
            text = made
        return text

    def _constant(self, name: str, whole: str) -> str:
        value = self._labels.get(name.strip().lower())
        return whole if value is None or "|" in value else value

    def _linked(self, links: Sequence[_Directive]) -> str | None:
        if not links:
            return None
        link = links[0]
        written = (link.values[0] if link.values else "").partition("!")[0].strip().replace("\\", "/")
        path = normal_path(f"{PurePosixPath(self._path).parent.as_posix()}/{written}")
        path = next((each for each in (path, normal_path(written)) if self._reader.exists(each)), "")
        path = path or by_end({each.casefold(): each for each in self._reader.names("")}, written)
        if not path:
            if "." not in written.rpartition("/")[2]:
                cure = "download the sheet as CSV, put it beside the script and name it in LINK"
                self._reader.note(link.place, f"the Google sheet '{written}', as nothing is fetched", cure)
            else:
                self._reader.lacking(link.place, written)
            return None
        found = self._reader.columns(path, "", link.place)
        if found is None:
            return None
        self._rows = found[0]
        self._height_of_table = max(map(len, self._rows.values()), default=0)
        return path

    # Drawing.

    def _draw_all(self) -> None:
        for directive in self._directives:
            if directive.word == "FONT":
                self._font = self._font_of(directive.values)
            elif directive.word in _TEXTS or directive.word in _SHAPES or directive.word in ("IMAGE", "LINE"):
                self._draw(directive)
            elif directive.word not in _SETTINGS:
                self._reader.note(
                    directive.place, f"the directive '{directive.word}'", "draw it in the layout"
                )

    def _font_of(self, values: list[str]) -> _Font:
        family, size, style, colour = [*(self._with_labels(value) for value in values), "", "", "", ""][:4]
        points = max(3.0, min(self._number(size) or 12.0, 500.0))
        attributes = {"font-size": f"{points:g}pt", "min-font-size": "3pt", "hyphenate": "false"}
        attributes |= {"weight": "700"} if "B" in style.upper() else {}
        attributes |= {"italic": "true"} if "I" in style.upper() else {}
        attributes |= {"colour": found} if (found := tool_colour(colour)) else {}
        return _Font(family.strip() or "Arial", attributes)

    def _draw(self, directive: _Directive) -> None:
        rows = self._range(directive.values[0] if directive.values else "")
        if rows is None:
            self._left_out(directive, "on cards that only nanDECK can work out")
            return
        drawn = self._line(directive) if directive.word == "LINE" else self._in_box(directive)
        if drawn is None:
            return
        every = len(rows) >= self._height_of_table
        if not every and self._copies:
            self._left_out(
                directive, "on some cards, counted without copies", "look at its cards in the layout"
            )
        if rows:
            kept = None if every else tuple(rows)
            self._drawing.placements.append(replace(drawn, rows=kept, place=directive.place))

    def _in_box(self, directive: _Directive) -> DrawnElement | None:
        is_shape = directive.word in _SHAPES
        values = directive.values[1 if is_shape else 2 :]
        box = self._box(values[:4])
        if box is None:
            self._left_out(directive, "in a place that only nanDECK can work out")
            return None
        rest = [*values[4:], *[""] * 8]
        if is_shape:
            return DrawnElement(_SHAPES[directive.word], {**box, **self._painted(rest)})
        value = self._value(directive.values[1])
        if directive.word in _TEXTS and value is not None:
            return self._text(directive, box, rest, value)
        if value is not None:
            return self._picture(directive, box, rest, value)
        what, cure = ("words", "write them into") if directive.word in _TEXTS else ("a picture", "name it in")
        self._left_out(directive, f"with {what} that only nanDECK can work out", f"{cure} the layout")
        return None

    def _text(self, directive: _Directive, box: dict[str, str], rest: list[str], value: str) -> DrawnElement:
        own_font = directive.word == "TEXTFONT"
        font = self._font_of(rest[4:8]) if own_font else self._font
        family = nearest_font(font.family, self._reader.fonts(), italic="italic" in font.attributes)
        lost = ["angle"] if self._number(rest[2]) else []
        lost += ["opacity"] if self._number(rest[3]) not in (None, 100) else []
        if lost:
            self._left_out(directive, f"without its {' and '.join(lost)}", "change it in the layout")
        align, valign = rest[0].strip().lower(), rest[1].strip().lower().removeprefix("ww")
        leading = mm(self._reader.line_distance(family))
        attributes = {**box, "font": family, "leading": leading, **font.attributes}
        attributes["align"] = {"full": "justify", "left": "left", "right": "right"}.get(align, "center")
        attributes["valign"] = {"top": "top", "bottom": "bottom"}.get(valign, "middle")
        filled_ones = {}
        if own_font and (words := self._value(rest[7])) and "colour" not in attributes:
            colours = [tool_colour(filled_at(words, self._rows, at)) for at in range(self._height_of_table)]
            cells = tuple(colour or "#000000" for colour in colours)
            filled_ones["colour"] = DrawnValue(None, cells, f"colour-{directive.line}")
        markup = directive.word == "HTMLTEXT"
        return DrawnElement("text", attributes, DrawnValue(value), markup=markup, filled=filled_ones)

    def _picture(
        self, directive: _Directive, box: dict[str, str], rest: list[str], value: str
    ) -> DrawnElement | None:
        names = [filled_at(value, self._rows, at) for at in range(self._height_of_table)]
        cells, missing = self._pictures.of_rows(names, clear="T" in rest[1].upper())
        if missing:
            what = f"without pictures that are not there: {some_names(missing)}"
            self._left_out(directive, what, "put them there and import again")
        if not any(cells):
            return None
        fit = "contain" if "P" in rest[1].upper() else "stretch"
        drawn = DrawnValue.of(cells, f"picture-{directive.line}")
        return DrawnElement("image", {**box, "fit": fit, "optional": "true"}, drawn)

    def _line(self, directive: _Directive) -> DrawnElement | None:
        values = [*directive.values, *[""] * 7]
        ends = [self._length(value, across=at % 2 == 0) for at, value in enumerate(values[1:5])]
        if any(end is None for end in ends):
            self._left_out(directive, "in a place that only nanDECK can work out")
            return None
        names = ("x1", "y1", "x2", "y2")
        attributes = {name: mm(end or 0.0) for name, end in zip(names, ends, strict=True)}
        thickness = self._length(values[6], across=True) or 0.1
        attributes |= {"stroke": tool_colour(values[5]) or "black", "stroke-width": f"{thickness:g}"}
        return DrawnElement("line", attributes)

    def _painted(self, rest: list[str]) -> dict[str, str]:
        stroke = tool_colour(self._with_labels(rest[0]))
        inside = self._with_labels(rest[1]).strip()
        fill = stroke if not inside else "none" if inside.upper() == "EMPTY" else tool_colour(inside)
        thickness = self._length(rest[2], across=True) if rest[2].strip() else 0.1
        found = {"fill": fill or "none"}
        if stroke and thickness:
            found |= {"stroke": stroke, "stroke-width": mm(thickness)}
        return found

    def _range(self, text: str) -> list[int] | None:
        """Rows from 0."""
        text = self._with_labels(text).strip().strip('"').replace(" ", "")
        text = re.sub(r"\{\(([^)]*)\)\}", str(self._height_of_table), text)
        if not text or text.upper() == "ALL":
            return list(range(self._height_of_table))
        found: set[int] = set()
        for part in text.split(","):
            ends = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", part)
            if not ends:
                return None
            low = int(ends.group(1))
            found.update(range(low, int(ends.group(2) or low) + 1))
        return sorted(row - 1 for row in found if 0 < row <= self._height_of_table)

    def _length(self, text: str, *, across: bool) -> float | None:
        """In millimetres."""
        text = self._with_labels(text).strip()
        if share := re.fullmatch(r"([+-]?\d*\.?\d+)%", text):
            return float(share.group(1)) / 100 * (self._width if across else self._height)
        number = self._number(text)
        return None if number is None else number * self._unit

    def _box(self, values: list[str]) -> dict[str, str] | None:
        sides = [self._length(value, across=at % 2 == 0) for at, value in enumerate([*values, *[""] * 4][:4])]
        if any(side is None for side in sides):
            return None
        x, y, width, height = (side or 0.0 for side in sides)
        turned = width < 0 and height < 0  # drawn upside down, in the same place
        if turned:
            width, height = -width, -height
        if width <= 0 or height <= 0 or x >= self._width or y >= self._height:
            return None
        found = boxed(x, y, width, height)
        if turned:
            found["transform"] = f"rotate(180 {mm(x + width / 2)} {mm(y + height / 2)})"
        return found

    def _value(self, text: str) -> str | None:
        """The words with slots for columns; None for what is worked out."""
        text = self._with_labels(text).replace("\\13\\", "\n").replace("\\n\\", "\n")
        if re.search(r"\{[^}]*\}", text):
            return None
        titles = {title.lower(): title for title in self._rows}
        unknown = [name for name in re.findall(r"\[([^\]\[]+)\]", text) if name.strip().lower() not in titles]
        if unknown:
            return None
        return re.sub(r"\[([^\]\[]+)\]", lambda found: slot(titles[found.group(1).strip().lower()]), text)


def _parted(text: str) -> list[str]:
    """Values between commas; those in quotes, and in brackets of any kind, are whole."""
    found: list[str] = []
    letters: list[str] = []
    quoted, depth = False, 0
    for char in text:
        if char == '"':
            quoted = not quoted
            continue
        depth += (char in "([{") - (char in ")]}") if not quoted else 0
        if char == "," and not quoted and depth <= 0:
            found.append("".join(letters).strip())
            letters = []
        else:
            letters.append(char)
    return [*found, "".join(letters).strip()]
