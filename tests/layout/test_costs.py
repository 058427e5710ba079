"""A layout pays for what it makes and for what it looks through, so time and memory follow the steps that it paid."""

from __future__ import annotations

import re
import time
import tracemalloc
from functools import partial
from typing import NamedTuple
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.layout import Composed, template
from pnp.layout.budget import LayoutBudget
from pnp.layout.limits import STEPS
from tests.laws import examples
from tests.layout.game import codes, composer, game, term, text, words

ROOM = min(STEPS, STEPS * settings().max_examples // 200)
"""Steps that a layout gets here: a quarter of what it gets in a game, and all of them when laws run for long."""
BYTES_A_STEP = 1_000
PLAIN = "<face>{% for i in range(9999) %}{{ i }}{% endfor %}</face>"
MOST = 10
"""A step may take so many times as long as one of ``PLAIN``, measured at the same moment: other programs on the
machine slow both."""
LONG_FACT = "{{ sum(1 for i in range(19000)) }}"


class Cost(NamedTuple):
    """The result of a layout, and what it took."""

    composed: Composed
    steps: int
    seconds: float
    peak: int


def cost(body: str, traced: bool = True) -> Cost:
    of = game(
        {"main": body, "empty": "", "made": "{% for i in range(9000) %}" + "x" * 1_000 + "{% endfor %}"},
        [{"name": text("A name"), "ranks": tuple(term("rank", f"r{n}") for n in range(9))}],
        terms=[term("rank", f"r{n}") for n in range(9)],
        facts={"long": text(LONG_FACT), "words": text("{{ 1 }}" * 900), "big": [2**900, 2**61 - 1, 0]},
    )
    made = composer(of)
    if traced:
        tracemalloc.start()
    start = time.thread_time()
    try:
        with mock.patch.object(template, "LayoutBudget", partial(LayoutBudget, ROOM)):
            composed = made.compose(of.sets[0].pieces[0])
    finally:
        seconds = time.thread_time() - start
        peak = tracemalloc.get_traced_memory()[1] if traced else 0
        tracemalloc.stop()
    return Cost(composed, ROOM - max(made._templates.environment.budget.left, 0), seconds, peak)


def assert_soon(body: str, took: Cost) -> None:
    """A layout took time in proportion to its steps.

    Args:
        body: Of the layout.
        took: What it took while memory was measured, which makes it slower; a long time is measured again.
    """
    for _ in range(3):
        plain = cost(PLAIN, traced=False)
        most = MOST * plain.seconds / plain.steps * took.steps + 0.2
        if took.seconds < most:
            return
        took = cost(body, traced=False)
    assert took.seconds < most


KEPT = "{% set n = namespace(x=0) %}{% set d = range(9000) | list %}{% for i in range(9999) %}{% set n.x = [n.x, VALUE] %}{% endfor %}"
NESTED = "{% set n = namespace(x=1) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}"
VIEWS = "{% set n = namespace(x=1) %}{% for i in range(60) %}{% set n.x = {1: n.x, 2: n.x} %}{% endfor %}"
MANY = "{% for i in range(40000) %}{% set x = VALUE %}{% endfor %}"
SWELLING = {
    "slices without members": KEPT.replace("VALUE", "[] | slice(10000) | list"),
    "batches that are filled up": KEPT.replace("VALUE", "[1] | batch(10000, 0) | list"),
    "copies of a list": KEPT.replace("VALUE", "d[:]"),
    "copies of a text": KEPT.replace("VALUE", "('字' * 40000)[1:]"),
    "copies of a mapping": KEPT.replace("VALUE", "dict(d | batch(2))"),
    "namespaces": KEPT.replace("VALUE", "namespace(d | batch(2))"),
    "cyclers": KEPT.replace("VALUE", "cycler(*d)"),
    "letters of a text": KEPT.replace("VALUE", "('字' * 9000) | list"),
    "words of a text": KEPT.replace("VALUE", "('aa ' * 9000).split()"),
    "sums that double": "{% set n = namespace(x=1) %}{% for i in range(9999) %}{% set n.x = n.x + n.x %}{% endfor %}",
    "differences that double": "{% set n = namespace(x=1) %}{% for i in range(9999) %}{% set n.x = n.x - -n.x %}{% endfor %}",
    "a long number": "{{ 0x" + "f" * 9_000 + " }}",
    "a long number of a text": "{{ ('v' * 49000) | int(0, 32) }}",
    "a namespace printed": NESTED + "<rect x='{{ n }}'/>",
    "a namespace in capitals": NESTED + "{{ n | upper }}",
    "a namespace joined": NESTED + "{{ n ~ '' }}",
    "lists as a replacement": NESTED + "{{ 'a' | replace('a', n.x) }}",
    "lists that changed": NESTED + "{% for i in [1, 2] %}{{ loop.changed(n.x) }}{% endfor %}",
    "lists of lists in order": NESTED + "{{ [n.x, n.x] | sort }}{{ [n.x, n.x] | max }}",
    "mappings compared": VIEWS + "{{ n.x.items() == n.x.items() }}",
    "a fraction in a range": MANY.replace("VALUE", "1.5 in range(99999)"),
    "letters that are stripped": MANY.replace("VALUE", "('a' * 9000).strip('字' * 9000 ~ 'a')"),
    "letters that are trimmed": MANY.replace("VALUE", "('a' * 9000) | trim('字' * 9000 ~ 'a')"),
    "places of a number": MANY.replace("VALUE", "10 | round(9999, 'ceil')"),
    "members of members": MANY.replace("VALUE", "[piece] | map(attribute='a.' * 9000) | list"),
    "a text of expressions": MANY.replace("VALUE", "facts.words"),
    "names for an included file": "".join(f"{{% set a{n} = 1 %}}" for n in range(900))
    + "{% for i in range(40000) %}{% include 'empty' %}{% endfor %}",
    "files that do not exist": "{% set d = range(9000) | list %}{% for i in range(999) %}{% include d ignore missing %}{% endfor %}",
    "a file as a text": "{% import 'made' as m %}{{ m ~ '' }}",
    "a long body": "{% for i in range(90000) %}{% set x = " + "1 - " * 90 + "1 %}{% endfor %}",
    "a long macro": "{% macro m() %}{% set x = "
    + "1 - " * 90
    + "1 %}{% endmacro %}{% for i in range(40000) %}{% set x = m() %}{% endfor %}",
    "a long condition that never holds": "{% for i in range(90000) if "
    + "0 * " * 90
    + "0 %}{{ loop([]) }}{% endfor %}",
    "a long condition of a loop that calls itself": "{% for i in range(90000) if "
    + "0 * " * 90
    + "0 recursive %}{{ loop([]) }}{% endfor %}",
    "pictures of macros": "{% macro m() %}{% for i in range(900) %}{{ i + 1 }}{{ i + 2 }}{% endfor %}{% endmacro %}"
    "{% for i in range(90) %}{% set x = m() %}{% endfor %}",
    "numbers in words": MANY.replace("VALUE", "1234567.5 | number"),
}  # fmt: skip


@pytest.mark.parametrize("name", SWELLING)
def test_time_and_memory_follow_the_steps_of_a_layout(name: str) -> None:
    took = cost(f"<face>{SWELLING[name]}</face>")
    assert took.peak < BYTES_A_STEP * took.steps + 4_000_000
    assert took.seconds < 8  # several times what it takes while memory is not counted


def test_a_text_with_expressions_costs_by_what_they_do() -> None:
    took = cost("<face>{% set x = facts.long %}</face>", traced=False)
    assert codes(took.composed) == []
    assert took.steps > 19_000 // 5


@pytest.mark.parametrize(
    "value", ["n - -n", "n + n", "n * 2", "n ** 2", "(n ~ '0') | int", "[n, n] | sum", "(n / 0.5) | int"]
)
def test_no_operator_makes_a_number_beyond_the_limit(value: str) -> None:
    made = f"{{% set s = namespace(n=900000000000000) %}}{{% set n = s.n %}}{{{{ {value} }}}}{{{{ n + {value} }}}}"
    assert codes(cost(f"<face>{made}</face>").composed) == ["L120"]


@pytest.mark.parametrize("value", ["facts.big | unique | list", "facts.big[0] == 1", "{facts.big[1]: 1}"])
def test_numbers_that_python_hashes_alike_are_no_keys(value: str) -> None:
    assert codes(cost(f"<face>{{% set x = {value} %}}</face>").composed) == ["L120"]


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("{% for g in [{'a': 'B', 'n': 1}, {'a': 'a', 'n': 2}, {'a': 'b', 'n': 3}] | groupby('a') %}"
         "{{ g.grouper }}{% for x in g.list %}{{ x.n }}{% endfor %} {% endfor %}", "a2B13"),
        ("{{ ['a', 'B', 'A', 'b'] | unique | join }}", "aB"),
        ("{{ ['a', 'B', 'A'] | unique(true) | join }}", "aBA"),
        ("{{ ['b', 'A'] | min }}{{ ['b', 'A'] | max }}", "Ab"),
        ("{{ ([{'n': 3}, {'n': 5}] | max(attribute='n')).n }}", "5"),
        ("{% for k, v in {'b': 1, 'A': 2} | dictsort %}{{ k }}{{ v }}{% endfor %}", "A2b1"),
        ("{% for k, v in {'b': 1, 'A': 2} | dictsort(by='value', reverse=true) %}{{ k }}{% endfor %}", "Ab"),
        ("{% set d = {(1, 2): 'x'} %}{{ d.get((1, 2)) }}{{ 1 if (1, 2) in d else 0 }}", "x1"),
        ("{% set d = dict([['a', 1]], b=2) %}{{ d.a }}{{ d.b }}{{ namespace(c=3).c }}", "123"),
        ("{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}", "aba"),
        ("{% for i in [1, [2, 3]] recursive %}{{ loop(i) if i is iterable else i }}{% endfor %}", "123"),
        ("{{ 'abc'[1:] }}{{ [1, 2, 3][:2] | join }}", "bc12"),
    ],
)  # fmt: skip
def test_operations_that_are_paid_for_give_what_jinja_gives(layout: str, expected: str) -> None:
    composed = cost(f"<face><text inset='2'>{layout}</text></face>").composed
    assert codes(composed) == []
    assert words(composed).replace(" ", "") == expected


