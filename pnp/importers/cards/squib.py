"""The decks of a folder with Squib's scripts as tables of cards, with what is drawn on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from pnp.diagnostics import times
from pnp.importers.cards.found import FoundTable, written_table
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import DataFrame, NotLiteral, RowCount, as_text
from pnp.importers.cards.squib_deck import DeckDrawing
from pnp.importers.cards.squib_element import SquibDeck
from pnp.importers.cards.squib_scripts import SquibScripts


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
        drawing = DeckDrawing(frame, rows, self._pictures(deck), self._reader)
        drawing.add(deck, back=False)
        for back in backs:
            drawing.add(back, back=True)
        for note in drawing.notes:
            self._reader.note(*note)
        drawing.drawing.files.update(self._taken(drawing))
        if frame is None and not any(each.value for each in drawing.drawing.placements):
            self._reader.note(place, "a deck without a table, none of whose texts and pictures came")
            return None
        copies = frame.explode_column() if frame else ""
        name = PurePosixPath(deck.script).stem
        if frame is None or not frame.path or frame.data:
            columns = frame.columns if frame else {}
            data = _written(columns, rows)
            path = frame.path if frame and frame.path else f"{name}.csv"
            return FoundTable(
                path,
                copies,
                deck.size,
                name=name,
                data=data,
                drawing=drawing.drawing,
                marks="plain",
                header=True,
                contents=drawing.packed,
            )
        columns_now = {
            title: tuple(_cell(value) for value in values)
            for title, values in frame.columns.items()
            if isinstance(values, list)
        }
        before = self._reader.columns(frame.path, frame.sheet, place)
        first = (
            {title: tuple(_cell(value) for value in values) for title, values in before[0].items()}
            if before
            else {}
        )
        changed = {title: values for title, values in columns_now.items() if first.get(title) != values}
        return FoundTable(
            frame.path,
            copies,
            deck.size,
            sheet=frame.sheet,
            name="" if frame.path.endswith(".csv") else name,
            columns=changed,
            drawing=drawing.drawing,
            marks="plain",
            header=True,
            contents=drawing.packed,
        )

    def _pictures(self, deck: SquibDeck) -> PictureFiles:
        config = self._scripts.configuration("config.yml")
        folder = str(config.get("img_dir", ".") or ".").strip("/")
        beside = PurePosixPath(deck.script).parent.as_posix()
        return PictureFiles(
            self._reader.files, tuple(dict.fromkeys([folder, "", f"{beside}/{folder}", beside]))
        )

    def _taken(self, drawing: DeckDrawing) -> dict[str, str]:
        return {**drawing.pictures.taken, **drawing.pictures.icons}


def _cell(value: Any) -> str:
    try:
        return as_text(value)
    except NotLiteral:
        return ""


def _written(columns: Mapping[str, Any], rows: int) -> bytes:
    """A table of its own: with a column of numbers where it has none."""
    kept = {title: values for title, values in columns.items() if isinstance(values, list)}
    if not kept:
        return written_table(["id"], ([f"card-{at + 1}"] for at in range(rows))).encode()
    cells = (
        [_cell(values[at]) if at < len(values) else "" for values in kept.values()] for at in range(rows)
    )
    return written_table(kept, cells).encode()
