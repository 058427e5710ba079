"""``pnp import``: one command for each format; tables of cards become new games."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from pnp.build import Workshop, ascii_name, open_workshop
from pnp.cli.import_rulebook import rulebook
from pnp.cli.opening import language_tag
from pnp.cli.options import together
from pnp.cli.output import write_files
from pnp.cli.process import Exit
from pnp.cli.reference import schema_files
from pnp.cli.terminal import report, say
from pnp.diagnostics import Diagnostic, did_you_mean, error, has_errors, times
from pnp.diagnostics.diagnostic import accept
from pnp.i18n import merge, write_catalogue
from pnp.icons.pack import PackFault, read_pack
from pnp.importers.cards import (
    RECORD_ENDINGS,
    FolderReader,
    FoundTable,
    ImportNote,
    PrintableGlyphs,
    ScriptWishes,
    SetWishes,
    find_tables,
    merged_notes,
    record_tables,
    report_text,
    table_set,
)
from pnp.load import FolderFiles
from pnp.load.files import TABLE_ENDINGS
from pnp.load.size import SizeError, parse_size
from pnp.load.table.column import folded
from pnp.load.table.table import TableFault
from pnp.model import STANDARD_SIZES, FileFault
from pnp.start import bare_game
from pnp.translation import Translations
from pnp.translation.notes import wanted_entries
from pnp.translation.translations import catalogue_path

_TOOLS = {
    "csv": "the CSV, XLSX and ODS tables in FOLDER",
    "squib": "the decks of the Squib scripts in FOLDER",
    "nandeck": "the tables that the nanDECK scripts in FOLDER link",
    "decksmith": "DeckSmith's deck.csv and deck.yaml in FOLDER",
    "cider": "the decks of the Cider project in FOLDER",
    "cardmaker": "the layouts of the CardMaker projects in FOLDER",
    "dominiontabs": "the dividers of dominiontabs' cards_db.json in FOLDER",
    "mse": "the sets of Magic Set Editor (.mse-set) in FOLDER",
    "pictures": "the pictures in FOLDER, one card each",
}
_REPORT = "import-report.txt"
_SHOWN_NOTES = 40
_RIM_MM = 16  # margins, bleed and marks around a piece


@dataclass(frozen=True, slots=True)
class _GameOptions:
    """Options for the game and all its tables."""

    name: str
    into: Path
    kind: str
    size: str
    copies: str
    encoding: str
    lang: str
    passed: tuple[str, ...] = ()
    marks: str = ""
    header: int | None = None
    trim: str = ""
    group: tuple[str, ...] = ()
    layouts: Path | None = None
    icons: Path | None = None


@dataclass(slots=True)
class _Brought:
    """The results of reading the tables.

    Attributes:
        files: Content by path in the game's folder.
        decisions: How each column is used.
        left: What did not come.
        found: Faults.
        pictures: Paths in the tool's folder by their paths in the game.
        languages: Of translations in columns of the tables.
        titles: Of all columns.
        sizes: Of the pieces.
        outlines: Sizes by name that pieces choose from.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    decisions: list[str] = field(default_factory=list)
    left: dict[ImportNote, None] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)
    languages: dict[str, None] = field(default_factory=dict)
    titles: dict[str, None] = field(default_factory=dict)
    sizes: list[str] = field(default_factory=list)
    outlines: dict[str, str] = field(default_factory=dict)


def _tag(_: click.Context, __: click.Parameter, value: str) -> str:
    """The language of ``--lang`` as games write it."""
    return language_tag(value, click.BadParameter)


def _size(_: click.Context, __: click.Parameter, value: str) -> str:
    """The size of ``--size``, which must be one that pnp knows."""
    if value and value not in STANDARD_SIZES:
        try:
            parse_size(value)
        except SizeError as fault:
            raise click.BadParameter(f"{fault}: {fault.cure}" if fault.cure else str(fault)) from None
    return value


