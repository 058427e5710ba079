"""Comparisons that never hold, with terms and with values of another kind, and counts that loops lose."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from tests.cases.made import deck
from tests.load.folder import write

GAME = """
id: test
name: Test
language: en
terms:
  leagues:
    red: {{name: Red League}}
    blue: {{name: Blue Union}}
claims:
  none: {{says: There is none, assumed: true, data: "{data}", rulebook: '0'}}
sets: [cards/*.yaml]
"""
DECK = """kind: card
fields: {side: term leagues, sides: terms leagues, fast: flag, cost: number, title: text}
pieces:
  a: {side: blue, sides: [red], fast: true, cost: 3, title: Red, text: TEXT}
"""


def found(folder, data="n(sets.deck) - 1", deck=DECK, text="Alone.", **others):
    files = {"game.yaml": GAME.format(data=data), "cards/deck.yaml": deck.replace("TEXT", text)}
    write(folder, files | {name.replace("__", "/"): words for name, words in others.items()})
    checked = check_workshop(open_workshop(folder, folder))
    return [item for item in checked.diagnostics if item.code != "K150"]


def told(diagnostics):
    return [(item.code, str(item.span), item.help[0]) for item in diagnostics]


@pytest.mark.parametrize(
    ("data", "code", "column", "cure"),
    [
        ("n(c for c in cards if c.fast == 'yes')", "K341", 85, "a flag is true or false: write 'fast' or 'not fast'"),
        ("n(c for c in cards if c.cost in ['3'])", "K341", 86, "compare with a number, such as 3"),
        ("n(c for c in cards if c.title == 3)", "K341", 86, "write it in quotes: '3'"),
        ("n(c for c in cards if c.side == True)", "K341", 85, "compare with words in quotes, such as 'blue'"),
        ("n(c for c in cards if c.sides == 'red')", "K341", 86, "write 'red' in sides"),
        ("count(cards, cost='3')", "K341", 71, "compare with a number, such as 3"),
        ("count(cards, side='rde')", "K340", 71, "did you mean 'red'?"),
    ],
)  # fmt: skip
def test_a_count_of_pieces_compared_with_another_kind_was_0_in_silence(tmp_path, data, code, column, cure):
    (item,) = (item for item in found(tmp_path, data) if item.severity != "error" or item.code != "K100")
    assert told([item]) == [(code, f"game.yaml:9:{column}", cure)]


@pytest.mark.parametrize(
    "data",
    [
        "n(c for c in cards if c.fast == False)",
        "n(c for c in cards if c.cost == 4 or c.cost == None)",
        "n(c for c in cards if c.title == '')",
        "n(c for c in cards if c.side == 'red')",
        "count(cards, sides='blue')",
        "n(c for c in cards if c.copies == 2 or c.kind == 'tile')",
    ],
)
def test_comparisons_that_may_hold_are_left_alone(tmp_path, data):
    assert found(tmp_path, data) == []


def test_texts_and_layouts_are_looked_at_too(tmp_path):
    (item,) = found(tmp_path, text="\"{{ 'fast' if fast == 'yes' else 'slow' }}\"")
    assert (item.code, str(item.span)) == ("K341", "cards/deck.yaml:4:94")
    deck = DECK.replace("pieces:", "layout: own\npieces:")
    layout = "<card>\n{% if piece.cost == '3' or 'rde' == piece.side %}<box/>{% elif piece.side == 'rde' %}<box/>{% endif %}\n</card>"
    items = found(tmp_path, deck=deck, **{"layouts__own.xml": layout})
    assert [(item.code, item.span.column) for item in items] == [("K341", 7), ("K340", 28), ("K340", 64)]


WHERE = """kind: card
pieces:
  pair: {{for: {{pile: leagues}}, where: {where}, name: "{{{{ pile }}}}"}}
"""


@pytest.mark.parametrize(
    ("where", "code", "column", "cure"),
    [
        (
            '"False"',
            "M138",
            39,
            "compare with values that there are; to print none of them, write 'copies: 0'",
        ),
        ("pile == 'rde'", "K340", 47, "did you mean 'red'?"),
        ("pile == True", "K341", 47, "compare with words in quotes, such as 'red'"),
        ('"true"', "X110", 40, "did you mean True?"),
        ("true", "M102", 39, 'an expression is a text: write "True"'),
        ("pile == 'red' or nothing", "X110", 56, "write a text in quotes: 'nothing'"),
    ],
)
def test_a_where_that_left_out_everything_was_silent(tmp_path, where, code, column, cure):
    (item,) = found(
        tmp_path, deck=DECK.replace("TEXT", "Alone."), **{"cards__pair.yaml": WHERE.format(where=where)}
    )
    assert told([item]) == [(code, f"cards/pair.yaml:3:{column}", cure)]


@pytest.mark.parametrize(
    ("where", "code"),
    [("state == 'ready'", "M138"), ("state == 3", "K341"), ("state == 'Ready'", ""), ("rank > 1", "M138")],
)
def test_a_where_that_leaves_out_all_rows_was_reported_as_a_table_without_rows(tmp_path, where, code):
    deck = f'kind: card\nfields: {{rank: number}}\nrows: {{file: t.csv, where: "{where}"}}\ncolumns: {{state: null}}\n'
    items = found(
        tmp_path, **{"cards__t.yaml": deck, "cards__t.csv": "name,state,rank\nBow,Ready,1\nAxe,Draft,1\n"}
    )
    assert [item.code for item in items] == ([code] if code else [])


def test_numbers_that_are_texts_were_put_in_order_letter_by_letter_in_silence(tmp_path):
    deck = DECK.replace("title: Red", "title: '10'")
    (item,) = found(tmp_path, "n(c for c in cards if c.title > '9')", deck)
    cure = "declare it as a number or decimal, and compare it with 9 without quotes"
    assert told([item]) == [("K342", "game.yaml:9:85", cure)]
    assert found(tmp_path, "n(c for c in cards if c.title > 'Z')", deck) == []
    layout = "<card>\n{% if piece.title >= '9' %}<box/>{% endif %}\n</card>"
    own = deck.replace("pieces:", "layout: own\npieces:")
    (item,) = found(tmp_path, deck=own, **{"layouts__own.xml": layout})
    assert (item.code, item.span.line) == ("K342", 2)


ORDERED = "kind: card\nfields: {{rank: text?}}\npieces:\n  '{0}': {{name: '{1}', rank: '{2}'}}\n  '{3}': {{name: '{4}', rank: '{5}'}}\n"


@pytest.mark.parametrize(
    ("compared", "pieces"),
    [
        ("id > '09'", ("01", "Bow", "1", "10", "Axe", "2")),
        ("id <= '10'", ("09", "Bow", "1", "10", "Axe", "2")),
        ("rank >= '5'", ("a", "Bow", "2", "b", "Axe", "7")),
        ("rank < '2.5'", ("a", "Bow", "2.4", "b", "Axe", "2.6")),
        ("name > '9'", ("a", "1914", "1", "b", "Axe", "2")),
        ("name > '9'", ("a", "1914", "1", "b", "12.5", "2")),
    ],
)
def test_numbers_in_quotes_were_reported_although_letters_give_the_same_order_or_no_other_can_be_written(
    tmp_path, compared, pieces
):
    items = found(tmp_path, f"n(c for c in sets.deck if c.{compared})", ORDERED.format(*pieces))
    assert {item.code for item in items} <= {"K100"}, "which is for a claim that does not hold"


@pytest.mark.parametrize(
    ("compared", "pieces", "shown", "cure"),
    [
        ("id > '9'", ("1", "Bow", "1", "10", "Axe", "2"), "'10' is before '9'", "write all with as many digits, such as '09'"),
        ("name < '10'", ("a", "9", "1", "b", "10", "2"), "'10' is before '9'", "write all with as many digits, such as '09'"),
        ("rank > '09'", ("a", "Bow", "9", "b", "Axe", "10"), "'09' is before '9'", "declare it as a number or decimal, and compare it with 9 without quotes"),
        ("rank > '-1'", ("a", "Bow", "-3", "b", "Axe", "2"), "'-1' is before '-3'", "declare it as a number or decimal, and compare it with -1 without quotes"),
        ("rank > '9,5'", ("a", "Bow", "10", "b", "Axe", "2"), "'10' is before '9,5'", "declare it as a number or decimal, and compare it with 9.5 without quotes"),
    ],
)  # fmt: skip
def test_the_cure_of_numbers_in_quotes_could_not_be_followed(tmp_path, compared, pieces, shown, cure):
    items = found(tmp_path, f"n(c for c in sets.deck if c.{compared})", ORDERED.format(*pieces))
    (item,) = (item for item in items if item.code == "K342")
    assert (item.message.partition(": ")[2], item.help[0]) == (shown, cure)


def test_the_text_of_a_cell_was_compared_with_a_number_in_quotes_in_silence(tmp_path):
    deck = "kind: card\nrows: {file: t.csv, where: \"rank > '9'\"}\ncolumns: {rank: null}\n"
    items = found(tmp_path, **{"cards__t.yaml": deck, "cards__t.csv": "name,rank\nBow,10\nAxe,95\n"})
    assert [item.code for item in items] == ["K342"]


TERM_GAME = """
id: test
name: Test
language: en
players: 2
terms:
  leagues:
    red: {{name: Red League, forms: {{of: red leaguers}}}}
    blue: {{name: Blue Union}}
  traits: {{slow: {{name: Slow}}, armed: {{name: Armed}}}}
claims:
  none:
    says: The red league has none
    assumed: true
    data: {data}
    rulebook: '0'
sets: [cards/deck.yaml]
"""
TERM_DECK = """kind: card
name: Deck
fields: {side: term leagues, traits: terms traits, title: text}
pieces:
  a: {side: blue, traits: [slow], title: Red, text: TEXT}
"""


def told_of_terms(folder, data, text="Alone."):
    write(
        folder, {"game.yaml": TERM_GAME.format(data=data), "cards/deck.yaml": TERM_DECK.replace("TEXT", text)}
    )
    checked = check_workshop(open_workshop(folder, folder))
    assert {item.code for item in checked.diagnostics} <= {"K150", "K340"}
    return [(item.code, str(item.span), item.help[0]) for item in checked.diagnostics if item.code == "K340"]


@pytest.mark.parametrize(
    ("data", "column", "cure"),
    [
        ("n(c for c in cards if c.side == 'rde')", 43, "did you mean 'red'?"),
        ("n(c for c in cards if 'Red League' == c.side)", 33, "write the id of the term: 'red'"),
        ("n(c for c in cards if c.side in ['red', 'red leaguers'])", 51, "write the id of the term: 'red'"),
        ("n(c for c in cards if 'armored' in c.traits)", 33, "did you mean 'armed'?"),
        ("n(c for c in cards) - n(c for c in cards if c.side != 'green')", 65, "known terms: blue, red"),
    ],
)
def test_a_comparison_with_no_term_was_never_true_and_nothing_was_reported(tmp_path, data, column, cure):
    assert [found[2] for found in told_of_terms(tmp_path, data)] == [cure]
    assert told_of_terms(tmp_path, data)[0][1] == f"game.yaml:14:{column}"


def test_the_expressions_of_texts_are_looked_at_too(tmp_path):
    text = "\"{{ n(c for c in cards if c.side == 'rot') }} are left.\""
    assert [found[1] for found in told_of_terms(tmp_path, "n(sets.deck) - 1", text)] == [
        "cards/deck.yaml:5:89"
    ]


@pytest.mark.parametrize(
    "data",
    [
        "n(c for c in cards if c.side == 'red')",
        "n(c for c in cards if c.side in ('red', terms.red))",
        "n(c for c in cards if 'armed' in c.traits)",
        "n(c for c in cards if c.title == 'Green')",
        "n(c for c in cards if c.side.name == 'Green')",
    ],
)
def test_a_comparison_with_a_term_or_with_a_text_is_left_alone(tmp_path, data):
    assert told_of_terms(tmp_path, data) == []


TEXT = "<face><text inset='4'>{}</text></face>"
LOOP = "{% for p in set.pieces %}"


@pytest.mark.parametrize(
    ("layout", "codes"),
    [
        ("{% set n = 0 %}" + LOOP + "{% set n = n + 1 %}{% endfor %}{{ n }}", ["L114"]),
        ("{% set n = 0 %}" + LOOP + "{% if p %}{%- set n = p.number + n -%}{% endif %}{% endfor %}{{ n }}", ["L114"]),
        ("{% set n = 1 %}" + LOOP + "{% set n = p.number %}{{ n }}{% endfor %}", []),
        (LOOP + "{% set n = 1 %}{% set n = n + 1 %}{{ n }}{% endfor %}", []),
        ("{% set y = 10 %}" + LOOP + "{% set y = y + 8 * loop.index0 %}{{ y }}{% endfor %}", []),
        (LOOP + "{% set m = p.n | default(1) %}{% endfor %}x", []),
        ("{% set ns = namespace(n=0) %}" + LOOP + "{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}", []),
        ("{% set n = 0 %}{# {% for %}{% set n = n + 1 %} #}{{ n }}", []),
    ],
)  # fmt: skip
def test_a_count_that_a_loop_forgets_is_reported(tmp_path: Path, layout: str, codes: list[str]) -> None:
    made = deck(tmp_path, "a: {name: A}", "layout: l\n", {"layouts/l.xml": TEXT.replace("{}", layout)})
    assert made.codes() == codes
    assert not codes or "namespace(n=0)" in made.cures()


def test_the_way_that_is_named_instead_counts(tmp_path: Path) -> None:
    layout = "{% set ns = namespace(n=0) %}" + LOOP + "{% set ns.n = ns.n + 1 %}{% endfor %}[{{ ns.n }}]"
    made = deck(
        tmp_path, "a: {name: A}\nb: {name: B}", "layout: l\n", {"layouts/l.xml": TEXT.replace("{}", layout)}
    )
    assert "[2]" in made.words()
