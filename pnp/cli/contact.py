"""``pnp contact``: all faces of a game at a glance."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.build import Edition, Selection, compose, select
from pnp.cli.opening import Stop, languages, open_readable_game
from pnp.cli.options import game_option, ink_option, lang_option, out_option, selection_options, split
from pnp.cli.output import page_paper, paper_option, write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import exit_code, report, say
from pnp.diagnostics import has_errors
from pnp.draw import Document, Face, FaceHashes, with_items
from pnp.impose import ContactCell, ContactSet, PieceFaces, contact_pages
from pnp.model.print import Ink
from pnp.translation import Translations


@click.command(name="contact", epilog="Example:  pnp contact --game doom --png")
@game_option
@lang_option
@selection_options
@ink_option
@paper_option
@click.option("--png", "as_png", is_flag=True, help="Also write PNG pictures of the pages.")
@click.option("--dpi", type=click.IntRange(20, 1200), default=150, help="Resolution of the pictures. [150]")
@out_option()
def command(
    game: str | None,
    lang: str,
    only: tuple[str, ...],
    where: str,
    copies: int | None,
    ink: Ink,
    paper: str,
    as_png: bool,
    dpi: int,
    out: Path,
) -> int:
    """Draw the faces of a game on contact sheets, with names and copies: out/GAME/contact-LANGUAGE.pdf."""
    from pnp.cli.output import pngs
    from pnp.pdf import write_pdf

    workshop, opened = open_readable_game(game)
    sets, faults = select(opened, Selection(split(only), where, copies))
    if has_errors(faults):
        report(faults, workshop.sources, "full")
        raise Stop(Exit.USAGE)
    pages_on = page_paper(workshop, opened, paper)
    files: dict[str, bytes] = {}
    found = list(workshop.diagnostics)
    chosen = languages(opened, lang)
    translations = Translations(opened, chosen)
    for language in chosen:
        edition = Edition(workshop, translations.translator(language), sets, ink=ink)
        composed = compose(edition)
        found += composed.diagnostics
        shown = [
            ContactSet(edition.words(each.component_set.name), _cells(each.faces), each.component_set.copies)
            for each in composed.sets
        ]
        stem = f"contact-{language}" if ink == "full" else f"contact-{language}-low"
        pages = contact_pages(shown, edition.name, edition.context, pages_on)
        pdf = write_pdf(Document(edition.name, language, pages), workshop.fonts)
        files[f"{stem}.pdf"] = pdf
        if as_png:
            files |= {f"{stem}-{n}.png": png for n, png in enumerate(pngs(pdf, dpi), 1)}
    report(found, workshop.sources, "full", notes=False)
    faults = write_files(out / opened.id, files)
    report(faults, {}, "full")
    if faults:
        return Exit.ENVIRONMENT
    for name in files:
        say((out / opened.id / name).as_posix())
    return exit_code(found)


def _cells(pieces: list[PieceFaces]) -> tuple[ContactCell, ...]:
    """One cell for each different face, fronts first; equal faces of several pieces add up their copies."""
    cells: dict[str, ContactCell] = {}
    hashes = FaceHashes()

    def add(face: Face, label: str, count: int) -> None:
        key = hashes.of(face)
        before = cells[key].count if key in cells else 0
        cells[key] = ContactCell(face, cells[key].label if key in cells else label, before + count)

    for piece in pieces:
        add(with_items(piece.front), piece.label, piece.copies)
    for piece in pieces:
        if piece.back is not None:
            alike = hashes.of(piece.back) == hashes.of(piece.front)  # one piece with one face is not two
            add(with_items(piece.back), piece.back.label or piece.label, 0 if alike else piece.copies)
    return tuple(cells.values())
