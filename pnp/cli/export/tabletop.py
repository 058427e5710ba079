"""``pnp export tts`` and ``pcio``: decks and pieces for virtual tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

import click

from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.export.pcio import export_pcio
from pnp.export.tts import export_tts


@click.command(
    name="tts",
    epilog="Examples:  pnp export tts --game doom    pnp export tts --url https://example.org/doom/",
)
@export_options
@click.option(
    "--picture",
    type=click.Choice(["jpg", "png"]),
    default="jpg",
    help="Picture format of sheets and tiles. [jpg]",
)
@click.option(
    "--max-px",
    type=click.IntRange(256, 10000),
    default=4096,
    help="Largest width and height of a sheet in pixels. [4096]",
)
@click.option(
    "--url",
    metavar="PREFIX",
    help="Web address of the folder with the sheets. [file:// and the output folder]",
)
def tts(picture: Literal["jpg", "png"], max_px: int, url: str | None, **options: Any) -> int:
    """Write pictures and a saved object, out/GAME/LANGUAGE/tts/GAME.json, with all pieces of the box.

    Copy the JSON file to Documents/My Games/Tabletop Simulator/Saves/Saved Objects. Without --url it refers
    to the pictures on this computer; to play with others, upload them and give --url.
    """
    run = ExportRun.begin(**options)
    pieces, pictures = export_tts(
        run, picture=picture, max_px=max_px, address=lambda folder: _prefix(url, run.out / folder)
    )
    return run.end(f"{times(pieces, 'piece')} on {times(pictures, 'picture')} in {run.shown_folders('tts')}")


def _prefix(url: str | None, folder: Path) -> str:
    if url is None:
        return f"{Path(os.path.realpath(folder)).as_uri()}/"
    return url if url.endswith(("/", "=", "?")) else f"{url}/"


@click.command(name="pcio", epilog="Examples:  pnp export pcio --game doom    pnp export pcio --only weapons")
@export_options
@click.option("--dpi", type=click.IntRange(20, 600), default=120, help="Pixels per inch. [120]")
def pcio(dpi: int, **options: Any) -> int:
    """Write a game for playingcards.io: out/GAME/LANGUAGE/pcio/GAME.pcio, each set as a deck in a pile.

    Open it on the site: in a room, Edit Table, Room Options, Import From File.
    """
    run = ExportRun.begin(**options)
    pieces, pictures = export_pcio(run, dpi=dpi)
    return run.end(f"{times(pieces, 'piece')} on {times(pictures, 'picture')} in {run.shown_folders('pcio')}")
