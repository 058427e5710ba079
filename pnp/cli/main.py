"""Entry point: finds the command, runs it, and turns what happened into an exit code."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from pnp import __version__
from pnp.cli.lazy import COMPLETE_VARIABLE, LazyGroup
from pnp.cli.limits import MOST_MEGABYTES, MOST_MINUTES
from pnp.cli.process import (
    Exit,
    TimeLimit,
    collect_rarely,
    held_to,
    skip_final_collection,
)

# Places and short helps of the commands: `pnp --help` imports no command and none of its libraries.
_COMMANDS = {
    "new": ("new:command", "Start a game: a small working one with comments that teach."),
    "build": ("build:command", "Print a game: decks, tiles, tokens, standees and rules as PDFs."),
    "preview": ("live:preview", "Show the game in the browser while you write it."),
    "lsp": ("reference:lsp", "Serve editors: findings, completion, names and their places."),
    "watch": ("live:watch", "Rebuild what changed whenever a file is saved."),
    "plan": ("list:plan", "Count the sheets and cuts that a game takes, before you build it."),
    "check": ("check:command", "Check that the box agrees with the rulebook."),
    "rename": ("rename:rename", "Rename a term, fact, field, piece, style or layout in all files."),
    "fix": ("rename:fix", "Carry out the cures of findings that say what to write."),
    "list": ("list:command", "List the games, or the sets and pieces of one."),
    "show": ("show:show", "Draw faces as PNG or PDF."),
    "contact": ("show:contact", "Draw all faces of a game on contact sheets."),
    "stats": ("stats:stats", "Count the pieces of each deck, with the odds of a draw."),
    "draw": ("stats:draw", "Show sample hands from a shuffled deck."),
    "fit": ("i18n:fit", "Show how every text fits its box, in every language."),
    "i18n": ("i18n:command", "Translate a game: update, status, new, tidy, proof, export, import."),
    "pull": ("pull:command", "Fetch the tables of a game that are published elsewhere."),
    "import": ("import_:command", "Import cards and rulebooks from other tools."),
    "export": (
        "export:command",
        "Export pictures, Tabletop Simulator decks, print-shop packs, cut lines, tables, rulebooks.",
    ),
    "print": ("reprint:print_", "Record what has been printed, or show the record."),
    "diff": ("reprint:diff", "Show what changed since the last print or a git revision, side by side."),
    "reprint": ("reprint:reprint_", "Print only what changed, and list the old pieces to remove."),
    "profiles": ("list:profiles", "List the print profiles and how many pieces fit on a sheet."),
    "calibrate": ("calibrate:command", "Measure and save how far a printer shifts the backs."),
    "explain": ("reference:explain", "Explain an error code."),
    "icons": ("assets:icons", "List the icons, or print them with their names."),
    "fonts": ("assets:fonts", "List the fonts."),
    "schema": ("reference:schema", "Write JSON Schemas so that editors complete and check the YAML."),
    "credits": ("assets:credits_command", "List the authors and licences of fonts, icons and libraries."),
    "cache": ("installation:cache", "Show the size of the cache, or clear it."),
    "completion": ("completion:command", "Set up shell completion of commands, games and pieces."),
    "doctor": ("installation:doctor", "Check that pnp has everything it needs."),
}


_ENDLESS = frozenset({"preview", "watch", "lsp"})
"""Commands that run until they are stopped."""


@click.group(
    cls=LazyGroup,
    package="pnp.cli",
    commands=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Try:  pnp build --game doom",
)
@click.version_option(__version__, prog_name="pnp", message="%(prog)s %(version)s")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=MOST_MINUTES,
    metavar="MINUTES",
    help=f"Stop a command that takes longer than this; 0 means no limit. [{MOST_MINUTES:g}]",
)
@click.option(
    "--memory-limit",
    type=click.FloatRange(min=0),
    default=MOST_MEGABYTES,
    metavar="MEGABYTES",
    help=f"Stop a process that needs more memory than this; 0 means no limit. [{MOST_MEGABYTES}]",
)
@click.option(
    "--no-cache",
    is_flag=True,
    envvar="PNP_NO_CACHE",
    help="Do not use the cache. Output is the same either way.",
)
@click.pass_context
def pnp(context: click.Context, time_limit: float, memory_limit: float, no_cache: bool) -> None:
    """Turn a folder of text into exact print-and-play PDFs for a board game."""
    del no_cache  # pnp.cli.place looks it up
    minutes = 0.0 if context.invoked_subcommand in _ENDLESS else time_limit
    context.with_resource(held_to(memory_limit, minutes))
    context.ensure_object(TimeLimit).start(minutes)


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    collect_rarely()
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A console in an old code page gets what it can show, and a question mark for the rest. Files and
            # other programs get UTF-8, unless the user has said what they want.
            shown = stream.isatty() or "PYTHONIOENCODING" in os.environ  # noqa: TID251
            stream.reconfigure(encoding=None if shown else "utf-8", errors="replace")
    if os.environ.get(COMPLETE_VARIABLE, "").startswith("powershell"):  # noqa: TID251
        from pnp.cli.completion import know_powershell

        know_powershell()
    code = _run()
    skip_final_collection()
    sys.exit(code)


def _open_closed() -> None:
    """Opens those of the three standard streams that the caller closed, onto nothing.

    Otherwise the next file that is written would get the number of one of them, and what a library says to
    standard error would land in it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            from pnp.disk import nowhere

            # A file takes the lowest number that is free, which is that of the stream.
            setattr(sys, name, nowhere(mode))


def _run() -> int:
    limit = TimeLimit()
    try:
        result = pnp.main(standalone_mode=False, obj=limit, complete_var=COMPLETE_VARIABLE)
        limit.end()
        return int(result) if isinstance(result, int) else Exit.FINE
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; Python would complain while shutting down
        return Exit.FINE
    except (Exception, KeyboardInterrupt) as fault:
        from pnp.cli.failure import reported  # most runs do not fail

        return reported(fault, limit)
