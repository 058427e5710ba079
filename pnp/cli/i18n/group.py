"""The group of commands."""

from __future__ import annotations

import click

from pnp.cli.lazy import LazyGroup

_COMMANDS = {
    "update": "Bring locale/*.po up to date with the texts of the game.",
    "status": "Count what is translated, fuzzy, missing and overset.",
    "new": "Begin a language.",
    "tidy": "Rewrite quotation marks, apostrophes and dashes as the language has them.",
    "proof": "Print source and translation side by side with the pieces.",
    "export": "Write a language's texts as CSV for a spreadsheet.",
    "import": "Read translations from CSV.",
}


@click.group(
    name="i18n",
    cls=LazyGroup,
    package="pnp.cli.i18n",
    helps=_COMMANDS,
    epilog="A day's work:  pnp i18n update    (translate locale/pl.po)    pnp i18n status    pnp build --lang pl",
)
def command() -> None:
    """Translate a game. Texts stand in locale/LANGUAGE.po of its folder; docs/languages.md tells how."""
