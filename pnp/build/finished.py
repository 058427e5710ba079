"""The finished pieces of a game in one language: a build up to the sheets, for exports and reprints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.build.faces import compose_sets, composer_for
from pnp.build.maker import Maker, Plan
from pnp.build.options import Progress
from pnp.build.workshop import Workshop, check_workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.impose import Footer, PieceFaces
from pnp.model import ComponentSet, Game, Piece
from pnp.reprint import RecordedRules
from pnp.rules import fill, game_scope
from pnp.text import TextContext
from pnp.translation import Translations


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
