"""``pnp icons``: the icons that games may use."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pnp.cli.exit import Exit
from pnp.cli.options import game_option, out_option
from pnp.cli.place import find_if_any
from pnp.cli.terminal import report, say
from pnp.cli.write import write_files


@click.command(name="icons", epilog="Examples:  pnp icons sword    pnp icons --sheet")
@click.argument("words", nargs=-1)
@game_option
@click.option("--sheet", is_flag=True, help="Write out/icons.pdf with pictures of them.")
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
@out_option("Folder for --sheet")
def command(words: tuple[str, ...], game: str | None, sheet: bool, form: str, out: Path) -> int:
    """List icons whose names contain all WORDS. The game's own come first, then those shipped with pnp."""
    from pnp.load import FolderFiles, game_fonts, game_icons

    folder = find_if_any(game)
    files = None if folder is None else FolderFiles(folder, Path.cwd())
    library = game_icons(files)
    report(library.check(), {}, "full")
    names = [name for name in library.names() if all(word in name for word in words)]
    if not names:
        from pnp.icons import near_icons

        near = near_icons("-".join(words), library)
        raise click.UsageError(
            f"no icon has '{' '.join(words)}' in its name{near and f'; {near}'}\n"
            "'pnp icons' lists them all; an SVG file in icons/ of a game is one, too"
        )
    if sheet:
        from pnp.draw import Document
        from pnp.export.icon_sheet import icon_pages
        from pnp.pdf import write_pdf

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
