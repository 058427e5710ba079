"""``pnp i18n proof``: source and translation side by side."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.build import Edition
from pnp.cli.i18n.opened import one_catalogue, open_translations
from pnp.cli.options import game_option, out_option
from pnp.cli.output import page_paper, paper_option, write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.draw import Document
from pnp.impose import face_pages
from pnp.pdf import write_pdf
from pnp.translation.proof import Side, proof_pages


@click.command(name="proof", epilog="Example:  pnp i18n proof pl --game doom")
@click.argument("language")
@game_option
@paper_option
@out_option()
def command(language: str, game: str | None, paper: str, out: Path) -> int:
    """Write a proof, out/GAME/proof-LANGUAGE.pdf: each text next to its translation, with the pieces.

    Untranslated texts are marked red, fuzzy ones orange.
    """
    workshop, opened, translations, chosen = open_translations(game, language)
    catalogue = one_catalogue(translations, chosen)
    pages_on = page_paper(workshop, opened, paper)
    sides = [
        _side(Edition(workshop, translations.translator(tag), bleed=0.0))
        for tag in (opened.language, catalogue.language)
    ]
    pages, outline = proof_pages(
        sides[0], sides[1], translations.extracted, catalogue, (pages_on.width.mm, pages_on.height.mm)
    )
    title = f"{opened.name.source}: {opened.language} – {catalogue.language}"
    document = Document(title, catalogue.language, face_pages(pages), outline=outline)
    name = f"proof-{catalogue.language}.pdf"
    faults = write_files(out / opened.id, {name: write_pdf(document, workshop.fonts)})
    report(faults, {}, "full")
    if faults:
        return Exit.ENVIRONMENT
    say((out / opened.id / name).as_posix())
    return Exit.FINE


def _side(edition: Edition) -> Side:
    return Side(edition.game, edition.composer, edition.context, edition.language)
