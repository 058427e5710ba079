"""``pnp i18n``: the translations of a game."""

from __future__ import annotations

import click

from pnp.cli.lazy import LazyGroup

_COMMANDS = {
    "update": "Update locale/*.po with the texts of the game.",
    "status": "Count translated, fuzzy, missing and overset texts.",
    "new": "Add a language.",
    "tidy": "Rewrite quotation marks, apostrophes and dashes as the language writes them.",
    "proof": "Write a PDF with source and translation side by side.",
    "export": "Write the texts of a language as CSV, for a spreadsheet.",
    "import": "Read translations from CSV.",
}


@click.group(
    name="i18n",
    cls=LazyGroup,
    package="pnp.cli.i18n",
    helps=_COMMANDS,
    epilog="Typical use:  pnp i18n update    (translate locale/pl.po)    pnp i18n status    pnp build --lang pl",
)
def command() -> None:
    """Translate a game. Translations are in locale/LANGUAGE.po in its folder; see docs/languages.md."""
