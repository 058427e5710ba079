"""Facts that guard nothing, for nothing reads them."""

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.checks.fact import check_unread_facts
from pnp.load import shared_root
from tests.load.folder import write

GAME = """
id: test
name: Test
language: en
players: 2
facts:
  cards: {value: 2, assumed: true}
  set_aside: {value: 1, assumed: true}
  rows: {value: [1, 2], assumed: true}
sets: [cards/deck.yaml]
"""
DECK = "kind: card\nname: Deck\npieces:\n  a: {name: A, text: Alone., copies: 2}\n"


def unread(folder, deck=DECK, **files):
    write(folder, {"game.yaml": GAME, "cards/deck.yaml": deck, **files})
    checked = check_workshop(open_workshop(folder, folder), rulebooks=True)
    return [item for item in checked.diagnostics if item.code == "K330"]


def test_a_fact_that_nothing_read_was_changed_and_nothing_was_reported(tmp_path):
    found = unread(tmp_path)
    assert [item.message for item in found] == [
        f"nothing reads the fact '{name}'" for name in ("cards", "set_aside", "rows")
    ]
    assert [str(item.span) for item in found] == ["game.yaml:6:3", "game.yaml:7:3", "game.yaml:8:3"]


@pytest.mark.parametrize(
    ("name", "deck", "files"),
    [
        ("cards", DECK.replace("Alone.", '"{{ facts.cards }}"'), {}),
        ("cards", DECK.replace("Alone.", "\"{{ facts['cards'] }}\""), {}),
        ("set_aside", DECK.replace("Alone.", "\"{{ facts['set_aside'] }}\""), {}),
        ("cards", DECK.replace("copies: 2", "copies: facts.cards"), {}),
        ("cards", DECK, {"rulebook/rules.md": "Take {{ facts.cards }} of them."}),
        ("rows", DECK, {"rulebook/rules.md": ":::setup\n"}),
        ("cards", DECK, {"rulebook/rules.md": ":::setup {rows=cards}\n"}),
        (
            "cards",
            DECK,
            {
                "layouts/deck.xml": '<face><text x="0mm" y="0mm" w="9mm" h="9mm">{{ facts.cards }}</text></face>'
            },
        ),
    ],
)
def test_what_reads_a_fact(tmp_path, name, deck, files):
    assert name not in " ".join(item.message for item in unread(tmp_path, deck, **files))


@pytest.mark.parametrize(
    "text", ["{{ facts[piece.id] }}", "{{ sum(values(facts)) }}", "{{ [f for f in facts] | join(' ') }}"]
)
def test_a_fact_that_may_be_chosen_is_let_pass(tmp_path, text):
    assert unread(tmp_path, DECK.replace("Alone.", f'"{text}"')) == []


def test_facts_that_a_layout_calls_otherwise_are_let_pass(tmp_path):
    layout = '{% set known = facts %}<face><text inset="0">{{ known.cards }}</text></face>'
    assert unread(tmp_path, **{"layouts/deck.xml": layout}) == []


def test_a_translation_that_is_left_reads_nothing(tmp_path):
    left = 'msgctxt "card.text"\nmsgid "{{ facts.cards }}"\nmsgstr "{{ facts.cards }}"\n'
    assert len(unread(tmp_path, **{"locale/de.po": left})) == 3


@pytest.mark.parametrize("name", ["country", "doom", "doom-elements", "zombiaki", "zombiaki2"])
def test_every_fact_of_the_shipped_games_is_read(name):
    workshop = open_workshop(shared_root() / "data" / name, shared_root())
    assert workshop.game is not None
    assert [str(item) for item in check_unread_facts(workshop.game, workshop.sources)] == []