_options = together(
    click.option("--name", default="", help="Name of the game. [that of the file or folder]"),
    click.option(
        "--into", type=click.Path(path_type=Path), default=".", help="Folder to create it in. [this one]"
    ),
    click.option(
        "--kind",
        type=click.Choice(["card", "tile", "token"]),
        default="card",
        help="Kind of piece that each row is. [card]",
    ),
    click.option(
        "--size",
        default="",
        callback=_size,
        help="Size of the pieces, such as poker or 63x88mm. [as the tool has it]",
    ),
    click.option(
        "--copies",
        default="",
        metavar="TITLE",
        help="Column with the number of copies. [found by its title]",
    ),
    click.option(
        "--pass",
        "passed",
        multiple=True,
        metavar="TITLE",
        help="Column to leave out; can be given several times.",
    ),
    click.option(
        "--marks",
        type=click.Choice(["keep", "escape", "html"]),
        default=None,
        help="Marks in texts: keep those of pnp, print all as typed, or read <b>, <i> and the like. "
        "[as the tool means them]",
    ),
    click.option(
        "--header",
        type=click.IntRange(min=1),
        default=None,
        metavar="ROW",
        help="Number of the row with the titles. [the one that looks like it]",
    ),
    click.option(
        "--encoding", default="", help="Encoding of CSV files, such as cp1250. [UTF-8, or detected]"
    ),
    click.option("--lang", default="en", callback=_tag, help="Language of the texts. [en]"),
)


@click.command(name="cards", epilog="Example:  pnp import cards weapons.xlsx --name Doom --lang cs")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--records",
    default="",
    metavar="PATH",
    help="Place of the records in JSON or YAML, such as $.cards. [found]",
)
@_options
def cards(file: Path, records: str, **options: Any) -> int:
    """Make a game from one table, FILE: each row is a card, below a row with titles.

    FILE is CSV, XLSX or ODS, or JSON or YAML with a list of records. Each sheet of a spreadsheet and each
    list becomes a set. Reports what each column became and what could not be imported.
    """
    wishes = _GameOptions(**options)
    reader = FolderReader(FolderFiles(file.parent, Path.cwd()), wishes.encoding, wishes.lang)
    if not file.name.lower().endswith(RECORD_ENDINGS):
        if not file.name.lower().endswith(TABLE_ENDINGS):
            cure = "save the table as .xlsx, .ods or .csv, or the records as .json or .yaml"
            raise click.UsageError(f"'{file.as_posix()}' has a format that is not read: {cure}")
        return _import(reader, [FoundTable(file.name, strange=True)], file.stem, wishes)
    found = record_tables(reader, file.name, records)
    if not found:
        _tell_left(reader.notes)
        return Exit.FAULTS
    return _import(reader, found, file.stem, wishes)


_PATH = click.Path(exists=True, path_type=Path)
_SQUIB = (
    click.Option(
        ["--trim"],
        default="",
        help="Bleed around the cards, such as 0.125in, where no trim or cut_zone says it.",
    ),
    click.Option(
        ["--group"],
        multiple=True,
        metavar="NAME",
        help="Build group whose drawings are wanted, such as color; can be given several times.",
    ),
    click.Option(
        ["--layouts"],
        type=_PATH,
        help="Folder of Squib itself, or of the layout files that come with it.",
    ),
    click.Option(
        ["--icons"],
        type=_PATH,
        metavar="PACKAGE",
        help="Package of icons from game-icons.net that the scripts name.",
    ),
)
"""Options of Squib alone."""


def tool_commands() -> list[click.Command]:
    """A command for each tool whose folders can be read."""
    return [_tool(name, what) for name, what in _TOOLS.items()]


