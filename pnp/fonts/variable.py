"""Variable fonts as families: named instances become weights, italics and families of their own."""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.fonts.sfnt import Axis, Coordinates, FontFacts

WEIGHT = "wght"

_NOT_OF_THE_FAMILY = re.compile(
    r"\b(?:(?:extra|ultra|semi|demi)[ -]?)?(?:thin|hairline|light|regular|normal|book|medium|bold|black|heavy)\b"
    r"|\b(?:italic|oblique|slanted|roman|upright)\b",
    re.IGNORECASE,
)
"""Words of the names of instances that say weight and slant."""


class VariableFamily(NamedTuple):
    """The instances of a variable font that differ in weight alone.

    Attributes:
        family: As styles name it.
        italic: Whether they are slanted.
        coordinates: Of all axes; the weight is that nearest to regular.
        named: Weights of the named instances, rising.
    """

    family: str
    italic: bool
    coordinates: Coordinates
    named: tuple[int, ...]


def variable_families(facts: FontFacts) -> list[VariableFamily]:
    """The families in a variable font, that of its default first; one for each name and slant.

    Named instances with the same numbers on all axes but the weight are one family: that of the font if they
    are the default, else with the words that their names share, such as ``Condensed``.
    """
    default = tuple((axis.tag, axis.default) for axis in facts.axes)
    groups: dict[Coordinates, list[tuple[str, Coordinates]]] = {_apart_from_weight(default): []}
    for name, coordinates in facts.instances:
        inside = pinned(facts.axes, coordinates)
        groups.setdefault(_apart_from_weight(inside), []).append((name, inside))
    found: dict[tuple[str, bool], VariableFamily] = {}
    own = _apart_from_weight(default)
    for others, instances in groups.items():
        words = "" if others == own else _shared_words([name for name, _ in instances])
        family = f"{facts.family} {words}".strip()
        italic = slanted(others) or (facts.italic and not slanted(own))
        coordinates = pinned(facts.axes, (*(instances[0][1] if instances else default), (WEIGHT, 400.0)))
        named = sorted({round(dict(place)[WEIGHT]) for _, place in instances if WEIGHT in dict(place)})
        each = VariableFamily(family, italic, coordinates, tuple(named))
        found.setdefault((family, italic), each)
    return list(found.values())


def pinned(axes: tuple[Axis, ...], wanted: Coordinates) -> Coordinates:
    """A number for each axis: the last that is wanted, within the bounds of the axis, or its default."""
    given = dict(wanted)
    return tuple(
        (axis.tag, round(min(max(given.get(axis.tag, axis.default), axis.low), axis.high), 3))
        for axis in axes
    )


def slanted(coordinates: Coordinates) -> bool:
    """Whether an instance is slanted by its axes."""
    place = dict(coordinates)
    return place.get("ital", 0.0) >= 0.5 or abs(place.get("slnt", 0.0)) >= 1.0


def key_part(coordinates: Coordinates) -> str:
    """The coordinates in letters, as the key of an instance has them."""
    return ",".join(f"{tag}={value!r}" for tag, value in coordinates)


def coordinates_in(text: str) -> Coordinates:
    """The coordinates that ``key_part`` wrote.

    Raises:
        ValueError: It has written no such thing.
    """
    pairs = (part.split("=") for part in text.split(","))
    return tuple((tag, float(value)) for tag, value in pairs)


def _apart_from_weight(coordinates: Coordinates) -> Coordinates:
    return tuple(pair for pair in coordinates if pair[0] != WEIGHT)


def _shared_words(names: list[str]) -> str:
    """The words, apart from weights and slants, that all names have, in the order of the first."""
    lists = [_NOT_OF_THE_FAMILY.sub(" ", name).split() for name in names]
    return " ".join(word for word in lists[0] if all(word in other for other in lists))
