from __future__ import annotations

import ast
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model import Sides, Text
from pnp.rules import Budget, ExpressionFault, evaluate, fact_scope, parse_expression
from pnp.rules.expression import KEPT_LENGTH
from pnp.translation.wording import signature, words_in
from tests.rules.sample import BOW, SCOPE, text, value


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("7 // 2 - 7 % 4", 0),
        ("-2 ** 2", -4),
        ("2 ** 10", 1024),
        ("2 ** -1", 0.5),
        ("not 0 and 1 or 2", 1),
        ("1 < 2 < 3 != 4", True),
        ("3 if facts.hand == 2 else 4", 3),
        ("'a' + 'b' * 2", "abb"),
        ("'čaj' in 'dobrý čaj'", True),
        ("[1, 2] + [3]", [1, 2, 3]),
        ("[1, 2] == (1, 2)", True),
        ("facts.rows == [1, 3, 5]", True),
        ("facts.rows[-1]", 5),
        ("facts.rows[1:]", [3, 5]),
        ("facts.target[3]", 8),
        ("facts.spells.lure", 5),
        ("facts['hand']", 2),
        ("{1: 'a'}[1]", "a"),
        ("[x * y for x in [1, 2] for y in [3, 4] if x != y - 2]", [4, 6]),
        ("[a for a, (b, c) in [[1, [2, 3]]]]", [1]),
        ("{x: x * x for x in [2, 3]} == {3: 9, 2: 4}", True),
        ("{1, 2} | {3} == {1, 2, 3}", True),
        ("({1, 2} & {2, 3}) ^ {5} - {5}", None),
        ("{1, 2} <= {1, 2, 3}", True),
        ("spell == 'lure' if spell else False", False),
        ("spell is None", True),
        ("spell is not None", False),
        ("3 in players and 5 not in players", True),
        ("players.min, players.max", [2, 4]),
        ("max(p * (facts.target[p] - 1) + 1 for p in players)", 25),
        (" \n 1 +\n\t2  # two\n", 3),
        ("'#' + \"}\"", "#}"),
    ],
)
def test_an_expression_has_pythons_value(source: str, expected: Any) -> None:
    found = value(source, spell=None)
    if expected is not None:
        assert found == expected


def test_a_term_equals_its_id_and_a_text_its_source() -> None:
    assert value("weapon == 'bow' and weapon != 'sword' and weapon in ['bow']", weapon=BOW) is True
    assert value("weapon in {'bow'} and {weapon} == {'bow'}", weapon=BOW) is True
    first, second = text("luk", line=1), text("luk", line=2)
    assert value("a == b and a == 'luk' and len({a, b}) == 1 and a in [b]", a=first, b=second) is True


def test_terms_are_found_by_vocabulary_and_where_unique_by_id() -> None:
    assert value("[terms.weapon.bow.power, terms.bow.power, terms['sword'].power]") == [2, 2, 3]
    assert value("[w.id for w in terms.weapon]") == ["bow", "sword"]
    assert value("len(terms.weapon), 'bow' in terms.weapon") == [2, True]


def test_sides_are_counted_and_named() -> None:
    assert value("[sum(t.rock) for t in tiles]") == [0, 1, 0]
    assert value("[t.id for t in tiles if t.rock.n or t.rock['n']]") == ["rock-n"]
    assert value("[t.id for t in tiles if 'n' in t.rock]") == ["rock-n"]
    assert value("['se' in road, 'e' in road, sum(road)]", road=Sides(n=True, se=True)) == [True, False, 2]


def test_fields_come_before_a_pieces_own_names() -> None:
    assert value("[c.name for c in cards if c.id == 'bow'] == ['luk']") is True
    assert value("[c.copies for c in cards]") == [9, 1, 8, 2]


