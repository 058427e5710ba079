"""``pnp import``: one command for each format that can be imported."""

from __future__ import annotations

import click

from pnp.cli.import_cards import cards, tool_commands
from pnp.cli.import_rulebook import rulebook


@click.group(name="import")
def command() -> None:
    """Import cards and rulebooks from other tools."""


command.add_command(rulebook)
command.add_command(cards)
for each in tool_commands():
    command.add_command(each)
