from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.diagnostics import Severity
from pnp.rules import assumed_facts, check_claims
from pnp.rules.claims import RELATIONS
from pnp.source import Span
from tests.rules.sample import DEFAULT_SETS, claim, component_set, game, piece, span


@pytest.mark.parametrize(
    ("data", "relation", "rulebook", "shown"),
    [
        ("n(cards)", "==", "20", ("20", "20")),
        ("n(tiles)", "!=", "8", ("9", "8")),
        ("n(tiles)", ">=", "max(facts.rows)", ("9", "5")),
        ("1", "<", "2", ("1", "2")),
        ("2", "<=", "2", ("2", "2")),
        ("3", ">", "2", ("3", "2")),
        ("'bow'", "in", "[w.id for w in terms.weapon]", ("bow", "[bow, sword]")),
        ("distinct(cards, 'pile')", "==", "{'bow', 'sword'}", ("{bow, sword}", "{bow, sword}")),
        ("all(c.pile for c in cards)", "==", "True", ("yes", "yes")),
    ],
)
def test_a_claim_that_holds_shows_both_values(
    data: str, relation: str, rulebook: str, shown: tuple[str, str]
) -> None:
    result = check_claims(game(claims=[claim("c", data, relation, rulebook)]))[0]
    assert (result.verdict, result.data, result.rulebook, result.diagnostics) == ("ok", *shown, ())


def test_every_relation_is_tried_above() -> None:
    assert set(RELATIONS) == {"==", "!=", "<", "<=", ">", ">=", "in"}


def test_a_failed_claim_names_the_pieces_that_were_counted() -> None:
    result = check_claims(game(claims=[claim("c", "count(cards, weapon='sword')", "==", "9")]))[0]
    assert (result.verdict, result.data, result.rulebook) == ("failed", "8", "9")
    (found,) = result.diagnostics
    assert (found.code, found.severity) == ("K100", Severity.ERROR)
    assert found.help[0] == "the rulebook says 9, the pieces have 8"
    places = [(str(place), words) for place, words in found.related]
    assert places == [("weapons.yaml:12:1", "weapons/sword"), ("game.yaml:20:60", "rulebook: 9")]
    assert found.help[-1] == "or set rulebook to 8"


def test_sets_were_cut_before_they_differ_and_innocent_pieces_were_named() -> None:
    entries = [piece("many", f"p{i}", line=10 + i, spell=None) for i in range(30)]
    stated = "{" + ", ".join(f"'p{i}'" for i in range(1, 30)) + ", 'mine', facts.hand}"
    made = game(
        sets=[component_set("many", entries)], claims=[claim("c", "{c.id for c in cards}", "==", stated)]
    )
    (found,) = check_claims(made)[0].diagnostics
    assert found.help[1:3] == ("only the pieces have p0", "only the rulebook has mine, 2")
    assert found.help[-1] == "correct the pieces, or facts.hand if the rulebook says something else"
    assert [words for _, words in found.related] == ["many/p0", "facts.hand = 2"]


@pytest.mark.parametrize(
    ("data", "rulebook", "lines"),
    [
        ("[1, 1, 2]", "[1, 2, 2]", ["only the pieces have 1", "only the rulebook has 2"]),
        (
            "{1: 'a', 2: 'b'}",
            "{1: 'a', 2: 'c'}",
            ["only the pieces have [2, b]", "only the rulebook has [2, c]"],
        ),
        ("{('bow', 1)}", "{('bow', 2)}", ["only the pieces have [bow, 1]", "only the rulebook has [bow, 2]"]),
        ("{1, 2}", "{1}", ["only the pieces have 2"]),
        ("2", "3", []),
    ],
)
def test_a_false_claim_shows_how_its_sides_differ(data: str, rulebook: str, lines: list[str]) -> None:
    (found,) = check_claims(game(claims=[claim("c", data, "==", rulebook)]))[0].diagnostics
    assert [line for line in found.help if line.startswith("only ")] == lines
    assert "correct the pieces, or the claim if the rulebook says something else" in found.help[-2:]


def test_a_false_claim_leads_to_the_lines_of_its_facts() -> None:
    made = game(claims=[claim("c", "n(cards) + facts['hand']", "==", "facts.rows[2]")])
    found = check_claims(made)[0].diagnostics[0]
    assert [words for _, words in found.related if words.startswith("facts")] == [
        "facts.hand = 2",
        "facts.rows = [1, 3, 5]",
    ]


def test_a_failed_all_names_those_for_which_it_is_false() -> None:
    data = "all(c.weapon == 'bow' for c in cards if c.copies > 1)"
    result = check_claims(game(claims=[claim("c", data, "==", "True")]))[0]
    assert [entry.key for entry in result.pieces] == ["weapons/sword", "weapons/bomb"]
    result = check_claims(game(claims=[claim("c", "every(cards, spell=None)", "==", "True")]))[0]
    assert [entry.key for entry in result.pieces] == ["weapons/bow-lure"]


def test_a_claim_lists_its_own_pieces() -> None:
    stated = claim("c", "n(cards)", "==", "21", pieces="[c for c in cards if c.spell]")
    result = check_claims(game(claims=[stated]))[0]
    assert [entry.key for entry in result.pieces] == ["weapons/bow-lure"]


