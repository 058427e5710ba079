"""Columns of a table: the fields that they fill, and the languages of their texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.diagnostics import did_you_mean, nearest
from pnp.i18n import LanguageTagError, normalise_tag
from pnp.load.document import DataFile, Findings
from pnp.load.field import FIELD_KINDS
from pnp.load.shape.game_file import ENTRY_KEYS
from pnp.load.table.table import HEAD_ROWS, CellTable
from pnp.load.yaml.node import TableCell
from pnp.model import FieldDeclaration
from pnp.source import Span

COUNTS = frozenset(
    [
        "count",
        "counts",
        "qty",
        "quantity",
        "number",
        "amount",
        "copy",
        "num",
        "n",
        "x",
        "ks",
        "kusů",
        "kusu",
        "počet",
        "pocet",
        "množství",
        "ilość",
        "ilosc",
        "sztuk",
        "szt",
        "liczba",
        "nombre",
        "quantité",
        "quantite",
        "nb",
        "exemplaires",
        "anzahl",
        "menge",
    ]
)
"""Names for the number of copies in English, Czech, Polish, French and German."""
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_NOT_IN_ROWS = ("for", "where")


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column that is read.

    Attributes:
        index: Place in the row.
        target: Field that it fills, or whose translation it holds.
        title: Its title.
        language: Of a translation; empty for the field itself.
    """

    index: int
    target: str
    title: TableCell
    language: str = ""


_LOOSELY = 0.6
"""Share of letters that titles have in common with the field that is offered beside other ways."""


