"""Saved objects of Tabletop Simulator: decks, tiles, tokens, boards and standees, and the number of each.

The format is that of files which the program itself saves: keys, types and ranges are those of public saved
objects, and shapes are numbered as in the declarations of the npm package
``@typed-tabletop-simulator/declaration``. Unverified: nothing was tried in the program.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pnp.draw import Outline

_UNITS = 3.1 / 88.0
"""Units of the table to the millimetre: a poker card is about 3.1 units high."""
_TILE = 2.0
"""Units that tiles and tokens are high at scale 1."""
_GAP = 0.8  # units between objects on the table
_WIDEST = 30.0  # units of a row
_IDS = 100  # numbers that belong to one sheet: card 3 of sheet 2 is 203
_THIN, _THICK = 0.1, 0.2
"""Thickness of tiles and of tokens; the program takes 0.1 to 1."""

ObjectKind: TypeAlias = Literal["tile", "token", "board", "standee"]


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
        sideways: Whether cards lie on their side: their pictures are turned, and are shown upright.
    """

    face: str
    back: str
    columns: int
    rows: int
    own_backs: bool
    shape: Outline
    sideways: bool = False


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


@dataclass(frozen=True, slots=True)
class TableObject:
    """A piece that is no card.

    Attributes:
        kind: What it is on the table.
        name: Shown when the pointer rests on it.
        description: Shown below the name.
        copies: How many there are.
        front: Address of its picture.
        back: Address of the picture of its back; empty for none.
        outline: Its shape and size.
    """

    kind: ObjectKind
    name: str
    description: str
    copies: int
    front: str
    back: str
    outline: Outline


@dataclass(frozen=True, slots=True)
class TableSet:
    """Pieces of one set: several are in a bag that has its name, one alone lies on the table."""

    name: str
    objects: tuple[TableObject, ...]

    @property
    def copies(self) -> int:
        """All its pieces."""
        return sum(each.copies for each in self.objects)


