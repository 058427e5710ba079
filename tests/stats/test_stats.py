"""Counts, odds and hands."""

from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.load import load_game
from pnp.stats import at_least_one, count_set, deal, percent
from tests.cases.made import write

DOOM = Path(__file__).parents[2] / "data" / "doom"


@pytest.fixture(scope="module")
def weapons():
    game = load_game(DOOM).game
    return next(each for each in game.sets if each.id == "weapons")


@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 9))
def test_odds_are_those_of_counting_all_hands(draws, hits, total):
    hits = min(hits, total)
    drawn = min(draws, total)
    hands = list(combinations(range(total), drawn))
    good = sum(any(card < hits for card in hand) for hand in hands)
    assert at_least_one(draws, hits, total) == pytest.approx(good / comb(total, drawn))


def test_a_hand_that_nearly_always_has_one_was_said_to_have_it_for_certain():
    assert percent(at_least_one(10, 20, 52)) == "99%"  # 99.6
    assert percent(at_least_one(1, 1, 900)) == "1%"
    assert [percent(share) for share in (0.0, 0.384, 1.0)] == ["0%", "38%", "100%"]


def test_a_deck_is_counted_by_copies(weapons):
    (count,) = count_set(weapons, 2)
    fields = {field.name: {value.value: value.copies for value in field.values} for field in count.fields}
    assert (count.copies, count.unique) == (72, 44)
    assert fields["pile"] == {"bow": 18, "sword": 18, "club": 18, "spear": 18}
    assert fields["weapon"] == {"bow": 16, "sword": 16, "club": 16, "spear": 16, "–": 8}
    assert fields["spell"] == {"–": 56, "hardened": 4, "teleport": 4, "lure": 4, "berserk": 4}


def test_a_deck_parted_by_its_piles(weapons):
    bow, *others = count_set(weapons, 2, "pile")
    assert [bow.part, len(others)] == ["pile = bow", 3]
    weapon = next(field for field in bow.fields if field.name == "weapon")
    own = weapon.values[0]
    assert (own.value, own.copies) == ("bow", 13)
    assert own.odds == pytest.approx(1 - comb(5, 2) / comb(18, 2))
    assert sum(value.share for value in weapon.values) == pytest.approx(1)


@given(
    st.lists(
        st.tuples(st.integers(-9, 9) | st.integers(1_234_567, 1_234_570), st.integers(1, 4)),
        min_size=2,
        max_size=9,
        unique_by=lambda pair: pair[0],
    )
)
def test_mean_and_median_are_those_of_all_copies(costs):
    entries = "".join(
        f"  p{at}: {{name: P, cost: {cost}, copies: {copies}}}\n" for at, (cost, copies) in enumerate(costs)
    )
    with TemporaryDirectory() as folder:
        deck = f"kind: card\nfields: {{cost: 'number? -9..9999999'}}\npieces:\n  none: {{name: N, copies: 3}}\n{entries}"
        write(Path(folder), {"cards/deck.yaml": deck})
        (count,) = count_set(load_game(Path(folder)).game.sets[0], 5)
    (field,) = count.fields
    every = [cost for cost, copies in costs for _ in range(copies)]
    assert field.mean == pytest.approx(fmean(every))
    assert field.median == median(every)
    assert field.middle == f"mean {fmean(every):.1f}, median {median(every)}".removesuffix(".0")


def test_one_number_has_no_mean(weapons):
    quests = next(each for each in load_game(DOOM).game.sets if each.id == "quests")
    fields = {field.name: field for field in count_set(quests, 5)[0].fields}
    assert (fields["value"].mean, fields["same"].middle, fields["north"].middle) == (None, "", "")


def test_a_set_without_the_field_stays_whole(weapons):
    assert [count.part for count in count_set(weapons, 2, "nothing")] == [""]


def test_equal_seeds_deal_equal_hands_and_no_card_twice(weapons):
    hands = deal(weapons.pieces, 5, 4, seed=7)
    assert hands == deal(weapons.pieces, 5, 4, seed=7)
    assert hands != deal(weapons.pieces, 5, 4, seed=8)
    dealt = Counter(piece.key for hand in hands for piece in hand)
    copies = {piece.key: piece.copies for piece in weapons.pieces}
    assert all(number <= copies[key] for key, number in dealt.items())


def test_a_deck_that_runs_out_deals_all_it_has(weapons):
    hands = deal(weapons.pieces, 60, 2, seed=1)
    assert sum(len(hand) for hand in hands) == 72


def test_a_deck_parted_by_its_words_is_named_by_the_words(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text("name: Ants\n", encoding="utf-8")
    deck = """\
kind: card
fields: {motto: text?, tags: list?}
pieces:
  worker: {motto: Dig and dig., tags: [small, quick], copies: 6}
  soldier: {tags: [small], copies: 3}
"""
    (tmp_path / "cards/ants.yaml").write_text(deck, encoding="utf-8")
    (ants,) = load_game(tmp_path).game.sets
    assert [count.part for count in count_set(ants, 2, "motto")] == ["motto = Dig and dig.", "motto = –"]
    assert [(count.part, count.copies) for count in count_set(ants, 2, "tags")] == [
        ("tags = small", 9),
        ("tags = quick", 6),
    ]


def test_numbers_stand_in_their_order_so_that_costs_make_a_curve(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text("name: Ants\n", encoding="utf-8")
    pieces = "{a: {cost: 10}, b: {cost: 2, copies: 3}, c: {}, d: {cost: -1}, e: {cost: 10}}"
    (tmp_path / "cards/ants.yaml").write_text(
        f"kind: card\nfields: {{cost: number?}}\npieces: {pieces}\n", encoding="utf-8"
    )
    (ants,) = load_game(tmp_path).game.sets
    (count,) = count_set(ants, 2)
    assert [(value.value, value.copies) for value in count.fields[0].values] == [
        ("-1", 1),
        ("2", 3),
        ("10", 2),
        ("–", 1),
    ]
    parts = [count.part for count in count_set(ants, 2, "cost")]
    assert parts == ["cost = -1", "cost = 2", "cost = 10", "cost = –"]
