"""Pieces that nothing tells apart on paper, or only one theme does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pnp.build.maker import compose_piece
from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import FaceHashes
from pnp.impose import PieceFaces
from pnp.layout import Composer
from pnp.model import ComponentSet, Piece, Text, Value

Look: TypeAlias = tuple[str, str]
"""Hashes of a piece's front and back; empty where there is no such face."""

_UNSEEN = ("name", "art")  # a name need not be printed, and two names for one picture are two files


def looks_of(faces: Iterable[PieceFaces], hashes: FaceHashes) -> dict[str, Look]:
    """How pieces look, by their keys: as their faces are drawn, whatever name a face carries."""
    of = hashes.of
    return {each.key: (of(each.front), of(each.back) if each.back is not None else "") for each in faces}


def alike(component_set: ComponentSet, looks: Mapping[str, Look]) -> Iterator[Diagnostic]:
    """Pieces of a set that look the same although a field tells them apart: the layout does not draw it.

    Args:
        component_set: The set.
        looks: Of its printed pieces by their keys.

    Diagnostics: L341.
    """
    for first, *others in twins(component_set, looks):
        differing = {other.key: _differing(first, other) for other in others}
        names = dict.fromkeys(name for found in differing.values() for name in found)
        different = [other for other in others if differing[other.key]]
        if different:
            shown = " and ".join(f"'{name}'" for name in names)
            message = f"'{first.key}' looks the same as {_named(different)} and differs in {shown}"
            cure = f"draw {shown} in the layout, or make them one piece with more copies"
            yield warning("L341", message, first.span, cure, piece=first.key)


def twins(component_set: ComponentSet, looks: Mapping[str, Look]) -> list[list[Piece]]:
    """The printed pieces of a set that look the same, two or more in each group, in the order of printing."""
    groups: dict[Look, list[Piece]] = {}
    if len(set(looks.values())) < len(looks):
        for piece in component_set.pieces:
            if piece.key in looks:
                groups.setdefault(looks[piece.key], []).append(piece)
    return [group for group in groups.values() if len(group) > 1]


def _differing(one: Piece, other: Piece) -> list[str]:
    return [
        name
        for name, value in one.fields.items()
        if name not in _UNSEEN and _plain(value) != _plain(other.fields.get(name))
    ]


def _plain(value: Value) -> Value:
    """The value without the place that a text stands at."""
    return value.source if isinstance(value, Text) else value


def _named(pieces: Sequence[Piece]) -> str:
    more = f" and {len(pieces) - 3} more" if len(pieces) > 3 else ""
    return ", ".join(f"'{piece.key}'" for piece in pieces[:3]) + more


def alike_in_low_ink(
    component_set: ComponentSet, looks: Mapping[str, Look], full: Callable[[], Composer]
) -> Iterator[Diagnostic]:
    """Pieces of a set that look the same in the low-ink theme and do not in the full one.

    Args:
        component_set: The set.
        looks: Of its printed pieces in low ink by their keys.
        full: Gives a composer of the full theme; asked only where two pieces look the same.

    Diagnostics: L340.
    """
    hashes = FaceHashes()
    composer: Composer | None = None
    for group in twins(component_set, looks):
        composer = composer or full()
        told_apart: dict[Look | None, Piece] = {}
        for piece in group:
            faces = compose_piece(composer, piece).faces
            told_apart.setdefault(looks_of([faces], hashes)[piece.key] if faces else None, piece)
        first, *others = told_apart.values()
        if others:
            message = f"'{first.key}' looks the same as {_named(others)} in low ink"
            cure = 'draw what tells them apart without ink="full", or something for ink="low"'
            yield error("L340", message, first.span, cure, piece=first.key)
