"""Zombie Country: its box, the numbers of its rulebook, and what its claims notice."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from pnp.i18n import read_catalogue
from pnp.model import Game, Piece
from pnp.rules import fill, game_scope, piece_scope
from tests.games.box import ROOT, failed, load, with_fact

GAME = load("country")
FACTS = {name: fact.value for name, fact in GAME.facts.items()}
PIECES = [piece for piece in GAME.pieces() if piece.copies]
BY_KEY = {piece.key: piece for piece in PIECES}


def of(set_id: str) -> list[Piece]:
    """The printed pieces of a set."""
    return [piece for piece in PIECES if piece.set_id == set_id]


def wording(piece: Piece, field: str) -> str:
    return fill(piece.fields[field], piece_scope(piece, game_scope(GAME)), "cs").text


def with_field(game: Game, key: str, name: str, value: Any) -> Game:
    """The game with another value in one field of a piece."""

    def changed(piece: Piece) -> Piece:
        return replace(piece, fields={**piece.fields, name: value}) if piece.key == key else piece

    sets = [replace(each, pieces=tuple(map(changed, each.pieces))) for each in game.sets]
    return replace(game, sets=tuple(sets))


def term(vocabulary: str, name: str) -> Any:
    return GAME.vocabularies[vocabulary].terms[name]


def test_the_box_holds_what_the_component_list_says():
    kinds = Counter()
    for piece in PIECES:
        kinds[piece.kind] += piece.copies
    assert kinds == {"card": 177, "aid": 12, "token": 139, "standee": 4, "board": 1}
    assert {each.id: each.total for each in GAME.sets if each.total} == {
        "events": 43, "special-events": 11, "buildings": 14, "annexes": 18, "items": 54, "enemies": 9, "characters": 4,
        "actions": 16, "special-actions": 8, "aids": 12, "small": 61, "hordes": 52, "large": 8, "plates": 18,
        "dusk-track": 1, "figures": 4,
    }  # fmt: skip


def test_the_pieces_come_in_the_sizes_of_the_component_list():
    sizes = {(each.kind, each.size.width.mm, each.size.height.mm) for each in GAME.sets if each.total}
    assert sizes == {
        ("card", 63, 88), ("card", 57, 88), ("card", 105, 148), ("aid", 63, 88), ("board", 88, 63), ("standee", 25, 112),
        ("token", 15, 15), ("token", 25, 25), ("token", 20, 20),
    }  # fmt: skip


def test_every_claim_is_there_and_holds():
    assert [name for name in GAME.claims if re.match("ZC", name)] == [f"ZC-{n:02}" for n in range(1, 47)]
    assert failed(GAME) == []
    warnings = {claim.id for claim in GAME.claims.values() if claim.severity == "warning"}
    assert warnings == {"ZC-23", "ZC-45"}


def test_numbers_that_the_rulebook_states():
    """ZC-01, ZC-03, ZC-10, ZC-15, ZC-22, ZC-24, ZC-36, ZC-37, ZC-43, ZC-45."""
    stated = {
        "stack": ("z", "y", "x"), "active": 3, "entrances": 2, "volume_max": 6, "stamina_max": 10, "enemy_limit": 2,
        "capacity": 6, "overload": 1, "overload_stamina": 1, "hear": 3, "approach": 1, "deck_zone": 5, "city_cards": 20,
        "city_height": 4, "deck_zone_height": 2, "cost": {"extra": 1, "cancel": 2, "add": 3}, "free_actions": 1,
        "small_crafts": {"coordination": 1, "crafting": 3}, "empty_below": 3, "empty_roll": 1, "defences": 1, "hit": 1,
        "strong_hit": 2, "strong_margin": 3, "enemy_hit": 1, "kept_wound": 1, "win_large": 1, "win_small": 3,
        "draw_food": 2, "dusk_stages": ("z", "z", "y"), "dusk_step": 1, "quieter": 1, "hit_volume": 1, "fight_volume": 1,
        "slots": ("x", "y", "z"), "round_steps": 6, "categories": 8, "event_draw": 1, "first_actions": 1,
        "unique": 1, "walk": 1, "weapons": 1,
    }  # fmt: skip
    assert {name: value for name, value in FACTS.items() if GAME.facts[name].source} == stated


def test_everything_else_is_said_to_be_the_designers_own():
    assert {name for name, fact in GAME.facts.items() if fact.assumed} == {
        "dusk_steps", "howler_volume", "seats", "die", "dice", "event_cards", "special_events", "small_city", "playing", "buildings", "annexes", "item_cards",
        "enemy_cards", "action_cards", "special_cards", "wounds", "rounds_of_ammunition", "empties", "doors", "hordes",
    }  # fmt: skip


def test_enemies_that_the_rulebook_names():
    """ZC-11, ZC-12: who begins in which slot, in which colour, and how fast the wolf is."""
    ranks = GAME.vocabularies["rank"].terms.values()
    assert [(r.name.source, r.data["paint"].name.source, r.data["start"].name.source) for r in ranks] == [
        ("X", "bílá", "Líná Zombice"),
        ("Y", "žlutá", "Zombice"),
        ("Z", "červená", "Raubíř"),
    ]
    assert BY_KEY["enemies/wolf"].fields["speed"].data["mark"].source == "+"


def test_the_eight_categories_and_their_cards():
    """ZC-26."""
    codes = Counter()
    for item in of("items"):
        codes[item.fields["category"].forms["code"].source] += item.copies
    assert codes == {"j": 9, "JJ": 5, "v": 8, "VV": 5, "z": 9, "ZZ": 6, "m": 8, "MM": 4}


def test_the_search_card_in_full():
    """ZC-30, ZC-31: draw and keep for every total; the mark stands on those below three."""
    card = BY_KEY["aids/search"]
    rows = zip(*(card.fields[name] for name in ("least", "most", "draws", "keeps", "empties")), strict=True)
    found = {
        total: (draw, keep, bool(mark))
        for low, high, draw, keep, mark in rows
        for total in range(low, high + 1)
    }
    assert found[0] == (0, 0, True)
    assert found[2] == (1, 1, True)
    assert found[3] == (2, 1, False)
    assert found[7] == (4, 1, False)
    assert found[11] == (4, 2, False)
    assert set(range(12)) <= set(found)


def test_the_first_deck_hardly_ever_stands_still():
    """ZC-04: none of the first three cards a player adds another one in 2 % of the games at most."""
    stage_x = [piece for piece in of("events") if piece.fields["stage"].id == "x"]
    cards = sum(piece.copies for piece in stage_x)
    adding = sum(piece.copies for piece in stage_x if term("effect", "draw-event") in piece.fields["effects"])
    assert (cards, adding) == (16, 12)
    for players in GAME.players:
        drawn = FACTS["active"] * players
        assert Fraction(comb(cards - adding, drawn), comb(cards, drawn)) <= Fraction(5, 100)


def test_street_cards_agree_with_the_rules_of_streets():
    """ZC-08, ZC-32, ZC-34: annexes for all buildings, parks without a search, sure items that exist."""
    buildings = of("buildings")
    assert sum(b.fields["annexes"] for b in buildings) == sum(a.copies for a in of("annexes")) == 18
    assert [b.id for b in buildings if not b.fields["searchable"]] == ["park"]
    assert any(b.fields["crossroads"] for b in buildings)
    assert any(b.fields["passage"] for b in buildings)
    assert sum(bool(b.fields["blocked"]) for b in buildings) <= FACTS["doors"]


def test_texts_of_events_say_who_and_where():
    assert wording(BY_KEY["events/shadows"], "appears") == "Objevení\nza tebou"
    assert wording(BY_KEY["events/lost-backpack"], "found") == "Přidej předmět\npřed tebou"
    for event in of("events"):
        effects = {effect.id for effect in event.fields["effects"]}
        assert ("appearance" in effects) == (event.fields["group"] is not None), event.key
        assert ("appearance" in effects) == (event.fields["place"] is not None), event.key
        assert ("new-item" in effects) == (event.fields["spot"] is not None), event.key


def test_no_set_is_without_a_total():
    assert [each.id for each in GAME.sets if each.total is None] == []


@pytest.mark.parametrize(
    ("name", "value", "claim"),
    [
        ("active", 5, "ZC-02"), ("active", 2, "ZC-03"), ("city_cards", 40, "ZC-09"), ("entrances", 3, "ZC-10"),
        ("stamina_max", 8, "ZC-15"), ("enemy_limit", 3, "ZC-22"), ("capacity", 5, "ZC-24"), ("win_large", 6, "ZC-27"),
        ("draw_food", 4, "ZC-28"), ("empty_below", 4, "ZC-30"), ("die", 20, "ZC-31"), ("hear", 4, "ZC-37"),
        ("cost", {"extra": 1, "cancel": 2, "add": 2}, "ZC-36"), ("dusk_stages", ("z", "y", "y"), "ZC-43"),
        ("dice", {"k6": 4, "k10": 4}, "ZC-20"), ("deck_zone", 4, "ZC-45"), ("stack", ("x", "y", "z"), "ZC-01"),
    ],
)  # fmt: skip
def test_a_changed_fact_is_noticed(name, value, claim):
    assert claim in failed(with_fact(GAME, name, value))


@pytest.mark.parametrize(
    ("key", "name", "value", "claim"),
    [
        ("items/ladder", "weight", 8, "ZC-25"),
        ("items/revolver", "ammunition", ("ammunition", "none"), "ZC-42"),
        ("items/revolver", "ammo", 40, "ZC-41"),
        ("buildings/park", "searchable", True, "ZC-32"),
        ("buildings/flats", "annexes", 2, "ZC-08"),
        ("enemies/wolf", "speed", ("speed", "swift"), "ZC-12"),
        ("enemies/lazy", "defence", 9, "ZC-13"),
        ("enemies/giant", "defence", 13, "ZC-39"),
        ("characters/doctor", "actions", 6, "ZC-16"),
        ("characters/farmer", "health", 27, "ZC-46"),
        ("actions/universal", "left", ("action", "attack"), "ZC-18"),
        ("aids/round", "steps", (), "ZC-35"),
    ],
)
def test_a_changed_piece_is_noticed(key, name, value, claim):
    found = term(*value) if isinstance(value, tuple) and value else value
    assert claim in failed(with_field(GAME, key, name, found))


def test_vehicles_too_small_for_all_are_noticed():
    smaller = with_field(with_field(GAME, "items/van", "seats", 1), "items/motorbike", "seats", 1)
    assert "ZC-29" in failed(smaller)


@pytest.mark.parametrize("language", ["pl", "fr"])
def test_every_text_has_a_translation(language):
    file = ROOT / "data/country/locale" / f"{language}.po"
    catalogue, faults = read_catalogue(file.read_text("utf-8"), file.name, language)
    assert not faults
    entries = list(catalogue.living())
    assert len(entries) > 550
    assert [entry.source for entry in entries if not entry.usable] == []
