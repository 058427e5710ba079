"""``pnp check --mutate``: what a single edit of the data would go unnoticed by."""

import json

import pytest

from tests.cli.call import call
from tests.load.folder import write

GAME = """
id: g
name: Hra
language: cs
players: 2-4
sources: {{r: {{title: Pravidla}}}}
terms: {{weapon: {{bow: {{name: luk, data: {{power: 2}}}}, sword: {{name: meč, data: {{power: 3}}}}}}}}
facts:
  hand: {{value: 2, {hand}source: r 1}}
  bows: {{value: 3, stated: 3, source: r 2}}
claims:
  bows: {{says: Luků je tolik, source: r 2, data: "count(cards, weapon='bow')", rulebook: facts.bows}}
  players: {{says: Hrají dva až čtyři, source: r 1, data: list(players), rulebook: "[2, 3, 4]"}}
  {claims}
"""
DECK = """
kind: card
{head}
fields: {{weapon: term weapon, value: number, lit: flag?}}
pieces:
  bow: {{name: luk, weapon: bow, value: 1, copies: facts.bows, lit: true}}
  sword: {{name: meč, weapon: sword, value: 4, copies: 2, text: "{{{{ facts.hand }}}} karty"}}
"""
BACK = "<face/>"
TOTAL = "total: 5\nback: red\nshuffled: true"


def result(folder, hand="stated: 2, ", head=TOTAL, claims=""):
    files = {
        "game.yaml": GAME.format(hand=hand, claims=claims),
        "cards/deck.yaml": DECK.format(head=head),
        "layouts/red.xml": BACK,
    }
    made = call(write(folder, files), "check", "--mutate", "--format", "json")
    return made.returncode, json.loads(made.stdout)


def noticed(record):
    return {f"{edit['name']} {edit['change']}": edit["noticed"] for edit in record["edits"]}


def test_what_the_rulebook_states_is_noticed_by_claims_totals_and_stated_values(tmp_path):
    code, record = result(tmp_path)
    assert (code, record["silent"], record["diagnostics"]) == (0, 0, [])
    by = noticed(record)
    assert by["facts.hand 2 → 3"] == ["stated"]
    assert by["deck/sword copies 2 → 3"] == ["deck.total"]
    assert by["deck/bow copies 3 → 2"] == ["bows", "deck.total"]
    assert by["deck/bow weapon bow → sword"] == ["bows"]
    assert by["players [2, 3, 4] → [3, 4]"] == ["players"]
    assert by["deck back red → nothing"] == ["K120"]


def test_copies_that_are_computed_from_a_fact_follow_its_edit(tmp_path):
    by = noticed(result(tmp_path)[1])
    # The claim compares the copies with the fact that they are: it holds for any value of the fact.
    assert by["facts.bows 3 → 4"] == ["deck.total", "stated"]


@pytest.mark.parametrize(
    ("changed", "silent"),
    [
        ({"hand": ""}, "facts.hand 2 → 3"),
        ({"head": "total: 5\nback: red"}, "deck back red → nothing"),
        ({"head": "back: red\nshuffled: true"}, "deck/sword copies 2 → 1"),
    ],
)
def test_an_edit_that_nothing_notices_is_an_error_at_its_place(tmp_path, changed, silent):
    code, record = result(tmp_path, **changed)
    assert code == 1
    assert f"nothing notices {silent}" in [found["message"] for found in record["diagnostics"]]
    assert noticed(record)[silent] == []


def test_a_text_that_reads_a_number_notices_it(tmp_path):
    head = TOTAL + "\nname: \"{{ facts.hand | reads(2, 'dvě') }}\""
    assert noticed(result(tmp_path, hand="", head=head)[1])["facts.hand 2 → 3"] == ["X140"]


def test_values_that_the_rulebook_does_not_state_are_counted_and_may_be_silent(tmp_path):
    code, record = result(tmp_path)
    silent = {edit["name"] for edit in record["edits"] if not edit["noticed"]}
    assert {"deck/sword value", "deck/bow lit", "terms.weapon.bow.power"} <= silent
    assert code == 0
    assert (
        record["tried"]
        == len(record["edits"])
        == record["noticed"] + sum(not edit["noticed"] for edit in record["edits"])
    )


def test_a_claim_that_compares_a_fact_with_itself_is_reported(tmp_path):
    claims = "same: {says: Ruka, source: r 1, data: facts.hand, rulebook: facts.hand}"
    code, record = result(tmp_path, claims=claims)
    assert code == 0
    assert [(found["code"], found["message"]) for found in record["diagnostics"]] == [
        ("K161", "no single edit of the data makes claim 'same' false")
    ]


def test_a_claim_with_room_that_a_large_edit_breaks_is_only_listed(tmp_path):
    claims = "room: {says: Dost, source: r 1, data: n(cards), is: '<=', rulebook: '50'}"
    record = result(tmp_path, claims=claims)[1]
    assert record["larger"] == ["room"]
    assert record["diagnostics"] == []


def test_the_table_names_what_notices_each_group_of_edits(tmp_path):
    files = {
        "game.yaml": GAME.format(hand="", claims=""),
        "cards/deck.yaml": DECK.format(head=TOTAL),
        "layouts/red.xml": BACK,
    }
    made = call(write(tmp_path, files), "check", "--mutate")
    lines = [line.split() for line in made.stdout.splitlines()]
    assert ["facts.hand", "1", "0", "1", "–"] in lines
    assert ["deck", "copies", "4", "4", "0", "deck.total,", "bows"] in lines
    assert ["fact", "with", "a", "source", "2", "1", "1", "2", "1"] in lines
    assert "error[K160]: nothing notices facts.hand 2 → 3" in made.stderr


def test_a_game_with_errors_is_not_edited(tmp_path):
    made = call(write(tmp_path, {"game.yaml": "name: Hra\nnmae: Hra\n"}), "check", "--mutate")
    assert made.returncode == 1
    assert "nmae" in made.stderr
    assert "edits" not in made.stdout


def test_a_game_whose_pieces_are_in_a_table_is_tried_too(tmp_path):
    game = (
        "name: G\nlanguage: en\nsources: {r: {title: R}}\nfacts: {hand: {value: 2, stated: 2, source: r 1}}\n"
    )
    files = {
        "game.yaml": game,
        "cards/deck.yaml": "kind: card\nfields: {n: number}\ntotal: 1\nrows: deck.csv\n",
        "cards/deck.csv": "id,n\na,1\n",
    }
    made = call(write(tmp_path, files), "check", "--mutate", "--format", "json")
    by = noticed(json.loads(made.stdout))
    assert by["facts.hand 2 → 3"] == ["stated"]
    assert by["deck/a copies 1 → 2"] == ["deck.total"]
