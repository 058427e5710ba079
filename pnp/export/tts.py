"""Saved objects of Tabletop Simulator: decks with their pictures, their cards and the number of each.

The format is that of files which the program itself saves; the shapes of cards are numbered as in the
declarations of the npm package ``@typed-tabletop-simulator/declaration``. Unverified: nothing was tried in
the program.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.draw import Outline

_SPACING = 3.0  # units between decks on the table; a unit is about an inch
_ACROSS = 6  # decks in a row
_IDS = 100  # numbers that belong to one sheet: card 3 of sheet 2 is 203


@dataclass(frozen=True, slots=True)
class TableCard:
    """One different card of a deck.

    Attributes:
        name: Shown when the pointer rests on it.
        description: Shown below the name.
        copies: How many are in the deck.
        sheet: Index of its sheet among the deck's.
        place: On the sheet, from 0.
    """

    name: str
    description: str
    copies: int
    sheet: int
    place: int


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The pictures of up to 69 cards.

    Attributes:
        face: Address of the sheet of fronts.
        back: Address of the picture of the common back, or of the sheet of backs.
        columns: Places in a row.
        rows: Rows.
        own_backs: Whether ``back`` is a sheet with one back for each front.
        shape: Of the cards.
    """

    face: str
    back: str
    columns: int
    rows: int
    own_backs: bool
    shape: Outline


@dataclass(frozen=True, slots=True)
class TableDeck:
    """A deck on the table; one card alone is just a card."""

    name: str
    sheets: tuple[TableSheet, ...]
    cards: tuple[TableCard, ...]

    @property
    def copies(self) -> int:
        """All its cards."""
        return sum(card.copies for card in self.cards)


def saved_object(name: str, decks: Sequence[TableDeck]) -> bytes:
    """The JSON file with all decks laid out in rows, face down.

    Args:
        name: Of the game.
        decks: Without empty ones.
    """
    ids = _Ids()
    first = 1
    states = []
    for index, deck in enumerate(decks):
        row, column = divmod(index, _ACROSS)
        states.append(_deck(deck, first, (column * _SPACING, -row * _SPACING), ids))
        first += len(deck.sheets)
    record = {
        "SaveName": name, "GameMode": name, "Date": "", "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "",
        "Note": "", "Rules": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "TabStates": {},
        "VersionNumber": "", "ObjectStates": states,
    }  # fmt: skip
    return (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()


class _Ids:
    """Six-digit names of objects, made of their content, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, seed: str) -> str:
        number = int(hashlib.sha256(seed.encode()).hexdigest()[:6], 16)
        while f"{number:06x}" in self._taken:
            number = (number + 1) % 0x1000000
        self._taken.add(f"{number:06x}")
        return f"{number:06x}"


def _deck(deck: TableDeck, first: int, at: tuple[float, float], ids: _Ids) -> dict[str, Any]:
    sheets = {str(first + number): _sheet(sheet) for number, sheet in enumerate(deck.sheets)}
    cards = list(_cards(deck, first, sheets, ids))
    if len(cards) == 1:
        return {**cards[0], "Transform": _transform(at)}
    return {
        **_object("DeckCustom", deck.name, "", ids.new(f"deck {first} {deck.name}"), at),
        "HideWhenFaceDown": True,
        "Hands": False,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": sheets,
        "ContainedObjects": cards,
    }


def _cards(deck: TableDeck, first: int, sheets: dict[str, Any], ids: _Ids) -> Iterator[dict[str, Any]]:
    for card in deck.cards:
        sheet = first + card.sheet
        for copy in range(card.copies):
            guid = ids.new(f"card {sheet} {card.place} {copy} {card.name}")
            yield {
                **_object("Card", card.name, card.description, guid, (0.0, 0.0)),
                "HideWhenFaceDown": True,
                "Hands": True,
                "SidewaysCard": False,
                "CardID": sheet * _IDS + card.place,
                "CustomDeck": {str(sheet): sheets[str(sheet)]},
            }


def _sheet(sheet: TableSheet) -> dict[str, Any]:
    return {
        "FaceURL": sheet.face,
        "BackURL": sheet.back,
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": True,
        "UniqueBack": sheet.own_backs,
        "Type": _shape(sheet.shape),
    }


def _shape(outline: Outline) -> int:
    match outline.shape:
        case "circle":
            return 4
        case "hex-pointy" | "hex-flat":
            return 3
        case "rectangle":
            return 0 if outline.radius > 0 else 1


def _object(kind: str, name: str, description: str, guid: str, at: tuple[float, float]) -> dict[str, Any]:
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": _transform(at),
        "Nickname": name,
        "Description": description,
        "GMNotes": "",
        "ColorDiffuse": {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _transform(at: tuple[float, float]) -> dict[str, float]:
    """Upright for who sits in front, face down."""
    place = {"posX": at[0], "posY": 1.0, "posZ": at[1], "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
