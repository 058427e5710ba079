"""Numbers in texts: in digits, and in words for 1 to 12, in all their forms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

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
"""For 1 first. Words for ``both`` count as 2 and those for ``only one`` as 1: translations use them."""

_ARTICLES: Mapping[str, frozenset[str]] = {
    "de": frozenset(["ein", "eine", "einen", "einem", "einer", "eines"]),
    "fr": frozenset(["un", "une"]),
}
"""Words for 1 that are the indefinite article far more often."""

_REFERRING = frozenset(
    re.findall(
        r"\w+",
        "jediný jediná jediné jediného jedinou jediném oba obě obou oběma obe obaja oboch obom oboma jedyny jedyna jedyne"
        " jedynego jedynym jedynej jedyną obie obaj obu obiema oboje obojga obydwa obydwie obydwaj obydwu obydwoma"
        " obydwiema obydwoje unique seul seule single both einzige einzigen einziger einziges beide beiden beider beides",
    )
)
"""Words that point at things more often than they count them: ``both players``."""

_VALUES: Mapping[str, Mapping[str, int]] = {
    language: {word: value for value, alike in enumerate(words, 1) for word in alike.split()}
    for language, words in _WORDS.items()
}
_NONE: frozenset[str] = frozenset()
_WORD = re.compile(r"[^\W\d_]+")
_NUMERAL = re.compile(
    r"""
    (?<!\w)(?P<dice>\d{0,3}[dkwDKW](?:\d{1,3}(?!\w)|%))
    | (?<!\w)(?P<code>(?!x\d)[^\W\d_]{0,2}(?:(?<=[^\W\d_])\d{1,9}|\d{1,9}[A-Z])[A-Z\d]{0,9})(?!\w)
    | (?<!\w)(?P<roman>(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3}))(?=(?:e|er|ème|th|st|nd|rd)?(?!\w))
    | (?P<sign>
        (?<![^\s(\[/„“«"'*_])(?<!\d[ ])[-−–+±](?=[\d½¼¾⅓⅔])
        | (?:(?<=[dkwDKW]\d)|(?<=[dkwDKW]\d\d))[ ]?[-−–+][ ]?(?=\d)
        | \b(?:minus|mínus|moins|plus)[ ](?=\d)
      )?
      (?:
        (?<![^\W\d_]{2})(?P<fraction>\d{1,9}/\d{1,9}|[½¼¾⅓⅔])(?![/\d])
        | (?<!\d[.,])(?<!\d)(?P<decimal>\d{1,18}[.,](?:\d{1,2}|\d{4,18}))(?![\d]|[.,/]\d)
        | (?<!\d)(?P<digits>\d{1,18}(?!\d)(?:[ \u00a0\u202f.,]\d{3}\b){0,5})
      )
    """,
    re.VERBOSE,
)
_IN_NUMERALS = re.compile(r"[\d½¼¾⅓⅔%]|[IVX]{2}")
"""Characters without which there is no numeral; most texts have none of them."""
_SIGNS = {"-": "-", "−": "-", "–": "-", "m": "-", "+": "+", "p": "+", "±": "±"}
_BETWEEN = re.compile(r"\D")
_ROMAN = {"I": 1, "V": 5, "X": 10}


class Numeral(NamedTuple):
    """A number, dice or a code of letters and digits that is typed in a text.

    Attributes:
        name: The same in every language: ``1200``, ``-1``, ``2.5``, ``1/2``, ``2d6``, ``B12``.
        start: Its offset.
        length: Of what is typed.
    """

    name: str
    start: int
    length: int

    @property
    def kind(self) -> str:
        """Its name in messages."""
        if self.name[-1] == "%" or "d" in self.name:
            return "dice"
        return "code" if self.name.upper() != self.name.lower() else "number"


def numerals(text: str) -> list[Numeral]:
    """Everything that is typed with digits or as a Roman number, in order; ``1 200`` is one number.

    A plus or minus sign belongs to its number, but not a dash between two numbers. ``W6`` and ``k6`` are
    ``d6``. More than 18 digits in a row are no number that anybody counts to.
    """
    return [
        Numeral(name, match.start(), len(match.group()))
        for match in (_NUMERAL.finditer(text) if _IN_NUMERALS.search(text) else ())
        if (name := _name(match))
    ]


def _name(match: re.Match[str]) -> str:
    typed = match.group()
    if match["dice"]:
        count, sides = re.split("[dkwDKW]", typed)
        return f"{count.lstrip('1') and count}d{sides}"
    if match["code"]:
        return typed.upper()
    if match["roman"]:
        values = [_ROMAN[letter] for letter in typed]
        return str(sum(-value if value < max(values[at:]) else value for at, value in enumerate(values)))
    sign = _SIGNS.get((match["sign"] or "").strip()[:1], "")
    if match["fraction"]:
        value = unicodedata.normalize("NFKC", match["fraction"]).replace("⁄", "/")
    elif match["decimal"]:
        value = match["decimal"].replace(",", ".").rstrip("0").rstrip(".")
    else:
        value = str(int(_BETWEEN.sub("", match["digits"])))
    return sign + value


def typed_numbers(text: str) -> list[tuple[int, int, int]]:
    """The unsigned whole numbers that are typed in digits: value, offset and length of each, in order."""
    return [(int(each.name), each.start, each.length) for each in numerals(text) if each.name.isdecimal()]


def has_number_words(language: str) -> bool:
    """Whether the words of the language are known here."""
    return base_of(language) in _WORDS


def number_words(
    text: str, language: str, *, articles: bool = True, referring: bool = True
) -> list[tuple[int, int, int]]:
    """The number words of a text: value, offset and length of each, in order.

    Args:
        text: Any text.
        language: Its tag.
        articles: Whether words count that may be the indefinite article as well as the number 1, like
            ``une``.
        referring: Whether words count that mostly point at things, such as ``both``.
    """
    known = _VALUES.get(base_of(language), {})
    left_out = _NONE if articles else _ARTICLES.get(base_of(language), _NONE)
    return [
        (known[word], match.start(), len(match.group()))
        for match in _WORD.finditer(text)
        if (word := match.group().casefold()) in known
        and word not in left_out
        and (referring or word not in _REFERRING)
    ]
