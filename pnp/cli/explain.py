"""``pnp explain``: the documentation of a code."""

from __future__ import annotations

import click

from pnp.cli.complete import complete_code
from pnp.cli.exit import Exit
from pnp.diagnostics import did_you_mean
from pnp.diagnostics.explain import code_name, codes, explanation


@click.command(name="explain", epilog="Example:  pnp explain M110")
@click.argument("code", required=False, shell_complete=complete_code)
def command(code: str | None) -> int:
    """Explain an error code: what it means, an example, the cure. Without a code, list them all."""
    if code is None:
        click.echo_via_pager("".join(f"{known}  {code_name(known)}\n" for known in codes()))
        return Exit.FINE
    by_name = {code_name(known): known for known in codes()}
    text = explanation(code.upper()) or explanation(by_name.get(code.lower(), ""))
    if text is None:
        cure = did_you_mean(code.upper(), codes(), "codes")
        raise click.UsageError(f"there is no code '{code}'; {cure}")
    click.echo(text, nl=False)
    return Exit.FINE
