"""A macro that is called with the same arguments again need not run again, and nobody can tell whether it did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import pnp.layout.steady as steady
from pnp.layout.hole import HOLE_FORMAT
from pnp.layout.steady import MacroMemory, SteadyMacro
from pnp.layout.template import Rendered, Templates
from pnp.model import LayoutSource
from tests.layout.game import codes, compose, composer, game, text, words

BOX = '<face><text inset="2">%s</text></face>'


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the steady macros that ran, as often as they did."""
    names: list[str] = []
    real = MacroMemory.called

    def noted(memory: Any, run: Any, context: Any, macro: SteadyMacro, args: Any, kwargs: Any) -> Any:
        def counted(*given: Any, **named: Any) -> Any:
            names.append(macro.name)
            return run(*given, **named)

        return real(memory, counted, context, macro, args, kwargs)

    monkeypatch.setattr(MacroMemory, "called", noted)
    return names


def render(layouts: Mapping[str, str], times: int = 1, **bound: Any) -> list[str]:
    """The layout ``main`` run so often, the values in the places of their holes."""
    sources = {name: LayoutSource(name, f"{name}.xml", body) for name, body in layouts.items()}
    templates = Templates(sources, "cs", {})
    made = []
    for number in range(times):
        rendered = templates.render("main", {**bound, "piece": {"number": number}})
        assert isinstance(rendered, Rendered), rendered
        line = rendered.skeleton
        for hole, value in enumerate(rendered.holes):
            line = line.replace(HOLE_FORMAT.format(hole), str(value))
        made.append(line)
    return made


def test_a_macro_runs_once_for_the_same_arguments(ran):
    body = "{% macro two(x, y=1) %}{{ x }}-{{ x * y }};{% endmacro %}{{ two(3) }}{{ two(4) }}{{ two(3) }}{{ two(3, y=2) }}"
    assert render({"main": body}, times=2) == ["3-3;4-4;3-3;3-6;"] * 2
    assert ran == ["two"] * 3


def test_what_it_prints_gets_the_numbers_of_the_holes_where_it_stands(ran):
    body = (
        "{% macro m(x) %}{{ x }}{{ x + 1 }}{% endmacro %}{{ 7 }}{{ m(1) }}{{ 8 }}{{ m(1) }}{{ 9 }}{{ m(1) }}"
    )
    sources = {"main": LayoutSource("main", "main.xml", body)}
    rendered = Templates(sources, "cs", {}).render("main", {})
    assert isinstance(rendered, Rendered)
    assert rendered.holes == [7, 1, 2, 8, 1, 2, 9, 1, 2]
    assert rendered.skeleton == "".join(map(HOLE_FORMAT.format, range(9)))
    assert ran == ["m"]


def test_macros_and_values_above_it_in_the_file_are_steady_too(ran):
    look = '{% set dark = "a" if ink == "low" else "b" %}{% macro dot(x) %}{{ dark }}{{ x }}{% endmacro %}{% macro dots(n) %}{% for i in range(n) %}{{ dot(i) }}{% endfor %}{% endmacro %}'
    main = '{% from "look.xml" import dots with context %}{{ dots(2) }}{{ dots(2) }}'
    assert render({"main": main, "look": look}, times=2, ink="low") == ["a0a1a0a1"] * 2
    assert ran == ["dots", "dot", "dot"]


