"""Tuck boxes for the decks of a game, as a part of its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pnp.build.document import Part
from pnp.diagnostics import Diagnostic, warning
from pnp.draw import AnyFace, Face, FaceHashes, OutlineEntry, with_items
from pnp.i18n import label
from pnp.impose import Footer, PieceFaces, PrintProfile
from pnp.impose.box_page import Net, box_pages, has_room
from pnp.impose.fit import other_papers
from pnp.impose.tuck_box import TuckBox
from pnp.model import ComponentSet, Game
from pnp.rules import fill, game_scope
from pnp.text import TextContext
from pnp.units import Length

_SHOWN = 4
"""Faces on the front of a box at most; a deck with more backs than that has none, but cards with two sides."""


def box_part(
    game: Game,
    sets: Sequence[ComponentSet],
    faces: Mapping[str, Sequence[PieceFaces]],
    thickness: Length,
    profile: PrintProfile,
    context: TextContext,
) -> tuple[Part | None, list[Diagnostic]]:
    """The nets of boxes for all sets of cards; the part is None when there is none.

    Args:
        game: In the language.
        sets: In the language; those that are not cards are left out.
        faces: Of each set by its id.
        thickness: Of one card.
        profile: Paper and margins.
        context: Of the language.

    Diagnostics: S116 (a net is larger than the paper; its box is left out).
    """
    scope = game_scope(game, context.language)
    hashes = FaceHashes()
    decks: list[ComponentSet] = []
    nets: list[Net] = []
    for each in sets:
        pieces = [piece for piece in faces.get(each.id, ()) if piece.copies]
        if each.kind == "card" and pieces:
            count = sum(piece.copies for piece in pieces)
            shown = cover(pieces, hashes)
            name = fill(each.name, scope, context.language).text
            box = TuckBox.of(shown[0], count, thickness)
            nets.append(Net(box, shown, name, label("pieces", context.language, n=count)))
            decks.append(each)
    title = label("boxes", context.language)
    footer = Footer(fill(game.name, scope, context.language).text, title, context.language, game.version)
    pages, places = box_pages(nets, footer, profile, context)
    outline = [OutlineEntry(title, 0, 0)]
    found: list[Diagnostic] = []
    for each, net, page in zip(decks, nets, places, strict=True):
        if page is not None:
            outline.append(OutlineEntry(net.name, 1, page))
            continue
        width, height = net.box.size
        message = (
            f"box for '{each.id}' needs {width:.1f} × {height:.1f} mm, more than {profile.paper.name} has"
        )
        papers = other_papers(profile, partial(has_room, net))
        cures = (*papers, "take thinner cards", "divide the deck")
        found.append(warning("S116", message, each.span, cures))
    return (Part("boxes.pdf", title, pages, tuple(outline)) if pages else None), found


def cover(pieces: Sequence[PieceFaces], hashes: FaceHashes) -> tuple[Face, ...]:
    """What the front of a box shows of its deck: the back that all cards have, or up to four different ones.

    Fronts stand for backs where there are none, and where so many differ that they are second sides of the cards.
    """
    backs = _different([piece.back for piece in pieces if piece.back is not None], hashes)
    if 0 < len(backs) <= _SHOWN:
        return backs
    return _different([piece.front for piece in pieces], hashes)[:_SHOWN]


def _different(faces: Sequence[AnyFace], hashes: FaceHashes) -> tuple[Face, ...]:
    """The faces that differ, of the size of the first one, in order."""
    found: dict[str, Face] = {}
    for face in faces:
        if face.outline == faces[0].outline:
            found.setdefault(hashes.of(face), with_items(face))
    return tuple(found.values())