def saved_object(name: str, decks: Sequence[TableDeck], sets: Sequence[TableSet] = ()) -> bytes:
    """The JSON file with everything laid out as on a table.

    Boards lie in the middle, decks behind them, bags and single pieces in front, each kind in rows.

    Args:
        name: Of the game.
        decks: Without empty ones.
        sets: Without empty ones.
    """
    ids = _Ids()
    first = 1
    rows: dict[str, list[dict[str, Any]]] = {"decks": [], "boards": [], "pieces": []}
    sizes: dict[str, list[tuple[float, float]]] = {row: [] for row in rows}
    for deck in decks:
        outline = deck.sheets[0].shape
        rows["decks"].append(_deck(deck, first, ids))
        sizes["decks"].append((outline.width * _UNITS, outline.height * _UNITS))
        first += len(deck.sheets)
    for each in sets:
        row = "boards" if all(item.kind == "board" for item in each.objects) else "pieces"
        made = list(_pieces(each, ids, bagged=row == "pieces" and each.copies > 1))
        rows[row] += made
        across, down = (max(side) for side in zip(*(_extent(item) for item in each.objects), strict=True))
        bag = len(made) == 1 and each.copies > 1
        sizes[row] += [(_TILE, _TILE) if bag else (across, down)] * len(made)
    depths = {row: _laid_out(rows[row], sizes[row]) for row in rows}
    z = sum(depths.values()) / 2
    for row in ("decks", "boards", "pieces"):  # from far away to the front, where the players sit
        for state in rows[row]:
            state["Transform"]["posZ"] = round(state["Transform"]["posZ"] + z, 4)
        z -= depths[row]
    states = [state for row in rows.values() for state in row]
    record = {
        "SaveName": name, "GameMode": name, "Date": "", "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "",
        "Note": "", "Rules": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "TabStates": {},
        "VersionNumber": "", "ObjectStates": states,
    }  # fmt: skip
    return (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()


def _laid_out(states: Sequence[dict[str, Any]], sizes: Sequence[tuple[float, float]]) -> float:
    """Move the objects into centred rows, and say how deep these are in all."""
    rows: list[list[int]] = [[]]
    used = 0.0
    for at, (across, _) in enumerate(sizes):
        if rows[-1] and used + across > _WIDEST:
            rows.append([])
            used = 0.0
        rows[-1].append(at)
        used += across + _GAP
    z = 0.0
    for row in rows:
        if not row:
            continue
        x = -(sum(sizes[at][0] for at in row) + _GAP * (len(row) - 1)) / 2
        deepest = max(sizes[at][1] for at in row)
        for at in row:
            states[at]["Transform"]["posX"] = round(x + sizes[at][0] / 2, 4)
            states[at]["Transform"]["posZ"] = round(z - deepest / 2, 4)
            x += sizes[at][0] + _GAP
        z -= deepest + _GAP
    return -z


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


def _deck(deck: TableDeck, first: int, ids: _Ids) -> dict[str, Any]:
    sheets = {str(first + number): _sheet(sheet) for number, sheet in enumerate(deck.sheets)}
    cards = list(_cards(deck, first, sheets, ids))
    if len(cards) == 1:
        return cards[0]
    return {
        **_object("DeckCustom", deck.name, "", ids.new(f"deck {first} {deck.name}")),
        "HideWhenFaceDown": True,
        "Hands": False,
        "SidewaysCard": deck.sheets[0].sideways,
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
                **_object("Card", card.name, card.description, guid),
                "HideWhenFaceDown": True,
                "Hands": True,
                "SidewaysCard": deck.sheets[card.sheet].sideways,
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
        case "path":
            return 1
        case "hex-pointy" | "hex-flat":
            return 3
        case "rectangle":
            return 0 if outline.radius > 0 else 1


def _pieces(each: TableSet, ids: _Ids, *, bagged: bool) -> Iterator[dict[str, Any]]:
    """The pieces of a set, or a bag with all of them."""
    made = [
        _piece(item, ids.new(f"{item.kind} {each.name} {number} {copy} {item.front}"))
        for number, item in enumerate(each.objects)
        for copy in range(item.copies)
    ]
    if not bagged:
        yield from made
        return
    yield {
        **_object("Bag", each.name, "", ids.new(f"bag {each.name}"), face_down=False),
        "HideWhenFaceDown": False,
        "Hands": False,
        "MaterialIndex": -1,
        "MeshIndex": -1,
        "Bag": {"Order": 0},
        "ContainedObjects": made,
    }


_NAMES = {
    "tile": "Custom_Tile",
    "token": "Custom_Token",
    "board": "Custom_Board",
    "standee": "Figurine_Custom",
}


def _piece(item: TableObject, guid: str) -> dict[str, Any]:
    outline = item.outline
    image: dict[str, Any] = {
        "ImageURL": item.front,
        "ImageSecondaryURL": item.back,
        "ImageScalar": 1.0,
        "WidthScale": round(outline.width / outline.height, 8) if item.kind == "board" else 0.0,
    }
    if item.kind == "tile":
        image["CustomTile"] = {
            "Type": _tile_shape(outline),
            "Thickness": _THIN,
            "Stackable": True,
            "Stretch": True,
        }
    elif item.kind == "token":
        image["CustomToken"] = {
            "Thickness": _THICK,
            "MergeDistancePixels": 15.0,
            "StandUp": False,
            "Stackable": True,
        }
    made = _object(_NAMES[item.kind], item.name, item.description, guid, face_down=False)
    scale = 1.0 if item.kind == "board" else round(outline.height * _UNITS / _TILE, 4)
    made["Transform"] |= {
        "scaleX": scale,
        "scaleY": 1.0 if item.kind != "standee" else scale,
        "scaleZ": scale,
    }
    made |= {"ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, "Locked": item.kind == "board"}
    return {**made, "HideWhenFaceDown": False, "Hands": False, "CustomImage": image}


def _extent(item: TableObject) -> tuple[float, float]:
    """Units across and down that a piece takes on the table."""
    outline = item.outline
    if item.kind == "standee":
        return outline.width * _UNITS, _TILE
    return outline.width * _UNITS, outline.height * _UNITS


def _tile_shape(outline: Outline) -> int:
    match outline.shape:
        case "circle":
            return 2
        case "hex-pointy" | "hex-flat":
            return 1
        case "path":
            return 0
        case "rectangle":
            return 3 if outline.radius > 0 else 0


def _object(kind: str, name: str, description: str, guid: str, *, face_down: bool = True) -> dict[str, Any]:
    """An object in the middle of the table, upright for who sits in front."""
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": {
            "posX": 0.0, "posY": 1.0, "posZ": 0.0,
            "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if face_down else 0.0,
            "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
        },
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
    }  # fmt: skip