@pytest.mark.parametrize(
    ("source", "code", "faulty", "cure"),
    [
        ("facts.hnd + 1", "X112", "hnd", "did you mean 'hand'?"),
        ("cards.cost-of-war", "X120", "cost", "write cards['cost-of-war']"),
        ("own-name", "X110", "own", "write piece['own-name']"),
        ("1 + fact.hand", "X110", "fact", "did you mean 'facts'?"),
        ("terms.bow.forms.acc", "X112", "acc", "in a translation in its entry 'term.forms/…': 'acc: …'"),
        ("sum(s.total for s in sets)", "X120", "total", "values(…) gives its values"),
        ("terms.bow.forms['pl-acc']", "X112", "'pl-acc'", "in its entry 'term.forms/…': 'pl-acc: …'"),
        ("'žluťoučký' + nic", "X110", "nic", "'nic'"),
        ("facts.target[5]", "X112", "5", "there are values for [2, 3, 4]"),
        ("facts.rows[9]", "X112", "9", "the first is 0"),
        ("lenght(cards)", "X115", "lenght", "'len'"),
        ("3 | plurl(one='a')", "X115", "plurl", "'plural'"),
        ("plural(3, one='a')", "X115", "plural", "is a filter"),
        ("cards.len", "X120", "len", ""),
        ("len", "X110", "len", "write len(list)"),
        ("true", "X110", "true", "did you mean True?"),
        ("terms.weapon.bw", "X112", "bw", "did you mean 'bow'?"),
        ("terms.bow.powr", "X112", "powr", "did you mean 'power'?"),
        ("spell.name", "X120", "name", "test it first: … if spell else …"),
        ("2 + 'a'", "X120", "2 + 'a'", "beside the text"),
        ("1 < 'a'", "X120", "1 < 'a'", ""),
        ("[1, 2] > 1", "X120", "[1, 2] > 1", "len(…)"),
        ("None < 1", "X120", "None < 1", "empty"),
        ("1 / 0", "X120", "1 / 0", ""),
        ("[x for x in 3]", "X120", "3", ""),
        ("[x for x in 'abc']", "X120", "'abc'", "a list"),
        ("[x for x, y in [1]]", "X120", "x, y", ""),
        ("min([])", "X120", "min([])", "default"),
        ("len(1, 2)", "X120", "len(1, 2)", "write len(list)"),
        ("n(['a'])", "X120", "n(['a'])", "len("),
        ("count(cards, wepon='bow')", "X112", "count(cards, wepon='bow')", "did you mean 'weapon'?"),
        ("sum(['a'])", "X120", "sum(['a'])", "n(…)"),
        ("lambda: 1", "X105", "lambda: 1", "comprehension"),
        ("f'{1}'", "X105", "f'{1}'", "outside"),
        ("(a := 1)", "X105", "a := 1", "variables"),
        ("'a'.join([])", "X105", "'a'.join([])", "join("),
        ("1 << 2", "X105", "1 << 2", "multiply"),
        ("1 is 1", "X105", "1 is 1", "=="),
        ("[*a]", "X105", "*a", ""),
        ("len(**a)", "X105", "len(**a)", ""),
        ("b'a'", "X105", "b'a'", ""),
        ("1j", "X105", "1j", ""),
        ("[x for x.y in []]", "X105", "x.y", "for c in cards"),
        ("", "X100", "", "facts.hand"),
        ("1 = 2", "X100", "1", "=="),
        ("1) + (2", "X100", ")", "("),
        ("(1, [2)", "X100", ")", "["),
        ("{1: 2", "X100", "{", ""),
        ("'abc", "X100", "'", "quotes"),
        ("a && b", "X100", "&", "'and'"),
        ("2 + 010", "X100", "0", "write 10"),
        (r"'\d'", "X100", "\\", ""),
        ("2 ** 5000", "X130", "2 ** 5000", ""),
        ("1e308 * 10", "X130", "1e308 * 10", ""),
        ("'a' * 30000", "X130", "'a' * 30000", ""),
        ("sum(1 for a in range(9999) for b in range(9999))", "X130", None, ""),
        ("range(10 ** 8)", "X130", "range(10 ** 8)", ""),
        ("(" * 200, "X130", "(", ""),
        ("-" * 3000 + "1", "X130", None, ""),
        ("1" + "+1" * 100, "X130", None, ""),
        ("9" * 3999, "X105", "9" * 3999, ""),
        ("1" * 5000, "X130", "1", ""),
    ],
)  # fmt: skip
def test_a_fault_points_at_its_place_and_says_the_cure(
    source: str, code: str, faulty: str | None, cure: str
) -> None:
    with pytest.raises(ExpressionFault) as caught:
        value(source, spell=None, a={})
    fault = caught.value
    assert fault.code == code
    if faulty is not None:
        assert source[fault.start : fault.start + fault.length] == faulty
    assert cure in " ".join(fault.help)
    assert fault.message[0].islower() or not fault.message[0].isalpha()
    assert not fault.message.endswith(".")


