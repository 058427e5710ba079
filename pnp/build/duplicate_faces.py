"""Pieces that look the same on paper, and layouts that look the same in low ink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pnp.build.edition import Edition, compose_piece
from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import ColourStop, Face, FaceHashes, Fill, Gradient, Group, Item, Picture, with_items
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.layout import Composer
from pnp.model import ComponentSet, Piece, Text, Value
from pnp.preflight.faces import PlacedLeaf, common, leaf_box, leaves

SideHashes: TypeAlias = tuple[str, str]
"""Hashes of a piece's front and back; empty without such a face."""

_UNSEEN = ("name", "art")  # a name need not be printed, and two names for one picture are two files


def duplicate_faults(
    edition: Edition, component_set: ComponentSet, faces: Sequence[PieceFaces]
) -> Iterator[Diagnostic]:
    """Pieces of a set that look the same (L340, L341), and layouts that save no ink (L342)."""
    looks = side_hashes(faces, edition.hashes)
    if edition.ink == "low":
        yield from duplicates_in_low_ink(component_set, looks, edition.full_ink)
        yield from unsaved(component_set, looks, edition.full_ink)
    else:
        yield from duplicates(component_set, looks)


def side_hashes(faces: Iterable[PieceFaces], hashes: FaceHashes) -> dict[str, SideHashes]:
    """The hashes of the sides of pieces by their keys. Names of faces do not count."""
    of = hashes.of
    return {each.key: (of(each.front), of(each.back) if each.back is not None else "") for each in faces}


def duplicates(component_set: ComponentSet, looks: Mapping[str, SideHashes]) -> Iterator[Diagnostic]:
    """Pieces of a set that look the same although a field differs: the layout does not draw it.

    Args:
        component_set: The set.
        looks: Hashes of its printed pieces by their keys.

    Diagnostics: L341.
    """
    for first, *others in duplicate_groups(component_set, looks):
        differing = {other.key: _differing(first, other) for other in others}
        names = dict.fromkeys(name for found in differing.values() for name in found)
        different = [other for other in others if differing[other.key]]
        if different:
            shown = " and ".join(f"'{name}'" for name in names)
            message = f"'{first.key}' looks the same as {_named(different)} and differs in {shown}"
            cure = f"draw {shown} in the layout, or make them one piece with more copies"
            yield warning("L341", message, first.span, cure, piece=first.key)


def duplicate_groups(component_set: ComponentSet, looks: Mapping[str, SideHashes]) -> list[list[Piece]]:
    """The printed pieces of a set that look the same, two or more in each group, in the order of printing."""
    groups: dict[SideHashes, list[Piece]] = {}
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
    """The value; of a text, its source without its place."""
    return value.source if isinstance(value, Text) else value


def _named(pieces: Sequence[Piece]) -> str:
    more = f" and {len(pieces) - 3} more" if len(pieces) > 3 else ""
    return ", ".join(f"'{piece.key}'" for piece in pieces[:3]) + more


def duplicates_in_low_ink(
    component_set: ComponentSet, looks: Mapping[str, SideHashes], full: Callable[[], Composer]
) -> Iterator[Diagnostic]:
    """Pieces of a set that look the same in the low-ink theme and do not in the full one.

    Args:
        component_set: The set.
        looks: Hashes of its printed pieces in low ink by their keys.
        full: Returns a composer of the full theme; called only if two pieces look the same.

    Diagnostics: L340.
    """
    hashes = FaceHashes()
    composer: Composer | None = None
    for group in duplicate_groups(component_set, looks):
        composer = composer or full()
        different: dict[SideHashes | None, Piece] = {}
        for piece in group:
            faces = compose_piece(composer, piece).faces
            different.setdefault(side_hashes([faces], hashes)[piece.key] if faces else None, piece)
        first, *others = different.values()
        if others:
            message = f"'{first.key}' looks the same as {_named(others)} in low ink"
            cure = 'draw what distinguishes them without ink="full", or something for ink="low"'
            yield error("L340", message, first.span, cure, piece=first.key)


_SAMPLES = 3
"""Pieces of a layout that are compared, because one may lack what the others leave out."""
_GROUND = 0.5
"""Smallest share of a face that makes a colour or a picture a background, which takes most of the ink."""
_PALE = 0.2
"""Largest share of three full inks at which a background counts as pale."""


def unsaved(
    component_set: ComponentSet, looks: Mapping[str, SideHashes], full: Callable[[], Composer]
) -> Iterator[Diagnostic]:
    """Layouts of a set with a background of colour or a picture that is the same in low ink.

    Args:
        component_set: The set.
        looks: Hashes of its printed pieces in low ink by their keys.
        full: Returns a composer of the full theme.

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
    component_set: ComponentSet, looks: Mapping[str, SideHashes]
) -> tuple[dict[str, list[Piece]], dict[str, list[Piece]]]:
    """A few pieces for each layout of fronts and of backs."""
    fronts: dict[str, list[Piece]] = {}
    backs: dict[str, list[Piece]] = {}
    for piece in component_set.pieces:
        if piece.key in looks:
            for layouts, name in ((fronts, piece.layout), (backs, piece.back)):
                if name is not None and len(some := layouts.setdefault(name, [])) < _SAMPLES:
                    some.append(piece)
    return fronts, backs


def _heavy(composer: Composer, piece: Piece, side: int, low: SideHashes, hashes: FaceHashes) -> bool:
    """Whether a side of a piece is the same in both themes, and has a background."""
    faces = compose_piece(composer, piece).faces
    if faces is None or side_hashes([faces], hashes)[piece.key][side] != low[side]:
        return False
    face = faces.back if side else faces.front
    return face is not None and _has_ground(with_items(face))


def _has_ground(face: Face) -> bool:
    whole = Box(0.0, 0.0, face.width, face.height)
    return any(_covers(seen, whole) for seen in leaves(_strong(face.items)))


def _strong(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items without groups that are nearly transparent."""
    return tuple(
        item._replace(items=_strong(item.items)) if isinstance(item, Group) else item
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
    """Whether a fill takes much ink."""
    paint = fill.paint
    stops = paint.stops if isinstance(paint, Gradient) else (ColourStop(0.0, paint),)
    return max(_ink(stop.colour) for stop in stops) > _PALE


def _ink(colour: Colour) -> float:
    """The share of cyan, magenta and yellow in a colour; 1 for all of the three."""
    bare = (255 - colour.red) + (255 - colour.green) + (255 - colour.blue)
    return bare / (3 * 255) * colour.alpha / 255
