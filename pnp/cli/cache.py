"""``pnp cache``: what is kept between runs."""

from __future__ import annotations

import click

from pnp.cli.exit import Exit
from pnp.cli.place import cache
from pnp.cli.terminal import say
from pnp.diagnostics import times
from pnp.store import Usage
from pnp.store.limits import MAX_STORE_BYTES


@click.group(
    name="cache",
    invoke_without_command=True,
    epilog="Examples:  pnp cache    pnp cache clear    pnp --no-cache build",
)
@click.pass_context
def command(context: click.Context) -> int:
    """Show the folder and the size of the cache; 'clear' empties it.

    The cache only saves time. PNP_CACHE_DIR sets another folder; PNP_NO_CACHE=1 or --no-cache turns it off.
    """
    if context.invoked_subcommand is None:
        kept = cache()
        if kept.folder is None:
            say("the cache is off")
        else:
            usage = kept.usage()
            say(f"{kept.folder.as_posix()}\n{_told(usage)}, at most {MAX_STORE_BYTES / 1e6:.0f} MB")
    return Exit.FINE


@command.command()
def clear() -> int:
    """Empty the cache."""
    say(f"removed {_told(cache().clear())}")
    return Exit.FINE


def _told(usage: Usage) -> str:
    return f"{times(usage.entries, 'entry', 'entries', thousands=',')}, {usage.size / 1e6:.1f} MB"
