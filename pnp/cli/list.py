"""``pnp list``: what there is."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pnp.build import Selection, select
from pnp.cli.exit import Exit
from pnp.cli.opening import Stop, open_readable_game
from pnp.cli.options import game_option, selection_options, split
from pnp.cli.terminal import report, say
from pnp.diagnostics import has_errors, times
from pnp.load import list_games
from pnp.model import ComponentSet


@click.command(name="list", epilog="Examples:  pnp list    pnp list --game doom --where \"spell == 'lure'\"")
@game_option
@selection_options
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
@click.option("--pieces", "with_pieces", is_flag=True, help="Also list the pieces of each set.")
def command(
    game: str | None, only: tuple[str, ...], where: str, copies: int | None, form: str, with_pieces: bool
) -> int:
    """List the games in this folder. With --game, list the sets of one; with --pieces, also their pieces."""
    if game is None and not Path("game.yaml").is_file():
        return _games(form)
    workshop, opened = open_readable_game(game)
    selection = Selection(split(only), where, copies)
    sets, faults = select(opened, selection)
    if has_errors(faults):
        report(faults, workshop.sources, "full")
        raise Stop(Exit.USAGE)
    if form == "json":
        say(json.dumps([_record(each) for each in sets], ensure_ascii=False, indent=2))
        return Exit.FINE
    for each in sets:
        pieces = [piece for piece in each.pieces if piece.copies]
        say(
            f"{each.id:<20} {each.kind:<8} {each.copies:>4} {'piece, ' if each.copies == 1 else 'pieces,'} {len(pieces):>3} unique   {each.name.source}"
        )
        if with_pieces or not selection.whole:
            for piece in pieces:
                say(f"  {piece.copies:>3} × {piece.key}")
    say(f"{times(sum(each.copies for each in sets), 'piece')} in {times(len(sets), 'set')}")
    return Exit.FINE


def _games(form: str) -> int:
    games = list_games(Path.cwd())
    if form == "json":
        say(json.dumps({name: folder.as_posix() for name, folder in games.items()}, indent=2))
        return Exit.FINE
    for name in games:
        say(name)
    if not games:
        say("no game here; a game is a folder with a game.yaml, and games lie in data/", err=True)
    return Exit.FINE


def _record(component_set: ComponentSet) -> dict[str, object]:
    return {
        "id": component_set.id,
        "kind": component_set.kind,
        "name": component_set.name.source,
        "copies": component_set.copies,
        "pieces": [
            {"key": piece.key, "copies": piece.copies, "file": piece.span.file, "line": piece.span.line}
            for piece in component_set.pieces
            if piece.copies
        ],
    }
