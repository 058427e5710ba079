"""What fields are called on the face, and which layouts print it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.layout import Composed, shipped_layouts
from pnp.layout_source import LabelsRead, labels_printed
from pnp.model import FieldDeclaration, LayoutSource
from pnp.source import Span
from tests.layout.game import composer, game, text, words

DECLARED = [
    FieldDeclaration("cost", "number", span=Span("cards/weapons.yaml", 3, 16, 3, 22)),
    FieldDeclaration("hit-points", "number"),
    FieldDeclaration("motto", "text", optional=True),
]
FIELDS = {"name": text("Luk"), "cost": 1, "hit-points": 12, "motto": text("Vpřed!")}


def faces(
    body: str, labels: dict[str, str], *pieces: dict[str, Any], language: str = "cs"
) -> tuple[Composed, ...]:
    """Pieces drawn by a layout of their own, or by the built-in one for cards."""
    rows = [{**FIELDS, **piece, "layout": "main" if body else "card"} for piece in pieces or ({},)]
    made = game({"main": body}, rows, declared=DECLARED)
    called = {name: text(word, 4) for name, word in labels.items()}
    made = replace(made, sets=(replace(made.sets[0], labels=called),), language=language)
    means = composer(made)
    return tuple(means.compose(piece) for piece in made.sets[0].pieces)


def test_a_built_in_card_calls_its_fields_by_their_labels() -> None:
    (card,) = faces("", {"cost": "Cena", "motto": "Heslo"})
    assert card.diagnostics == ()
    said = words(card)
    assert "Heslo: Vpřed!" in said
    assert "Cena" in said
    assert "hit points" in said, "what has no label is called by its name"
    assert "cost" not in said


def test_a_french_card_has_a_space_before_the_colon() -> None:
    (card,) = faces("", {"motto": "Devise"}, language="fr")
    assert "Devise : Vpřed!" in words(card)


def test_an_empty_label_prints_the_value_alone() -> None:
    (card,) = faces("", {"motto": ""})
    assert "Vpřed!" in words(card)
    assert ":" not in words(card)


def test_a_label_of_several_words_has_room_for_two_lines_where_many_numbers_stand_in_a_row() -> None:
    declared = [FieldDeclaration(f"n{number}", "number") for number in range(6)]
    row = {
        "name": text("Chevalier"),
        **dict.fromkeys([field.name for field in declared], 3),
        "layout": "card",
    }
    made = game({}, [row], declared=declared)
    called = {"n0": text("Coût"), "n1": text("Points de victoire")}
    made = replace(made, sets=(replace(made.sets[0], labels=called),))
    card = composer(made).compose(made.sets[0].pieces[0])
    assert card.diagnostics == ()
    assert {fit.words: fit.lines for fit in card.fits if fit.words in ("Coût", "Points de victoire")} == {
        "Coût": 1,
        "Points de victoire": 2,
    }


def test_a_layout_of_ones_own_gets_at_labels_by_the_set() -> None:
    body = '<face><text inset="2">{{ set.labels.cost }} {{ set.labels["hit-points"] }} {{ set.labels.name }}</text></face>'
    (card,) = faces(body, {"cost": "Cena", "name": "Jméno"})
    assert words(card) == "Cena hit points Jméno"


def test_a_label_that_there_is_none_of_is_reported_at_its_line() -> None:
    (card,) = faces('<face>\n<text inset="2">{{ set.labels.cots }}</text></face>', {})
    (fault,) = card.diagnostics
    assert (fault.code, str(fault.span)) == ("L111", "layouts/main.xml:2:31")
    assert "did you mean 'cost'?" in fault.help


@pytest.mark.parametrize("code", ["labels.cost", "piece.labels.cost", "piece.cost.label", "game.labels.cost"])
def test_whoever_looks_for_labels_elsewhere_is_sent_to_the_set(code: str) -> None:
    (card,) = faces(f'<face><text inset="2">{{{{ {code} }}}}</text></face>', {"cost": "Cena"})
    (fault,) = card.diagnostics
    assert fault.code in ("L110", "L111")
    assert fault.help == ("the name of a field is in the set: set.labels.cost",)


def test_a_label_that_does_not_fit_is_reported_where_it_is_written() -> None:
    body = '<face>{% for f in piece | fields("number") %}<text width="6" height="4" font-size="9pt" min-font-size="9pt">{{ f.label }}</text>{% endfor %}</face>'
    (card,) = faces(body, {"hit-points": "Životy", "cost": "a b c d e f g"})
    assert {(fault.code, str(fault.span)) for fault in card.diagnostics} == {
        ("T100", "cards/weapons.yaml:4:11"),
    }
    (card,) = faces(body.replace('"6"', '"4"'), {"hit-points": "Ž"})
    assert {str(fault.span) for fault in card.diagnostics} == {"cards/weapons.yaml:3:16"}, (
        "of one without a label, where the field is declared"
    )


def test_expressions_of_labels_are_filled_in_for_each_piece() -> None:
    body = '<face><text inset="2">{% for f in piece | fields("number") %}{{ f.label }};{% endfor %}{{ set.labels.cost }}</text></face>'
    cards = faces(body, {"cost": "{{ name }} stojí"}, {}, {"name": text("Meč")})
    assert [words(card) for card in cards] == [
        "Luk stojí;hit points;Luk stojí",
        "Meč stojí;hit points;Meč stojí",
    ]


SOURCES = {
    "loop": '{% for f in piece | fields("number", "flag") %}{{ f.label }}{% endfor %}',
    "all": "{% for f in piece | fields %}{{ f.label }}{% endfor %}",
    "named": '{% set n = piece | fields("text") %}{% set m = n | sort(attribute="name") %}{{ m[0]["label"] }}',
    "two": '{% for f in piece | fields("text") %}{{ f.label }}{% endfor %}{% for f in piece | fields("list") %}{{ f.name }}{% endfor %}',
    "set": '{{ set.labels.cost }}{{ set.labels["hit-points"] }}{% set l = set.labels %}{{ l.motto }}',
    "none": '<text style="label">{{ piece.label }}</text>{# f.label #}',
    "drawn in": '{% extends "loop.xml" %}',
    "in circles": '{% include "in circles.xml" %}{{ set.labels.cost }}',
    "around": "{% set a = b %}{% set b = a | sort %}{{ a.label }}{{ b.labels.cost.labels.cost }}",
    "broken": "{% for f in piece | fields %}{{ f.label }}",
}


@pytest.mark.parametrize(
    ("name", "kinds", "names"),
    [
        ("loop", {"number", "flag"}, set()),
        ("named", {"text"}, set()),
        ("two", {"text"}, set()),
        ("set", set(), {"cost", "hit-points", "motto"}),
        ("none", set(), set()),
        ("drawn in", {"number", "flag"}, set()),
        ("in circles", set(), {"cost"}),
        ("around", set(), set()),
        ("broken", set(), set()),
        ("nowhere", set(), set()),
        ("card", {"number", "text"}, set()),
        ("token", set(), set()),
    ],
)
def test_which_fields_a_layout_labels_is_reported_by_its_code(
    name: str, kinds: set[str], names: set[str]
) -> None:
    own = {each: LayoutSource(each, f"layouts/{each}.xml", body) for each, body in SOURCES.items()}
    found = labels_printed(name, {**shipped_layouts(), **own})
    assert found == LabelsRead(frozenset(kinds), False, frozenset(names))


def test_a_layout_that_goes_through_all_fields_labels_all_kinds() -> None:
    source = LayoutSource("all", "layouts/all.xml", SOURCES["all"])
    assert labels_printed("all", {"all": source}).all_kinds
