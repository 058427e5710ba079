"""Tuck boxes for the decks of a game, as a part of its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.build.document import Part
from pnp.diagnostics import Diagnostic, warning
from pnp.draw import OutlineEntry, Page, with_items
from pnp.i18n import label
from pnp.impose import PieceFaces, PrintProfile
from pnp.impose.tuck_box import TuckBox, box_page
from pnp.model import ComponentSet, Game
from pnp.rules import fill, game_scope
from pnp.text import TextContext
from pnp.units import Length


def box_part(
    game: Game,
    sets: Sequence[ComponentSet],
    faces: Mapping[str, Sequence[PieceFaces]],
    thickness: Length,
    profile: PrintProfile,
    context: TextContext,
) -> tuple[Part | None, list[Diagnostic]]:
    """The nets of boxes for all sets of cards, one a page; the part is None when there is none.

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
    pages: list[Page] = []
    outline: list[OutlineEntry] = []
    found: list[Diagnostic] = []
    for each in sets:
        pieces = faces.get(each.id, ())
        count = sum(piece.copies for piece in pieces)
        if each.kind != "card" or not count:
            continue
        name = fill(each.name, scope, context.language).text
        shown = with_items(pieces[0].back or pieces[0].front)
        box = TuckBox.of(shown, count, thickness)
        words = (name, label("pieces", context.language, n=count))
        page = box_page(box, shown, words, profile, context)
        if page is None:
            width, height = box.size
            message = (
                f"box for '{each.id}' needs {width:.1f} × {height:.1f} mm, more than {profile.paper.name} has"
            )
            cures = ("use A3", "take thinner cards", "divide the deck")
            found.append(warning("S116", message, each.span, cures))
            continue
        outline.append(OutlineEntry(name, 1, len(pages)))
        pages.append(page)
    if not pages:
        return None, found
    title = label("boxes", context.language)
    return Part("boxes.pdf", title, tuple(pages), (OutlineEntry(title, 0, 0), *outline)), found
