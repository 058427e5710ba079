"""Labels that are derived from names of fields, and so are the same in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pnp.diagnostics import Diagnostic, warning
from pnp.layout.labelled import Labelling
from pnp.model import BUILT_IN_FIELDS, ComponentSet, FieldDeclaration, Game, LayoutSource

_WORD = re.compile(r"[^\W\d_]{3,}")
_PLACES = 5
_BUILT_IN = frozenset(field.name for field in BUILT_IN_FIELDS)


def check_labels(game: Game, shipped: Mapping[str, LayoutSource]) -> Iterator[Diagnostic]:
    """Fields without a label whose names layouts print, in a game of several languages (K506).

    Short names are let alone: signs such as ``HP`` are mostly the same everywhere.

    Args:
        game: As it was loaded.
        shipped: Layouts that ship with pnp, by name.
    """
    if len(game.languages) < 2:
        return
    labelling = Labelling({**shipped, **game.layouts})
    for component_set in game.sets:
        unnamed = [field for name, field in component_set.fields.items() if name not in component_set.labels]
        printed = _printed(component_set, unnamed, labelling)
        found = [field for field in printed if _WORD.search(component_set.label(field.name).source)]
        if found:
            yield _told(component_set, found, game.language)


def _printed(
    component_set: ComponentSet, fields: list[FieldDeclaration], labelling: Labelling
) -> list[FieldDeclaration]:
    """Those of the fields whose labels the layouts of the set's pieces print."""
    printed = [piece for piece in component_set.pieces if piece.copies]
    names = {piece.layout for piece in printed} | {piece.back for piece in printed if piece.back is not None}
    asked = [labelling.of(name) for name in sorted(names)]
    return [
        field
        for field in fields
        if any(
            field.name in each.names or (field.kind in each.kinds and field.name not in _BUILT_IN)
            for each in asked
        )
    ]


def _told(component_set: ComponentSet, fields: list[FieldDeclaration], language: str) -> Diagnostic:
    first, *others = fields
    words = component_set.label(first.name).source
    which = "the field" if words == first.name else f"the field '{first.name}'"
    message = f"'{words}' is printed so in every language: {which} has no label"
    if others:
        message += f" (and {len(others)} more)"
    names = ", ".join(f"{field.name}: …" for field in fields[:_PLACES])
    cures = [
        f"write what it is called in '{language}', beside 'fields': labels: {{{names}}}",
        f"or let nothing be printed: labels: {{{first.name}: null}}",
    ]
    places = [(field.span or component_set.span, field.name) for field in others[: _PLACES - 1]]
    return warning("K506", message, first.span or component_set.span, cures, related=places)
