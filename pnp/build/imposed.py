"""The sheets of sets, each on its own or together, with everything that looking at faces and sheets finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.build.document import Part, set_part, sheets_part
from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.i18n import label
from pnp.impose import Footer, PieceFaces, PrintProfile, impose, impose_planned
from pnp.model import ComponentSet, Game
from pnp.rules import fill, game_scope
from pnp.text import TextContext


@dataclass(frozen=True, slots=True)
class ImposedSet:
    """The sheets of a set, or of several together.

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
    printed, tiled = on_sheets(component_set, faces, profile, context)
    imposed = impose(printed, profile, footer, context, hashes)
    found = (
        *tiled,
        *imposed.diagnostics,
        *check_faces(faces),
        *check_sheets(printed, imposed, profile),
    )
    part = (
        set_part(component_set, name, imposed.sheets, faces, language, profile.order)
        if imposed.sheets
        else None
    )
    return ImposedSet(part, found, len(imposed.sheets))


@dataclass(frozen=True, slots=True)
class Stock:
    """Sets that are printed on sheets together.

    Attributes:
        name: Of the file.
        label: Key of what the sheets are called.
        sets: In order.
    """

    name: str
    label: str
    sets: tuple[ComponentSet, ...]


def stocks(sets: Sequence[ComponentSet], profile: PrintProfile) -> tuple[Stock, ...]:
    """Which sets come onto sheets together in a planned print: all, or cards and aids apart from what is glued on board."""
    if profile.planned == "true":
        return (Stock("sheets", "all-pieces", tuple(sets)),)
    cards = tuple(each for each in sets if each.kind in _ON_CARD)
    others = tuple(each for each in sets if each.kind not in _ON_CARD)
    both = (Stock("cards", "cards", cards), Stock("punchboard", "punchboard", others))
    return tuple(stock for stock in both if stock.sets)


_ON_CARD = ("card", "aid")


def impose_stock(
    game: Game,
    language: str,
    stock: Stock,
    faces: Sequence[Sequence[PieceFaces]],
    profile: PrintProfile,
    context: TextContext,
    hashes: FaceHashes,
) -> ImposedSet:
    """The sheets of several sets together; otherwise as ``impose_set``, with the faces of each set of the stock."""
    from pnp.preflight import check_faces, check_sheets

    every = [piece for pieces in faces for piece in pieces]
    name = label(stock.label, language)
    footer = Footer(fill(game.name, game_scope(game, language), language).text, name, language, game.version)
    ready = [
        on_sheets(each, pieces, profile, context) for each, pieces in zip(stock.sets, faces, strict=True)
    ]
    imposed = impose_planned([printed for printed, _ in ready], profile, footer, context, hashes)
    found = (
        *(fault for _, tiled in ready for fault in tiled),
        *imposed.diagnostics,
        *(fault for pieces in faces for fault in check_faces(pieces)),
        *check_sheets([piece for printed, _ in ready for piece in printed], imposed, profile),
    )
    part = (
        sheets_part(stock.name, name, imposed.sheets, every, language, profile.order)
        if imposed.sheets
        else None
    )
    return ImposedSet(part, found, len(imposed.sheets))


def on_sheets(
    component_set: ComponentSet, faces: Sequence[PieceFaces], profile: PrintProfile, context: TextContext
) -> tuple[Sequence[PieceFaces], Sequence[Diagnostic]]:
    """What is put on sheets: boards that are larger than a page, or fold, come in tiles."""
    if component_set.kind != "board":
        return faces, ()
    from pnp.impose.tiles import tile_boards

    return tile_boards(faces, profile, context, component_set.panels_of)


def impose_sets(
    game: Game,
    language: str,
    sets: Sequence[tuple[ComponentSet, Sequence[PieceFaces]]],
    profile: PrintProfile,
    context: TextContext,
    hashes: FaceHashes,
) -> Iterator[ImposedSet]:
    """The sheets of a game as a build prints them: set by set, or of all sets of one stock together."""
    if profile.planned == "false":
        for component_set, faces in sets:
            yield impose_set(game, language, component_set, faces, profile, context, hashes)
        return
    ready = {component_set.id: faces for component_set, faces in sets}
    for stock in stocks([component_set for component_set, _ in sets], profile):
        together = [ready[each.id] for each in stock.sets]
        yield impose_stock(game, language, stock, together, profile, context, hashes)
