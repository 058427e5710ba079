"""``pnp reprint``: only what changed, and what to take out of the box."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import click

from pnp.build import REPRINT_FILE, REPRINTED, drop_files, mark_printed, print_profile, reprint_files
from pnp.cli.comparing import Past, chosen, past, present, rules_lines
from pnp.cli.export.run import ExportRun
from pnp.cli.limits import MOST_JOBS
from pnp.cli.options import (
    format_option,
    game_option,
    given,
    lang_option,
    out_option,
    print_options,
    quiet_option,
    split,
    strict_option,
)
from pnp.cli.place import made as ours
from pnp.cli.terminal import say
from pnp.diagnostics import times
from pnp.impose import PrintProfile
from pnp.reprint import Record, Reprint, reprint, rules_changes

_COMMON = ("game", "lang", "out", "jobs", "strict", "form", "quiet")


@click.command(
    name="reprint", epilog="Examples:  pnp reprint --game doom    pnp reprint --since v1.0 --paper Letter"
)
@game_option
@lang_option
@click.option("--only", multiple=True, metavar="NAMES", help="Only these sets or pieces.")
@click.option("--since", metavar="REV|MANIFEST", help="A git revision or a manifest.json. [the last print]")
@print_options
@click.option(
    "--printed",
    is_flag=True,
    help="Record the reprint as printed, as pnp print --mark reprint does.",
)
@out_option("Output folder")
@click.option(
    "--jobs", "-j", type=click.IntRange(1, MOST_JOBS), default=1, help="Number of worker processes. [1]"
)
@strict_option
@format_option
@quiet_option
def command(only: tuple[str, ...], since: str | None, printed: bool, printer: str, **options: Any) -> int:
    """Print changed and new pieces on as few sheets as possible, and list old ones to remove from the box.

    Writes out/GAME/LANGUAGE/reprint.pdf: the sheets, then the list.
    """
    common = {name: options.pop(name) for name in _COMMON}
    run = ExportRun.begin(only=(), where="", copies=None, **common)
    profile, faults = print_profile(run.workshop, run.game, given(options), printer)
    run.add(faults)
    assert profile is not None  # else a fault was found
    rules = False
    for language in run.languages:
        with past(run, language, since) as was:
            run.add(was.found)
            rules |= _reprint(run, language, was, split(only), profile)
        if printed:
            run.add(mark_printed(run.out / run.game.id / language, REPRINTED, ours())[1])
    pdfs = [(run.out / name).as_posix() for name in run.written if name.endswith(".pdf")]
    return run.end(", ".join(pdfs) or ("no pieces to print" if rules else "nothing to print"))


def _reprint(
    run: ExportRun, language: str, was: Past, patterns: tuple[str, ...], profile: PrintProfile
) -> bool:
    """Write and report the reprint of a language; True if rule sheets must be printed too."""
    now, composed = present(run, language, was.record)
    plan = reprint(chosen(was.record, patterns), chosen(now, patterns))
    if (profile.bleed.mm, profile.ink) != (was.record.bleed, was.record.ink):
        composed = run.compose(language, profile.bleed.mm, profile.ink)
    run.add([was.unseen] if was.unseen and plan.pull else [])
    after = _after(was.record, now, patterns)
    made = reprint_files(composed, plan, after, was.faces, profile, run.pdf_writer(profile.max_dpi))
    run.add(made.diagnostics)
    folder = f"{run.game.id}/{language}"
    run.write({f"{folder}/{name}": data for name, data in made.files.items()})
    if REPRINT_FILE in made.files:
        ours().add(run.out / folder, REPRINT_FILE, hashlib.sha256(made.files[REPRINT_FILE]).hexdigest())
    else:  # an old one would be printed again
        run.add(drop_files(run.out / folder, lambda name: name == REPRINT_FILE, ours()))
    run.close_bar()
    rules = () if patterns else rules_changes(was.record, now)
    printed = any(change.prints for change in rules)
    if not run.quiet and run.form == "full":
        if rules:
            say(f"{language}: {_PRINT_RULES if printed else 'some rule sheets are shorter or were removed'}")
            for line in rules_lines(rules):
                say(f"    {line}")
        if plan.print or plan.pull or not rules:
            _tell(language, plan, now, made.sheets)
    return printed


_PRINT_RULES = "print the rule sheets again, from pnp build"


def _after(before: Record, now: Record, patterns: tuple[str, ...]) -> Record:
    """The record after the chosen pieces are reprinted; the others stay as they were."""
    old, new = chosen(before, patterns).pieces, chosen(now, patterns).pieces
    pieces = {}
    for key in now.pieces:
        if key in new:
            pieces[key] = new[key]
        elif key in before.pieces:
            pieces[key] = before.pieces[key]
    pieces |= {key: piece for key, piece in before.pieces.items() if key not in pieces and key not in old}
    return replace(before, version=now.version, pieces=pieces, whole=True, note="")


def _tell(language: str, plan: Reprint, now: Record, sheets: int) -> None:
    if not plan.print and not plan.pull:
        say(f"{language}: nothing changed")
        return
    if plan.print:
        say(f"{language}: {times(plan.copies, 'piece')} to print on {times(sheets, 'sheet')}")
        for key, copies in plan.print.items():
            say(f"  {copies:>3} × {key}  {now.pieces[key].label}")
    if plan.pull:
        say(f"{language}: take {times(plan.pulled, 'old piece')} out of the box")
        for pull in plan.pull:
            say(f"  {pull.copies:>3} × {pull.piece.key}  {pull.piece.label} ({_REASONS[pull.reason]})")


_REASONS = {"removed": "no longer in the game", "changed": "replaced", "fewer": "too many of it"}
