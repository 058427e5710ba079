"""Terms that a text refers to."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error
from pnp.markup import Marked, TermRun
from pnp.translation.compare.pair import TextPair, foreign, meant_by, missing, runs
from pnp.translation.made_up import LACKING


def compare_terms(pair: TextPair) -> Iterator[Diagnostic]:
    """Terms that the translation does not refer to, or that its source does not (K534)."""
    wanted, there = _terms(pair.source_marked), _terms(pair.marked)
    if not wanted and not there:
        return
    names = [run.term for run in wanted]
    lacking = missing(names, (run.term for run in there))
    extra = foreign(names, (run.term for run in there))
    meant = meant_by(extra, lacking)
    for name in lacking:
        if name not in meant.values():
            form = next(run.form for run in wanted if run.term == name)
            cure = f"write [word]({name}) with the word that stands for '{form}'"
            yield error("K534", f"the term '{name}' {LACKING}", pair.span, cure)
    for run in there:
        if run.term in extra:
            extra.remove(run.term)
            span = pair.at(run.start, run.length)
            cures = ["keep the id in ( ) as it is"]
            if run.term in meant:
                cures.insert(0, f"write '({meant[run.term]})', which is missing")
            yield error("K534", f"the term '{run.term}' is not in the source", span, cures)


def _terms(marked: Marked) -> list[TermRun]:
    return [run for run in runs(marked) if isinstance(run, TermRun)]
