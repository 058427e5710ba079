"""The case that all checks look at: a game with its texts as they are printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import cached_property

from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.markup import Marked, parse_inline
from pnp.model import Files, Game, LayoutSource, Text
from pnp.rules import Expression, Filled, fill, game_scope, piece_scope

_BETWEEN_COLONS = re.compile(r":(?=([\w-]*):)")


class PrintedText:
    """A text of the game as it is printed somewhere.

    Attributes:
        text: As typed.
        filled: With its expressions filled in.
        piece: ``set/piece`` when it is a piece's.
    """

    __slots__ = ("_marked", "filled", "piece", "text")

    def __init__(self, text: Text, filled: Filled, piece: str | None = None) -> None:
        self.text = text
        self.filled = filled
        self.piece = piece
        self._marked: Marked | None = None

    @property
    def marked(self) -> Marked:
        """``filled`` split into its parts; few texts need it."""
        if self._marked is None:
            self._marked = parse_inline(self.filled.text)
        return self._marked


class PrintedTexts:
    """Printed texts, which can be searched all at once: most of them have nothing to report.

    Args:
        texts: In their order.
    """

    def __init__(self, texts: Iterable[PrintedText] = ()) -> None:
        self._texts = tuple(texts)

    def __iter__(self) -> Iterator[PrintedText]:
        return iter(self._texts)

    def typed(self, is_suspect: Callable[[str], bool]) -> Iterator[PrintedText]:
        """The texts that are suspect as typed, those of one place once.

        Args:
            is_suspect: Looks for characters within lines. If it is true of a text, it is also true of several
                texts on lines of their own.
        """
        if not is_suspect(self._typed):
            return
        seen: set[object] = set()
        for printed in self._texts:
            place = (printed.text.origin.span, printed.text.source)  # members of a list have one place
            if place not in seen and is_suspect(printed.text.source):
                seen.add(place)
                yield printed

    def filled(self, is_suspect: Callable[[str], bool]) -> Iterator[PrintedText]:
        """The texts that are suspect with their expressions filled in; see ``typed``."""
        if is_suspect(self._filled):
            yield from (printed for printed in self._texts if is_suspect(printed.filled.text))

    @cached_property
    def letters(self) -> frozenset[str]:
        """All characters of the texts with their expressions filled in."""
        return frozenset(self._filled)

    @cached_property
    def named(self) -> frozenset[str]:
        """Everything between two colons: names of icons, and what looks like one."""
        return frozenset(_BETWEEN_COLONS.findall(self._filled))

    @cached_property
    def _typed(self) -> str:
        return "\n".join([printed.text.source for printed in self._texts])

    @cached_property
    def _filled(self) -> str:
        return "\n".join([printed.filled.text for printed in self._texts])


def printed_texts(game: Game, parsed: MutableMapping[str, Expression] | None = None) -> PrintedTexts:
    """Every text of the game with its expressions filled in: game, terms, sets, pieces; in that order.

    Args:
        game: In any language.
        parsed: Expressions that were read before, by their source; grows.
    """
    scope = game_scope(game)
    found: dict[tuple[object, str, bool], PrintedText] = {}
    parsed = {} if parsed is None else parsed
    for text, piece, names in _texts(game, scope):
        filled = fill(text, names, game.language, piece, parsed)
        key = (text.origin.span, filled.text, bool(filled.diagnostics))
        if key not in found:
            found[key] = PrintedText(text, filled, piece)
    return PrintedTexts(found.values())


def _texts(game: Game, scope: dict[str, object]) -> Iterator[tuple[Text, str | None, dict[str, object]]]:
    """Texts with the piece that they belong to and the names that they know."""
    own = [game.name, *([game.notice] if game.notice else [])]
    own += [
        text
        for v in game.vocabularies.values()
        for term in v.terms.values()
        for text in (term.name, *term.forms.values(), *texts_in(term.data))
    ]
    own += [text for each in game.sets for text in (each.name, *each.labels.values()) if text]
    for text in own:
        yield text, None, scope
    for piece in game.pieces():
        fields = [value for value in piece.fields.values() if isinstance(value, Text)]
        if fields:
            # The names are what takes time, and few texts use any.
            names = piece_scope(piece, scope) if any("{" in text.source for text in fields) else scope
            for text in fields:
                yield text, piece.key, names


def texts_in(value: object) -> Iterator[Text]:
    """The texts among the values of a term's data, at any depth."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from texts_in(part)
    elif type(value) is tuple:
        for part in value:
            yield from texts_in(part)


@dataclass(frozen=True, slots=True)
class Case:
    """A game with everything that its names may refer to.

    Attributes:
        game: As it was loaded.
        icons: The game's own and the shared ones.
        fonts: The game's own and the shared ones.
        files: The game's folder.
        layouts: Those that ship with pnp, by name.
        texts: Every printed text; equal fillings of one text once, with the first piece.
        icon_names: Of ``icons``; asking for the names alone draws none.
        parsed: Expressions that were read so far, by their source; grows.
    """

    game: Game
    icons: IconLibrary
    fonts: FontLibrary
    files: Files
    layouts: Mapping[str, LayoutSource]
    texts: PrintedTexts
    icon_names: Collection[str]
    parsed: MutableMapping[str, Expression] = field(default_factory=dict)
