"""Numbers in texts: in digits, and words for the whole numbers from 1 to 12, in every form that a text may have them in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pnp.i18n.tag import base_of

_WORDS: Mapping[str, tuple[str, ...]] = {
    "cs": (
        "jeden jedna jedno jednoho jednomu jednom jedním jedné jednu jediný jediná jediné jediného jedinou jediném",
        "dva dvě dvou dvěma oba obě obou oběma",
        "tři tří třem třemi třech",
        "čtyři čtyř čtyřem čtyřmi čtyřech",
        "pět pěti",
        "šest šesti",
        "sedm sedmi",
        "osm osmi",
        "devět devíti",
        "deset deseti",
        "jedenáct jedenácti",
        "dvanáct dvanácti",
    ),
    "sk": (
        "jeden jedna jedno jedného jednému jednom jedným jednej jednu jednou jediný jediná jediné",
        "dva dve dvaja dvoch dvom dvoma oba obe obaja oboch obom oboma",
        "tri traja troch trom tromi troma",
        "štyri štyria štyroch štyrom štyrmi",
        "päť piati piatich piatim piatimi",
        "šesť šiesti šiestich šiestim",
        "sedem siedmi siedmich siedmim",
        "osem ôsmi ôsmich ôsmim",
        "deväť deviati deviatich deviatim",
        "desať desiati desiatich desiatim",
        "jedenásť jedenásti jedenástich",
        "dvanásť dvanásti dvanástich",
    ),
    "pl": (
        "jeden jedna jedno jednego jednemu jednym jednej jedną jedyny jedyna jedyne jedynego jedynym jedynej jedyną",
        "dwa dwie dwaj dwóch dwu dwóm dwoma dwiema dwoje dwojga dwojgu "
        "oba obie obaj obu oboma obiema oboje obojga obydwa obydwie obydwaj obydwu obydwoma obydwiema obydwoje",
        "trzy trzej trzech trzem trzema troje trojga trojgu",
        "cztery czterej czterech czterem czterema czworo czworga czworgu",
        "pięć pięciu pięcioma pięcioro pięciorga",
        "sześć sześciu sześcioma sześcioro sześciorga",
        "siedem siedmiu siedmioma",
        "osiem ośmiu ośmioma",
        "dziewięć dziewięciu dziewięcioma",
        "dziesięć dziesięciu dziesięcioma",
        "jedenaście jedenastu jedenastoma",
        "dwanaście dwunastu dwunastoma",
    ),
    "fr": (
        "un une unique seul seule",
        "deux",
        "trois",
        "quatre",
        "cinq",
        "six",
        "sept",
        "huit",
        "neuf",
        "dix",
        "onze",
        "douze",
    ),
    "en": (
        "one single",
        "two both",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    "de": (
        "ein eine einen einem einer eines eins einzige einzigen einziger einziges",
        "zwei zweien zweier beide beiden beider beides",
        "drei dreien dreier",
        "vier vieren",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "elf",
        "zwölf",
    ),
}
"""For 1 first. Words for ``both`` count as 2 and those for ``only one`` as 1, for a translation may well use them."""

_ARTICLES: Mapping[str, frozenset[str]] = {
    "de": frozenset(["ein", "eine", "einen", "einem", "einer", "eines"]),
    "fr": frozenset(["un", "une"]),
}
"""Words for 1 that are the indefinite article far more often."""

_VALUES: Mapping[str, Mapping[str, int]] = {
    language: {word: value for value, alike in enumerate(words, 1) for word in alike.split()}
    for language, words in _WORDS.items()
}
_NONE: frozenset[str] = frozenset()
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"(?<!\w)\d{1,18}(?!\d)(?:[ \u00a0\u202f.,]\d{3}\b){0,5}")
_BETWEEN = re.compile(r"\D")


def typed_numbers(text: str) -> list[tuple[int, int, int]]:
    """The whole numbers that are typed in digits: value, offset and length of each, in order; ``1 200`` is one.

    More than 18 digits in a row are no number that anybody counts to.
    """
    return [
        (int(_BETWEEN.sub("", match.group())), match.start(), len(match.group()))
        for match in _DIGITS.finditer(text)
    ]


def has_number_words(language: str) -> bool:
    """Whether the words of the language are known here."""
    return base_of(language) in _WORDS


def number_words(text: str, language: str, *, articles: bool = True) -> list[tuple[int, int, int]]:
    """The number words of a text: value, offset and length of each, in order.

    Args:
        text: Any text.
        language: Its tag.
        articles: Whether words count that may be the indefinite article as well as the number 1, such as ``une``.
    """
    known = _VALUES.get(base_of(language), {})
    left_out = _NONE if articles else _ARTICLES.get(base_of(language), _NONE)
    return [
        (known[word], match.start(), len(match.group()))
        for match in _WORD.finditer(text)
        if (word := match.group().casefold()) in known and word not in left_out
    ]
