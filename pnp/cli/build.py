"""``pnp build``: print a game.

What building needs is imported after it has turned out that something has changed.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pnp.build import (
    BuildReport,
    Inputs,
    assets_key,
    build_key,
    find_record,
    game_contents,
    keep_record,
    program_key,
)
from pnp.cli.limits import MOST_JOBS
from pnp.cli.options import (
    boxes_option,
    format_option,
    game_option,
    lang_option,
    out_option,
    print_options,
    quiet_option,
    selection_options,
    strict_option,
)
from pnp.cli.place import config_folder, find, outside_profile, source_date
from pnp.cli.terminal import FOR_PEOPLE, exit_code, report, say
from pnp.disk import put_files
from pnp.load.locate import shared_root, shown_path
from pnp.vision import VISIONS

_NO_BYTE = frozenset({"game", "out", "jobs", "force", "printed", "timings", "form", "quiet"})
"""Parameters that change neither files nor findings; the game counts by its content."""


@click.command(
    name="build",
    epilog="Examples:  pnp build --game doom    pnp build --paper Letter --only weapons,spells/*",
)
@game_option
@lang_option
@selection_options
@print_options
@out_option("Folder for the PDFs")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1, MOST_JOBS),
    default=None,
    help="Number of worker processes. [automatic]",
)
@click.option("--booklet", is_flag=True, help="Impose rules as booklets to fold.")
@boxes_option
@click.option("--combined", is_flag=True, help="Write one PDF for the whole game.")
@click.option(
    "--build-card",
    is_flag=True,
    help="Add a last page with the command, the counts, where each set is, and a checklist.",
)
@click.option(
    "--simulate",
    type=click.Choice(VISIONS),
    help="Show the pieces as colour-blind players see them, in out/GAME/LANGUAGE-….",
)
@click.option(
    "--blanks",
    type=click.IntRange(0, 99),
    default=0,
    metavar="N",
    help="Add N blank pieces to every set except boards. [0]",
)
@click.option(
    "--watermark",
    default="",
    metavar="TEXT",
    help="Print this text across every front, such as 'playtest 3'.",
)
@click.option("--force", is_flag=True, help="Build even when nothing has changed.")
@click.option(
    "--keep-going",
    is_flag=True,
    help="Leave out what has errors and print the rest; the sheets say that they are incomplete.",
)
@click.option("--printed", is_flag=True, help="Record the build as printed, as pnp print --mark does.")
@click.option("--timings", type=click.Path(path_type=Path), hidden=True)
@strict_option
@format_option
@quiet_option
def command(**params: Any) -> int:
    """Print a game: decks, tiles, tokens, standees and rules as PDFs in out/GAME/LANGUAGE.

    If there is an error, nothing is written and the last good files stay. If nothing has changed since the
    last build, the files stay as they are.
    """
    start = time.perf_counter()
    folder = find(params["game"])
    inputs = Inputs(folder, shown_path(folder, Path.cwd()), config_folder(), shared_root(), params["out"])
    anew = params["force"] or params["printed"]
    options = {name: value for name, value in params.items() if name not in _NO_BYTE}
    profile = outside_profile(params["output_intent"])
    options["press"] = (source_date(), profile and hashlib.sha256(profile).hexdigest())
    contents, program = game_contents(inputs), program_key(inputs)
    key = build_key(inputs, options, contents, program)
    kept = None if anew else find_record(inputs, key)
    if kept is not None:
        return _unchanged(kept, params, start)
    from pnp.cli.opening import open_folder

    workshop = open_folder(folder)
    from pnp.cli.run_build import run_build

    assets = assets_key(inputs, contents, program)

    def unchanged() -> bool:
        return assets_key(inputs, game_contents(inputs, contents), program) == assets

    files, result = run_build(workshop, start, params, assets, unchanged)
    if key and files and build_key(inputs, options, game_contents(inputs, contents), program) == key:
        keep_record(inputs, key, files, result)
    return exit_code(result.diagnostics)


def _unchanged(kept: BuildReport, params: Mapping[str, Any], start: float) -> int:
    """Repeat the report of the build that wrote the files."""
    report(
        kept.diagnostics,
        _sources(kept),
        params["form"],
        quiet=params["quiet"],
    )
    seconds = time.perf_counter() - start
    if params["timings"] is not None:
        file = params["timings"]
        put_files(file.parent, {file.name: json.dumps({"unchanged": seconds}).encode()})
    if not params["quiet"] and params["form"] in FOR_PEOPLE:
        for line in kept.lines(f"unchanged, {seconds:.1f} s"):
            say(line)
    return exit_code(kept.diagnostics)


def _sources(kept: BuildReport) -> dict[str, str]:
    """Texts for the excerpts of findings; they are as they were when the findings were made."""
    if not kept.sources:
        return {}
    from pnp.load.decode import decode

    return {name: decode(Path(name).read_bytes(), name)[0] for name in kept.sources}
