"""The decks of a folder with Squib's scripts as tables of cards, with what is drawn on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from pnp.diagnostics import times
from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue
from pnp.importers.cards.found import FoundTable, some_names, written_table
from pnp.importers.cards.marks import filled, slots
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import (
    ColumnValues,
    DataFrame,
    LibraryIcon,
    NotLiteral,
    RowCount,
    UnknownValue,
    as_text,
)
from pnp.importers.cards.squib_element import CallOptions, CardElement, SquibDeck
from pnp.importers.cards.squib_layout import squib_colour
from pnp.importers.cards.squib_scripts import SquibScripts
from pnp.importers.limits import MOST_ROWS

_NOT_DRAWN = frozenset(["curve", "star", "grid"])
_CROPPED = ("blend", "crop_x", "crop_y", "crop_width", "crop_height", "flip_horizontal", "flip_vertical")
_LOST_OPTIONS = {"text": ("stroke_width", "hint"), "png": _CROPPED, "svg": (_CROPPED[0], "id", *_CROPPED[1:])}
_KEPT_OF_ICONS = frozenset({"x", "y", "width", "height", "inset", "transform", "opacity", "optional"})


_SameRows = tuple[list[int], dict[str, str], dict[str, DrawnValue]]
"""Rows that share an element's attributes, these, and attributes that differ from card to card."""


