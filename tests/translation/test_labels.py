"""Labels of fields in several languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.diagnostics import Diagnostic
from pnp.model import Text
from pnp.rules import fill, game_scope
from pnp.source import Origin, Span
from pnp.translation.notes import wanted_entries
from tests.load.folder import write
from tests.translation.sample import game_folder, opened

DECK = """
kind: card
fields: {cost: number, hp: number?, hit-points: number?, motto: text?, sign: icon?}
labels: {cost: Cena, motto: "{{ facts.hand }} × :trophy:", sign: null}
pieces: {a: {name: Drak, cost: 1}}
"""
PO = """
msgid ""
msgstr "Language: pl\\n"

#, %s
msgctxt "field.label"
msgid "Cena"
msgstr "Koszt"
"""


def test_labels_with_words_are_translated_as_all_texts_are(tmp_path: Path) -> None:
    files = {"cards/deck.yaml": DECK, "locale/pl.po": PO.replace("#, %s\n", "")}
    _, game, translations = opened(game_folder(tmp_path, **files))
    labels = [key for key in translations.extracted.by_key() if key[0] == "field.label"]
    assert labels == [("field.label", "Cena")]
    (entry,) = [each for each in wanted_entries(game, translations.extracted) if each.source == "Cena"]
    assert entry.notes == ("label of the field cost",)
    assert entry.places == (("cards/deck.yaml", 3),)
    polish = translations.translator("pl").game().sets[0]
    assert polish.label("cost").source == "Koszt"
    assert polish.label("cost").origin.span.file.endswith("pl.po")
    assert polish.label("hit-points").source == "hit points"


def test_rule_sheets_call_fields_as_cards_do(tmp_path: Path) -> None:
    _, _, translations = opened(
        game_folder(tmp_path, **{"cards/deck.yaml": DECK, "locale/pl.po": PO.replace("#, %s\n", "")})
    )
    said = Text("{{ sets.deck.labels.cost }}, {{ sets.deck.labels['hit-points'] }}", Origin(Span("rules.md")))
    for language, words in (("cs", "Cena, hit points"), ("pl", "Koszt, hit points")):
        scope = game_scope(translations.translator(language).game(), language)
        filled = fill(said, scope, language)
        assert (filled.text, filled.diagnostics) == (words, ())


def test_a_label_whose_translation_is_of_another_wording_stays_in_the_games_language(tmp_path: Path) -> None:
    files = {"cards/deck.yaml": DECK, "locale/pl.po": PO % "fuzzy"}
    _, _, translations = opened(game_folder(tmp_path, **files))
    label = translations.translator("pl").game().sets[0].label("cost")
    assert (label.source, label.language) == ("Cena", "cs")


def found(folder: Path, deck: str, languages: str = "[cs, pl]", **files: str) -> list[Diagnostic]:
    """What is told of fields without labels."""
    game = f"name: Hra\nlanguage: cs\nlanguages: {languages}\nplayers: 2\nterms: {{weapon: {{bow: {{name: luk}}}}}}\n"
    write(folder, {"game.yaml": game, "cards/deck.yaml": deck, **files})
    told = check_workshop(open_workshop(folder, folder)).diagnostics
    return [item for item in told if item.code == "K506"]


PLAIN = """
kind: card
fields: {cost: number, hit-points: number?, hp: number?, motto: text?, arm: term weapon?}
pieces: {a: {name: Drak, cost: 1}}
"""


def test_names_of_fields_that_print_alike_in_every_language_are_reported_with_their_places(
    tmp_path: Path,
) -> None:
    (fault,) = found(tmp_path, PLAIN)
    assert fault.message == "'cost' is printed so in every language: the field has no label (and 2 more)"
    assert str(fault.span) == "cards/deck.yaml:2:16"
    assert [name for _, name in fault.related] == ["hit-points", "motto"]
    assert "labels: {cost: …, hit-points: …, motto: …}" in fault.help[0]


def test_a_name_that_is_printed_in_other_words_is_told_in_these(tmp_path: Path) -> None:
    (fault,) = found(tmp_path, PLAIN.replace("pieces", "labels: {cost: Cena, motto: null}\npieces"))
    assert (
        fault.message == "'hit points' is printed so in every language: the field 'hit-points' has no label"
    )
    assert fault.related == ()


@pytest.mark.parametrize(
    ("deck", "languages"),
    [
        (PLAIN, "[cs]"),
        (
            PLAIN.replace("pieces", "labels: {cost: Cena, hit-points: Životy, motto: Heslo}\npieces"),
            "[cs, pl]",
        ),
        (PLAIN.replace("pieces", "layout: own\npieces"), "[cs, pl]"),
        (PLAIN.replace("name: Drak", "layout: own"), "[cs, pl]"),
        (PLAIN.replace("kind: card", "kind: token\nsize: circle 20mm"), "[cs, pl]"),
    ],
    ids=["one language", "labels", "layout of the set", "layout of the pieces", "built-in token"],
)
def test_names_that_nobody_reads_are_let_alone(tmp_path: Path, deck: str, languages: str) -> None:
    own = '<face><text style="label">{{ piece.cost }}</text></face>'
    assert found(tmp_path, deck, languages, **{"layouts/own.xml": own}) == []


def test_a_layout_that_asks_for_one_label_is_reported_that_field_alone(tmp_path: Path) -> None:
    own = "<face><text>{{ set.labels.motto }}</text></face>"
    (fault,) = found(tmp_path, PLAIN.replace("pieces", "layout: own\npieces"), **{"layouts/own.xml": own})
    assert fault.message.startswith("'motto' is")


def test_faults_of_labels_are_reported_where_they_are_written(tmp_path: Path) -> None:
    deck = PLAIN.replace("pieces", 'labels: {cost: "Cena :nonsuch:", motto: "{{ name }}"}\npieces')
    found(tmp_path, deck)
    told = check_workshop(open_workshop(tmp_path, tmp_path)).diagnostics
    assert {(item.code, str(item.span)) for item in told if item.severity.name == "ERROR"} == {
        ("A100", "cards/deck.yaml:3:22"),
        ("X110", "cards/deck.yaml:3:45"),
    }
