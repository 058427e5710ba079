"""``pnp print``: what is on paper."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.build.printed import MANIFEST, PRINTED, REPRINTED, mark_printed, record_in
from pnp.cli.exit import Exit
from pnp.cli.options import game_option, lang_option, out_option, quiet_option
from pnp.cli.terminal import report
from pnp.cli.workshop import languages, open_sound_game
from pnp.diagnostics import Diagnostic, error, times

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
    help="Take down that the last build, or the last reprint, has been printed. [build]",
)
@click.option("--note", default="", help="A line to remember it by.")
@out_option("Folder of the output")
@quiet_option
def command(game: str | None, lang: str, mark: str | None, note: str, out: Path, quiet: bool) -> int:
    """Show what is on paper, or take down with --mark what has just been printed.

    pnp diff and pnp reprint compare with it. It is kept in out/GAME/LANGUAGE/printed.json; pnp itself prints nothing.
    """
    if note and mark is None:
        raise click.UsageError("--note goes with --mark")
    _, opened = open_sound_game(game)
    code = Exit.FINE
    for language in languages(opened, lang):
        folder = out / opened.id / language
        found = mark_printed(folder, _RECORDS[mark], note) if mark else record_in(folder, PRINTED)
        if found is None:
            cure = f"print the PDFs, then run pnp print --game {opened.id} --mark"
            found = error("E430", f"nothing of '{opened.id}' is marked as printed ({language})", None, cure)
        if isinstance(found, Diagnostic):
            report([found], {}, "full")
            code = Exit.FAULTS
        elif not quiet:
            remark = f": {found.note}" if found.note else ""
            click.echo(
                f"{language}: {times(found.copies, 'piece')} ({len(found.pieces)} unique) on paper{remark}"
            )
    return code
