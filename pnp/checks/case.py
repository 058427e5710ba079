"""The case that all checks look at: a game with its texts as they are printed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.markup import Marked, parse_inline
from pnp.model import Files, Game, LayoutSource, Text
from pnp.rules import Filled, fill, game_scope, piece_scope


@dataclass(eq=False)
class PrintedText:
    """A text of the game as it is printed somewhere.

    Attributes:
        text: As typed.
        filled: With its expressions filled in.
        piece: ``set/piece`` when it is a piece's.
    """

    text: Text
    filled: Filled
    piece: str | None = None

    @cached_property
    def marked(self) -> Marked:
        """``filled`` split into its parts; few texts need it."""
        return parse_inline(self.filled.text)


def printed_texts(game: Game) -> tuple[PrintedText, ...]:
    """Every text of the game with its expressions filled in: game, terms, sets, pieces; in that order.

    Args:
        game: In any language.
    """
    scope = game_scope(game)
    found: dict[tuple[object, str, bool], PrintedText] = {}
    for text, piece, names in _texts(game, scope):
        filled = fill(text, names, game.language, piece)
        key = (text.origin.span, filled.text, bool(filled.diagnostics))
        if key not in found:
            found[key] = PrintedText(text, filled, piece)
    return tuple(found.values())


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
    """

    game: Game
    icons: IconLibrary
    fonts: FontLibrary
    files: Files
    layouts: Mapping[str, LayoutSource]
    texts: Sequence[PrintedText]
    icon_names: Collection[str]
