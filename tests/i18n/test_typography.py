"""What a language writes in another way than it is typed."""

import pytest

from pnp.i18n import retypings


def tidy(text: str, language: str) -> str:
    for change in reversed(retypings(text, language)):
        text = text[: change.start] + change.text + text[change.start + change.length :]
    return text


@pytest.mark.parametrize(
    ("language", "typed", "tidied"),
    [
        ("cs", 'Řekni "Mám tě!" a jdi.', "Řekni „Mám tě!“ a jdi."),
        ("pl", 'Powiedz "Cześć", potem idź.', "Powiedz „Cześć”, potem idź."),
        ("fr", 'Dites "Salut" puis partez.', "Dites « Salut » puis partez."),
        ("en", 'Say "Hi" and go.', "Say “Hi” and go."),
        ("pl", "Powiedz “Cześć” i idź.", "Powiedz „Cześć” i idź."),
        ("cs", "Řekni „Mám tě!” a jdi.", "Řekni „Mám tě!“ a jdi."),
        ("fr", "l'arc d'un d'Artagnan", "l’arc d’un d’Artagnan"),
        ("cs", "A pak...", "A pak…"),
        ("cs", "Teleport - místo si vyměň.", "Teleport – místo si vyměň."),
        ("cs", '("tak")', "(„tak“)"),
    ],
)
def test_typed_and_tidied(language, typed, tidied):
    assert tidy(typed, language) == tidied


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "„Ahoj“ a ‚vnořené‘, také »takto«"),
        ("pl", "„Cześć” oraz «wewnątrz»"),
        ("fr", "« Salut “toi” »"),
        ("en", "“Hi” and O’Toole"),
        ("cs", "- odrážka\n- druhá"),
        ("cs", "bílo-černý, 2-4 hráči, 27\" monitor, 5' dlouhý"),
        ("cs", "“"),
        ("fr", 'Dites " Salut " puis partez.'),
    ],
)
def test_what_is_right_or_cannot_be_told_stays(language, text):
    assert retypings(text, language) == []


@pytest.mark.parametrize("language", ["cs", "pl", "fr", "de", "en"])
def test_tidying_twice_is_tidying_once(language):
    text = 'Řekni "a" - "b" ... l\'arc “c” „d” «e»'
    once = tidy(text, language)
    assert tidy(once, language) == once
