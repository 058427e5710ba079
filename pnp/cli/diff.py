"""``pnp diff``: what changed since something was printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from pnp.cli.comparing import chosen, faces_by_hash, past, present, rules_lines
from pnp.cli.export.run import ExportRun
from pnp.cli.limits import MOST_JOBS
from pnp.cli.options import format_option, game_option, lang_option, out_option, quiet_option, split
from pnp.cli.output import page_paper, paper_option
from pnp.cli.terminal import exit_code, report, say
from pnp.diagnostics import times
from pnp.draw import Document, Face
from pnp.i18n import Labels
from pnp.reprint import Change, changes, rules_changes
from pnp.reprint.pages import Pair, diff_pages


@click.command(
    name="diff",
    epilog="Examples:  pnp diff --game doom    pnp diff --since HEAD~3    pnp diff --since v1/manifest.json",
)
@game_option
@lang_option
@click.option("--only", multiple=True, metavar="NAMES", help="Only these sets or pieces.")
@click.option("--since", metavar="REV|MANIFEST", help="A git revision or a manifest.json. [the last print]")
@paper_option
@out_option("Output folder")
@click.option(
    "--jobs", "-j", type=click.IntRange(1, MOST_JOBS), default=1, help="Number of worker processes. [1]"
)
@format_option
@quiet_option
def command(only: tuple[str, ...], since: str | None, paper: str, **options: Any) -> int:
    """List what changed, and show before and after side by side in out/GAME/LANGUAGE/diff.pdf."""
    run = ExportRun.begin(only=(), where="", copies=None, strict=False, **options)
    pages_on = page_paper(run.workshop, run.game, paper)
    for language in run.languages:
        with past(run, language, since) as was:
            run.add(was.found)
            record, composed = present(run, language, was.record)
            found = changes(chosen(was.record, split(only)), chosen(record, split(only)))
            run.add([was.unseen] if was.unseen and found else [])
            pairs = list(_pairs(found, was.faces, faces_by_hash(composed), Labels(language)))
            title = f"{composed.edition.name} · {Labels(language).text('changes')}"
            pages = diff_pages(pairs, title, composed.edition.context, language, pages_on)
            if pages:
                pdf = run.write_pdf(Document(title, language, pages, duplex="simplex"))
                run.write({f"{run.game.id}/{language}/diff.pdf": pdf})
        run.close_bar()
        if not run.quiet and run.form == "full":
            _list(found, () if only else rules_lines(rules_changes(was.record, record)))
    report(run.found, run.workshop.sources, run.form, notes=run.form != "full")
    if run.written and not run.quiet and run.form == "full":
        for name in run.written:
            say((run.out / name).as_posix())
    return exit_code(run.found)


def _list(found: Sequence[Change], rules: Sequence[str]) -> None:
    for line in rules:
        say(line)
    if not found:
        if not rules:
            say("nothing changed")
        return
    width = max(len(change.key) for change in found)
    for change in found:
        say(f"{change.kind:<8} {change.key:<{width}}  {change.label}: {_words(change)}")
    kinds = {
        kind: sum(1 for change in found if change.kind == kind)
        for kind in ("changed", "new", "removed", "copies")
    }
    say(", ".join(f"{count} {_KINDS[kind]}" for kind, count in kinds.items() if count))


_KINDS = {"changed": "changed", "new": "new", "removed": "removed", "copies": "of another number"}


def _words(change: Change) -> str:
    old, new = change.before, change.after
    if old is None or new is None:
        one = old or new
        assert one is not None  # a change has a before or an after
        return times(one.copies, "copy", "copies")
    copies = times(new.copies, "copy", "copies")
    if old.copies != new.copies:
        copies = f"{old.copies} -> {copies}"
    return f"{' and '.join(change.sides)}, {copies}" if change.sides else copies


def _pairs(
    found: Sequence[Change], before: Mapping[str, Face], after: Mapping[str, Face], labels: Labels
) -> Iterator[Pair]:
    """The pairs to show: each different change once, with the number of further pieces that have it."""
    shown: dict[tuple[str, str | None, str | None], list[Change]] = {}
    for change in found:
        for side in change.sides or ("front",):
            old, new = (getattr(each.look, side) if each else None for each in (change.before, change.after))
            shown.setdefault((change.kind, old, new), []).append(change)
    for (kind, old, new), alike in shown.items():
        first, more = alike[0], len(alike) - 1
        words = f"{first.key} · {_count(first)}"
        if more:
            words += f" · {labels.text('and-more', n=more)}"
        was, now = before.get(old or ""), after.get(new or "")
        yield Pair(kind, first.label, words, was, now)


def _count(change: Change) -> str:
    counts = [str(each.copies) for each in (change.before, change.after) if each is not None]
    return f"{' → '.join(dict.fromkeys(counts))}×"
