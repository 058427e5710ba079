"""The columns of a strange table: their titles in ten languages, what each becomes, and cells that cannot print."""

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

NAMES = frozenset(
    """
    name|title|card|card name|cardname|card title|jméno|jmeno|název|nazev|karta|název karty|nazwa|tytuł|nazwa karty
    nom|titre|carte|nom de la carte|titel|karte|kartenname|bezeichnung|nombre|título|titulo|carta|nombre de la carta
    nome|nome della carta|titolo|nome da carta|naam|kaart|kaartnaam|názov|meno|név|cím|kártya|имя|название|карта
    назва|ім'я|nimi|navn|namn
    """.strip()
    .replace("\n", "|")
    .replace("|    ", "|")
    .split("|")
)
TEXTS = frozenset(
    """
    text|description|effect|rules|ability|body|card text|cardtext|rules text|rule text|effect text|ability text|desc
    popis|účinek|efekt|text karty|popis karty|opis|tekst|zasady|tekst karty|opis karty|texte|effet|règle
    texte de la carte|beschreibung|kartentext|wirkung|texto|efecto|descripción|descripcion|descrizione|testo|effetto
    descrição|descricao|efeito|beschrijving|omschrijving|kaarttekst|účinok|leírás|szöveg|hatás|текст|описание|эффект
    опис|ефект|tekst
    """.strip()
    .replace("\n", "|")
    .replace("|    ", "|")
    .split("|")
)
COPIES = frozenset(
    """
    count|counts|qty|quantity|copies|number of copies|copy count|card count|num cards|number of cards|kusů|kusu|ks|kopií|kopie|počet kopií|počet kusů
    sztuk|szt|kopii|liczba kopii|ilość sztuk|exemplaires|nombre d'exemplaires|nombre de copies|quantité|quantite
    exemplare|kopien|anzahl kopien|stückzahl|stück|copias|número de copias|numero de copias|cantidad|copie
    numero di copie|quantità|cópias|número de cópias|quantidade|exemplaren|aantal kopieën|kópií|počet kópií|példány
    példányszám|копий|количество копий|экземпляров|копій|кількість копій
    """.strip()
    .replace("\n", "|")
    .replace("|    ", "|")
    .split("|")
)
"""Titles that can mean nothing but the number of copies on a list of cards."""
PERHAPS_COPIES = frozenset(
    [
        "number",
        "amount",
        "num",
        "n",
        "x",
        "nb",
        "počet",
        "množství",
        "ilość",
        "liczba",
        "anzahl",
        "menge",
        "aantal",
        "cantidad",
    ]
)
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


