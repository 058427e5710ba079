"""Validators of a game's data that need no layout: plain functions, each from a case to its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from pnp.checks import asset, colour, fact, font, foreign, language, logic, text, typography
from pnp.checks.case import Case, PrintedText, printed_texts, texts_in
from pnp.diagnostics import Diagnostic
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.model import Files, Game, LayoutSource
from pnp.source import Span

__all__ = [
    "CHECKS",
    "TEXT_CHECKS",
    "Case",
    "Check",
    "PrintedText",
    "case_of",
    "check_case",
    "printed_texts",
    "reported_once",
    "texts_in",
]

Check: TypeAlias = Callable[[Case], Iterable[Diagnostic]]

TEXT_CHECKS: tuple[Check, ...] = (
    text.check_expressions,
    text.check_marks,
    text.check_read_words,
    typography.check_spaces,
    typography.check_signs,
    font.check_glyphs,
    typography.check_letters,
)
"""Checks of printed texts, for whatever language these are in."""

CHECKS: tuple[Check, ...] = (
    *TEXT_CHECKS,
    foreign.check_foreign_marks,
    asset.check_own_icons,
    asset.check_term_icons,
    asset.check_field_icons,
    asset.check_pictures,
    asset.check_layouts,
    font.check_families,
    font.check_font_needs,
    colour.check_colours,
    logic.check_comparisons,
    colour.check_spots,
    fact.check_sources,
    fact.check_assumed,
    fact.check_stated,
    asset.check_shuffled,
    language.check_languages,
    language.check_layout_words,
    logic.check_layout_loops,
    typography.check_plain_texts,
    language.check_list_words,
)
"""Every check, in the order of the run."""


def case_of(
    game: Game, icons: IconLibrary, fonts: FontLibrary, files: Files, layouts: Mapping[str, LayoutSource]
) -> Case:
    """A game with its assets, ready for the checks.

    Args:
        game: As it was loaded.
        icons: The game's own and the shared ones.
        fonts: The game's own and the shared ones.
        files: The game's folder.
        layouts: Those that ship with pnp, by name; the game's own are in ``game``.
    """
    names = frozenset(icons.names())
    return Case(
        game=game,
        icons=icons,
        fonts=fonts,
        files=files,
        layouts=layouts,
        texts=printed_texts(game),
        icon_names=names,
    )


def check_case(case: Case) -> list[Diagnostic]:
    """All findings of all checks, by place in the files.

    A mistake in an entry that is repeated over terms is found in each of its pieces, and reported once, with
    the first.
    """
    found = reported_once(finding for check in CHECKS for finding in check(case))
    return sorted(found, key=lambda finding: (finding.span or Span(""), finding.code))


def reported_once(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings without those that an earlier piece has at the same place."""
    pieces: dict[tuple[str, Span | None], str | None] = {}
    reported: dict[tuple[str, Span | None, str], None] = {}
    for finding in findings:
        place = (finding.code, finding.span)
        key = (*place, finding.message)
        if pieces.setdefault(place, finding.piece) == finding.piece and key not in reported:
            reported[key] = None
            yield finding
