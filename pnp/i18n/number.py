"""Numbers of a language in digits and words, its dates, plurals and fixed labels; numbers in its texts."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from re import ASCII
from typing import NamedTuple

from pnp.i18n.cldr import date_pattern, language_data, plural_form
from pnp.i18n.language import base_of

_UNGROUPED = 1_000
"""Whole numbers below have no separator in any language (CLDR), so most texts need none of its data."""
_DECIMALS = 6
_PRECISION = 400
"""Digits to work with: more than any float or number of an expression has."""
_BY_THREES = (3, 3)
"""How numbers with decimals are grouped in every language."""


class WrittenDecimal(float):
    """A number that keeps how its author wrote it, such as ``2.50``.

    Attributes:
        typed: As written; it is also the number's ``repr``, so that another way to write it is another value
            to caches.
    """

    typed: str

    def __repr__(self) -> str:
        return self.typed

    @property
    def places(self) -> int:
        """Number of decimals that are written, zeros included."""
        return len(self.typed.partition(".")[2]) if "e" not in self.typed.lower() else 0


def format_number(n: float, language: str) -> str:
    """The number in the language's format: ``1 234,5`` in Czech, with non-breaking spaces as in CLDR.

    Floats are shown with at most six decimals and without trailing zeros; written numbers keep their
    decimals. Source: Unicode CLDR.
    """
    if isinstance(n, int) and 0 <= n < _UNGROUPED:
        return str(int(n))
    found = language_data(language)
    places = n.places if isinstance(n, WrittenDecimal) else 0
    if found is None and places:
        return f"{n:.{places}f}"
    if found is None:
        return f"{n:.{_DECIMALS}f}".rstrip("0").rstrip(".") if isinstance(n, float) else str(n)
    whole, _, decimals = _rounded(n, places).partition(".")
    if not places:
        decimals = decimals.rstrip("0")
    sign = "-" if whole.startswith("-") else ""
    grouped = _grouped(whole.lstrip("-"), found.group, _BY_THREES if isinstance(n, float) else found.grouping)
    return sign + grouped + (found.decimal + decimals if decimals else "")


def _rounded(n: float, places: int) -> str:
    """The number with at most ``places`` decimals, six for 0; its ``repr`` is rounded, half to even."""
    if not isinstance(n, float):
        return str(n)
    from decimal import ROUND_HALF_EVEN, Decimal, localcontext

    with localcontext(prec=_PRECISION):
        step = Decimal(1).scaleb(-(places or _DECIMALS))
        return format(Decimal(str(n)).quantize(step, ROUND_HALF_EVEN), "f")


def _grouped(digits: str, sign: str, sizes: tuple[int, int]) -> str:
    last, others = sizes
    parts = [digits[-last:]]
    rest = digits[:-last]
    while rest:
        parts.insert(0, rest[-others:])
        rest = rest[:-others]
    return sign.join(parts)


_REACHED_BY = 100
"""Whole numbers up to here have every category that counts of pieces have: Arabic ``other``, the last one to
begin, begins at 100; French ``many`` begins at a million."""


def plural_category(n: float, language: str) -> str:
    """The CLDR plural category of the number: ``zero``, ``one``, ``two``, ``few``, ``many`` or ``other``.

    Source: Unicode CLDR, supplemental/plurals.xml. An unknown language follows the root rule, ``other``.
    """
    found = language_data(language)
    return plural_form(found.rules, n) if found else "other"


@lru_cache(maxsize=256)
def whole_number_categories(language: str) -> tuple[str, ...]:
    """The categories that whole numbers reach in the language, in order of the first number that does.

    Czech: other (0), one, few; Polish: many (0), one, few; French: one, other.
    """
    return tuple(dict.fromkeys(plural_category(n, language) for n in range(_REACHED_BY + 1)))


_EXAMPLES = 4
_EXAMPLES_UP_TO = 30


def category_examples(language: str) -> dict[str, tuple[int, ...]]:
    """The first whole numbers of each category that whole numbers reach, as an example of it.

    Czech: other (0, 5, 6, 7), one (1), few (2, 3, 4).
    """
    found: dict[str, list[int]] = {name: [] for name in whole_number_categories(language)}
    for number in range(_REACHED_BY + 1):
        numbers = found[plural_category(number, language)]
        if not numbers or (len(numbers) < _EXAMPLES and number <= _EXAMPLES_UP_TO):
            numbers.append(number)
    return {name: tuple(numbers) for name, numbers in found.items()}


_WHOLE = re.compile(r"\d{4}-\d\d-\d\d", ASCII)


def format_date(words: str, language: str) -> str:
    """A whole date (``2024-01-05``) with its month in words, as in ``5. ledna 2024``; other words unchanged.

    Sources: the long date of Unicode CLDR; for the first of a month in French
    (``1er janvier 2024``) Imprimerie nationale, Lexique, "Dates".
    """
    if not _WHOLE.fullmatch(words):
        return words
    try:
        day = date.fromisoformat(words)
    except ValueError:
        return words
    written = _by_cldr(day, language)
    return f"1er{written[1:]}" if base_of(language) == "fr" and written.startswith("1 ") else written


def _by_cldr(day: date, language: str) -> str:
    found = language_data(language)
    if found is None:
        return day.isoformat()
    values = {"{d}": str(day.day), "{dd}": f"{day.day:02}", "{y}": str(day.year)}
    return re.sub(r"\{[dy]+\}", lambda place: values[place[0]], date_pattern(found.months, day.month))


FALLBACK = "en"
"""For languages without a catalogue."""
_CATALOGUES = Path(__file__).parent / "labels"


def label_languages() -> list[str]:
    """Languages that have a catalogue of labels."""
    return sorted(entry.stem for entry in _CATALOGUES.glob("*.json"))


class Labels:
    """The labels of one language; English where the language has no catalogue.

    Attributes:
        language: As it was asked for; numbers are formatted by it.
        found: The language of the catalogue that is used.
    """

    def __init__(self, language: str) -> None:
        known = label_languages()
        base = language.replace("_", "-").split("-")[0].lower()
        self.language = language
        self.found = base if base in known else FALLBACK
        catalogue = (_CATALOGUES / f"{self.found}.json").read_text(encoding="utf-8")
        self._texts: Mapping[str, str | Mapping[str, str]] = json.loads(catalogue)

    def names(self) -> list[str]:
        """All keys, in the catalogue's order."""
        return list(self._texts)

    def text(self, key: str, **values: str | int) -> str:
        """The label with its values filled in; whole numbers are written in the language's format.

        Labels with plural forms choose by the value ``n``: ``players`` gives ``3 hráči``, ``card`` gives
        ``karty``; a range chooses by its end, ``high``.

        Raises:
            KeyError: The label does not exist, or a value is missing. Both are faults of the program.
        """
        template = self._texts[key]
        if not isinstance(template, str):
            template = _chosen(template, values["n" if "n" in values else "high"], self.found)
        shown = {
            name: format_number(value, self.found) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return template.format(**shown)


def _chosen(forms: Mapping[str, str], n: str | int, language: str) -> str:
    category = plural_category(int(n), language)
    return forms.get(category) or forms[list(forms)[-1]]


def label(key: str, language: str, **values: str | int) -> str:
    """One fixed label; to read many of a language, keep a ``Labels``.

    Raises:
        KeyError: The label does not exist, or a value is missing. Both are faults of the program.
    """
    return Labels(language).text(key, **values)


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
