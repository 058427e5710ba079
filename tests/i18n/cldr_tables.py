"""Makes the tables of ``pnp.i18n.cldr`` of Babel's data: ``python -m tests.i18n.cldr_tables``."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError, localedata
from babel.core import get_global
from babel.dates import get_era_names
from babel.plural import PluralRule

FOLDER = Path(__file__).parents[2] / "pnp/i18n/cldr"
TOKEN = re.compile(r"%\((\w+)\)s")


def locale(tag: str) -> Locale | None:
    """The locale that Babel has for a tag, else for its language."""
    for name in (tag, tag.split("_")[0]):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    return None


def rules(rule: PluralRule) -> dict[str, str]:
    """The conditions as CLDR writes them, without samples."""
    return {name: " ".join(words.split()) for name, words in rule.rules.items()}


def dates(found: Locale) -> list[str]:
    """The long date in each month, with places for day and year."""
    patterns = []
    for month in range(1, 13):
        words = {
            "d": "{d}",
            "dd": "{dd}",
            "y": "{y}",
            "M": str(month),
            "MMM": found.months["format"]["abbreviated"][month],
            "MMMM": found.months["format"]["wide"][month],
            "G": get_era_names("abbreviated", found)[1],
        }
        patterns.append(
            TOKEN.sub(lambda token, words=words: words[token[1]], found.date_formats["long"].format)
        )
    return patterns


class Rows:
    """Rows of a table, each once."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._known: dict[Hashable, int] = {}

    def of(self, row: Any) -> int:
        key = json.dumps(row)
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
        return self._known[key]


def universe() -> list[str]:
    """Tags that are looked up, short ones first: all of CLDR, and each language with each region and script."""
    known = localedata.locale_identifiers()
    aliases = get_global("language_aliases")
    languages = {name.split("_")[0] for name in (*known, *aliases)}
    parts = [
        part for name in (*known, *get_global("likely_subtags").values()) for part in name.split("_")[1:]
    ]
    others = {part for part in parts if len(part) in (2, 4) or part.isdigit()}
    tags = {f"{language}_{other}" for language in languages for other in others}
    whole = {
        name
        for name in known
        if name.count("_") == 2 and len(name.split("_")[1]) == 4 and len(name.split("_")[2]) in (2, 3)
    }
    return [*sorted(languages), *sorted(tags), *sorted(whole)]


def tables() -> tuple[dict[str, Any], dict[str, Any]]:
    """Both tables."""
    numbers, plurals, months = Rows(), Rows(), Rows()
    languages: dict[str, list[int]] = {}
    for tag in universe():
        if not re.fullmatch(r"[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|\d{3}))?", tag):
            continue
        found = locale(tag)
        if found is None:
            continue
        symbols = found.number_symbols["latn"]
        number = [
            symbols["decimal"],
            symbols["group"],
            *found.decimal_formats[None].grouping,
        ]
        row = [numbers.of(number), plurals.of(rules(found.plural_form)), months.of(dates(found))]
        language, *others = tag.split("_")
        before = [f"{language}_{others[-1]}", f"{language}_{others[0]}", language] if others else []
        if next((languages[name] for name in before if name in languages), None) != row:
            languages[tag] = row
    likely = get_global("likely_subtags")
    implied = {
        name: " ".join(str(likely[name]).split("_")[1:])
        for name in languages
        if "_" not in name and name in likely
    }
    return {"languages": languages, "likely": implied, "numbers": numbers.rows, "plurals": plurals.rows}, {
        "dates": months.rows
    }


def text(table: dict[str, Any]) -> str:
    """A table with a line for each entry, so that a change can be read."""
    parts = []
    for name, rows in table.items():
        if isinstance(rows, dict):
            lines = [f"{json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}" for key, row in rows.items()]
            parts.append(f'"{name}": {{\n' + ",\n".join(lines) + "\n}")
        else:
            lines = [json.dumps(row, ensure_ascii=False) for row in rows]
            parts.append(f'"{name}": [\n' + ",\n".join(lines) + "\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def files() -> dict[str, str]:
    """The files by name."""
    languages, months = tables()
    return {"languages.json": text(languages), "dates.json": text(months)}


if __name__ == "__main__":
    for name, content in files().items():
        (FOLDER / name).write_text(content, encoding="utf-8")
