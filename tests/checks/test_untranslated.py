"""Words of layouts, lists, facts and credits, which are not translated."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.diagnostics import Diagnostic
from tests.load.folder import write

GAME = """
id: g
name: Hra
language: cs
sets: [cards/a.yaml]
facts: {{hand: {{value: {fact}, assumed: true}}}}
credits: {{design: [{credit}]}}
"""
DECK = """
kind: card
layout: own
fields: {{steps: list}}
pieces:
  a: {{steps: [{member}]}}
"""
LAYOUT = "<face><text inset='4'>{words} {{{{ facts.hand }}}} {{{{ piece.steps | join(', ') }}}}</text></face>"
GOOD = {"fact": "dvě", "credit": "Jan Novák", "member": "Zahraj kartu", "words": "Tvůj tah"}


def codes(folder, languages="", **words):
    values = GOOD | words
    game = GAME.format(**values) + languages
    files = {
        "game.yaml": game,
        "cards/a.yaml": DECK.format(**values),
        "layouts/own.xml": LAYOUT.format(**values),
    }
    workshop = open_workshop(write(folder, files), folder)
    assert workshop.game is not None
    found = [*workshop.diagnostics, *check_workshop(workshop).diagnostics]
    return [each for each in found if each.code[0] == "K" and each.code not in ("K150", "K410")]


@pytest.mark.parametrize("place", GOOD)
@pytest.mark.parametrize(
    ("words", "code"),
    [("TvÅ¯j tah", "K221"), ("Zahr?j tah", "K221"), ("Zahraj „tah", "K234"), ("Zahraj... tah", "K231")],
)
def test_words_that_are_not_translated_are_checked_like_texts(tmp_path, place, words, code):
    (finding,) = codes(tmp_path, **{place: words})
    assert finding.code == code
    assert finding.span.file.endswith({"member": "a.yaml", "words": "own.xml"}.get(place, "game.yaml"))


def test_each_member_of_a_list_is_checked(tmp_path):
    assert [each.code for each in codes(tmp_path, member="Zahraj kartu, TvÅ¯j tah")] == ["K221"]


def test_good_words_have_no_findings(tmp_path):
    assert codes(tmp_path) == []


def test_a_layout_that_chooses_by_the_language_may_have_marks_of_several(tmp_path):
    words = "{{{{ '' if lang == 'cs' else '' }}}}Say “Hi”"
    assert codes(tmp_path, words=words.replace("{{{{", "{{").replace("}}}}", "}}")) == []


def test_a_list_of_sentences_is_not_translated_and_says_so(tmp_path):
    found = codes(tmp_path, "languages: [cs, pl]\n", words=":coin:")
    assert [each.code for each in found] == ["K507"]
    assert found[0].message == "'Zahraj kartu' is printed so in every language: lists are not translated"
    assert codes(tmp_path, "languages: [cs, pl]\n", words=":coin:", member="fire, water") == []


CARDS = "kind: card\nlayout: aid\nfields: {hint: text?}\npieces: {a: {name: x}}\n"


def found(folder: Path, face: str, languages: str = "[en, de]") -> list[Diagnostic]:
    """What is told of words of a layout."""
    (folder / "cards").mkdir(exist_ok=True)
    (folder / "layouts").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(f"name: x\nlanguage: en\nlanguages: {languages}\n", encoding="utf-8")
    (folder / "cards/a.yaml").write_text(CARDS, encoding="utf-8")
    (folder / "layouts/aid.xml").write_text(f"<face>\n{face}\n</face>", encoding="utf-8")
    diagnostics = check_workshop(open_workshop(folder, folder)).diagnostics
    return [item for item in diagnostics if item.code == "K505"]


def test_words_of_a_layout_that_no_translation_reaches_are_reported_with_their_places(tmp_path: Path) -> None:
    face = '<text style="label">Your turn</text>\n<table columns="1* 1*"><tr>\n<td>{{ 3 }}</td><td>a\n card</td></tr></table>'
    (fault,) = found(tmp_path, face)
    assert fault.message == "'Your turn' is printed so in every language (and 1 more)"
    assert str(fault.span) == "layouts/aid.xml:2:21"
    assert [(str(place), words) for place, words in fault.related] == [("layouts/aid.xml:5:2", "a card")]
    assert found(tmp_path, face, "[en]") == []


@pytest.mark.parametrize(
    "face",
    [
        "<text>{{ piece.hint }}</text>",
        "<text>{# Your turn #}<!-- Your turn -->{{ piece.number ~ 'of' }} VP &amp; :fire-bomb:<br/></text>",
        "<text>{% if lang == 'de' %}Du bist dran{% else %}Your turn{% endif %}</text>",
        "<text>{{ piece.hint }} / 4 x 12 mm</text>",
        '<g><rect fill="black"/></g>{% set words = "Your turn" %}',
    ],
)
def test_signs_values_and_words_that_go_by_the_language_are_let_alone(tmp_path: Path, face: str) -> None:
    assert found(tmp_path, face) == []
