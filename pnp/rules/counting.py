"""Helpers that count pieces by their fields."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.model import FieldValue, Piece
from pnp.rules.fault import UnplacedFault
from pnp.rules.run import Run
from pnp.rules.sequence import members
from pnp.rules.value import OrderedSet, describe, plain

_ABSENT = object()


def pieces_of(run: Run, group: Any) -> list[Piece]:
    """The pieces of a group, each remembered as counted.

    Raises:
        UnplacedFault: Something in it is no piece (X120).
    """
    if isinstance(group, Piece):
        return [group]
    listed = members(run, group)
    for member in listed:
        if not isinstance(member, Piece):
            raise UnplacedFault(
                "X120", f"{describe(member)} is no piece", "len(…) counts members of any kind"
            )
    return listed


def printed(run: Run, pieces: Any) -> int:
    """How many are printed."""
    found = pieces_of(run, pieces)
    run.visits.count(found)
    return sum(piece.copies for piece in found)


def matching(run: Run, pieces: Any, **fields: Any) -> int:
    """How many printed copies have the values."""
    found = pieces_of(run, pieces)
    for piece in found:
        run.visits.see(piece)
    hits = [piece for piece in found if _fits(run, piece, fields)]
    _check_fields(found, fields)
    run.visits.count(hits)
    return sum(piece.copies for piece in hits)


def all_match(run: Run, pieces: Any, **fields: Any) -> bool:
    """Whether all pieces have the values; pieces that are not printed don't matter."""
    found = [piece for piece in pieces_of(run, pieces) if piece.copies]
    for piece in found:
        run.visits.see(piece)
    _check_fields(found, fields)
    misses = [piece for piece in found if not _fits(run, piece, fields)]
    run.visits.blame(misses)
    return not misses


def distinct(run: Run, pieces: Any, field: Any) -> OrderedSet:
    """The different values of a field."""
    return OrderedSet(copies_by(run, pieces, field))


def copies_by(run: Run, pieces: Any, field: Any) -> dict[Any, int]:
    """Printed copies by the value of a field, in the order of the pieces; those without copies left out."""
    if not isinstance(field, str):
        raise UnplacedFault(
            "X120",
            f"the field is named in quotes, not by {describe(field)}",
            "write its name, such as 'cost'",
        )
    found = pieces_of(run, pieces)
    _check_fields(found, {field: None})
    copies: dict[Any, int] = {}
    for piece in found:
        value = _value(piece, field)
        if value is _ABSENT or value is None or not piece.copies:
            continue
        run.visits.count([piece])
        several = isinstance(value, tuple) and not isinstance(value, FieldValue)
        for part in value if several else (value,):
            key = plain(part, run.budget)
            copies[key] = copies.get(key, 0) + piece.copies
    return copies


def _value(piece: Piece, field: str) -> Any:
    try:
        return piece.member(field)
    except KeyError:
        return _ABSENT


def _fits(run: Run, piece: Piece, fields: Mapping[str, Any]) -> bool:
    for field, wanted in fields.items():
        run.budget.spend()
        own = _value(piece, field)
        value, wanted = plain(own, run.budget), plain(wanted, run.budget)
        if isinstance(own, FieldValue):
            held = isinstance(own, Container) and wanted in own
        else:
            held = isinstance(value, tuple) and not isinstance(wanted, tuple) and wanted in value
        if value != wanted and not held:
            return False
    return True


def _check_fields(pieces: list[Piece], fields: Mapping[str, Any]) -> None:
    """Refuses a field that no piece has: it is a typo, and would silently count nothing."""
    for field in fields:
        if pieces and all(_value(piece, field) is _ABSENT for piece in pieces):
            known = {name for piece in pieces for name in piece.members()}
            raise UnplacedFault(
                "X112", f"none of these pieces has '{field}'", did_you_mean(field, known, "fields")
            )
