"""``pnp i18n tidy``: quotation marks, apostrophes and dashes as each language has them."""

from __future__ import annotations

import click

from pnp.cli.opening import Stop, open_readable_game
from pnp.cli.options import game_option
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import has_errors, times
from pnp.model import FileFault
from pnp.translation import Translations
from pnp.translation.tidy import TextEdit, edits_by_file, tidied
from pnp.translation.translations import relative


@click.command(name="tidy", epilog="Examples:  pnp i18n tidy --game doom    pnp i18n tidy --check")
@game_option
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if anything would change."
)
def command(game: str | None, only_check: bool) -> int:
    """Rewrite quotation marks, apostrophes, three dots and dashes as the language of each text writes them.

    Data files, rule sheets and translations are edited in place. Nothing else in them changes.
    """
    workshop, opened = open_readable_game(game)
    translations = Translations(opened)
    found = [*workshop.diagnostics, *translations.catalogues.diagnostics]
    if has_errors(found):
        report(found, workshop.sources, "full")
        raise Stop(Exit.FAULTS)
    files: dict[str, bytes] = {}
    for shown, edits in edits_by_file(translations).items():
        path = relative(opened, shown)
        try:
            data = workshop.files.read(path)
        except FileFault as fault:  # pragma: no cover - the file was read a moment ago
            raise click.ClickException(str(fault)) from fault
        changed = tidied(data, edits)
        if changed != data:
            files[path] = changed
            say(f"{path}: {_told(edits)}")
    if only_check:
        return Exit.FAULTS if files else Exit.FINE
    faults = write_files(workshop.folder, files)
    report(faults, {}, "full")
    return Exit.ENVIRONMENT if faults else Exit.FINE


def _told(edits: list[TextEdit]) -> str:
    return times(len(set(edits)), "change")