class Columns:
    """Finds the header of a table and what its columns fill.

    Codes: Y510 to Y512.

    Args:
        document: The set's YAML, for the places of ``columns``.
        own: Titles of columns to what they fill; None for columns to skip.
        fields: Of the set.
        findings: Where faults go.
        language: Of the game.

    Attributes:
        unfilled: What columns were to fill that the table does not have; grows.
        translations: Columns with texts in other languages; grows.
    """

    def __init__(
        self,
        document: DataFile,
        own: Mapping[str, str | None],
        fields: Mapping[str, FieldDeclaration],
        findings: Findings,
        language: str,
    ) -> None:
        self._document = document
        self._findings = findings
        self._language = language
        self._texts = frozenset(name for name, field in fields.items() if field.kind == "text")
        keys = [key for key in ENTRY_KEYS if key not in _NOT_IN_ROWS]
        self._targets = ["id", *fields, *keys]
        self._by_title: dict[str, str | None] = {_normal(target): target for target in self._targets}
        self._own = {_normal(title): target for title, target in own.items()}
        self._titles = {_normal(title): title for title in own}
        self.unfilled: frozenset[str] = frozenset()
        self.translations: list[TableColumn] = []
        self._row: TableCell | None = None
        self._check_targets(own)

    def of_row(self) -> list[tuple[Span, str]]:
        """The row of the titles, for the first fault of one; empty for later ones, and if it is named."""
        row, self._row = self._row, None
        if row is None:
            return []
        words = "the titles are read from this row; to name another, write 'header: 2' under 'rows'"
        return [(row.span, words.replace("2", "1" if row.start.line else "2"))]

    def known(self, titles: Sequence[str]) -> int:
        """How many of the cells are titles of columns."""
        return sum(map(self._knows, titles))

    def _knows(self, title: str) -> bool:
        if self._is_target(title):
            return True
        named = language_title(title)
        return named is not None and self._is_target(named.name)

    def _is_target(self, title: str) -> bool:
        name = _normal(title)
        return name in self._own or name in self._by_title

    def header(self, table: CellTable, given: int | None, place: Span) -> int | None:
        """Index of the row with the titles; None after the fault was noted (Y510).

        That is the first row with the most known titles. Rows above it, such as a title over the whole
        table, are skipped.

        Args:
            table: To look into.
            given: Number of the row as the author counts, from 1.
            place: Where the table is asked for.
        """
        filled = [(at, row) for at, row in enumerate(table.rows) if any(cell.text.strip() for cell in row)]
        if given is not None:
            named = next((at for at, row in filled if row[0].start.line + 1 == given), None)
        else:
            known = [(self.known([cell.text for cell in row]), at) for at, row in filled[:HEAD_ROWS]]
            found, named = max(known, key=lambda each: (each[0], -each[1]), default=(0, None))
            named = named if found else None
        if named is not None:
            self._row = None if given is not None else table.rows[named][0]
            return named
        if not filled:
            self._findings.error(
                "Y510", "the table is empty", Span(table.file), "write titles and rows into it"
            )
            return None
        first = filled[0][1]
        titles = [cell.text.strip() for cell in first if cell.text.strip()]
        message = "the table has no row of titles" if given is None else f"the table has no row {given}"
        cure = [
            "its columns are called " + ", ".join(f"'{title}'" for title in titles[:6]),
            "say what they are: columns: {Title: name}",
        ]
        if table.others:
            names = ", ".join(f"'{name}'" for name in table.others[:6])
            cure.append(f"or name another sheet, {names}: rows: {{file: …, sheet: {table.others[0]}}}")
        self._findings.error("Y510", message, first[0].span, cure, related=[(place, "asked for here")])
        return None

    def of(self, table: CellTable, header: int) -> list[TableColumn]:
        """The columns that are read."""
        found: dict[str, TableColumn] = {}
        seen = {_normal(title.text) for title in table.rows[header]}
        unseen = {title: name for name, title in self._titles.items() if name not in seen}
        of_languages = self._of_languages(table.rows[header])
        for index, title in enumerate(table.rows[header]):
            language, own = of_languages.get(title.text.strip(), ("", ""))
            target = own or self._target(table, header, index, title, unseen)
            if target is None:
                continue
            if language:
                self.translations.append(TableColumn(index, target, title, language))
                continue
            if target in found:
                other = found[target].title
                message = f"two columns are '{target}'"
                cure = f"rename one, or pass it over: columns: {{{title.text.strip()}: null}}"
                self._findings.error("Y512", message, title.span, cure, related=[(other.span, "first here")])
                continue
            found[target] = TableColumn(index, target, title)
        titles = [cell.text.strip() for cell in table.rows[header] if cell.text.strip()]
        strange = [title for title in titles if not self.known([title])]
        for title_text, name in unseen.items():
            message = f"the table has no column '{title_text}'"
            cure = "add it to the table, or take it out of 'columns'"
            if strange:
                cure = did_you_mean(title_text, strange, "columns that fill nothing")
            self._findings.error("Y511", message, self._document.place("columns", title_text), cure)
            self.unfilled |= {self._own[name] or ""}
        return list(found.values())

    def _of_languages(self, titles: Sequence[TableCell]) -> dict[str, tuple[str, str]]:
        """Titles of columns that hold a text in one language, to that language and the field.

        The language is empty for that of the game. Titles that are known otherwise are not among them.
        """
        unknown = {text for cell in titles if (text := cell.text.strip()) and not self._is_target(text)}
        if not unknown:
            return {}
        found: dict[str, tuple[str, str]] = {}
        shown = [cell.text.strip() for cell in titles]
        for name, columns in language_columns(shown, self._language).items():
            own = columns[self._language]
            known = next((_normal(title) for title in (own, name) if self._is_target(title)), "")
            target = self._own.get(known, self._by_title.get(known))
            if target not in self._texts:
                continue
            for language, title in columns.items():
                if title in unknown:
                    found[title] = ("" if language == self._language else language, target)
        return found

    def _target(
        self, table: CellTable, header: int, index: int, title: TableCell, unseen: dict[str, str]
    ) -> str | None:
        name = _normal(title.text)
        if not name:
            below = (row[index] for row in table.rows[header + 1 :] if index < len(row))
            filled = next((cell for cell in below if cell.text.strip()), None)
            if filled is not None:
                message, cure = "the column of this cell has no title", "write a title, or empty the column"
                self._findings.error("Y512", message, filled.span, cure, related=self.of_row())
            return None
        if name in self._own:
            return self._own[name] if self._own[name] in self._targets else None
        if name in self._by_title:
            return self._by_title[name]
        if not name.startswith("_"):
            meant = nearest(title.text.strip(), unseen)
            if meant is not None:
                return self._misspelt(title, meant, unseen.pop(meant))
            values = [row[index].text.strip() for row in table.rows[header + 1 :] if index < len(row)]
            self._unknown(title.text.strip(), name, title, [value for value in values if value])
        return None

    def _misspelt(self, title: TableCell, meant: str, name: str) -> str | None:
        """The field of a column whose title is nearly one of ``columns``, after the misspelling was noted."""
        target = self._own[name]
        message = f"the column '{title.text.strip()}' is no field"
        cure = f"did you mean '{meant}'? Write it alike in the table and under 'columns'"
        related = [
            (
                self._document.place("columns", meant),
                f"'{meant}' fills '{target}'" if target else f"'{meant}' is skipped",
            )
        ]
        self._findings.error("Y511", message, title.span, cure, related=related)
        return target if target in self._targets else None

    def _unknown(self, title: str, name: str, cell: TableCell, values: Sequence[str]) -> None:
        if name in COUNTS:
            cures = [f"if it says how many are printed: columns: {{{title}: copies}}"]
        else:
            near = nearest(title, self._targets, _LOOSELY)
            self.unfilled |= {near or ""}
            close = (
                f"if it is '{near}': columns: {{{title}: {near}}}"
                if near
                else did_you_mean(title, self._targets, "fields")
            )
            field = slug(title) or "my-field"
            named = "" if field == name else f" and columns: {{{title}: {field}}}"
            cures = [
                close,
                f"declare it: fields: {{{field}: {field_kind(values)}}}{named}",
                f"pass it over: columns: {{{title}: null}}",
            ]
        message = f"the column '{title}' is no field"
        self._findings.error("Y511", message, cell.span, cures, related=self.of_row())

    def _check_targets(self, own: Mapping[str, str | None]) -> None:
        for title, target in own.items():
            if target is not None and target not in self._targets:
                cure = did_you_mean(target, self._targets, "fields")
                message = f"the column '{title}' is to fill '{target}', which is no field"
                self._findings.error("Y511", message, self._document.place("columns", title), cure)


