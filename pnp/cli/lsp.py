"""``pnp lsp``: the language server."""

from __future__ import annotations

from importlib.util import find_spec

import click

from pnp.cli.opening import need
from pnp.cli.place import config_folder
from pnp.cli.process import Exit
from pnp.cli.terminal import say
from pnp.diagnostics import Diagnostic, error, extra_cures
from pnp.load import user_settings


@click.command(name="lsp", epilog="Editors start it; docs/editors.md says how.")
def command() -> int:
    """Speak the language server protocol on standard input and output.

    An editor that starts it shows findings while you type, completes, explains, finds, and renames.
    """
    need(missing_server())
    from pnp.lsp.server import serve

    serve(user_settings(config_folder()), _failed)
    return Exit.FINE


def missing_server() -> Diagnostic | None:
    """Error E312 when pygls is not installed, else None."""
    if find_spec("pygls") is not None:
        return None
    return error("E312", "the language server needs 'pygls'", None, extra_cures("lsp"))


def _failed(traceback: str) -> None:
    """Report a bug in pnp; the server goes on."""
    say(f"pnp itself failed; the server goes on. Please report it with this:\n\n{traceback}", err=True)
