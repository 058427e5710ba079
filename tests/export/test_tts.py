"""Card sheets and saved objects for Tabletop Simulator.

Saved objects have the keys and types of public ones; the ranges are those that make sense. Five public saved
objects were read: a chip (Custom_Tile), a life counter (Custom_Token), a mission card (CardCustom), which
Tabletop Simulator had saved, a deck (Deck) and a bag, mostly made by scripts for it. Here are their keys and
types, without their contents; shapes are numbered as in the declarations of
``@typed-tabletop-simulator/declaration``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.draw import Outline
from pnp.export.tts import MOST_FACES, SheetGrid, compose_sheet, sheet_grid
from pnp.export.tts_objects import TableCard, TableDeck, TableObject, TableSet, TableSheet, saved_object

POKER = Outline("rectangle", 63.0, 88.0, 3.0)


@settings(deadline=None)
@given(st.integers(1, MOST_FACES), st.floats(10.0, 300.0), st.floats(10.0, 300.0), st.integers(512, 8192))
def test_faces_and_the_last_place_fit_in_the_pixels_and_keep_their_ratio(faces, width, height, most):
    grid = sheet_grid(faces, width, height, most)
    assert faces < grid.columns * grid.rows
    assert 2 <= grid.columns <= 10
    assert 2 <= grid.rows <= 7
    assert max(grid.size) <= most
    assert grid.width_px / grid.height_px == pytest.approx(
        width / height, rel=2 / min(grid.width_px, grid.height_px)
    )


def test_a_full_sheet_of_poker_cards():
    grid = sheet_grid(69, 63.0, 88.0)
    assert (grid.columns, grid.rows, grid.width_px, grid.height_px) == (10, 7, 409, 572)


def test_few_cards_are_shown_no_larger_than_they_are_printed():
    grid = sheet_grid(2, 63.0, 88.0)
    assert (grid.columns, grid.rows, grid.width_px, grid.height_px) == (2, 2, 744, 1039)


def test_faces_stand_row_by_row_and_the_back_in_the_last_place():
    grid = SheetGrid(2, 2, 3, 4)
    colours = ["red", "lime", "blue"]
    sheet = compose_sheet(
        grid, [Image.new("RGB", (3, 4), c) for c in colours], Image.new("RGB", (3, 4), "black")
    )
    assert (sheet.size, sheet.mode) == ((6, 8), "RGB")
    assert [sheet.getpixel(at) for at in ((0, 0), (5, 3), (0, 4), (5, 7))] == [
        (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0),
    ]  # fmt: skip


def sheet(shape=POKER, own_backs=False):
    return TableSheet("face", "back", 10, 7, own_backs, shape)


decks = st.lists(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 68), st.integers(1, 9)),
        min_size=1,
        max_size=8,
        unique_by=lambda c: c[:2],
    ),
    min_size=1,
    max_size=4,
)


@settings(deadline=None)
@given(decks)
def test_every_copy_is_one_card_with_the_picture_of_its_place(made):
    table = [
        TableDeck(
            f"D{n}", (sheet(),) * 3, tuple(TableCard(f"c{s}-{p}", "text", k, s, p) for s, p, k in cards)
        )
        for n, cards in enumerate(made)
    ]
    record = json.loads(saved_object("Game", table))
    ids, sheets = [], set()
    for deck, state in zip(table, record["ObjectStates"], strict=True):
        cards = state.get("ContainedObjects", [state])
        assert len(cards) == deck.copies
        assert state["Name"] == ("DeckCustom" if deck.copies > 1 else "Card")
        if deck.copies > 1:
            assert state["DeckIDs"] == [card["CardID"] for card in cards]
            assert not sheets & set(state["CustomDeck"])
            sheets |= set(state["CustomDeck"])
        for card in cards:
            key, place = divmod(card["CardID"], 100)
            assert str(key) in card["CustomDeck"]
            assert card["Nickname"].endswith(f"-{place}")
        ids += [state["GUID"], *(card["GUID"] for card in cards if card is not state)]
    assert len(ids) == len(set(ids))


def test_equal_games_give_equal_bytes():
    deck = TableDeck("Decks", (sheet(),), (TableCard("a", "b", 3, 0, 0),))
    assert saved_object("G", [deck]) == saved_object("G", [deck])


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        (POKER, 0),
        (Outline("rectangle", 45.0, 45.0), 1),
        (Outline("hex-pointy", 40.0, 46.2), 3),
        (Outline("hex-flat", 46.2, 40.0), 3),
        (Outline("circle", 20.0, 20.0), 4),
    ],
)
def test_cards_have_the_shape_of_their_pieces(shape, number):
    record = json.loads(saved_object("G", [TableDeck("D", (sheet(shape),), (TableCard("a", "", 2, 0, 0),))]))
    assert record["ObjectStates"][0]["CustomDeck"]["1"]["Type"] == number


_COLOUR = {"r": (0.0, 1.0), "g": (0.0, 1.0), "b": (0.0, 1.0)}
_TURN, _PLACE, _SCALE = (-360.0, 360.0), (-200.0, 200.0), (0.01, 50.0)
_TRANSFORM = {
    **dict.fromkeys(("posX", "posY", "posZ"), _PLACE),
    **dict.fromkeys(("rotX", "rotY", "rotZ"), _TURN),
    **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), _SCALE),
}
_FLAGS = ("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "HideWhenFaceDown", "Hands")
_TEXTS = ("GUID", "Name", "Nickname", "Description", "GMNotes", "LuaScript", "LuaScriptState", "XmlUI")
_COMMON: dict[str, Any] = {
    **dict.fromkeys(_TEXTS, str),
    **dict.fromkeys(_FLAGS, bool),
    "Transform": _TRANSFORM,
    "ColorDiffuse": _COLOUR,
}
_IMAGE = {"ImageURL": str, "ImageSecondaryURL": str, "ImageScalar": (0.1, 10.0), "WidthScale": (0.0, 10.0)}
_TILE = {"Type": {0, 1, 2, 3}, "Thickness": (0.1, 1.0), "Stackable": bool, "Stretch": bool}
_TOKEN = {"Thickness": (0.1, 1.0), "MergeDistancePixels": (5.0, 30.0), "StandUp": bool, "Stackable": bool}
_SHEET = {
    "FaceURL": str,
    "BackURL": str,
    "NumWidth": set(range(1, 11)),
    "NumHeight": set(range(1, 8)),
    "BackIsHidden": bool,
    "UniqueBack": bool,
    "Type": {0, 1, 2, 3, 4},
}
_SAVED: dict[str, dict[str, Any]] = {
    "Card": {**_COMMON, "CardID": (100, 99_999_999), "SidewaysCard": bool, "CustomDeck": _SHEET},
    "DeckCustom": {
        **_COMMON,
        "SidewaysCard": bool,
        "DeckIDs": [(100, 99_999_999)],
        "CustomDeck": _SHEET,
        "ContainedObjects": [None],
    },
    "Custom_Tile": {**_COMMON, "CustomImage": {**_IMAGE, "CustomTile": _TILE}},
    "Custom_Token": {**_COMMON, "CustomImage": {**_IMAGE, "CustomToken": _TOKEN}},
    "Custom_Board": {**_COMMON, "CustomImage": _IMAGE},
    "Figurine_Custom": {**_COMMON, "CustomImage": _IMAGE},
    "Bag": {
        **_COMMON,
        "MaterialIndex": {-1},
        "MeshIndex": {-1},
        "Bag": {"Order": {0, 1, 2}},
        "ContainedObjects": [None],
    },
}

ROUND, SQUARE = Outline("circle", 20.0, 20.0), Outline("rectangle", 45.0, 45.0)


def faults(value: Any, shape: Any, where: str) -> Iterator[str]:
    if shape is None:
        return
    if isinstance(shape, dict):
        if where.endswith("CustomDeck"):
            for key, each in value.items():
                yield from [] if key.isdecimal() else [f"{where}: key {key}"]
                yield from faults(each, shape, f"{where}.{key}/")
            return
        yield from (f"{where}: key {key}" for key in value.keys() ^ shape.keys())
        for key in value.keys() & shape.keys():
            yield from faults(value[key], shape[key], f"{where}.{key}")
    elif isinstance(shape, list):
        for each in value:
            yield from faults(each, shape[0], where)
    elif isinstance(shape, tuple):
        if type(value) not in (int, float) or not shape[0] <= value <= shape[1]:
            yield f"{where}: {value!r}"
    elif isinstance(shape, set):
        if value not in shape:
            yield f"{where}: {value!r}"
    elif type(value) is not shape:
        yield f"{where}: {value!r}"


def objects(states: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for state in states:
        yield state
        yield from objects(state.get("ContainedObjects", []))


def piece(kind: str, copies: int = 1, outline: Outline = ROUND, back: str = "") -> TableObject:
    return TableObject(kind, f"A {kind}", "words", copies, f"{kind}.png", back, outline)


def everything() -> list[dict[str, Any]]:
    poker = TableSheet("face", "back", 10, 7, False, Outline("rectangle", 63.0, 88.0, 3.0))
    lying = TableSheet("face", "back", 2, 2, True, Outline("rectangle", 88.0, 63.0), sideways=True)
    decks = [
        TableDeck("Deck", (poker,), (TableCard("a", "", 3, 0, 0), TableCard("b", "", 2, 0, 1))),
        TableDeck("Lying", (lying,), (TableCard("c", "", 2, 0, 0),)),
        TableDeck("One", (poker,), (TableCard("d", "", 1, 0, 0),)),
    ]
    sets = [
        TableSet("Tiles", (piece("tile", 5, SQUARE, "b.jpg"), piece("tile", 2, Outline("hex-flat", 50, 43)))),
        TableSet("Tokens", (piece("token", 4),)),
        TableSet("Start", (piece("token"),)),
        TableSet("Board", (piece("board", 1, Outline("rectangle", 400, 300)),)),
        TableSet("Pawns", (piece("standee", 1), piece("standee", 1))),
    ]
    return json.loads(saved_object("Game", decks, sets))["ObjectStates"]


def test_all_keys_types_and_numbers_are_those_of_saved_objects():
    made = list(objects(everything()))
    assert {each["Name"] for each in made} == set(_SAVED)
    assert [fault for each in made for fault in faults(each, _SAVED[each["Name"]], each["Name"])] == []
    names = [each["GUID"] for each in made]
    assert len(names) == len(set(names))
    assert all(len(name) == 6 and int(name, 16) >= 0 for name in names)


def test_there_are_as_many_pieces_as_in_the_box():
    counts = [0 if each["Name"] in ("Bag", "DeckCustom") else 1 for each in objects(everything())]
    assert sum(counts) == (3 + 2) + 2 + 1 + (5 + 2) + 4 + 1 + 1 + 2


def test_several_pieces_of_a_set_are_in_a_bag_and_one_lies_on_the_table():
    names = {each["Nickname"]: each["Name"] for each in everything()}
    assert names["Tokens"] == names["Tiles"] == names["Pawns"] == "Bag"
    assert names["A token"] == "Custom_Token"
    assert names["A board"] == "Custom_Board"


def test_nothing_lies_on_anything_else_and_boards_are_in_the_middle():
    states = everything()
    places = [(each["Transform"]["posX"], each["Transform"]["posZ"]) for each in states]
    assert len(set(places)) == len(places)
    rows = {each["Name"]: each["Transform"]["posZ"] for each in states}
    assert rows["DeckCustom"] > rows["Custom_Board"] > rows["Bag"]


@pytest.mark.parametrize(
    ("outline", "number"),
    [
        (SQUARE, 0),
        (Outline("rectangle", 45.0, 45.0, 3.0), 3),
        (Outline("hex-flat", 50, 43), 1),
        (Outline("hex-pointy", 43, 50), 1),
        (ROUND, 2),
    ],
)
def test_tiles_have_the_shape_of_their_pieces(outline, number):
    record = json.loads(saved_object("G", [], [TableSet("T", (piece("tile", 1, outline),))]))
    assert record["ObjectStates"][0]["CustomImage"]["CustomTile"]["Type"] == number


def test_lying_cards_are_sideways():
    decks = {each["Nickname"]: each for each in everything()}
    assert decks["Lying"]["SidewaysCard"] is True
    assert all(card["SidewaysCard"] is True for card in decks["Lying"]["ContainedObjects"])
    assert decks["Deck"]["SidewaysCard"] is False
