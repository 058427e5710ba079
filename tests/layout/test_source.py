"""A layout's source is parsed once, and what is wrong with it is looked for once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from jinja2 import Environment

from pnp.layout import fault, template
from pnp.layout_source import parsed_layout
from pnp.model import LayoutSource
from tests.layout.game import codes, compose, composer, game, text


def layout(body: str, name: str = "main"):
    return parsed_layout(LayoutSource(name, f"layouts/{name}.xml", body))


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    calls: list[Any] = []
    real: Callable[..., Any] = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args, **kwargs: (calls.append(args), real(*args, **kwargs))[1])
    return calls


def test_equal_sources_are_parsed_once(monkeypatch):
    parsed = counted(monkeypatch, Environment, "parse")
    body = "<face>{# test_equal_sources #}{{ facts.hand }}</face>"
    assert layout(body) is layout(body)
    for _ in range(3):
        assert layout(body).tree is not None
        assert layout(body).names_read == {"facts"}
    assert len(parsed) == 1


def test_tags_are_found_outside_of_code_and_comments():
    body = "<face>{# <a> #}{{ '<b>' }}{% set x = '<c>' %}<!-- <d> -->\n <rect x='1'/></face>"
    assert [(tag.name, tag.offset) for tag in layout(body).tags] == [
        ("face", 0),
        ("rect", body.index("<rect")),
    ]
    assert "<a>" not in layout(body).markup
    assert len(layout(body).markup) == len(body)


@pytest.mark.parametrize(
    "code",
    [
        "{{ piece.text }}",
        "{{ '}}' }}",
        '{% if "%}" %}',
        "{{ 'it\\'s }}' }}",
        "{{ a['b'] }",
        "{{ 'open",
        '{% "\\',
    ],
)
def test_code_leaves_no_word_in_the_markup(code):
    body = f"<face>{code}"
    assert layout(body).markup == "<face>" + " " * len(code)


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("{{ facts.hand }} {{ facts['limit'] }}", {"hand", "limit"}),
        ("{{ piece.hand }}", set()),
        ("{# facts[x] #}{{ 'facts' }}", set()),
        ("{{ facts[name] }}", None),
        ("{% set all = facts %}", None),
        ("{% for name in facts %}{% endfor %}", None),
        ("{{ facts.items() }}", None),
        ("{{ show(facts) }}", None),
    ],
)
def test_facts_that_code_reads(code, facts):
    found = layout(f"<face>{code}</face>").members_read("facts")
    assert found == facts


def test_names_that_are_made_and_exported():
    body = "{% macro a(b) %}{% set inner = 1 %}{% endmacro %}{% set c = 1 %}{% for d in [1] %}{% endfor %}"
    assert layout(body).names_made >= {"a", "c", "d", "inner"}
    assert layout(body).names_exported == {"a", "c"}


@pytest.mark.parametrize(
    "body",
    [
        "<face>{{ piece.nmae }}</face>",
        "<face>{{ piece.name | uper }}</face>",
        "<face>{{ 1 + }}</face>",
        "<face>}}</face>",
        "<face>{% if 1 %}</face>",
    ],
)
def test_a_fault_is_looked_for_once_and_reported_for_each_piece(monkeypatch, body):
    parsed = counted(monkeypatch, Environment, "parse")
    compiled = counted(monkeypatch, template.LayoutEnvironment, "compile")
    looked = counted(monkeypatch, template, "other_slips")
    walked = counted(monkeypatch, fault, "find_undeclared_variables")
    body = body.replace("<face>", f"<face>{{# {body.count('x')} once #}}")
    of = game({"main": body}, [{"name": text(f"piece {number}")} for number in range(50)])
    composing = composer(of)
    found = [composing.compose(piece).diagnostics for piece in of.pieces()]
    assert {len(each) for each in found} == {1}
    assert [each[0].piece for each in found] == [piece.key for piece in of.pieces()]
    assert len({(each[0].code, each[0].message, each[0].span, each[0].related) for each in found}) == 1
    assert max(map(len, (parsed, compiled, looked, walked))) <= 1


@pytest.mark.parametrize(
    "code",
    [
        "{{ namespace(_fields=['__class__']).__class__ }}",
        "{{ namespace(_fields=['_Namespace__attrs'])._Namespace__attrs }}",
        "{{ namespace(member=dict).x }}",
        "{{ namespace(member=range)['9'] }}",
    ],
)
def test_a_namespace_gives_nothing_but_what_was_put_into_it(code):
    assert codes(compose(f"<face><text inset='1'>{code}</text></face>")) in (["L111"], ["L121"])


def test_an_output_that_is_too_long_is_a_fault_of_the_layout():
    loops = "{% for i in range(300) %}{% for j in range(300) %}<rect x='1234567890' y='1234567890'/>{% endfor %}{% endfor %}"
    assert codes(compose(f"<face>{loops}</face>")) == ["L120"]


def test_a_mark_that_a_layout_writes_itself_is_refused():
    assert codes(compose("<face><{# #}rect _at='ffffffff.1.1'/></face>")) == ["L201"]
