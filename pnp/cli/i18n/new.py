"""``pnp i18n new``: begin a language."""

from __future__ import annotations

from dataclasses import replace

import click

from pnp.cli.i18n.update import measured_entries
from pnp.cli.opening import Stop, open_readable_game
from pnp.cli.options import game_option
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import has_errors, times
from pnp.i18n import Catalogue, Entry, LanguageTagError, merge, normalise_tag, write_catalogue
from pnp.load import with_language
from pnp.load.locate import GAME_FILE
from pnp.translation import Translations
from pnp.translation.translations import catalogue_path


@click.command(name="new", epilog="Example:  pnp i18n new de --game doom")
@click.argument("language")
@game_option
def command(language: str, game: str | None) -> int:
    """Add LANGUAGE: write locale/LANGUAGE.po with all texts of the game, and list it in game.yaml."""
    workshop, opened = open_readable_game(game)
    if has_errors(workshop.diagnostics):
        report(workshop.diagnostics, workshop.sources, "full")
        raise Stop(Exit.FAULTS)
    tag = _tag(language)
    path = catalogue_path(tag)
    if tag == opened.language:
        raise click.UsageError(f"'{tag}' is the language of the game itself")
    if any(source.name == tag for source in opened.translations):
        raise click.UsageError(f"{path} already exists; update it with 'pnp i18n update'")
    entries = measured_entries(workshop, opened, Translations(opened, ()))
    files: dict[str, bytes] = {}
    if tag not in opened.languages:
        data = workshop.files.read(GAME_FILE)
        changed = with_language(data, opened.language, tag)
        if changed is None:
            say(f"add '{tag}' to 'languages' in game.yaml by hand; it is written in an unusual way", err=True)
        else:
            files[GAME_FILE] = changed
            entries = _moved(entries, data, changed)
    files[path] = write_catalogue(merge(Catalogue(tag), entries), opened.id)
    faults = write_files(workshop.folder, files)
    report(faults, {}, "full")
    if faults:
        return Exit.ENVIRONMENT
    left = sum(not entry.usable for entry in entries)
    say(f"{path}: {times(left, 'text')} to translate; see docs/languages.md")
    return Exit.FINE


def _moved(entries: list[Entry], before: bytes, after: bytes) -> list[Entry]:
    """The texts with their lines of ``game.yaml`` after the language was added, perhaps on a new line."""
    old, new = before.split(b"\n"), after.split(b"\n")
    if len(old) == len(new):
        return entries
    put_in = next((at for at, (was, is_) in enumerate(zip(old, new, strict=False)) if was != is_), len(old))
    return [
        replace(
            entry,
            places=tuple((file, line + (file == GAME_FILE and line > put_in)) for file, line in entry.places),
        )
        for entry in entries
    ]


def _tag(language: str) -> str:
    try:
        return normalise_tag(language)
    except LanguageTagError as fault:
        cure = f"; did you mean '{fault.suggestion}'?" if fault.suggestion else ""
        raise click.UsageError(f"{fault}{cure}") from None
