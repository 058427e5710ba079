"""The proof of a translation: source and translation side by side, with the pieces that print them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.colour import Colour
from pnp.draw import Face, Item, OutlineEntry
from pnp.i18n import Catalogue, Entry, TextKey
from pnp.model import Game, Text
from pnp.rulebook.desk import Desk, sheet_styles
from pnp.rulebook.flow import Bookmark, Panel, Section, Strip, TextArea, place_sections
from pnp.rulebook.page import Running, outline_entries, page_faces, page_frame
from pnp.rulebook.parse import A4
from pnp.rulebook.picture import small_face
from pnp.rulebook.reads import FaceComposer, ReadyFaces
from pnp.rulebook.words import bar, line_height, placed_line
from pnp.rules import game_scope
from pnp.source import Origin, Span
from pnp.text import SetLine, TextContext
from pnp.translation.extract import Extracted, Found
from pnp.translation.translations import relative

_MISSING = Colour(0xFB, 0xD9, 0xD9)
_FUZZY = Colour(0xFD, 0xEB, 0xC8)
_PLACE_SHARE = 0.2
_GAP = 3.0
_TALLEST = 39.0
"""Height of the faces (millimetres): three pairs of poker cards fit in a row."""
_BETWEEN_ROWS = 1.0


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two languages of a proof.

    Attributes:
        game: In that language.
        composer: Makes the faces.
        context: Sets the texts.
        language: BCP 47 tag.
    """

    game: Game
    composer: FaceComposer
    context: TextContext
    language: str

    def desk(self) -> Desk:
        """The context in which its texts are set."""
        styles = sheet_styles(self.game.styles)
        scope = game_scope(self.game, self.language)
        return Desk(self.game, self.language, ReadyFaces(self.composer), self.context, styles, scope)


def proof_pages(
    source: Side,
    translation: Side,
    extracted: Extracted,
    catalogue: Catalogue,
    page: tuple[float, float] = A4,
) -> tuple[tuple[Face, ...], tuple[OutlineEntry, ...]]:
    """Pages with every text of the game, and their bookmarks.

    Texts without a translation lie on red, fuzzy ones on orange. A face is shown where the two languages
    differ on it.

    Args:
        source: The game's own language.
        translation: The other one.
        extracted: Texts of the game.
        catalogue: Their translations.
        page: Width and height in millimetres.
    """
    proof = _Proof(source, translation, catalogue.by_key(), page_frame(*page))
    placed = place_sections([Section(1, tuple(proof.strips(extracted)))], proof.frame)
    title = f"{source.language} – {translation.language}"
    running = Running(proof.right.plain(translation.game.name), title, translation.game.version)
    return page_faces(proof.right, placed, page, running), outline_entries(placed)


