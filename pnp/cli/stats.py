"""``pnp stats`` and ``pnp draw``: counts and odds of the decks, and sample hands."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from pnp.build import Edition, Selection
from pnp.cli.opening import chosen_sets, languages, open_readable_game, report_unread
from pnp.cli.options import full_csv_or_json, game_option, lang_option, out_option, selection_options, split
from pnp.cli.output import csv_text, page_paper, paper_option, pngs, write_and_list
from pnp.cli.terminal import coloured, exit_code, report, say, say_json, say_painted
from pnp.diagnostics import Severity, did_you_mean, times
from pnp.diagnostics.printer import visible
from pnp.draw import Document, with_items
from pnp.impose import ContactCell, ContactSet, contact_pages
from pnp.model import Game
from pnp.pdf import write_pdf
from pnp.stats import SetCount, ValueCount, count_set, deal, hand_size, percent, plot_pages
from pnp.text import TextContext
from pnp.translation import Translations

_BAR = 24


@click.command(
    name="stats",
    epilog="Examples:  pnp stats --game doom --only weapons --by pile --hand 2    pnp stats --plot",
)
@game_option
@selection_options
@click.option("--by", metavar="FIELD", help="Split sets by this field, such as 'pile'.")
@click.option(
    "--hand", type=click.IntRange(1, 99), help="Size of the hand for the odds. [the fact 'hand', or 5]"
)
@full_csv_or_json
@click.option("--plot", is_flag=True, help="Also draw bar charts in out/GAME/stats.pdf.")
@paper_option
@out_option("Folder for --plot")
def stats(
    game: str | None,
    only: tuple[str, ...],
    where: str,
    copies: int | None,
    by: str | None,
    hand: int | None,
    form: str,
    plot: bool,
    paper: str,
    out: Path,
) -> int:
    """Count the pieces of each set by field value: copies, share, odds of at least one in a hand."""
    workshop, opened = open_readable_game(game)
    sets = chosen_sets(workshop, opened, Selection(split(only), where, copies))
    code = report_unread(workshop)
    if by is not None and not any(by in each.fields for each in sets):
        names = dict.fromkeys(name for each in sets for name in each.fields)
        raise click.UsageError(f"--by: no set has a field '{by}'; {did_you_mean(by, names, 'fields')}")
    drawn = hand or hand_size(opened)
    counts = [count for each in sets for count in count_set(each, drawn, by)]
    if plot:
        context = TextContext(workshop.fonts, workshop.icons, opened.language, opened.term)
        pages = plot_pages(counts, opened.name.source, context, page_paper(workshop, opened, paper))
        pdf = write_pdf(Document(opened.name.source, opened.language, pages), workshop.fonts)
        write_and_list(out / opened.id, {"stats.pdf": pdf})
        return code
    if form == "full":
        say_painted(_full(counts), nl=False)
    elif form == "csv":
        say(_csv(counts), nl=False)
    else:
        say_json([asdict(count) for count in counts], default=str)
    return code


def _full(counts: Sequence[SetCount]) -> str:
    lines = []
    for count in counts:
        part = f", {count.part}" if count.part else ""
        lines.append(
            click.style(
                f"{visible(count.set_id + part)}: {times(count.copies, 'piece')}, {count.unique} unique",
                bold=True,
            )
        )
        for field in count.fields:
            lines.append(visible(f"  {field.name:<18} {field.middle}".rstrip()))
            most = max(value.copies for value in field.values)
            lines += [_bar(value, most, count.hand) for value in field.values]
        lines.append("")
    if any(count.fields for count in counts):
        lines.append(
            f"per cent in {counts[0].hand}: the chance of at least one in a hand of {counts[0].hand}"
        )
    text = "\n".join(lines) + "\n"
    return text if coloured(sys.stdout) else click.unstyle(text)


def _bar(value: ValueCount, most: int, hand: int) -> str:
    length = max(1, round(_BAR * value.copies / most))
    bar = "█" * length + " " * (_BAR - length)
    if value.colour is not None:
        bar = click.style(bar, fg=(value.colour.red, value.colour.green, value.colour.blue))
    odds = f"{percent(value.odds)} in {hand}"
    return f"    {visible(f'{value.value:<16.16}')} {bar} {value.copies:>4}  {value.share:>4.0%}   {odds}"


def _csv(counts: Sequence[SetCount]) -> str:
    head = ("set", "part", "field", "value", "copies", "share", "hand", "odds")
    rows = (
        (
            count.set_id, count.part, field.name, value.value, value.copies,
            f"{value.share:.4f}", count.hand, f"{value.odds:.4f}",
        )
        for count in counts for field in count.fields for value in field.values
    )  # fmt: skip
    return csv_text([head, *rows])


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
def draw(
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
    workshop, opened = open_readable_game(game)
    sets = chosen_sets(workshop, opened, Selection(split(only) or _only_deck(opened), where))
    dealt = deal([piece for each in sets for piece in each.pieces], hand, hands, seed)
    found = list(workshop.diagnostics)
    files: dict[str, bytes] = {}
    chosen = languages(opened, lang)
    translations = Translations(opened, chosen)
    for language in chosen:
        edition = Edition(workshop, translations.translator(language))
        by_key = {piece.key: piece for piece in edition.game.pieces()}
        shown = []
        for number, pieces in enumerate(dealt, 1):
            composed = [edition.piece(by_key[piece.key]) for piece in pieces]
            found += [item for each in composed for item in each.diagnostics]
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
    errors = [item for item in dict.fromkeys(found) if item.severity is Severity.ERROR]
    report(errors, workshop.sources, "full")
    write_and_list(out / opened.id, files)
    return exit_code(errors)


def _named(labels: list[str]) -> str:
    return ", ".join(f"{count} × {label}" if count > 1 else label for label, count in Counter(labels).items())


def _only_deck(game: Game) -> tuple[str, ...]:
    """The deck of a game that has one alone."""
    decks = tuple(each.id for each in game.sets if each.kind == "card")
    if len(decks) == 1:
        return decks
    known = ", ".join(decks or (each.id for each in game.sets))
    raise click.UsageError(f"name what to shuffle with --set; there are: {known}")
