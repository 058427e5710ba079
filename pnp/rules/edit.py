"""Single edits of a game's data: one copy more or less, one value changed, one back taken away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from pnp.diagnostics import times
from pnp.model import ComponentSet, Fact, FieldDeclaration, FieldValue, Game, Piece, Term, Text, Vocabulary
from pnp.rules.value import show
from pnp.source import Span

EditKind: TypeAlias = Literal[
    "fact", "assumed fact", "players", "term", "back", "copies", "number", "value", "text"
]
"""The thing that an edit changes: a fact with a source, one without, the numbers of players, a value of a
term, the back of a set's pieces, the copies of a piece, a number of a piece, another value, or its words."""
EDIT_KINDS: tuple[EditKind, ...] = (
    "fact",
    "copies",
    "back",
    "players",
    "assumed fact",
    "term",
    "number",
    "value",
    "text",
)

_MANY = 1000
"""A large edit adds this to a number."""
_ALL_COPIES = 999


@dataclass(frozen=True, slots=True)
class DataEdit:
    """One edit.

    Attributes:
        kind: What it changes.
        name: ``facts.hand``, ``terms.weapon.bow.power``, ``weapons/bow copies``.
        group: The name without the piece or the place in a fact; edits of a group are alike.
        change: ``2 → 3``.
        span: Where the value is written.
        game: Gives the edited game; pieces that are computed from facts or terms are as they were.
        set_id: The only set that differs; empty where none or several do.
        field: The field that differs, if it is one.
        stated: Whether the rulebook states what is edited: a number of a fact with a source, the numbers of
            players, a back, or how often there is a piece.
    """

    kind: EditKind
    name: str
    group: str
    change: str
    span: Span
    game: Callable[[], Game]
    set_id: str = ""
    field: str = ""
    stated: bool = False


def edits(game: Game, *, large: bool = False) -> Iterator[DataEdit]:
    """Every edit that is tried, in the order of the files: facts, players, terms, then sets of pieces.

    Args:
        game: As it was loaded.
        large: Whether values change as much as they can instead of as little: numbers to 0 and by a thousand,
            lists to nothing.
    """
    for fact in game.facts.values():
        yield from _of_fact(fact, game, large)
    yield from _of_players(game)
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            yield from _of_term(term, vocabulary, game, large)
    for each in game.sets:
        yield from _of_set(each, game, large)


def _of_fact(fact: Fact, game: Game, large: bool) -> Iterator[DataEdit]:
    sourced = bool(fact.source) and not fact.assumed
    for path, old, new, value in changed_values(fact.value, large=large):
        facts = {**game.facts, fact.id: replace(fact, value=value)}
        yield DataEdit(
            "fact" if sourced else "assumed fact",
            f"facts.{fact.id}{path}",
            f"facts.{fact.id}",
            f"{show(old)} → {show(new)}",
            fact.span,
            lambda facts=facts: replace(game, facts=facts),  # type: ignore[misc]
            stated=sourced and is_number(old),
        )


def _of_players(game: Game) -> Iterator[DataEdit]:
    players = game.players
    if players:
        for changed in (players[1:], players[:-1], (*players, players[-1] + 1)):
            if changed:
                yield DataEdit(
                    "players",
                    "players",
                    "players",
                    f"{show(players)} → {show(changed)}",
                    game.span,
                    lambda changed=changed: replace(game, players=changed),  # type: ignore[misc]
                    stated=True,
                )


def _of_term(term: Term, vocabulary: Vocabulary, game: Game, large: bool) -> Iterator[DataEdit]:
    def edit(path: str, old: Any, new: Any, made: Term) -> DataEdit:
        terms = {**vocabulary.terms, term.id: made}
        vocabularies = {**game.vocabularies, vocabulary.id: replace(vocabulary, terms=terms)}
        return DataEdit(
            "term",
            f"terms.{vocabulary.id}.{term.id}{path}",
            f"terms.{vocabulary.id}",
            f"{show(old)} → {show(new)}",
            term.span,
            lambda: replace(game, vocabularies=vocabularies),
        )

    terms = list(vocabulary.terms.values())
    other = terms[(terms.index(term) + 1) % len(terms)]
    if term.colour != other.colour:
        yield edit(".colour", term.colour, other.colour, replace(term, colour=other.colour))
    if large and term.colour is not None:
        yield edit(".colour", term.colour, None, replace(term, colour=None))
    if large and term.icon is not None:
        yield edit(".icon", term.icon, None, replace(term, icon=None))
    if term.icon != other.icon:
        yield edit(".icon", term.icon, other.icon, replace(term, icon=other.icon))
    for path, old, new, data in changed_values(term.data, large=large):
        yield edit(path, old, new, replace(term, data=data))


