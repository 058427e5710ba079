"""A small game by value: two piles of weapon cards, tiles with rocks, tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.model import (
    BUILT_IN_FIELDS,
    Claim,
    ComponentSet,
    Fact,
    FieldDeclaration,
    Game,
    Piece,
    Sides,
    Size,
    Source,
    Term,
    Text,
    Vocabulary,
)
from pnp.rules import evaluate, fill, game_scope, parse_expression
from pnp.source import Chunk, Origin, Span
from pnp.units import mm

CARD = Size(mm(63), mm(88))


def span(file: str, line: int, column: int = 1, length: int = 1) -> Span:
    return Span(file, line, column, line, column + length)


def origin(text: str, file: str = "game.yaml", line: int = 1, column: int = 1) -> Origin:
    return Origin(span(file, line, column, len(text)), (Chunk(0, line, column),))


def text(source: str, file: str = "game.yaml", line: int = 1, column: int = 1) -> Text:
    return Text(source, origin(source, file, line, column))


def term(vocabulary: str, name: str, words: str, forms: Mapping[str, str] | None = None, **more: Any) -> Term:
    listed = {label: text(word) for label, word in (forms or {}).items()}
    return Term(vocabulary, name, text(words), span("game.yaml", 5), forms=listed, **more)


BOW = term("weapon", "bow", "luk", {"gen": "luku", "ins": "lukem"}, icon="high-shot", data={"power": 2})
SWORD = term("weapon", "sword", "meč", {"gen": "meče"}, icon="broadsword", data={"power": 3})
LURE = term("spell", "lure", "vábnička")
WEAPONS = Vocabulary("weapon", {"bow": BOW, "sword": SWORD}, span("game.yaml", 4))
SPELLS = Vocabulary("spell", {"lure": LURE}, span("game.yaml", 9))


def piece(
    set_id: str, entry: str, kind: str = "card", /, copies: int = 1, line: int = 1, **fields: Any
) -> Piece:
    file = f"{set_id}.yaml"
    origins = {key: value.origin for key, value in fields.items() if isinstance(value, Text)}
    base: dict[str, Any] = {"name": None, "text": None, "art": None}
    return Piece(
        set_id,
        entry,
        kind,
        copies,
        {**base, **fields},
        "card",
        None,
        "",
        CARD,
        span(file, line),
        origins,  # type: ignore[arg-type]
    )


def component_set(
    name: str,
    pieces: Sequence[Piece],
    kind: str = "card",
    total: int | None = None,
    fields: Mapping[str, Any] | None = None,
) -> ComponentSet:
    declared = {field.name: field for field in BUILT_IN_FIELDS}
    declared |= {key: FieldDeclaration(key, value) for key, value in (fields or {}).items()}
    file = f"{name}.yaml"
    return ComponentSet(
        name, kind, text(name, file), declared, tuple(pieces), CARD, span(file, 1), file, total
    )  # type: ignore[arg-type]


def claim(name: str, data: str, relation: str, rulebook: str, **more: Any) -> Claim:
    return Claim(
        name,
        text(f"claim {name}"),
        "r 1",
        more.pop("severity", "error"),
        data,
        relation,
        rulebook,
        origin(data, line=20, column=10),
        origin(rulebook, line=20, column=60),
        span("game.yaml", 20),
        **more,
    )


DEFAULT_SETS = (
    component_set(
        "weapons",
        [
            piece("weapons", "bow", copies=9, line=10, pile=BOW, weapon=BOW, spell=None, name=text("luk")),
            piece("weapons", "bow-lure", copies=1, line=11, pile=BOW, weapon=BOW, spell=LURE),
            piece("weapons", "sword", copies=8, line=12, pile=SWORD, weapon=SWORD, spell=None),
            piece("weapons", "bomb", copies=2, line=13, pile=SWORD, weapon=None, spell=None),
            piece("weapons", "lost", copies=0, line=14, pile=SWORD, weapon=SWORD, spell=None),
        ],
        total=20,
    ),
    component_set(
        "tiles",
        [
            piece("tiles", "plain", "tile", 6, tile="plain", rock=Sides(), weapons=(BOW, SWORD)),
            piece("tiles", "rock-n", "tile", 2, tile="plain", rock=Sides(n=True), weapons=(BOW,)),
            piece("tiles", "start", "tile", 1, tile="start", rock=Sides(), weapons=()),
        ],
        kind="tile",
    ),
)

FACTS = {"hand": 2, "target": {2: 10, 3: 8, 4: 7}, "rows": [1, 3, 5], "spells": {"lure": 5}, "big": 12345}


def game(
    sets: Sequence[ComponentSet] = DEFAULT_SETS,
    claims: Sequence[Claim] = (),
    facts: Mapping[str, Any] = FACTS,
    **more: Any,
) -> Game:
    made = {name: Fact(name, value, "r 1", False, span("game.yaml", 15)) for name, value in facts.items()}
    base: dict[str, Any] = {
        "id": "sample",
        "name": text("Ukázka"),
        "language": "cs",
        "languages": ("cs",),
        "players": (2, 3, 4),
        "sets": tuple(sets),
        "span": span("game.yaml", 1),
        "folder": "sample",
        "sources": {"r": Source("r", "Pravidla")},
        "vocabularies": {"weapon": WEAPONS, "spell": SPELLS},
        "facts": made,
        "claims": {entry.id: entry for entry in claims},
    }
    return Game(**{**base, **more})


SCOPE = {**game_scope(game()), "seeds": 20}


def value(source: str, language: str = "cs", **names: Any) -> Any:
    """The value of the expression over the sample game."""
    return evaluate(parse_expression(source), {**SCOPE, **names}, language=language)


def printed(source: str, language: str = "cs", **names: Any) -> str:
    """The filled text over the sample game, once it is known to have no fault."""
    filled = fill(text(source), {**SCOPE, **names}, language)
    assert not filled.diagnostics, filled.diagnostics
    return filled.text
