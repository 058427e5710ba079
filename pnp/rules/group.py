"""Helpers of expressions over lists, sets, mappings and pieces; each member costs a step of the run."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import reduce
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.model import FieldValue, Piece, Text
from pnp.rules.limits import MOST_ITEMS
from pnp.rules.operator import is_number, own_result
from pnp.rules.run import Run, UnplacedFault
from pnp.rules.value import OrderedSet, describe, items_of, plain


def members(run: Run, group: Any) -> list[Any]:
    """The members of a group as a list; pays a step for each.

    Raises:
        UnplacedFault: It is no group (X120) or too big (X130).
    """
    found = items_of(group)
    listed: list[Any] = []
    for member in found:
        if len(listed) >= MOST_ITEMS:
            raise UnplacedFault("X130", f"more than {MOST_ITEMS:,} members", "take fewer")
        run.budget.spend()
        listed.append(member)
    return listed


def length(run: Run, group: Any) -> int:
    """How many members, or characters of a text."""
    return (
        len(group.source if isinstance(group, Text) else group)
        if isinstance(group, str | Text)
        else len(members(run, group))
    )


def total(run: Run, group: Any, start: Any = 0) -> Any:
    """The sum of the members, and of ``start`` unless it is 0 and the first member has a unit."""
    listed = [start, *members(run, group)]
    for member in listed:
        if not is_number(member) and not isinstance(member, FieldValue):
            raise _not_summed(member)
    if start == 0 and len(listed) > 1 and isinstance(listed[1], FieldValue):
        del listed[0]  # a plain 0 does not go with a unit
    return reduce(_plus, listed)


def _plus(sum_so_far: Any, member: Any) -> Any:
    odd = member if isinstance(member, FieldValue) else sum_so_far
    return own_result(lambda: sum_so_far + member, lambda: _not_summed(odd))


def _not_summed(member: Any) -> UnplacedFault:
    return UnplacedFault(
        "X120", f"{describe(member)} cannot be summed", "sum takes numbers; n(…) counts pieces"
    )


def _sortable(run: Run, listed: list[Any]) -> list[Any]:
    """The members as they are compared, once it is known that all are numbers, all texts, or all lists."""
    flat = [plain(member, run.budget) for member in listed]
    kinds = {"number" if is_number(m) else type(m).__name__ for m in flat}
    if len(kinds) > 1 or (kinds and not isinstance(flat[0], _ORDERED)):
        odd = next(m for m in flat if not isinstance(m, _ORDERED) or type(m) is not type(flat[0]))
        raise _no_order(flat[0], odd)
    return flat


_ORDERED = (int, float, str, tuple, FieldValue)


def _no_order(first: Any, odd: Any) -> UnplacedFault:
    return UnplacedFault(
        "X120",
        f"members have no common order: {describe(first)} and {describe(odd)}",
        "order by one number or one text of each",
    )


def _extreme(run: Run, given: tuple[Any, ...], named: Mapping[str, Any], sign: int) -> Any:
    listed = members(run, given[0]) if len(given) == 1 else list(given)
    if not listed:
        if "default" in named:
            return named["default"]
        raise UnplacedFault(
            "X120", "the list is empty, so it has no least and no greatest member", "add default=0"
        )
    flat = _sortable(run, listed)
    choose, places = min if sign < 0 else max, range(len(flat))
    return listed[own_result(lambda: choose(places, key=flat.__getitem__), lambda: _no_order(*flat[:2]))]


def least(run: Run, *given: Any, **named: Any) -> Any:
    """The least member."""
    _check_only_default(named)
    return _extreme(run, given, named, -1)


def greatest(run: Run, *given: Any, **named: Any) -> Any:
    """The greatest member."""
    _check_only_default(named)
    return _extreme(run, given, named, 1)


def _check_only_default(named: Mapping[str, Any]) -> None:
    for name in named:
        if name != "default":
            raise UnplacedFault("X120", f"there is no argument '{name}' here", "only default=… is known")


def in_order(run: Run, group: Any, reverse: Any = False) -> list[Any]:
    """The members in rising order; equal ones stay as they came."""
    listed = members(run, group)
    flat = _sortable(run, listed)
    order = own_result(
        lambda: sorted(range(len(flat)), key=flat.__getitem__, reverse=bool(reverse)),
        lambda: _no_order(*flat[:2]),
    )
    return [listed[index] for index in order]


def largest(run: Run, group: Any, n: Any) -> list[Any]:
    """The ``n`` greatest members, greatest first."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise UnplacedFault(
            "X120", f"how many must be a whole number, not {describe(n)}", "write one, such as 2"
        )
    return in_order(run, group, True)[:n]


def as_set(run: Run, group: Any = ()) -> OrderedSet:
    """Each different member once, in the order of the first."""
    return OrderedSet(plain(member, run.budget) for member in members(run, group))


def as_list(run: Run, group: Any = ()) -> list[Any]:
    """The members as a list."""
    return members(run, group)


def some(run: Run, group: Any) -> bool:
    """Whether a member holds."""
    return any(members(run, group))


def every_one(run: Run, group: Any) -> bool:
    """Whether all members hold."""
    return all(members(run, group))


def numbers(_: Run, *bounds: Any) -> range:
    """Whole numbers."""
    if not 1 <= len(bounds) <= 3:
        raise UnplacedFault("X120", "range takes one to three whole numbers", "write range(3) or range(1, 4)")
    for bound in bounds:
        if isinstance(bound, bool) or not isinstance(bound, int) or abs(bound) > 10**9:
            raise UnplacedFault(
                "X120", f"range takes whole numbers, not {describe(bound)}", "write range(3) or range(1, 4)"
            )
    if len(bounds) == 3 and bounds[2] == 0:
        raise UnplacedFault("X120", "the step of range cannot be 0", "write 1, or leave it out")
    found = range(*bounds)
    if len(found) > MOST_ITEMS:
        raise UnplacedFault("X130", f"more than {MOST_ITEMS:,} members", "take fewer")
    return found


def side_by_side(run: Run, *groups: Any) -> list[list[Any]]:
    """Members of equal place, as groups."""
    return [list(row) for row in zip(*(members(run, group) for group in groups), strict=False)]


def counted(run: Run, group: Any, start: Any = 0) -> list[list[Any]]:
    """Pairs of number and member."""
    if isinstance(start, bool) or not isinstance(start, int):
        raise UnplacedFault(
            "X120",
            f"counting starts at a whole number, not {describe(start)}",
            "write start=1, or leave it out",
        )
    return [[index, member] for index, member in enumerate(members(run, group), start)]


def _mapping(value: Any) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise UnplacedFault("X120", f"{describe(value)} is no mapping", "write one in braces: {'a': 1}")
    return value


def keys(run: Run, mapping: Any) -> list[Any]:
    """The keys."""
    return members(run, _mapping(mapping))


def values(run: Run, mapping: Any) -> list[Any]:
    """The values."""
    run.budget.spend(len(_mapping(mapping)))
    return list(mapping.values())


def pairs(run: Run, mapping: Any) -> list[list[Any]]:
    """Pairs of key and value."""
    run.budget.spend(len(_mapping(mapping)))
    return [[key, value] for key, value in mapping.items()]


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