def test_a_broken_list_of_pieces_is_reported_beside_the_failure() -> None:
    for pieces, code in (("cardz", "X110"), ("3", "X120")):
        result = check_claims(game(claims=[claim("c", "n(cards)", "==", "21", pieces=pieces)]))[0]
        assert [found.code for found in result.diagnostics] == ["K100", code]


def test_a_failed_claim_may_only_warn() -> None:
    result = check_claims(game(claims=[claim("c", "1", "==", "2", severity="warning")]))[0]
    assert result.diagnostics[0].severity is Severity.WARNING


def test_a_broken_side_is_pointed_at_exactly() -> None:
    result = check_claims(game(claims=[claim("c", "n(crds)", "==", "facts.hnd")]))[0]
    assert result.verdict == "broken"
    assert [(str(found.span), found.code) for found in result.diagnostics] == [
        ("game.yaml:20:12", "X110"),
        ("game.yaml:20:66", "X112"),
    ]


def test_sides_that_do_not_compare_are_broken() -> None:
    result = check_claims(game(claims=[claim("c", "n(cards)", "<", "'a'")]))[0]
    assert (result.verdict, result.data, result.rulebook) == ("broken", "20", "a")


def test_a_sets_total_is_a_claim_of_its_own() -> None:
    (result,) = check_claims(game())
    assert (result.claim.id, result.verdict, result.data) == ("weapons.total", "ok", "20")
    short = replace(DEFAULT_SETS[0], pieces=DEFAULT_SETS[0].pieces[1:])
    (result,) = check_claims(game(sets=[short]))
    assert (result.verdict, result.data, result.rulebook) == ("failed", "11", "20")
    assert result.diagnostics[0].code == "K101"
    assert result.diagnostics[0].span == short.span
    (result,) = check_claims(game(sets=[replace(short, total_span=Span("cards/weapons.yaml", 6, 8, 6, 10))]))
    assert result.diagnostics[0].span == Span("cards/weapons.yaml", 6, 8, 6, 10)


def test_the_total_of_a_set_with_one_piece_said_1_pieces() -> None:
    one = replace(DEFAULT_SETS[0], pieces=(replace(DEFAULT_SETS[0].pieces[0], copies=1),), total=1)
    (result,) = check_claims(game(sets=[one]))
    assert result.claim.says.source == "'weapons' has 1 piece"
    (result,) = check_claims(game(sets=[replace(one, total=2)]))
    assert result.diagnostics[0].message == "'weapons' has 1 piece, but its total says 2"


def test_a_wrong_total_of_a_long_deck_listed_a_dozen_pieces_that_are_right() -> None:
    def told(count: int) -> int:
        one = DEFAULT_SETS[0].pieces[0]
        pieces = tuple(
            replace(one, id=f"p{n}", copies=1, span=Span("a.yaml", n)) for n in range(1, count + 1)
        )
        (result,) = check_claims(game(sets=[replace(DEFAULT_SETS[0], pieces=pieces)]))
        return len(result.diagnostics[0].related)

    assert (told(12), told(51)) == (12, 0)


def test_a_number_that_is_compared_with_a_text_is_reported_that_it_is_one() -> None:
    (result, *_) = check_claims(game(claims=[claim("c", "3", "==", "'three'")]))
    assert result.verdict == "failed"
    assert (
        result.diagnostics[0].help[-1] == "the right side is a text: write a fact that is a number in digits"
    )


def test_claims_know_the_number_of_seeds() -> None:
    results = check_claims(game(claims=[claim("c", "seeds", "==", "7")]), seeds=7)
    assert results[0].verdict == "ok"


def test_many_places_are_folded_and_one_entry_is_named_once() -> None:
    entries = [piece("many", f"p{i}", line=10 + i, spell=None) for i in range(30)]
    twice = [replace(entry, id=f"{entry.id}-b") for entry in entries]
    made = game(sets=[component_set("many", [*entries, *twice])], claims=[claim("c", "n(cards)", "==", "1")])
    related = check_claims(made)[0].diagnostics[0].related
    assert len(related) == 14
    assert related[0] == (span("many.yaml", 10), "many/p0 and 1 more")
    assert [words for _, words in related[-2:]] == ["and 18 more places", "rulebook: 1"]


def test_assumed_numbers_are_listed() -> None:
    made = game(claims=[claim("c", "1", "==", "1", assumed=True)])
    facts = {**made.facts, "hand": replace(made.facts["hand"], assumed=True, note="odhad")}
    notes = assumed_facts(replace(made, facts=facts))
    assert [(found.code, found.message) for found in notes] == [
        ("K150", "fact 'hand' is assumed: 2"),
        ("K150", "claim 'c' is assumed: claim c"),
    ]


def test_rulings_are_listed() -> None:
    made = game(claims=[replace(claim("c", "1", "==", "1"), ruling="a wall has one side")])
    facts = {**made.facts, "hand": replace(made.facts["hand"], ruling="cards, not tokens")}
    notes = assumed_facts(replace(made, facts=facts))
    assert [(found.code, found.message) for found in notes] == [
        ("K150", "'hand' is a ruling: cards, not tokens"),
        ("K150", "'c' is a ruling: a wall has one side"),
    ]
