"""``pnp i18n``: the translations of a game."""

from pnp.cli.i18n.group import command

__all__ = ["command"]
