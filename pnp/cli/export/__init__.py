"""``pnp export``: what other programs and shops read. Each kind of thing is a command of its own."""

from __future__ import annotations

import click

from pnp.cli.lazy import LazyGroup

_COMMANDS = {
    "png": "Each face as a picture.",
    "tts": "Decks for Tabletop Simulator.",
    "pod": "Packs for print-on-demand shops.",
    "cut": "Cut lines of the sheets for cutting machines, SVG and DXF.",
    "csv": "The pieces of each set as they are printed, one row each.",
    "tables": "Sets as CSV, with the YAML that reads them back.",
    "xlsx": "Sets as a workbook, with the YAML that reads it back.",
    "rulebook": "Rule sheets in the old ASCII markup.",
}


@click.group(name="export", cls=LazyGroup, package=__name__, helps=_COMMANDS)
def command() -> None:
    """Write what other programs and shops read."""
