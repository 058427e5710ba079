"""An expression pays for what it makes and for what it looks through."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model import Text
from pnp.rules import Budget, ExpressionFault, evaluate, fill, parse_expression
from pnp.rules.limits import CLAIM_STEPS, LONGEST_TEXT, MOST_FILLED, STEPS
from pnp.rules.value import OrderedSet, plain
from pnp.source import Chunk, Origin, Span
from tests.rules.sample import text

SAFE = 2**61 - 1  # Python hashes whole numbers by their remainder of this prime


def steps_of(source: str) -> int:
    budget = Budget()
    evaluate(parse_expression(source), {}, budget)
    return STEPS - budget.steps


@pytest.mark.parametrize(
    "made",
    [
        lambda n: n,
        float,
        lambda n: [n],
        lambda n: (0, [n, n]),
        lambda n: {n: 1},
        lambda n: OrderedSet([plain(n, Budget()), 1]),
    ],
    ids=["numbers", "floats", "lists", "nested", "mappings", "sets"],
)
def test_numbers_chosen_to_collide_do_not_make_sets_quadratic(made):
    """Python hashes whole numbers by their remainder, lists by a formula that can be turned round: neither is ours."""
    values = [plain(made(i * SAFE), Budget(10_000)) for i in range(500)]
    assert len({hash(value) for value in values}) == 500


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (f"{{{SAFE}, {SAFE} + 0.0, 0}}", 3),  # a float of 53 bits is another number
        ("{2 ** 70, 2.0 ** 70, 2 ** 70 + 1}", 2),
        ("{1, 1.0, True}", 1),
        ("{[2 ** 70, 'a'], [2.0 ** 70, 'a']}", 1),
        ("{{2 ** 70, 1}, {1, 2.0 ** 70}}", 1),
    ],
)
def test_large_numbers_are_equal_in_sets_as_outside_of_them(source, expected):
    assert evaluate(parse_expression(f"len({source})"), {}) == expected


def test_looking_for_a_text_in_another_costs_by_its_length():
    long = steps_of("('a' * 10000 + 'b') in ('a' * 19999)") - steps_of("('a' * 10000 + 'b', 'a' * 19999)")
    assert long > (10_000 + 19_999) // 16


def test_comparing_long_texts_costs_by_their_length():
    long = steps_of("('a' * 19000) == ('a' * 19000)") - steps_of("('a' * 19000, 'a' * 19000)")
    assert long >= 2 * (19_000 // 16)


def test_joining_more_than_a_text_may_hold_is_refused_before_it_is_made():
    source = f"['a' * {LONGEST_TEXT} for i in range(300)] | join('')"
    tracemalloc.start()
    with pytest.raises(ExpressionFault, match="longer than"):
        evaluate(parse_expression(source), {}, Budget(20_000_000))
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_a_text_that_prints_a_long_fact_many_times_is_refused():
    scope = {"a": text("x" * 19_000)}
    fits = fill(text("{{ a }}" * (MOST_FILLED // 19_000)), scope, "en")
    assert not fits.diagnostics
    found = fill(text("{{ a }} " * 2_500), scope, "en")
    assert len(found.text) <= MOST_FILLED + 2_500
    assert [each.code for each in found.diagnostics] == ["X130"]


def test_a_fact_that_prints_others_many_times_is_refused():
    scope = {"a": text("x" * 19_000), "b": text("{{ a }}" * 3_000)}
    (fault,) = fill(text("{{ b }}"), scope, "en").diagnostics
    assert fault.code == "X130"


def test_lines_of_a_text_with_thousands_of_expressions_are_not_gone_through_for_each():
    class Chunks(tuple[Chunk, ...]):
        def __iter__(self) -> Iterator[Chunk]:
            raise AssertionError("went through all lines")

    source = "{{ a }} b\n" * 50
    lines = Chunks([Chunk(10 * line, line + 1, 1) for line in range(50)])
    filled = fill(Text(source, Origin(Span("a"), lines)), {"a": "xyz"}, "en")
    assert (filled.text, filled.diagnostics) == ("xyz b\n" * 50, ())
    assert [filled.origin.at(6 * line + 4).line for line in range(50)] == list(range(1, 51))


def test_what_an_expression_printed_points_at_its_braces_however_long_it_is():
    filled = fill(text("ab {{ a }} cd"), {"a": "x" * 50}, "en")
    assert {filled.origin.at(3 + at).column for at in range(50)} == {4}
    assert filled.origin.at(3 + 50 + 1).column == 12
    assert len(filled.origin.chunks) == 3


_ATOMS = st.sampled_from(
    ["1", "2 ** 900", "'ab'", "range(300)", "[1, 'a']", "{1: 2}", "'a' * 900", f"{SAFE}"]
)


def _larger(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(parts, parts)
    return st.one_of(
        pair.map(lambda p: f"({p[0]} + {p[1]})"),
        pair.map(lambda p: f"({p[0]} * {p[1]})"),
        pair.map(lambda p: f"[{p[0]}, {p[1]}]"),
        pair.map(lambda p: f"({p[0]} in {p[1]})"),
        pair.map(lambda p: f"({p[0]} == {p[1]})"),
        pair.map(lambda p: f"[[{p[0]}, x] for x in {p[1]}]"),
        pair.map(lambda p: f"{{{p[0]} for x in {p[1]}}}"),
        pair.map(lambda p: f"{{x: {p[0]} for x in {p[1]}}}"),
        parts.map(lambda p: f"({p} | join('-'))"),
        parts.map(lambda p: f"sorted({p})"),
        parts.map(lambda p: f"set({p})"),
        parts.map(lambda p: f"enumerate({p})"),
        parts.map(lambda p: f"zip({p}, {p})"),
        parts.map(lambda p: f"{p}[1:]"),
    )


@given(st.recursive(_ATOMS, _larger, max_leaves=12))
def test_memory_follows_the_steps_that_were_paid(source):
    """A step buys at most 400 bytes, whatever is made of what."""
    try:
        expression = parse_expression(source)
    except ExpressionFault:
        return
    budget = Budget()
    tracemalloc.start()
    try:
        evaluate(expression, {}, budget)
    except ExpressionFault:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    paid = STEPS - max(budget.steps, 0)
    assert peak < 400 * paid + 200_000, (peak, paid)


def test_the_longest_claim_ends_within_ten_seconds():
    budget = Budget(CLAIM_STEPS // 10)
    start = time.thread_time()
    with pytest.raises(ExpressionFault, match="too many steps"):
        evaluate(
            parse_expression(f"sum(len({{i * {SAFE} for i in range(19000)}}) for j in range(100))"),
            {},
            budget,
        )
    assert (time.thread_time() - start) * 10 < 30  # three times, because other work may share the processor