class DeckDrawing:
    """Turns the calls of decks into the placements of one drawing.

    Args:
        frame: The table of the cards; None without one.
        rows: How many cards differ.
        pictures: Finds pictures, and takes those that are used along.
        reader: Of the folder; receives what could not be brought.

    Attributes:
        drawing: Grows.
        packed: Icons of the user's package that are used, by path in the game.
    """

    def __init__(self, frame: DataFrame | None, rows: int, pictures: PictureFiles, reader: FolderReader):
        self._frame = frame
        self._rows = min(rows, MOST_ROWS)
        self._pictures = pictures
        self._reader = reader
        self.drawing = CardDrawing()
        self.packed: dict[str, bytes] = {}

    def add(self, deck: SquibDeck, *, back: bool) -> None:
        """Draw what a deck draws, on fronts or backs."""
        for call in deck.calls:
            options = CallOptions(deck, call, self._rows, self._reader, self._pictures)
            try:
                self._draw(options, back)
            except NotLiteral:
                options.note("has values that only Ruby can work out")

    def _draw(self, call: CallOptions, back: bool) -> None:
        word, options = call.call.word, call.call.options
        if word == "background":
            self._background(call, back)
            return
        if word in _NOT_DRAWN:
            cure = "draw it as <path> in the layout, or as an SVG picture"
            call.note("draws what layouts have no word for", cure)
            return
        for option in _LOST_OPTIONS.get(word, ()):
            if options.get(option) not in (None, False, 0):
                call.note(f"without its '{option}'", "change it in the layout")
        rows = self._range(options.get("range"))
        if rows is None:
            cure = "put it into the layout under {% if … %}"
            call.note("is drawn on cards that only Ruby can work out", cure)
            return
        for group in self._groups(call, rows):
            placed = self._placed(call, *group)
            if placed is not None:
                self.drawing.placements.append(replace(placed, place=call.place, back=back))

    def _range(self, value: Any) -> list[int] | None:
        every = list(range(self._rows))
        match value:
            case None | "all":
                return every
            case bool():
                return None
            case int():
                return [value % self._rows] if -self._rows <= value < self._rows else []
            case slice():
                return every[value]
            case list() if all(isinstance(each, int) for each in value):
                return sorted({each % self._rows for each in value if -self._rows <= each < self._rows})
        return None

    def _groups(self, call: CallOptions, rows: list[int]) -> list[_SameRows]:
        """Rows that share an element's attributes, with them."""
        options = call.call.options
        layout = options.get("layout")
        names = layout if isinstance(layout, list) else [layout]
        if not all(isinstance(each, (str, int, float)) or each is None for each in names):
            call.note("in a place that only Ruby can work out")
            return []
        for name in {str(each) for each in names if each is not None}:
            if name not in call.deck.layout:
                what = f"in the layout '{name}', which is in no layout file that was found"
                call.note(what, "place it by hand")
        content = ("str", "file", "data")
        varies = any(isinstance(value, list) for name, value in options.items() if name not in content)
        found: dict[tuple[Any, ...], list[int]] = {}
        for row in rows if varies else rows[:1]:
            attributes = CardElement(call, row).attributes()
            if attributes is not None:
                found.setdefault(tuple(attributes.items()), []).append(row)
        groups: list[_SameRows] = [(group if varies else rows, dict(key), {}) for key, group in found.items()]
        return self._merged(call, groups) if len(groups) > 12 else groups

    def _merged(self, call: CallOptions, groups: list[_SameRows]) -> list[_SameRows]:
        """Groups that differ in colours alone as one, with a column for each colour."""
        names = [name for name in groups[0][1] if name in ("colour", "fill", "stroke")]
        rest: dict[tuple[Any, ...], list[tuple[list[int], dict[str, str]]]] = {}
        for rows, attributes, _ in groups:
            key = tuple((name, value) for name, value in attributes.items() if name not in names)
            rest.setdefault(key, []).append((rows, attributes))
        made: list[_SameRows] = []
        for key, members in rest.items():
            filled_ones = {}
            for name in names:
                cells = [""] * self._rows
                for rows, attributes in members:
                    for row in rows:
                        cells[row] = attributes.get(name, "")
                filled_ones[name] = DrawnValue(None, tuple(cells), f"{_title(call)}-{name}")
            made.append((sorted(row for rows, _ in members for row in rows), dict(key), filled_ones))
        return made

    # Values.

    def _placed(
        self,
        call: CallOptions,
        rows: list[int],
        attributes: dict[str, str],
        filled_ones: dict[str, DrawnValue],
    ) -> DrawnElement | None:
        """The element that a call draws on some rows; None where nothing of it could be brought."""
        if not rows:
            return None
        word = call.call.word
        element = {"png": "image", "svg": "image", "triangle": "polygon"}.get(word, word)
        kept = None if len(rows) == self._rows else tuple(rows)
        made = DrawnElement(element, attributes, rows=kept, filled=filled_ones)
        if element == "text":
            raw = call.every("str")
            if "str" not in call.call.options and raw and all(each == raw[0] for each in raw):
                raw = raw[0]
            value = self._words(call, raw)
            if value is None or value.template == "":
                return None
            icons = self._icons(call)
            markup = call.get("markup", rows[0]) is True
            made = replace(made, value=value, icons=icons, markup=markup)
        elif element == "image":
            return self._picture(call, made)
        return made

    def _words(self, call: CallOptions, raw: Any) -> DrawnValue | None:
        """The words of a text; None, with a note, where they cannot be known."""
        values = raw if isinstance(raw, list) else [raw]
        cure = "write them into the table" if isinstance(raw, list) else "write them into the layout"
        for each in values[: self._rows]:
            if isinstance(each, UnknownValue):
                call.note(f"with words that only Ruby can work out{each.reason}", cure)
        if not isinstance(raw, list):
            return None if isinstance(raw, UnknownValue) else DrawnValue(as_text(raw))
        known = ("" if isinstance(each, UnknownValue) else as_text(each) for each in raw[: self._rows])
        cells = [*known, *[""] * (self._rows - len(raw))]
        if not any(cells):
            return None
        template = raw.template if isinstance(raw, ColumnValues) and raw.frame is self._frame else None
        if template is not None and (only := self._proved(template, cells)) is not None:
            return DrawnValue(template, only=only)
        return DrawnValue.of(cells, _title(call))

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

    def _picture(self, call: CallOptions, made: DrawnElement) -> DrawnElement | None:
        options = call.call.options
        if "data" in options and "file" not in options:
            return self._library_icon(call, options["data"], made)
        raw = call.every("file")
        values = raw if isinstance(raw, list) else [raw] * self._rows
        if any(isinstance(each, LibraryIcon) for each in values):
            return self._library_icon(call, values, made)
        unknown = next((each for each in values if isinstance(each, UnknownValue)), None)
        if unknown is not None:
            what = f"with a picture that only Ruby can work out{unknown.reason}"
            call.note(what, "name it in the table or the layout")
        files = call.files()
        pairs = zip(values, files, strict=False)
        missing = {each for each, path in pairs if isinstance(each, str) and each.strip() and not path}
        if missing:
            cure = "put the picture there and name it in the table or the layout"
            call.note(f"without pictures that are not there: {some_names(sorted(missing))}", cure)
        if not any(files):
            return None
        cells = tuple(self._pictures.take(path) if path else "" for path in files)
        value = DrawnValue.of(cells, f"{_title(call)}-picture")
        if value.template is None and isinstance(raw, ColumnValues) and raw.frame is self._frame:
            template = self._pictures.prefix(raw.template) if raw.template is not None else ""
            if template and (only := self._proved(template, cells)) is not None:
                value = DrawnValue(template, only=only)
        return replace(made, value=value)

    def _library_icon(self, call: CallOptions, data: Any, made: DrawnElement) -> DrawnElement | None:
        values = data if isinstance(data, list) else [data] * self._rows
        icons = [each for each in values if isinstance(each, LibraryIcon)]
        if any(each and not isinstance(each, LibraryIcon) for each in values) or not icons:
            cure = "save the drawing as a picture and place it in the layout"
            call.note("with a drawing that the script makes", cure)
        if not icons:
            return None
        names = [
            each.name.rpartition("/")[2].lower().replace("_", "-") if isinstance(each, LibraryIcon) else ""
            for each in values[: self._rows]
        ]
        others = {name for name in names if name and not self._reader.has_icon(name)}
        package = self._reader.wishes.icons
        self.packed |= {f"icons/{name}.svg": package[name].file() for name in others if name in package}
        lacking = sorted(others - package.keys())
        if lacking:
            cure = "get them with 'npm pack @iconify-json/game-icons', and name the file: --icons FILE"
            call.note(f"without icons that pnp does not have: {some_names(lacking, 6)}", cure)
        cells = [name if name not in lacking else "" for name in names] + [""] * (self._rows - len(names))
        if not any(cells):
            return None
        kept = {name: value for name, value in made.attributes.items() if name in _KEPT_OF_ICONS}
        colour = squib_colour(icons[0].colour, call.deck.colours) if icons[0].colour else ""
        kept |= {"colour": colour} if colour.startswith("#") else {}
        value = DrawnValue.of(cells, f"{_title(call)}-icon")
        return replace(made, element="icon", attributes=kept, value=value)

    def _icons(self, call: CallOptions) -> dict[str, str]:
        """Names of the icons that a text has in its words, by the words that stand for them."""
        found: dict[str, str] = {}
        for key, file in call.call.icons.items():
            path = self._pictures.find(file)
            name = self._pictures.take_icon(path) if path else ""
            if name:
                found[key] = name
            else:
                why = "" if path else f": '{file}' is not there"
                call.note(f"without the picture of '{key}' in its words{why}")
        return found

    def _background(self, call: CallOptions, back: bool) -> None:
        value = call.call.options.get("color", "black")
        written = value if isinstance(value, list) else [value]
        colours = [squib_colour(each, call.deck.colours) for each in written]
        if isinstance(value, UnknownValue) or not all(colours) or not colours:
            call.note("in a colour that is not understood", "write it as fill of the layout's <face>")
            colours = [each for each in colours if each]
        rows = self._range(call.call.options.get("range"))
        if len(set(colours)) == 1 and rows is not None and len(rows) == self._rows:
            if colours[0] != "none" and back:
                self.drawing.back_ground = colours[0]
            elif colours[0] != "none":
                self.drawing.ground = colours[0]
            return
        for colour in dict.fromkeys(colours):
            if isinstance(value, list):
                having = tuple(row for row in range(min(self._rows, len(colours))) if colours[row] == colour)
            else:
                having = tuple(rows or ())
            if having and colour != "none":
                ground = {"inset": "0", "bleed": "true", "fill": colour}
                made = DrawnElement("rect", ground, None, having, place=call.place, back=back)
                self.drawing.placements.append(made)


