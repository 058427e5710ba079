"""``pnp explain``: the documentation of a code."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pnp.cli.completion import complete_code
from pnp.cli.exit import Exit
from pnp.cli.terminal import say
from pnp.diagnostics import nearest
from pnp.diagnostics.explain import code_name, codes, explanation

_MOST_SHOWN = 6


@click.command(name="explain", epilog="Example:  pnp explain M110")
@click.argument("code", required=False, shell_complete=complete_code)
def command(code: str | None) -> int:
    """Explain an error code: what it means, an example and the fix. Without a code, list them all."""
    if code is None:
        click.echo_via_pager("".join(f"{known}  {code_name(known)}\n" for known in codes()))
        return Exit.FINE
    by_name = {code_name(known): known for known in codes()}
    text = explanation(code.upper()) or explanation(by_name.get(code.lower().replace(" ", "-"), ""))
    if text is None:
        raise click.UsageError(f"there is no code '{code}'; {_cure(code, by_name)}")
    say(text, nl=False)
    return Exit.FINE


def _cure(typed: str, by_name: Mapping[str, str]) -> str:
    """Codes that may have been meant: those whose names have the word, or one that is written nearly so."""
    word = typed.lower().replace(" ", "-")
    named = [f"{code} ({name})" for name, code in by_name.items() if word in name]
    if named:
        shown = (
            named if len(named) <= _MOST_SHOWN else [*named[:_MOST_SHOWN], f"{len(named) - _MOST_SHOWN} more"]
        )
        return f"did you mean {', '.join(shown)}?"
    close = nearest(typed.upper(), list(by_name.values())) or nearest(word, list(by_name))
    return f"did you mean '{close}'?" if close else "'pnp explain' lists all codes"
