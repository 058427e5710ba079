"""Card sheets and saved objects for Tabletop Simulator."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.draw import Outline
from pnp.export.tts import MOST_FACES, SheetGrid, compose_sheet, sheet_grid
from pnp.export.tts_objects import TableCard, TableDeck, TableSheet, saved_object

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
