"""``pnp i18n`` and ``pnp fit``: translations, from new languages to proofs, and how texts fit their boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from pnp.build import Edition, Workshop, compose, measured_entries, tidied_files, updated_catalogues
from pnp.cli.lazy import LazyGroup
from pnp.cli.opening import language_tag, languages, open_readable_game, open_valid_game, refuse
from pnp.cli.options import (
    full_csv_or_json,
    full_or_json,
    game_option,
    lang_option,
    out_option,
    translations_option,
)
from pnp.cli.output import csv_text, page_paper, paper_option, write_and_list, write_files
from pnp.cli.process import Exit
from pnp.cli.terminal import exit_code, report, say, say_json, table
from pnp.diagnostics import Diagnostic, has_errors, times
from pnp.draw import Document
from pnp.i18n import Catalogue, Entry, merge, write_catalogue
from pnp.impose import face_pages
from pnp.load import with_language
from pnp.load.decode import guessed_encoding
from pnp.load.locate import GAME_FILE
from pnp.load.table.csv_rows import decode_table
from pnp.load.table.table import TableFault
from pnp.model import FileFault, Game
from pnp.pdf import write_pdf
from pnp.translation import Translations
from pnp.translation.proof import Side, proof_pages
from pnp.translation.status import (
    FitRow,
    TranslationProgress,
    fit_rows,
    progress,
    states,
    untranslated,
    worst_first,
)
from pnp.translation.table import harmless, read_table, write_table
from pnp.translation.translations import catalogue_path, file_of

_COMMANDS = {
    "update": ("i18n:update", "Update locale/*.po with the texts of the game."),
    "status": ("i18n:status", "Count translated, fuzzy, missing and overset texts."),
    "new": ("i18n:new", "Add a language."),
    "tidy": ("i18n:tidy", "Rewrite quotation marks, apostrophes and dashes as the language writes them."),
    "proof": ("i18n:proof", "Write a PDF with source and translation side by side."),
    "export": ("i18n:export", "Write the texts of a language as CSV, for a spreadsheet."),
    "import": ("i18n:import_", "Read translations from CSV."),
}


@click.group(
    name="i18n",
    cls=LazyGroup,
    package="pnp.cli",
    commands=_COMMANDS,
    epilog="Typical use:  pnp i18n update    (translate locale/pl.po)    pnp i18n status    pnp build --lang pl",
)
def command() -> None:
    """Translate a game. Translations are in locale/LANGUAGE.po in its folder; see docs/languages.md."""


def open_translations(game: str | None, lang: str) -> tuple[Workshop, Game, Translations, tuple[str, ...]]:
    """A game without errors, its translations, and the languages of ``--lang``, by default all translations.

    Raises: Stop: The data of the game or a file of translations have errors; they have been reported. Texts
        of what is faulty would be missing. click.UsageError: The game has no other language than its own.
    """
    workshop, opened = open_valid_game(game)
    chosen = [tag for tag in languages(opened, lang or "all") if tag != opened.language]
    if not chosen and opened.languages != (opened.language,):
        others = ", ".join(tag for tag in opened.languages if tag != opened.language)
        raise click.UsageError(
            f"'{opened.language}' is the game's own language: its texts are in the data, not in a PO file; "
            f"take --lang {others} or leave --lang out"
        )
    if not chosen:
        raise click.UsageError(
            f"'{opened.id}' has no language but '{opened.language}'; add one with 'pnp i18n new LANG'"
        )
    translations = Translations(opened, chosen)
    found = translations.catalogues.diagnostics
    if has_errors(found):
        refuse(found, workshop.sources)
    return workshop, opened, translations, tuple(chosen)


def one_catalogue(translations: Translations, chosen: Sequence[str]) -> Catalogue:
    """The catalogue of the only language that was chosen."""
    catalogue = translations.catalogue(chosen[0])
    assert catalogue is not None  # open_translations leaves the game's own language out
    return catalogue


@click.command(name="update", epilog="Examples:  pnp i18n update --game doom    pnp i18n update --check")
@game_option
@translations_option
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file is out of date."
)
def update(game: str | None, lang: str, only_check: bool) -> int:
    """Update locale/*.po with the texts of the game.

    Nothing is lost: a changed text keeps its translation, marked fuzzy, and a removed one moves to the end of
    the file.
    """
    workshop, opened, translations, chosen = open_translations(game, lang)
    files: dict[str, bytes] = {}
    for each in updated_catalogues(workshop, opened, translations, chosen):
        if each.changed:
            files[each.path] = each.content
        say(f"{each.path}: {_changes(each.before, each.after)}")
    return _written_or_checked(workshop.folder, files, only_check)


def _written_or_checked(folder: Path, files: Mapping[str, bytes], only_check: bool) -> int:
    """The exit code after the changed files were written, or after ``--check`` asked if there are any."""
    if only_check:
        return Exit.FAULTS if files else Exit.FINE
    write_files(folder, files)
    return Exit.FINE


def _changes(before: Catalogue, after: Catalogue) -> str:
    """The changes to the texts, in a few words."""
    old, new = before.by_key(), after.by_key()
    fresh = [entry for entry in after.living() if entry.key not in old]
    changed = sum(entry.fuzzy for entry in fresh)
    gone = sum(key not in new for key in old)
    parts = [times(len(new), "text")]
    parts += [f"{len(fresh)} new" if fresh else "", f"{changed} of them reworded" if changed else ""]
    parts += [f"{gone} gone" if gone else "", f"{_open(after)} to translate"]
    return ", ".join(part for part in parts if part)


def _open(catalogue: Catalogue) -> int:
    return sum(not entry.usable for entry in catalogue.living())


@click.command(
    name="status", epilog="Examples:  pnp i18n status --game doom    pnp i18n status --lang pl --list"
)
@game_option
@translations_option
@click.option("--list", "with_list", is_flag=True, help="Also list the missing and fuzzy texts.")
@full_or_json
def status(game: str | None, lang: str, with_list: bool, form: str) -> int:
    """Count the translated, fuzzy, missing and overset texts of each language and component set.

    The exit code is 1 if a text is missing or fuzzy, or does not fit.
    """
    workshop, _, translations, chosen = open_translations(game, lang)
    rows: list[TranslationProgress] = []
    for language in chosen:
        fits = compose(Edition(workshop, translations.translator(language), bleed=0.0)).fits
        rows += progress(translations.extracted, translations.catalogues.by_language[language], fits)
    if form == "json":
        say_json([asdict(row) for row in rows])
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


@click.command(name="new", epilog="Example:  pnp i18n new de --game doom")
@click.argument("language")
@game_option
def new(language: str, game: str | None) -> int:
    """Add LANGUAGE: write locale/LANGUAGE.po with all texts of the game, and list it in game.yaml."""
    workshop, opened = open_valid_game(game)
    tag = language_tag(language)
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
    write_files(workshop.folder, files)
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


@click.command(name="tidy", epilog="Examples:  pnp i18n tidy --game doom    pnp i18n tidy --check")
@game_option
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if anything would change."
)
def tidy(game: str | None, only_check: bool) -> int:
    """Rewrite quotation marks, apostrophes, three dots and dashes as the language of each text writes them.

    Data files, rule sheets and translations are edited in place. Nothing else in them changes. Translations
    stay with their texts.
    """
    workshop, opened = open_readable_game(game)
    translations = Translations(opened)
    found = [*workshop.diagnostics, *translations.catalogues.diagnostics]
    if has_errors(found):
        refuse(found, workshop.sources)
    try:
        made = tidied_files(workshop, opened, translations, Path.cwd())
    except FileFault as fault:  # pragma: no cover - the file was read a moment ago
        raise click.ClickException(str(fault)) from fault
    for each in made:
        if each.changes:
            say(f"{each.path}: {times(each.changes, 'change')}")
    return _written_or_checked(workshop.folder, {each.path: each.content for each in made}, only_check)


@click.command(name="proof", epilog="Example:  pnp i18n proof pl --game doom")
@click.argument("language")
@game_option
@paper_option
@out_option()
def proof(language: str, game: str | None, paper: str, out: Path) -> int:
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
    write_and_list(out / opened.id, {name: write_pdf(document, workshop.fonts)})
    return Exit.FINE


def _side(edition: Edition) -> Side:
    return Side(edition.game, edition.composer, edition.context, edition.language)


@click.command(
    name="export", epilog="Example:  pnp i18n export pl --game doom    (then open out/doom/pl.csv)"
)
@click.argument("language")
@game_option
@out_option()
def export(language: str, game: str | None, out: Path) -> int:
    """Write the texts of LANGUAGE as CSV to out/GAME/LANGUAGE.csv, for a spreadsheet.

    A text that looks like a formula gets an apostrophe; 'pnp i18n import' removes it again.
    """
    _, opened, translations, chosen = open_translations(game, language)
    catalogue = one_catalogue(translations, chosen)
    write_and_list(out / opened.id, {f"{catalogue.language}.csv": write_table(catalogue)})
    return Exit.FINE


@click.command(name="import", epilog="Example:  pnp i18n import pl out/doom/pl.csv --game doom")
@click.argument("language")
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--encoding", default="", help="Encoding of the table, such as cp1252. [UTF-8]")
@game_option
def import_(language: str, table: Path, encoding: str, game: str | None) -> int:
    """Read the translations in the CSV file TABLE into locale/LANGUAGE.po.

    Rows are matched by context and source. Empty translations change nothing.
    """
    workshop, opened, translations, chosen = open_translations(game, language)
    catalogue = one_catalogue(translations, chosen)
    shown = table.as_posix()
    text, found = _decoded(table.read_bytes(), shown, encoding, chosen[0])
    if not exit_code(found):
        imported = read_table(text, shown, catalogue)
        found = [*found, *imported.diagnostics]
    report(found, {shown: text}, "full")
    if exit_code(found):
        return Exit.FAULTS
    path = file_of(opened, catalogue) or catalogue_path(catalogue.language)
    write_files(workshop.folder, {path: write_catalogue(imported.catalogue, opened.id)})
    say(f"{path}: {times(imported.changed, 'translation')} changed")
    return Exit.FINE


def _decoded(data: bytes, shown: str, encoding: str, language: str) -> tuple[str, list[Diagnostic]]:
    """The text of the table and what is wrong with its encoding, with the option that names the right one."""
    try:
        text, found = decode_table(data, shown, encoding)
    except TableFault as fault:
        return "", [fault.found]
    page = guessed_encoding(data, language) or "cp1252"
    cures = ["save it as UTF-8", f"or say what it is: --encoding {page}"]
    if encoding:
        cures = [f"the file looks like {page}, not {encoding}: --encoding {page}"]
    return text, [
        replace(item, help=tuple(cures))
        if item.code == "Y101" or (encoding and item.code == "Y102")
        else item
        for item in found
    ]


_SHOWN = 20
_WORDS = 44


@click.command(
    name="fit", epilog="Examples:  pnp fit --game doom --lang all    pnp fit --lang pl --format csv"
)
@game_option
@lang_option
@click.option("--all", "every", is_flag=True, help=f"List all texts, not just the worst {_SHOWN}.")
@full_csv_or_json
def fit(game: str | None, lang: str, every: bool, form: str) -> int:
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
        say_json([_record(row) for row in rows])
    elif form == "csv":
        say(_csv(rows), nl=False)
    else:
        _show(rows, every=every)
    return Exit.FAULTS if any(row.overset or row.missing_glyph for row in rows) else Exit.FINE


def _record(row: FitRow) -> dict[str, object]:
    return asdict(row) | {"layout": str(row.layout)}


def _csv(rows: Sequence[FitRow]) -> str:
    names = [*FitRow.__dataclass_fields__]
    records = map(_record, rows)
    return csv_text([names, *([harmless(str(record[name])) for name in names] for record in records)])


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
            ", ".join(row.faults),
        )
        for row in shown
    ]
    if lines:
        say("\n".join(table(head, lines, flexible=2, right=(3, 4, 5, 6))))
    overset = sum(row.overset for row in rows)
    hidden = f"; {len(rows) - len(shown)} more with --all" if len(rows) > len(shown) else ""
    say(f"{times(len(rows), 'text')} in boxes, {overset or 'none'} overset{hidden}")
