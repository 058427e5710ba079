"""``pnp schema``: JSON Schemas for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pnp.build import Workshop
from pnp.cli.exit import Exit
from pnp.cli.opening import open_readable_game
from pnp.cli.options import game_option
from pnp.cli.terminal import report, say
from pnp.cli.write import write_files


@click.command(
    name="schema",
    epilog="Then put this at the top of a YAML file:  # yaml-language-server: $schema=../.pnp/schema/set.json",
)
@game_option
@click.option(
    "--kind", type=click.Choice(["game", "set", "profile"]), help="Write only this one, to standard output."
)
def command(game: str | None, kind: str | None) -> int:
    """Write JSON Schemas for game.yaml, sets and profiles, with the game's terms, to .pnp/schema.

    Editors with a YAML language server then complete keys and terms, underline mistakes and explain each key.
    """
    from pnp.load import json_schema, shown_path

    workshop, opened = open_readable_game(game)
    if kind is not None:
        say(json.dumps(json_schema(opened, kind, workshop.icons.names()), ensure_ascii=False, indent=2))
        return Exit.FINE
    files = schema_files(workshop)
    faults = write_files(workshop.folder, files)
    report(faults, {}, "full")
    if faults:
        return Exit.ENVIRONMENT
    for name in files:
        say(shown_path(workshop.folder / name, Path.cwd()))
    return Exit.FINE


def schema_files(workshop: Workshop) -> dict[str, bytes]:
    """The schemas of a game by their paths in its folder."""
    from pnp.load import json_schema

    icons = workshop.icons.names()
    return {
        f".pnp/schema/{kind}.json": (
            json.dumps(json_schema(workshop.game, kind, icons), ensure_ascii=False, indent=2) + "\n"
        ).encode()
        for kind in ("game", "set", "profile")
    }
