"""Icons in a text."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error
from pnp.markup import IconRun, Marked
from pnp.translation.compare.pair import TextPair, foreign, meant_by, missing, runs
from pnp.translation.made_up import LACKING


def compare_icons(pair: TextPair) -> Iterator[Diagnostic]:
    """Icons that the translation lacks, or that its source does not have (K531)."""
    wanted, there = _icons(pair.source_marked), _icons(pair.marked)
    if not wanted and not there:
        return
    names = [icon.name for icon in wanted]
    lacking = missing(names, (icon.name for icon in there))
    extra = foreign(names, (icon.name for icon in there))
    meant = meant_by(extra, lacking)
    for name in lacking:
        if name not in meant.values():
            cure = f"write ':{name}:' where the source has it"
            yield error("K531", f"the icon ':{name}:' {LACKING}", pair.span, cure)
    for icon in there:
        if icon.name in extra:
            extra.remove(icon.name)
            span = pair.at(icon.start, len(icon.name) + 2)
            other = meant.get(icon.name)
            cure = f"write ':{other}:', which is missing" if other else "remove it"
            yield error("K531", f"the icon ':{icon.name}:' is not in the source", span, cure)


def _icons(marked: Marked) -> list[IconRun]:
    return [run for run in runs(marked) if isinstance(run, IconRun)]
