"""Pieces that only one theme tells apart: what saves ink must not make two pieces one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pnp.build.maker import ComposedPiece, compose_piece
from pnp.diagnostics import Diagnostic, error
from pnp.draw import FaceHashes
from pnp.layout import Composer
from pnp.model import ComponentSet

_Look = tuple[str, str]


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
            named = ", ".join(f"'{key}'" for key in others[:3])
            more = f" and {len(others) - 3} more" if len(others) > 3 else ""
            message = f"'{first}' looks the same as {named}{more} in low ink"
            cure = 'draw what tells them apart without ink="full", or something for ink="low"'
            yield error("L340", message, pieces[first].span, cure, piece=first)


def _look(piece: ComposedPiece, hashes: FaceHashes) -> _Look:
    """Both sides as they are drawn; the name that a face carries does not show."""
    if piece.faces is None:
        return "", ""
    sides = (piece.faces.front, piece.faces.back)
    front, back = ("" if face is None else hashes.of(replace(face, label="")) for face in sides)
    return front, back
