"""A component set made of a table that was not written for pnp."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import PurePosixPath

from pnp.diagnostics import Diagnostic, has_errors, times
from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue, layout_xml
from pnp.importers.cards.found import FoundTable, ImportNote, written_table
from pnp.importers.cards.marks import SLOT_START, has_html, is_marked, marked_words, plain_words, slot, slots
from pnp.importers.cards.table_columns import (
    NAMES,
    DifferentNames,
    SetColumn,
    SetWishes,
    TableColumns,
    is_number,
    known_titles,
)
from pnp.load.decode import guessed_encoding
from pnp.load.table.column import folded, slug
from pnp.load.table.pieces import TableForm, read_table
from pnp.load.yaml.node import TableCell

_HEAD_ROWS = 25
_PLAIN_KINDS = ("text?", "text")


@dataclass(frozen=True, slots=True)
class ImportedSet:
    """The set made from a table.

    Attributes:
        files: Content by path in the game's folder: the set's YAML, the table and the layouts.
        decisions: How each column is used, a line each.
        left: What did not come.
        found: Faults of the table; nothing is in ``files`` when one is an error.
        others: Names of the other sheets of the spreadsheet.
        pictures: Paths in the tool's folder by their paths in the game.
        languages: Of columns with translations.
        titles: Of all columns.
    """

    files: Mapping[str, bytes]
    decisions: tuple[str, ...] = ()
    left: tuple[ImportNote, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    others: tuple[str, ...] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


def table_set(data: bytes, table: FoundTable, wishes: SetWishes | None = None) -> ImportedSet:
    """The set that the table makes, drawn by its own layout or by a built-in one.

    Columns keep their titles, and fields are called by them on paper. Titles decide which columns hold names,
    texts and copies; the others become fields. Every decision is in ``decisions``. A table that pnp could not
    read as it is, because of its ids, titles, cells or marks, is rewritten as CSV.

    Args:
        data: Of the table's file.
        table: Its path, and what its tool says of it.
        wishes: Of the user.

    Raises:
        TableFault: It cannot be read.
    """
    wishes = wishes or SetWishes()
    is_text = table.path.lower().endswith((".csv", ".tsv", ".txt"))
    guessed = (wishes.encoding or guessed_encoding(data, wishes.language)) if is_text else ""
    read = read_table(
        data,
        table.path,
        TableForm(table.sheet, guessed),
        lambda titles: known_titles(titles, table.copies),
        {},
    )
    if has_errors(read.found):
        return ImportedSet({}, found=tuple(map(_by_option, read.found)))
    rows = [row for row in read.rows if any(cell.text.strip() for cell in row)]
    first = _first_titles(rows, table)
    header = _header(rows, table, first, wishes.header)
    left: list[ImportNote] = []

    def note(what: str, cure: str = "") -> None:
        left.append(ImportNote(table.shown, what, cure))

    for name in () if table.sheet else read.unseen:
        note(f"the hidden sheet '{name}'", "show the sheet, or import it with: --sheet")
    if header is None:
        note(f"the table, which has no row {wishes.header}", "look at --header")
    elif len(rows) <= header + 1:
        note("the table has no rows")
    if header is None or len(rows) <= header + 1:
        return ImportedSet({}, left=tuple(left), others=read.others)
    if all(is_number(cell.text) for cell in rows[header] if cell.text.strip()):
        cure = "write titles above it"
        note(f"the first row as a piece, as it was read as titles: {cure}", cure)
    row = None if header == first else rows[header][0].start.line + 1
    made = _Made(read, rows[header], rows[header + 1 :], table, wishes, guessed, row).set(data)
    return replace(made, others=read.others, left=(*left, *made.left))


def _first_titles(rows: Sequence[Sequence[TableCell]], table: FoundTable) -> int:
    """Index of the first row with several cells."""
    head = enumerate(rows[:_HEAD_ROWS] if table.strange else ())
    return next((at for at, row in head if sum(bool(cell.text.strip()) for cell in row) > 1), 0)


def _header(
    rows: Sequence[Sequence[TableCell]], table: FoundTable, first: int, given: int | None
) -> int | None:
    """Index of the row with the titles; None if the user names a row that the table does not have.

    That is the ``first`` row with several cells, unless a row below it has two usual titles or more, and more
    of them: titles of groups may be above those of columns.
    """
    if given is not None:
        return next((at for at, row in enumerate(rows) if row[0].start.line + 1 == given), None)
    if not table.strange or not rows:
        return first
    head = rows[:_HEAD_ROWS]
    usual = [known_titles([*{folded(cell.text) for cell in row}], table.copies) for row in head]
    best = max(range(first, len(head)), key=lambda at: (usual[at], -at), default=first)
    return best if usual[best] > 1 else first


def _by_option(item: Diagnostic) -> Diagnostic:
    """The fault of an encoding with the option that names it, as there is no set yet that could."""
    cures = ["or say so: --encoding cp1252 (Western Europe) or cp1250 (Central Europe)"]
    return replace(item, help=(*item.help[:-1], *cures)) if item.code == "Y101" else item


def _free(path: str, data: bytes, taken: Mapping[str, bytes]) -> str:
    """The id of a set with a path, without its ending, at which no other set nor another table lies."""
    others = {
        PurePosixPath(name).with_suffix("").as_posix() for name, known in taken.items() if known != data
    }
    names = chain([path], (f"{path}-{number}" for number in count(2)))
    return PurePosixPath(next(name for name in names if name not in others)).name


class _Made(TableColumns):
    # Cells.

    def _read_marks(self) -> None:
        """Write texts with pnp's marks in place of other ones, and without symbols that no font has."""
        way = self._wishes.marks or {"plain": "escape", "pnp": ""}.get(self._found.marks, self._found.marks)
        markup, icons = self._marked()
        lost: set[str] = set()
        escaped: list[tuple[SetColumn, int]] = []
        tagged: list[tuple[SetColumn, int]] = []

        def has_icon(name: str) -> bool:
            return f"icons/{name}.svg" in icons_here or self._wishes.has_icon(name)

        icons_here = self._found.drawing.files if self._found.drawing else {}
        for column in sorted(self._columns.values(), key=lambda column: column.translates):
            is_text = column.use in ("name", "text") or column.kind in _PLAIN_KINDS
            if not (is_text or column.translates) or column.names_files:
                continue
            title, words = column.title, column.cells
            if way in ("escape", "html"):
                marks = way == "html" or title in markup
                made = [
                    marked_words(word, markup=marks, icons=icons.get(title, {}), lost=lost) for word in words
                ]
            elif way == "keep":
                made = words
            else:
                made = [word if is_marked(word, has_icon) else plain_words(word) for word in words]
                tagged += [(column, at) for at, word in enumerate(words) if has_html(word)]
                escaped += [(column, at) for at, word in enumerate(words) if made[at] != word]
            made = list(map(self._wishes.glyphs.printable, made))
            if made != words:
                column.cells = made
                self._rewritten = True
        if lost:
            self._note(
                f"marks of texts without a counterpart: {', '.join(sorted(lost))}",
                "the words come without them",
            )
        self._note_cells(
            escaped, "marks that pnp does not know", "put the icons into icons/, if they are icons"
        )
        self._note_cells(tagged, "tags such as <p> or <b>", "import again with --marks html")
        new = [char for char in self._wishes.glyphs.written if char not in self._symbols]
        if lacking := list(self._wishes.glyphs.lacking)[self._letters :]:
            shown = "".join(lacking[:12]) + ("…" if len(lacking) > 12 else "")
            self._note(
                f"{times(len(lacking), 'letter')} that no font has ({shown})",
                "put a font with them into fonts/",
            )
        if new:
            shown = ", ".join(f"{char} is {self._wishes.glyphs.written[char]}" for char in new[:12])
            cure = "put a font with them into fonts/, or icons into icons/, and write them there"
            self._note(f"symbols that no font has: {shown}" + (" …" if len(new) > 12 else ""), cure)

    def _note_cells(self, cells: Sequence[tuple[SetColumn, int]], what: str, cure: str) -> None:
        """Note that cells, each a column and a row, are printed as typed."""
        if cells:
            column, at = cells[0]
            cell = None if column.at is None else self._rows[at][column.at]
            typed = f"{times(len(cells), 'cell')} with {what}, printed as typed ('{column.title}')"
            self._note(typed, cure, cell)

    def _marked(self) -> tuple[set[str], dict[str, dict[str, str]]]:
        """Columns whose texts have Pango's marks, and the words in them that are icons."""
        markup: set[str] = set()
        icons: dict[str, dict[str, str]] = {}
        for each in self._found.drawing.placements if self._found.drawing else ():
            if each.element == "text" and each.value is not None and each.value.template:
                for _, title, _ in slots(each.value.template):
                    markup |= {title} if each.markup else set()
                    icons.setdefault(title, {}).update(each.icons)
        return markup, icons

    # Ids.

    def _names(self) -> list[str]:
        column = self._used("name")
        return [""] * len(self._rows) if column is None else column.cells

    def _ids_are_fine(self) -> bool:
        column = self._used("id")
        ids = list(map(slug, self._names())) if column is None else column.cells
        return all(re.fullmatch(r"\w[\w-]{0,80}", each) for each in ids) and len(set(ids)) == len(ids)

    def _add_ids(self) -> None:
        """A column of ids made of the names and running numbers.

        Old ids that say something else than these and than the names become a field.
        """
        names, old = self._names(), self._used("id")
        different = DifferentNames()
        ids = [
            different.add(slug((old.cells if old else names)[at]) or slug(name) or f"{self._kind}-{at + 1}")
            for at, name in enumerate(names)
        ]
        if old is not None:
            del self._columns[old.title]
            if _say_more(old.cells, ids, names):
                kept = self._new_column(f"{old.title} as written", old.cells)
                self._make_field(kept)
                kept.label = old.title
                if kept.kind in _PLAIN_KINDS:
                    kept.cells = [self._wishes.glyphs.printable(plain_words(each)) for each in old.cells]
        self._columns = {"id": SetColumn("id", ids, use="id"), **self._columns}
        self._rewritten = True

    def _new_column(self, title: str, cells: Sequence[str]) -> SetColumn:
        self._columns[title] = SetColumn(title, list(cells))
        self._rewritten = True
        return self._columns[title]

    # Files.

    def set(self, data: bytes) -> ImportedSet:
        """The files of the set."""
        self._choose()
        self._join_languages()
        self._place_values()
        self._pass_odd()
        self._leave_room()
        self._read_marks()
        set_id, folder, table = self._named(data)
        sheet = self._found.sheet
        added = not self._ids_are_fine()
        if added:
            self._add_ids()
        decisions = [
            f"{self._found.shown}: '{column.title}' is {column.use or 'skipped'}"
            for column in self._columns.values()
            if not column.translates and not (added and column.use == "id")
        ]
        decisions += [f"{self._found.shown}: a column 'id' is added"] if added else []
        if self._header is not None:
            what = f"row {self._header} has the titles, and the rows above it do not come"
            decisions.append(f"{self._found.shown}: {what}; --header names another row")
        if self._rewritten:
            data, table, sheet = self._written(), f"{set_id}.csv", ""
            self._encoding, self._header = "", None
        elif self._encoding:
            decisions.append(f"{self._found.shown}: read as {self._encoding}")
        files = {
            **self._found.contents,
            f"{folder}/{set_id}.yaml": self._yaml(set_id, table, sheet).encode(),
            f"{folder}/{table}": data,
        }
        drawing = self._found.drawing
        if drawing is not None and drawing.placements:
            for back in (False, True) if drawing.has_back else (False,):
                note = f"From {self._found.shown}."
                xml = layout_xml(drawing, back=back, expression=self._expression, note=note)
                xml = self._wishes.glyphs.printable(xml)
                files[f"layouts/{set_id}{'-back' if back else ''}.xml"] = xml.encode()
        pictures = {**self._wishes.pictures.taken} if self._wishes.pictures else {}
        pictures |= drawing.files if drawing else {}
        for own in dict.fromkeys(own for _, own, _ in self._languages):
            others = ", ".join(f"'{other.title}'" for _, each, other in self._languages if each is own)
            decisions.append(f"{self._found.shown}: {others} translate '{own.title}'")
        languages = tuple(dict.fromkeys(language for language, _, _ in self._languages))
        titles = tuple(self._columns)
        return ImportedSet(files, tuple(decisions), tuple(self._left), (), (), pictures, languages, titles)

    def _named(self, data: bytes) -> tuple[str, str, str]:
        """Id of the set, its folder, and the name of its table."""
        stem = slug(self._found.name) or slug(PurePosixPath(self._found.path).stem) or "cards"
        if (
            stem == "cards"
            and not self._found.name
            and (parent := slug(PurePosixPath(self._found.path).parent.name))
        ):
            stem = parent
        sheet = self._found.sheet
        folder, ending = f"{self._kind}s", PurePosixPath(self._found.path).suffix.lower()
        base = (
            f"{folder}/{stem}-{slug(sheet) or 'sheet'}"
            if sheet and not self._found.name
            else f"{folder}/{stem}"
        )
        set_id = _free(base, data, self._wishes.taken)
        stem = slug(PurePosixPath(self._found.path).stem) or "cards" if self._found.name else stem
        table = f"{stem}{ending}"  # sheets of a spreadsheet share it
        if self._wishes.taken.get(f"{folder}/{table}", data) != data:
            table = f"{set_id}{ending}"
        return set_id, folder, table

    def _place_values(self) -> None:
        """Columns for the values of placements that no template gives."""
        drawing = self._found.drawing
        if drawing is None:
            return
        taken: dict[tuple[str, ...], str] = {}
        placements = []
        paths: set[str] = set()
        for each in drawing.placements:
            value, filled_ones = each.value, dict(each.filled)
            if value is not None and value.template is None:
                value = self._column_for(value, each.element, taken, marked=each.element == "text")
            for name, colour in filled_ones.items():
                if colour.template is None:
                    filled_ones[name] = self._column_for(colour, "colour", taken, marked=False)
            if value is not None and each.element != "text" and value.template:
                paths |= {title for _, title, _ in slots(value.template)}
            placements.append(replace(each, value=value, filled=filled_ones))
        words = [each.value.template or "" for each in placements if each.value and each.element == "text"]
        for column in [self._columns[title] for title in sorted(paths) if title in self._columns]:
            column.names_files = True
            is_printed = any(slot(column.title) in template for template in words)
            if column.kind and not is_printed:
                column.kind = "text?"
            elif is_printed and any(plain_words(word) != word for word in column.cells):
                self._split_path(column, placements)
        self._found = replace(
            self._found, drawing=CardDrawing(placements, drawing.ground, drawing.back_ground, drawing.files)
        )

    def _split_path(self, column: SetColumn, placements: list[DrawnElement]) -> None:
        """A column of its own for paths, where the words of a column need marks that a path cannot have."""
        copy = self._new_column(f"{column.title} file", column.cells)
        self._make_field(copy)
        column.names_files, copy.names_files = False, True
        for at, each in enumerate(placements):
            if each.element != "text" and each.value is not None and each.value.template:
                template = each.value.template.replace(
                    f"{SLOT_START}{column.title}", f"{SLOT_START}{copy.title}"
                )
                placements[at] = replace(each, value=each.value._replace(template=template))

    def _column_for(
        self, value: DrawnValue, element: str, taken: dict[tuple[str, ...], str], *, marked: bool
    ) -> DrawnValue:
        """The value as that of a column, an old one with the same cells or a new one."""
        cells = (*value.cells[: len(self._rows)], *[""] * (len(self._rows) - len(value.cells)))
        if marked and not taken.get(cells):
            used = (column for column in self._columns.values() if column.use)
            taken[cells] = next((each.title for each in used if tuple(each.cells) == cells), "")
        if not taken.get(cells):
            different = DifferentNames(" ")
            for each in self._columns:
                different.add(each)
            column = self._new_column(different.add(value.name or element), cells)
            taken[cells] = column.title
            if marked and self._used("name") is None and folded(column.title) in NAMES:
                column.use = "name"
            else:
                self._make_field(column, "text?")
        title = taken[cells]
        return DrawnValue(slot(title), only=title if element in ("image", "icon", "colour") else "")

    def _expression(self, title: str, filters: Sequence[str]) -> str:
        column = self._columns.get(title)
        use = (column.use if column else None) or "name"
        name = f"piece.{use}" if re.fullmatch(r"[a-z_]\w*", use) else f'piece["{use}"]'
        return " | ".join([name, *filters])

    def _written(self) -> bytes:
        """The table as CSV."""
        columns = self._columns.values()
        kept = [each for each in columns if each.use or each.at is not None or each.translates]
        rows = ([each.cells[at] for each in kept] for at in range(len(self._rows)))
        return written_table([each.title for each in kept], rows).encode()

    def _yaml(self, set_id: str, file: str, sheet: str) -> str:
        lines = [
            "# yaml-language-server: $schema=../.pnp/schema/set.json",
            f"kind: {self._kind}",
            f"name: {_quoted(self._found.sheet or set_id)}",
        ]
        lines.append(f"size: {self._found.size or 'poker'}")
        if self._found.own_size:
            lines.append(f"defaults: {{size: {_quoted(self._found.own_size)}}}")
        drawing = self._found.drawing
        if drawing is not None and drawing.placements:
            lines.append(f"layout: {set_id}")
            lines += [f"back: {set_id}-back"] if drawing.has_back else []
        columns = self._columns.values()
        parts = {
            "fields": [f"  {each.use}: {each.kind}" for each in columns if each.kind],
            "labels": [f"  {each.use}: {_quoted(each.label)}" for each in columns if each.label],
            "columns": [
                f"  {_quoted(each.title)}: {'null' if each.use is None else each.use}"
                for each in columns
                if each.title.casefold() != each.use
                and (each.use or each.at is not None)
                and not each.translates
            ],
        }
        for key, shown in parts.items():
            lines += [f"{key}:", *shown] if shown else []
        encoding = f", encoding: {self._encoding}" if self._encoding else ""
        more = encoding or (f", sheet: {_quoted(sheet)}" if sheet else "")
        more += "" if self._header is None else f", header: {self._header}"
        named = f"{{file: {_quoted(file)}{more}}}" if more else _quoted(file)
        return "\n".join([*lines, f"rows: {named}", ""])


def _say_more(old: Sequence[str], ids: Sequence[str], names: Sequence[str]) -> bool:
    """Whether old ids are known neither from the new ones nor from the names."""
    return any(
        was and was.casefold() not in (made, name.casefold())
        for was, made, name in zip(old, ids, names, strict=True)
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
