"""The columns of a strange table: titles in ten languages, their uses, and cells that cannot print."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from pnp.diagnostics import times
from pnp.importers.cards.found import FoundTable, ImportNote, some_names
from pnp.importers.cards.marks import MARKS, PrintableGlyphs, slots
from pnp.importers.cards.pictures import ENDINGS as PICTURES
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.limits import MOST_TITLES
from pnp.load.limits import MAX_COPIES
from pnp.load.shape.game_file import RESERVED
from pnp.load.table.column import field_kind, folded, language_columns, slug
from pnp.load.table.table import CellTable
from pnp.load.yaml.node import TableCell


def _titles(words: str) -> frozenset[str]:
    """The titles of a text with ``|`` or a line break between them."""
    return frozenset(re.split(r"\s*[|\n]\s*", words.strip()))


NAMES = _titles(
    """
    name|title|card|card name|cardname|card title|jméno|jmeno|název|nazev|karta|název karty|nazwa|tytuł|nazwa karty
    nom|titre|carte|nom de la carte|titel|karte|kartenname|bezeichnung|nombre|título|titulo|carta|nombre de la carta
    nome|nome della carta|titolo|nome da carta|naam|kaart|kaartnaam|názov|meno|név|cím|kártya|имя|название|карта
    назва|ім'я|nimi|navn|namn
    """
)
TEXTS = _titles(
    """
    text|description|effect|rules|ability|body|card text|cardtext|rules text|rule text|effect text|ability text|desc
    popis|účinek|efekt|text karty|popis karty|opis|tekst|zasady|tekst karty|opis karty|texte|effet|règle
    texte de la carte|beschreibung|kartentext|wirkung|texto|efecto|descripción|descripcion|descrizione|testo|effetto
    descrição|descricao|efeito|beschrijving|omschrijving|kaarttekst|účinok|leírás|szöveg|hatás|текст|описание|эффект
    опис|ефект|tekst
    """
)
COPIES = _titles(
    """
    count|counts|qty|quantity|copies|number of copies|copy count|card count|num cards|number of cards|kusů|kusu|ks|kopií|kopie|počet kopií|počet kusů
    sztuk|szt|kopii|liczba kopii|ilość sztuk|exemplaires|nombre d'exemplaires|nombre de copies|quantité|quantite
    exemplare|kopien|anzahl kopien|stückzahl|stück|copias|número de copias|numero de copias|cantidad|copie
    numero di copie|quantità|cópias|número de cópias|quantidade|exemplaren|aantal kopieën|kópií|počet kópií|példány
    példányszám|копий|количество копий|экземпляров|копій|кількість копій
    """
)
"""Titles that can mean nothing but the number of copies on a list of cards."""
PERHAPS_COPIES = _titles("number|amount|num|n|x|nb|počet|množství|ilość|liczba|anzahl|menge|aantal|cantidad")
"""Titles that may mean it."""


def known_titles(titles: Sequence[str], copies: str = "") -> int:
    """How many of the cells are usual titles of columns, or the title ``copies``."""
    words = {*NAMES, *TEXTS, *COPIES, *PERHAPS_COPIES, "id", folded(copies)} - {""}
    return sum(folded(title) in words for title in titles)


class DifferentNames:
    """Names that all differ, whatever their capitals, spaces and hyphens."""

    def __init__(self, mark: str = "-") -> None:
        self._mark = mark
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def add(self, base: str) -> str:
        """The name if it is new, else the name with the next number that makes it new."""
        name, key = base, folded(base)
        while folded(name) in self._taken:
            # Goes on from the last number: thousands of rows may have one name.
            self._numbers[key] = self._numbers.get(key, 1) + 1
            name = f"{base}{self._mark}{self._numbers[key]}"
        self._taken.add(folded(name))
        return name


def is_number(text: str) -> bool:
    """Whether a cell holds nothing but a number, which no title is."""
    return re.fullmatch(r"[-+]?\d+([.,]\d+)?", text.strip()) is not None


_SHOWN = 6
_ROOM = 3_000
"""Letters that a poker card holds in the smallest type."""
_ACCEPTED = re.compile(r"[A-Z]\d{3}\s*:\s*\S")


@dataclass(frozen=True, slots=True)
class SetWishes:
    """The user's wishes for all tables.

    Attributes:
        kind: Of the pieces.
        encoding: Of CSV files; empty for UTF-8, or the one that their letters look like.
        language: Of the texts.
        marks: ``keep``, ``escape`` or ``html``; empty for what the tool means.
        header: Number of the row with the titles, from 1; None for the one that looks like it.
        passed: Titles of columns that do not come.
        taken: Files of sets that were made before: a set gets another name where theirs would be its own.
        glyphs: Characters that can be printed.
        has_icon: Whether pnp, or the game, has an icon of this name.
        pictures: Finds the pictures that cells name; None to bring none.
    """

    kind: str = "card"
    encoding: str = ""
    language: str = "en"
    marks: str = ""
    header: int | None = None
    passed: tuple[str, ...] = ()
    taken: Mapping[str, bytes] = field(default_factory=dict)
    glyphs: PrintableGlyphs = field(default_factory=PrintableGlyphs)
    has_icon: Callable[[str], bool] = lambda _: True
    pictures: PictureFiles | None = None


@dataclass(slots=True, eq=False)
class SetColumn:
    """One column of a set's table.

    Attributes:
        title: In the table; all differ.
        cells: One a row.
        at: Where it is in the table that was read; None for one that came in addition.
        use: What it is: ``id``, ``name``, ``text``, ``copies``, ``allow``, ``art``, or the name of its field;
            None for one that does not come.
        kind: Of its field; empty for what is no field.
        label: Of its field; empty for the name of the field.
        translates: Whether it has the texts of another column in another language: rows know it by its title.
        names_files: Whether its cells are part of the paths of pictures.
    """

    title: str
    cells: list[str]
    at: int | None = None
    use: str | None = None
    kind: str = ""
    label: str = ""
    translates: bool = False
    names_files: bool = False

    def give(self, use: str | None) -> None:
        """Make it something else than a field, or skip it."""
        self.use, self.kind, self.label = use, "", ""


class TableColumns:
    """Decides what the columns of one table are.

    Args:
        table: With its cells.
        titles: The row of titles.
        rows: Those below it.
        found: What the tool says of the table.
        wishes: Of the user.
        encoding: Of a CSV.
        header: Number of the row of titles in the file, where rows above it do not come.
    """

    def __init__(
        self,
        table: CellTable,
        titles: Sequence[TableCell],
        rows: Sequence[Sequence[TableCell]],
        found: FoundTable,
        wishes: SetWishes,
        encoding: str,
        header: int | None = None,
    ) -> None:
        self._found = found
        self._header = header
        self._wishes = wishes
        self._kind = wishes.kind
        self._encoding = encoding
        self._is_sheet = table.sheet
        self._rows = rows
        self._left: list[ImportNote] = []
        self._rewritten = False
        self._symbols = frozenset(wishes.glyphs.written)
        self._letters = len(wishes.glyphs.lacking)
        self._columns: dict[str, SetColumn] = {}
        self._field_names = DifferentNames()
        self._languages: list[tuple[str, SetColumn, SetColumn]] = []
        self._read_titles(titles)

    def _read_titles(self, titles: Sequence[TableCell]) -> None:
        """The columns by different titles; cells without a title do not come."""
        different = DifferentNames(" ")
        for at, cell in enumerate(titles):
            title = cell.text.strip()
            if not title:
                continue
            if len(self._columns) == MOST_TITLES:
                self._note(
                    f"the columns after the first {MOST_TITLES}", "leave out columns in the table", cell
                )
                self._rewritten = True
                titles = titles[:at]
                break
            name = different.add(title)
            if name != title:
                self._note(f"the second column '{title}' is called '{name}'", "", cell)
                self._rewritten = True
            cells = [row[at].text.strip() if at < len(row) else "" for row in self._rows]
            self._columns[name] = SetColumn(name, cells, at)
        known = {column.at for column in self._columns.values()}
        strays = [
            cell
            for row in self._rows
            for at, cell in enumerate(row[: len(titles)] if len(known) == MOST_TITLES else row)
            if at not in known and cell.text.strip()
        ]
        if strays:
            self._rewritten = True
            what = f"{times(len(strays), 'cell')} in columns without a title"
            self._note(what, "write a title above them", strays[0])
        width = max((column.at or 0 for column in self._columns.values()), default=0) + 1
        if not self._is_sheet and any(len(row) < width for row in self._rows):
            self._rewritten = True
        for title, values in self._found.columns.items():
            given = [*values[: len(self._rows)], *[""] * (len(self._rows) - len(values))]
            column = self._columns.setdefault(title, SetColumn(title, []))
            if column.cells != given:
                column.cells = given
                self._rewritten = True

    def _note(self, what: str, cure: str = "", cell: TableCell | None = None) -> None:
        place = self._found.shown if cell is None else _place(cell, self._found.shown)
        self._left.append(ImportNote(place, what, cure))

    def _used(self, use: str) -> SetColumn | None:
        """The column that is used so."""
        return next((column for column in self._columns.values() if column.use == use), None)

    def _choose(self) -> None:
        """Decide what each column is."""
        wanted = {"name": NAMES, "text": TEXTS, "copies": COPIES}
        named = folded(self._found.copies)
        titles = {folded(title) for title in self._columns}
        free = wanted.keys() - titles  # a column that is called so comes before one that means it
        passed = {folded(title) for title in (*self._found.passed, *self._wishes.passed)}
        for column in self._columns.values():
            low = folded(column.title)
            if low in passed:
                continue
            if column.title == self._found.art:
                column.use = "art"
                continue
            if self._take_pictures(column):
                continue
            if low == "allow" and all(map(_ACCEPTED.match, filter(None, column.cells))):
                column.use = "allow"
                continue
            untaken = [key for key in wanted if self._used(key) is None]
            target = low if low in untaken or low == "id" else None
            target = target or ("copies" if low == named and "copies" in untaken else None)
            target = target or next((key for key in untaken if low in wanted[key] and key in free), None)
            if target == "copies" and named and low != named:
                target = None
            if target == "copies" and not all(map(_is_count, column.cells)):
                what = f"'{column.title}' as numbers of copies: not all its cells are whole numbers"
                self._note(what, "give the right column: --copies TITLE")
                target = None
            if target is None or self._used(target) is not None:
                self._suggest_copies(column, low)
                self._make_field(column)
            else:
                column.use = target

    def _take_pictures(self, column: SetColumn) -> bool:
        """Whether the column names pictures that are there; then they come along.

        Those of the first such column are the pieces' art, others become a field.
        """
        files, drawing = self._wishes.pictures, self._found.drawing
        names = [name for name in column.cells if name]
        if files is None or (drawing is not None and drawing.placements) or not names:
            return False
        if not all(name.lower().endswith(PICTURES) for name in names):
            return False
        paths = {name: files.find(name) or files.anywhere(name) for name in dict.fromkeys(names)}
        if not any(paths.values()):
            return False
        if missing := [name for name, path in paths.items() if not path]:
            found = f"{times(len(missing), 'picture')} of '{column.title}' that cannot be found"
            self._note(f"{found}: {some_names(missing, _SHOWN)}", "put them there")
        taken = {name: files.take(path) if path else "" for name, path in paths.items()}
        column.cells = [taken.get(name, "") for name in column.cells]
        self._rewritten = True
        if self._used("art") is None:
            column.use = "art"
        else:
            self._make_field(column, "picture?")
        return True

    def _suggest_copies(self, column: SetColumn, low: str) -> None:
        filled_ones = [value for value in column.cells if value]
        may_mean_it = low in PERHAPS_COPIES and not self._found.copies
        if may_mean_it and filled_ones and all(map(_is_count, filled_ones)):
            what = f"'{column.title}' as numbers of copies: it may mean something else"
            self._note(what, f"if it says how many are printed: --copies {column.title}")

    def _make_field(self, column: SetColumn, kind: str = "") -> None:
        label = self._wishes.glyphs.printable(_label(column.title))
        number = (len(self._columns) if column.at is None else column.at) + 1
        base = slug(column.title) or slug(label) or f"column-{number}"
        base = f"{base}-field" if base in RESERVED or base in ("art", "name", "text") else base
        column.use = self._field_names.add(base)
        column.kind = kind or field_kind([value for value in column.cells if value])
        shown = label != column.use.replace("-", " ") and not MARKS.search(label)
        column.label = label if shown else ""

    def _pass_odd(self) -> None:
        """Columns of fields with cells that have no value that could be printed are left out or emptied."""
        for column in self._columns.values():
            at = column.at
            odd = [row[at] for row in self._rows if at is not None and at < len(row) and row[at].odd]
            if not odd or column.use is None:
                continue
            where = ", ".join(_cell_name(cell) for cell in odd[:_SHOWN]) + (" …" if len(odd) > _SHOWN else "")
            special = column.use in ("id", "name", "text", "copies", "allow")
            used = special or column.title in self._drawn_titles()
            what = f"'{column.title}' holds {odd[0].odd} ({where})"
            if used or (self._found.drawing is None and column.kind == "text?"):
                self._rewritten = True
                shown = "what the sheet shows comes" if any(cell.text for cell in odd) else "it comes empty"
                self._note(f"{what}; {shown}", "look at these cells")
            else:
                column.give(None)
                self._note(f"the column {what}, which nothing draws", "")

    def _leave_room(self) -> None:
        """Skip columns of long texts that the built-in card has no room for, the longest first."""
        if self._found.drawing is not None and self._found.drawing.placements:
            return
        while True:
            shown = [column for column in self._columns.values() if column.kind or column.use == "text"]
            crowded = max(range(len(self._rows)), key=lambda at: _length(shown, at), default=None)
            if crowded is None or _length(shown, crowded) <= _ROOM:
                return
            longest = max(shown, key=lambda column: len(column.cells[crowded]))
            if longest.use == "text" or len(shown) == 1:
                return
            longest.give(None)
            letters = f"{max(map(len, longest.cells)):,} letters"
            what = (
                f"the column '{longest.title}', whose longest text has {letters}: a card has no room for it"
            )
            self._note(what, "place it in a layout of your own, on a larger --size")

    def _drawn_titles(self) -> set[str]:
        drawing = self._found.drawing
        if drawing is None:
            return set()
        values = chain.from_iterable((each.value, *each.filled.values()) for each in drawing.placements)
        found = {
            title for value in values if value and value.template for _, title, _ in slots(value.template)
        }
        return found - {""}

    def _join_languages(self) -> None:
        """Columns of one text in several languages: that of the game stays, the others are translations."""
        for name, titles in language_columns(list(self._columns), self._wishes.language).items():
            own = self._columns[titles[self._wishes.language]]
            if own.use is None:
                continue
            use = "name" if name in NAMES or name == "name" else "text" if name in TEXTS else None
            if use and self._used(use) is None:
                own.give(use)
            elif own.kind:
                own.kind = "text?"
                own.label = name.capitalize() if folded(own.title) != name else own.label or own.title
            for language, title in titles.items():
                other = self._columns[title]
                if other is not own and other.use is not None:
                    other.give(None)
                    other.translates = True
                    self._languages.append((language, own, other))


def _length(columns: Sequence[SetColumn], at: int) -> int:
    """Letters of a row on its card, with the titles."""
    return sum(len(each.title) + 3 + len(each.cells[at]) for each in columns if each.cells[at])


def _is_count(text: str) -> bool:
    return not text or (re.fullmatch(r"\d{1,4}(\.0+)?", text) is not None and float(text) <= MAX_COPIES)


def _cell_name(cell: TableCell) -> str:
    """The cell as spreadsheet programs call it."""
    letters, column = "", cell.start.column + 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{cell.start.line + 1}"


def _place(cell: TableCell, shown: str) -> str:
    return f"{shown}:{cell.span.line}" if cell.span is not None else shown


def _label(title: str) -> str:
    """The title as it prints."""
    label = title.rstrip(": ")
    return label.replace("_", " ").strip() if " " not in label else label
