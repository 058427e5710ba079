"""``pnp watch``: the PDFs follow what is written."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.opening import languages, need
from pnp.cli.options import game_option, given, lang_option, out_option, print_options, strict_option
from pnp.cli.place import config_folder, find, made, outside_profile, source_date
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.diagnostics.allowance import without_accepted
from pnp.diagnostics.printer import counted
from pnp.load import user_settings
from pnp.preview.output import LiveOutput
from pnp.preview.reading import changes, missing_watcher
from pnp.preview.session import Session

if TYPE_CHECKING:
    from pnp.preview.output import Written
    from pnp.preview.session import Session

_NAMED = 3


@click.command(name="watch", epilog="Example:  pnp watch --game doom --lang all    (stop with Ctrl-C)")
@game_option
@lang_option
@print_options
@out_option("Folder for the PDFs")
@strict_option
def command(
    game: str | None, lang: str, out: Path, strict: bool, printer: str, **typed: str | bool | None
) -> int:
    """Build a game, then rebuild what changed whenever a file is saved. Prints one line per change.

    The files are those of pnp build. While there is an error, the last good ones stay.
    """
    folder = find(game)
    need(missing_watcher())
    start = time.perf_counter()
    session = Session(
        folder, Path.cwd(), user_settings(config_folder()), given(typed), printer, out, time.perf_counter
    )
    press = outside_profile(typed["output_intent"])
    output = LiveOutput(session, out, made().journals, strict=strict, press=press, date=source_date())
    known: set[Diagnostic] = set()
    stop = threading.Event()
    try:
        _watch_languages(session, lang)
        known = _report(output.update(), session.reading.workshop.sources, known, time.perf_counter() - start)
        for _ in changes(folder, stop):
            start = time.perf_counter()
            if session.refresh():
                try:
                    _watch_languages(session, lang)
                except click.UsageError as fault:
                    # The file may be half written; the next save goes on from here.
                    say(f"{fault.format_message()}; waiting for it", err=True)
                written = output.update()
                sources = session.reading.workshop.sources
                known = _report(written, sources, known, time.perf_counter() - start)
    except KeyboardInterrupt:
        say()
    return Exit.FINE


def _watch_languages(session: Session, wanted: str) -> None:
    """Watch the wanted languages; while the game cannot be read, those of before.

    Raises:
        click.UsageError: The game does not have one of them.
    """
    game = session.reading.workshop.game
    if game is not None:
        session.watch(languages(game, wanted))


def _report(
    written: Written, sources: Mapping[str, str], known: Collection[Diagnostic], seconds: float
) -> set[Diagnostic]:
    """Write the faults that are new, and one line on all that happened; the faults that are there now."""
    shown = without_accepted(written.diagnostics)
    serious = [item for item in shown if item.severity is not Severity.NOTE]
    faulty = has_errors(serious)
    report([item for item in serious if item not in known], sources, "full")
    parts = []
    if written.pieces:
        more = f" and {len(written.pieces) - _NAMED} more" if len(written.pieces) > _NAMED else ""
        parts.append(f"{', '.join(written.pieces[:_NAMED])}{more}")
    pdfs = [name for name in written.files if name.endswith(".pdf")]
    if pdfs:
        more = f" and {len(pdfs) - _NAMED} more" if len(pdfs) > _NAMED else ""
        parts.append(f"wrote {', '.join(pdfs[:_NAMED])}{more}")
    else:
        parts.append("nothing written" if faulty else "the files are as they were")
    say("; ".join([*parts, counted(written.diagnostics), f"{seconds:.2f} s"]))
    # Errors stop the checks, so findings of checks are not reported again after the errors are fixed.
    return {*serious, *known} if faulty else set(serious)
