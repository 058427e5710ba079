"""``pnp print``: what is on paper."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.build import MANIFEST, PRINTED, REPRINTED, mark_printed, record_in
from pnp.cli.opening import languages, open_readable_game
from pnp.cli.options import game_option, lang_option, out_option, quiet_option
from pnp.cli.place import made
from pnp.cli.process import Exit
from pnp.cli.terminal import exit_code, report, say
from pnp.diagnostics import Diagnostic, error, times
from pnp.reprint import Record

_RECORDS = {"build": MANIFEST, "reprint": REPRINTED}


@click.command(
    name="print",
    epilog="Examples:  pnp print --mark    pnp print --mark reprint --note 'for the fair in May'",
)
@game_option
@lang_option
@click.option(
    "--mark",
    type=click.Choice(list(_RECORDS)),
    is_flag=False,
    flag_value="build",
    help="Record that the last build, or the last reprint, has been printed. [build]",
)
@click.option("--note", default="", help="A note to store with the record.")
@out_option("Output folder")
@quiet_option
def command(game: str | None, lang: str, mark: str | None, note: str, out: Path, quiet: bool) -> int:
    """Show what has been printed, or record with --mark what you have just printed.

    pnp diff and pnp reprint compare with this record, out/GAME/LANGUAGE/printed.json. pnp itself prints
    nothing.
    """
    if note and mark is None:
        raise click.UsageError("--note goes with --mark")
    _, opened = open_readable_game(game)
    code: int = Exit.FINE
    for language in languages(opened, lang):
        folder = out / opened.id / language
        record, found = mark_printed(folder, _RECORDS[mark], made(), note) if mark else _marked(folder)
        if record is None and not found:
            cure = f"print the PDFs, then run pnp print --game {opened.id} --mark"
            found = [error("E430", f"nothing of '{opened.id}' is marked as printed ({language})", None, cure)]
        report(found, {}, "full")
        code = max(code, exit_code(found))
        if record is not None and not quiet:
            remark = f": {record.note}" if record.note else ""
            say(f"{language}: {times(record.copies, 'piece')} ({len(record.pieces)} unique) on paper{remark}")
    return code


def _marked(folder: Path) -> tuple[Record | None, list[Diagnostic]]:
    found = record_in(folder, PRINTED)
    return (None, [found]) if isinstance(found, Diagnostic) else (found, [])
