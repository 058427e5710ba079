"""Whatever a layout does with a value, paper shows words of the game or the build reports a fault."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.layout.filters import furnish
from pnp.layout.sandbox import LayoutEnvironment
from pnp.layout.template import _OPTIONS
from pnp.model import FieldDeclaration, Sides
from tests.layout.game import codes, compose, term, text, words

PAGE = '<face><text inset="2" min-font-size="1pt">[%s]</text></face>'
SWORD = replace(term("weapon", "Meč", "#ABCDEF", "trophy", flag=True), id="zq-sword")
BOW = replace(term("weapon", "Luk"), id="zq-bow")
FIELDS: dict[str, Any] = {
    "id": "zq-piece",
    "name": text("Katana"),
    "text": text("Vezmi {{ cost }} karty."),
    "cost": 3,
    "share": 2.5,
    "many": 12345,
    "flying": True,
    "grounded": False,
    "nothing": None,
    "t": SWORD,
    "ts": (SWORD, BOW),
    "flags": (True, False),
    "walls": Sides(n=True),
    "notes": (text("první"), text("druhá")),
}
DECLARED = [FieldDeclaration("cost", "number"), FieldDeclaration("t", "term")]
HEAD = (
    "{% macro shown(value) %}{{ value }}{% endmacro %}{% macro called() %}{{ caller() }}{% endmacro %}"
    "{% set block %}{{ piece.t }}, {{ piece.cost }}{% endset %}{% set ns = namespace(a=piece.t) %}"
)


def drawn(expression: str, head: str = HEAD) -> Any:
    return compose(
        head + PAGE % f"{{{{ {expression} }}}}",
        FIELDS,
        declared=DECLARED,
        terms=[SWORD, BOW],
        facts={"table": {2: 10, 3: 8}, "on": True, "kind": SWORD},
    )


def printed(expression: str) -> str:
    composed = drawn(expression)
    assert composed.diagnostics == ()
    return words(composed)[1:-1].replace("\xa0", " ")


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("piece.t | upper", "MEČ"),
        ("piece.t | lower", "meč"),
        ("piece.t | capitalize", "Meč"),
        ("('dva Meče' | capital)", "Dva Meče"),
        ("('dva Meče' | title)", "Dva Meče"),
        ("'straße'.upper() ~ 'ﬁn'.title()", "STRASSEFin"),
        ("piece.t | title", "Meč"),
        ("piece.t | trim", "Meč"),
        ("piece.t | truncate(2, true, '', 0)", "Me"),
        ("piece.t | replace('M', 'L')", "Leč"),
        ("piece.t | wordcount", "1"),
        ("piece.ts | join(', ')", "Meč, Luk"),
        ("piece.ts | upper", "MEČ, LUK"),
        ("piece.ts | map('upper') | join('+')", "MEČ+LUK"),
        ("piece.ts | sort | join('+')", "Luk+Meč"),
        ("piece.ts | batch(1) | map('first') | join('+')", "Meč+Luk"),
        ("piece.ts | unique | list", "Meč, Luk"),
        ("piece.t ~ ''", "Meč"),
        ("piece.ts ~ ''", "Meč, Luk"),
        ("piece ~ ''", "Katana"),
        ("piece | upper", "KATANA"),
        ("set.pieces | join", "Katana"),
        ("piece.share ~ ''", "2,5"),
        ("piece.many ~ ''", "12 345"),
        ("[piece.share, piece.many] | join('+')", "2,5+12 345"),
        ("piece.nothing | upper", ""),
        ("piece.nothing ~ ''", ""),
        ("('' ~ piece.t) + '!'", "Meč!"),
        ("('' ~ piece.t)[0]", "M"),
        ("('' ~ piece.t).upper()", "MEČ"),
        ("shown(piece.t)", "Meč"),
        ("shown(piece.t) | upper", "MEČ"),
        ("shown(piece.t)[0]", "M"),
        ("shown(piece.t) | list | first", "M"),
        ("shown(piece.t) | replace('0', 'x')", "Meč"),
        ("shown(piece.t) ~ piece.ts", "MečMeč, Luk"),
        ("shown(piece.t).lower()", "meč"),
        ("'yes' if shown(piece.t) == 'Meč' else 'no'", "yes"),
        ("block | upper", "MEČ, 3"),
        ("ns.a | upper", "MEČ"),
        ("facts.kind | upper", "MEČ"),
        ("facts.table | join('+')", "2+3"),
        ("piece.t.colour | lower", "#abcdef"),
        ("piece.notes | map('upper') | join('+')", "PRVNÍ+DRUHÁ"),
    ],
)
def test_filters_and_operators_use_the_words_that_are_printed(expression: str, shown: str) -> None:
    assert printed(expression) == shown


@pytest.mark.parametrize(
    "expression",
    [
        "piece.flying ~ ''",
        "piece.flying | upper",
        "piece.flags | join(', ')",
        "piece.flags",
        "piece.t.flag",
        "piece.flying | number",
        "(1 == 1) ~ ''",
        "[true] | map('upper') | join",
        "facts.on | title",
        "set ~ ''",
        "set | upper",
        "size | upper",
        "facts | upper",
        "facts.table | upper",
        "facts.table.items() ~ ''",
        "range(3) ~ ''",
        "range | upper",
        "shown ~ ''",
        "ns ~ ''",
        "(piece.ts | map('upper')) ~ ''",
        "piece | fields | join",
        "piece | fields | upper",
        "[[1]] | upper",
        "('nan' | float) ~ ''",
        "'inf' | float",
        "((-8) ** 0.5) ~ ''",
        "piece.ts | groupby('id') | join",
        "shown(piece.flying)",
        "shown(piece.flying) | upper",
    ],
)
def test_what_has_no_words_is_a_fault_in_filters_too(expression: str) -> None:
    assert codes(drawn(expression)) == ["L208"]


def test_joined_values_are_ids_and_plain_numbers_in_attributes() -> None:
    body = '<face><image src="{{ "art/" ~ piece.t ~ ".png" }}"/><rect x="{{ piece.share ~ "mm" }}"/></face>'
    (found,) = compose(body, FIELDS).diagnostics
    assert found.message == "there is no file 'art/zq-sword.png'"


@pytest.mark.parametrize("value", ["{{ piece.t }}", "a {{ piece.t }}", "{{ piece.flying }}", "{{ piece }}"])
def test_no_id_is_hidden_in_a_code_that_people_scan(value: str) -> None:
    assert codes(compose(f'<face><qr text="{value}"/></face>', FIELDS)) == ["L206"]


def test_messages_show_no_python() -> None:
    (found,) = compose('<face><rect fill="{{ piece }}"/></face>', FIELDS).diagnostics
    assert found.message == "'fill' of '<rect>': '…' is not a colour"


def _filters() -> list[str]:
    environment = LayoutEnvironment(**_OPTIONS)
    furnish(environment, "cs", {})
    return sorted(environment.filters)


VALUES = (
    *(f"piece.{name}" for name in FIELDS if name != "id"),
    "piece", "set", "size", "set.pieces", "facts.table", "facts.on", "facts.kind", "terms.weapon.values()", "piece.t.forms",
    "piece.t.colour", "piece.t.flag", "piece.walls.n", "range(3)", "range", "cycler('a')", "joiner(',')", "dict(a=piece.t)",
    "ns", "ns.a", "block", "shown", "shown(piece.t)", "shown(piece.flying)", "1", "2.5", "'x'", "none", "true", "[piece.t, 1]",
    "[piece, piece.t]", "[none, true]", "{'k': piece.t}", "(piece.t is defined)", "(1 in [1])", "piece.missing",
)  # fmt: skip
ARGUMENTS = (
    "", "", "", "(1)", "(2)", "('name')", "(', ')", "('upper')", "('string')", "('join')", "('list')", "(attribute='name')",
    "(attribute='colour')", "(piece.t)", "(piece.flying)", "('a', 'b')", "('a', piece.t)", "('e', piece.flying)", "(1, 2)",
    "(2, piece.t)", "(one=piece.t, few=piece, many=piece.t, other=piece)", "('defined')", "(default=piece.t)", "(true)",
)  # fmt: skip
SHAPES = (
    "{0} ~ {1}", "{0} + {1}", "{0} * 2", "{0} - {1}", "-{0}", "{0} / 2", "{0} // 2", "{0} % 2", "{0} ** 2", "{0} and {1}",
    "{0} or {1}", "not {0}", "{0} if {1}", "{0} if {1} else {0}", "{0}[0]", "{0}[1:]", "{0}.upper()", "{0}.split()",
    "{0}.items()", "{0}.values()", "[{0}, {1}]", "({0}, {1})", "dict(a={0})", "shown({0})", "{0} == {1}", "{0} < {1}",
    "{0} in {1}", "{0} is string", "{0} is sameas {1}", "namespace(b={0}).b", "cycler({0}, {1}).next()", "'%s' % {0}",
    "{0} ~ shown({1})", "[{0}, {1}] | join({0})", "('' ~ {0}) + {1}", "joiner({0})()", "range({0})", "[{0}, {1}] | sum",
)  # fmt: skip
FOREIGN = re.compile(
    r"objectat|0x[0-9a-f]{5}|true|false|none|<|>|zq-|decimal\(|undefined|missing|[{}']|\(|markup|generator|function"
    r"|macro|namespace|bound|\bnan\b|\binf\b|weapon|vocab|origin|span",
    re.IGNORECASE,
)

filtered = st.builds(
    lambda value, chain: "(" + value + "".join(f" | {name}{given}" for name, given in chain) + ")",
    st.sampled_from(VALUES),
    st.lists(st.tuples(st.sampled_from(_filters()), st.sampled_from(ARGUMENTS)), max_size=3),
)
expressions = st.recursive(
    filtered,
    lambda inner: st.builds(
        lambda shape, one, two, name, given: (
            f"({shape.format(one, two)}) | {name}{given}" if name else f"({shape.format(one, two)})"
        ),
        st.sampled_from(SHAPES),
        inner,
        inner,
        st.sampled_from([None, None, *_filters()]),
        st.sampled_from(ARGUMENTS),
    ).map(lambda whole: f"({whole})"),
    max_leaves=4,
)


@given(expressions)
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_no_python_reaches_paper(expression: str) -> None:
    composed = drawn(expression)
    assert composed.diagnostics or composed.face is not None
    if not composed.diagnostics:
        shown = words(composed)[1:-1]
        found = FOREIGN.search(shown.replace(" ", "")) or FOREIGN.search(shown)
        assert found is None, (shown, found)
    assert not any(re.search(r"object at|<pnp|0x[0-9a-f]{6}", each.message) for each in composed.diagnostics)
