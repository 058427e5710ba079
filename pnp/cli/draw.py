"""``pnp draw``: sample hands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from pnp.build import Edition, Selection, select
from pnp.cli.opening import Stop, languages, open_readable_game
from pnp.cli.options import game_option, lang_option, out_option, split
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import has_errors
from pnp.draw import Document, with_items
from pnp.impose import ContactCell, ContactSet, contact_pages
from pnp.model import Game
from pnp.stats import deal
from pnp.translation import Translations


@click.command(
    name="draw",
    epilog="Example:  pnp draw --game doom --set weapons --where \"pile == 'bow'\" --hand 2 --hands 4",
)
@game_option
@lang_option
@click.option(
    "--set",
    "only",
    multiple=True,
    metavar="NAMES",
    help="Sets or pieces to shuffle together. [the only deck of cards]",
)
@click.option("--where", default="", metavar="EXPR", help="Only pieces that match.")
@click.option("--hand", type=click.IntRange(1, 60), default=5, help="Cards in a hand. [5]")
@click.option("--hands", type=click.IntRange(1, 20), default=1, help="Number of hands. [1]")
@click.option(
    "--seed", type=int, default=1, help="Seed of the shuffle; the same seed deals the same hands. [1]"
)
@click.option("--pdf", "as_pdf", is_flag=True, help="Write a PDF instead of PNG pictures.")
@out_option()
def command(
    game: str | None,
    lang: str,
    only: tuple[str, ...],
    where: str,
    hand: int,
    hands: int,
    seed: int,
    as_pdf: bool,
    out: Path,
) -> int:
    """Shuffle a deck and show sample hands as pictures: out/GAME/hands-LANGUAGE.png."""
    from pnp.cli.output import pngs
    from pnp.pdf import write_pdf

    workshop, opened = open_readable_game(game)
    sets, faults = select(opened, Selection(split(only) or _only_deck(opened), where))
    if has_errors(faults):
        report(faults, workshop.sources, "full")
        raise Stop(Exit.USAGE)
    dealt = deal([piece for each in sets for piece in each.pieces], hand, hands, seed)
    files: dict[str, bytes] = {}
    chosen = languages(opened, lang)
    translations = Translations(opened, chosen)
    for language in chosen:
        edition = Edition(workshop, translations.translator(language))
        by_key = {piece.key: piece for piece in edition.game.pieces()}
        shown = []
        for number, pieces in enumerate(dealt, 1):
            composed = [edition.piece(by_key[piece.key]) for piece in pieces]
            cells = [
                ContactCell(with_items(each.faces.front), each.faces.label, 1)
                for each in composed
                if each.faces
            ]
            shown.append(ContactSet(str(number), tuple(cells)))
            say(f"{number}: {_named([cell.label for cell in cells])}")
        pages = contact_pages(shown, opened.name.source, edition.context)
        pdf = write_pdf(Document(opened.name.source, language, pages), workshop.fonts)
        if as_pdf:
            files[f"hands-{language}.pdf"] = pdf
        else:
            pictures = list(pngs(pdf, 110))
            files |= {
                f"hands-{language}{'' if n == 0 else f'-{n + 1}'}.png": png for n, png in enumerate(pictures)
            }
    faults = write_files(out / opened.id, files)
    report(faults, {}, "full")
    for name in files:
        say((out / opened.id / name).as_posix())
    return Exit.ENVIRONMENT if faults else Exit.FINE


def _named(labels: list[str]) -> str:
    return ", ".join(f"{count} × {label}" if count > 1 else label for label, count in Counter(labels).items())


def _only_deck(game: Game) -> tuple[str, ...]:
    """The deck of a game that has one alone."""
    decks = tuple(each.id for each in game.sets if each.kind == "card")
    if len(decks) == 1:
        return decks
    known = ", ".join(decks or (each.id for each in game.sets))
    raise click.UsageError(f"name what to shuffle with --set; there are: {known}")
