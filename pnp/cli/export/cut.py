"""``pnp export cut``: cut lines of the sheets for cutting machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from pnp.build import print_profile
from pnp.cli.export.run import COMMON_OPTIONS, ExportRun, export_options
from pnp.cli.options import boxes_option, given, print_options
from pnp.cli.place import outside_profile, source_date
from pnp.cli.run_build import card_thickness
from pnp.diagnostics import times
from pnp.export.cut import export_cut

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
def command(
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
    common = {name: options.pop(name) for name in COMMON_OPTIONS}
    run = ExportRun.begin(**common)
    profile = run.needed(*print_profile(run.workshop, run.game, given(options), printer))
    write = run.sheet_writer(profile, outside_profile(options["output_intent"]), source_date())
    thickness = card_thickness(boxes)
    sheets, pieces = export_cut(
        run, profile, registration=registration, kind=kind, write=write, boxes=thickness
    )
    return run.end(f"{times(pieces, 'cut line')} on {times(sheets, 'sheet')} in {run.shown_folders('cut')}")
