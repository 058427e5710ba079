"""Groups of commands that are imported when they are called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


COMPLETE_VARIABLE = "_PNP_COMPLETE"
"""The environment variable through which a shell asks for completions, whatever it calls the program."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is called.

    A module of commands imports what they need at its top, so this is the only place where the command line
    puts off an import.

    Args:
        package: The package of the modules.
        commands: Name of each command to its place, ``module:attribute``, and its help in one line, so that
            ``--help`` imports no command.
        kwargs: As for ``click.Group``.
    """

    def __init__(
        self, *args: Any, package: str, commands: Mapping[str, tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._package = package
        self._places = {name: place for name, (place, _) in commands.items()}
        self._helps = {name: words for name, (_, words) in commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of a day's work."""
        del ctx
        return list(self._places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None if it does not exist."""
        del ctx
        if cmd_name not in self._places:
            return None
        module, _, attribute = self._places[cmd_name].partition(":")
        command = getattr(import_module(f"{self._package}.{module}"), attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that ``args`` start with; an unknown one comes with a suggestion."""
        if args and args[0] not in self._places and not args[0].startswith("-") and not ctx.resilient_parsing:
            from pnp.diagnostics import did_you_mean

            ctx.fail(f"there is no command '{args[0]}'; {did_you_mean(args[0], self._places, 'commands')}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. An option of the group after the command is reported as such."""
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as fault:
            name = fault.option_name
            if not any(name in option.opts for option in self.params):
                raise
            message = f"'{name}' goes before the command: {ctx.command_path} {name} …"
            raise click.UsageError(message, fault.ctx) from None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options that begin like this, without importing a command."""
        from click.shell_completion import CompletionItem

        commands = [
            CompletionItem(name, help=words)
            for name, words in self._helps.items()
            if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self._helps.items()))
