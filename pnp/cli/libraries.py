"""Stopping with the cure when a library of an extra is not installed."""

from __future__ import annotations

from pnp.cli.exit import Exit
from pnp.cli.terminal import report
from pnp.cli.workshop import Stop
from pnp.diagnostics import Diagnostic


def need(*missing: Diagnostic | None) -> None:
    """Go on when nothing is missing.

    Args:
        missing: What the modules that need a library say of it; None where it is there.

    Raises:
        Stop: Something is missing; it has been reported.
    """
    found = [fault for fault in missing if fault is not None]
    if found:
        report(found, {}, "full")
        raise Stop(Exit.ENVIRONMENT)
