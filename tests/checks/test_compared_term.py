"""Claims that held, or failed, as a word in them was the id of no term."""

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from tests.load.folder import write

GAME = """
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
DECK = """kind: card
name: Deck
fields: {side: term leagues, traits: terms traits, title: text}
pieces:
  a: {side: blue, traits: [slow], title: Red, text: TEXT}
"""


def told(folder, data, text="Alone."):
    write(folder, {"game.yaml": GAME.format(data=data), "cards/deck.yaml": DECK.replace("TEXT", text)})
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
def test_a_comparison_with_no_term_was_never_true_and_nobody_was_told(tmp_path, data, column, cure):
    assert [found[2] for found in told(tmp_path, data)] == [cure]
    assert told(tmp_path, data)[0][1] == f"game.yaml:14:{column}"


def test_the_expressions_of_texts_are_looked_at_too(tmp_path):
    text = "\"{{ n(c for c in cards if c.side == 'rot') }} are left.\""
    assert [found[1] for found in told(tmp_path, "n(sets.deck) - 1", text)] == ["cards/deck.yaml:5:89"]


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
    assert told(tmp_path, data) == []
