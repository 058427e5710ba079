"""``pnp export``: one command for each export format."""

from __future__ import annotations

import click

from pnp.cli.lazy import LazyGroup

_COMMANDS = {
    "png": ("faces:png", "Export each face as a picture."),
    "svg": ("faces:svg", "Export each face as a vector drawing."),
    "showcase": ("faces:showcase", "Export a picture of a hand or a row of pieces."),
    "html": ("rulebook:html", "Export rule sheets as pages for screens."),
    "tts": ("tabletop:tts", "Export decks and pieces for Tabletop Simulator."),
    "pcio": ("tabletop:pcio", "Export decks for playingcards.io."),
    "pod": ("production:pod", "Export packs for print-on-demand shops."),
    "cut": ("production:cut", "Export the cut lines of the sheets for cutting machines, as SVG and DXF."),
    "csv": ("tables:csv", "Export the pieces of each set as printed, one row each."),
    "tables": ("tables:tables", "Export sets as CSV, with YAML that reads them back."),
    "xlsx": ("tables:xlsx", "Export sets as a workbook, with YAML that reads it back."),
    "rulebook": ("rulebook:rulebook", "Export rule sheets in the old ASCII markup."),
}


@click.group(name="export", cls=LazyGroup, package=__name__, commands=_COMMANDS)
def command() -> None:
    """Export a game for other programs and for shops."""
