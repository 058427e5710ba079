"""Facts and claims: where their numbers come from."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, did_you_mean, error, warning
from pnp.rules import assumed_facts
from pnp.source import Span


def check_sources(case: Case) -> Iterator[Diagnostic]:
    """Documents that are not listed under ``sources`` (K300), and facts that name none (K310)."""
    for fact in case.game.facts.values():
        if fact.source:
            yield from _unknown(case, fact.source, fact.span, f"fact '{fact.id}'")
        elif not fact.assumed:
            cure = "add 'source: …', or 'assumed: true' when the rulebook is silent"
            yield warning("K310", f"fact '{fact.id}' does not say where it is written", fact.span, cure)
    for claim in case.game.claims.values():
        if claim.source:
            yield from _unknown(case, claim.source, claim.span, f"claim '{claim.id}'")


def _unknown(case: Case, source: str, span: Span, what: str) -> Iterator[Diagnostic]:
    document = source.split()[0]
    if document not in case.game.sources:
        cure = did_you_mean(document, case.game.sources, "sources")
        yield error("K300", f"{what} names an unknown source '{document}'", span, cure)


def check_assumed(case: Case) -> Iterator[Diagnostic]:
    """Numbers that are the designer's own (K150)."""
    yield from assumed_facts(case.game)