class TableColumns:
    """Decides what the columns of one table are.

    Args:
        table: With its cells.
        titles: The row of titles.
        rows: Those below it.
        found: What the tool says of the table.
        wishes: Of the user.
        encoding: Of a CSV.
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
        self._left = list(found.left)
        self._rewritten = False
        self._symbols = frozenset(wishes.glyphs.written)
        self._letters = len(wishes.glyphs.lacking)
        self._columns: dict[str, list[str]] = {}
        self._places: dict[str, int] = {}
        self._read_titles(titles)
        self._targets: dict[str, str | None] = {}
        self._fields: dict[str, str] = {}
        self._field_names = DifferentNames()
        self._labels: dict[str, str] = {}
        self._paths: set[str] = set()
        self._languages: list[tuple[str, str, str]] = []

    def _read_titles(self, titles: Sequence[TableCell]) -> None:
        """The columns by different titles; cells without a title do not come."""
        different = DifferentNames(" ")
        for at, cell in enumerate(titles):
            title = cell.text.strip()
            if not title:
                continue
            if len(self._places) == MOST_TITLES:
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
            self._places[name] = at
            self._columns[name] = [row[at].text.strip() if at < len(row) else "" for row in self._rows]
        known = set(self._places.values())
        strays = [
            cell
            for row in self._rows
            for at, cell in enumerate(row[: len(titles)] if len(known) == MOST_TITLES else row)
            if at not in known and cell.text.strip()
        ]
        if strays:
            self._rewritten = True
            self._note(
                f"{times(len(strays), 'cell')} in columns without a title",
                "write a title above them",
                strays[0],
            )
        width = max(self._places.values(), default=0) + 1
        if not self._is_sheet and any(len(row) < width for row in self._rows):
            self._rewritten = True
        for title, values in self._found.columns.items():
            given = [*values[: len(self._rows)], *[""] * (len(self._rows) - len(values))]
            if self._columns.get(title) != given:
                self._columns[title] = given
                self._rewritten = True

    def _note(self, what: str, cure: str = "", cell: TableCell | None = None) -> None:
        place = self._found.shown if cell is None else _place(cell, self._found.shown)
        self._left.append(ImportNote(place, what, cure))

    def _choose(self) -> None:
        """Decide what each column is."""
        wanted = {"name": NAMES, "text": TEXTS, "copies": COPIES}
        named = folded(self._found.copies)
        titles = {folded(title) for title in self._columns}
        free = wanted.keys() - titles  # a column that is called so comes before one that means it
        taken: set[str] = set()
        passed = {folded(title) for title in (*self._found.passed, *self._wishes.passed)}
        has_copies = bool(named)
        for title in self._columns:
            low = folded(title)
            if low in passed:
                self._targets[title] = None
                continue
            if title == self._found.art:
                self._targets[title] = "art"
                taken.add("art")
                continue
            if self._take_pictures(title, art="art" not in taken):
                taken.add(self._targets[title] or "")
                continue
            if low == "allow" and all(map(_ACCEPTED.match, filter(None, self._columns[title]))):
                self._targets[title] = "allow"
                continue
            target = next((key for key in wanted if key == low and key not in taken), None)
            target = target or ("id" if low == "id" else None)
            target = target or ("copies" if low == named and "copies" not in taken else None)
            target = target or next(
                (key for key, words in wanted.items() if low in words and key in free - taken), None
            )
            if target == "copies" and has_copies and low != named:
                target = None
            if target == "copies" and not all(map(_is_count, self._columns[title])):
                self._note(
                    f"'{title}' as numbers of copies: not all its cells are whole numbers",
                    "give the right column: --copies TITLE",
                )
                target = None
            if target is None or target in taken:
                self._suggest_copies(title, low)
                target = self._field(title)
            taken.add(target)
            self._targets[title] = target

    def _take_pictures(self, title: str, *, art: bool) -> bool:
        """Whether the column names pictures that are there; then they come along.

        Args:
            title: Of the column.
            art: Whether they may be the pieces' art; others become a field.
        """
        files, drawing = self._wishes.pictures, self._found.drawing
        names = [name for name in self._columns[title] if name]
        if files is None or (drawing is not None and drawing.placements) or not names:
            return False
        if not all(name.lower().endswith(PICTURES) for name in names):
            return False
        paths = {name: files.find(name) or files.anywhere(name) for name in dict.fromkeys(names)}
        if not any(paths.values()):
            return False
        if missing := [name for name, path in paths.items() if not path]:
            found = f"{times(len(missing), 'picture')} of '{title}' that cannot be found"
            self._note(f"{found}: {some_names(missing, _SHOWN)}", "put them there")
        taken = {name: files.take(path) if path else "" for name, path in paths.items()}
        self._columns[title] = [taken.get(name, "") for name in self._columns[title]]
        self._rewritten = True
        if art:
            self._targets[title] = "art"
        else:
            name = self._field(title)
            self._fields[name] = "picture?"
            self._targets[title] = name
        return True

    def _suggest_copies(self, title: str, low: str) -> None:
        filled_ones = [value for value in self._columns[title] if value]
        if (
            low in PERHAPS_COPIES
            and not self._found.copies
            and filled_ones
            and all(map(_is_count, filled_ones))
        ):
            self._note(
                f"'{title}' as numbers of copies: it may mean something else",
                f"if it says how many are printed: --copies {title}",
            )

    def _field(self, title: str) -> str:
        label = self._wishes.glyphs.printable(_label(title))
        base = slug(title) or slug(label) or f"column-{self._places.get(title, len(self._columns)) + 1}"
        base = f"{base}-field" if base in RESERVED or base in ("art", "name", "text") else base
        name = self._field_names.add(base)
        self._fields[name] = field_kind([value for value in self._columns[title] if value])
        if label != name.replace("-", " ") and not MARKS.search(label):
            self._labels[name] = label
        return name

    def _values(self, target: str) -> list[str] | None:
        title = next((title for title, each in self._targets.items() if each == target), None)
        return None if title is None else self._columns[title]

    def _pass_odd(self) -> None:
        """Columns of fields with cells that have no value that could be printed are left out or emptied."""
        for title, at in self._places.items():
            odd = [row[at] for row in self._rows if at < len(row) and row[at].odd]
            target = self._targets.get(title)
            if not odd or target is None:
                continue
            where = ", ".join(_cell_name(cell) for cell in odd[:_SHOWN]) + (" …" if len(odd) > _SHOWN else "")
            used = target in ("id", "name", "text", "copies", "allow") or title in self._drawn_titles()
            what = f"'{title}' holds {odd[0].odd} ({where})"
            if used or (self._found.drawing is None and self._kind_of(title) == "text?"):
                self._rewritten = True
                shown = "what the sheet shows comes" if any(cell.text for cell in odd) else "it comes empty"
                self._note(f"{what}; {shown}", "look at these cells")
            else:
                self._targets[title] = None
                self._fields.pop(target, None)
                self._labels.pop(target, None)
                self._note(f"the column {what}, which nothing draws", "")

    def _leave_room(self) -> None:
        """Skip columns of long texts that the built-in card has no room for, the longest first."""
        if self._found.drawing is not None and self._found.drawing.placements:
            return
        while True:
            shown = [
                title for title, target in self._targets.items() if target in self._fields or target == "text"
            ]
            crowded = max(range(len(self._rows)), key=lambda at: self._length(shown, at), default=None)
            if crowded is None or self._length(shown, crowded) <= _ROOM:
                return
            title = max(shown, key=lambda title: len(self._columns[title][crowded]))
            target = self._targets[title]
            if target == "text" or len(shown) == 1:
                return
            self._targets[title] = None
            self._fields.pop(target or "", None)
            self._labels.pop(target or "", None)
            longest = max(map(len, self._columns[title]))
            cure = "place it in a layout of your own, on a larger --size"
            self._note(
                f"the column '{title}', whose longest text has {longest:,} letters: a card has no room for it",
                cure,
            )

    def _length(self, titles: Sequence[str], at: int) -> int:
        """Letters of a row on its card, with the titles."""
        return sum(
            len(title) + 3 + len(self._columns[title][at]) for title in titles if self._columns[title][at]
        )

    def _kind_of(self, title: str) -> str:
        return self._fields.get(self._targets.get(title) or "", "")

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
        for name, columns in language_columns(list(self._columns), self._wishes.language).items():
            own = columns[self._wishes.language]
            kept = self._targets.get(own)
            if kept is None:
                continue
            target = "name" if name in NAMES or name == "name" else "text" if name in TEXTS else None
            if target and target not in self._targets.values():
                self._fields.pop(kept, None)
                self._labels.pop(kept, None)
                self._targets[own] = target
            elif kept in self._fields:
                self._fields[kept] = "text?"
                self._labels[kept] = name.capitalize() if folded(own) != name else self._labels.get(kept, own)
            for language, title in columns.items():
                if title == own:
                    continue
                other = self._targets.get(title)
                if title not in self._targets or other is None:
                    continue
                self._fields.pop(other, None)
                self._labels.pop(other, None)
                del self._targets[title]  # rows know it by its title
                self._languages.append((language, own, title))


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
