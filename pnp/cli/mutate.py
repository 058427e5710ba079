"""``pnp check --mutate``: which claim or check notices which edit of the data."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from pnp.build import Mutation, Tried, Workshop, mutate
from pnp.cli.terminal import FOR_PEOPLE, exit_code, report, say, table
from pnp.diagnostics import Diagnostic, has_errors, times
from pnp.diagnostics.allowance import accept
from pnp.diagnostics.machine import as_json
from pnp.diagnostics.printer import counted
from pnp.rules.edit import EDIT_KINDS
from pnp.source import Span

_KINDS = {
    "fact": "fact with a source",
    "copies": "copies of a piece",
    "back": "back of a set",
    "players": "numbers of players",
    "assumed fact": "assumed fact",
    "term": "value of a term",
    "number": "number of a piece",
    "value": "other value of a piece",
    "text": "text of a piece",
}
_NAMED = 6
"""Claims and checks that a row of the table names."""


def try_edits(workshop: Workshop, seeds: int, form: str, *, quiet: bool) -> int:
    """Try all edits and print the result: a row for each group of edits, one for each kind, and findings.

    Args:
        workshop: The game.
        seeds: As for ``check``.
        form: Of findings.
        quiet: Print only the findings.

    Returns:
        The exit code: 1 if an edit of what the rulebook states is silent, or the data have errors.
    """
    start = time.perf_counter()
    if workshop.game is None or has_errors(workshop.diagnostics):
        report(workshop.diagnostics, workshop.sources, form)
        return exit_code(workshop.diagnostics)
    result = mutate(workshop, workshop.game, seeds)
    found = accept(result.diagnostics(), workshop.game.allowances())
    seconds = time.perf_counter() - start
    if form == "json":
        say(_json(result, found, seconds), nl=False)
        return exit_code(found)
    if form in FOR_PEOPLE and not quiet:
        say("\n".join(_groups(result.tried)))
        say()
        say("\n".join(_kinds(result.tried)))
        say(f"\nstated by the rulebook: {'; '.join(_STATED)}")
        if lasting := [claim.id for claim in result.lasting if claim not in result.unbreakable]:
            say(f"\nfalse only after larger edits: {', '.join(lasting)}")
        say()
    report(found, workshop.sources, form, notes=not quiet or form not in FOR_PEOPLE)
    if form in FOR_PEOPLE and not quiet:
        silent = len(result.silent)
        edits = f"{times(len(result.tried), 'edit')}, {silent} of what the rulebook states silent"
        say(f"{edits}, {seconds:.1f} s, {counted(found)}")
    return exit_code(found)


_STATED = (
    "numbers of facts with a source",
    "numbers of players",
    "copies of pieces",
    "backs",
)


def _groups(tried: Sequence[Tried]) -> list[str]:
    groups: dict[str, list[Tried]] = {}
    for each in tried:
        groups.setdefault(each.edit.group, []).append(each)
    rows = [(name, *_counts(edits), _noticing(edits)) for name, edits in groups.items()]
    head = ("edits of", "tried", "noticed", "silent", "noticed by")
    return table(head, rows, flexible=4, right=(1, 2, 3))


def _kinds(tried: Sequence[Tried]) -> list[str]:
    rows = []
    for kind in EDIT_KINDS:
        edits = [each for each in tried if each.edit.kind == kind]
        if edits:
            stated = [each for each in edits if each.edit.stated]
            rows.append((_KINDS[kind], *_counts(edits), *(_counts(stated)[::2] if stated else ("", ""))))
    head = ("kind of edit", "tried", "noticed", "silent", "stated", "of these silent")
    return table(head, rows, flexible=0, right=(1, 2, 3, 4, 5))


def _counts(tried: Sequence[Tried]) -> tuple[str, str, str]:
    noticed = sum(bool(each.noticed) for each in tried)
    return str(len(tried)), str(noticed), str(len(tried) - noticed)


def _noticing(tried: Iterable[Tried]) -> str:
    names = Counter(name for each in tried for name in each.noticed)
    shown = [name for name, _ in names.most_common(_NAMED)]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"{more} more"] if more else shown) or "–"


def _json(result: Mutation, found: Sequence[Diagnostic], seconds: float) -> str:
    record = {
        "edits": [
            {
                "kind": each.edit.kind,
                "name": each.edit.name,
                "change": each.edit.change,
                "stated": each.edit.stated,
                "noticed": list(each.noticed),
                **_place(each.edit.span),
            }
            for each in result.tried
        ],
        "tried": len(result.tried),
        "noticed": sum(bool(each.noticed) for each in result.tried),
        "silent": len(result.silent),
        "larger": [claim.id for claim in result.lasting if claim not in result.unbreakable],
        "seconds": round(seconds, 2),
        "diagnostics": json.loads(as_json(found)),
    }
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _place(span: Span) -> dict[str, str | int]:
    return {"file": span.file, "line": span.line, "column": span.column}