def field_kind(values: Sequence[str]) -> str:
    """The declaration of a field for a column with these values: the first kind that they fit, else text."""
    fitting = (name for name, kind in FIELD_KINDS.items() if values and kind.fits_column(values))
    return next(fitting, "text") + "?"


def _normal(title: str) -> str:
    """The title for comparing: without regard to capitals, spaces, hyphens and invisible characters."""
    title = _UNSEEN.sub("", title)
    return (
        re.sub(r"[\s_-]+", "-", title.strip().casefold())
        if not title.strip().startswith("_")
        else title.strip()
    )


def slug(name: str, language: str = "") -> str:
    """An id made of a name: small letters a to z, digits and hyphens; empty if the name has no letters.

    Args:
        name: Of a piece or a column.
        language: Of the name; it decides how letters with marks are written without them, such as ``ue`` or
            ``u`` for ``ü``.
    """
    plain = _latin(
        unicodedata.normalize("NFC", name.casefold()).translate(_MARKED.get(language.partition("-")[0], {}))
    )
    if not re.search("[a-z0-9]", plain):  # other names keep the ids that they have always had
        plain = _latin("".join(_LETTERS.get(char, char) for char in _composed(name)))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")[:60]


def _latin(name: str) -> str:
    """The name in small letters, with accents as characters of their own."""
    return unicodedata.normalize("NFKD", name.casefold().translate(_WHOLE))


