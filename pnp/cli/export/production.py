"""``pnp export cut`` and ``pod``: cut lines for cutting machines, and packs for print-on-demand shops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pnp.build import print_profile
from pnp.cli.export.run import ExportRun, export_options
from pnp.cli.opening import refuse
from pnp.cli.options import boxes_option, given, print_options
from pnp.cli.place import outside_profile, source_date
from pnp.cli.run_build import card_thickness
from pnp.diagnostics import did_you_mean, times
from pnp.export.cut import export_cut
from pnp.export.pod import export_pod
from pnp.export.target import Target, read_target, shipped_targets

if TYPE_CHECKING:
    from pnp.export.cut_line import MarkKind


@click.command(
    name="cut",
    epilog="Examples:  pnp export cut --game doom    pnp export cut --only tokens --registration silhouette",
)
@export_options
@print_options
@click.option(
    "--registration",
    type=click.Choice(["auto", "targets", "crop", "silhouette", "none"]),
    default="auto",
    help="Marks by which the cutter finds the paper. [targets, or crop marks where there is no room]",
)
@click.option("--kind", type=click.Choice(["svg", "dxf", "both"]), default="both", help="File format. [both]")
@boxes_option
def cut(
    registration: MarkKind,
    kind: Literal["svg", "dxf", "both"],
    boxes: str | None,
    printer: str,
    **options: Any,
) -> int:
    """Write the outline of every piece on every sheet: out/GAME/LANGUAGE/cut/SET-SHEET.svg and .dxf.

    Creases, perforations and cuts that layouts draw (spot="Crease" …) are in layers of their own.
    SET.pdf in the same folder has the sheets to print, with the marks. Pieces are placed as by pnp build.
    """
    run = ExportRun.begin(**options)
    profile = run.needed(*print_profile(run.workshop, run.game, given(options), printer))
    write = run.sheet_writer(profile, outside_profile(options["output_intent"]), source_date())
    thickness = card_thickness(boxes)
    sheets, pieces = export_cut(
        run, profile, registration=registration, kind=kind, write=write, boxes=thickness
    )
    return run.end(f"{times(pieces, 'cut line')} on {times(sheets, 'sheet')} in {run.shown_folders('cut')}")


@click.command(
    name="pod",
    epilog="Examples:  pnp export pod --target TGC    pnp export pod --target DTC --only weapons,spells --zip",
)
@export_options
@click.option(
    "--target",
    metavar="SHOP|FILE",
    required=True,
    help="TGC, MPC, DTC, or a file of your own; see docs/exporting.md.",
)
@click.option("--zip", "zipped", is_flag=True, help="Write one ZIP file instead of a folder.")
@click.option(
    "--output-intent",
    "--icc",
    "icc",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="ICC profile of the press, for shops that want CMYK. [converted by formula]",
)
def pod(target: str, zipped: bool, icc: Path | None, **options: Any) -> int:
    """Write a pack for a print shop: out/GAME/LANGUAGE/SHOP, one folder per deck, an order list and a report.

    Each set is matched with the product of its size. The report names it, and says where the shop's cut
    differs.
    """
    run = ExportRun.begin(**options)
    shop = _target(run, target)
    cards, packs = export_pod(run, shop, zipped=zipped, icc=icc.read_bytes() if icc is not None else None)
    return run.end(
        f"{times(cards, 'card')} in {times(packs, 'pack')} for {shop.name} in {run.shown_folders(shop.id)}"
    )


def _target(run: ExportRun, text: str) -> Target:
    """The shop that ``--target`` names.

    Raises:
        Stop: Its file cannot be used; it has been reported.
        click.UsageError: Nothing has that name.
    """
    shipped = shipped_targets()
    if text.lower() in shipped:
        found, faults = read_target(text.lower(), shipped[text.lower()], f"{text.lower()}.toml")
    elif text.endswith(".toml"):
        path = Path(text)
        if not path.is_file():
            raise click.UsageError(f"--target: there is no file '{text}'")
        found, faults = read_target(path.stem, path.read_text(encoding="utf-8"), text)
    else:
        cure = did_you_mean(text.upper(), [name.upper() for name in shipped], "shops")
        raise click.UsageError(f"unknown shop '{text}'; {cure}; a file of your own ends in .toml")
    if found is None:
        refuse(faults, {}, run.form)
    return found