def _title(call: CallOptions) -> str:
    """The title of a column with the values of a call."""
    layout = call.call.options.get("layout")
    return layout if isinstance(layout, str) else f"{call.call.word}-{call.call.line}"


def _text(frame: DataFrame, title: str, row: int) -> str:
    column = frame.columns.get(title)
    return as_text(column[row]) if isinstance(column, list) and row < len(column) else ""


def squib_tables(reader: FolderReader) -> list[FoundTable]:
    """The decks of a folder with Squib's scripts.

    Args:
        reader: Of the folder; receives what does not come.
    """
    scripts = SquibScripts(reader)
    scripts.read()
    return _DeckTables(reader, scripts).tables()


class _DeckTables:
    def __init__(self, reader: FolderReader, scripts: SquibScripts):
        self._reader = reader
        self._scripts = scripts

    def tables(self) -> list[FoundTable]:
        """One table for each set of cards; backs are joined to their fronts."""
        groups: dict[Any, list[SquibDeck]] = {}
        for deck in self._scripts.decks:
            frame = self._frame_of(deck)
            key = (
                (frame.path, frame.sheet, frame.data if frame.data != b"-" else b"", frame.explode)
                if frame and (frame.path or frame.data)
                else id(deck)
            )
            groups.setdefault(key, []).append(deck)
        self._join_backs(groups)
        has_tables = any(self._frame_of(deck) is not None for deck in self._scripts.decks)
        found: list[FoundTable] = []
        for decks in groups.values():
            found += self._group_tables(decks, has_tables)
        if not self._scripts.decks:
            self._reader.note("", "no script of this folder makes a deck (Squib::Deck.new)")
        return found

    def _join_backs(self, groups: dict[Any, list[SquibDeck]]) -> None:
        """Put each back that reads no table with the fronts whose names it shares most words with."""
        alone = [decks[0] for key, decks in groups.items() if key == id(decks[0]) and decks[0].is_back]
        for back in alone:
            shared = [
                (len(back.words & deck.words), key)
                for key, decks in groups.items()
                for deck in decks
                if not deck.is_back
                and deck.measures == back.measures
                and back.cards in (1, deck.cards)
                and (deck.script == back.script or deck.words_of_script == back.words_of_script)
            ]
            most = max((count for count, _ in shared), default=0)
            best = {key for count, key in shared if count == most}
            if len(best) == 1:
                groups[best.pop()] += groups.pop(id(back))

    def _frame_of(self, deck: SquibDeck) -> DataFrame | None:
        frames = deck.frames()
        if not frames and isinstance(deck.cards, RowCount):
            return deck.cards.frame
        wanted = deck.cards if isinstance(deck.cards, int) else None
        fitting = [frame for frame in frames if wanted is None or frame.height == wanted] or list(frames)
        return max(fitting, key=lambda frame: frames[frame]) if fitting else None

    def _group_tables(self, decks: list[SquibDeck], has_tables: bool) -> Iterable[FoundTable]:
        fronts = [deck for deck in decks if not deck.is_back] or decks
        # 'deck.rb' comes before its variant 'deck - grey.rb'.
        front = max(fronts, key=lambda deck: (len(deck.calls), -len(deck.script)))
        backs = [
            deck for deck in decks if deck.is_back and deck is not front and deck.measures == front.measures
        ]
        for deck in decks:
            if deck is not front and deck not in backs[:1]:
                what = f"another drawing of the same cards, beside {front.script}:{front.line}"
                self._reader.note(f"{deck.script}:{deck.line}", what, "draw it as a layout of its own")
        frame = self._frame_of(front)
        if frame is None and not self._worth_it(front, has_tables):
            for back in backs[:1]:
                yield from self._group_tables([back], has_tables)
            return
        table = self._deck_table(front, frame, backs[:1])
        if table is not None:
            yield table

    def _worth_it(self, deck: SquibDeck, has_tables: bool) -> bool:
        """Whether a deck without a table is one of cards, rather than a picture, a box or a sheet."""
        cards = deck.cards if isinstance(deck.cards, int) else 0
        place = f"{deck.script}:{deck.line}"
        if not any(call.word not in ("background", "rect", "line") for call in deck.calls):
            self._reader.note(place, "a deck that draws nothing that is understood")
            return False
        if has_tables and cards <= 1:
            self._reader.note(
                place,
                "one drawing without a table, such as a box or a sheet",
                "place its pictures in a layout of its own",
            )
            return False
        if not 1 <= cards <= 1_000:
            self._reader.note(
                place, "a deck whose number of cards only Ruby can work out", "write its cards as a table"
            )
            return False
        return True

    def _deck_table(
        self, deck: SquibDeck, frame: DataFrame | None, backs: list[SquibDeck]
    ) -> FoundTable | None:
        place = f"{deck.script}:{deck.line}"
        rows = frame.height if frame else int(deck.cards)
        if frame and isinstance(deck.cards, int) and not frame.explode_column() and deck.cards < rows:
            self._reader.note(
                place,
                f"the script draws {times(deck.cards, 'card')} of {times(rows, 'row')} of the table; all come",
                "delete the others",
            )
        if deck.trim is None:
            trim = self._reader.trim_pixels(deck.measures.dpi)
            if trim is None:
                shown = deck.size.replace("mmx", " × ").replace("mm", " mm")
                self._reader.note(
                    place,
                    f"no trim or cut_zone says how much of {shown} is bleed; the cards are of that size",
                    "say it: --trim 0.125in",
                )
            deck.trim = trim
        for back in backs:
            back.trim = deck.trim
        pictures = self._pictures(deck)
        drawing = DeckDrawing(frame, rows, pictures, self._reader)
        drawing.add(deck, back=False)
        for back in backs:
            drawing.add(back, back=True)
        drawing.drawing.files.update({**pictures.taken, **pictures.icons})
        if frame is None and not any(each.value for each in drawing.drawing.placements):
            self._reader.note(place, "a deck without a table, none of whose texts and pictures came")
            return None
        name = PurePosixPath(deck.script).stem
        made = FoundTable(
            frame.path if frame and frame.path else f"{name}.csv",
            frame.explode_column() if frame else "",
            deck.size,
            name=name,
            drawing=drawing.drawing,
            marks="plain",
            contents=drawing.packed,
        )
        if frame is None or not frame.path or frame.data:
            return replace(made, data=_written(frame.columns if frame else {}, rows))
        read = self._reader.columns(frame.path, frame.sheet, place)
        before = _cells(read[0]) if read else {}
        changed = {
            title: cells for title, cells in _cells(frame.columns).items() if before.get(title) != cells
        }
        name = "" if frame.path.endswith(".csv") else name
        return replace(made, sheet=frame.sheet, name=name, columns=changed)

    def _pictures(self, deck: SquibDeck) -> PictureFiles:
        config = self._scripts.configuration("config.yml")
        folder = str(config.get("img_dir", ".") or ".").strip("/")
        beside = PurePosixPath(deck.script).parent.as_posix()
        return PictureFiles(
            self._reader.files, tuple(dict.fromkeys([folder, "", f"{beside}/{folder}", beside]))
        )


def _cells(columns: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The texts of columns; empty for what is no text."""

    def cell(value: Any) -> str:
        try:
            return as_text(value)
        except NotLiteral:
            return ""

    return {title: tuple(map(cell, values)) for title, values in columns.items() if isinstance(values, list)}


def _written(columns: Mapping[str, Any], rows: int) -> bytes:
    """A table of its own: with a column of numbers where it has none."""
    kept = _cells(columns) or {"id": tuple(f"card-{at + 1}" for at in range(rows))}
    lines = ([cells[at] if at < len(cells) else "" for cells in kept.values()] for at in range(rows))
    return written_table(kept, lines).encode()
