from __future__ import annotations

import json
import random
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.i18n import (
    Labels,
    LanguageTagError,
    capital,
    category_examples,
    format_date,
    format_number,
    label,
    label_languages,
    lower,
    normalise_tag,
    number_words,
    plural_category,
    sort_key,
    title,
    upper,
    whole_number_categories,
)
from pnp.i18n import language as tag_module
from pnp.i18n.cldr import language_data
from pnp.load.yaml.node import number
from tests.i18n.cldr_tables import locale

LANGUAGES = ("cs", "de", "en", "fr", "pl", "sk")
LENGTHS = {"length": "100 mm", "x": "150 mm", "y": "200 mm"}


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("cs", {"one", "few", "other"}),
        ("pl", {"one", "few", "many"}),
        ("fr", {"one", "other"}),
        ("en", {"one", "other"}),
        ("ja", {"other"}),
    ],
)
def test_whole_numbers_reach_these_plural_forms(language: str, forms: set[str]) -> None:
    assert set(whole_number_categories(language)) == forms


@pytest.mark.parametrize("language", ["cs", "pl", "fr", "en", "ja", "ar", "zz"])
def test_examples_of_a_plural_form_have_it_and_are_few(language: str) -> None:
    examples = category_examples(language)
    assert set(examples) == set(whole_number_categories(language))
    for category, numbers in examples.items():
        assert 1 <= len(numbers) <= 4
        assert {plural_category(number, language) for number in numbers} == {category}


@pytest.mark.parametrize(
    ("n", "language", "category"),
    [
        (1, "cs", "one"), (2, "cs", "few"), (4, "cs", "few"), (5, "cs", "other"), (0, "cs", "other"), (22, "cs", "other"), (1.5, "cs", "many"),
        (1, "pl", "one"), (22, "pl", "few"), (12, "pl", "many"), (5, "pl", "many"), (1.5, "pl", "other"),
        (0, "fr", "one"), (1, "fr", "one"), (1.5, "fr", "one"), (2, "fr", "other"), (1_000_000, "fr", "many"),
        (1, "klingon", "other"),
    ],
)  # fmt: skip
def test_a_number_has_its_plural_form(n: float, language: str, category: str) -> None:
    assert plural_category(n, language) == category


@pytest.mark.parametrize(
    ("n", "language", "written"),
    [
        (1234, "cs", "1\u00a0234"), (1234, "fr", "1\u202f234"), (12345, "pl", "12\u00a0345"), (1234, "en", "1,234"),
        (0.5, "cs", "0,5"), (2.0, "cs", "2"), (1 / 3, "fr", "0,333333"), (-3, "cs", "-3"), (1234567.25, "en", "1,234,567.25"),
        (12345, "xx", "12345"), (1.5, "xx", "1.5"),
    ],
)  # fmt: skip
def test_a_number_is_written_as_the_language_does(n: float, language: str, written: str) -> None:
    assert format_number(n, language) == written


@pytest.mark.parametrize(
    ("typed", "language", "written"),
    [
        ("2.50", "en", "2.50"), ("1.10", "cs", "1,10"), ("2.0", "fr", "2,0"), (".50", "pl", "0,50"), ("-0.50", "en", "-0.50"),
        ("1234.50", "en", "1,234.50"), ("1e3", "en", "1,000"), ("1.50", "xx", "1.50"), ("0.12345678", "en", "0.12345678"),
    ],
)  # fmt: skip
def test_a_written_decimal_lost_its_zeros(typed: str, language: str, written: str) -> None:
    assert format_number(number(typed), language) == written  # type: ignore[arg-type]


@given(
    st.integers(0, 1_500) | st.integers(0, 10**18),
    st.sampled_from([*LANGUAGES, "hi", "es", "ar-EG", "de-AT"]),
)
def test_whole_numbers_are_written_as_cldr_does(n: int, language: str) -> None:
    from babel.numbers import format_decimal

    assert format_number(n, language) == format_decimal(n, locale=locale(language.replace("-", "_")))


@pytest.mark.parametrize(
    ("typed", "tag"),
    [
        ("cs", "cs"),
        ("cs_CZ", "cs"),
        ("cs-CZ", "cs"),
        ("PL", "pl"),
        (" fr ", "fr"),
        ("pt_br", "pt"),
        ("fr-CA", "fr-CA"),
        ("zh_hant", "zh-Hant"),
    ],
)
def test_a_language_tag_is_understood_however_it_is_spelt(typed: str, tag: str) -> None:
    assert normalise_tag(typed) == tag


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("cz", "cs"), ("CZ", "cs"), ("dk", "da"), ("", None), ("čeština", None), ("qq", None)],
)
def test_a_country_is_no_language(typed: str, meant: str | None) -> None:
    with pytest.raises(LanguageTagError) as caught:
        normalise_tag(typed)
    assert caught.value.suggestion == meant


