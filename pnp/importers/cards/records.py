"""Records in JSON and YAML as tables: lists of records, records by name, and those inside other values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from pnp.diagnostics import times
from pnp.importers.cards.found import FoundTable, some_names, written_table
from pnp.importers.cards.reading import FolderReader
from pnp.importers.limits import DEEPEST_RECORDS, MOST_TABLES, MOST_TITLES, MOST_VALUES
from pnp.load.decode import blanked
from pnp.load.table.column import folded, language_of

ENDINGS = (".json", ".jsonl", ".yaml", ".yml")
"""Files with records."""
_STEP = re.compile(r"\.\.|\.?([^\W\d][\w-]*|\*)|\[(?:(\d+)|'([^']*)'|\"([^\"]*)\"|\*)\]")
_ID = "id"
_KEY = "key"
_EMPTY: tuple[object, ...] = (None, "", [], {})
_SHOWN = 40
_TRANSLATIONS = frozenset(
    re.findall(
        r"\w+",
        "i18n intl l10n lang langs language languages locale locales localisation localisations localization "
        "localizations localised localized translated translation translations",
    )
)
"""Names of mappings by languages."""


def record_tables(reader: FolderReader, path: str, records: str = "") -> list[FoundTable]:
    """The tables of a file with records; none, with a note, where it has no records.

    Args:
        reader: Of the folder.
        path: Of the file in it.
        records: Where the records are, such as ``$.cards`` or ``$.sets[*].cards``; empty to find them.
    """
    value = reader.data(path)
    stem = PurePosixPath(path).with_suffix("").as_posix()
    if value is None:
        return []
    if records:
        values = _at(value, records)
        if values is None:
            reader.note(
                path, f"'{records}' is no path of records", "write it like $.cards or $.sets[*].cards"
            )
            return []
        if len(values) > MOST_VALUES:
            reader.note(
                path, f"the values at '{records}' after the first {MOST_VALUES:,}", "give a closer path"
            )
        picked, others = _picked(values[:MOST_VALUES])
        if picked and others:
            reader.note(path, f"what is no record at '{records}': {times(others, 'value')}")
        tables = [(_last_name(records), picked)] if picked else []
    else:
        tables = list(_tables(value))
        _note_others(reader, path, value, [name for name, _ in tables])
    if beyond := [name for name, _ in tables[MOST_TABLES:]]:
        what = f"the lists of records after the first {MOST_TABLES}: {some_names(beyond, _SHOWN)}"
        reader.note(path, what, f"import each with --records '$.{beyond[0]}'")
    found = [
        _table(reader, path, f"{stem}-{name}.csv" if name and len(tables) > 1 else f"{stem}.csv", rows)
        for name, rows in tables[:MOST_TABLES]
    ]
    if not found:
        near = ", ".join(dict.fromkeys(place for place, _ in _lists(value, "$", 0)))
        cure = f"say where they are: --records {near.split(', ')[0]}" if near else "import a list of records"
        what = f"no records at '{records}'" if records else "no list of records"
        reader.note(path, f"{what}" + (f"; there are some at {near[:300]}" if near else ""), cure)
    return found


def _tables(value: Any) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Records of a file by the names of their lists: the file itself is a list, or holds some."""
    if rows := _records(value):
        yield "", rows
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            if rows := _records(inner):
                yield str(name), rows


def _note_others(reader: FolderReader, path: str, value: Any, taken: Sequence[str]) -> None:
    """Note what a mapping holds beside its lists of records, and where there are records in it."""
    if not isinstance(value, dict) or not taken or taken == [""]:
        return
    others = {name: inner for name, inner in value.items() if str(name) not in taken and inner not in _EMPTY}
    if others:
        places = (place for name, inner in others.items() for place, _ in _lists(inner, f"$.{name}", 1))
        deeper = list(dict.fromkeys(places))
        cure = f"if these are cards: --records {' or '.join(deeper[:_SHOWN])}" if deeper else ""
        names = some_names([str(name) for name in others], _SHOWN)
        reader.note(path, f"what is beside the lists of records: {names}", cure)


