"""Games composed without printing them: for exports and reprints, to see how texts fit, and as plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.build.pieces import ComposedPiece, Maker, Plan, compose_sets, composer_for
from pnp.build.request import Progress
from pnp.build.workshop import Workshop, check_workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.impose import Footer, PieceFaces
from pnp.layout import Composer, Fit
from pnp.markup import parse_inline, plain_text
from pnp.model import ComponentSet, FieldValue, Game, Piece, Term, Text, Value
from pnp.reprint import RecordedRules
from pnp.rules import fill, game_scope
from pnp.text import TextContext
from pnp.translation import Translations


def printed(text: Text, piece: Piece, scope: Mapping[str, Any], language: str) -> str:
    """A text of the piece as it is printed, without marks, icons as ``:name:``; its expressions are worked out."""
    own = {name: piece.member(name) for name in piece.members()}
    marked = parse_inline(fill(text, {**scope, "piece": piece, **own}, language).text)
    return plain_text(marked, icons=True)


def description(piece: Piece, scope: Mapping[str, Any], language: str) -> str:
    """All texts of the piece but its name, in the order of its fields, each on a line of its own."""
    texts = [
        printed(value, piece, scope, language)
        for name, value in piece.fields.items()
        if isinstance(value, Text) and value and name != "name"
    ]
    return "\n".join(text for text in texts if text)


def cell(value: Value, piece: Piece, scope: Mapping[str, Any], language: str) -> str | int:
    """The value of a field as it is read, in one cell of a table: terms by their names, sides by their letters."""
    if isinstance(value, Text):
        return printed(value, piece, scope, language)
    if isinstance(value, Term):
        return printed(value.name, piece, scope, language)
    if isinstance(value, FieldValue):
        return value.words(language) or value.shown()
    if isinstance(value, tuple):
        return ", ".join(str(cell(part, piece, scope, language)) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, int) else str(value or "")


@dataclass(frozen=True, slots=True)
class InLanguage:
    """A game composed in one of its languages.

    Attributes:
        game: In that language.
        composer: That composed it.
        sets: Each set with its printed pieces.
    """

    game: Game
    composer: Composer
    sets: Sequence[tuple[ComponentSet, Sequence[ComposedPiece]]]

    @property
    def fits(self) -> list[Fit]:
        """How the texts of all faces fit, in order of printing."""
        return [fit for _, pieces in self.sets for piece in pieces for fit in piece.fits]


def compose_language(workshop: Workshop, translations: Translations, language: str) -> InLanguage:
    """All printed pieces of a sound game in one of its languages."""
    translator = translations.translator(language)
    game = translator.game()
    plan = Plan(language, _BLEED)
    composer = composer_for(workshop, game, plan)
    return InLanguage(game, composer, list(compose_sets(game.sets, Maker(composer), plan, lambda _: None)))


_BLEED = 0.0
"""Nothing is printed; texts don't reach into the bleed."""


@dataclass(frozen=True, slots=True)
class FinishedSet:
    """A set of finished pieces.

    Attributes:
        component_set: Its data, in the language.
        name: As printed in the language.
        faces: Of the pieces that could be composed, in order; those without copies are left out.
    """

    component_set: ComponentSet
    name: str
    faces: tuple[PieceFaces, ...]

    def piece(self, key: str) -> Piece:
        """The data of a piece of the set."""
        return next(piece for piece in self.component_set.pieces if piece.key == key)


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game in one language, composed.

    Attributes:
        game: Its data, in the language.
        language: BCP 47 tag.
        name: As printed.
        sets: In order; those without pieces are left out.
        context: Sets further words in the language.
        diagnostics: Of composing and of the finished faces.
    """

    game: Game
    language: str
    name: str
    sets: tuple[FinishedSet, ...]
    context: TextContext
    diagnostics: tuple[Diagnostic, ...]

    @property
    def faces(self) -> Iterator[PieceFaces]:
        """The pieces of all sets."""
        for each in self.sets:
            yield from each.faces

    def footer(self, title: str) -> Footer:
        """What the sheets of a part of the game say at their foot."""
        return Footer(self.name, title, self.language, self.game.version)


class Finisher:
    """Finishes the pieces of one game, language by language; its data are checked once.

    Args:
        workshop: The game.
        sets: Those that are wanted, with the pieces that are wanted.
        languages: All that are asked for.
    """

    def __init__(self, workshop: Workshop, sets: Sequence[ComponentSet], languages: Sequence[str]) -> None:
        assert workshop.game is not None, "a game that cannot be read has no pieces"
        self._workshop = workshop
        self._sets = sets
        self._translations = Translations(workshop.game, languages)

    def check(self) -> tuple[Diagnostic, ...]:
        """What can be found without composing."""
        return check_workshop(self._workshop, translations=self._translations).diagnostics

    def local(self, language: str) -> tuple[Game, tuple[ComponentSet, ...]]:
        """The data of the game and of the wanted pieces in one language."""
        translator = self._translations.translator(language)
        game = translator.game()
        return game, tuple(translator.component_set(each) for each in self._sets)

    def rules(
        self,
        finished: FinishedGame,
        plan: Plan,
        sizes: Mapping[str, tuple[float, float]],
        hashes: FaceHashes,
    ) -> dict[str, RecordedRules]:
        """The rule sheets in one language, as a record holds them; see ``rules_on_paper``.

        Args:
            finished: Its pieces in the same language, made by the same plan.
            plan: How to compose.
            sizes: See ``rules_on_paper``.
            hashes: See there.
        """
        from pnp.build.books import rules_on_paper

        translator = self._translations.translator(plan.language)
        game, faces = finished.game, finished.faces
        composer = composer_for(self._workshop, game, plan)
        return rules_on_paper(self._workshop, game, translator, composer, faces, sizes, hashes)

    def finish(self, plan: Plan, progress: Progress | None = None) -> FinishedGame:
        """The pieces in one language, with what composing and looking at the faces found."""
        from pnp.preflight import check_faces

        progress = progress or Progress()
        game, sets = self.local(plan.language)
        composer = composer_for(self._workshop, game, plan)
        scope = game_scope(game, plan.language)
        found: list[Diagnostic] = []
        finished = []
        progress.start(
            f"composing {plan.language}", sum(1 for each in sets for piece in each.pieces if piece.copies)
        )
        for component_set, pieces in compose_sets(sets, Maker(composer), plan, progress.step):
            for piece in pieces:
                found += piece.diagnostics
            faces = tuple(piece.faces for piece in pieces if piece.faces is not None)
            if faces:
                name = fill(component_set.name, scope, plan.language).text
                finished.append(FinishedSet(component_set, name, faces))
                found += check_faces(faces)
        name = fill(game.name, scope, plan.language).text
        return FinishedGame(game, plan.language, name, tuple(finished), composer.context, tuple(found))
