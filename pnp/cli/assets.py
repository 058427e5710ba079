"""``pnp icons``, ``pnp fonts`` and ``pnp credits``: what games may use, and whose work it is."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import NamedTuple

import click

from pnp.cli.options import game_option, out_option
from pnp.cli.output import write_files
from pnp.cli.place import find_if_any
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.draw import Document
from pnp.export.icon_sheet import icon_pages
from pnp.fonts import FontLibrary
from pnp.load import FolderFiles, game_fonts, game_icons, shared_root
from pnp.pdf import write_pdf


@click.command(name="icons", epilog="Examples:  pnp icons sword    pnp icons --sheet")
@click.argument("words", nargs=-1)
@game_option
@click.option("--sheet", is_flag=True, help="Write out/icons.pdf with pictures of them.")
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
@out_option("Folder for --sheet")
def icons(words: tuple[str, ...], game: str | None, sheet: bool, form: str, out: Path) -> int:
    """List icons whose names contain all WORDS. The game's own come first, then those shipped with pnp."""
    folder = find_if_any(game)
    files = None if folder is None else FolderFiles(folder, Path.cwd())
    library = game_icons(files, game_fonts(files)[0])
    report(library.check(), {}, "full")
    names = [name for name in library.names() if all(word in name for word in words)]
    if not names:
        near = library.near("-".join(words))
        raise click.UsageError(
            f"no icon has '{' '.join(words)}' in its name{near and f'; {near}'}\n"
            "'pnp icons' lists them all; an SVG file in icons/ of a game is one, too"
        )
    if sheet:
        fonts, _ = game_fonts(files)
        pdf = write_pdf(Document("Icons", "en", icon_pages(library, names, fonts)), fonts)
        faults = write_files(out, {"icons.pdf": pdf})
        report(faults, {}, "full")
        if not faults:
            say((out / "icons.pdf").as_posix())
        return Exit.ENVIRONMENT if faults else Exit.FINE
    if form == "json":
        credits_ = {name: credit.author for credit in library.credits(names) for name in credit.icons}
        say(json.dumps({name: credits_.get(name, "") for name in names}, ensure_ascii=False, indent=2))
        return Exit.FINE
    own = set(library.own_names())
    for name in sorted(names, key=lambda name: name not in own):
        say(name + ("  (the game's own)" if name in own else ""))
    return Exit.FINE


@click.command(name="fonts", epilog="Example:  pnp fonts --game doom")
@game_option
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
def fonts(game: str | None, form: str) -> int:
    """List the font families. The game's own come first, then those shipped with pnp."""
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


_TITLES = {"font": "Fonts", "icons": "Icons", "library": "Libraries"}


class Credit(NamedTuple):
    """One line of thanks.

    Attributes:
        kind: ``font``, ``icons`` or ``library``.
        name: Of the family, the author of icons, or the library.
        licence: As its makers name it.
        of: Copyright line, names of icons, or version.
    """

    kind: str
    name: str
    licence: str
    of: str


@click.command(name="credits", epilog="Example:  pnp credits")
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
def credits_command(form: str) -> int:
    """List the authors and licences of the fonts and icons shipped with pnp, and of the libraries it uses.

    The rule sheet of a game credits what the game prints.
    """
    found = [*_font_credits(), *_icon_credits(), *_library_credits()]
    if form == "json":
        say(json.dumps([credit._asdict() for credit in found], ensure_ascii=False, indent=2))
        return Exit.FINE
    for kind, title in _TITLES.items():
        say(f"{title}:")
        for credit in found:
            if credit.kind == kind:
                say(f"  {credit.name:<24} {credit.licence:<14} {credit.of}")
    return Exit.FINE


def _font_credits() -> list[Credit]:
    listed = json.loads((shared_root() / "fonts/index.json").read_text(encoding="utf-8"))["fonts"]
    families = {entry["family"]: entry for entry in listed}
    return [
        Credit("font", family, entry["licence"], entry["copyright"])
        for family, entry in sorted(families.items())
    ]


def _icon_credits() -> list[Credit]:
    library = game_icons(None)
    return [
        Credit("icons", credit.author, credit.licence, ", ".join(credit.icons))
        for credit in library.credits(library.names())
    ]


def _library_credits() -> list[Credit]:
    """The libraries that pnp itself asks for, as far as they are installed."""
    names = {
        match.group()
        for line in requires("pnp-press") or ()
        if "extra == 'dev'" not in line.replace('"', "'") and (match := re.match(r"[\w.-]+", line))
    }
    found = []
    for name in sorted(names - {"pnp-press"}):
        try:
            about = metadata(name)
        except PackageNotFoundError:
            continue  # of an extra that is not installed
        found.append(Credit("library", name, _licence(about), about["Version"]))
    return found


def _licence(about: PackageMetadata) -> str:
    """The licence of a library: its SPDX expression, else the name in its classifiers, else its own words."""
    for line in about.get_all("License-Expression") or ():
        return str(line)
    prefix = "License :: OSI Approved :: "
    named = [
        line.removeprefix(prefix) for line in about.get_all("Classifier") or () if line.startswith(prefix)
    ]
    if named:
        return " or ".join(named)
    words = next(iter(about.get_all("License") or ()), "")
    return words.splitlines()[0] if words else "see its files"
