"""Zombiaki!: its box, the numbers of its rulebook, what its cards show, and what its claims notice."""

from __future__ import annotations

from collections import Counter

import pypdfium2
import pytest

from pnp.model import Text
from pnp.rules import fill, game_scope, piece_scope
from tests.games.box import ROOT, failed, load, term_id, with_fact, with_fields

GAME = load("zombiaki")
FACTS = {name: fact.value for name, fact in GAME.facts.items()}
PIECES = [piece for piece in GAME.pieces() if piece.copies]
CARDS = [piece for piece in PIECES if piece.kind == "card"]


def wording(piece, field: str) -> str:
    value = piece.fields[field]
    assert isinstance(value, Text)
    return fill(value, piece_scope(piece, game_scope(GAME)), "fr").text


def of_kind(kind: str):
    return [card for card in CARDS if term_id(card, "card") == kind]


def test_the_box_holds_what_the_component_list_says():
    """Z1-01, Z1-26: 40 + 40 cards, seven board cards, two aids, forty-three markers."""
    kinds = Counter()
    for piece in PIECES:
        kinds[piece.kind] += piece.copies
    assert kinds == {"card": 80, "board": 7, "aid": 2, "token": 43}
    assert {each.id: each.total for each in GAME.sets if each.total} == {
        "zombies": 40, "humans": 40, "turn": 2, "street": 7, "markers": 43,
    }  # fmt: skip


def test_every_claim_is_there_and_holds():
    assert [name for name in GAME.claims if name.startswith("Z1")] == [f"Z1-{n:02}" for n in range(1, 29)]
    assert failed(GAME) == []
    assert {claim.id for claim in GAME.claims.values() if claim.severity == "warning"} == {"Z1-28"}


def test_the_decks_are_made_of_these_cards():
    """Z1-02, Z1-09, Z1-10: kinds and copies; each card prints how many there are of it."""
    assert {card.id: card.copies for card in CARDS if card.set_id == "zombies"} == {
        "zombie-2": 5, "zombie-3": 8, "zombie-4": 4, "zombie-5": 2, "dog": 3, "boss": 1, "shield": 3, "claws": 1,
        "terror": 2, "merge": 2, "swap": 1, "bite": 1, "hunger": 1, "meat": 1, "click": 2, "pickaxe": 1,
        "not-so-fast": 1, "dawn": 1,
    }  # fmt: skip
    assert {card.id: card.copies for card in CARDS if card.set_id == "humans"} == {
        "shot": 7, "aimed-shot": 3, "burst-2": 1, "burst-3": 1, "sniper": 1, "wall-5": 1, "wall-6": 1, "barrier": 3,
        "napalm": 1, "blood": 2, "get-lost": 1, "floodlight": 1, "petrol": 1, "get-back": 1, "freeze": 1,
        "grenade": 2, "net": 1, "barrel": 2, "mine": 2, "street-fire": 1, "high-voltage": 1, "car": 2,
        "flamethrower": 1, "pit-1": 1, "pit-2": 1,
    }  # fmt: skip
    assert all(card.fields["printed"] == card.copies for card in CARDS)


def test_each_kind_has_its_german_name_but_napalm():
    """Z1-11: as the German edition prints them, its two misprints set right."""
    names = dict(FACTS["german"])
    assert names.pop("napalm") == ""
    assert len(names) == 15 + 21
    assert all(names.values())
    assert (names["shot"], names["barrel"], names["bite"]) == ("Schuss", "Ölfass", "Biss")


def test_the_numbers_of_the_rulebook():
    """Z1-04, Z1-19 to Z1-22, Z1-26, Z1-27: restated, so that no fact changes by mistake.

    X-02: what this game and its sister must agree on.
    """
    assert GAME.players == (2,)
    assert (FACTS["deck"], FACTS["last_card"]) == (40, "dawn")
    assert (FACTS["lines"], FACTS["rows"], FACTS["first_row"]) == (("A", "B", "C"), 5, 1)
    assert (FACTS["draw_to"], FACTS["discard"], FACTS["step"], FACTS["max_move"]) == (4, 1, 1, 2)
    assert FACTS["street_fire_lines"] == ("A", "C")


def test_the_numbers_of_the_cards():
    """Z1-07, Z1-08, Z1-12 to Z1-16: as the descriptions of the cards give them."""
    zombies = {card.id: (card.fields["endurance"], card.fields["strength"]) for card in of_kind("zombie")}
    assert zombies == {f"zombie-{n}": (n, n) for n in (2, 3, 4, 5)}
    assert [(card.fields["endurance"], card.fields["strength"]) for card in of_kind("dog")] == [(1, 0)]
    assert {card.id: card.fields["power"] for card in CARDS if card.fields["power"]} == {
        "shot": 1, "aimed-shot": 2, "burst-2": 2, "burst-3": 3, "sniper": 2, "napalm": 1, "petrol": 4, "mine": 2,
        "street-fire": 1, "high-voltage": 1, "car": 1, "flamethrower": 5,
    }  # fmt: skip
    assert {card.id: card.fields["beside"] for card in CARDS if card.fields["beside"]} == {
        "mine": 1,
        "car": 1,
    }
    assert [card.fields["height"] for card in of_kind("wall")] == [5, 6]
    assert [card.fields["depth"] for card in of_kind("pit")] == [1, 2]
    assert [card.fields["limit"] for card in of_kind("net") + of_kind("boss")] == [6, 3]
    assert (FACTS["boss"]["orders"], FACTS["dog"]["move"], FACTS["terror"]) == (3, 3, 1)


