"""Spots: separations of one name that are written with different looks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.colour import Colour, ColourError, PressColour
from pnp.diagnostics import Diagnostic, warning
from pnp.layout_source import parsed_layout
from pnp.source import Span

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