def alphabetical(texts: list[str], language: str) -> list[str]:
    return sorted(texts, key=lambda text: sort_key(text, language))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("cs", ["Cukr", "Česko", "Hora", "Cheb", "Chrudim", "Zebra"]),
        ("cs", ["cesta", "čas", "daň", "ďas", "rak", "řeka", "sál", "šál", "zub", "žába"]),
        ("cs", ["dal", "dál", "dala", "luk", "lük"]),
        ("pl", ["Lis", "Łódka", "Mysz"]),
        ("pl", ["cel", "ćma", "las", "łan", "noc", "ńu", "zez", "źle", "żar"]),
        ("fr", ["cote", "coté", "côte", "côté", "ode", "oeuf", "œuf", "offre"]),
        ("sk", ["a", "á", "ä", "b", "h", "ch", "i", "o", "ó", "ô"]),
        ("en", ["10 mm", "1a", "a", "A", "b"]),
        ("en", ["a b", "a-b", "a1", "ab", "яб"]),
    ],
)
def test_words_are_sorted_as_a_dictionary_does(language: str, words: list[str]) -> None:
    mixed = words.copy()
    random.Random(1).shuffle(mixed)
    assert alphabetical(mixed, language) == words


@given(st.lists(st.text(max_size=8), max_size=8), st.sampled_from([*LANGUAGES, "sk", "de", "xx"]))
def test_any_texts_have_an_order_that_does_not_depend_on_where_they_stood(
    texts: list[str], language: str
) -> None:
    ordered = alphabetical(texts, language)
    assert sorted(ordered) == sorted(texts)
    composed = [sort_key(text, language) for text in ordered]
    assert composed == sorted(composed)
    assert [sort_key(t, language) for t in alphabetical(texts[::-1], language)] == composed


def test_every_catalogue_has_the_same_labels() -> None:
    assert label_languages() == sorted(LANGUAGES)
    english = Labels("en").names()
    for language in LANGUAGES:
        assert Labels(language).names() == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_has_the_values_and_plural_forms_it_needs(language: str) -> None:
    read = {
        name: json.loads(files("pnp.i18n").joinpath("labels", f"{name}.json").read_text("utf-8"))
        for name in ("en", language)
    }
    values = {"n": 5, "total": 12, "low": 2, "high": 4, "version": "1", "name": "HP", **LENGTHS}
    for key, entry in read[language].items():
        if isinstance(entry, dict):
            assert set(entry) == set(whole_number_categories(language)), key
        english = read["en"][key]
        for name in values:
            assert (f"{{{name}}}" in str(entry)) == (f"{{{name}}}" in str(english)), (key, name)
        shown = label(key, language, **values)  # type: ignore[arg-type]
        assert shown
        assert "{" not in shown
        assert shown == shown.strip()


@pytest.mark.parametrize("key", [k for k in Labels("en").names() if k not in ("version", "times", "printer")])
def test_no_label_is_left_in_english(key: str) -> None:
    values = {"n": 5, "total": 12, "low": 2, "high": 4, "name": "HP", **LENGTHS}
    shown = {language: label(key, language, **values) for language in LANGUAGES}  # type: ignore[arg-type]
    borrowed = {
        "page": {"fr"},
        "pages": {"fr"},
        "design": set(),
        "licence": {"cs", "fr"},
        "rules": set(),
        "source-credits": {"fr"},
    }
    for language in sorted({*LANGUAGES} - {"en"}):
        if language not in borrowed.get(key, set()):
            assert shown[language] != shown["en"], key


def test_labels_count_in_the_language() -> None:
    assert [label("card", "cs", n=n) for n in (1, 3, 5)] == ["karta", "karty", "karet"]
    assert [label("players", "pl", n=n) for n in (1, 3, 5)] == [
        "1\u00a0gracz",
        "3\u00a0gracze",
        "5\u00a0graczy",
    ]
    assert label("player-range", "cs", low=2, high=4) == "2–4 hráči"
    assert label("player-range", "cs", low=2, high=6) == "2–6 hráčů"


