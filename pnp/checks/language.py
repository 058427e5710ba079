"""Languages of the game."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, error
from pnp.i18n import LanguageTagError, normalise_tag


def check_languages(case: Case) -> Iterator[Diagnostic]:
    """Tags that name no language, or are not written as everybody does (K400)."""
    for tag in dict.fromkeys([case.game.language, *case.game.languages]):
        try:
            written = normalise_tag(tag)
        except LanguageTagError as fault:
            cure = (
                f"did you mean '{fault.suggestion}'?"
                if fault.suggestion
                else "write a tag such as 'cs' or 'fr'"
            )
            yield error("K400", str(fault), case.game.place_of_language(tag), cure)
            continue
        if written != tag:
            message = f"language '{tag}' is written '{written}'"
            yield error("K400", message, case.game.place_of_language(tag), f"write '{written}'")
