"""The build card of a run, as a part of its output."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.build.document import Part
from pnp.draw import OutlineEntry
from pnp.i18n import label
from pnp.impose import PrintProfile
from pnp.impose.build_card import BuildCard, CardBook, CardDeck, build_card_pages
from pnp.text import TextContext

FILE = "build-card.pdf"


def card_part(
    parts: Sequence[Part],
    profile: PrintProfile,
    context: TextContext,
    *,
    game: str,
    version: str,
    command: str,
    combined: bool,
) -> Part:
    """The last part: how the others were made and what to do with them.

    Args:
        parts: Of the same language.
        profile: That they were printed with.
        context: Of the language.
        game: Name of the game.
        version: Of its data.
        command: That makes the same files.
        combined: Whether all parts go into one file.
    """
    decks = tuple(
        CardDeck(
            part.title,
            "" if combined else part.file,
            part.sheets,
            {piece.key: piece.label for piece in part.faces},
        )
        for part in parts
        if part.sheets
    )
    books = tuple(
        CardBook(
            part.title,
            "" if combined else part.file,
            len(part.pages),
            None if part.rules and not part.two_sided else part.two_sided,
        )
        for part in parts
        if not part.sheets
    )
    pages = build_card_pages(BuildCard(game, version, command, decks, books), profile, context)
    title = label("build-card", context.language)
    return Part(FILE, title, pages, (OutlineEntry(title, 0, 0),))