def _composed(name: str) -> str:
    """The name in small letters; those with accents that the table does not have are without them."""
    whole = unicodedata.normalize("NFC", name.casefold())
    return "".join(char if char in _LETTERS else unicodedata.normalize("NFD", char)[:1] for char in whole)


_WHOLE = str.maketrans(
    dict(zip("ßłøæœđðþħıŋŧ", ["ss", "l", "o", "ae", "oe", "d", "d", "th", "h", "i", "ng", "t"], strict=True))
)
"""Latin letters that Unicode does not part into a letter and an accent."""

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_DANISH = str.maketrans({"ø": "oe", "å": "aa"})
_MARKED = {"de": _GERMAN, "da": _DANISH, "nb": _DANISH, "nn": _DANISH, "no": _DANISH}
"""Letters with marks as each language writes them without, by its code."""

_FOREIGN = "абвгґдезиіїйклмнопрстуфхыэжцчшщюяєёαβγδεζηθικλμνξοπρστυφχψω"
_SOUNDS = (
    "a b v g g d e z i i i y k l m n o p r s t u f kh y e zh ts ch sh shch yu ya ye yo"
    " a v g d e z i th i k l m n x o p r s t y f ch ps o"
)
_LETTERS = {**dict(zip(_FOREIGN, _SOUNDS.split(), strict=True)), "ъ": "", "ь": ""}
"""Latin letters for those of Cyrillic and Greek; empty for silent ones."""


_CODES = frozenset(
    re.findall(
        r"\w+",
        "ar bg ca cn cs cz da de dk el en es et eu fa fi fr gl gr he hr hu id is it ja jp ko kr lt lv nb nl nn no "
        "pl pt ro ru sk sl sr sv th tr ua uk vi zh",
    )
)
"""Codes that titles end with; others, such as ``so``, are more often words. A few are countries."""
_WORDS = {
    "cs": "czech|čeština|česky",
    "de": "german|deutsch",
    "el": "greek|ελληνικά",
    "en": "english|angličtina|anglais|englisch|inglés|inglese|anglicky",
    "es": "spanish|español|espanol|castellano",
    "fr": "french|français|francais|francouzsky",
    "hu": "hungarian|magyar",
    "it": "italian|italiano",
    "ja": "japanese|日本語",
    "ko": "korean|한국어",
    "nl": "dutch|nederlands",
    "pl": "polish|polski|polsky|po polsku",
    "pt": "portuguese|português|portugues",
    "ru": "russian|русский",
    "sk": "slovak|slovenčina|slovensky",
    "sv": "swedish|svenska",
    "uk": "ukrainian|українська",
    "zh": "chinese|中文",
}
_TAG_OF_WORD = {word: tag for tag, words in _WORDS.items() for word in words.split("|")}
_CODE = "(?P<code>[a-z]{2})(?:[-_](?P<region>[a-z]{2}|hans|hant))?"
_WORD = "(?P<word>" + "|".join(map(re.escape, sorted(_TAG_OF_WORD, key=len, reverse=True))) + ")"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?P<name>.+?)\s*[(\[]{_CODE}[)\]]",
        rf"(?P<name>.+?)[\s_.:/-]+{_CODE}",
        rf"{_CODE}[_.:/-]+\s*(?P<name>.+)",
        rf"(?P<name>.+?)(?:\s*[(\[]|[\s_.:/-]+){_WORD}[)\]]?",
        rf"{_WORD}[\s_.:/-]+(?P<name>.+)",
    )
)


_USUAL_WORDS = re.compile(r".+[\s_.:/-](?:id|no)|(?:id|no)[_.:/-].+", re.IGNORECASE)
"""Titles such as ``group_id`` and ``Card No``, whose codes are words unless other columns name languages."""


class LanguageTitle(NamedTuple):
    """A name that says a language: ``name_fr``, ``Name (FR)``, ``fr.name`` or ``French name``.

    Attributes:
        name: Without the language, in small letters with one space between words.
        language: BCP 47 tag.
    """

    name: str
    language: str


