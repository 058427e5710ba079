"""Options of exports that write a file for each face."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pnp.cli.options import length

_Command = TypeVar("_Command", bound=Callable[..., Any])


def face_options(command: _Command) -> _Command:
    """``--bleed`` (see ``bleed_of``), ``--square-corners`` and ``--side``."""
    for option in (
        click.option(
            "--side",
            type=click.Choice(["front", "back", "both"]),
            default="both",
            help="Sides to draw. [both]",
        ),
        click.option(
            "--square-corners",
            is_flag=True,
            help="Fill the area outside round corners instead of leaving it transparent.",
        ),
        click.option("--bleed", metavar="LENGTH", help="Show this much around the cut, such as 3mm."),
    ):
        command = option(command)
    return command


def bleed_of(option: str | None) -> float:
    """The bleed to show, in millimetres.

    Raises:
        click.UsageError: The option is no length.
    """
    return length("--bleed", option).mm if option else 0.0