def _tool(name: str, what: str) -> click.Command:
    def run(folder: Path, **options: Any) -> int:
        wishes = _GameOptions(**options)
        files = FolderFiles(folder, Path.cwd())
        reader = FolderReader(files, wishes.encoding, wishes.lang, _script_wishes(wishes))
        found = find_tables(name, reader)
        if not found:
            _tell_left(reader.notes)
            raise click.UsageError(f"'{folder.as_posix()}' has no tables; pnp looked for {what}")
        return _import(reader, found, Path(os.path.realpath(folder)).name, wishes)

    doc = f"Make a game from {what}.\n\nWhat cannot be imported is listed, with its line."
    command = click.command(name=name, help=doc, short_help=f"Make a game from {what}.")(_options(run))
    if name == "squib":
        command.params += _SQUIB
    command.params.insert(
        0, click.Argument(["folder"], type=click.Path(exists=True, file_okay=False, path_type=Path))
    )
    return command


def _script_wishes(wishes: _GameOptions) -> ScriptWishes:
    layouts = wishes.layouts
    if layouts is not None:
        layouts = layouts.parent if layouts.is_file() else layouts  # as 'gem which squib' names it
    try:
        icons = read_pack(wishes.icons) if wishes.icons else {}
    except PackFault as fault:
        raise click.UsageError(str(fault)) from fault
    return ScriptWishes(
        wishes.trim, wishes.group, FolderFiles(layouts, Path.cwd()) if layouts else None, icons
    )


def _import(reader: FolderReader, tables: Sequence[FoundTable], name: str, wishes: _GameOptions) -> int:
    folder = wishes.into / ascii_name(wishes.name or name)
    if not wishes.name and os.path.realpath(folder) == os.path.realpath(reader.files.root):
        folder = wishes.into / ascii_name(f"{name}-game")  # beside the tool's own folder
    if folder.is_dir() and any(folder.iterdir()):
        raise click.UsageError(f"'{folder.as_posix()}' already exists and is not empty")
    brought = _sets(reader, tables, wishes)
    report(brought.found, {}, "full")
    if not brought.files or (has_errors(brought.found) and len(tables) == 1):
        _tell_left(list(brought.left))
        return Exit.FAULTS
    files = {**bare_game(wishes.name or name, wishes.lang), **brought.files}
    if brought.languages:
        tags = ", ".join([wishes.lang, *brought.languages])
        files["game.yaml"] += f"languages: [{tags}]\n".encode()
    if brought.outlines:
        lines = (f"  {name}: {json.dumps(size)}\n" for name, size in brought.outlines.items())
        files["game.yaml"] += f"sizes:\n{''.join(lines)}".encode()
    if paper := _paper(brought.sizes):
        files["game.yaml"] += f"print: {{paper: {paper}}}\n".encode()
        note = ImportNote(
            "game.yaml",
            f"pieces that are larger than A4: the game prints on {paper}",
            "change it under print",
        )
        brought.left[note] = None
    for made, path in {**brought.pictures, **reader.font_files}.items():
        try:
            files[made] = reader.files.read(path)
        except FileFault as fault:
            brought.left[ImportNote(path, str(fault), fault.cure)] = None
    _note_options(brought, wishes)
    left = merged_notes(brought.left)
    files[_REPORT] = report_text(brought.decisions, left).encode("utf-8", "backslashreplace")
    write_files(folder, files)
    workshop = open_workshop(folder, Path.cwd())
    write_files(folder, {**schema_files(workshop), **_catalogues(workshop, brought)})
    if brought.languages:
        workshop = open_workshop(folder, Path.cwd())
    for line in brought.decisions:
        say(line)
    _tell_left(left, folder)
    return _tell_game(workshop, folder)


def _note_options(brought: _Brought, wishes: _GameOptions) -> None:
    """Note titles of options that no table has."""
    titles = {folded(title): title for title in brought.titles}
    for option, title in [("--copies", wishes.copies), *(("--pass", each) for each in wishes.passed)]:
        if title and folded(title) not in titles:
            cure = did_you_mean(title, list(titles.values()), "columns")
            brought.left[ImportNote("", f"{option} '{title}': no table has this column", cure)] = None


