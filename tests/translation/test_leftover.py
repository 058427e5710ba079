"""Words of the source that a translation has kept, and texts that are the same on purpose."""

from itertools import chain

import pytest

from pnp.diagnostics import Severity
from pnp.diagnostics.diagnostic import accept, without_accepted
from tests.load.folder import write
from tests.translation.sample import opened

GAME = """
id: g
name: Coin Hunters
language: en
languages: [en, cs]
terms:
  thing: {coin: {name: Coin}, axe: {name: axe, forms: {pl: axes}}, inn: {name: inn}, tower: {name: tower}}
sets: [a.yaml]
"""
NAMES = {"Coin": "mince", "axe": "sekera", "inn": "hostinec", "tower": "věž"}


def findings(folder, texts, comments=None, names=NAMES):
    """The findings about Czech translations of texts, each of a card."""
    pieces = "".join(f"\n  p{at}: {{text: {source!r}}}" for at, source in enumerate(texts))
    entries = [("term.name", *each, "") for each in names.items()]
    entries += [("term.forms/thing.axe", "pl: axes", "pl: sekery", "")] if names else []
    entries += [
        ("card.text", source, words, (comments or {}).get(source, "")) for source, words in texts.items()
    ]
    entries += [("game.name", "Coin Hunters", "Lovci (Coin Hunters)", "")]
    po = "\n\n".join(
        f'{comment}{chr(10) if comment else ""}msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{words}"'
        for context, source, words, comment in entries
    )
    write(folder, {"game.yaml": GAME, "a.yaml": f"kind: card\npieces:{pieces}\n", "locale/cs.po": po})
    workshop, game, translations = opened(folder)
    case = workshop.case(game)
    wanted = ("K536", "K539", "K541")
    findings = [*translations.check_common(case), *chain.from_iterable(translations.check_languages(case))]
    found = without_accepted(accept(findings, translations.allowances()))
    return [each for each in found if each.code in wanted]


@pytest.mark.parametrize(
    ("source", "translation", "word"),
    [
        ("Pay up to 5 Axes.", "Zaplať až 5 Axes.", "Axes"),
        ("Enter a tower now.", "Vstup do tower hned.", "tower"),
        ("Burn all towers.", "Spal všechny towers.", "towers"),
        ("Go to the inn.", "Jdi do inn.", "inn"),
        ("Take one and put it back.", "Vezmi and put it back.", "and put it back"),
    ],
)
def test_a_word_of_the_source_that_was_left_in_a_translation_is_reported(tmp_path, source, translation, word):
    (finding,) = findings(tmp_path, {source: translation})
    assert finding.code == "K539"
    assert finding.severity is Severity.WARNING
    assert f"'{word}'" in finding.message
    line = (tmp_path / "locale/cs.po").read_text("utf-8").split("\n")[finding.span.line - 1]
    assert line[finding.span.column - 1 : finding.span.end_column - 1] == word


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("Pay an [axe](axe).", "Zaplať [sekeru](axe)."),
        ("Play Coin Hunters first.", "Hraj nejdřív Coin Hunters."),
        ("Innkeepers win.", "Innkeepers vyhrají."),
        ("See http://axe.org", "Viz http://axe.org"),
        ("By Jan Axel Novák Mladší", "Autor Jan Axel Novák Mladší"),
    ],
)
def test_names_titles_and_addresses_may_stay(tmp_path, source, translation):
    assert findings(tmp_path, {source: translation}) == []


def test_a_word_that_is_left_on_purpose_is_allowed(tmp_path):
    text = "Go to the inn."
    assert findings(tmp_path, {text: "Jdi do inn."}, {text: "# allow K539"}) == []


def test_a_file_that_was_filled_with_its_source_is_one_warning(tmp_path):
    texts = {f"Draw {word} cards.": f"Draw {word} cards." for word in ("some", "no", "more")}
    (finding,) = findings(tmp_path, texts, names={})
    assert finding.code == "K541"
    assert finding.severity is Severity.WARNING
    assert finding.message == "3 of 4 translations in 'cs' are the same as the source"
    assert len(finding.related) == 3


def test_texts_that_are_the_same_on_purpose_are_not_counted(tmp_path):
    texts = {f"Draw {word} cards.": f"Draw {word} cards." for word in ("some", "no", "more")}
    assert findings(tmp_path, texts, dict.fromkeys(texts, "# allow K536"), names={}) == []


def test_a_few_names_that_are_the_same_are_notes(tmp_path):
    texts = {"Karel Veliký": "Karel Veliký", "Go home.": "Jdi domů.", "Stay.": "Zůstaň.", "Run!": "Utíkej!"}
    (finding,) = findings(tmp_path, texts)
    assert (finding.code, finding.severity) == ("K536", Severity.NOTE)