def test_a_game_that_says_no_players_is_told_to_say_them() -> None:
    with pytest.raises(ExpressionFault) as caught:
        value("players.max", players=fact_scope({}, {}, ())["players"])
    assert (caught.value.code, caught.value.message, caught.value.help) == (
        "X112",
        "the game does not say how many players it is for",
        ("write 'players: 2-4' in game.yaml",),
    )


def test_columns_count_characters_over_lines_and_accents() -> None:
    source = "'ěšč' == 'ž' or\n  'ů' == nikdo"
    with pytest.raises(ExpressionFault) as caught:
        value(source)
    assert source[caught.value.start :] == "nikdo"
    assert caught.value.start == source.index("nikdo")


def test_loops_do_not_leak_their_names() -> None:
    assert value("[x for x in [1]] + [x]", x=7) == [1, 7]
    assert value("[[y for y in [x]] for x in [1, 2]]") == [[1], [2]]
    with pytest.raises(ExpressionFault):
        value("[x for x in [1]] + [x]")


def test_sets_keep_the_order_of_their_members() -> None:
    words = [f"w{number}" for number in range(50)]
    assert value("list(set(words))", words=words) == words
    assert value("list({w for w in words})", words=words) == words
    assert value("list({'b'} | {'a'})") == ["b", "a"]


def test_the_budget_is_spent_the_same_way_each_time() -> None:
    expression = parse_expression("sum(x * x for x in range(100))")
    first, second = Budget(5_000), Budget(5_000)
    evaluate(expression, {}, first)
    evaluate(expression, {}, second)
    assert first.steps == second.steps < 5_000
    with pytest.raises(ExpressionFault, match="too many steps"):
        evaluate(expression, {}, Budget(50))


def _fault_of(source: str, budget: Budget) -> ExpressionFault | None:
    try:
        evaluate(parse_expression(source), {**SCOPE, "spell": None}, budget, language="cs")
    except ExpressionFault as fault:
        return fault
    return None


@pytest.mark.parametrize(
    "bomb",
    [
        "[y for a in [[1, 1]] for b in [[a, a]] for c in [[b, b]] for d in [[c, c]] for e in [[d, d]] for f in [[e, e]]"
        " for g in [[f, f]] for y in [[g, g]]] == 0",
        "[[0] * 20000 for x in range(9999)]",
        "['a' * 20000 for x in range(19999)] | join('')",
        "sorted([x % 7 for x in range(20000)]) == sorted([x % 7 for x in range(20000)]) == [y for y in range(20000)]",
        "[chance(500, 500, 1000) for x in range(20000)]",
        "[comb(1000, 500) for x in range(20000)]",
    ],
)
def test_nothing_runs_for_long(bomb: str) -> None:
    started = time.process_time()
    fault = _fault_of(bomb, Budget())
    assert fault is None or fault.code == "X130"
    assert time.process_time() - started < 5


# Laws

