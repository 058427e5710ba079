"""``pnp explain``, ``schema`` and ``lsp``: error codes for authors; schemas and a server for editors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from pnp.build import Workshop
from pnp.cli.opening import need, open_readable_game
from pnp.cli.options import complete_code, game_option
from pnp.cli.output import write_files
from pnp.cli.place import config_folder
from pnp.cli.process import Exit
from pnp.cli.terminal import say, say_json
from pnp.diagnostics import missing_library, nearest
from pnp.diagnostics.explain import by_theme, code_name, codes, explanation
from pnp.diagnostics.theme import Theme
from pnp.load import json_schema, shown_path, user_settings

_MOST_SHOWN = 6


@click.command(name="explain", epilog="Example:  pnp explain M110")
@click.argument("code", required=False, shell_complete=complete_code)
def explain(code: str | None) -> int:
    """Explain an error code: what it means, an example and the fix. Without a code, list all, by theme."""
    if code is None:
        click.echo_via_pager("\n".join(_listed(theme, known) for theme, known in by_theme()))
        return Exit.FINE
    by_name = {code_name(known): known for known in codes()}
    text = explanation(code.upper()) or explanation(by_name.get(code.lower().replace(" ", "-"), ""))
    if text is None:
        raise click.UsageError(f"there is no code '{code}'; {_cure(code, by_name)}")
    say(text, nl=False)
    return Exit.FINE


def _listed(theme: Theme, known: Sequence[str]) -> str:
    lines = [
        f"{theme.range}: {theme.about}",
        *(f"  {code}  {code_name(code)}" for code in known),
    ]
    return "\n".join(lines) + "\n"


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


@click.command(
    name="schema",
    epilog="Then put this at the top of a YAML file:  # yaml-language-server: $schema=../.pnp/schema/set.json",
)
@game_option
@click.option(
    "--kind", type=click.Choice(["game", "set", "profile"]), help="Write only this one, to standard output."
)
def schema(game: str | None, kind: str | None) -> int:
    """Write JSON Schemas for game.yaml, sets and profiles, with the game's terms, to .pnp/schema.

    Editors with a YAML language server then complete keys and terms, underline mistakes and explain each key.
    """
    workshop, opened = open_readable_game(game)
    if kind is not None:
        say_json(json_schema(opened, kind, workshop.icons.names()))
        return Exit.FINE
    files = schema_files(workshop)
    write_files(workshop.folder, files)
    for name in files:
        say(shown_path(workshop.folder / name, Path.cwd()))
    return Exit.FINE


def schema_files(workshop: Workshop) -> dict[str, bytes]:
    """The schemas of a game by their paths in its folder."""
    icons = workshop.icons.names()
    return {
        f".pnp/schema/{kind}.json": (
            json.dumps(json_schema(workshop.game, kind, icons), ensure_ascii=False, indent=2) + "\n"
        ).encode()
        for kind in ("game", "set", "profile")
    }


@click.command(name="lsp", epilog="Editors start it; docs/editors.md says how.")
def lsp() -> int:
    """Speak the language server protocol on standard input and output.

    An editor that starts it shows findings while you type, completes, explains, finds, and renames.
    """
    need(missing_library("pygls", "E312", "the language server needs", "lsp"))
    from pnp.lsp.server import serve

    serve(user_settings(config_folder()), _failed)
    return Exit.FINE


def _failed(traceback: str) -> None:
    """Report a bug in pnp; the server goes on."""
    say(f"pnp itself failed; the server goes on. Please report it with this:\n\n{traceback}", err=True)
