"""``pnp fonts``: the fonts that games may use."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pnp.cli.exit import Exit
from pnp.cli.options import game_option
from pnp.cli.place import find_if_any
from pnp.cli.terminal import say
from pnp.fonts import FontLibrary


@click.command(name="fonts", epilog="Example:  pnp fonts --game doom")
@game_option
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
def command(game: str | None, form: str) -> int:
    """List the font families. The game's own come first, then those shipped with pnp."""
    from pnp.load import FolderFiles, game_fonts

    folder = find_if_any(game)
    library, _ = game_fonts(None if folder is None else FolderFiles(folder, Path.cwd()))
    families = sorted(library.families(), key=lambda family: library.sources(family)[0].shared)
    if form == "json":
        say(json.dumps({family: _styles(library, family) for family in families}, indent=2))
        return Exit.FINE
    for family in families:
        source = library.sources(family)[0]
        mark = "" if source.shared else "(the game's own) "
        say(f"{family:<24} {mark}{', '.join(_styles(library, family))}")
    return Exit.FINE


def _styles(library: FontLibrary, family: str) -> list[str]:
    return [f"{source.weight}{' italic' if source.italic else ''}" for source in library.sources(family)]