def _records(value: Any) -> list[Mapping[str, Any]]:
    """The records of a list, or of a mapping of records.

    Names of records become their ids, or a field ``key`` if a record has another id.
    """
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        return list(value)
    named = (
        isinstance(value, dict)
        and len(value) > 1
        and all(isinstance(each, dict) and each for each in value.values())
    )
    if not named or not _alike(list(value.values())):
        return []
    if all(str(each.get(_ID, name)) == str(name) for name, each in value.items()):
        return [{_ID: str(name), **each} for name, each in value.items()]
    key = _KEY if not any(_KEY in each for each in value.values()) else f"{_KEY} of the record"
    return [{key: str(name), _ID: str(name), **each} for name, each in value.items()]


def _alike(records: Sequence[Mapping[str, Any]]) -> bool:
    """Whether most records have a key in common."""
    counted: dict[str, int] = {}
    for each in records:
        for key in each:
            counted[key] = counted.get(key, 0) + 1
    return max(counted.values(), default=0) * 2 > len(records)


def _lists(value: Any, place: str, depth: int) -> Iterator[tuple[str, int]]:
    """Places of lists of records in a value, with their lengths."""
    if depth > DEEPEST_RECORDS:
        return
    if _records(value):
        yield place, len(value)
        return
    for name, inner in value.items() if isinstance(value, dict) else ():
        yield from _lists(inner, f"{place}.{name}", depth + 1)
    if isinstance(value, list):
        for inner in value[:20]:
            yield from _lists(inner, f"{place}[*]", depth + 1)


def _at(value: Any, path: str) -> list[Any] | None:
    """The values at a path; None for what is no path."""
    rest = path.strip().removeprefix("$")
    values: list[Any] = [value]
    at = 0
    while at < len(rest):
        step = _STEP.match(rest, at)
        if step is None:
            return None
        values = list(islice(_stepped(values, step), MOST_VALUES + 1))
        at = step.end()
    return values


def _picked(values: Iterable[Any]) -> tuple[list[Mapping[str, Any]], int]:
    """The records among values and in their lists, and how many values are none."""
    found: list[Mapping[str, Any]] = []
    others = 0
    for value in values:
        if rows := _records(value):
            found += rows
        else:
            inner = value if isinstance(value, list) else [value]
            rows = [each for each in inner if isinstance(each, dict)]
            found += rows
            others += len(inner) - len(rows)
    return found, others


def _stepped(values: Iterable[Any], step: re.Match[str]) -> Iterator[Any]:
    name = step.group(1) or step.group(3) or step.group(4)
    for value in values:
        if step.group() == "..":
            yield from _all(value, 0)
        elif step.group(2):
            yield from value[int(step.group(2)) :][:1] if isinstance(value, list) else ()
        elif name in (None, "*"):
            yield from value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
        elif isinstance(value, dict) and name in value:
            yield value[name]


def _all(value: Any, depth: int) -> Iterator[Any]:
    """The value and everything in it."""
    yield value
    if depth < DEEPEST_RECORDS:
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from _all(inner, depth + 1)


def _last_name(path: str) -> str:
    names = re.findall(r"[\w-]+", path)
    return names[-1] if names else ""


def _table(reader: FolderReader, path: str, name: str, records: Sequence[Mapping[str, Any]]) -> FoundTable:
    fields = _Fields(records, reader.language)
    rows = [fields.row(record) for record in records]
    for title in fields.differing:
        reader.note(
            path,
            f"'{title}' in the language {reader.language}, where it differs from '{title}' itself",
            "keep the right one in the file",
        )
    titles = list(dict.fromkeys(title for row in rows for title in row))
    if len(titles) > MOST_TITLES:
        reader.note(
            path,
            f"all but the first {MOST_TITLES} of {times(len(titles), 'field')} of the records",
            "import fewer with --pass",
        )
        titles = titles[:MOST_TITLES]
    table = written_table(titles, ([row.get(title, "") for title in titles] for row in rows))
    data = blanked(table).encode(errors="replace")  # JSON can hold halves of characters
    return FoundTable(name, name=PurePosixPath(name).stem, data=data)