class _Proof:
    def __init__(
        self, source: Side, translation: Side, entries: Mapping[TextKey, Entry], frame: TextArea
    ) -> None:
        self.left, self.right = source.desk(), translation.desk()
        self.frame = frame
        self._entries = entries
        self._place = replace(self.left.styles.small, colour=self.left.styles.accent)
        self._words = self.left.styles.table

    def strips(self, extracted: Extracted) -> Iterator[Strip]:
        """All groups of texts one below the other."""
        groups: dict[str, dict[TextKey, list[Found]]] = {}
        for found in extracted.found:
            groups.setdefault(found.group, {}).setdefault(found.key, []).append(found)
        for group, texts in groups.items():
            yield from self._heading(group)
            yield from self._faces(group)
            for places in texts.values():
                yield from self._row(places)

    def _heading(self, group: str) -> Iterator[Strip]:
        names = {each.id: each.name for each in self.right.game.sets}
        title = self.right.plain(names[group]) if group in names else group
        style = self.left.styles.headings[1]
        lines = self.right.plain_lines(title, style, self.frame.width, _NOWHERE)
        for number, line in enumerate(lines):
            mark = Bookmark(title, 0) if number == 0 else None
            items = placed_line(line, style, 0.0, 0.0)
            yield Strip(line_height(style), items, 6.0 if number == 0 else 0.0, keep=True, bookmark=mark)

    def _faces(self, group: str) -> Iterator[Strip]:
        """Pairs of faces that differ, as many in a row as fit."""
        row: list[tuple[str, Face, Face]] = []
        used = 0.0
        for key, left, right in self._pairs(group):
            wide = _shown_width(left) + _shown_width(right) + 1.0
            if row and used + _GAP + wide > self.frame.width:
                yield self._face_row(row)
                row, used = [], 0.0
            used += wide + (_GAP if row else 0.0)
            row.append((key, left, right))
        if row:
            yield self._face_row(row)

    def _pairs(self, group: str) -> Iterator[tuple[str, Face, Face]]:
        seen: set[tuple[str, str]] = set()
        sets = zip(self.left.game.sets, self.right.game.sets, strict=True)
        pieces = [
            pair
            for left, right in sets
            if left.id == group
            for pair in zip(left.pieces, right.pieces, strict=True)
        ]
        for side in ("front", "back"):
            for left, right in pieces:
                if not left.copies or (side == "back" and left.back is None):
                    continue
                here = self.left.composer.with_items(left, side)
                there = self.right.composer.with_items(right, side)
                if here is None or there is None:
                    continue
                looks = (self.left.hashes.of(here), self.left.hashes.of(there))
                if looks[0] != looks[1] and looks not in seen:
                    seen.add(looks)
                    yield left.key, here, there

    def _face_row(self, row: Sequence[tuple[str, Face, Face]]) -> Strip:
        items: list[Item] = []
        x = 0.0
        tall = max(_shown_height(face) for _, *faces in row for face in faces)
        for key, left, right in row:
            start = x
            for face in (left, right):
                items += small_face(face, x, 0.0, _factor(face), self.left.hashes, face.label or None)
                x += _shown_width(face) + 1.0
            for line in self.left.plain_lines(key, self._place, max(x - start, 12.0), _NOWHERE)[:1]:
                items += placed_line(line, self._place, start, tall + 0.5)
            x += _GAP - 1.0
        return Strip(tall + 0.5 + line_height(self._place), tuple(items), before=2.0)

    def _row(self, places: Sequence[Found]) -> Iterator[Strip]:
        """A text and its translation, parted between lines where it is long."""
        found = places[0]
        entry = self._entries.get(found.key)
        where = self.frame.width * _PLACE_SHARE
        column = (self.frame.width - where) / 2
        cells = [
            (0.0, self._place, self._place_lines(places, where - 2.0)),
            (where, self._words, self._lines(self.left, found.text.source, column - 2.0)),
            (where + column, self._words, self._lines(self.right, _shown(entry, found.text), column - 2.0)),
        ]
        rule = bar(0.0, -_BETWEEN_ROWS / 2, self.frame.width, 0.1, self.left.styles.hairline)
        panel = self._panel(entry, where + column - 1.0, column)
        count = max(len(lines) for _, _, lines in cells)
        height = line_height(self._words)
        for number in range(count):
            items: list[Item] = [rule] if number == 0 else []
            for x, style, lines in cells:
                if number < len(lines):
                    items += placed_line(lines[number], style, x, 0.0)
            first, last = number == 0, number >= count - 2
            yield Strip(
                height,
                tuple(items),
                _BETWEEN_ROWS if first else 0.0,
                keep=last and number < count - 1,
                panels=panel,
            )

    def _panel(self, entry: Entry | None, x: float, width: float) -> tuple[Panel, ...]:
        if entry is not None and entry.usable:
            return ()
        fuzzy = entry is not None and entry.fuzzy
        return (Panel(x, width, fill=_FUZZY if fuzzy else _MISSING),)

    def _place_lines(self, places: Sequence[Found], width: float) -> list[SetLine]:
        """Where the text is written, and the first piece that has it."""
        game = self.left.game
        spans = dict.fromkeys(
            f"{relative(game, found.text.origin.span.file)}:{found.text.origin.span.line}" for found in places
        )
        pieces = list(dict.fromkeys(found.piece.key for found in places if found.piece))
        more = f" +{len(pieces) - 1}" if len(pieces) > 1 else ""
        lines = [f"{name}{more}" for name in pieces[:1]] or [places[0].what]
        words = [*lines, *list(spans)[:2]]
        return [line for each in words for line in self.left.plain_lines(each, self._place, width, _NOWHERE)]

    def _lines(self, desk: Desk, words: str, width: float) -> list[SetLine]:
        lines: list[SetLine] = []
        for part in words.strip().split("\n"):
            if part.strip():
                lines += desk.plain_lines(part, self._words, width, _NOWHERE)
        return lines


def _shown(entry: Entry | None, text: Text) -> str:
    """The text on the right: the translation, even a fuzzy one, else the source that is printed instead."""
    return entry.translation if entry is not None and entry.translation.strip() else text.source


def _factor(face: Face) -> float:
    return min(1.0, _TALLEST / face.height, 60.0 / face.width)


def _shown_width(face: Face) -> float:
    return face.width * _factor(face)


def _shown_height(face: Face) -> float:
    return face.height * _factor(face)


_NOWHERE = Origin(Span(""))
"""Faults of a proof are reported when the game is built."""
