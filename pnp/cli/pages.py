"""Pages that are read, not cut (contact sheets, changes, counts, proofs): their paper and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from pnp.build import Workshop, print_profile
from pnp.cli.exit import Exit
from pnp.cli.opening import Stop
from pnp.cli.terminal import report
from pnp.model import Game
from pnp.model.paper import A4, Paper, reading_paper

_Command = TypeVar("_Command", bound=Callable[..., Any])


def paper_option(command: _Command) -> _Command:
    """``--paper``: what the printer takes."""
    return click.option(
        "--paper", default="", metavar="TEXT", help="A4 or Letter. [as for the game's sheets]"
    )(command)


def page_paper(workshop: Workshop, game: Game, typed: str) -> Paper:
    """Letter if the game, or ``typed``, uses Letter, Legal or Tabloid; else A4.

    Raises:
        Stop: ``typed`` is not a paper; that has been reported.
    """
    profile, faults = print_profile(workshop, game, {"paper": typed} if typed else {})
    if profile is not None:
        return reading_paper(profile.paper)
    if typed:
        report(faults, workshop.sources, "full")
        raise Stop(Exit.USAGE)
    return A4  # building the game reports the fault


def need_renderer() -> None:
    """Stop if pages cannot be drawn.

    Raises:
        Stop: The library that draws pages is not installed; the cure has been reported.
    """
    from pnp.export.png import missing_renderer

    missing = missing_renderer()
    if missing is not None:
        report([missing], {}, "full")
        raise Stop(Exit.ENVIRONMENT)


def pngs(pdf: bytes, dpi: float) -> Iterator[bytes]:
    """Each page of the file as PNG.

    Raises:
        Stop: As of ``need_renderer``.
    """
    from pnp.export.png import PagePictures

    need_renderer()
    with PagePictures(pdf) as pages:
        for page in range(len(pages)):
            yield pages.png(page, dpi)
