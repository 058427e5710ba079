"""One deck of a Squib script: its options, and what it draws as elements of a layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue
from pnp.importers.cards.found import some_names
from pnp.importers.cards.marks import filled, slots
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import (
    ColumnValues,
    DataFrame,
    LibraryIcon,
    NotLiteral,
    UnknownValue,
    as_text,
)
from pnp.importers.cards.squib_element import MISSING, DeckCall, ElementReader, SquibDeck
from pnp.importers.cards.squib_layout import squib_colour
from pnp.importers.limits import MOST_ROWS

_NOT_DRAWN = frozenset(["curve", "star", "grid"])
_LOST_OPTIONS = {
    "text": ("stroke_width", "hint"),
    "png": ("blend", "crop_x", "crop_y", "crop_width", "crop_height", "flip_horizontal", "flip_vertical"),
    "svg": (
        "blend",
        "id",
        "crop_x",
        "crop_y",
        "crop_width",
        "crop_height",
        "flip_horizontal",
        "flip_vertical",
    ),
}


_Group = tuple[list[int], dict[str, str], dict[str, DrawnValue]]
"""Rows that share an element's attributes, these, and attributes that differ from card to card."""


class DeckDrawing(ElementReader):
    """Turns the calls of decks into the placements of one drawing.

    Args:
        frame: The table of the cards; None without one.
        rows: How many cards differ.
        pictures: Finds pictures, and takes those that are used along.
        reader: Of the folder.

    Attributes:
        drawing: Grows.
        notes: What could not be brought; grows.
        pictures: Those that are used.
        packed: Icons of the user's package that are used, by path in the game.
    """

    def __init__(
        self,
        frame: DataFrame | None,
        rows: int,
        pictures: PictureFiles,
        reader: FolderReader,
    ):
        super().__init__(pictures, reader, min(rows, MOST_ROWS))
        self.drawing = CardDrawing()
        self._frame = frame
        self.packed: dict[str, bytes] = {}
        self.pictures = pictures
        self._back = False

    def add(self, deck: SquibDeck, *, back: bool) -> None:
        """Draw what a deck draws, on fronts or backs."""
        self._deck, self._back = deck, back
        for call in deck.calls:
            self._call = call
            try:
                self._draw(call)
            except NotLiteral:
                self._note("has values that only Ruby can work out")

    def _draw(self, call: DeckCall) -> None:
        if call.word == "background":
            self._background(call)
            return
        if call.word in _NOT_DRAWN:
            self._note(
                "draws what layouts have no word for", "draw it as <path> in the layout, or as an SVG picture"
            )
            return
        for option in _LOST_OPTIONS.get(call.word, ()):
            if call.options.get(option) not in (None, False, 0):
                self._note(f"without its '{option}'", "change it in the layout")
        rows = self._range(call.options.get("range"))
        if rows is None:
            self._note(
                "is drawn on cards that only Ruby can work out", "put it into the layout under {% if … %}"
            )
            return
        for group, attributes, filled_ones in self._groups(call, rows):
            self._place(call, group, attributes, filled_ones)

    def _range(self, value: Any) -> list[int] | None:
        every = list(range(self._rows))
        match value:
            case None | "all":
                return every
            case UnknownValue():
                return None
            case bool():
                return None
            case int():
                return [value % self._rows] if self._rows and -self._rows <= value < self._rows else []
            case slice():
                return every[value]
            case list():
                if not all(isinstance(each, int) for each in value):
                    return None
                return sorted(
                    {each % self._rows for each in value if self._rows and -self._rows <= each < self._rows}
                )
        return None

    def _groups(self, call: DeckCall, rows: list[int]) -> list[_Group]:
        """Rows that share an element's attributes, with them."""
        layout = call.options.get("layout")
        names = layout if isinstance(layout, list) else [layout]
        if not all(isinstance(each, (str, int, float)) or each is None for each in names):
            self._note("in a place that only Ruby can work out")
            return []
        for name in {str(each) for each in names if each is not None}:
            if name not in self._deck.layout:
                self._note(
                    f"in the layout '{name}', which is in no layout file that was found", "place it by hand"
                )
        varies = any(
            isinstance(value, list)
            for name, value in call.options.items()
            if name not in ("str", "file", "data")
        )
        found: dict[tuple[Any, ...], list[int]] = {}
        for row in rows if varies else rows[:1]:
            attributes = self._attributes(call, row)
            if attributes is not None:
                found.setdefault(tuple(attributes.items()), []).append(row)
        groups: list[_Group] = [(group, dict(key), {}) for key, group in found.items()]
        if not varies:
            return [(rows, attributes, filled_ones) for _, attributes, filled_ones in groups]
        if len(groups) > 12:
            return self._merged(groups)
        return groups

    def _merged(self, groups: list[_Group]) -> list[_Group]:
        """Groups that differ in colours alone as one, with a column for each colour."""
        names = [name for name in groups[0][1] if name in ("colour", "fill", "stroke")]
        rest: dict[tuple[Any, ...], list[tuple[list[int], dict[str, str]]]] = {}
        for rows, attributes, _ in groups:
            key = tuple((name, value) for name, value in attributes.items() if name not in names)
            rest.setdefault(key, []).append((rows, attributes))
        made: list[_Group] = []
        for key, members in rest.items():
            filled_ones = {}
            for name in names:
                cells = [""] * self._rows
                for rows, attributes in members:
                    for row in rows:
                        cells[row] = attributes.get(name, "")
                filled_ones[name] = DrawnValue(None, tuple(cells), f"{self._name()}-{name}")
            made.append((sorted(row for rows, _ in members for row in rows), dict(key), filled_ones))
        return made

    # Values.

    def _name(self) -> str:
        """The title of a column with the values of this call."""
        layout = self._call.options.get("layout")
        return str(layout) if isinstance(layout, str) else f"{self._call.word}-{self._call.line}"

    def _place(
        self, call: DeckCall, rows: list[int], attributes: dict[str, str], filled_ones: dict[str, DrawnValue]
    ) -> None:
        if not rows:
            return
        element = {"png": "image", "svg": "image", "triangle": "polygon"}.get(call.word, call.word)
        kept = None if len(rows) == self._rows else tuple(rows)
        place = f"{self._deck.script}:{call.line}"
        value: DrawnValue | None = None
        icons: dict[str, str] = {}
        if element == "text":
            raw = call.options.get("str", MISSING)
            if raw is MISSING:
                raw = [self._option(call, "str", row) for row in range(self._rows)]
                raw = raw[0] if raw and all(each == raw[0] for each in raw) else raw
            value = self._drawn(raw)
            if value is None or (value.template == ""):
                return
            icons = self._icons(call)
        elif element == "image":
            element, value, attributes = self._picture(call, attributes)
            if value is None:
                return
        markup = element == "text" and self._option(call, "markup", rows[0]) is True
        self.drawing.placements.append(
            DrawnElement(element, attributes, value, kept, markup, icons, place, self._back, filled_ones)
        )

    def _drawn(self, raw: Any) -> DrawnValue | None:
        """The words of a text; None, with a note, where they cannot be known."""
        if isinstance(raw, UnknownValue):
            self._note(f"with words that only Ruby can work out{raw.reason}", "write them into the layout")
            return None
        if not isinstance(raw, list):
            return DrawnValue(as_text(raw))
        cells: list[str] = []
        for each in raw[: self._rows]:
            if isinstance(each, UnknownValue):
                self._note(
                    f"with words that only Ruby can work out{each.reason}", "write them into the table"
                )
                cells.append("")
            else:
                cells.append(as_text(each))
        cells += [""] * (self._rows - len(cells))
        if not any(cells):
            return None
        template = raw.template if isinstance(raw, ColumnValues) and raw.frame is self._frame else None
        if template is not None and (only := self._proved(template, cells)) is not None:
            return DrawnValue(template, only=only)
        if all(each == cells[0] for each in cells):
            return DrawnValue(cells[0])
        return DrawnValue(None, tuple(cells), self._name())

    def _proved(self, template: str, cells: Sequence[str]) -> str | None:
        """The empty text, or a column that must be filled, if the template gives the cells; else None."""
        assert self._frame is not None
        titles = [title for _, title, _ in slots(template) if title]
        only = ""
        for at, cell in enumerate(cells):
            row = {title: _text(self._frame, title, at) for title in titles}
            if filled(template, row.__getitem__) == cell:
                continue
            empty = next((title for title in titles if not row[title]), "")
            if cell or not empty:
                return None
            only = empty
        if only and any(cell and not _text(self._frame, only, at) for at, cell in enumerate(cells)):
            return None
        return only

    def _picture(
        self, call: DeckCall, attributes: dict[str, str]
    ) -> tuple[str, DrawnValue | None, dict[str, str]]:
        data = call.options.get("data", MISSING)
        if data is not MISSING and "file" not in call.options:
            return self._library_icon(data, attributes)
        raw = call.options.get("file", MISSING)
        if raw is MISSING:
            values = [self._option(call, "file", row) for row in range(self._rows)]
        else:
            values = raw if isinstance(raw, list) else [raw] * self._rows
        if any(isinstance(each, LibraryIcon) for each in values):
            return self._library_icon(values, attributes)
        unknown = next((each for each in values if isinstance(each, UnknownValue)), None)
        if unknown is not None:
            self._note(
                f"with a picture that only Ruby can work out{unknown.reason}",
                "name it in the table or the layout",
            )
        files = self._files(call)
        missing = sorted(
            {
                str(each)
                for each, path in zip(values, files, strict=False)
                if isinstance(each, str) and each.strip() and not path
            }
        )
        if missing:
            cure = "put the picture there and name it in the table or the layout"
            self._note(f"without pictures that are not there: {some_names(missing)}", cure)
        if not any(files):
            return "image", None, attributes
        cells = tuple(self._pictures.take(path) if path else "" for path in files)
        if all(each == cells[0] for each in cells):
            return "image", DrawnValue(cells[0]), attributes
        if isinstance(raw, ColumnValues) and raw.frame is self._frame and raw.template is not None:
            template = self._pictures.prefix(raw.template)
            if template and (only := self._proved(template, cells)) is not None:
                return "image", DrawnValue(template, only=only), attributes
        return "image", DrawnValue(None, cells, f"{self._name()}-picture"), attributes

    def _library_icon(
        self, data: Any, attributes: dict[str, str]
    ) -> tuple[str, DrawnValue | None, dict[str, str]]:
        values = data if isinstance(data, list) else [data] * self._rows
        icons = [each for each in values if isinstance(each, LibraryIcon)]
        if any(each and not isinstance(each, LibraryIcon) for each in values) or not icons:
            self._note(
                "with a drawing that the script makes",
                "save the drawing as a picture and place it in the layout",
            )
        if not icons:
            return "icon", None, attributes
        names = [
            each.name.rpartition("/")[2].lower().replace("_", "-") if isinstance(each, LibraryIcon) else ""
            for each in values[: self._rows]
        ]
        others = {name for name in names if name and not self._reader.has_icon(name)}
        package = self._reader.wishes.icons
        self.packed |= {f"icons/{name}.svg": package[name].file() for name in others if name in package}
        lacking = sorted(others - package.keys())
        if lacking:
            what = f"without icons that pnp does not have: {some_names(lacking, 6)}"
            self._note(
                what, "get them with 'npm pack @iconify-json/game-icons', and name the file: --icons FILE"
            )
        cells = tuple(name if name not in lacking else "" for name in names) + ("",) * (
            self._rows - len(names)
        )
        if not any(cells):
            return "icon", None, attributes
        kept = {
            name: value
            for name, value in attributes.items()
            if name in ("x", "y", "width", "height", "inset", "transform", "opacity", "optional")
        }
        colour = squib_colour(icons[0].colour, self._deck.colours) if icons[0].colour else ""
        if colour.startswith("#"):
            kept["colour"] = colour
        if all(each == cells[0] for each in cells):
            return "icon", DrawnValue(cells[0]), kept
        return "icon", DrawnValue(None, cells, f"{self._name()}-icon"), kept

    def _icons(self, call: DeckCall) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, file in call.icons.items():
            path = self._pictures.find(file)
            name = self._pictures.take_icon(path) if path else ""
            if name:
                found[key] = name
            else:
                self._note(
                    f"without the picture of '{key}' in its words"
                    + ("" if path else f": '{file}' is not there")
                )
        return found

    def _background(self, call: DeckCall) -> None:
        value = call.options.get("color", "black")
        colours = [
            squib_colour(each, self._deck.colours) for each in (value if isinstance(value, list) else [value])
        ]
        if isinstance(value, UnknownValue) or not all(colours) or not colours:
            self._note("in a colour that is not understood", "write it as fill of the layout's <face>")
            colours = [each for each in colours if each]
        rows = self._range(call.options.get("range"))
        if len(set(colours)) == 1 and rows is not None and len(rows) == self._rows:
            if colours[0] != "none":
                if self._back:
                    self.drawing.back_ground = colours[0]
                else:
                    self.drawing.ground = colours[0]
            return
        place = f"{self._deck.script}:{call.line}"
        for colour in dict.fromkeys(colours):
            if isinstance(value, list):
                having = tuple(row for row in range(min(self._rows, len(colours))) if colours[row] == colour)
            else:
                having = tuple(rows or ())
            if having and colour != "none":
                ground = {"inset": "0", "bleed": "true", "fill": colour}
                self.drawing.placements.append(
                    DrawnElement("rect", ground, None, having, place=place, back=self._back)
                )


def _text(frame: DataFrame, title: str, row: int) -> str:
    column = frame.columns.get(title)
    return as_text(column[row]) if isinstance(column, list) and row < len(column) else ""
