"""All names of a game with the places that mention them, in data, layouts, rule sheets and translations."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pnp.i18n.po_file import po_values
from pnp.layout_source import parsed_layout
from pnp.load.document import DataFile, read_yaml
from pnp.model import Game, LayoutSource, RulebookSource, TranslationSource
from pnp.names.code import FoundName, names_in_code
from pnp.names.data_file import GameFileReader, SetFileReader, names_in_text
from pnp.names.name import KnownNames, Name, NameMention
from pnp.source import Span, span_in

_ATTRIBUTE = re.compile(r"""\b(style|piece|name)=(?:"([\w/-]+)"|'([\w/-]+)')""")
_OTHER_LAYOUT = re.compile(
    r"""(?:from|import|include|extends)\s+(?P<quote>["'])(?P<name>[^"']+)\.xml(?P=quote)"""
)
_DIRECTIVE = re.compile(r"^ {0,3}:::+[ \t]*(?:piece|hand|callouts|steps)\b(?P<words>[^{\n]*)", re.MULTILINE)
_STEP = re.compile(r"^[ \t]*- (?P<words>[\w-]+/[\w-]+):", re.MULTILINE)
_PIECE = re.compile(r"[\w-]+/[\w-]+")
_MACRO = re.compile(r"\{%-?\s*(macro|block)\s+(\w+)")
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.*)$", re.MULTILINE)
_OF_TERM = re.compile(r"term\.(?:gender|forms)/([\w-]+)\.([\w-]+)\Z")
_OF_FIELD = re.compile(r"(?:card|tile|token|standee|board|aid)\.([\w-]+)(?:/.*)?\Z", re.DOTALL)


def names_in_layout(source: LayoutSource, known: KnownNames) -> Iterator[NameMention]:
    """The names in a layout; the layout itself is defined at its start."""
    text, file = source.text, source.file
    yield NameMention(Name("layout", source.name), Span(file), defines=True, end=text.count("\n") + 1)
    layout = parsed_layout(source)
    for found in names_in_code(layout.code, known):
        yield NameMention(found.name, span_in(text, file, found.start, found.length), bare=found.bare)
    for match in re.finditer(r"""(["'])([\w-]+)\1""", layout.code):
        if match[2] in known.styles and match[2] not in known.lone:
            yield NameMention(Name("style", match[2]), span_in(text, file, match.start(2), len(match[2])))
    for match in _OTHER_LAYOUT.finditer(layout.code):
        if match["name"] in known.layouts:
            place = span_in(text, file, match.start("name"), len(match["name"]))
            yield NameMention(Name("layout", match["name"]), place)
    for match in _ATTRIBUTE.finditer(layout.markup):
        group = 2 if match[2] is not None else 3
        word, start = match[group], match.start(group)
        name = _named_by(match[1], word, known)
        if name is not None:
            start += len(word) - len(name.word)
            yield NameMention(name, span_in(text, file, start, len(name.word)))


def _named_by(attribute: str, word: str, known: KnownNames) -> Name | None:
    if attribute == "style":
        return Name("style", word) if word in known.styles else None
    if attribute == "piece":
        return Name("piece", word) if "/" in word else None
    return Name("icon", word) if word else None


def names_in_sheet(source: RulebookSource, known: KnownNames) -> Iterator[NameMention]:
    """The names in a rule sheet."""
    text, file = source.text, source.file
    for found in names_in_text(text, known):
        yield NameMention(found.name, span_in(text, file, found.start, found.length), bare=found.bare)
    for match in (*_DIRECTIVE.finditer(text), *_STEP.finditer(text)):
        for word in _PIECE.finditer(match["words"]):
            name = Name("piece", word[0])
            start = match.start("words") + word.end() - len(name.word)
            yield NameMention(name, span_in(text, file, start, len(name.word)))


def names_in_translations(source: TranslationSource, known: KnownNames) -> Iterator[NameMention]:
    """The names in sources, translations and contexts of a PO file."""
    for keyword, text, origin in po_values(source.text, source.file):
        if keyword == "msgctxt":
            listed = list(_in_context(text, known))
        else:
            listed = list(names_in_text(text, known, known.fields))
        for found in listed:
            span = origin.at(found.start, found.length)
            last = origin.at(found.start + found.length - 1, 1)
            if (span.line, span.end_column) == (last.line, last.end_column):
                yield NameMention(found.name, span, bare=found.bare)


def _in_context(context: str, known: KnownNames) -> Iterator[FoundName]:
    if match := _OF_TERM.match(context):
        name = known.term(match[1], match[2])
        if name is not None:
            yield FoundName(name, match.start(2), len(match[2]))
    elif (match := _OF_FIELD.match(context)) and match[1] in known.fields:
        yield FoundName(Name("field", match[1]), match.start(1), len(match[1]))


def outline_of_layout(source: LayoutSource) -> list[tuple[str, Span, int]]:
    """Macros and blocks of a layout: name, place, last line."""
    return [
        (match[2], span_in(source.text, source.file, match.start(2), len(match[2])), 0)
        for match in _MACRO.finditer(source.text)
    ]


def outline_of_translation(source: TranslationSource) -> list[tuple[str, Span, int]]:
    """Entries of a PO file: their sources, place, nothing."""
    return [
        (text.strip().split("\n")[0], origin.span, 0)
        for keyword, text, origin in po_values(source.text, source.file)
        if keyword == "msgid" and text
    ]


def outline_of_sheet(source: RulebookSource) -> list[tuple[str, Span, int]]:
    """Headings of a rule sheet: words, place, level."""
    return [
        (match[2], span_in(source.text, source.file, match.start(2), len(match[2])), len(match[1]))
        for match in _HEADING.finditer(source.text)
    ]


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
        self.known = KnownNames(game)
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
        """The name whose word is at a place, or just before it, if any."""
        around = [
            mention
            for mention in self.in_file(file)
            if mention.span.line == line and mention.span.column <= column <= mention.span.end_column
        ]
        around = [mention for mention in around if mention.span.end_column > mention.span.column]
        return max(around, key=lambda mention: mention.span.column, default=None)


def _mentions(
    game: Game, sources: Mapping[str, str], known: KnownNames, sets: Sequence[SetFileReader]
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
