"""``pnp fit``: how every text fits its box."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from pnp.build import Edition, compose
from pnp.cli.opening import languages, open_valid_game
from pnp.cli.options import game_option, lang_option
from pnp.cli.process import Exit
from pnp.cli.terminal import say, table
from pnp.diagnostics import times
from pnp.translation import Translations
from pnp.translation.fit import FitRow, fit_rows, worst_first
from pnp.translation.status import states
from pnp.translation.table import harmless

_SHOWN = 20
_WORDS = 44


@click.command(
    name="fit", epilog="Examples:  pnp fit --game doom --lang all    pnp fit --lang pl --format csv"
)
@game_option
@lang_option
@click.option("--all", "every", is_flag=True, help=f"List all texts, not just the worst {_SHOWN}.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["full", "csv", "json"]),
    default="full",
    help="Output format. [full]",
)
def command(game: str | None, lang: str, every: bool, form: str) -> int:
    """Show how well each text fits its box: type size, lines, share of the box. The worst come first.

    The exit code is 1 if a text does not fit or a glyph is missing.
    """
    workshop, opened = open_valid_game(game)
    translations = Translations(opened)
    rows: list[FitRow] = []
    for language in languages(opened, lang):
        fits = compose(Edition(workshop, translations.translator(language), bleed=0.0)).fits
        rows += fit_rows(fits, language, states(translations.extracted, translations.catalogue(language)))
    rows = worst_first(rows)
    if form == "json":
        say(json.dumps([_record(row) for row in rows], ensure_ascii=False, indent=2))
    elif form == "csv":
        say(_csv(rows), nl=False)
    else:
        _show(rows, every=every)
    return Exit.FAULTS if any(row.overset or row.missing_glyph for row in rows) else Exit.FINE


def _record(row: FitRow) -> dict[str, object]:
    return asdict(row) | {"layout": str(row.layout)}


def _csv(rows: Sequence[FitRow]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [*FitRow.__dataclass_fields__]
    writer.writerow(names)
    for row in rows:
        record = _record(row)
        writer.writerow([harmless(str(record[name])) for name in names])
    return out.getvalue()


def _show(rows: Sequence[FitRow], *, every: bool) -> None:
    shown = rows if every else rows[:_SHOWN]
    head = ("", "piece", "words", "size", "of", "lines", "box", "")
    lines = [
        (
            row.language,
            row.piece + (f" +{row.pieces - 1}" if row.pieces > 1 else ""),
            row.words if len(row.words) <= _WORDS else row.words[: _WORDS - 1] + "…",
            f"{row.size_pt:g}",
            f"{row.least_pt:g}–{row.wanted_pt:g}" if row.least_pt < row.wanted_pt else f"{row.wanted_pt:g}",
            str(row.lines),
            f"{row.share_of_box:.0%}",
            ", ".join(_faults(row)),
        )
        for row in shown
    ]
    if lines:
        say("\n".join(table(head, lines, flexible=2, right=(3, 4, 5, 6))))
    overset = sum(row.overset for row in rows)
    hidden = f"; {len(rows) - len(shown)} more with --all" if len(rows) > len(shown) else ""
    say(f"{times(len(rows), 'text')} in boxes, {overset or 'none'} overset{hidden}")


def _faults(row: FitRow) -> list[str]:
    faults = (
        (row.overset, "overset"),
        (row.missing_glyph, "missing glyph"),
        (row.untranslated, "untranslated"),
        (row.identical, "same as source"),
    )
    return [word for holds, word in faults if holds]