class _Fields:
    """Titles and texts of records; those of a mapping inside a record are called ``outer.inner``.

    Fields in a mapping by languages, ``locale: {de: {name: …}, fr: {name: …}}``, are called ``name (de)``, or
    ``locale.name (de)`` if several mappings have a name. Those in the own language have the name alone.

    Args:
        records: All of a table.
        own: The language of the game.

    Attributes:
        differing: Fields with another text in the mapping by languages than in the record.
    """

    def __init__(self, records: Sequence[Mapping[str, Any]], own: str):
        self._own = own
        self.differing: dict[str, None] = {}
        entries = [entry for record in records for entry in _entries(record, "", 0)]
        self._titles = {f"{before}{key}" for before, key, _ in entries}
        self._mappings: dict[str, set[str]] = {}
        for before, key, value in entries:
            if self._is_by_languages(before, key, value):
                for name in {name for inner in value.values() for name in inner}:
                    self._mappings.setdefault(f"{before}{name}", set()).add(key)

    def _is_by_languages(self, before: str, key: str, value: Any) -> bool:
        """Whether a mapping is named as translations are, or has fields that are beside it, too."""
        if not isinstance(value, dict) or not value:
            return False
        if not all(isinstance(inner, dict) and language_of(str(tag)) for tag, inner in value.items()):
            return False
        names = (f"{before}{name}" for inner in value.values() for name in inner)
        return folded(key) in _TRANSLATIONS or not self._titles.isdisjoint(names)

    def row(self, record: Mapping[str, Any]) -> dict[str, str]:
        """The texts of a record by their titles."""
        found: dict[str, str] = {}
        for title, text in self._flat(record, "", 0):
            found[title] = text or found.get(title, "")
        return found

    def _flat(self, record: Mapping[str, Any], before: str, depth: int) -> Iterator[tuple[str, str]]:
        for key, value in record.items():
            title = f"{before}{key}"
            if self._is_by_languages(before, str(key), value):
                yield from self._translations(record, before, str(key), value)
            elif isinstance(value, dict) and value and depth < DEEPEST_RECORDS:
                yield from self._flat(value, f"{title}.", depth + 1)
            else:
                yield title, _text(value)

    def _translations(
        self, record: Mapping[str, Any], before: str, key: str, value: Mapping[str, Mapping[str, Any]]
    ) -> Iterator[tuple[str, str]]:
        seen: set[str] = set()
        for tag in sorted(value, key=lambda tag: language_of(str(tag)) != self._own):  # the own one first
            language = language_of(str(tag))
            language = str(tag) if language in seen else language  # such as de and DE
            seen.add(language)
            for name, inner in value[tag].items():
                shared = len(self._mappings[f"{before}{name}"]) > 1
                title = f"{before}{key}.{name}" if shared else f"{before}{name}"
                text = _text(inner)
                kept = "" if shared else _text(record.get(name))
                if language != self._own:
                    yield f"{title} ({language})", text
                elif not kept:
                    yield title, text
                elif text not in ("", kept):
                    self.differing[title] = None


def _entries(record: Mapping[str, Any], before: str, depth: int) -> Iterator[tuple[str, str, Any]]:
    """Fields of a record and of the mappings in it: what is before the name, the name, and the value."""
    for key, value in record.items():
        yield before, str(key), value
        if isinstance(value, dict) and depth < DEEPEST_RECORDS:
            yield from _entries(value, f"{before}{key}.", depth + 1)


def _text(value: Any) -> str:
    if value is None or value == {} or value == []:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        if all(isinstance(each, (str, int, float)) for each in value):
            return ", ".join(map(str, value))
        return "; ".join(_text(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(each)}" for key, each in value.items())
    return str(value)
