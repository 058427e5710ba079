"""Colours of terms that some players cannot distinguish, and spots that are written with different looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from pnp.checks.case import Case
from pnp.colour import Colour, ColourError, PressColour
from pnp.diagnostics import Diagnostic, warning
from pnp.layout_source import parsed_layout
from pnp.model import Term
from pnp.source import Span
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


_WRITTEN = re.compile(
    r"(?:(?:#[0-9A-Fa-f]{3,8}|black|white)\s{1,9})?(?:cmyk\([0-9.,% ]{1,40}\)\s{0,9})?spot\([^(){}\n]{1,80}\)"
)
_ATTRIBUTE = re.compile(r"""\bspot\s{0,9}=\s{0,9}["']([A-Za-z]{1,20})["']""")


def check_spots(case: Case) -> Iterator[Diagnostic]:
    """Spots that are written with different looks (S210): a file can have one look of each."""
    first: dict[str, tuple[PressColour, Span | None, str]] = {}
    noted: set[tuple[str, str]] = set()
    for colour, place, where in _written(case):
        before = first.setdefault(colour.spot, (colour, place, where))
        looks = _look(before[0]), _look(colour)
        if looks[0] != looks[1] and (colour.spot, looks[1]) not in noted:
            noted.add((colour.spot, looks[1]))
            message = f"spot '{colour.spot}' is {looks[1]} {where} and {looks[0]} {before[2]}"
            cures = [f"write '{looks[0]} spot({colour.spot})' in both places", "or give them two names"]
            related = () if before[1] is None else ((before[1], f"here it is {looks[0]}"),)
            yield warning("S210", message, place, cures, related=related)


def _look(colour: PressColour) -> str:
    """The look without the name."""
    return str(colour).partition(" spot(")[0]


def _written(case: Case) -> Iterator[tuple[PressColour, Span | None, str]]:
    """Every spot that the game writes, with its place and that in words."""
    game = case.game
    cut = game.print.values.get("cut-line", "")
    if "(" in cut:
        yield from _parsed(cut, game.print.places.get("cut-line"), "in the print options")
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            if isinstance(term.colour, PressColour) and term.colour.spot:
                yield term.colour, term.span, f"in the term '{term.id}'"
    for name, style in game.styles.items():
        if isinstance(style.colour, PressColour) and style.colour.spot:
            yield style.colour, game.span, f"in the style '{name}'"
    for source in game.layouts.values():
        if "spot" in source.text:
            layout = parsed_layout(source)
            for found in _WRITTEN.finditer(source.text):
                place = layout.span(found.start(), len(found[0]))
                yield from _parsed(found[0], place, "in the layout")
            for found in _ATTRIBUTE.finditer(source.text):
                place = layout.span(found.start(1), len(found[1]))
                yield from _parsed(f"spot({found[1]})", place, "as its name alone says")
    for printed in case.texts:
        typed = printed.text.source
        for found in _WRITTEN.finditer(typed) if "spot(" in typed else ():
            place = printed.text.origin.at(found.start(), len(found[0]))
            yield from _parsed(found[0], place, "in the text")


def _parsed(written: str, place: Span | None, where: str) -> Iterator[tuple[PressColour, Span | None, str]]:
    """The spot of a colour; faults of it are reported where it is used."""
    try:
        colour = Colour.parse(written)
    except ColourError:
        return
    if isinstance(colour, PressColour) and colour.spot:
        yield colour, place, where
