"""Opening a game for a command and choosing its pieces, or stopping with a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NoReturn

import click

from pnp.build import Selection, Workshop, open_workshop, select
from pnp.cli.options import split
from pnp.cli.place import cache, config_folder, find
from pnp.cli.process import Exit, without_collection
from pnp.cli.terminal import exit_code, report
from pnp.diagnostics import Diagnostic, Severity, did_you_mean, has_errors
from pnp.diagnostics.diagnostic import accept
from pnp.i18n import LanguageTagError, normalise_tag
from pnp.load import user_settings
from pnp.model import ComponentSet, Game


class Stop(click.exceptions.Exit):
    """Ends a command with an exit code after everything has been reported."""


def refuse(
    found: Iterable[Diagnostic],
    sources: Mapping[str, str] | None = None,
    form: str = "full",
    code: int = Exit.FAULTS,
) -> NoReturn:
    """End the command because of findings.

    Raises:
        Stop: Always; the findings have been reported.
    """
    report(found, sources or {}, form)
    raise Stop(code) from None


def open_game(game: str | None) -> Workshop:
    """The game that ``--game`` names, opened."""
    return open_folder(find(game))


def open_folder(folder: Path) -> Workshop:
    """The game in a folder, opened."""
    with without_collection():
        return open_workshop(folder, Path.cwd(), user_settings(config_folder()), cache())


def open_readable_game(game: str | None) -> tuple[Workshop, Game]:
    """The game that ``--game`` names, for commands that only look at it.

    Raises:
        Stop: Its files are too broken to read; the faults have been reported.
    """
    workshop = open_game(game)
    if workshop.game is None:
        refuse(workshop.diagnostics, workshop.sources)
    return workshop, workshop.game


def open_valid_game(game: str | None) -> tuple[Workshop, Game]:
    """The same for commands that need all of the game.

    Raises:
        Stop: Its files have an error; everything found has been reported.
    """
    workshop, opened = open_readable_game(game)
    if has_errors(workshop.diagnostics):
        refuse(accept(workshop.diagnostics, opened.allowances()), workshop.sources)
    return workshop, opened


def report_unread(workshop: Workshop) -> int:
    """Report errors of the game's files, which keep pieces out of what a command shows; the exit code."""
    errors = [item for item in workshop.diagnostics if item.severity is Severity.ERROR]
    report(errors, workshop.sources, "full")
    return exit_code(errors)


def languages(game: Game, wanted: str) -> tuple[str, ...]:
    """The languages that ``--lang`` names; the game's own when it names none.

    Raises:
        click.UsageError: The game does not have one of them.
    """
    words = split((wanted,))
    if not words:
        return (game.language,)
    if "all" in words:
        return game.languages
    return tuple(dict.fromkeys(_language(game, word) for word in words))


def _language(game: Game, typed: str) -> str:
    """The language of the game that is meant: ``cs_CZ`` is ``cs``."""
    language = typed if typed in game.languages else language_tag(typed)
    if language not in game.languages:
        cure = did_you_mean(language, game.languages, "languages")
        raise click.UsageError(f"'{game.id}' has no texts in '{language}'; {cure}")
    return language


def language_tag(typed: str, fault: type[click.UsageError] = click.UsageError) -> str:
    """The BCP 47 tag of a language as games write it.

    Raises:
        click.UsageError: The text names no language; a ``fault``.
    """
    try:
        return normalise_tag(typed)
    except LanguageTagError as wrong:
        cure = f"; did you mean '{wrong.suggestion}'?" if wrong.suggestion else ""
        raise fault(f"{wrong}{cure}") from None


def need(*missing: Diagnostic | None) -> None:
    """Do nothing if nothing is missing.

    Args:
        missing: A finding for each library that is missing; None for one that is installed.

    Raises:
        Stop: Something is missing; it has been reported.
    """
    found = [fault for fault in missing if fault is not None]
    if found:
        refuse(found, code=Exit.ENVIRONMENT)


def chosen_sets(
    workshop: Workshop, game: Game, selection: Selection, form: str = "full"
) -> tuple[ComponentSet, ...]:
    """The sets with the chosen pieces, without empty sets.

    Args:
        workshop: Of the game, for excerpts.
        game: Has the pieces.
        selection: The choice.
        form: Of the report.

    Raises:
        Stop: The choice has a fault (C210 to C230), which has been reported.
    """
    sets, faults = select(game, selection)
    if has_errors(faults):
        refuse(faults, workshop.sources, form, Exit.USAGE)
    return sets
