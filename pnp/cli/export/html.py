"""``pnp export html``: rule sheets for screens."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.export.run import ExportRun, export_options
from pnp.diagnostics import times
from pnp.exporters.html import export_html


@click.command(name="html", epilog="Examples:  pnp export html --game doom    pnp export html --lang all")
@export_options
def command(**options: Any) -> int:
    """Write every rule sheet as a page for screens: out/GAME/LANGUAGE/html/SHEET.html.

    The page needs no other file and no script. It fits phones, and follows the reader's choice of light or
    dark colours.
    """
    run = ExportRun.begin(**options)
    total = export_html(run)
    return run.end(f"{times(total, 'rule sheet')} in {run.shown_folders('html')}")