def test_the_signs_of_the_cards():
    """Z1-05, Z1-06, Z1-23: a star or a hash on each, the target where a free line of fire is needed."""
    assert {term_id(card, "sign") for card in CARDS if card.id != "dawn"} == {"star", "hash"}
    assert {term_id(card, "card") for card in CARDS if term_id(card, "sign") == "hash"} == {
        "zombie", "dog", "boss", "shield", "claws", "wall", "barrier", "napalm", "net", "barrel", "mine", "car", "pit",
    }  # fmt: skip
    aimed = {term_id(card, "card") for card in CARDS if card.fields["line_of_fire"]}
    assert aimed == {"shot", "aimed-shot", "burst", "flamethrower"}


def test_each_card_shows_where_it_acts_in_the_street():
    """A plan of five rows and three lines, or a sign: a hand of cards, an answer that is cancelled, the dawn."""
    for card in CARDS:
        area = card.fields["area"]
        sign = card.fields["hand"] or term_id(card, "card") in {"click", "dawn"}
        assert bool(area) != bool(sign), card.key
        if area:
            assert [len(row) for row in area] == [3] * FACTS["rows"], card.key
            assert set("".join(area)) <= set("-qpxrzb^vhi"), card.key
            assert set("".join(area)) != {"-"}, card.key
    (wall,) = {card.fields["area"] for card in of_kind("wall")}
    assert wall[4] == "---"  # never in the row at the barricade
    (barrel,) = {card.fields["area"] for card in of_kind("barrel")}
    assert barrel[4] == "qpq"  # starts there


def test_the_backs_tell_the_decks_apart():
    """Z1-03: a zombie on the one, blue the other."""
    assert {(card.set_id, card.back) for card in CARDS} == {
        ("zombies", "zombie-back"),
        ("humans", "blue-back"),
    }
    colour = GAME.vocabularies["side"].terms["humans"].colour
    assert colour.blue > max(colour.red, colour.green)


def test_a_number_in_a_text_is_that_of_its_card():
    for card in CARDS:
        for field in ("power", "height", "limit", "depth"):
            value = card.fields[field]
            if value and value > 1:
                assert str(value) in wording(card, "text"), card.key


def test_dawn_comes_between_the_tenth_and_the_thirty_seventh_turn():
    """Z1-27: played out with a player who keeps nothing, and with one who keeps all that he may."""
    for kept, turn_of_dawn in ((0, 10), (3, 37)):
        drawn, hand, turn = 0, 0, 0
        while drawn < FACTS["deck"]:
            turn += 1
            drawn += min(FACTS["draw_to"] - hand, FACTS["deck"] - drawn)
            hand = kept
        assert turn == turn_of_dawn


def test_the_example_of_the_wall_is_true():
    """Z1-17, Z1-18: zombies of 2 and 4 exist, and together climb the wall of 6."""
    strengths = {card.fields["strength"] for card in of_kind("zombie")}
    assert {2, 4} <= strengths
    assert 2 + 4 >= max(FACTS["wall"]) == 6


@pytest.mark.parametrize(
    ("name", "value", "claims"),
    [
        ("deck", 39, {"Z1-01", "Z1-02"}),
        ("last_card", "boss", {"Z1-04"}),
        ("lines", ("A", "B"), {"Z1-19", "Z1-22"}),
        ("rows", 6, {"Z1-19"}),
        ("draw_to", 5, {"Z1-20", "Z1-27"}),
        ("discard", 2, {"Z1-20", "Z1-27"}),
        ("max_move", 3, {"Z1-21"}),
    ],
)
def test_a_changed_number_is_noticed(name, value, claims):
    assert set(failed(with_fact(GAME, name, value))) == claims


@pytest.mark.parametrize(
    ("key", "fields", "claims"),
    [
        ("zombies/zombie-3", {"strength": 2}, {"Z1-08", "strengths"}),
        ("zombies/zombie-2", {"endurance": None}, {"Z1-07", "Z1-08"}),
        ("zombies/dog", {"strength": 1}, {"Z1-08"}),
        ("zombies/boss", {"limit": 4}, {"Z1-16"}),
        ("humans/shot", {"line_of_fire": False}, {"Z1-23"}),
        ("humans/sniper", {"line_of_fire": True}, {"Z1-23"}),
        ("humans/mine", {"beside": 2}, {"Z1-15"}),
        ("humans/flamethrower", {"power": 4}, {"Z1-15"}),
        ("humans/petrol", {"power": 5}, {"Z1-15"}),
        ("humans/wall-6", {"height": 7}, {"Z1-13"}),
        ("humans/pit-2", {"depth": 3}, {"Z1-14"}),
        ("humans/aimed-shot", {"power": 3}, {"Z1-12"}),
        ("humans/street-fire", {"lines": ("A", "B", "C")}, {"Z1-22"}),
        ("humans/grenade", {"printed": 3}, {"Z1-02"}),
        ("street/row-3", {"row": 2}, {"Z1-19"}),
    ],
)
def test_a_changed_card_is_noticed(key, fields, claims):
    assert set(failed(with_fields(GAME, key, **fields))) == claims


def test_the_fonts_of_the_game_are_credited(built_game):
    """They lie in the game's own folder, beside their licence; the sheet names both."""
    document = pypdfium2.PdfDocument(built_game("zombiaki").folder / "fr" / "regles.pdf")
    text = " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())
    document.close()
    assert "Bangers, Barlow, Barlow Condensed, Barlow Semi Condensed, Comic Neue, Creepster (OFL-1.1)" in text
    for family in ("bangers", "comic-neue", "creepster"):
        licence = ROOT / "data" / "zombiaki" / "fonts" / family / "OFL.txt"
        assert "SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8")
