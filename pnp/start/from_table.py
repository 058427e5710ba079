"""A set made of a table that nobody wrote for pnp."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import PurePosixPath
from types import MappingProxyType

from pnp.diagnostics import Diagnostic, has_errors
from pnp.load.cell import TableCell
from pnp.load.decode import guessed_encoding
from pnp.load.field.declare import RESERVED
from pnp.load.table.column import COUNTS, field_kind, slug
from pnp.load.table.oddity import aside, oddity
from pnp.load.table.pieces import TableForm, read_table
from pnp.load.table.table import CellTable
from pnp.start.found_table import FoundTable

# In English, Czech, Polish, French and German.
NAMES = frozenset(
    [
        "name",
        "title",
        "card",
        "jméno",
        "jmeno",
        "název",
        "nazev",
        "karta",
        "nazwa",
        "tytuł",
        "nom",
        "titre",
        "carte",
        "titel",
        "karte",
        "card name",
        "cardname",
        "card title",
        "název karty",
        "nazwa karty",
        "nom de la carte",
        "kartenname",
    ]
)
TEXTS = frozenset(
    [
        "text",
        "description",
        "effect",
        "rules",
        "ability",
        "body",
        "popis",
        "účinek",
        "efekt",
        "opis",
        "tekst",
        "zasady",
        "texte",
        "effet",
        "règle",
        "beschreibung",
        "card text",
        "cardtext",
        "rules text",
        "rule text",
        "effect text",
        "ability text",
        "text karty",
        "popis karty",
        "tekst karty",
        "opis karty",
        "texte de la carte",
        "kartentext",
    ]
)


_HEAD_ROWS = 25
_MARKS = re.compile(r"[{}\[\]*:\\]")
_ACCEPTED = re.compile(r"[A-Z]\d{3}\s*:\s*\S")
"""Characters that mean something in a text."""


@dataclass(frozen=True, slots=True)
class TableSet:
    """The set made from a table.

    Attributes:
        files: Content by path in the game's folder: the set's YAML and the table.
        decisions: How each column is used, a line each.
        left: What did not come, a line each.
        found: Faults of the table; nothing is in ``files`` when one is an error.
        others: Names of the other sheets of the spreadsheet.
    """

    files: Mapping[str, bytes]
    decisions: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    others: tuple[str, ...] = ()


def table_set(
    data: bytes,
    table: FoundTable,
    kind: str,
    encoding: str = "",
    language: str = "",
    taken: Mapping[str, bytes] = MappingProxyType({}),
) -> TableSet:
    """The set that the table makes, drawn by a built-in layout.

    Columns keep their titles, and fields are called by them on paper. Titles decide which columns hold names,
    texts and copies; the others become fields. Every decision is in ``decisions``. If the rows have no ids of
    their own and names repeat, the table is rewritten with a column of ids.

    Args:
        data: Of the table's file.
        table: Its path, and what its tool says of it.
        kind: Of the pieces.
        encoding: Of a CSV; empty for UTF-8, or the one that its letters look like.
        language: Of the texts, if the letters alone do not show it.
        taken: Files of sets that were made before: this one gets another name where theirs would be its own.

    Raises:
        TableFault: It cannot be read.
    """
    is_text = table.path.lower().endswith((".csv", ".tsv", ".txt"))
    guessed = (encoding or guessed_encoding(data, language)) if is_text else ""
    read = read_table(data, table.path, TableForm(table.sheet, guessed), _known(table), {})
    if has_errors(read.found):
        return TableSet({}, found=tuple(map(_by_option, read.found)))
    filled = [row for row in read.rows if any(cell.text.strip() for cell in row)]
    header = next(
        (
            at
            for at, row in enumerate(filled[:_HEAD_ROWS])
            if sum(bool(cell.text.strip()) for cell in row) > 1
        ),
        0,
    )
    left = [] if table.sheet else [f"{table.shown}: the hidden sheet '{name}'" for name in read.unseen]
    if len(filled) <= header + 1:
        left.append(f"{table.shown}: the table has no rows")
        return TableSet({}, left=tuple(left), others=read.others)
    if all(_is_number(cell.text) for cell in filled[header] if cell.text.strip()):
        left.append(
            f"{table.shown}: the first row as a piece, as it was read as titles: write titles above it"
        )
    made = _Made(read, filled[header], filled[header + 1 :], table, kind, guessed).set(data, taken)
    return replace(made, others=read.others, left=(*left, *made.left))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[-+]?\d+([.,]\d+)?", text.strip()) is not None


def _by_option(item: Diagnostic) -> Diagnostic:
    """The fault of an encoding with the option that names it, as there is no set yet that could."""
    cures = ["or say so: --encoding cp1252 (Western Europe) or cp1250 (Central Europe)"]
    return replace(item, help=(*item.help[:-1], *cures)) if item.code == "Y101" else item


def _known(table: FoundTable) -> Callable[[Sequence[str]], int]:
    words = {*NAMES, *TEXTS, *COUNTS, "id", _folded(table.copies)}
    return lambda titles: sum(_folded(title) in words for title in titles)


def _folded(title: str) -> str:
    """The title as it is compared: in small letters, with one space between words, whatever parts them."""
    return re.sub(r"[\s_-]+", " ", title).strip().casefold()


def _free(path: str, data: bytes, taken: Mapping[str, bytes]) -> str:
    """The id of a set with a path, without its ending, at which no other set nor another table lies."""
    others = {
        PurePosixPath(name).with_suffix("").as_posix() for name, known in taken.items() if known != data
    }
    names = chain([path], (f"{path}-{number}" for number in count(2)))
    return PurePosixPath(next(name for name in names if name not in others)).name


class _Made:
    def __init__(
        self,
        table: CellTable,
        titles: Sequence[TableCell],
        rows: Sequence[Sequence[TableCell]],
        found: FoundTable,
        kind: str,
        encoding: str,
    ) -> None:
        self._table = table
        self._found = found
        self._kind = kind
        self._encoding = encoding
        self._rows = rows
        self._titles = [(at, cell.text.strip()) for at, cell in enumerate(titles) if cell.text.strip()]
        self._targets: dict[str, str | None] = {}
        self._fields: dict[str, str] = {}
        self._field_names = _DifferentNames()
        self._labels: dict[str, str] = {}

    def set(self, data: bytes, taken: Mapping[str, bytes]) -> TableSet:
        left = list(self._found.left)
        self._choose(left)
        stem = slug(PurePosixPath(self._found.path).stem) or "cards"
        if stem == "cards" and (parent := slug(PurePosixPath(self._found.path).parent.name)):
            stem = parent
        sheet = self._found.sheet
        folder, ending = f"{self._kind}s", PurePosixPath(self._found.path).suffix.lower()
        set_id = _free(
            f"{folder}/{stem}-{slug(sheet) or 'sheet'}" if sheet else f"{folder}/{stem}", data, taken
        )
        table = f"{stem}{ending}"  # sheets of a spreadsheet share it
        if taken.get(f"{folder}/{table}", data) != data:
            table = f"{set_id}{ending}"
        decisions = [
            f"{self._found.shown}: '{title}' is {target or 'passed over'}"
            for title, target in self._targets.items()
        ]
        lost: list[Diagnostic] = []
        if not self._ids_are_fine():
            lost = list(self._lost())
            data, table, self._encoding, sheet = self._with_ids(), f"{set_id}.csv", "", ""
            decisions.append(f"{self._found.shown}: a column 'id' is added")
        elif self._encoding:
            decisions.append(f"{self._found.shown}: read as {self._encoding}")
        files = {
            f"{folder}/{set_id}.yaml": self._yaml(set_id, table, sheet).encode(),
            f"{folder}/{table}": data,
        }
        return TableSet({} if has_errors(lost) else files, tuple(decisions), tuple(left), tuple(lost))

    def _lost(self) -> Iterator[Diagnostic]:
        """Details of cells that a rewritten table would lose."""
        for row in self._rows:
            for cell in row:
                if cell.odd:
                    yield oddity(cell)
                elif cell.text and (beside := aside(cell, sheet=bool(cell.aside))):
                    yield beside

    def _choose(self, left: list[str]) -> None:
        """Decide what each column is."""
        wanted = {"name": NAMES, "text": TEXTS, "copies": COUNTS}
        named = _folded(self._found.copies)
        titles = {_folded(title) for _, title in self._titles}
        free = wanted.keys() - titles  # a column that is called so comes before one that means it
        taken: set[str] = set()
        for at, title in self._titles:
            low = _folded(title)
            if title in self._targets:
                left.append(f"{self._found.shown}: the second column '{title}'")
                continue
            target = next((key for key, words in wanted.items() if key == low and key not in taken), None)
            target = target or ("id" if low == "id" else None)
            target = target or ("copies" if low == named and "copies" not in taken else None)
            target = target or next(
                (key for key, words in wanted.items() if low in words and key in free - taken), None
            )
            if title in self._found.passed:
                self._targets[title] = None
                continue
            if low == "allow" and all(map(_ACCEPTED.match, filter(None, self._cells(at)))):
                self._targets[title] = "allow"
                continue
            if target is None or target in taken:
                target = self._field(at, title)
            taken.add(target)
            self._targets[title] = target

    def _field(self, at: int, title: str) -> str:
        base = slug(title) or f"column-{at + 1}"
        base = f"{base}-field" if base in RESERVED or base in ("art", "name", "text") else base
        name = self._field_names.add(base)
        self._fields[name] = field_kind([value for value in self._cells(at) if value])
        label = title.rstrip(": ")
        if label != name.replace("-", " ") and not _MARKS.search(label):
            self._labels[name] = label
        return name

    def _cells(self, at: int) -> list[str]:
        """The texts of a column."""
        return [row[at].text.strip() for row in self._rows if at < len(row)]

    def _values(self, target: str) -> list[str] | None:
        at = next((at for at, title in self._titles if self._targets.get(title) == target), None)
        return None if at is None else [row[at].text.strip() if at < len(row) else "" for row in self._rows]

    def _ids_are_fine(self) -> bool:
        ids = self._values("id")
        if ids is None:
            ids = [slug(name) for name in self._values("name") or [""]]
        return all(re.fullmatch(r"\w[\w-]{0,80}", each) for each in ids) and len(set(ids)) == len(ids)

    def _with_ids(self) -> bytes:
        """The table with ids made of the names and running numbers."""
        names = self._values("name") or [""] * len(self._rows)
        old = self._values("id")
        different = _DifferentNames()
        ids = [
            different.add(slug((old or names)[number - 1]) or slug(name) or f"{self._kind}-{number}")
            for number, name in enumerate(names, 1)
        ]
        kept = [(at, title) for at, title in self._titles if self._targets.get(title) != "id"]
        for title in [title for title, target in self._targets.items() if target == "id"]:
            del self._targets[title]
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["id", *(title for _, title in kept)])
        for each, row in zip(ids, self._rows, strict=True):
            writer.writerow([each, *(row[at].text.strip() if at < len(row) else "" for at, _ in kept)])
        return out.getvalue().encode()

    def _yaml(self, set_id: str, file: str, sheet: str) -> str:
        lines = [
            "# yaml-language-server: $schema=../.pnp/schema/set.json",
            f"kind: {self._kind}",
            f"name: {_quoted(self._found.sheet or set_id)}",
        ]
        lines.append(f"size: {self._found.size or 'poker'}")
        if self._fields:
            lines += ["fields:", *(f"  {name}: {kind}" for name, kind in self._fields.items())]
        if self._labels:
            lines += ["labels:", *(f"  {name}: {_quoted(label)}" for name, label in self._labels.items())]
        columns = {title: target for title, target in self._targets.items() if title.casefold() != target}
        if columns:
            shown = (
                f"  {_quoted(title)}: {'null' if target is None else target}"
                for title, target in columns.items()
            )
            lines += ["columns:", *shown]
        more = (
            f", encoding: {self._encoding}"
            if self._encoding
            else f", sheet: {_quoted(sheet)}"
            if sheet
            else ""
        )
        named = f"{{file: {_quoted(file)}{more}}}" if more else _quoted(file)
        return "\n".join([*lines, f"rows: {named}", ""])


class _DifferentNames:
    """Names that all differ."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def add(self, base: str) -> str:
        """The name if it is new, else the name with the next number that makes it new."""
        name = base
        while name in self._taken:
            # Goes on from the last number: thousands of rows may have one name.
            self._numbers[base] = self._numbers.get(base, 1) + 1
            name = f"{base}-{self._numbers[base]}"
        self._taken.add(name)
        return name


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