_leaf = st.sampled_from(
    [
        "1",
        "0",
        "2.5",
        "'a'",
        "None",
        "True",
        "facts",
        "cards",
        "players",
        "terms.bow",
        "spell",
        "x",
        "facts.target",
        "[]",
        "{}",
    ]
)


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(
        ["+", "-", "*", "/", "//", "%", "**", "==", "<", "in", "and", "or", "|", "&", "is"]
    )
    calls = st.sampled_from(["len", "sum", "min", "max", "sorted", "set", "list", "any", "all", "n", "range", "zip", "values",
        "copies_by", "chance", "largest", "join", "abs", "round", "row_offsets", "unreachable_share", "count"])  # fmt: skip
    return st.one_of(
        st.builds("({} {} {})".format, inner, operators, inner),
        st.builds("{}({})".format, calls, inner),
        st.builds("{}({}, {})".format, calls, inner, inner),
        st.builds("[{} for x in {} if {}]".format, inner, inner, inner),
        st.builds("{{{}: {}}}".format, inner, inner),
        st.builds("{{{}, {}}}".format, inner, inner),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("{}[{}]".format, inner, inner),
        st.builds(
            "{}.{}".format, inner, st.sampled_from(["name", "id", "hand", "min", "__class__", "weapon"])
        ),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds(
            "({} | {})".format,
            inner,
            st.sampled_from(["upper", "number", "join", "reads(1, 'a')", "plural(one='a')"]),
        ),
        st.builds("-{}".format, inner),
    )


_expressions = st.recursive(_leaf, _grown, max_leaves=8)


def _tried(source: str) -> None:
    fault = _fault_of(source, Budget(20_000))
    assert fault is None or (0 <= fault.start <= len(source) and fault.length >= 1)


@given(st.text(max_size=60))
def test_whatever_is_typed_only_an_expression_fault_comes_out(source: str) -> None:
    _tried(source)


@given(st.text(alphabet="()[]{}'\"#\\\n =:.,+-*|abλ1 forinis", max_size=40))
def test_whatever_signs_are_typed_only_an_expression_fault_comes_out(source: str) -> None:
    _tried(source)


@given(_expressions)
def test_whatever_is_built_only_an_expression_fault_comes_out(source: str) -> None:
    _tried(source)


_numbers = st.recursive(
    st.integers(-9, 9).map(str),
    lambda inner: st.builds(
        "({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "//", "%", "<", "=="]), inner
    ),
    max_leaves=12,
)


@given(_numbers)
def test_arithmetic_agrees_with_python(source: str) -> None:
    try:
        expected = eval(compile(ast.parse(source, mode="eval"), "", "eval"), {"__builtins__": {}})
    except ZeroDivisionError:
        with pytest.raises(ExpressionFault, match="zero"):
            value(source)
    else:
        assert value(source) == expected


@given(st.text(alphabet="aěž \n", max_size=20))
def test_a_name_is_found_behind_any_text(before: str) -> None:
    quoted = "'" + before.replace("\n", "") + "'"
    source = f"{before}".translate({ord(c): " " for c in "aěž"}) + f"{quoted} == unknown_name"
    with pytest.raises(ExpressionFault) as caught:
        value(source)
    assert source[caught.value.start : caught.value.start + caught.value.length] == "unknown_name"


def test_texts_are_values_without_their_place() -> None:
    assert value("a + b", a=text("x"), b=text("y")) == "xy"
    assert isinstance(value("a", a=text("x")), Text)


def test_an_expression_that_is_kept_stays_as_it_was_read():
    source = "north.forms['pl-ins'] | capital if facts.hand > 1 else ['a', north.name | plural(one='b')]"
    read = parse_expression(source)
    before = ast.dump(read.body, include_attributes=True)
    signature(read)
    words_in(read)
    with pytest.raises(ExpressionFault):
        evaluate(read, SCOPE, Budget())
    assert parse_expression(source) is read
    assert ast.dump(read.body, include_attributes=True) == before
    assert parse_expression(f"{source}{' ' * KEPT_LENGTH}") is not parse_expression(
        f"{source}{' ' * KEPT_LENGTH}"
    )


def test_what_is_no_expression_is_reported_each_time():
    for _ in range(2):
        with pytest.raises(ExpressionFault):
            parse_expression("1 +")
