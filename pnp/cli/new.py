"""``pnp new``: begin a game."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from pnp.build import Workshop, ascii_name, measured_entries, open_workshop
from pnp.cli.opening import language_tag
from pnp.cli.options import Gathered, split
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.reference import schema_files
from pnp.cli.terminal import say
from pnp.diagnostics import did_you_mean, has_errors
from pnp.i18n import (
    Catalogue,
    base_of,
    label_languages,
    merge,
    write_catalogue,
)
from pnp.load.size import SizeError, parse_size
from pnp.model import STANDARD_SIZES
from pnp.model.files import DEVICES
from pnp.start import TEMPLATES, new_game, sample_language, translations
from pnp.translation import Translations
from pnp.translation.translations import catalogue_path

_IN_FOLDER = re.compile(r"\.{0,2}/|[a-z0-9_-]+(/[a-z0-9_-]+)+/?\Z")
"""Start of a path, or a path of plain folder names. Any other slash may be part of the name of a game."""


@click.command(
    name="new",
    epilog="Examples:  pnp new ants    pnp new 'Ant Hill' --template hex,cards,tokens --lang en,cs --size hex='hex-flat 60mm'",
)
@click.argument("name")
@click.option(
    "--template",
    "-t",
    "templates",
    multiple=True,
    metavar="NAMES",
    help=f"Kinds of pieces to start with, separated by commas: {', '.join(TEMPLATES)}. [cards]",
)
@click.option(
    "--lang",
    "-l",
    cls=Gathered,
    metavar="CODES",
    help="Languages, separated by commas, the game's own first. [en]",
)
@click.option(
    "--size",
    "sizes",
    multiple=True,
    metavar="SIZE",
    help="Size of the pieces, such as tarot or 45x45mm. For several templates: TEMPLATE=SIZE,TEMPLATE=SIZE.",
)
@click.option(
    "--into", type=click.Path(path_type=Path), default=".", help="Folder to create it in. [this one]"
)
def command(name: str, templates: tuple[str, ...], lang: str, sizes: tuple[str, ...], into: Path) -> int:
    """Start a game called NAME: a small one that you can print at once, with comments that teach.

    NAME may be a path: games/ants starts 'Ants' in the folder games. On a terminal, pnp asks for what you
    leave out. Editors with a YAML language server find the schemas of the game.
    """
    name, into = _placed(name, into)
    folder = into / _folder_name(name)
    if folder.is_dir() and any(folder.iterdir()):
        raise click.UsageError(f"'{folder.as_posix()}' already exists and is not empty")
    chosen = _templates(split(templates) or _asked_templates())
    typed = split((lang or _asked("Languages, the game's own first", "en", not lang),))
    tags = tuple(dict.fromkeys(map(language_tag, typed)))
    files = new_game(name, tags, chosen, _sizes(sizes, chosen))
    write_files(folder, files)
    workshop = open_workshop(folder, Path.cwd())
    catalogues = _catalogues(workshop, tags)
    write_files(folder, {**schema_files(workshop), **catalogues})
    for path in sorted({*files, *catalogues}):
        say(f"{folder.as_posix()}/{path}")
    if note := _of_languages(tags):
        say(f"\n{note}", err=True)
    say(f"\nPrint it:  cd {folder.as_posix()} && pnp build{' --lang all' if len(tags) > 1 else ''}")
    return Exit.FINE


def _of_languages(tags: Sequence[str]) -> str:
    """Lines that name the languages without sample texts or labels; empty where there are all."""
    own = tags[0]
    lines = []
    if sample_language(own) != base_of(own):
        lines.append(
            f"The sample texts are in English, for lack of any in '{own}': write your own in their place, "
            f"or start with --lang en,{own} and translate."
        )
    blank = [tag for tag in tags[1:] if sample_language(tag) != base_of(tag)]
    if blank:
        lines.append(
            f"There are no sample texts in {', '.join(blank)}: locale/{blank[0]}.po waits for yours."
        )
    fixed = [tag for tag in tags if base_of(tag) not in label_languages()]
    if fixed:
        lines.append(f"Sheets have English labels in {', '.join(fixed)}, such as 'Sheet 1 of 2'.")
    return "\n".join(lines)


def _placed(name: str, into: Path) -> tuple[str, Path]:
    """Name of the game and its parent folder: ``games/ants`` is 'ants' in ``games``; ``AC/DC`` is a name."""
    path = Path(name).expanduser()
    if not path.name or name == ".." or name.startswith(".\\") or ":\\" in name:
        cure = f"write pnp new NAME --into {shlex.quote(path.as_posix())}"
        raise click.UsageError(f"'{name}' is a path, and a game has a name; {cure}")
    in_folder = len(path.parts) > 1 and (
        path != Path(name) or _IN_FOLDER.match(name) or Path(path.parts[0]).is_dir()
    )
    return (path.name, into / path.parent) if in_folder else (name.removeprefix("./").rstrip("/"), into)


def _folder_name(name: str) -> str:
    """The name of the folder, which is the id of the game. Windows refuses the names of devices."""
    plain = ascii_name(name)
    return f"{plain}-game" if plain in DEVICES else plain


def _asked(question: str, default: str, wanted: bool) -> str:
    """The answer on a terminal, else the default."""
    if not wanted or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return default
    return str(click.prompt(question, default=default, err=True))


def _asked_templates() -> tuple[str, ...]:
    if sys.stdin.isatty() and sys.stderr.isatty():
        for key, template in TEMPLATES.items():
            say(f"  {key:8} {template.says}", err=True)
    return split((_asked("Kinds of pieces, separated by commas", "cards", True),))


def _templates(wanted: Sequence[str]) -> tuple[str, ...]:
    for key in wanted:
        if key not in TEMPLATES:
            cure = did_you_mean(key, TEMPLATES, "templates")
            raise click.UsageError(f"there is no template '{key}'; {cure}")
    return tuple(dict.fromkeys(wanted))


def _sizes(typed: Sequence[str], templates: Sequence[str]) -> Mapping[str, str]:
    """Size by template, once each is known to be one."""
    found: dict[str, str] = {}
    for each in (part for parts in typed for part in re.split(r",\s*(?=\w+=)", parts)):
        key, equals, size = each.rpartition("=")
        key = key if equals else templates[0]
        if key not in templates:
            raise click.UsageError(f"--size '{each}': the game has no '{key}'; it has {', '.join(templates)}")
        if size not in STANDARD_SIZES:
            try:
                parse_size(size)
            except SizeError as fault:
                named = not any(char.isdigit() for char in size)
                cure = did_you_mean(size, STANDARD_SIZES, "sizes") if named else fault.cure
                raise click.UsageError(f"--size: {fault}; {cure}") from None
        found[key] = size
    return found


def _catalogues(workshop: Workshop, tags: Sequence[str]) -> dict[str, bytes]:
    """Files of translations, filled where the sample texts are known in both languages."""
    if workshop.game is None or has_errors(workshop.diagnostics) or len(tags) == 1:
        return {}
    game = workshop.game
    entries = measured_entries(workshop, game, Translations(game, ()))
    found: dict[str, bytes] = {}
    for tag in tags[1:]:
        known = {game.name.source: game.name.source, **translations(tags[0], tag)}
        filled = [replace(entry, translation=known.get(entry.source, "")) for entry in entries]
        found[catalogue_path(tag)] = write_catalogue(merge(Catalogue(tag, tuple(filled)), entries), game.id)
    return found