def language_title(title: str) -> LanguageTitle | None:
    """The name and its language; None for a name that says no language."""
    title = title.strip()
    for shape in _SHAPES:
        match = shape.fullmatch(title)
        if match is None:
            continue
        written = match.groupdict()
        if "word" in written:
            tag = _TAG_OF_WORD.get(written["word"].casefold(), "")
        elif written["code"].casefold() in _CODES:
            tag = _tag("-".join(filter(None, (written["code"], written["region"]))))
        else:
            tag = ""
        if tag:
            return LanguageTitle(folded(match["name"]), tag)
    return None


def language_of(name: str) -> str:
    """The tag of a name that is nothing but a language, such as ``en_us`` or ``zhhant``; empty for others."""
    name = re.sub(r"^zh(?=han[st]$)", "zh-", name)
    match = re.fullmatch(_CODE, name.strip(), re.IGNORECASE)
    return _tag(name) if match and match[1].lower() in _CODES else ""


def _tag(written: str) -> str:
    try:
        return normalise_tag(written)
    except LanguageTagError as fault:
        return fault.suggestion or ""


def folded(title: str) -> str:
    """The title as it is compared: in small letters, with one space between words, whatever parts them."""
    return re.sub(r"[\s_-]+", " ", title).strip().casefold()


def language_columns(titles: Sequence[str], language: str) -> dict[str, dict[str, str]]:
    """Columns that hold one text in several languages.

    Args:
        titles: Of all columns.
        language: Of the game.

    Returns:
        By the title without its language, such as ``name`` of ``name_en`` and ``name_cs``: titles by
        language, that of the game first. A column without a language is that of the game. Two languages are
        needed, and that of the game is one of them.
    """
    found = _grouped((title, language_title(title)) for title in titles)
    for title in titles:
        columns = found.get(folded(title))
        if columns is not None and language not in columns:
            if all(map(_USUAL_WORDS.fullmatch, columns.values())):
                continue
            columns[language] = title
    # A single `x_en` is no translation, unless others show that these endings are languages.
    kept = {name: columns for name, columns in found.items() if language in columns and len(columns) > 1}
    return {name: {language: columns[language], **columns} for name, columns in kept.items()}


def _grouped(titles: Iterable[tuple[str, LanguageTitle | None]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for title, named in titles:
        if named is not None:
            found.setdefault(named.name, {}).setdefault(named.language, title)
    return found


def language_files(paths: Iterable[str], language: str) -> Mapping[str, Mapping[str, str]]:
    """Files that hold the same in several languages: ``cards_de.csv``, ``de/cards.csv``.

    Args:
        paths: Of all files.
        language: Of the game.

    Returns:
        By the path of the file in the game's language: paths of the others by language. A file without a
        language, such as ``cards.csv`` beside ``cards_de.csv``, is that of the game.
    """
    paths = list(paths)
    groups: dict[str, dict[str, str]] = {}
    for path in paths:
        for key, tag in _file_keys(path):
            groups.setdefault(key, {}).setdefault(tag, path)
            break
    for path in paths:
        if path in groups and language not in groups[path]:
            groups[path][language] = path
    return {
        by_tag[language]: {tag: path for tag, path in by_tag.items() if tag != language}
        for by_tag in groups.values()
        if len(by_tag) > 1 and language in by_tag
    }


def _file_keys(path: str) -> Iterable[tuple[str, str]]:
    """The path without its language, and that language, by the file's name or by one of its folders."""
    *folders, file = path.split("/")
    stem, dot, ending = file.rpartition(".")
    match = re.fullmatch(rf"(.+?)[_.-]{_CODE}", stem, re.IGNORECASE)
    if match and match[2].lower() in _CODES:
        tag = _tag("-".join(part for part in match.groups()[1:] if part))
        if tag:
            yield "/".join([*folders, match[1] + dot + ending]), tag
    for at, folder in enumerate(folders):
        if tag := language_of(folder):
            yield "/".join([*folders[:at], "*", *folders[at + 1 :], file]), tag
