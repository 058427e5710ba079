"""Where the game and the user's settings are; quick to import, for commands that may not need to read them."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.diagnostics import Diagnostic
from pnp.load.locate import find_game


def config_folder() -> Path:
    """Where this user's print profiles and printers are kept, by the customs of the system."""
    return Path(click.get_app_dir("pnp"))


def find(game: str | None) -> Path:
    """The folder of the game that ``--game`` names.

    Raises:
        click.UsageError: There is none, or several.
    """
    found = find_game(game, Path.cwd())
    if isinstance(found, Diagnostic):
        raise click.UsageError("; ".join((found.message, *found.help)))
    return found
