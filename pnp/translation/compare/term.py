"""Terms that a text refers to."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error
from pnp.markup import Marked, TermRun
from pnp.translation.compare.pair import Pair, foreign, missing, runs


def compare_terms(pair: Pair) -> Iterator[Diagnostic]:
    """Terms that the translation does not refer to, or that its source does not (K534)."""
    wanted, there = _terms(pair.source_marked), _terms(pair.marked)
    names = [run.term for run in wanted]
    for name in missing(names, (run.term for run in there)):
        form = next(run.form for run in wanted if run.term == name)
        cure = f"write [word]({name}) with the word that stands for '{form}'"
        yield error("K534", f"the term '{name}' of the source is missing in the translation", pair.span, cure)
    extra = foreign(names, (run.term for run in there))
    for run in there:
        if run.term in extra:
            extra.remove(run.term)
            span = pair.at(run.start, run.length)
            yield error(
                "K534", f"the term '{run.term}' is not in the source", span, "keep the id in ( ) as it is"
            )


def _terms(marked: Marked) -> list[TermRun]:
    return [run for run in runs(marked) if isinstance(run, TermRun)]
