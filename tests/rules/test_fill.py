from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model import Text
from pnp.rules import fill, piece_scope, plain_parts, sole_expression
from pnp.rules.helper import FILTERS
from pnp.source import Chunk, Origin
from tests.rules.sample import BOW, DEFAULT_SETS, SCOPE, printed, span, text

EXAMPLES = {
    "reads": ("{{ facts.hand | reads(2, 'dvěma kartami') }}", "dvěma kartami"),
    "plural": (
        "{{ facts.hand }} {{ facts.hand | plural(one='karta', few='karty', other='karet') }}",
        "2 karty",
    ),
    "number": ("{{ facts.big | number }}", "12\u00a0345"),
    "digits": ("{{ facts.hand | digits(3) }}{{ 12 | digits(1) }}", "00212"),
    "upper": ("{{ terms.sword | upper }}", "MEČ"),
    "capital": ("{{ terms.bow.name | capital }}", "Luk"),
    "join": ("{{ terms.weapon | join(' nebo ') }}", "luk nebo meč"),
}


@pytest.mark.parametrize("name", FILTERS)
def test_each_filter_gives_what_its_line_says(name: str) -> None:
    source, expected = EXAMPLES[name]
    assert printed(source) == expected


@pytest.mark.parametrize(
    ("source", "language", "expected"),
    [
        ("{{ facts.hand }}", "cs", "2"),
        ("{{ facts.big }}", "cs", "12\u00a0345"),
        ("{{ facts.big }}", "fr", "12\u202f345"),
        ("{{ 1234.5 }}", "pl", "1\u00a0234,5"),
        ("{{ 6 / 3 }}", "cs", "2"),
        ("{{ terms.bow }} a {{ terms.bow.forms.ins }}", "cs", "luk a lukem"),
        ("{{ 'a' if facts.hand == 2 else 'b' }}", "cs", "a"),
        ("{{ '{{' }}x{{ '}}' }}", "cs", "{{x}}"),
        ("{{ {1: {2: 'z'}}[1][2] }}", "cs", "z"),
        ("{{ {1: {2: 'z'}}[1][2]}}!", "cs", "z!"),
        ("{{ 1 | plural(one='hráč', few='hráče', other='hráčů') }}", "cs", "hráč"),
        ("{{ 5 | plural(one='gracz', few='gracze', many='graczy') }}", "pl", "graczy"),
        ("{{ 22 | plural(one='gracz', few='gracze', many='graczy') }}", "pl", "gracze"),
        ("{{ 0 | plural(one='joueur', other='joueurs') }}", "fr", "joueur"),
        ("{{ [1, 2] | join }}", "cs", "1, 2"),
        ("{{ players | join('/') | upper }}", "cs", "2/3/4"),
        ("{{ 'iki izgara' | capital }}, {{ 'iki' | upper }}", "tr", "İki izgara, İKİ"),
        ("jedno { a druhé }", "cs", "jedno { a druhé }"),
    ],
)
def test_a_text_is_filled_with_words(source: str, language: str, expected: str) -> None:
    assert printed(source, language) == expected


@pytest.mark.parametrize(
    ("source", "code", "faulty", "cure"),
    [
        ("Zabij {{ facts.hnd }}.", "X112", "hnd", "hand"),
        ("Zabij {{ facts.hand | reads(3, 'třemi') }}.", "X140", "reads(3, 'třemi')", "reads(2, '…')"),
        ("a {{ 2 | plural(one='k', other='k') }}", "X150", "plural(one='k', other='k')", "add few='…'"),
        ("a {{ 2 | plural(on='k') }}", "X150", "plural(on='k')", "'one'"),
        ("a {{ 1.5 | plural(one='k', few='k', other='k') }}", "X150", None, "many"),
        ("a {{ None }}", "X170", "None", "''"),
        ("a {{ 1 == 1 }}", "X170", "1 == 1", "'yes'"),
        ("a {{ players }}", "X170", "players", "join"),
        ("a {{ terms.weapon }}", "X170", "terms.weapon", ""),
        ("a {{ 1 ", "X160", "{{", "}}"),
        ("a }} b", "X160", "}}", "{{"),
        ("a {% if x %}", "X160", "{%", ""),
        ("a {{ }} b", "X100", " ", "facts.hand"),
        ("a {{ it's }} b", "X100", None, ""),
    ],
)
def test_a_fault_is_pointed_at_in_the_file(source: str, code: str, faulty: str | None, cure: str) -> None:
    filled = fill(text(source, "x.yaml", 7, 11), SCOPE, "cs", "weapons/bow")
    (found,) = filled.diagnostics
    assert found.code == code
    assert found.piece == "weapons/bow"
    assert found.span is not None
    assert (found.span.file, found.span.line) == ("x.yaml", 7)
    if faulty is not None:
        assert source[found.span.column - 11 : found.span.end_column - 11] == faulty
    assert cure in " ".join(found.help)


