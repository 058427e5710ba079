"""``pnp import``: what was kept elsewhere comes in. Each kind of thing is a command of its own."""

from __future__ import annotations

import click

from pnp.cli.import_cards import cards, tool_commands
from pnp.cli.import_rulebook import rulebook


@click.group(name="import")
def command() -> None:
    """Bring in what was kept elsewhere."""


command.add_command(rulebook)
command.add_command(cards)
for each in tool_commands():
    command.add_command(each)
