"""What the code of layouts and texts may look at, by its words."""

import pytest

from pnp.build.face_words import (
    ALL_FACTS,
    ANY_MEMBER,
    WHOLE_PIECE,
    WHOLE_SET,
    layout_words,
    layouts_named,
    text_words,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Draw all cards of the game.", set()),
        ("Draw {{ n }} cards.", {"n"}),
        ("{{ a }} or {{ b }}", {"a", "b"}),
        ("{{ '}}' }} {{ b }}", {"b"}),
        ("{{ {1: {2: a}} }} sets", {"1", "2", "a"}),
        ("{{ {1: 2}}} pieces", {"1", "2"}),
        ("{{ never closed", {"never", "closed"}),
        ("{# {{ a }} #}", {"a"}),
        ("{% sets %}", set()),
        ("{{ facts.hand }}", {"facts", "hand"}),
        ("{{ facts }}", {"facts", ALL_FACTS}),
        ("{{ facts['hand'] }}", {"facts", "hand", ALL_FACTS}),
    ],
)
def test_words_of_texts(text, words):
    assert text_words(text) == words


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("<text>pieces, sets and facts</text>", set()),
        ("{# sets #}<text/>{{ a }}", {"a"}),
        ("<!-- {{ a }} -->", {"a"}),
        ("{{ set.total }}", {"set", "total"}),
        ("{% set x = 1 %}", {"x", "1"}),
        ("{%- set x = set %}", {"x", "set", WHOLE_SET}),
        ("{{ piece.name }}{{ piece['a-b'] }}", {"piece", "name", "a", "b"}),
        ("{{ piece | emblem }}", {"piece", "emblem"}),
        ("{{ pen.draw(piece) }}", {"pen", "draw", "piece", WHOLE_PIECE}),
        ("{{ x[0] }}{{ x[y] }}", {"x", "0", "y", ANY_MEMBER}),
        ("{{ x | map(attribute=y) }}", {"x", "map", "attribute", "y", ANY_MEMBER}),
        ("{% if '%}' == a %}{{ '#}' }}{# b", {"if", "a"}),
    ],
)
def test_words_of_layouts(layout, words):
    assert layout_words(layout) - {"%", "#"} == words


@pytest.mark.parametrize(
    ("layout", "names"),
    [
        ("<face/>", set()),
        ("{% import 'pen.xml' as pen %}{%- include \"sub/mark\" -%}", {"pen", "sub/mark"}),
        ("{% from 'pen.xml' import a, b with context %}{% extends 'base.xml' %}", {"pen", "base"}),
        ("{% include 'mark.xml' ignore missing %}{# {% include 'no' %} #}", {"mark"}),
        ("{% include 'a' ~ b %}", None),
        ("{% include 'a' if b else c %}", None),
        ("{% include 'a' | replace('a', b) %}", None),
        ("{% include ['a', b] %}", None),
        ("{% include b %}", None),
        ("{% include 'a\\x62' %}", None),
    ],
)
def test_names_of_layouts(layout, names):
    assert layouts_named(layout) == names
