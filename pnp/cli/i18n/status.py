"""``pnp i18n status``: how far the translations are."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from pnp.build import Edition, compose
from pnp.cli.i18n.opened import open_translations
from pnp.cli.options import game_option, translations_option
from pnp.cli.process import Exit
from pnp.cli.terminal import say, table
from pnp.translation import Translations
from pnp.translation.status import TranslationProgress, progress, untranslated


@click.command(
    name="status", epilog="Examples:  pnp i18n status --game doom    pnp i18n status --lang pl --list"
)
@game_option
@translations_option
@click.option("--list", "with_list", is_flag=True, help="Also list the missing and fuzzy texts.")
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
def command(game: str | None, lang: str, with_list: bool, form: str) -> int:
    """Count the translated, fuzzy, missing and overset texts of each language and component set.

    The exit code is 1 if a text is missing or fuzzy, or does not fit.
    """
    workshop, _, translations, chosen = open_translations(game, lang)
    rows: list[TranslationProgress] = []
    for language in chosen:
        fits = compose(Edition(workshop, translations.translator(language), bleed=0.0)).fits
        rows += progress(translations.extracted, translations.catalogues.by_language[language], fits)
    if form == "json":
        say(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=2))
    else:
        say("\n".join(_table(rows)))
        if with_list:
            _list(translations, chosen)
    return Exit.FAULTS if any(row.missing or row.fuzzy or row.overset for row in rows) else Exit.FINE


def _table(rows: list[TranslationProgress]) -> list[str]:
    head = ("", "texts", "translated", "", "fuzzy", "missing", "overset", "same as source")
    lines = [
        (
            f"{row.language} {row.group or 'all'}",
            str(row.total),
            str(row.translated),
            f"{100 * row.translated // max(row.total, 1)} %",
            _count(row.fuzzy),
            _count(row.missing),
            _count(row.overset or 0),
            _count(row.identical),
        )
        for row in rows
    ]
    return table(head, lines, flexible=0, right=tuple(range(1, 8)))


def _count(number: int) -> str:
    return str(number) if number else "–"


def _list(translations: Translations, chosen: tuple[str, ...]) -> None:
    for language in chosen:
        catalogue = translations.catalogues.by_language[language]
        for found, fuzzy in untranslated(translations.extracted, catalogue):
            words = " ".join(found.text.source.split())
            span = found.text.origin.span
            say(f"{span}: {language}: {'fuzzy' if fuzzy else 'missing'}: {found.what}: {words}")
