"""Facts: where their numbers come from."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.rules import assumed_facts


def check_sources(case: Case) -> Iterator[Diagnostic]:
    """Facts that name no document and are not the designer's own (K310)."""
    for fact in case.game.facts.values():
        if not fact.source and not fact.assumed:
            cure = "add 'source: …', or 'assumed: true' when the rulebook is silent"
            yield warning("K310", f"fact '{fact.id}' does not say where it is written", fact.span, cure)


def check_assumed(case: Case) -> Iterator[Diagnostic]:
    """Numbers that are the designer's own (K150)."""
    yield from assumed_facts(case.game)
