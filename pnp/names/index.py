"""All names of a game, with the places that mention them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pnp.load.document import DataFile, read_yaml
from pnp.model import Game
from pnp.names.data_file import GameFileReader, SetFileReader
from pnp.names.name import Known, Name, NameMention
from pnp.names.text_file import names_in_layout, names_in_sheet, names_in_translations
from pnp.source import Span


class Names:
    """The names of a game.

    Args:
        game: As it was read.
        sources: The text of each file that was read.

    Attributes:
        known: What the game knows about its names.
        mentions: All places that mention a name, by file and place.
        encodings: Of tables that are not UTF-8, as their authors name them, by file.
    """

    def __init__(self, game: Game, sources: Mapping[str, str]) -> None:
        self.known = Known(game)
        sets = [
            SetFileReader(document, self.known, each)
            for each in game.sets
            if (document := _document(each.file, sources)) is not None
        ]
        found = dict.fromkeys(_mentions(game, sources, self.known, sets))
        tables = ((each.table_file(sources), each.rows) for each in sets)
        self.encodings = {file: rows.encoding for file, rows in tables if file and rows and rows.encoding}
        self.mentions: Sequence[NameMention] = sorted(found, key=lambda mention: (mention.span, mention.name))
        by_name: defaultdict[Name, list[NameMention]] = defaultdict(list)
        by_file: defaultdict[str, list[NameMention]] = defaultdict(list)
        for mention in self.mentions:
            by_name[mention.name].append(mention)
            by_file[mention.span.file].append(mention)
        self._by_name, self._by_file = dict(by_name), dict(by_file)

    @property
    def game_file(self) -> str:
        """The name of ``game.yaml`` as places have it."""
        return self.known.game.span.file

    def of(self, name: Name) -> Sequence[NameMention]:
        """The places that mention a name; a derived piece is defined where its entry is."""
        return self._by_name.get(name, ())

    def defining(self, name: Name) -> list[Span]:
        """The places that define a name; those of a piece that an entry repeats are the entry's."""
        found = [mention.span for mention in self.of(name) if mention.defines]
        if not found and name.kind == "piece":
            found = [piece.span for piece in self.known.game.pieces() if piece.key == name.id]
        return found

    def in_file(self, file: str) -> Sequence[NameMention]:
        """The names that a file mentions, in order."""
        return self._by_file.get(file, ())

    def at(self, file: str, line: int, column: int) -> NameMention | None:
        """The name whose word is at a place, or just before it; None if there is none."""
        around = [
            mention
            for mention in self.in_file(file)
            if mention.span.line == line and mention.span.column <= column <= mention.span.end_column
        ]
        around = [mention for mention in around if mention.span.end_column > mention.span.column]
        return max(around, key=lambda mention: mention.span.column, default=None)


def _mentions(
    game: Game, sources: Mapping[str, str], known: Known, sets: Sequence[SetFileReader]
) -> Iterator[NameMention]:
    document = _document(game.span.file, sources)
    if document is not None:
        yield from GameFileReader(document, known).mentions()
    for each in sets:
        yield from each.mentions()
        yield from each.table(sources)
    for layout in game.layouts.values():
        yield from names_in_layout(layout, known)
    for sheet in game.rulebooks:
        yield from names_in_sheet(sheet, known)
    for translation in game.translations:
        yield from names_in_translations(translation, known)


def _document(file: str, sources: Mapping[str, str]) -> DataFile | None:
    text = sources.get(file)
    return None if text is None else read_yaml(text.encode(), file).document