def _of_set(each: ComponentSet, game: Game, large: bool) -> Iterator[DataEdit]:
    for back in dict.fromkeys(piece.back for piece in each.pieces if piece.back and piece.copies):
        having = [piece for piece in each.pieces if piece.back == back]
        pieces = tuple(replace(piece, back=None) if piece.back == back else piece for piece in each.pieces)
        place = having[0].origins.get("back")
        yield DataEdit(
            "back",
            f"{each.id} back",
            f"{each.id} back",
            f"{back} → nothing",
            each.span if place is None else place.span,
            _with_pieces(game, each, pieces),
            each.id,
            stated=True,
        )
    for index, piece in enumerate(each.pieces):
        yield from _of_piece(piece, index, each, game, large)
    if large:
        yield from _of_entries(each, game)


def _of_entries(each: ComponentSet, game: Game) -> Iterator[DataEdit]:
    """Entries that were repeated over terms left out as a whole."""
    entries = Counter(piece.span for piece in each.pieces)
    for span, pieces in entries.items():
        if pieces > 1:
            left = tuple(replace(one, copies=0) if one.span == span else one for one in each.pieces)
            yield DataEdit(
                "copies",
                f"{each.id} copies",
                f"{each.id} copies",
                f"{times(pieces, 'piece')} → 0",
                span,
                _with_pieces(game, each, left),
                each.id,
            )


def _of_piece(piece: Piece, index: int, each: ComponentSet, game: Game, large: bool) -> Iterator[DataEdit]:
    def made(new: Piece) -> Callable[[], Game]:
        return _with_pieces(game, each, (*each.pieces[:index], new, *each.pieces[index + 1 :]))

    def place(name: str) -> Span:
        origin = piece.origins.get(name)
        return piece.span if origin is None else origin.span

    for copies in (0, _ALL_COPIES) if large else (piece.copies + 1, piece.copies - 1):
        if copies >= 0 and copies != piece.copies:
            yield DataEdit(
                "copies",
                f"{piece.key} copies",
                f"{each.id} copies",
                f"{piece.copies} → {copies}",
                place("copies"),
                made(replace(piece, copies=copies)),
                each.id,
                stated=True,
            )
    if not piece.copies:
        return
    for name, value in piece.fields.items():
        for path, old, new, edited in changed_values(value, each.fields.get(name), game, large=large):
            yield DataEdit(
                kind="text" if isinstance(old, Text) else "number" if is_number(old) else "value",
                name=f"{piece.key} {name}{path}",
                group=f"{each.id} {name}",
                change=f"{show(old)} → {show(new)}",
                span=place(name),
                game=made(replace(piece, fields={**piece.fields, name: edited})),
                set_id=each.id,
                field=name,
            )


def _with_pieces(game: Game, each: ComponentSet, pieces: tuple[Piece, ...]) -> Callable[[], Game]:
    def made() -> Game:
        edited = replace(each, pieces=pieces)
        return replace(game, sets=tuple(edited if one is each else one for one in game.sets))

    return made


def is_number(value: Any) -> bool:
    """Whether it is a number; flags are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def changed_values(
    value: Any, declared: FieldDeclaration | None = None, game: Game | None = None, *, large: bool = False
) -> Iterator[tuple[str, Any, Any, Any]]:
    """Each value in it changed by itself: its place (``.x``, ``[0]``), old, new, and all with the new one.

    Numbers rise by one, flags turn over, texts get a letter more, terms become the next of their vocabulary,
    and of lists the last member goes, too. Large changes also take away what is optional.

    Args:
        value: Of a fact, of a term's data, or of a field.
        declared: The field, if it is one.
        game: Knows its vocabularies.
        large: As in ``edits``.
    """
    if isinstance(value, Mapping):
        for key, member in value.items():
            shown = f".{key}" if isinstance(key, str) and key.isidentifier() else f"[{key!r}]"
            for path, old, new, edited in changed_values(member, declared, game, large=large):
                yield shown + path, old, new, {**value, key: edited}
    elif type(value) is tuple:
        for index, member in enumerate(value):
            for path, old, new, edited in changed_values(member, declared, game, large=large):
                yield f"[{index}]{path}", old, new, (*value[:index], edited, *value[index + 1 :])
        if value:
            shorter = () if large else value[:-1]
            yield "", value, shorter, shorter
    else:
        for new in _changed(value, declared, game, large):
            yield "", value, new, new


def _changed(value: Any, declared: FieldDeclaration | None, game: Game | None, large: bool) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (0, value + _MANY) if large else (value + 1,)
    elif isinstance(value, FieldValue):
        yield from value.changed(large=large)
    elif isinstance(value, Text):
        yield replace(value, source=f"{value.source}x")
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, Term) and game is not None:
        terms = list(game.vocabularies[value.vocabulary].terms.values())
        following = terms[terms.index(value) + 1 :] + terms[: terms.index(value)]
        yield from following if large else following[:1]
    if large and declared is not None and declared.optional and value is not None:
        yield None
