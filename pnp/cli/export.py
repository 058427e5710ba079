"""``pnp export``: what others can use goes out. Each kind of thing is a command of its own."""

from __future__ import annotations

import click

from pnp.cli.export_rulebook import rulebook
from pnp.cli.export_table import tables, xlsx


@click.group(name="export")
def command() -> None:
    """Write what other programs read."""


command.add_command(rulebook)
command.add_command(tables)
command.add_command(xlsx)
