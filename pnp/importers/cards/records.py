"""Records in JSON and YAML as tables: lists of records, records by name, and those inside other values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from pnp.diagnostics import times
from pnp.importers.cards.found import FoundTable, written_table
from pnp.importers.cards.limits import DEEPEST_RECORDS, MOST_TABLES, MOST_TITLES
from pnp.importers.cards.reading import FolderReader
from pnp.load.decode import blanked
from pnp.load.table.language import language_of

ENDINGS = (".json", ".jsonl", ".yaml", ".yml")
"""Files with records."""
_STEP = re.compile(r"\.\.|\.?([^\W\d][\w-]*|\*)|\[(?:(\d+)|'([^']*)'|\"([^\"]*)\"|\*)\]")
_ID = "id"


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
        picked = _picked(value, records)
        if picked is None:
            reader.note(
                path, f"'{records}' is no path of records", "write it like $.cards or $.sets[*].cards"
            )
            return []
        tables = [(_last_name(records), picked)] if picked else []
    else:
        tables = list(_tables(value))
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


def _records(value: Any) -> list[Mapping[str, Any]]:
    """The records of a list, or of a mapping of records, whose names become their ids."""
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        return list(value)
    named = (
        isinstance(value, dict)
        and len(value) > 1
        and all(isinstance(each, dict) and each for each in value.values())
    )
    if not named or not _alike(list(value.values())):
        return []
    return [each if _ID in each else {_ID: str(name), **each} for name, each in value.items()]


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


def _picked(value: Any, path: str) -> list[Mapping[str, Any]] | None:
    """The records at a path; None for what is no path."""
    rest = path.strip().removeprefix("$")
    values: list[Any] = [value]
    at = 0
    while at < len(rest):
        step = _STEP.match(rest, at)
        if step is None:
            return None
        values = list(_stepped(values, step))[:100_000]
        at = step.end()
    found: list[Mapping[str, Any]] = []
    for each in values:
        found += _records(each) or ([each] if isinstance(each, dict) else [])
    return found


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
    rows = [dict(_flat(record, "", 0, reader.language)) for record in records]
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
    return FoundTable(name, name=PurePosixPath(name).stem, data=data, header=True)


def _flat(record: Mapping[str, Any], before: str, depth: int, own: str) -> Iterator[tuple[str, str]]:
    """Fields and texts of a record; those of a mapping inside it are called ``outer.inner``.

    Fields in a mapping by languages, ``{de: {name: …}, fr: {name: …}}``, are called ``name (de)``; those in
    the ``own`` language are left out.
    """
    for key, value in record.items():
        title = f"{before}{key}"
        if (
            isinstance(value, dict)
            and value
            and all(isinstance(inner, dict) and language_of(str(tag)) for tag, inner in value.items())
        ):
            for tag, inner in value.items():
                if (language := language_of(str(tag))) != own:
                    yield from ((f"{name} ({language})", _text(text)) for name, text in inner.items())
        elif isinstance(value, dict) and value and depth < DEEPEST_RECORDS:
            yield from _flat(value, f"{title}.", depth + 1, own)
        else:
            yield title, _text(value)


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