@pytest.mark.parametrize(
    "main",
    [
        "{% macro m(x) %}{{ piece.number }}{% endmacro %}{{ m(1) }}",
        "{% set n = piece.number %}{% macro m(x) %}{{ n }}{% endmacro %}{{ m(1) }}",
        "{% macro m(x) %}{{ o(x) }}{% endmacro %}{% macro o(x) %}{{ piece.number }}{% endmacro %}{{ m(1) }}",
        "{% macro o(x) %}{{ piece.number }}{% endmacro %}{% macro m(x) %}{{ o(x) }}{% endmacro %}{{ m(1) }}",
        "{% macro m(x, y=piece.number) %}{{ y }}{% endmacro %}{{ m(1) }}",
        "{% macro m(x) %}{% include 'part.xml' %}{% endmacro %}{{ m(1) }}",
        "{% macro m(x) %}{{ caller() }}{% endmacro %}{% call m(1) %}{{ piece.number }}{% endcall %}",
        "{% macro m() %}{{ kwargs.y }}{% endmacro %}{{ m(y=piece.number) }}",
        "{% from 'uses.xml' import m with context %}{% set n = piece.number %}{{ m(1) }}",
        "{% set n = piece.number %}{% from 'uses.xml' import m with context %}{{ m(1) }}",
        "{% set ink = piece.number %}{% from 'ink.xml' import m with context %}{{ m(1) }}",
        "{% set s = namespace(n=0) %}{% macro m(x) %}{{ s.n }}{% endmacro %}{% set s.n = piece.number %}{{ m(1) }}",
        "{% if piece.number %}{% set n = 1 %}{% else %}{% set n = 0 %}{% endif %}{% macro m(x) %}{{ n }}{% endmacro %}{{ m(1) }}",
        "{% set n = piece.number %}{% macro m(x) %}{{ piece.number }}{% endmacro %}{{ m(1) }}",
        "{% macro m(x) %}{{ piece.number }}{% endmacro %}{{ m(1) }}{% if piece.number > 1 %}.{% endif %}",
        "{% extends 'base.xml' %}{% macro m(x) %}{{ late | default('?') }}{% endmacro %}{% block b %}{{ m(1) }}{% endblock %}",
        "{% for n in (piece.number,) %}{% macro m(x) %}{{ n }}{% endmacro %}{{ m(1) }}{% endfor %}",
    ],
)  # fmt: skip
def test_a_macro_that_sees_the_piece_runs_for_each(main):
    others = {
        "part": "{{ piece.number }}",
        "uses": "{% macro m(x) %}{{ n | default(piece.number) }}{% endmacro %}",
        "base": "{% set late = piece.number %}{% block b %}{% endblock %}",
        "ink": "{% macro m(x) %}{{ ink }}{% endmacro %}",
    }
    assert render({"main": main, **others}, times=2, ink="low") == ["0", "1"]


def test_a_name_that_comes_later_is_not_what_it_was_before():
    body = (
        "{% macro m() %}{{ 'yes' if n is defined else 'no' }}{% endmacro %}{{ m() }}{% set n = 1 %}{{ m() }}"
    )
    assert render({"main": body}) == ["noyes"]


def test_numbers_that_are_equal_and_printed_differently_are_told_apart():
    body = "{% macro m(x) %}{{ x }};{% endmacro %}{{ m(1) }}{{ m(1.0) }}{{ m(true) }}{{ m(0.0) }}{{ m(-0.0) }}{{ m('1') }}"
    assert render({"main": body}) == ["1;1.0;True;0.0;-0.0;1;"]


def test_a_text_that_speaks_of_the_piece_is_filled_for_each():
    body = "{% macro m() %}{{ facts.who }}{% endmacro %}" + BOX % "{{ m() }}{{ m() }}"
    facts = {"who": text("{{ name }}")}
    of = game({"main": body}, [{"name": text("Jan")}, {"name": text("Eva")}], facts=facts)
    made = composer(of)
    assert [words(made.compose(piece)) for piece in of.sets[0].pieces] == ["JanJan", "EvaEva"]


def test_what_is_remembered_is_paid_for_again():
    loop = "{% macro m(x) %}{% for i in range(9000) %}{% endfor %}{% endmacro %}"
    assert codes(compose(loop + BOX % ("{{ m(1) }}" * 2))) == []
    assert codes(compose(loop + BOX % ("{{ m(1) }}" * 40))) == ["L120"]


def test_other_facts_mean_other_outputs():
    body = "{% macro m(x) %}{{ facts.n }}{% endmacro %}{{ m(1) }}"
    templates = Templates({"main": LayoutSource("main", "main.xml", body)}, "cs", {})
    holes = []
    for number in (1, 2):
        rendered = templates.render("main", {"facts": {"n": number}})
        assert isinstance(rendered, Rendered)
        holes += rendered.holes
    assert holes == [1, 2]


def test_memory_stays_bounded(monkeypatch, ran):
    monkeypatch.setattr(steady, "_MOST_LETTERS", 100)
    body = "{% macro m(x) %}1234567890{{ x }}{% endmacro %}{% for i in range(40) %}{{ m(i) }}{% endfor %}{{ m(0) }}{{ m(0) }}"
    assert render({"main": body})[0].endswith(2 * "12345678900")
    assert len(ran) in (41, 42)


def test_what_a_value_holds_of_another_macro_is_not_renumbered():
    body = "{% macro one() %}{{ 1 }}{% endmacro %}{% set kept = one() %}{% macro m() %}{{ kept }}{{ 2 }}{% endmacro %}"
    body += "{% for i in range(piece.number) %}{{ 3 }}{% endfor %}{{ m() }}"
    assert render({"main": body}, times=3) == ["12", "312", "3312"]


def test_the_length_of_an_output_is_the_same_wherever_it_stands():
    body = "{% macro one() %}{{ 1 }}{% endmacro %}{% macro m() %}{{ one() | length }}{% endmacro %}"
    made = render({"main": body + "{{ m() }}" + "{{ '' }}" * 12 + "{{ m() }},{{ one() | length }}"})[0]
    assert made == "88,8"
