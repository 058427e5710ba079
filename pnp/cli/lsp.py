"""``pnp lsp``: the language server."""

from __future__ import annotations

import click

from pnp.cli.opening import need
from pnp.cli.place import config_folder
from pnp.cli.process import Exit
from pnp.cli.terminal import say
from pnp.diagnostics import missing_library
from pnp.load import user_settings


@click.command(name="lsp", epilog="Editors start it; docs/editors.md says how.")
def command() -> int:
    """Speak the language server protocol on standard input and output.

    An editor that starts it shows findings while you type, completes, explains, finds, and renames.
    """
    need(missing_library("pygls", "E312", "the language server needs", "lsp"))
    from pnp.lsp.server import serve

    serve(user_settings(config_folder()), _failed)
    return Exit.FINE


def _failed(traceback: str) -> None:
    """Report a bug in pnp; the server goes on."""
    say(f"pnp itself failed; the server goes on. Please report it with this:\n\n{traceback}", err=True)
