"""What a language writes in another way than it is typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.i18n import lone_quote, retypings


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
        ("cs", 'Úroveň "Zbraň 5" a dál', "Úroveň „Zbraň 5“ a dál"),
        ("en", 'a "plank 2" thick" board', 'a “plank 2" thick” board'),
        ("cs", '"... a pak" a "konec"...', "„… a pak“ a „konec“…"),
        ("en", 'It read "**Go!**".', "It read “**Go!**”."),
        ("en", '("I was—")', "(“I was—”)"),
        ("fr", "Il dit »oui«.", "Il dit « oui »."),
        ("fr", "Il dit „oui“.", "Il dit « oui »."),
        ("cs", "Řekl “ahoj”.", "Řekl „ahoj“."),
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
        ("fr", "Il dit « oui »."),
        ("fr", "Il dit « oui », « non », (« peut-être ») ; « où » ?"),
        ("fr", "« Oui »… « Non »— et « après »"),
        ("fr", "Il dit « oui »puis « non »."),
        ("fr", "**« Oui »**."),
        ("fr", "» Suite d’une citation.\n» Et encore."),
        ("it", "Dice « sì ». E poi: «no»."),
        ("es", "Dice « sí »."),
        ("ru", "Он сказал « да »."),
        ("uk", "Він сказав « так », і пішов."),
    ],
)
def test_what_is_right_or_cannot_be_told_stays(language, text):
    assert retypings(text, language) == []


@pytest.mark.parametrize("language", ["cs", "pl", "fr", "de", "en"])
def test_tidying_twice_is_tidying_once(language):
    text = 'Řekni "a" - "b" ... l\'arc “c” „d” «e»'
    once = tidy(text, language)
    assert tidy(once, language) == once


FOR_EACH = settings(max_examples=3 * settings().max_examples)
"""Laws of all languages, one of which each example draws."""
LANGUAGES = ["cs", "sk", "de", "pl", "hu", "fr", "es", "it", "ru", "uk", "en", "sv"]
OWN = {
    "fr": "«»",
    "es": "«»",
    "it": "«»",
    "ru": "«»",
    "uk": "«»",
    "pl": "„”",
    "hu": "„”",
    "en": "“”",
    "sv": "“”",
}
WORDS = st.sampled_from(
    ["ano", "l’arc", "Zbraň 5", "*tak*", "**Ne!**", "co?", "a…", "… b", "{x}", "ß", "(c)"]
)
AFTER = st.sampled_from(["", ".", ",", " ;", ":", " ?", "…", ")", " –", "\n", " a dál", "*", " ».", " 5"])


@given(language=st.sampled_from(LANGUAGES), data=st.data())
@FOR_EACH
def test_a_quoted_text_has_as_many_opening_as_closing_marks_when_tidied(language, data):
    opening, closing = OWN.get(language, "„“")
    pairs = st.sampled_from(
        ['""', opening + closing] + ([] if language == "sv" else ["„“", "“”", "«»", "»«"])
    )
    spoken, count = "", data.draw(st.integers(1, 4))
    for _ in range(count):
        (first, last), word = data.draw(pairs), data.draw(WORDS)
        gap = " " if language == "fr" and first == "«" and data.draw(st.booleans()) else ""
        spoken += f" {first}{gap}{word}{gap}{last}" + data.draw(AFTER).replace(" ».", "")
    once = tidy(spoken, language)
    assert once.count('"') == 0
    assert once.count(opening) - spoken.count(opening) == once.count(closing) - spoken.count(closing) or (
        once.count(opening) == once.count(closing)
    )
    assert tidy(once, language) == once
    assert lone_quote(once, language) is None


@given(
    language=st.sampled_from(LANGUAGES), text=st.text(alphabet="„“”«»\"'aé5 .,;:!?()-—*\n\u00a0", max_size=24)
)
@FOR_EACH
def test_tidying_anything_changes_sides_of_marks_only_in_pairs(language, text):
    own = OWN.get(language, "„“")
    changes = [
        (text[each.start], each.text.strip()) for each in retypings(text, language) if each.kind == "quote"
    ]
    flips = [change for change in changes if change[0] in own]
    if own == "«»":
        assert flips.count(("«", "»")) == flips.count(("»", "«"))
    assert len(flips) <= sum(text.count(mark) for mark in own)
    assert all(after in own for _, after in changes)
