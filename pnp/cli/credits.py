"""``pnp credits``: whose work is in what pnp prints, and under which licence."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata, requires
from typing import NamedTuple

import click

from pnp.cli.exit import Exit
from pnp.cli.terminal import say

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
def command(form: str) -> int:
    """List the authors and licences of the fonts and icons shipped with pnp, and of the libraries it uses.

    The rule sheet of a game credits what the game prints.
    """
    found = [*_fonts(), *_icons(), *_libraries()]
    if form == "json":
        say(json.dumps([credit._asdict() for credit in found], ensure_ascii=False, indent=2))
        return Exit.FINE
    for kind, title in _TITLES.items():
        say(f"{title}:")
        for credit in found:
            if credit.kind == kind:
                say(f"  {credit.name:<24} {credit.licence:<14} {credit.of}")
    return Exit.FINE


def _fonts() -> list[Credit]:
    from pnp.load import shared_root

    listed = json.loads((shared_root() / "fonts/index.json").read_text(encoding="utf-8"))["fonts"]
    families = {entry["family"]: entry for entry in listed}
    return [
        Credit("font", family, entry["licence"], entry["copyright"])
        for family, entry in sorted(families.items())
    ]


def _icons() -> list[Credit]:
    from pnp.load import game_icons

    library = game_icons(None)
    return [
        Credit("icons", credit.author, credit.licence, ", ".join(credit.icons))
        for credit in library.credits(library.names())
    ]


def _libraries() -> list[Credit]:
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
