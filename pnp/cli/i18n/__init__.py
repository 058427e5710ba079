"""``pnp i18n``: the translations of a game."""

from __future__ import annotations

import click

from pnp.cli.lazy import LazyGroup

_COMMANDS = {
    "update": ("update:command", "Update locale/*.po with the texts of the game."),
    "status": ("status:command", "Count translated, fuzzy, missing and overset texts."),
    "new": ("new:command", "Add a language."),
    "tidy": ("tidy:command", "Rewrite quotation marks, apostrophes and dashes as the language writes them."),
    "proof": ("proof:command", "Write a PDF with source and translation side by side."),
    "export": ("export:command", "Write the texts of a language as CSV, for a spreadsheet."),
    "import": ("import_:command", "Read translations from CSV."),
}


@click.group(
    name="i18n",
    cls=LazyGroup,
    package="pnp.cli.i18n",
    commands=_COMMANDS,
    epilog="Typical use:  pnp i18n update    (translate locale/pl.po)    pnp i18n status    pnp build --lang pl",
)
def command() -> None:
    """Translate a game. Translations are in locale/LANGUAGE.po in its folder; see docs/languages.md."""
