"""Where words may be divided."""

from functools import cache
from itertools import pairwise

import pytest

from pnp.text.dividing import Hyphenator
from pnp.text.space import opportunities


@cache
def hyphenator(language: str) -> Hyphenator:
    """The patterns of a language, read once: the German ones have a megabyte."""
    return Hyphenator(language)


def divided(word: str, language: str, **kwargs: bool) -> str:
    offsets = [0, *(at for at, _ in hyphenator(language).divisions(word, **kwargs)), len(word)]
    return "·".join(word[a:b] for a, b in pairwise(offsets))


@pytest.mark.parametrize(
    ("language", "word", "expected"),
    [
        ("cs", "nejneobhospodařovávatelnější", "nej·ne·ob·hos·po·da·řo·vá·va·tel·nější"),
        ("cs-CZ", "„příšeru“,", "„pří·šeru“,"),
        ("pl", "przeciwlotniczy", "prze·ciw·lot·ni·czy"),
        ("fr", "développement", "dé·ve·lop·pe·ment"),
        ("fr", "musique", "mu·sique"),
        ("en-GB", "hyphenation", "hy·phen·a·tion"),
        ("xx", "hyphenation", "hyphenation"),
        ("de", "Wahrnehmungsschwelle", "Wahr·neh·mungs·schwel·le"),
        ("de-AT", "Straßenbahn", "Stra·ßen·bahn"),
        ("sk", "protiútok", "pro·ti·ú·tok"),
    ],
)
def test_words_are_divided_by_the_patterns_of_their_language(language: str, word: str, expected: str):
    assert divided(word, language) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Ablagestapel", "Ab·la·ge·sta·pel"),
        ("Zuckerbäcker", "Zu·cker·bä·cker"),
        ("Feuerwehrgerätehaus", "Feu·er·wehr·ge·rä·te·haus"),
    ],
)
def test_german_compounds_were_divided_in_front_of_a_single_consonant(word: str, expected: str):
    assert divided(word, "de") == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("asszony", "asz-szony"),
        ("hosszú", "hosz-szú"),
        ("gallyak", "galy-lyak"),
        ("meggyes", "megy-gyes"),
        ("loccsan", "locs-csan"),
        ("könnyű", "köny-nyű"),
        ("„Lisszaboni”", "„Lisz-sza-boni”"),
        ("jegygyűrű", "jegy-gyűrű"),
        ("rosszkedvű", "rossz-kedvű"),
    ],
)
def test_long_hungarian_digraphs_are_written_in_full_where_they_are_divided(word: str, expected: str):
    divisions = hyphenator("hu").divisions(word)
    cuts = [0, *(at for at, _ in divisions), len(word)]
    written = [*(f"{letters}-" for _, letters in divisions), ""]
    assert "".join(word[a:b] + end for (a, b), end in zip(pairwise(cuts), written, strict=True)) == expected


def test_a_long_digraph_in_capitals_gets_a_capital():
    assert hyphenator("hu").divisions("HOSSZÚ", capitals=True) == ((3, "Z"),)


@pytest.mark.parametrize(
    ("language", "word", "expected"),
    [
        ("en", "JavaScript", "Java·Script"),
        ("de", "JavaScript", "Java·Script"),
        ("cs", "PostScriptový", "Post·Scrip·tový"),
        ("en", "MacDonaldson", "Mac·Don·ald·son"),
        ("en", "USBcontroller", "USBcon·trol·ler"),
        ("fr", "OpenOffice", "Open·Of·fice"),
        ("en", "iPhones", "iPhones"),
    ],
)
def test_no_capital_inside_a_word_is_parted_from_what_it_begins(language: str, word: str, expected: str):
    assert divided(word, language) == expected


@pytest.mark.parametrize(
    ("language", "word", "places"),
    [
        ("fr", "faites-le", 0),
        ("fr", "donnez-la-lui.", 0),
        ("fr", "peut-être", 1),
        ("fr", "celui-ci,", 0),
        ("fr", "Va-t-elle", 0),
        ("cs", "bude-li", 0),
        ("cs", "bílo-černý", 1),
        ("en", "tell-le", 1),
    ],
)
def test_a_short_word_is_not_parted_from_the_hyphen_before_it(language: str, word: str, places: int):
    assert len(opportunities(word, language)) == places


@pytest.mark.parametrize("word", ["kočka1x2", "UNESCO", "kolo", "a", "", "biało-czerwony", "jan@mail.cz"])
def test_numbers_abbreviations_short_and_hyphenated_words_stay_whole(word: str):
    assert divided(word, "pl") == word


def test_capitals_of_a_style_are_divided():
    assert divided("PŘÍŠERA", "cs") == "PŘÍŠERA"
    assert divided("PŘÍŠERA", "cs", capitals=True) == "PŘÍ·ŠERA"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("biało-czerwony", ["hyphen"]),
        ("-1", []),
        ("2-4", []),
        ("+1/-1", []),
        ("e-mail", []),
        ("3–5", []),
        ("Praha–Brno", ["dash"]),
        ("hráč/hráčka", ["slash"]),
        ("ano/ne", []),
        ("při\u00adšera", ["soft"]),
        ("a\u200bb", ["zero-width"]),
        ("-", []),
        ("(–)", []),
    ],
)
def test_words_break_at_their_hyphens_and_never_inside_numbers(word: str, expected: list[str]):
    assert [place.kind for place in opportunities(word, "pl")] == expected


def test_addresses_break_behind_their_punctuation():
    address = "https://example.org/rules/doom?lang=cs"
    parts = [0, *(place.offset for place in opportunities(address, "en")), len(address)]
    assert [address[a:b] for a, b in pairwise(parts)] == [
        "https://",
        "example.",
        "org/",
        "rules/",
        "doom?",
        "lang=",
        "cs",
    ]


def test_a_hyphen_is_repeated_where_the_language_asks_for_it():
    assert {
        language: opportunities("bílo-černý", language)[0].repeats for language in ("cs", "pl", "fr", "en")
    } == {
        "cs": True,
        "pl": True,
        "fr": False,
        "en": False,
    }