def _paper(sizes: Sequence[str]) -> str:
    """The paper that the largest piece needs; empty for A4."""
    sides = [sorted(float(side) for side in re.findall(r"([\d.]+)mm", size)) for size in sizes]
    pairs = [pair for pair in sides if len(pair) == 2]
    short, long = (max((pair[at] for pair in pairs), default=0.0) + _RIM_MM for at in (0, 1))
    if short <= 210 and long <= 297:
        return ""
    return "A3" if short <= 297 and long <= 420 else f"{short:.0f}x{long:.0f}mm"


def _catalogues(workshop: Workshop, brought: _Brought) -> dict[str, bytes]:
    """Files with the translations that the tables have in columns of their own."""
    if not brought.languages or workshop.game is None:
        return {}
    game = workshop.game
    translations = Translations(game, list(brought.languages))
    wanted = wanted_entries(game, translations.extracted)
    return {
        catalogue_path(language): write_catalogue(merge(catalogue, wanted), game.id)
        for language, catalogue in translations.catalogues.by_language.items()
    }


def _tell_left(left: Sequence[ImportNote], folder: Path | None = None) -> None:
    for note in left[:_SHOWN_NOTES]:
        say(f"not imported: {note}", err=folder is None)
    if len(left) > _SHOWN_NOTES:
        rest = len(left) - _SHOWN_NOTES
        say(
            f"not imported: {rest} more" + (f", in {(folder / _REPORT).as_posix()}" if folder else ""),
            err=folder is None,
        )


def _tell_game(workshop: Workshop, folder: Path) -> int:
    allowed = workshop.game.allowances() if workshop.game else ()
    report(accept(workshop.diagnostics, allowed), workshop.sources, "full", quiet=True)
    pieces = sum(piece.copies for piece in workshop.game.pieces()) if workshop.game else 0
    say(
        f"\n{times(pieces, 'piece')} in {folder.as_posix()}. Print them:  cd {folder.as_posix()} && pnp build"
    )
    return Exit.FAULTS if has_errors(workshop.diagnostics) else Exit.FINE


def _sets(reader: FolderReader, tables: Sequence[FoundTable], wishes: _GameOptions) -> _Brought:
    brought = _Brought()
    glyphs = PrintableGlyphs()
    waiting = list(tables)
    while waiting:
        each = waiting.pop(0)
        table = replace(each, copies=wishes.copies or each.copies, size=wishes.size or each.size)
        if wishes.size:
            table = replace(table, own_size="")
        elif table.own_size:
            brought.outlines.update(table.outlines)
        own = SetWishes(
            kind=wishes.kind,
            encoding=wishes.encoding,
            language=wishes.lang,
            marks=wishes.marks or "",
            header=wishes.header,
            passed=wishes.passed,
            taken=brought.files,
            glyphs=glyphs,
            has_icon=reader.has_icon,
            pictures=reader.pictures(each.path),
        )
        try:
            data = table.data if table.data is not None else reader.files.read(table.path)
            made = table_set(data, table, own)
        except TableFault as fault:
            brought.found.append(fault.found)
            continue
        except FileFault as fault:
            brought.found.append(error("Y301", str(fault), None, fault.cure))
            continue
        if each.strange and not each.sheet:
            waiting[:0] = [replace(each, sheet=name) for name in made.others]
        brought.files.update(made.files)
        brought.sizes.append(table.size)
        brought.pictures.update(made.pictures)
        brought.decisions += made.decisions
        brought.left.update(dict.fromkeys(made.left))
        brought.found += made.found
        brought.languages.update(dict.fromkeys(made.languages))
        brought.titles.update(dict.fromkeys(made.titles))
    brought.left = {**dict.fromkeys(reader.notes), **brought.left}
    return brought


@click.group(name="import")
def command() -> None:
    """Import cards and rulebooks from other tools."""


command.add_command(rulebook)
command.add_command(cards)
for each in tool_commands():
    command.add_command(each)
