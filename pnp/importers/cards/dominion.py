"""Cards of Dominion as dominiontabs keeps them: ``cards_db.json`` and a folder of texts for each language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue
from pnp.importers.cards.found import FoundTable, written_table
from pnp.importers.cards.marks import slot
from pnp.importers.cards.reading import FolderReader
from pnp.importers.limits import MOST_TABLES
from pnp.load.table.column import language_of, slug

_FILE = "cards_db.json"
_WIDTH, _HEIGHT, _TAB = 91, 68, 9
"""Millimetres: a divider is a card on its side, with a tab above it."""
_TAB_WIDTH, _TAB_AT = 40, {1: 3, 2: 48}
"""Width of a tab, and the left edges of those that take turns."""
_OUTLINES = {
    f"tab-{number}": f'path "M0 {_TAB} H{left} V0 H{left + _TAB_WIDTH} V{_TAB} H{_WIDTH} V{_HEIGHT} H0 Z"'
    for number, left in _TAB_AT.items()
}
_BREAKS = re.compile(r"\s*<(?:n|br|line)>\s*|\n")
_SIDES = re.compile(r"</?(?:left|right|center|justify)>")
_COINS = re.compile(r"<\*?(\w+)\*?>")
_WORDS = {"vp": "VP", "coin": "Coin", "potion": "Potion", "debt": "Debt"}


class _Texts(NamedTuple):
    """The texts of one language.

    Attributes:
        cards: By tag.
        sets: Likewise.
        types: Names of the types of cards.
    """

    cards: Mapping[str, Any]
    sets: Mapping[str, Any]
    types: Mapping[str, Any]


def dominion_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """A table for each set of cards, with columns for the languages that the database has.

    Args:
        reader: Of the folder; receives what does not come.
    """
    for path in reader.names(_FILE):
        if PurePosixPath(path).name == _FILE:
            yield from _database(reader, path)


def _database(reader: FolderReader, path: str) -> Iterator[FoundTable]:
    cards = reader.data(path)
    folder = PurePosixPath(path).parent
    texts = _all_texts(reader, folder)
    if not isinstance(cards, list) or not texts:
        reader.note(path, "the cards, as there are no texts beside them in a folder such as 'en_us'")
        return
    if reader.language not in texts:
        shown = ", ".join(texts)
        reader.note(path, f"the texts in '{reader.language}', which are not there", f"take --lang {shown}")
        return
    own = texts.pop(reader.language)
    sets: dict[str, list[Mapping[str, Any]]] = {}
    for card in cards:
        if isinstance(card, dict):
            for tag in card.get("cardset_tags", []):
                sets.setdefault(str(tag), []).append(card)
    for tag, members in list(sets.items())[:MOST_TABLES]:
        yield _table(tag, members, own, texts)


def _all_texts(reader: FolderReader, folder: PurePosixPath) -> dict[str, _Texts]:
    found: dict[str, _Texts] = {}
    for path in reader.names(".json"):
        place = PurePosixPath(path)
        tag = language_of(place.parent.name)
        if place.parent.parent != folder or place.name != f"cards_{place.parent.name}.json" or not tag:
            continue
        parts = []
        for part in ("cards", "sets", "types"):
            name = (place.parent / f"{part}_{place.parent.name}.json").as_posix()
            value = reader.data(name) if reader.exists(name) else {}
            parts.append(value if isinstance(value, dict) else {})
        found.setdefault(tag, _Texts(*parts))
    return found


def _table(tag: str, cards: list[Mapping[str, Any]], own: _Texts, others: Mapping[str, _Texts]) -> FoundTable:
    rows = []
    for at, card in enumerate(cards):
        row = {"id": slug(str(card.get("card_tag", ""))), "tab": str(1 + at % len(_TAB_AT))}
        row |= {"cost": _cost(card), **_row(card, own)}
        source = {title: row[title] for title in _TITLES}
        for language, texts in others.items():
            # Cards that nobody translated have the English words.
            row |= {
                f"{title} ({language})": words
                for title, words in _row(card, texts, in_full=False).items()
                if words != source[title]
            }
        rows.append(row)
    titles = dict.fromkeys(title for row in rows for title in row)
    table = written_table(titles, ([row.get(title, "") for title in titles] for row in rows))
    named = own.sets.get(tag)
    name = str(named.get("set_name", tag)) if isinstance(named, dict) else tag
    data = table.encode()
    return FoundTable(
        f"{slug(tag)}.csv",
        size="tab-1",
        name=name,
        data=data,
        marks="html",
        drawing=_divider(rows),
        outlines=_OUTLINES,
        own_size="tab-{{ tab }}",
    )


def _divider(rows: Sequence[Mapping[str, str]]) -> CardDrawing:
    """The face of the dividers: cost and name on the tab, type, text and further words below it."""
    first, second = _TAB_AT.values()
    left = f"{first} + {second - first} * (piece.tab - 1)"
    texts = {
        "cost": (f"{{{{ {left} + 2 }}}}", 1, 8, _TAB - 2, "12pt", "center"),
        "name": (f"{{{{ {left} + (11 if piece.cost else 2) }}}}", 1, 27, _TAB - 2, "12pt", "left"),
        "type": ("5", _TAB + 3, _WIDTH - 10, 5, "8pt", "center"),
        "text": ("5", _TAB + 9, _WIDTH - 10, 24, "9pt", "center"),
        "extra": ("5", _TAB + 34, _WIDTH - 10, _HEIGHT - _TAB - 37, "7pt", "left"),
    }
    drawing = CardDrawing()
    outline = {"d": "{{ size.path }}", "stroke": "#8A8A8A", "stroke-width": "0.6"}
    drawing.placements.append(DrawnElement("path", outline))
    for title, (x, y, width, height, size, align) in texts.items():
        if any(row[title] for row in rows):
            attributes = {"x": x, "y": f"{y}", "width": f"{width}", "height": f"{height}"}
            attributes |= {"font-size": size, "min-font-size": "3pt", "align": align, "valign": "middle"}
            attributes |= {"weight": "700"} if title in ("name", "cost") else {}
            only = "" if title == "name" else title
            drawing.placements.append(DrawnElement("text", attributes, DrawnValue(slot(title), only=only)))
    return drawing


_TITLES = ("name", "type", "text", "extra")


def _row(card: Mapping[str, Any], texts: _Texts, *, in_full: bool = True) -> dict[str, str]:
    """The texts of a card; its tag in place of a name that is missing, where it must have one."""
    tag = str(card.get("card_tag", ""))
    words = texts.cards.get(tag)
    words = words if isinstance(words, dict) else {}
    types = [str(each) for each in card.get("types", [])]
    return {
        "name": _plain(words.get("name") or (tag if in_full else "")),
        "type": " – ".join(str(texts.types.get(each, each)) for each in types),
        "text": _plain(words.get("description")),
        "extra": _plain(words.get("extra")),
    }


def _plain(value: Any) -> str:
    """The words with line breaks, and with names for the signs of coins and points."""
    text = _SIDES.sub("", _BREAKS.sub("\n", str(value or "")))
    return _COINS.sub(lambda found: _WORDS.get(found[1].lower(), found[0]), text).strip()


def _cost(card: Mapping[str, Any]) -> str:
    """The cost as dominiontabs prints it: coins, then potions (P) and debt (D)."""
    parts = [str(card.get("cost", ""))]
    parts += ["P"] if card.get("potcost") else []
    parts += [f"{card['debtcost']}D"] if card.get("debtcost") else []
    return " ".join(filter(None, parts))
