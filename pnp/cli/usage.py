"""Command lines that cannot be meant, and how they are written."""

from __future__ import annotations

import click


def cured(fault: click.UsageError) -> click.UsageError:
    """The fault; one of a word too many says how a game is named, where that may have been meant."""
    options = fault.ctx.command.params if fault.ctx else ()
    extra = fault.message.startswith("Got unexpected extra argument")
    if not extra or all(option.name != "game" for option in options):
        return fault
    return click.UsageError(f"{fault.message}; a game is named by --game", fault.ctx)
