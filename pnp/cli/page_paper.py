"""The paper of pages that are read and not cut: contact sheets, changes, counts, proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pnp.build.printing import print_profile
from pnp.build.workshop import Workshop
from pnp.cli.exit import Exit
from pnp.cli.terminal import report
from pnp.cli.workshop import Stop
from pnp.model import Game
from pnp.model.paper import A4, Paper, reading_paper

_Command = TypeVar("_Command", bound=Callable[..., Any])


def paper_option(command: _Command) -> _Command:
    """``--paper``: what the printer takes."""
    return click.option(
        "--paper", default="", metavar="TEXT", help="A4 or Letter. [as for the game's sheets]"
    )(command)


def page_paper(workshop: Workshop, game: Game, typed: str) -> Paper:
    """Letter where the game is printed on it or a relative of it, or ``typed`` names one; else A4.

    Raises:
        Stop: ``typed`` is no paper; that has been reported.
    """
    profile, faults = print_profile(workshop, game, {"paper": typed} if typed else {})
    if profile is not None:
        return reading_paper(profile.paper)
    if typed:
        report(faults, workshop.sources, "full")
        raise Stop(Exit.USAGE)
    return A4  # whoever prints the game is told what is wrong
