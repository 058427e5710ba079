"""Zombiaki II: its box, the numbers of its rulebook, what its cards say, and what its claims notice."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pnp.model import Text
from pnp.rules import fill, game_scope, piece_scope
from tests.games.box import failed, load, term_id, with_fact, with_fields

GAME = load("zombiaki2")
FACTS = {name: fact.value for name, fact in GAME.facts.items()}
PIECES = [piece for piece in GAME.pieces() if piece.copies]
CARDS = [piece for piece in PIECES if piece.kind == "card"]


def wording(piece, field: str) -> str:
    value = piece.fields[field]
    assert isinstance(value, Text)
    return fill(value, piece_scope(piece, game_scope(GAME)), "pl").text


def named(name: str):
    return next(piece for piece in CARDS if wording(piece, "name") == name)


def test_the_box_holds_what_the_component_list_says():
    """Z2-01, Z2-02, Z2-03, Z2-04: 40 + 40 + 5 + 1 + 1 = 87 cards, two aids, forty markers."""
    kinds = Counter()
    for piece in PIECES:
        kinds[piece.kind] += piece.copies
    assert kinds == {"card": 80, "board": 7, "aid": 2, "token": 40}
    assert {each.id: each.total for each in GAME.sets if each.total} == {
        "zombies": 40, "humans": 40, "street": 7, "turn": 2, "wounds": 40,
    }  # fmt: skip
    places = Counter(term_id(piece, "place") for piece in PIECES if piece.set_id == "street")
    assert places == {"street": 5, "barricade": 1, "cemetery": 1}


def test_every_claim_is_there_and_holds():
    assert [name for name in GAME.claims if name.startswith("Z2")] == [f"Z2-{n:02}" for n in range(1, 29)]
    assert failed(GAME) == []
    assert {claim.id for claim in GAME.claims.values() if claim.severity == "warning"} == {"Z2-11", "Z2-28"}


def test_the_decks_are_made_of_these_cards():
    """Z2-05, Z2-25, Z2-28: names and copies; each card prints how many there are of it."""
    decks = {
        deck: {wording(card, "name"): card.copies for card in CARDS if card.set_id == deck}
        for deck in ("zombies", "humans")
    }
    assert decks == {
        "zombies": {
            "Chuchro": 4, "Durak": 4, "Griszka": 2, "Sasza": 4, "Gieroj": 2, "Władek": 2, "Misza": 2, "Stiopa": 2,
            "Olimpijczyk": 1, "Mamka": 1, "Gniazdo": 1, "Zakładnik": 3, "Kilof": 2, "Kasparow": 1, "Sterydy": 2,
            "Zaraza": 1, "Głód": 2, "Terror": 1, "Klik": 2, "Świt": 1,
        },
        "humans": {
            "Strzał": 8, "Strzał II": 4, "Seria": 2, "Snajper": 1, "Wybuchowa pułapka": 3, "Zasieki": 3, "Kamaz": 1,
            "Trabant": 2, "Trolejbus": 1, "Zawalony budynek": 1, "Granat": 1, "Ulica w ogniu": 2, "Łańcuchy": 2,
            "Reflektor": 1, "Wynocha!": 1, "Krew": 2, "Mur": 2, "Zmiataj!": 1, "Miotacz": 1, "220 V": 1,
        },
    }  # fmt: skip
    assert all(card.fields["printed"] == card.copies for card in CARDS)


def test_strength_belongs_to_zombies():
    """Z2-12, Z2-13, Z2-18, Z2-19: who is strong, who walks sideways, who does not walk."""
    walkers = [card for card in CARDS if card.fields["walker"]]
    assert {wording(card, "name"): card.fields["strength"] for card in walkers} == {
        "Chuchro": 1, "Durak": 2, "Griszka": 2, "Sasza": 3, "Gieroj": 4, "Władek": 4, "Misza": 3, "Stiopa": 2,
        "Olimpijczyk": 3, "Mamka": 3, "Gniazdo": 4,
    }  # fmt: skip
    assert sum(card.copies for card in walkers) == 25
    assert {wording(card, "name") for card in CARDS if card.fields["sideways"]} == {
        "Władek",
        "Misza",
        "Stiopa",
    }
    assert {wording(card, "name") for card in walkers if card.fields["move"] == 0} == {"Mamka", "Gniazdo"}


def test_wounds_are_told_by_the_sign_and_by_the_words():
    """Z2-14, Z2-15, Z2-16: a number, a variable or annihilation; a number stands in the text as well."""
    assert named("Strzał II").fields["wounds"] == 2
    assert (
        wording(named("Strzał II"), "text") == "Wybierz tor. Zadaj 2 rany zombiakowi na wolnej linii strzału."
    )
    for card in CARDS:
        wounds = card.fields["wounds"]
        assert (wounds is not None) == (term_id(card, "wounding") == "counted"), card.key
        if wounds is not None:
            assert card.set_id == "humans"
            assert re.search(rf"\b{wounds} (ranę|rany|ran)\b", wording(card, "text")), card.key


def test_markers_are_enough_for_the_worst_board():
    """Z2-24: fifteen strongest zombies one wound short of death take 33 of the forty, two walls two more."""
    wounds = sorted(
        (card.fields["strength"] - 1 for card in CARDS if card.fields["walker"] for _ in range(card.copies)),
        reverse=True,
    )
    assert sum(wounds[:15]) == 33
    assert FACTS["wound_markers"] == 40 >= 33 + 2 * (FACTS["wall"] - 1)


def test_the_numbers_of_the_rulebook():
    """Z2-06, Z2-08, Z2-09, Z2-21, Z2-22, Z2-23, Z2-26, Z2-27: restated, so that no fact changes by mistake.

    X-01, X-02: what this game and its sister must agree on, or number the other way round.
    """
    assert GAME.players == (2,)
    assert FACTS["zombie_deck"] == FACTS["human_deck"] == 40
    assert (FACTS["dawn_cards"], FACTS["shuffled"], FACTS["first"]) == (1, 39, "zombies")
    assert (FACTS["lanes"], FACTS["streets"], FACTS["fields"]) == (3, 5, 15)
    assert (FACTS["entry_street"], FACTS["last_street"]) == (5, 1)
    assert (FACTS["draw_to"], FACTS["discard"], FACTS["usable"], FACTS["uses"]) == (4, 1, 3, 3)
    assert (FACTS["steps"], FACTS["scopes"], FACTS["per_field"], FACTS["discard_piles"]) == (5, 5, 1, 2)
    assert (FACTS["dawn_first"], FACTS["dawn_last"]) == (10, 37)


def test_dawn_comes_between_the_tenth_and_the_thirty_seventh_turn():
    """Z2-23: played out with a player who keeps nothing, and with one who keeps all that he may."""
    for kept, turn_of_dawn in ((0, 10), (3, 37)):
        drawn, hand, turn = 0, 0, 0
        while drawn < 40:
            turn += 1
            new = min(4 - hand, 40 - drawn)
            drawn += new
            hand = kept
        assert turn == turn_of_dawn


def test_the_backs_tell_the_decks_apart():
    """Z2-07: one back a deck, so that nobody knows what comes."""
    assert {card.set_id: card.back for card in CARDS} == {"zombies": "zombies-back", "humans": "humans-back"}
    assert len({(card.set_id, card.back) for card in CARDS}) == 2


@pytest.mark.parametrize(
    ("name", "value", "claims"),
    [
        ("zombie_deck", 39, {"Z2-01", "Z2-25"}),
        ("shuffled", 40, {"Z2-06"}),
        ("all_cards", 85, {"Z2-04"}),
        ("streets", 6, {"Z2-08"}),
        ("entry_street", 1, {"Z2-09"}),
        ("draw_to", 5, {"Z2-21", "Z2-23"}),
        ("first", "humans", {"Z2-27"}),
        ("scopes", 6, {"Z2-11"}),
        ("wall", 9, {"Z2-24"}),
    ],
)
def test_a_changed_number_is_noticed(name, value, claims):
    assert set(failed(with_fact(GAME, name, value))) == claims


@pytest.mark.parametrize(
    ("key", "fields", "claims"),
    [
        ("zombies/zakladnik", {"strength": 1}, {"Z2-12"}),
        ("zombies/durak", {"strength": None}, {"Z2-12", "Z2-24", "strengths"}),
        ("zombies/durak", {"sideways": True}, {"Z2-18"}),
        ("zombies/durak", {"move": 0}, {"Z2-19", "strengths"}),
        ("zombies/durak", {"overlay": True}, {"Z2-26"}),
        ("zombies/klik", {"bottom": True}, {"Z2-06"}),
        ("zombies/klik", {"needs": True}, {"Z2-17"}),
        ("humans/strzal-ii", {"wounds": 3}, {"Z2-14", "wounds"}),
        ("humans/strzal-ii", {"wounds": None}, {"Z2-14", "Z2-15", "wounds"}),
        ("humans/strzal", {"text": Text("Zadaj ranę.", named("Strzał").fields["text"].origin)}, {"Z2-16", "free-line"}),
        ("humans/trabant", {"move": 0}, {"Z2-20", "wounds"}),
        ("humans/granat", {"printed": 2}, {"Z2-25"}),
        ("street/street-3", {"number": 4}, {"Z2-08"}),
        ("turn/humans", {"order": 1}, {"Z2-27"}),
    ],
)  # fmt: skip
def test_a_changed_card_is_noticed(key, fields, claims):
    assert set(failed(with_fields(GAME, key, **fields))) == claims