# L, T and N are lists, texts and numbers; A is any of them, so that a tenth of the programs goes wrong halfway.
ATOMS = {
    "L": ["range(900)", "[1, 'a']", "[]", "(1, 2)", "piece.ranks", "set.pieces", "n.l", "[n.l]", "{'k': 2}"],
    "T": ["'ab'", "'a b ' * 900", "facts.words", "piece.name", "n.t", "m()"],
    "N": ["1", "2.5", "900000000000000", "-0.5", "n.k", "facts.big[0]"],
}
GROWN = {
    "L": ["(A | list)", "L[1:]", "L[:]", "(L | batch(900, 0) | list)", "(L | slice(900) | list)", "(L | sort)",
          "(L | unique | list)", "(L | groupby('a'))", "[A, A, A]", "{'a': A, 'b': A}.values()", "T.split()",
          "(L | map('upper') | list)", "(L | map('batch', 900, 0) | list)", "(L | select | list)", "(T | slice(9) | list)",
          "(L | reject('in', L) | list)", "(L | reverse | list)", "(L | map('list') | list)", "(L + L)", "(L * 3)",
          "(dict(L | batch(2)) | dictsort)", "(dict(L | batch(2)) | items | list)", "(L | map(attribute='a') | list)"],
    "T": ["(A | join('-'))", "(T ~ T)", "(T + T)", "(T * 3)", "(T | upper)", "(T | title)", "(T | replace('a', T))",
          "(T | replace(T, 'b'))", "T[1:]", "(T | trim(T))", "T.strip(T)", "(T | truncate(90))", "(L | join(T))", "m(A)",
          "(A ~ A)", "(T | default(A))", "(T | reverse)", "(T | capitalize)"],
    "N": ["(N + N)", "(N - N)", "(N * N)", "(N ** N)", "(N // N)", "(N % N)", "(A == A)", "(A in L)", "(T in T)", "(A < A)",
          "-N", "(L | sum)", "(L | max)", "(L | length)", "(T | wordcount)", "T.count(T)", "(T | int)", "(N | round(9))",
          "(A is in L)", "(N | abs)", "(A if A else A)", "(T | float)", "T.find(T)", "(N | number)", "loop.changed(A)"],
}  # fmt: skip


