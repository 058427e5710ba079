"""Facts and claims: the numbers and statements of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pnp.model.text import Text
from pnp.source import Origin, Span


@dataclass(frozen=True, slots=True)
class Source:
    """A document that facts and claims are taken from."""

    id: str
    title: str
    date: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that the rulebook states.

    Attributes:
        id: As it is named in expressions: ``facts.hand``.
        value: A number, text, flag, list, or a mapping (whole-number keys allowed, such as players to
            target).
        source: Id of the document and section, such as ``r 3.2``; empty when assumed.
        assumed: Whether the rulebook is silent and the value is the designer's own.
        span: Where the fact is written.
        note: Why, in a few words.
        ruling: How the designer reads the rulebook where it is unclear; empty where it is clear.
        stated: What the source states, where the game writes it beside the value; the two differ where the
            designer changed the rule.
        stated_span: Where ``stated`` is written; None without it.
    """

    id: str
    value: Any
    source: str
    assumed: bool
    span: Span
    note: str = ""
    ruling: str = ""
    stated: Any = None
    stated_span: Span | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the rulebook about pieces and facts.

    Attributes:
        id: For life, such as ``D2-25``.
        says: The statement in the designer's words, in the game's language.
        source: Id of the document and section.
        severity: What a false claim is.
        data: Expression over the components.
        relation: How the two sides compare: ``==``, ``!=``, ``<``, ``<=``, ``>``, ``>=`` or ``in``.
        rulebook: Expression over the facts.
        data_origin: Where ``data`` is written.
        rulebook_origin: Where ``rulebook`` is written.
        pieces: Expression that lists the pieces to name when the claim fails; empty for those that ``data``
            visits.
        pieces_origin: Where ``pieces`` is written.
        assumed: Whether the rulebook side is the designer's own number.
        span: Where the claim is written.
        ruling: How the designer reads the rulebook where it is unclear; empty where it is clear.
    """

    id: str
    says: Text
    source: str
    severity: Literal["error", "warning"]
    data: str
    relation: str
    rulebook: str
    data_origin: Origin
    rulebook_origin: Origin
    span: Span
    pieces: str = ""
    pieces_origin: Origin | None = None
    assumed: bool = False
    ruling: str = ""