def test_all_faults_of_a_text_are_reported_in_order() -> None:
    filled = fill(text("{{ a }} }} {{ b }}"), SCOPE, "cs")
    assert [item.code for item in filled.diagnostics] == ["X110", "X160", "X110"]


def test_a_fault_in_a_later_line_keeps_its_line() -> None:
    source = "první\ndruhý {{ nikdo }}"
    origin = Origin(span("a.yaml", 3), (Chunk(0, 4, 5), Chunk(6, 5, 5)))
    (found,) = fill(Text(source, origin), SCOPE, "cs").diagnostics
    assert str(found.span) == "a.yaml:5:14"


def test_a_piece_knows_its_fields_and_the_game() -> None:
    entry = DEFAULT_SETS[0].pieces[0]
    names = piece_scope(replace(entry, binds={"other": BOW}), SCOPE)
    assert fill(
        text("{{ weapon.name }} {{ other.id }} {{ copies }} {{ piece.key }} {{ facts.hand }}"), names, "cs"
    ).text == ("luk bow 9 weapons/bow 2")


def test_names_made_of_expressions_are_filled_but_not_in_circles() -> None:
    assert printed("{{ t }}", t=text("síla {{ facts.hand }}")) == "síla 2"
    filled = fill(text("{{ t }}"), {"t": text("{{ t }}")}, "cs")
    assert [item.code for item in filled.diagnostics] == ["X130"]
    assert filled.diagnostics[0].message == "texts refer to one another in a circle"
    filled = fill(text("{{ t }}"), {"t": text("a {{ nikdo }}")}, "cs")
    assert filled.diagnostics[0].message.startswith("in 'a {{ nikdo }}'")


def test_a_sole_expression_is_reported_from_a_text() -> None:
    assert sole_expression("{{ pile }}") == " pile "
    assert sole_expression("  {{ {'a': 1} }} ") == " {'a': 1} "
    assert sole_expression("{{ a }} b") is None
    assert sole_expression("{{ a }}{{ b }}") is None
    assert sole_expression("a") is None
    assert sole_expression("{{ a") is None


# Laws

_words = st.text(alphabet="aěž 'x\n:*", max_size=12)
_held = st.sampled_from(
    ["{{ facts.hand }}", "{{ facts.big }}", "{{ 'dvě}}' }}", "{{ {1: 'a'}[1] }}", "{{terms.bow}}"]
)


@given(st.text(max_size=50))
def test_filling_never_raises(source: str) -> None:
    filled = fill(text(source), SCOPE, "cs")
    for found in filled.diagnostics:
        assert found.span is not None


@given(st.text(alphabet="abc {}%'\"|", max_size=40))
def test_filling_braces_never_raises_and_loses_no_words(source: str) -> None:
    filled = fill(text(source), SCOPE, "cs")
    quoted = "'" in source or '"' in source  # a text in quotation marks is an expression with a value
    assert filled.diagnostics or "{{" not in source or quoted
    if not filled.diagnostics and "{{" not in source:
        assert filled.text == source


@given(st.lists(st.tuples(_words, _held), max_size=4), _words)
def test_words_outside_keep_their_place_in_the_file(parts: list[tuple[str, str]], last: str) -> None:
    source = "".join(words + held for words, held in parts) + last
    filled = fill(text(source, column=5), SCOPE, "cs")
    assert not filled.diagnostics
    kept = "".join(words for words, _ in parts) + last
    assert "".join(plain for _, plain in plain_parts(source)) == kept
    for offset, character in enumerate(filled.text):
        column = filled.origin.at(offset).column - 5
        assert source[column] == character or source.startswith("{{", column)


@given(_words)
def test_a_text_without_braces_stays_as_it_is(source: str) -> None:
    typed = text(source)
    filled = fill(typed, {}, "cs")
    assert (filled.text, filled.origin, filled.diagnostics) == (source, typed.origin, ())
