"""``pnp show`` and ``pnp contact``: one face, or all faces of a game at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from pnp.build import (
    ComposedPiece,
    Edition,
    Selection,
    Workshop,
    ascii_name,
    compose,
    file_colours,
    press_facts,
    print_profile,
    proof_pages,
)
from pnp.cli.opening import chosen_sets, languages, need, open_readable_game, refuse, report_unread
from pnp.cli.options import (
    complete_piece,
    game_option,
    ink_option,
    lang_option,
    out_option,
    selection_options,
    split,
)
from pnp.cli.output import page_paper, paper_option, pngs, write_and_list
from pnp.cli.terminal import exit_code, report
from pnp.diagnostics import did_you_mean
from pnp.diagnostics.diagnostic import accept
from pnp.draw import Document, Face, FaceHashes, with_items
from pnp.impose import ContactCell, ContactSet, PieceFaces, contact_pages, face_pages
from pnp.model import Game, Piece
from pnp.model.print import Ink
from pnp.pdf import FormMaker, write_pdf
from pnp.pdf.colours import PressColours
from pnp.raster.pixels import missing_renderer, png_bytes, take, trim_shot
from pnp.translation import Translations

_LOW = {"full": "", "low": "-low"}
"""Suffix of file names for each theme."""


@click.command(
    name="show", epilog="Examples:  pnp show weapons/own-bow camp    pnp show camp --side back --pdf"
)
@click.argument("pieces", nargs=-1, required=True, metavar="PIECE...", shell_complete=complete_piece)
@game_option
@lang_option
@ink_option
@click.option(
    "--side", type=click.Choice(["front", "back", "both"]), default="both", help="Sides to draw. [both]"
)
@click.option("--dpi", type=click.IntRange(20, 2400), default=300, help="Pixels per inch. [300]")
@click.option("--bleed", "with_bleed", is_flag=True, help="Include the bleed around the cut.")
@click.option("--pdf", "as_pdf", is_flag=True, help="Write a PDF instead of PNG pictures.")
@out_option()
def show(
    pieces: tuple[str, ...],
    game: str | None,
    lang: str,
    ink: Ink,
    side: str,
    dpi: int,
    with_bleed: bool,
    as_pdf: bool,
    out: Path,
) -> int:
    """Draw each PIECE, named set/piece or just piece, as PNG or PDF in out/GAME/show.

    Without bleed, the picture has the shape of the piece: it is transparent outside round corners.
    """
    workshop, opened = open_readable_game(game)
    code = report_unread(workshop)
    found = {piece.key: piece for piece in (_find(opened, name) for name in pieces)}
    files: dict[str, bytes] = {}
    chosen = languages(opened, lang)
    translations = Translations(opened, chosen)
    for language in chosen:
        edition = Edition(workshop, translations.translator(language), ink=ink)
        translated = {piece.key: piece for piece in edition.game.pieces()}
        for key, piece in found.items():
            composed = edition.piece(translated[key])
            report(accept(composed.diagnostics, translations.allowances()), workshop.sources, "full")
            code = max(code, exit_code(composed.diagnostics))
            for name, face in _sides(composed, side):
                stem = f"{ascii_name(piece.set_id)}-{ascii_name(piece.id)}-{name}-{language}{_LOW[ink]}"
                files |= _drawn(workshop, stem, face, dpi, with_bleed=with_bleed, as_pdf=as_pdf)
    write_and_list(out / opened.id / "show", files)
    return code


def _find(game: Game, name: str) -> Piece:
    pieces = list(game.pieces())
    hits = [piece for piece in pieces if name in (piece.key, piece.id)]
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise click.UsageError(f"'{name}' names several pieces: {', '.join(piece.key for piece in hits)}")
    if name in {piece.set_id for piece in pieces}:
        raise click.UsageError(f"'{name}' is a set; 'pnp contact --only {name}' shows all its pieces")
    raise click.UsageError(
        f"no piece '{name}'; {did_you_mean(name, (piece.key for piece in pieces), 'pieces')}"
    )


def _sides(composed: ComposedPiece, side: str) -> Sequence[tuple[str, Face]]:
    if composed.faces is None:
        return []
    faces = [("front", composed.faces.front), ("back", composed.faces.back)]
    return [(name, with_items(face)) for name, face in faces if face is not None and side in (name, "both")]


def _drawn(
    workshop: Workshop, stem: str, face: Face, dpi: int, *, with_bleed: bool, as_pdf: bool
) -> dict[str, bytes]:
    if as_pdf:
        document = Document(face.label or stem, face.language, face_pages([face], bleed=with_bleed))
        return {f"{stem}.pdf": write_pdf(document, workshop.fonts)}
    need(missing_renderer())
    shot = trim_shot(face, dpi, bleed=face.bleed if with_bleed else 0.0, cut_out=not with_bleed)
    (picture,) = take([shot], lambda document: write_pdf(document, workshop.fonts))
    return {f"{stem}.png": png_bytes(picture, dpi)}


@click.command(name="contact", epilog="Example:  pnp contact --game doom --png")
@game_option
@lang_option
@selection_options
@ink_option
@paper_option
@click.option("--png", "as_png", is_flag=True, help="Also write PNG pictures of the pages.")
@click.option("--dpi", type=click.IntRange(20, 1200), default=150, help="Resolution of the pictures. [150]")
@click.option(
    "--press",
    is_flag=True,
    help="Write a proof in the inks of the press, with all colours, ink, fonts and spots.",
)
@out_option()
def contact(
    game: str | None,
    lang: str,
    only: tuple[str, ...],
    where: str,
    copies: int | None,
    ink: Ink,
    paper: str,
    as_png: bool,
    dpi: int,
    press: bool,
    out: Path,
) -> int:
    """Draw the faces of a game on contact sheets, with names and copies: out/GAME/contact-LANGUAGE.pdf."""
    workshop, opened = open_readable_game(game)
    sets = chosen_sets(workshop, opened, Selection(split(only), where, copies))
    pages_on = page_paper(workshop, opened, paper)
    files: dict[str, bytes] = {}
    found = list(workshop.diagnostics)
    chosen = languages(opened, lang)
    translations = Translations(opened, chosen)
    colours = _press_colours(workshop, opened) if press else None
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
        maker = None
        if colours is not None:
            stem += "-press"
            maker = FormMaker(workshop.fonts, colours)
            write = None if missing_renderer() else partial(write_pdf, fonts=workshop.fonts)
            facts = press_facts(composed, colours, workshop.fonts, write)
            pages += proof_pages(facts, colours, edition.name, edition.context, pages_on)
        pdf = write_pdf(Document(edition.name, language, pages), workshop.fonts, form_maker=maker)
        files[f"{stem}.pdf"] = pdf
        if as_png:
            files |= {f"{stem}-{n}.png": png for n, png in enumerate(pngs(pdf, dpi), 1)}
    found = accept(found, translations.allowances())
    report(found, workshop.sources, "full", quiet=True)
    write_and_list(out / opened.id, files)
    return exit_code(found)


def _press_colours(workshop: Workshop, game: Game) -> PressColours:
    """The inks of the press of the game's print options.

    Raises:
        Stop: The options or the profile of the press cannot be used; it has been reported.
    """
    profile, found = print_profile(workshop, game, {"colour": "cmyk"})
    if profile is None:
        refuse(found, workshop.sources)
    colours, refused = file_colours(workshop, profile)
    if not isinstance(colours, PressColours):
        refuse([*found, *refused], workshop.sources)
    return colours


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