def test_numbers_in_labels_follow_the_language_and_others_fall_back_to_english() -> None:
    assert label("sheet", "cs", n=1, total=1200) == "List 1 z\u00a01\u00a0200"
    assert label("sheet", "de-AT", n=1, total=2) == "Bogen 1 von 2"
    assert label("sheet", "hu", n=1, total=2) == "Sheet 1 of 2"
    assert (Labels("fr-CA").found, Labels("hu").found) == ("fr", "en")


def test_a_whole_date_is_written_as_the_language_writes_it() -> None:
    assert [format_date("2024-01-05", tag) for tag in ("cs", "pl", "fr", "en")] == [
        "5. ledna 2024",
        "5 stycznia 2024",
        "5 janvier 2024",
        "January 5, 2024",
    ]
    first = {"2024-01-01": "1er janvier 2024", "2024-08-11": "11 août 2024", "2024-12-31": "31 décembre 2024"}
    assert {day: format_date(day, "fr") for day in first} == first
    assert format_date("2024-01-01", "fr-CA") == "1er janvier 2024"
    for words in ("", "2010", "2024-13-01", "2024-W01-1", "spring 2024"):
        assert format_date(words, "cs") == words
    assert format_date("2024-01-05", "tlh") == "2024-01-05"


def test_a_missing_label_or_value_is_our_fault() -> None:
    with pytest.raises(KeyError):
        label("nothing", "cs")
    with pytest.raises(KeyError):
        label("sheet", "cs", n=1)


def test_a_french_article_asks_for_no_number() -> None:
    """``une case`` is ``pole`` in Czech: it wants no word for 1, though ``une`` may well translate one."""
    text = "Un zombie avance d’une case, deux au plus."
    assert number_words(text, "fr") == [(1, 0, 2), (1, 19, 3), (2, 29, 4)]
    assert number_words(text, "fr", articles=False) == [(2, 29, 4)]
    assert number_words("jedno pole", "cs", articles=False) == [(1, 0, 5)]


def test_polish_numbers_are_known_in_every_gender_and_for_mixed_company():
    """Men, other things, men with women or children: ``dwaj``, ``dwie``, ``dwoje``, in every case."""
    for words, value in (
        ("obydwaj obojga obydwiema dwojgu", 2),
        ("troje trojgu", 3),
        ("czworga czterej", 4),
        ("sześciorga", 6),
    ):
        assert [number for number, _, _ in number_words(words, "pl")] == [value] * len(words.split())


@pytest.mark.parametrize("n", [10**40, 2**1023])
def test_numbers_beyond_all_games_are_written_too(n: int) -> None:
    digits = "".join(char for char in format_number(n, "cs") if char.isdigit())
    assert digits == str(n)
    assert format_number(1e300, "cs")


def test_languages_that_a_cure_proposes_are_known() -> None:
    assert all(language_data(tag) is not None for tag in tag_module._COMMON)
    assert not set(tag_module._COMMON) & tag_module._COUNTRY_FOR_LANGUAGE.keys()


@pytest.mark.parametrize(
    ("language", "words", "expected"),
    [
        ("tr", "iki ızgara", "İki ızgara"),
        ("az-Latn", "iki", "İki"),
        ("en", "iki", "Iki"),
        ("ka", "თამაში", "თამაში"),
        ("nl", "ijs", "IJs"),
        ("cs", "čtyři Karty", "Čtyři Karty"),
        ("hr", "ǆep", "ǅep"),
        ("de", "ßa", "Ssa"),
        ("en", "", ""),
    ],
)
def test_a_capital_first_letter(language: str, words: str, expected: str) -> None:
    assert capital(words, language) == expected


@pytest.mark.parametrize(
    ("language", "words", "small", "titled"),
    [
        ("tr", "ISPARTA İZMİR", "ısparta izmir", "Isparta İzmir"),
        ("cs", "ČTYŘI CHYTRÉ ŽÁBY", "čtyři chytré žáby", "Čtyři Chytré Žáby"),
        ("pl", "ŁÓDŹ-ŚRÓDMIEŚCIE", "łódź-śródmieście", "Łódź-Śródmieście"),
        ("fr", "L’ÉTÉ (CŒUR)", "l’été (cœur)", "L’été (Cœur)"),
        ("nl", "IJSVOGEL", "ijsvogel", "IJsvogel"),
        ("en", "ﬁNE", "ﬁne", "Fine"),
    ],
)
def test_small_letters_and_titles(language: str, words: str, small: str, titled: str) -> None:
    assert lower(words, language) == small
    assert title(words, language) == titled


def test_capitals_of_all_letters() -> None:
    assert upper("tr-TR")("iki ızgara") == "İKİ IZGARA"
    assert upper("de")("straße") == "STRASSE"
