"""``pnp export html`` and ``rulebook``: rule sheets in other forms."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from pnp.build import ascii_name
from pnp.cli.export.run import ExportRun, export_options
from pnp.cli.opening import open_readable_game
from pnp.cli.options import format_option, game_option, quiet_option, strict_option
from pnp.cli.output import write_text
from pnp.cli.terminal import FOR_PEOPLE, exit_code, report, say
from pnp.diagnostics import did_you_mean, has_errors, times
from pnp.diagnostics.printer import counted
from pnp.diagnostics.printer import strict as made_strict
from pnp.export.html import export_html
from pnp.importers import legacy_text, read_rule_sheet
from pnp.load import shown_path
from pnp.model import Game, RulebookSource
from pnp.rules import fill, game_scope


@click.command(name="html", epilog="Examples:  pnp export html --game doom    pnp export html --lang all")
@export_options
def html(**options: Any) -> int:
    """Write every rule sheet as a page for screens: out/GAME/LANGUAGE/html/SHEET.html.

    The page needs no other file and no script. It fits phones, and follows the reader's choice of light or
    dark colours.
    """
    run = ExportRun.begin(**options)
    total = export_html(run)
    return run.end(f"{times(total, 'rule sheet')} in {run.shown_folders('html')}")


@click.command(
    name="rulebook",
    epilog="Examples:  pnp export rulebook --game doom --to legacy    pnp export rulebook rules.md --to legacy --out -",
)
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--to", "form_to", type=click.Choice(["legacy"]), required=True, help="Format: legacy is the old markup."
)
@game_option
@click.option("--sheet", metavar="NAME", help="Export only this rule sheet. [all]")
@click.option(
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    default=".",
    help="Folder, a file that ends in .txt, or - for standard output. [.]",
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--keep-going", is_flag=True, help="Write even if there are errors.")
@strict_option
@format_option
@quiet_option
def rulebook(
    file: Path | None,
    form_to: str,
    game: str | None,
    sheet: str | None,
    out: Path,
    force: bool,
    keep_going: bool,
    strict: bool,
    form: str,
    quiet: bool,
) -> int:
    """Convert FILE, or the rule sheets of a game, to the old ASCII markup. Expressions become their values.

    Anything the old markup cannot express is reported. If a letter has no code, the exit code is 1 and
    nothing is written.
    """
    del form_to
    opened = open_readable_game(game)[1] if game or file is None else None
    filler = partial(fill, scope=game_scope(opened), language=opened.language) if opened else None
    code = 0
    for source in _sources(file, opened, sheet):
        read, found = read_rule_sheet(source, filler) if filler else read_rule_sheet(source)
        text, faults = legacy_text(read)
        found = [*found, *faults]
        found = made_strict(found) if strict else found
        report(found, {source.file: source.text}, form, quiet=form == "full")
        code = max(code, exit_code(found))
        if has_errors(found) and not keep_going:
            if form in FOR_PEOPLE and not quiet:
                say(f"nothing written of {source.file}: {counted(found)}", err=True)
            continue
        target = write_text(text, f"{ascii_name(source.name)}.txt", out, ".txt", force=force)
        if form in FOR_PEOPLE and not quiet:
            say(f"{target}: {times(text.count(chr(10)), 'line')}, {counted(found)}", err=target == "-")
    return code


def _sources(file: Path | None, game: Game | None, sheet: str | None) -> list[RulebookSource]:
    """The sheets that are meant.

    Raises:
        click.UsageError: No sheet has that name, or the game has no sheets.
    """
    if file is not None:
        shown = shown_path(file, Path.cwd())
        return [RulebookSource(file.stem, shown, file.read_text(encoding="utf-8-sig"))]
    assert game is not None  # opened when no file is given
    if not game.rulebooks:
        raise click.UsageError(f"the game '{game.id}' has no rule sheets")
    chosen = [each for each in game.rulebooks if sheet in (None, each.name)]
    if not chosen:
        cure = did_you_mean(str(sheet), [each.name for each in game.rulebooks], "rule sheets")
        raise click.UsageError(f"there is no rule sheet '{sheet}'; {cure}")
    return chosen
