"""The rule sheets of a game in one language."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.build.document import Part, book_name, book_part, booklet_part
from pnp.build.workshop import Workshop
from pnp.dataclass import dataclass
from pnp.diagnostics import Diagnostic
from pnp.impose import PrintProfile
from pnp.layout import Composer
from pnp.model import Game
from pnp.translation import Translator


@dataclass(frozen=True, slots=True)
class Book:
    """A rule sheet; ``part`` is None when none of it can be set."""

    part: Part | None
    diagnostics: tuple[Diagnostic, ...]


def compose_books(
    workshop: Workshop,
    game: Game,
    translator: Translator,
    composer: Composer,
    sets: Sequence[Part],
    profile: PrintProfile,
    *,
    booklet: bool = False,
) -> list[Book]:
    """Every rulebook of the game, in order of name.

    Args:
        workshop: Has the pictures.
        game: In the language.
        translator: Into the language.
        composer: Makes the faces that the sheets show and that ``sets`` do not have.
        sets: Whose faces were composed already.
        profile: Paper and flip edge of booklets.
        booklet: Whether all are made booklets, not only those whose header asks for it.
    """
    if not game.rulebooks:
        return []
    from pnp.impose.booklet import half_sheet
    from pnp.rulebook import A4, ReadyFaces, compose_rulebook, wants_booklet

    ready = ReadyFaces(
        composer,
        {
            (piece.key, side): face
            for part in sets
            for piece in part.faces
            for side, face in (("front", piece.front), ("back", piece.back))
        },
    )
    books: list[Book] = []
    taken = [part.file for part in sets]
    for source in game.rulebooks:
        folded = booklet or wants_booklet(source)
        composed = compose_rulebook(
            source,
            game,
            translator.language,
            ready,
            composer.context,
            half_sheet(profile.paper) if folded else A4,
            files=workshop.files,
            localise=translator.text,
        )
        part = None
        if composed.pages:
            translated = translator.language != game.language
            name = book_name(source, composed, taken, translated=translated)
            part = (
                booklet_part(source, composed, name, profile) if folded else book_part(source, composed, name)
            )
            taken.append(part.file)
        books.append(Book(part, tuple(composed.diagnostics)))
    return books
