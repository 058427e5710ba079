"""Which spaces hold together, by language."""

import pytest

from pnp.text.space import ICON, NBSP, NNBSP, TIE, Ties

SHOWN = str.maketrans({TIE: "~", NBSP: "_", NNBSP: "^", ICON: "@"})


def tied(text: str, language: str) -> str:
    return Ties(language).tie(text.replace("@", ICON)).translate(SHOWN)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("cs", "Hráč s kartou v ruce", "Hráč s~kartou v~ruce"),
        ("cs", "stůl a v lese k o z v poli", "stůl a~v~lese k~o~z~v~poli"),
        ("cs", "V lese (v lese) „v lese", "V~lese (v~lese) „v~lese"),
        ("cs", "a) kolo b) tah", "a) kolo b) tah"),
        ("cs", "A", "A"),
        ("cs-CZ", "i o kolo", "i~o~kolo"),
        ("pl", "Gracz z kartą w ręce i o turę", "Gracz z~kartą w~ręce i~o~turę"),
        ("pl", "k tomu", "k tomu"),
        ("fr", "à la carte y a", "à la carte y a"),
        ("en", "a card", "a card"),
        ("fr", "Fini. À zéro, il meurt ! Y a-t-il à boire ?", "Fini. À~zéro, il meurt^! Y~a-t-il à boire^?"),
        ("fr", "La rangée A reste à lui. Au revoir", "La rangée A reste à lui. Au revoir"),
        ("en", "Done. A card", "Done. A card"),
    ],
)
def test_one_letter_words_go_with_the_next_word(language: str, text: str, expected: str):
    assert tied(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "une force de 1.", "une force de~1."),
        ("cs", "síla je 2", "síla je~2"),
        ("de", "mit Stärke 3, dann", "mit Stärke~3, dann"),
        ("pl", "pole X lub Y.", "pole X lub~Y."),
        ("cs", "řada A, pak B!", "řada~A, pak~B!"),
        ("en", "(CC BY 3.0)", "(CC~BY~3.0)"),
        ("en", "take: @", "take:~@"),
        ("en", "take, @.", "take,~@."),
        ("cs", "viz 3. kolo", "viz 3.~kolo"),
        ("en", "take 5 cards", "take 5~cards"),
        ("en", "in 1984.", "in 1984."),
        ("en", "Card A is", "Card A is"),
    ],
)
def test_no_line_begins_with_the_number_letter_or_icon_that_ends_a_phrase(
    language: str, text: str, expected: str
):
    assert tied(text, language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Attention ! Prêt ?", "Attention^! Prêt^?"),
        ("Choisissez : « Or » ou « Argent » ; bien", "Choisissez_: «_Or_» ou «_Argent_»^; bien"),
        ("3:1 12:30 http://x.org", "3:1 12:30 http://x.org"),
        (f"Attention{NNBSP}! Oui{NBSP}: non", "Attention^! Oui_: non"),
        ("Prêt? Oui!", "Prêt? Oui!"),
        ("Quoi ?!", "Quoi^?!"),
    ],
)
def test_french_punctuation_keeps_its_space(text: str, expected: str):
    assert tied(text, "fr") == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("cs", "Lízni 5 karet, viz str. 4, č. 3", "Lízni 5~karet, viz str.~4, č.~3"),
        ("cs", "10 mm, 50 % a 20 °C", "10~mm, 50~% a~20~°C"),
        ("cs", "dne 1. 1. 2025 a 3. kolo", "dne 1.~1.~2025 a~3.~kolo"),
        ("cs", "10 000 bodů, 2 × 3", "10~000~bodů, 2~×~3"),
        ("cs", "str. 4 a lízni", "str.~4 a~lízni"),
        ("cs", "Kolo 3. Potom", "Kolo~3. Potom"),
        ("cs", "např. luk, tzv. démon", "např.~luk, tzv.~démon"),
        ("pl", "nr 3, s. 4, np. łuk", "nr~3, s.~4, np.~łuk"),
        ("fr", "n° 3, p. 4", "n°~3, p.~4"),
        ("en", "J. R. R. Tolkien", "J.~R.~R.~Tolkien"),
    ],
)
def test_numbers_go_with_what_they_count(language: str, text: str, expected: str):
    assert tied(text, language) == expected


@pytest.mark.parametrize("language", ["cs", "pl", "fr", "de", "en", "xx"])
def test_marks_do_not_begin_a_line(language: str):
    shown = tied("Slovo ! další ) a – pak … konec », „ x", language)
    for mark in "!)–…»":
        assert f" {mark}" not in shown


def test_a_dash_ends_a_line_and_does_not_begin_one():
    assert tied("den – noc — ráno", "cs") == "den~– noc~— ráno"
    assert tied("– Ahoj", "cs") == "–~Ahoj"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@ zabij démona", "@~zabij démona"),
        ("Zabij @. Vezmi @", "Zabij~@. Vezmi~@"),
        ("Odhoď 2 @ hned", "Odhoď 2~@ hned"),
        ("Jdi. @ Zabij", "Jdi. @~Zabij"),
        ("@ @ @", "@ @ @"),
        ("@ zvíře a @ démon", "@~zvíře a~@~démon"),
    ],
)
def test_icons_go_with_their_word(text: str, expected: str):
    assert tied(text, "cs") == expected


def test_only_spaces_change():
    text = "„Ahoj“ 'tak' \"jo\" - 3x -- ... fi 1/2 (c) 5 karet !"
    for language in ("cs", "pl", "fr", "en", "de"):
        done = Ties(language).tie(text)
        assert len(done) == len(text)
        assert all(new == old or old == " " for new, old in zip(done, text, strict=True))
