"""Pieces that nothing tells apart on paper, or only one theme does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.build.maker import ComposedPiece, compose_piece
from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import FaceHashes
from pnp.layout import Composer
from pnp.model import ComponentSet, Piece, Text, Value

_Look = tuple[str, str]
"""Hashes of a piece's front and back; empty where there is no such face."""

_UNSEEN = ("name", "art")  # a name need not be printed, and two names for one picture are two files


def alike(component_set: ComponentSet, looks: Mapping[str, _Look]) -> Iterator[Diagnostic]:
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


def twins(component_set: ComponentSet, looks: Mapping[str, _Look]) -> list[list[Piece]]:
    """The printed pieces of a set that look the same, two or more in each group, in the order of printing."""
    groups: dict[_Look, list[Piece]] = {}
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
    component_set: ComponentSet, composed: Sequence[ComposedPiece], full: Callable[[], Composer]
) -> Iterator[Diagnostic]:
    """Pieces of a set that look the same in the low-ink theme and do not in the full one.

    Args:
        component_set: The set.
        composed: Its printed pieces in low ink.
        full: Gives a composer of the full theme; asked only where two pieces look the same.

    Diagnostics: L340.
    """
    hashes = FaceHashes()
    groups: dict[_Look, list[str]] = {}
    for piece in composed:
        if piece.faces is not None:
            groups.setdefault(_look(piece, hashes), []).append(piece.faces.key)
    pieces = {piece.key: piece for piece in component_set.pieces}
    composer: Composer | None = None
    for group in groups.values():
        if len(group) == 1:
            continue
        composer = composer or full()
        looks: dict[_Look, str] = {}
        for key in group:
            looks.setdefault(_look(compose_piece(composer, pieces[key]), hashes), key)
        first, *others = looks.values()
        if others:
            named = _named([pieces[key] for key in others])
            message = f"'{first}' looks the same as {named} in low ink"
            cure = 'draw what tells them apart without ink="full", or something for ink="low"'
            yield error("L340", message, pieces[first].span, cure, piece=first)


def _look(piece: ComposedPiece, hashes: FaceHashes) -> _Look:
    """Both sides as they are drawn; the name that a face carries does not show."""
    if piece.faces is None:
        return "", ""
    sides = (piece.faces.front, piece.faces.back)
    front, back = ("" if face is None else hashes.of(replace(face, label="")) for face in sides)
    return front, back
