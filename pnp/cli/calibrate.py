"""``pnp calibrate``: what a printer does wrong, and remembering it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from pnp.build import ascii_name
from pnp.cli.opening import Stop
from pnp.cli.options import out_option, quiet_option
from pnp.cli.output import write_and_list, write_files
from pnp.cli.place import config_folder
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import did_you_mean, has_errors
from pnp.draw import Document
from pnp.impose.calibration_sheet import (
    LEAST_HEIGHT,
    LEAST_WIDTH,
    calibration_pages,
    holds_sheet,
    sheet_scales,
)
from pnp.impose.finish import adjustment
from pnp.impose.profile import profile_from
from pnp.load import PRINTERS_FILE, game_fonts, game_icons, printers_file, user_settings
from pnp.model import PrintSettings
from pnp.model.calibration import Calibration, Printer, calibration_from
from pnp.model.paper import Paper, paper_key
from pnp.model.print import OptionFault, read_option
from pnp.pdf import write_pdf
from pnp.text import TextContext

_Flip = Literal["long-edge", "short-edge"]


@click.command(
    name="calibrate",
    epilog="Example:  pnp calibrate --printer laser --set x=0.3,left=-0.1,right=0.2,ruler-x=149.5",
)
@click.option(
    "--printer", default="", metavar="NAME", help="A name of your own for the printer and its settings."
)
@click.option("--paper", default="A4", help="Paper, as for pnp build. [A4]")
@click.option(
    "--duplex",
    "flip",
    type=click.Choice(["long-edge", "short-edge"]),
    default="long-edge",
    help="Edge the paper is flipped on. [long-edge]",
)
@click.option(
    "--set",
    "readings",
    metavar="READINGS",
    help="Save your readings of the sheet, such as x=0.3,left=0,right=0.2.",
)
@click.option("--check", is_flag=True, help="Make a corrected sheet, to confirm that everything lines up.")
@click.option("--list", "listed", is_flag=True, help="List the calibrated printers and papers.")
@click.option("--lang", "-l", default="en", metavar="CODE", help="Language of the sheet. [en]")
@out_option("Folder for the sheet")
@quiet_option
def command(
    printer: str,
    paper: str,
    flip: _Flip,
    readings: str | None,
    check: bool,
    listed: bool,
    lang: str,
    out: Path,
    quiet: bool,
) -> int:
    """Make a two-sided sheet that shows how far the printer shifts the backs; with --set, save your readings.

    Builds with --printer NAME then correct the position of the backs and the scale of both sides. Builds
    without it stay the same.
    """
    user = user_settings(config_folder())
    if listed:
        report(user.diagnostics, user.sources, "full")
        return _list(dict(user.printers))
    if not printer:
        raise click.UsageError("give the printer a name, such as --printer laser")
    on = _paper(paper)
    if readings is not None:
        report(user.diagnostics, user.sources, "full")
        if has_errors(user.diagnostics):
            raise Stop(Exit.FAULTS)  # what cannot be read must not be written over
        return _save(dict(user.printers), printer, on, flip, readings, quiet=quiet)
    known = user.printers.get(printer)
    if check and (known is None or paper_key(on.name) not in known.papers):
        cure = (
            did_you_mean(printer, user.printers, "printers") if user.printers else "save it with --set first"
        )
        raise click.UsageError(f"printer '{printer}' is not calibrated for {on.name}; {cure}")
    return _print(printer, on, flip, lang, out, known if check else None)


def _paper(text: str) -> Paper:
    try:
        paper = read_option("paper", text)
    except OptionFault as fault:
        raise click.UsageError(f"{fault.message}; {fault.cure}") from None
    assert isinstance(paper, Paper)
    if not holds_sheet(paper):
        least = f"{LEAST_WIDTH.mm:g} × {LEAST_HEIGHT.mm:g} mm"
        raise click.UsageError(f"{paper.name} is too small for the sheet, which needs {least}")
    return paper


def _save(
    printers: dict[str, Printer], name: str, paper: Paper, flip: _Flip, readings: str, *, quiet: bool
) -> int:
    made, found = calibration_from(readings, sheet_scales(paper))
    report(found, {}, "full")
    if made is None:
        return Exit.FAULTS
    known = printers.get(name, Printer(name))
    kept = made.turned() if flip == "short-edge" else made
    printers[name] = Printer(name, {**known.papers, paper_key(paper.name): kept})
    write_files(config_folder(), {PRINTERS_FILE: printers_file(printers)})
    if not quiet:
        say(f"{name}, {paper.name}: {_words(made)}")
        say(f"saved in {(config_folder() / PRINTERS_FILE).as_posix()}; print with --printer {name}")
    return Exit.FINE


def _words(one: Calibration) -> str:
    return (
        f"backs {one.x:+.2f} mm right, {one.y:+.2f} mm down, {one.rotate:+.3f}° clockwise, "
        f"both sides × {one.scale_x:.4f} across, × {one.scale_y:.4f} down"
    )


def _print(printer: str, paper: Paper, flip: _Flip, lang: str, out: Path, known: Printer | None) -> int:
    fonts, _ = game_fonts(None)
    context = TextContext(fonts, game_icons(None), lang)
    profile, found = profile_from(PrintSettings({"paper": paper.name, "duplex": flip}), {}, None, None, known)
    assert profile is not None, found
    adjust = (
        adjustment(profile, "front", lying=False),
        adjustment(profile, "back", lying=False),
    )
    pages = calibration_pages(paper, flip, printer, context, adjust)
    pdf = write_pdf(Document(f"{printer} – {paper.name}", lang, pages, duplex=flip), fonts)
    name = f"calibrate-{ascii_name(printer)}-{ascii_name(paper.name)}.pdf"
    write_and_list(out, {name: pdf})
    return Exit.FINE


def _list(printers: dict[str, Printer]) -> int:
    for name, printer in sorted(printers.items()):
        for paper, one in sorted(printer.papers.items()):
            say(f"{name}, {paper}: {_words(one)}")
    if not printers:
        say("no printer is calibrated; start with pnp calibrate --printer NAME", err=True)
    return Exit.FINE
