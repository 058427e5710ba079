"""Layouts that low ink saves nothing on, because they do not know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.build.alike import Look, looks_of
from pnp.build.maker import compose_piece
from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, warning
from pnp.draw import Face, FaceHashes, Fill, Gradient, Group, Item, Picture, Stop, with_items
from pnp.geometry import Box
from pnp.layout import Composer
from pnp.model import ComponentSet, Piece
from pnp.preflight.walk import PlacedLeaf, common, leaf_box, leaves

_SAMPLES = 3
"""Pieces of a layout that are looked at: one may have nothing that the others leave out."""
_GROUND = 0.5
"""Share of a face from which on colour or a picture is a ground, which takes most of the ink."""
_PALE = 0.2
"""Share of three full inks up to which a ground takes little."""


def unsaved(
    component_set: ComponentSet, looks: Mapping[str, Look], full: Callable[[], Composer]
) -> Iterator[Diagnostic]:
    """Layouts of a set with a ground of colour or a picture that is the same in low ink.

    Args:
        component_set: The set.
        looks: Of its printed pieces in low ink by their keys.
        full: Gives a composer of the full theme.

    Diagnostics: L342.
    """
    hashes = FaceHashes()
    composer: Composer | None = None
    for side, layouts in enumerate(_layouts(component_set, looks)):
        for layout, pieces in layouts.items():
            composer = composer or full()
            if all(_heavy(composer, piece, side, looks[piece.key], hashes) for piece in pieces):
                message = f"low ink saves nothing on '{pieces[0].key}': layout '{layout}' draws the same"
                cure = 'mark grounds and pictures with ink="full", outlines in their place with ink="low"'
                yield warning("L342", message, pieces[0].span, cure, piece=pieces[0].key)


def _layouts(
    component_set: ComponentSet, looks: Mapping[str, Look]
) -> tuple[dict[str, list[Piece]], dict[str, list[Piece]]]:
    """Some pieces of each layout of fronts and of backs."""
    fronts: dict[str, list[Piece]] = {}
    backs: dict[str, list[Piece]] = {}
    for piece in component_set.pieces:
        if piece.key in looks:
            for layouts, name in ((fronts, piece.layout), (backs, piece.back)):
                if name is not None and len(some := layouts.setdefault(name, [])) < _SAMPLES:
                    some.append(piece)
    return fronts, backs


def _heavy(composer: Composer, piece: Piece, side: int, low: Look, hashes: FaceHashes) -> bool:
    """Whether a side of a piece is the same in both themes, and has a ground."""
    faces = compose_piece(composer, piece).faces
    if faces is None or looks_of([faces], hashes)[piece.key][side] != low[side]:
        return False
    face = faces.back if side else faces.front
    return face is not None and _has_ground(with_items(face))


def _has_ground(face: Face) -> bool:
    whole = Box(0.0, 0.0, face.width, face.height)
    return any(_covers(seen, whole) for seen in leaves(_strong(face.items)))


def _strong(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items without groups that are nearly transparent."""
    return tuple(
        replace(item, items=_strong(item.items)) if isinstance(item, Group) else item
        for item in items
        if not isinstance(item, Group) or item.opacity > _PALE
    )


def _covers(seen: PlacedLeaf, whole: Box) -> bool:
    item = seen.item
    if not isinstance(item, Picture) and not (isinstance(item, Fill) and _inked(item)):
        return False
    visible = seen.visible(seen.place(leaf_box(item)))
    shown = visible and common(visible, whole)
    return shown is not None and shown.width * shown.height >= _GROUND * whole.width * whole.height


def _inked(fill: Fill) -> bool:
    """Whether a fill takes a good deal of ink where it is."""
    paint = fill.paint
    stops = paint.stops if isinstance(paint, Gradient) else (Stop(0.0, paint),)
    return max(_ink(stop.colour) for stop in stops) > _PALE


def _ink(colour: Colour) -> float:
    """How much of cyan, magenta and yellow a colour asks for, 1 for all of the three."""
    bare = (255 - colour.red) + (255 - colour.green) + (255 - colour.blue)
    return bare / (3 * 255) * colour.alpha / 255
