from __future__ import annotations

import re
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.rules import ExpressionFault
from pnp.rules.helper import FILTERS, HELPERS
from tests.rules.sample import value

EXAMPLES: dict[str, list[tuple[str, Any]]] = {
    "len": [("len(cards)", 4), ("len(facts.target)", 3), ("len('čaj')", 3), ("len({1, 1, 2})", 2), ("len(sets.weapons)", 5)],
    "sum": [("sum([1, 2.5])", 3.5), ("sum([])", 0), ("sum(c.copies for c in cards)", 20), ("sum([1], 5)", 6)],
    "min": [("min(players)", 2), ("min(3, 1, 2)", 1), ("min([], default=9)", 9), ("min(['b', 'a'])", "a")],
    "max": [("max(facts.rows)", 5), ("max([1, 2], [1, 3])", [1, 3])],
    "abs": [("abs(-3)", 3)],
    "round": [("round(2.5)", 2), ("round(2.345, 1)", 2.3), ("round(7)", 7)],
    "ceil": [("ceil(40 / 4)", 10), ("ceil(4.1)", 5)],
    "floor": [("floor(4.9)", 4), ("floor(-0.5)", -1)],
    "sorted": [("sorted([3, 1, 2])", [1, 2, 3]), ("sorted(['b', 'a'], reverse=True)", ["b", "a"])],
    "set": [("set([1, 1, 2]) == {2, 1}", True), ("list(set(['b', 'a', 'b']))", ["b", "a"])],
    "list": [("list(range(3))", [0, 1, 2]), ("list({'a': 1})", ["a"])],
    "any": [("any(c.spell for c in cards)", True), ("any([])", False)],
    "all": [("all(c.pile for c in cards)", True), ("all(c.weapon for c in cards)", False), ("all([])", True)],
    "range": [("list(range(1, 6, 2))", [1, 3, 5]), ("2 in range(3)", True), ("list(range(3, 0, -1))", [3, 2, 1])],
    "zip": [("zip([1, 2], ['a', 'b', 'c'])", [[1, "a"], [2, "b"]])],
    "enumerate": [("[i * x for i, x in enumerate([5, 6], 1)]", [5, 12])],
    "keys": [("keys(facts.target)", [2, 3, 4])],
    "values": [("values(facts.target)", [10, 8, 7])],
    "items": [("[k + v for k, v in items(facts.target)]", [12, 11, 11])],
    "largest": [("largest([3, 9, 5], 2)", [9, 5]), ("largest([1], 5)", [1]), ("sum(largest(facts.rows, 2))", 8)],
    "n": [("n(cards)", 20), ("n(sets.weapons)", 20), ("n(tiles) + n(boards)", 9), ("n([])", 0), ("n(c for c in cards if not c.weapon)", 2)],
    "count": [
        ("count(cards, weapon='bow')", 10),
        ("count(cards, weapon=terms.bow, spell=None)", 9),
        ("count(tiles, weapons='sword')", 6),
        ("count(tiles, weapons=['bow', 'sword'])", 6),
        ("count(cards)", 20),
    ],
    "every": [("every(cards, spell=None)", False), ("every(tiles, kind='tile')", True), ("every(sets.weapons, weapon='sword')", False)],
    "distinct": [("distinct(cards, 'weapon') == {'sword', 'bow'}", True), ("len(distinct(tiles, 'weapons'))", 2)],
    "copies_by": [
        ("copies_by(cards, 'pile') == {'bow': 10, 'sword': 10}", True),
        ("copies_by(tiles, 'weapons') == {'bow': 8, 'sword': 6}", True),
        ("copies_by(cards, 'weapon').bow", 10),
    ],
    "comb": [("comb(5, 2)", 10), ("comb(2, 5)", 0)],
    "chance": [("round(chance(2, 9, 18), 4)", 0.7647), ("chance(3, 0, 10)", 0), ("chance(10, 1, 10)", 1), ("chance(2, 2, 4, at_least=2)", 1 / 6)],
    "row_offsets": [("row_offsets([3, 5, 7, 9, 7, 5, 3])", [3, 2, 1, 0, 1, 2, 3])],
    "unreachable_share": [
        ("unreachable_share(tiles, rows=[1, 3, 5], kind='tile', edges='rock', seeds=20)", 0),
        ("unreachable_share(tiles, rows=[1, 1], kind='tile', edges='rock', blocked=['plain'], turn=False)", 0),
    ],
    "turned_share": [("0 < turned_share(tiles, rows=[1, 3, 5], kind='tile', edges='rock', seeds=200) < 1", True)],
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_helper_gives_what_its_line_says(name: str) -> None:
    for source, expected in EXAMPLES[name]:
        assert value(source) == expected, source


def test_every_helper_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(HELPERS)


def test_the_usage_names_the_helper() -> None:
    for name, entry in {**HELPERS, **FILTERS}.items():
        assert re.match(rf"{name}\b", entry.usage), name
        assert entry.gives, name
        assert not entry.gives.endswith("."), name


@pytest.mark.parametrize(
    "source",
    [
        "len(3)", "sum(3)", "min(1, 'a')", "max([None])", "abs('a')", "round('a')", "round(1, 99)", "round(1, -1)", "ceil(None)",
        "sorted([1, 'a'])", "sorted([{}])", "set(3)", "list(3)", "range('a')", "range()", "range(1, 2, 0)", "zip(3)", "enumerate(3)",
        "enumerate([], 'a')", "keys([])", "values(3)", "items('a')", "largest([1], -1)", "largest([1], 'a')", "n(3)", "count([1])",
        "every([1], a=2)", "distinct(cards, 3)", "distinct(cards, 'nope')", "copies_by(3, 'a')", "comb(-1, 2)", "comb(2.5, 1)",
        "chance(5, 1, 3)", "chance(1, 5, 3)", "chance(True, 1, 2)", "row_offsets([1, 2])", "row_offsets([])", "row_offsets(['a'])",
        "unreachable_share(tiles)", "unreachable_share(tiles, rows=[99])", "unreachable_share(tiles, rows=[1], sides='rock')",
        "unreachable_share(tiles, rows=[3], kind='tile', edges='rock', fixed=['castle'])",
        "unreachable_share(tiles, rows=[3], kind='tile', edges='rock', fixed=['start', 'start'])",
        "unreachable_share(tiles, rows=[3], kind='tile', edges='weapons')", "unreachable_share(tiles, rows=[3], seeds=0)",
        "turned_share(tiles, rows=[3], kind='tile', edges='nope')", "min([], defolt=1)",
    ],
)  # fmt: skip
def test_a_helper_refuses_what_it_cannot_take(source: str) -> None:
    with pytest.raises(ExpressionFault) as caught:
        value(source)
    assert caught.value.code in ("X112", "X120")


@pytest.mark.parametrize(
    ("hits", "found"), [("60", "60"), ("-1", "-1"), ("1.5", "1.5"), ("True", "a flag"), ("'a'", "a text")]
)
def test_a_number_out_of_bounds_is_reported_with_the_number(hits: str, found: str) -> None:
    with pytest.raises(ExpressionFault) as caught:
        value(f"chance(5, {hits}, 54)")
    assert str(caught.value) == f"'hits' must be a whole number from 0 to 54, not {found}"


def test_a_fixed_tile_lies_in_the_middle_row_or_where_it_is_put() -> None:
    plan = "rows=[1, 3, 1], kind='tile', edges='rock', seeds=5"
    assert value(f"unreachable_share(tiles, {plan}, fixed=['start'])") == 0
    assert value(f"unreachable_share(tiles, {plan}, fixed={{1: 'start'}})") == 0
    assert value(f"unreachable_share(tiles, {plan}, fixed=['start'], blocked=['start'], turn=False)") == 1


@given(st.integers(0, 8), st.integers(0, 12), st.integers(1, 12))
def test_chances_of_all_numbers_of_hits_sum_to_one(draws: int, hits: int, total: int) -> None:
    draws, hits = min(draws, total), min(hits, total)
    exactly = [
        value(
            f"chance({draws}, {hits}, {total}, at_least={k}) - chance({draws}, {hits}, {total}, at_least={k + 1})"
        )
        for k in range(draws + 1)
    ]
    assert sum(exactly) == pytest.approx(1)
    missed = comb(total - hits, draws) / comb(total, draws)
    assert exactly[0] == pytest.approx(missed)


@given(st.lists(st.integers(-5, 5), max_size=8))
def test_counting_helpers_agree_with_python(numbers: list[int]) -> None:
    assert value("sorted(x)", x=numbers) == sorted(numbers)
    assert value("sum(x)", x=numbers) == sum(numbers)
    assert value("len(set(x))", x=numbers) == len(set(numbers))
    assert value("max(x, default=0)", x=numbers) == max(numbers, default=0)