@st.composite
def expressions(draw: st.DrawFn, kind: str, depth: int = 3) -> str:
    """An expression of a kind of value."""
    if kind == "A":
        kind = draw(st.sampled_from("LTN"))
    forms = ATOMS[kind] if depth == 0 or draw(st.booleans()) else GROWN[kind]
    form = draw(st.sampled_from(forms))
    return (
        re.sub(r"\b[LTNA]\b", lambda found: draw(expressions(found[0], depth - 1)), form) if depth else form
    )


SIMPLE = st.one_of(
    *(
        expressions(kind).map(partial("{{% set n.{} = {} %}}".format, name))
        for kind, name in zip("LTN", "ltk", strict=True)
    ),
    expressions("A").map("{{% set n.l = [n.l, {}] %}}".format),
    expressions("A").map("{{{{ {} }}}}".format),
    expressions("N").map("{{% if {} %}}<g/>{{% endif %}}".format),
    st.just("{% include 'empty' %}"),
)


def _blocks(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(parts, min_size=1, max_size=3).map("".join)
    return st.one_of(
        st.tuples(expressions("L"), body).map(lambda p: f"{{% for i in {p[0]} %}}{p[1]}{{% endfor %}}"),
        body.map("{{% for i in range(9999) %}}{}{{% endfor %}}".format),
        body.map("{{% set n.t %}}{}{{% endset %}}".format),
        body.map("{{% filter upper %}}{}{{% endfilter %}}".format),
        body.map("{{% call m() %}}{}{{% endcall %}}".format),
    )


PROGRAM = st.lists(st.recursive(SIMPLE, _blocks, max_leaves=5), min_size=1, max_size=4).map("".join)
HEAD = (
    "{% set n = namespace(l=[3, 1, 2], t='a b c', k=7) %}"
    "{% macro m(v=1) %}{{ caller() if caller is defined else v }}{% endmacro %}"
)


@given(PROGRAM.filter(lambda program: len(program) < 2_000))
@examples(8)
@example("{% for i in range(9999) %}{% set n.l = [n.l, {'a': n.l, 'b': n.l}] %}{% endfor %}")
def test_what_any_layout_takes_follows_the_steps_that_it_paid(program: str) -> None:
    """Whatever filters, operators, loops and macros are made of one another."""
    body = f"<face>{HEAD}{program}</face>"
    took = cost(body)
    assert took.peak < BYTES_A_STEP * took.steps + 4_000_000
    assert_soon(body, took)
