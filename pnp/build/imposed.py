"""The sheets of one set, with everything that looking at faces and sheets finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.build.document import Part, set_part
from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.impose import Footer, PieceFaces, PrintProfile, impose
from pnp.model import ComponentSet, Game
from pnp.rules import fill, game_scope
from pnp.text import TextContext


@dataclass(frozen=True, slots=True)
class ImposedSet:
    """The sheets of a set.

    Attributes:
        part: None when there is nothing to print.
        diagnostics: Of imposing, of the faces and of the sheets.
        sheets: How many sheets of paper.
    """

    part: Part | None
    diagnostics: tuple[Diagnostic, ...]
    sheets: int


def impose_set(
    game: Game,
    language: str,
    component_set: ComponentSet,
    faces: Sequence[PieceFaces],
    profile: PrintProfile,
    context: TextContext,
    hashes: FaceHashes,
) -> ImposedSet:
    """The sheets of the faces of a set, and what is wrong with faces (S20x) and sheets (S1xx).

    Args:
        game: In the language.
        language: BCP 47 tag.
        component_set: In the language.
        faces: Of its sound pieces, in order.
        profile: How to print.
        context: To set footers with.
        hashes: Remembers the hashes of faces.
    """
    from pnp.preflight import check_faces, check_sheets

    scope = game_scope(game, language)
    name = fill(component_set.name, scope, language).text
    footer = Footer(fill(game.name, scope, language).text, name, language, game.version)
    imposed = impose(faces, profile, footer, context, hashes)
    found = (*imposed.diagnostics, *check_faces(faces), *check_sheets(faces, imposed, profile))
    part = set_part(component_set, name, imposed.sheets, faces, profile.order) if imposed.sheets else None
    return ImposedSet(part, found, len(imposed.sheets))
