"""Pieces that look the same on paper, and layouts that look the same in low ink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pnp.build.edition import Edition, compose_piece
from pnp.checks.asset import piles
from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import ColourStop, Face, FaceHashes, Fill, Gradient, Group, Item, Picture, with_items
from pnp.draw.parts import PlacedLeaf, common, leaf_box, leaves
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.layout import Composer
from pnp.model import ComponentSet, Piece, Text, Value
from pnp.preflight.contrast import inked

SideHashes: TypeAlias = tuple[str, str]
"""Hashes of a piece's front and back; empty without such a face."""

_UNSEEN = ("name", "art")  # a name need not be printed, and two names for one picture are two files


def duplicate_faults(
    edition: Edition, component_set: ComponentSet, faces: Sequence[PieceFaces]
) -> Iterator[Diagnostic]:
    """Pieces of a set that look the same (L340, L341), unsaved ink (L342), unlike backs (K120)."""
    looks = side_hashes(faces, edition.hashes)
    yield from unlike_backs(component_set, looks)
    if edition.ink == "low":
        yield from duplicates_in_low_ink(component_set, looks, lambda: edition.in_ink("full"))
        yield from unsaved(component_set, looks, edition)
    else:
        yield from duplicates(component_set, looks)


def unlike_backs(component_set: ComponentSet, looks: Mapping[str, SideHashes]) -> Iterator[Diagnostic]:
    """Piles of a shuffled set whose pieces have one layout for the back, which draws them differently (K120).

    Args:
        component_set: The set.
        looks: Hashes of its printed pieces by their keys.
    """
    if component_set.shuffled is None:
        return
    for pieces in piles(component_set).values():
        drawn = [piece for piece in pieces if piece.back and piece.key in looks]
        backs = {looks[piece.key][1]: piece for piece in reversed(drawn)}
        if len(backs) > 1 and len({piece.back for piece in drawn}) == 1:
            first, other, *_ = backs.values()
            message = f"'{component_set.id}' is shuffled, and the backs of '{first.key}' and '{other.key}' look different"
            cures = [
                f"draw nothing of the piece in layout '{first.back}'",
                "if they are several piles, write 'shuffled: …' with their field",
            ]
            places = [(each.span, each.key) for each in (first, other)]
            yield error(
                "K120", message, component_set.shuffled_span or component_set.span, cures, related=places
            )


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
_MORE_INK = 0.05
"""Share of a face that low ink must take more of than full ink to be reported."""
_PALE = 0.2
"""Largest share of three full inks at which a background counts as pale."""


def unsaved(
    component_set: ComponentSet, looks: Mapping[str, SideHashes], edition: Edition
) -> Iterator[Diagnostic]:
    """Layouts of a set whose background is the same in low ink, or that take more ink than in full colour.

    Args:
        component_set: The set.
        looks: Hashes of its printed pieces in low ink by their keys.
        edition: In low ink.

    Diagnostics: L342.
    """
    hashes = FaceHashes()
    composers: list[Composer] = []
    for side, layouts in enumerate(_layouts(component_set, looks)):
        for layout, pieces in layouts.items():
            composers = composers or [edition.in_ink("full"), edition.in_ink("low")]
            full = [_side(composers[0], piece, side) for piece in pieces]
            shares = []
            if all(
                face is not None and _same(face, side, looks[piece.key], hashes)
                for face, piece in zip(full, pieces, strict=True)
            ):
                words = "draws the same" if all(face and _has_ground(face) for face in full) else ""
            else:
                low = [_side(composers[1], piece, side) for piece in pieces]
                shares = [(inked(a), inked(b)) for a, b in zip(full, low, strict=True) if a and b]
                more = bool(shares) and all(b > a + _MORE_INK for a, b in shares)
                words = f"inks {shares[0][1]:.0%} instead of {shares[0][0]:.0%}" if more else ""
            if words:
                message = f"low ink saves nothing on '{pieces[0].key}': layout '{layout}' {words}"
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


def _side(composer: Composer, piece: Piece, side: int) -> Face | None:
    """A side of a piece with its items; None if it has none or a fault."""
    faces = compose_piece(composer, piece).faces
    face = None if faces is None else faces.back if side else faces.front
    return None if face is None else with_items(face)


def _same(face: Face, side: int, low: SideHashes, hashes: FaceHashes) -> bool:
    """Whether a side looks the same in low ink."""
    return hashes.of(face) == low[side]


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
