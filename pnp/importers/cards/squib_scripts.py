"""Squib's scripts: their tables, sizes and layouts (Squib 0.19).

Ruby is not run. The literal parts of the scripts are read (``ruby_reading``): tables, styles, texts, pictures
and the usual ways to change them. Whatever only Ruby can work out is listed with its line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from pnp.importers.cards.marks import has_slot
from pnp.importers.cards.pictures import normal_path
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_library import RubyLibrary, csv_columns, parsed_json
from pnp.importers.cards.ruby_node import DRAWING, Leave, RubyMethod, Scope, lines_calling
from pnp.importers.cards.ruby_reading import BlockCall, RubyCall, RubyReading, frame_of
from pnp.importers.cards.ruby_syntax import read_ruby
from pnp.importers.cards.ruby_tokens import RubyFault
from pnp.importers.cards.ruby_value import (
    ColumnValues,
    DataFrame,
    LibraryIcon,
    NotLiteral,
    UnknownValue,
    as_text,
)
from pnp.importers.cards.squib_element import DeckCall, SquibDeck
from pnp.importers.cards.squib_layout import SquibMeasures, merged_layouts
from pnp.importers.limits import MOST_DECKS, MOST_ROWS, MOST_SCRIPTS, MOST_STEPS

_SAVED = frozenset(["save", "save_png", "save_pdf", "save_sheet", "save_svg", "showcase", "hand"])
_QUIET = frozenset({
    "puts", "p", "pp", "print", "warn", "sleep", "task", "desc", "namespace", "file", "using", "private",
    "public", "attr_reader", "attr_accessor", "attr_writer", "include", "extend", "srand", "sh", "system",
    "exec", "launch", "enable_build", "disable_build", "raise", "abort", "binding",
})  # fmt: skip
_UNITS = {"inches": "in", "inch": "in", "mm": "mm", "cm": "cm", "cells": "cells", "points": "pt", "pt": "pt"}
_WITHOUT_EFFECT = frozenset(
    {"save_json", "print_system_fonts", "build_groups", "hint", "enable_group", "disable_group"}
)
_BUILT_IN = frozenset(
    ["economy.yml", "fantasy.yml", "hand.yml", "party.yml", "playing-card.yml", "tuck_box.yml"]
)
"""Layout files that come with Squib."""
_REQUIRED = re.compile(r"(?m)^\s*require_relative\s*\(?['\"]([^'\"#]+)['\"]")
_OUTSIDE = frozenset(["vendor", "spec", "test", "tests", "node_modules", "pkg", "sample_data"])


class SquibScripts:
    """Reads the scripts of a folder.

    Args:
        reader: Of the folder; receives what is not understood.

    Attributes:
        decks: In the order of the scripts; grows.
    """

    def __init__(self, reader: FolderReader):
        self._reader = reader
        self._reading = RubyReading(self)
        self._library = RubyLibrary(reader, self._path)
        self._done: set[str] = set()
        self._defined: list[tuple[str, str, RubyMethod]] = []
        self._script = ""
        self.decks: list[SquibDeck] = []
        self._deck: SquibDeck | None = None
        self._group = ""
        self._config: dict[str, Mapping[str, Any]] = {}

    def read(self) -> None:
        """Read every script that mentions Squib."""
        for rakefile in filter(_is_inside, self._reader.names("Rakefile")):
            self._script = rakefile
            for name in _REQUIRED.findall(self._reader.text(rakefile)):
                path = self._required("require_relative", name)
                # The data of a game may lie in a script that draws nothing.
                if path and _is_inside(path) and "Gem::Specification" not in self._reader.text(path):
                    self._run(path)
        scripts = [path for path in self._reader.names(".rb") if _is_inside(path)]
        for path in scripts[:MOST_SCRIPTS]:
            text = self._reader.text(path)
            if "quib" in text and "Gem::Specification" not in text:
                self._run(path)
        for path, name, method in self._defined:  # grows, as methods require other scripts
            if not method.called:
                self._run_method(path, name, method)

    def _run_method(self, path: str, name: str, method: RubyMethod) -> None:
        """Make the deck of a method that no script calls: a Rakefile may do so."""
        lines = lines_calling(method.body, "Squib::Deck", "new")
        if not lines:
            return
        if any(isinstance(each, str) for each in method.parameters):
            what = f"the deck of the method '{name}', which no script calls"
            self._reader.note(f"{path}:{min(lines)}", what, "call it in the script, with its arguments")
            return
        self._script = path
        self._reading.run(name, method)

    def _run(self, path: str) -> None:
        if path in self._done:
            return
        self._done.add(path)
        before, self._script = self._script, path
        deck, self._deck = self._deck, None
        try:
            tree = read_ruby(self._reader.text(path))
            self._reading.value(tree, Scope())
        except RubyFault as fault:
            self._reader.note(f"{path}:{fault.line}", f"the script, as {fault}")
        except RecursionError:
            self._reader.note(path, "the script, which is nested too deeply")
        except Leave:
            pass  # a `return` ends the script
        self._script, self._deck = before, deck

    def skipped(self, line: int, why: str) -> None:
        """A statement that was not understood; what draws nothing does not matter."""
        if self._deck is not None:
            cure = "write what comes of it into the table or the layout"
            self._reader.note(f"{self._script}:{line}", why, cure)

    def exhausted(self, line: int) -> None:
        """The scripts take too many steps: nothing more is read of them."""
        what = f"everything from here on: the scripts take more than {MOST_STEPS:,} steps"
        self._reader.note(
            f"{self._script}:{line}", what, "make the tables ready before, and shorten the loops"
        )

    def defined(self, name: str, method: RubyMethod) -> None:
        """A method whose deck is made at the end, unless a script calls it."""
        self._defined.append((self._script, name, method))

    def call(self, call: RubyCall) -> Any:
        """The value of a call without a receiver."""
        name, arguments, options, block, line = call
        if name in ("require_relative", "load", "require"):
            return self._require(name, arguments)
        if name in _QUIET:
            return None
        if name in _UNITS and arguments and isinstance(arguments[0], (int, float)):
            return f"{arguments[0]:g}{_UNITS[name]}"
        if name == "refine" and block is not None:
            return block()
        if name in ("csv", "xlsx", "yaml", "json") and (arguments or options):
            return self._table(name, options, block, line)
        if name in ("Integer", "Float", "String") and arguments:
            return arguments[0]
        return NotImplemented if self._deck is None else self._deck_word(self._deck, call)

    def _deck_word(self, deck: SquibDeck, call: RubyCall) -> Any:
        name, arguments, options, block, line = call
        if arguments and isinstance(arguments[0], dict):
            options = {**arguments[0], **options}
        if name in DRAWING:
            if self._group:
                what = f"'{name}', which is drawn only if the build group '{self._group}' is on"
                self._reader.note(f"{self._script}:{line}", what, f"import with: --group {self._group}")
                return []
            drawn = DeckCall(name, _frozen(options), line)
            if block is not None and name == "text":
                block(_Embed(drawn, deck))
            deck.calls.append(drawn)
            return []
        match name:
            case "use_layout":
                self._use_layouts(deck, options.get("file", arguments[0] if arguments else None), line)
            case "cut_zone" if deck.trim is None:
                deck.trim = deck.measures.pixels(options.get("margin", "0.125in"))
            case "set" if isinstance(options.get("font"), str):
                deck.font = options["font"]
            case "build" | "group":
                self._in_group(block, [str(each) for each in arguments])
            case "width" | "height" if not arguments:
                return getattr(deck.measures, name)
            case "layout" if not arguments:
                return deck.layout
            case "cards" | "size" if not arguments and isinstance(deck.cards, int) and deck.cards < MOST_ROWS:
                return [None] * deck.cards
            case "cut_zone" | "safe_zone" | "set":
                return None
            case _ if name in _SAVED:
                self._save(deck, options)
            case _ if name not in _WITHOUT_EFFECT:
                return NotImplemented
        return None

    def _in_group(self, block: BlockCall | None, names: list[str]) -> None:
        """Reads the block of a build group: what it draws is left out unless the group is wanted."""
        if block is None:
            return
        around = self._group
        if not {"all", "full", *self._reader.wishes.groups, *self._library.groups()} & set(names):
            self._group = self._group or next(iter(names), "?")
        try:
            block()
        finally:
            self._group = around

    def _save(self, deck: SquibDeck, options: Mapping[str, Any]) -> None:
        deck.saved += [
            str(value)
            for key, value in options.items()
            if key in ("prefix", "file", "dir") and isinstance(value, str)
        ]
        trim = deck.measures.pixels(options.get("trim"))
        if trim and 0 < trim < min(deck.measures.width, deck.measures.height) / 4:
            deck.trim = max(trim, deck.trim or 0.0)

    def _require(self, name: str, arguments: list[Any]) -> Any:
        if path := self._required(name, arguments[0] if arguments else None):
            self._run(path)
        return True

    def _required(self, name: str, written: Any) -> str:
        """The path of a script that another requires; empty if it is not there."""
        if isinstance(written, str) and name != "require" and len(self._done) < MOST_SCRIPTS:
            base = PurePosixPath(self._script).parent.as_posix() if name == "require_relative" else "."
            for path in (f"{base}/{written}", written):
                for ending in ("", ".rb"):
                    found = normal_path(path + ending)
                    if found.endswith(".rb") and self._reader.exists(found):
                        return found
        return ""

    def constant_call(self, constant: str, call: RubyCall) -> Any:
        """The value of a call on a constant."""
        name, arguments, options, block, line = call
        match constant.removeprefix("::"), name:
            case "Squib", ("csv" | "xlsx" | "yaml" | "json"):
                return self._table(name, options, block, line)
            case (("Squib::Deck" | "Deck"), "new"):
                given = arguments[0] if arguments and isinstance(arguments[0], dict) else {}
                return self._new_deck(options or given, block, line)
            case (("Squib::DataFrame" | "DataFrame"), "new"):
                return DataFrame(line=line)
            case "Squib", _:
                return None if name else NotImplemented
            case "GameIcons", "get":
                match arguments:
                    case [None, *_]:
                        return None
                    case [(str() | int()) as icon, *_] if not has_slot(icon):
                        return LibraryIcon(str(icon))
                raise NotLiteral
            case "CSV", ("read" | "table" | "parse" | "foreach") if arguments:
                return self._ruby_csv(call)
        place = f"{self._script}:{line}"
        return self._library.call(constant.removeprefix("::"), name, arguments, block is None, place)

    def _path(self, written: Any) -> str:
        """A path of a script: from the folder, or from the script's own."""
        is_name = isinstance(written, (str, int)) and not has_slot(written)
        name = str(written).replace("\\", "/") if is_name else ""
        if name.startswith("/") or "://" in name:
            return name
        beside = normal_path(f"{PurePosixPath(self._script).parent.as_posix()}/{name}")
        plain = normal_path(name)
        if plain and self._reader.exists(plain):
            return plain
        above = normal_path(f"{PurePosixPath(self._script).parent.parent.as_posix()}/{name}")
        return next((path for path in (beside, above) if path and self._reader.exists(path)), plain)

    # Tables.

    def _table(self, kind: str, options: Mapping[str, Any], block: BlockCall | None, line: int) -> Any:
        place = f"{self._script}:{line}"
        explode = options.get("explode", "qty")
        if kind == "csv" and isinstance(options.get("data"), str):
            frame = DataFrame("", "", as_text(explode), line, data=options["data"].encode())
            return self._with_block(
                frame_of(csv_columns(options["data"], options.get("col_sep", ",")), frame), block
            )
        written = options.get("file", "sample.csv" if kind == "csv" else None)
        if not isinstance(written, str):
            why = written.why if isinstance(written, UnknownValue) else "no name"
            what = f"a table whose name only Ruby can work out ({why})"
            self._reader.note(place, what, "import the table with: pnp import cards FILE")
            return UnknownValue("a table that was not found", line)
        path = self._path(written)
        if not path or not self._reader.exists(path):
            self._reader.lacking(place, written)
            return UnknownValue("a table that was not found", line)
        if kind in ("yaml", "json"):
            records = self._reader.yaml(path) if kind == "yaml" else parsed_json(self._reader.text(path))
            return self._with_block(self._records(records, path, as_text(explode), line), block)
        sheet = options.get("sheet", 0) if kind == "xlsx" else ""
        found = self._reader.columns(path, sheet if isinstance(sheet, (str, int)) else 0, place)
        if found is None:
            return UnknownValue("a table that cannot be read", line)
        columns, name = found
        return self._with_block(frame_of(columns, DataFrame(path, name, as_text(explode), line)), block)

    def _records(self, records: Any, path: str, explode: str, line: int) -> Any:
        """A table of a list of records; one of lists by title likewise."""
        columns: dict[str, list[Any]] | None = None
        if records and isinstance(records, list) and all(isinstance(each, dict) for each in records):
            titles = dict.fromkeys(str(key) for each in records for key in each)
            columns = {title: [each.get(title) for each in records] for title in titles}
        elif (
            records and isinstance(records, dict) and all(isinstance(each, list) for each in records.values())
        ):
            columns = {str(key): list(values) for key, values in records.items()}
        if columns is None:
            cure = "name the list: pnp import cards FILE --records $.cards"
            self._reader.note(path, "a file that holds no list of records", cure)
            return UnknownValue("a table without records", line)
        name = f"{PurePosixPath(path).with_suffix('').as_posix()}.csv"
        return frame_of(columns, DataFrame(name, "", explode, line, data=b"-"))

    def _with_block(self, frame: Any, block: BlockCall | None) -> Any:
        """The table after a block has changed each cell."""
        if block is None or not isinstance(frame, DataFrame):
            return frame
        for title, values in frame.columns.items():
            for at, value in enumerate(values):
                made = block(title, value)
                if isinstance(made, UnknownValue):
                    self._reader.note(
                        f"{self._script}:{frame.line}",
                        f"what the script makes of the column '{title}'{made.reason}",
                        "change the cells in the table",
                    )
                    break
                values[at] = made
        return frame

    def _ruby_csv(self, call: RubyCall) -> Any:
        name, arguments, options, block, line = call
        if name == "parse":
            text = as_text(arguments[0])
            frame = frame_of(csv_columns(text, ","), DataFrame("", "", "", line, data=text.encode()))
        else:
            path, place = self._path(arguments[0]), f"{self._script}:{line}"
            found = self._reader.columns(path, "", place) if self._reader.exists(path) else None
            if found is None:
                self._reader.lacking(place, as_text(arguments[0]))
                return UnknownValue("a table that was not found", line)
            frame = frame_of(found[0], DataFrame(path, "", "", line))
        rows = [frame.row(at) for at in range(frame.height)]
        if block is not None:
            for row in rows:
                block(row)
        return frame if options.get("headers") and block is None and name != "foreach" else rows

    # Decks.

    def _new_deck(self, options: Mapping[str, Any], block: BlockCall | None, line: int) -> Any:
        if self._deck is not None or len(self.decks) >= MOST_DECKS:
            return None
        config = self.configuration(options.get("config", "config.yml"))
        dpi = options.get("dpi", config.get("dpi", 300))
        dpi = float(dpi) if isinstance(dpi, (int, float)) and 20 <= dpi <= 5_000 else 300.0
        cell = config.get("cell_px", 37.5)
        plain = SquibMeasures(dpi, float(cell) if isinstance(cell, (int, float)) else 37.5)
        sides = []
        for name, default in (("width", 825), ("height", 1125)):
            side = plain.pixels(options.get(name, default))
            if side is None or side <= 0:
                self._reader.note(
                    f"{self._script}:{line}",
                    f"'{name}' of the cards, which only Ruby can work out",
                    "give the size: --size, such as --size poker",
                )
                side = float(default)
            sides.append(side)
        deck = SquibDeck(
            self._script, line, options.get("cards", 1), SquibMeasures(dpi, plain.cell, sides[0], sides[1])
        )
        colours = config.get("custom_colors")
        deck.colours = (
            {str(key): value for key, value in colours.items()} if isinstance(colours, dict) else {}
        )
        self.decks.append(deck)
        self._deck, self._group = deck, ""
        try:
            self._use_layouts(deck, options.get("layout"), line)
            if block is not None:
                block()
        finally:
            self._deck = None
        return UnknownValue("a deck", line)

    def configuration(self, written: Any) -> Mapping[str, Any]:
        """The settings of a configuration file; empty without one."""
        path = self._path(written)
        if path not in self._config:
            found = self._reader.yaml(path) if path and self._reader.exists(path) else None
            self._config[path] = found if isinstance(found, dict) else {}
        return self._config[path]

    def _use_layouts(self, deck: SquibDeck, written: Any, line: int) -> None:
        for each in written if isinstance(written, list) else [written]:
            if not isinstance(each, str):
                if isinstance(each, UnknownValue):
                    self._reader.note(
                        f"{self._script}:{line}", "a layout file whose name only Ruby can work out"
                    )
                continue
            path = self._path(each)
            style = (
                self._reader.yaml(path) if self._reader.exists(path) else self._reader.built_in_layout(each)
            )
            if isinstance(style, dict):
                deck.layout = merged_layouts(deck.layout, style, deck.measures)
                continue
            what, cure = f"the layout file '{each}', which is not there", "put it beside the script"
            if each in _BUILT_IN:
                what = f"the layout file '{each}', which comes with Squib"
                cure = 'say where Squib is: --layouts "$(gem which squib)", or the folder of a copy'
            self._reader.note(f"{self._script}:{line}", what, cure)


def _is_inside(path: str) -> bool:
    """Whether a script is the game's: others test it, or come from elsewhere."""
    return not _OUTSIDE & set(PurePosixPath(path).parts)


class _Embed:
    """The object that a text's block calls to put pictures into its words."""

    def __init__(self, call: DeckCall, deck: SquibDeck):
        self._call = call
        self._deck = deck

    def receive(self, name: str, arguments: list[Any], options: dict[str, Any], line: int) -> Any:
        """Note ``embed.svg key: …, file: …``."""
        key, file = options.get("key"), options.get("file")
        layout = self._deck.layout.get(str(options.get("layout")))
        if file is None and isinstance(layout, dict):
            file = layout.get("file")
        if isinstance(key, str) and key and isinstance(file, str):
            self._call.icons[key] = file
        return None


def _frozen(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as they are now: scripts change lists later."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, ColumnValues):
            found[name] = ColumnValues(list(value), value.frame, value.template)
        else:
            found[name] = list(value) if isinstance(value, list) else value
    return found
