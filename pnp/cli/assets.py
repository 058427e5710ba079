"""``pnp icons``, ``pnp fonts`` and ``pnp credits``: what games may use, and whose work it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import Any, NamedTuple

import click

from pnp.cli.options import full_or_json, game_option, out_option
from pnp.cli.output import write_and_list, write_files
from pnp.cli.place import find_if_any
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say, say_json
from pnp.diagnostics import did_you_mean, has_errors
from pnp.draw import Document
from pnp.export.icon_sheet import icon_pages
from pnp.fonts import FontLibrary, FontSource, choosable, in_short
from pnp.icons import parse_svg
from pnp.icons.pack import PackedIcon, PackFault, read_pack
from pnp.load import FolderFiles, game_fonts, game_icons, shared_root
from pnp.pdf import write_pdf


@click.command(
    name="icons",
    epilog="Examples:  pnp icons sword    pnp icons --sheet    pnp icons wheat --add --from game-icons.tgz",
)
@click.argument("words", nargs=-1)
@game_option
@click.option("--sheet", is_flag=True, help="Write out/icons.pdf with pictures of them.")
@click.option(
    "--from",
    "package",
    type=click.Path(exists=True, path_type=Path),
    metavar="PACKAGE",
    help="List the icons of a package instead: an npm .tgz, a .zip or a folder.",
)
@click.option("--add", is_flag=True, help="Add the icons called WORDS of the package to the game.")
@click.option("--author", default="", help="Their author. [as the package says]")
@click.option("--licence", default="", help="Their licence. [as the package says]")
@click.option("--force", is_flag=True, help="Let --add replace icons of the game.")
@full_or_json
@out_option("Folder for --sheet")
def icons(words: tuple[str, ...], game: str | None, sheet: bool, form: str, out: Path, **options: Any) -> int:
    """List icons whose names contain all WORDS. The game's own come first, then those shipped with pnp."""
    folder = find_if_any(game)
    if options["package"] is not None or options["add"]:
        return _packed(words, folder, **options)
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
        write_and_list(out, {"icons.pdf": pdf})
        return Exit.FINE
    if form == "json":
        credits_ = {name: credit.author for credit in library.credits(names) for name in credit.icons}
        say_json({name: credits_.get(name, "") for name in names})
        return Exit.FINE
    own = set(library.own_names())
    for name in sorted(names, key=lambda name: name not in own):
        say(name + ("  (the game's own)" if name in own else ""))
    return Exit.FINE


def _packed(
    words: tuple[str, ...],
    folder: Path | None,
    package: Path | None,
    *,
    add: bool,
    author: str,
    licence: str,
    force: bool,
) -> int:
    """List the icons of a package, or add some of them to a game."""
    if package is None:
        raise click.UsageError(
            "name a package with --from, such as the file that 'npm pack @iconify-json/game-icons' writes"
        )
    try:
        found = read_pack(package)
    except PackFault as fault:
        raise click.UsageError(str(fault)) from fault
    if not add:
        names = [name for name in found if all(word in name for word in words)]
        if not names:
            raise click.UsageError(f"no icon of the package has '{' '.join(words)}' in its name")
        say("\n".join(names))
        return Exit.FINE
    if folder is None or not words:
        raise click.UsageError(
            "name the icons to add" if folder else "there is no game here; name it with --game"
        )
    icons = {name: _credited(found, name, author, licence) for name in dict.fromkeys(words)}
    return _added(icons, folder, force=force)


def _credited(found: Mapping[str, PackedIcon], name: str, author: str, licence: str) -> PackedIcon:
    """An icon of a package with its credit."""
    icon = found.get(name)
    if icon is None:
        raise click.UsageError(
            f"the package has no icon '{name}'; {did_you_mean(name, list(found), 'icons')}"
        )
    icon = icon.credited(author, licence)
    if not (icon.origin.author and icon.origin.licence):
        raise click.UsageError(
            f"the package does not say whose work '{name}' is: write --author and --licence"
        )
    return icon


def _added(icons: Mapping[str, PackedIcon], folder: Path, *, force: bool) -> int:
    """Add icons of a package to a game, all or none."""
    files: dict[str, bytes] = {}
    lines = []
    for name, icon in icons.items():
        data, path = icon.file(), f"icons/{name}.svg"
        _, faults = parse_svg(data, path)
        report(faults, {}, "full")
        if has_errors(faults):
            return Exit.FAULTS
        there = folder / path
        if not force and there.exists() and there.read_bytes() != data:
            raise click.UsageError(f"'{path}' is in the game already; --force replaces it")
        files[path] = data
        lines.append(f"{path}  {icon.origin.author}, {icon.origin.licence}")
    write_files(folder, files)
    say("\n".join(lines))
    return Exit.FINE


@click.command(name="fonts", epilog="Example:  pnp fonts --game doom")
@game_option
@full_or_json
def fonts(game: str | None, form: str) -> int:
    """List the font families and their features. The game's own come first, then those of pnp."""
    folder = find_if_any(game)
    library, refused = game_fonts(None if folder is None else FolderFiles(folder, Path.cwd()))
    report(refused, {}, "full")
    families = sorted(library.families(), key=lambda family: library.sources(family)[0].shared)
    if form == "json":
        say(json.dumps({family: _family(library, family) for family in families}, indent=2))
        return Exit.FINE
    for family in families:
        about = _family(library, family)
        mark = "" if about["shared"] else "(the game's own) "
        say(f"{family:<24} {mark}{', '.join(about['styles'])}")
        for name in ("axes", "features", "languages", "files"):
            if about[name] and (name != "files" or not about["shared"]):
                shown = in_short(about[name]) if name == "features" else about[name]
                say(f"{'':<24} {name}: {', '.join(shown)}")
    return Exit.FINE


def _family(library: FontLibrary, family: str) -> dict[str, Any]:
    """The styles, axes, features, languages and files of a family."""
    sources = library.sources(family)
    faces = [library.by_key(source.key) for source in sources]
    axes = {axis.tag: axis for source in sources for axis in source.axes}
    features = {tag for face in faces for tag in face.features}
    return {
        "shared": sources[0].shared,
        "styles": [words for source in sources for words in _styles(source)],
        "axes": [f"{tag} {axis.low:g} to {axis.high:g}" for tag, axis in axes.items()],
        "features": choosable(features),
        "languages": sorted({language for face in faces for language in face.languages}),
        "files": list(dict.fromkeys(_place(source) for source in sources)),
    }


def _styles(source: FontSource) -> list[str]:
    """The weights of a font, each with its slant: the named ones of a variable font and their bounds."""
    bounds = next((axis for axis in source.axes if axis.tag == "wght"), None)
    slant = " italic" if source.italic else ""
    if bounds is None:
        return [f"{source.weight}{slant}"]
    named = f" (named: {' '.join(map(str, source.named))})" if source.named else ""
    return [f"{bounds.low:g} to {bounds.high:g}{slant}{named}"]


def _place(source: FontSource) -> str:
    return source.file + (f" (font {source.member + 1})" if source.member else "")


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
@full_or_json
def credits_command(form: str) -> int:
    """List the authors and licences of the fonts and icons shipped with pnp, and of the libraries it uses.

    The rule sheet of a game credits what the game prints.
    """
    data = Credit("library", "Unicode CLDR", "Unicode-3.0", "plural forms, numbers and dates of languages")
    found = [*_font_credits(), *_icon_credits(), *_library_credits(), data]
    if form == "json":
        say_json([credit._asdict() for credit in found])
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
