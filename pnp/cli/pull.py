"""``pnp pull``: tables of a game from where they are published."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import click

from pnp.cli.opening import open_readable_game
from pnp.cli.options import game_option
from pnp.cli.place import made
from pnp.cli.process import Exit
from pnp.cli.terminal import say
from pnp.diagnostics import shortened, times
from pnp.edit import ClashError
from pnp.load import load_game
from pnp.load.files import FolderFiles
from pnp.model import FileFault, Game
from pnp.pull import Pulled, fetch, pull
from pnp.pull.pull import Collision, Preference, RowChange

_SHOWN = 40
"""Rows and cells of a table that are listed; the others are counted."""
_WORDS = 50
_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


@click.command(
    name="pull",
    epilog="Examples:  pnp pull --game doom    pnp pull --set cards --dry-run    pnp pull --theirs",
)
@game_option
@click.option("--set", "sets", multiple=True, metavar="ID", help="Only the table of this set.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option(
    "--theirs",
    "preference",
    flag_value="theirs",
    default="",
    help="Where both sides changed the same, take the sheet.",
)
@click.option(
    "--ours", "preference", flag_value="ours", help="Where both sides changed the same, keep the file."
)
@click.option(
    "--allow",
    "allowed",
    multiple=True,
    metavar="HOST",
    help="Host on this machine or in your own network that may be asked.",
)
def command(
    game: str | None, sets: tuple[str, ...], dry_run: bool, preference: Preference, allowed: tuple[str, ...]
) -> int:
    """Fetch the tables of sets that say 'from' under 'rows', and show what changes in them.

    Nothing else reaches the network: no build, check or preview fetches anything. Changes made in the file
    since it was last pulled are kept and merged; where both sides changed the same cell, nothing is written.
    """
    workshop, opened = open_readable_game(game)
    known = {each.id for each in opened.sets}
    for name in sets:
        if name not in known:
            raise click.UsageError(f"the game has no set '{name}'; it has {', '.join(sorted(known))}")
    folder = workshop.folder
    files = FolderFiles(folder, Path.cwd())
    pulled = pulled_tables(opened, folder, files, sets, preference, allowed, write=not dry_run)
    if pulled is None:
        return Exit.FAULTS
    if not pulled:
        say("no set names an address: write rows: {file: cards.csv, from: https://…}")
        return Exit.FAULTS if sets else Exit.FINE
    for each in pulled:
        _show(each, written=not dry_run)
    return Exit.FAULTS if any(each.fault for each in pulled) else Exit.FINE


def pulled_tables(
    game: Game,
    folder: Path,
    files: FolderFiles,
    sets: Sequence[str] = (),
    preference: Preference = "",
    allowed: Sequence[str] = (),
    *,
    write: bool = True,
) -> list[Pulled] | None:
    """The tables that were fetched; None if nothing could be written, which was reported."""
    try:
        return pull(
            game,
            folder,
            files,
            sets=sets,
            preference=preference,
            allowed=allowed,
            write=write,
            journals=made().journals,
            get=fetch,
        )
    except FileFault as fault:
        say(f"nothing written: {fault}\n  {fault.cure}", err=True)
    except ClashError as fault:
        say(f"nothing written: {fault}\n  pull again", err=True)
    return None


def pull_regularly(folder: Path, seconds: int, allowed: Sequence[str], stop: threading.Event) -> None:
    """Pull the tables of a game again and again until ``stop`` is set, and show what is new."""
    reported: dict[str, str] = {}
    while not stop.wait(seconds):
        game = load_game(folder, cwd=Path.cwd()).game
        files = FolderFiles(folder, Path.cwd())
        for each in (pulled_tables(game, folder, files, allowed=allowed) or ()) if game else ():
            fault = str(each.fault or "")
            if each.changes or fault not in ("", reported.get(each.set_id)):
                _show(each, written=True)
            reported[each.set_id] = fault


def _show(pulled: Pulled, *, written: bool) -> None:
    if pulled.fault is not None:
        say(f"{pulled.file}: not written: {pulled.fault}", err=True)
        for collision in pulled.fault.collisions[:_SHOWN]:
            say(f"  {_collision(collision)}", err=True)
        if (more := len(pulled.fault.collisions) - _SHOWN) > 0:
            say(f"  and {more} more", err=True)
        say(f"  {pulled.fault.cure}", err=True)
        return
    if not pulled.changes:
        say(f"{pulled.file}: nothing new")
        return
    for change in pulled.changes[:_SHOWN]:
        say(_change(change))
    if (more := len(pulled.changes) - _SHOWN) > 0:
        say(f"and {more} more")
    state = "changed" if written else "would change"
    say(f"{pulled.file}: {times(len(pulled.changes), 'row')} {state}")


def _change(change: RowChange) -> str:
    cells = change.cells if change.kind == "changed" else ()
    words = "; ".join(f"{title}: {_quoted(old)} → {_quoted(new)}" for title, old, new in cells)
    return f"{_SIGNS[change.kind]} {change.row}" + (f"  {words}" if words else "")


def _collision(found: Collision) -> str:
    place = f"{found.row}, {found.title}" if found.title else found.row
    ours = "removed" if found.ours is None else _quoted(found.ours)
    theirs = "removed" if found.theirs is None else _quoted(found.theirs)
    return f"{place}: here {ours}, in the sheet {theirs}"


def _quoted(text: str) -> str:
    return f"'{shortened(text, _WORDS)}'"
