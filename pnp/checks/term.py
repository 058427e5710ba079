"""Terms with colours that some players cannot distinguish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.model import Term
from pnp.vision import VISIONS, Vision, difference, seen

TOLD_APART = 0.1
"""Oklab distance from which on two colours are meant to be different."""
CONFUSED = 0.07
"""Oklab distance below which two patches are easily confused.

The two nearest of the eight colours that Okabe and Ito chose for all eyes (https://jfly.uni-koeln.de/color/,
2008) are 0.075 apart when they are seen without one kind of cone.
"""
_SHOWN = 3
_PEOPLE = {"deutan": "green-blind", "protan": "red-blind", "tritan": "blue-blind"}


def check_colours(case: Case) -> Iterator[Diagnostic]:
    """Terms without icons whose colours look alike to some players (K320)."""
    for vocabulary in case.game.vocabularies.values():
        pairs: dict[tuple[Vision, ...], list[tuple[Term, Term]]] = {}
        for one, other in combinations(vocabulary.terms.values(), 2):
            if one.icon == other.icon and (visions := confusing(one, other)):
                pairs.setdefault(visions, []).append((one, other))
        for visions, found in pairs.items():
            first = found[0][0]
            people = " and ".join(_PEOPLE[vision] for vision in visions)
            message = f"{_listed(found)} differ by colours that {people} players cannot distinguish"
            cure = (
                "give the terms different icons, or make one colour much lighter",
                f"see it with --simulate {visions[0]}",
            )
            yield warning("K320", message, first.span, cure)


def confusing(one: Term, other: Term) -> tuple[Vision, ...]:
    """The kinds of sight that cannot distinguish the colours of two terms that are meant to differ."""
    if one.colour is None or other.colour is None:
        return ()
    if difference(one.colour, other.colour) < TOLD_APART:
        return ()  # these are not distinguished by colour
    return tuple(
        vision
        for vision in VISIONS
        if difference(seen(one.colour, vision), seen(other.colour, vision)) < CONFUSED
    )


def _listed(pairs: Sequence[tuple[Term, Term]]) -> str:
    words = [f"'{one.id}' and '{other.id}'" for one, other in pairs[:_SHOWN]]
    more = f", and {len(pairs) - _SHOWN} more pairs" if len(pairs) > _SHOWN + 1 else ""
    if len(pairs) == _SHOWN + 1:
        words.append(f"'{pairs[_SHOWN][0].id}' and '{pairs[_SHOWN][1].id}'")
    return ", ".join(words) + more
