"""What the checks look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from dataclasses import field

from pnp.checks.sound import SoundTexts
from pnp.dataclass import dataclass
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.markup import Marked, parse_inline
from pnp.model import Files, Game, LayoutSource, Text
from pnp.named_tuple import NamedTuple
from pnp.rules import Expression, Filled, fill, game_scope, piece_scope


class PrintedText(NamedTuple):
    """A text of the game as it is printed somewhere.

    Attributes:
        text: As typed.
        filled: With its expressions filled in.
        marked: ``filled`` taken apart.
        piece: ``set/piece`` when it is a piece's.
    """

    text: Text
    filled: Filled
    marked: Marked
    piece: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A game with everything that its names may refer to.

    Attributes:
        game: As it was loaded.
        icons: The game's own and the shared ones.
        fonts: The game's own and the shared ones.
        files: The game's folder.
        layouts: Those that ship with pnp, by name.
        texts: Every printed text but those that are known to be sound; equal fillings of one text once, with the first
            piece.
        icon_names: Of ``icons``; asking for the names alone draws none.
        parsed: Expressions that were read so far, by their source; grows.
        sound: The texts that are known to be sound; None where nothing is known.
    """

    game: Game
    icons: IconLibrary
    fonts: FontLibrary
    files: Files
    layouts: Mapping[str, LayoutSource]
    texts: tuple[PrintedText, ...]
    icon_names: Collection[str]
    parsed: MutableMapping[str, Expression] = field(default_factory=dict)
    sound: SoundTexts | None = None


def suspects(case: Case, is_suspect: Callable[[str], bool]) -> Iterator[PrintedText]:
    """The texts whose source is suspect, those of one place once.

    Mostly there is none, which is asked of all texts at once.

    Args:
        case: With the texts.
        is_suspect: Looks for signs within lines, so that one of a text is one of several, each on lines of its own, too.
    """
    if not is_suspect("\n".join([printed.text.source for printed in case.texts])):
        return
    seen: set[object] = set()
    for printed in case.texts:
        span = printed.text.origin.span
        if span not in seen and is_suspect(printed.text.source):
            seen.add(span)
            yield printed


def printed_texts(
    game: Game,
    parsed: MutableMapping[str, Expression] | None = None,
    passed: Callable[[Text], bool] | None = None,
    passed_pieces: Callable[[Mapping[str, object]], bool] | None = None,
) -> tuple[PrintedText, ...]:
    """Every text of the game with its expressions filled in: game, terms, sets, pieces; in that order.

    Args:
        game: In any language.
        parsed: Expressions that were read before, by their source; grows.
        passed: Which texts to leave out.
        passed_pieces: Of which pieces, by their fields, to leave out all texts.
    """
    scope = game_scope(game)
    found: dict[tuple[object, str, bool], PrintedText] = {}
    parsed = {} if parsed is None else parsed
    for text, piece, names in _texts(game, scope, passed_pieces):
        if passed is not None and passed(text):
            continue
        filled = fill(text, names, game.language, piece, parsed)
        key = (text.origin.span, filled.text, bool(filled.diagnostics))
        if key not in found:
            found[key] = PrintedText(text, filled, parse_inline(filled.text), piece)
    return tuple(found.values())


def _texts(
    game: Game, scope: dict[str, object], passed: Callable[[Mapping[str, object]], bool] | None
) -> Iterator[tuple[Text, str | None, dict[str, object]]]:
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
        if passed is not None and passed(piece.fields):
            continue
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
