"""Ties: which spaces of a text must not become line breaks, by language. Letters are never touched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from pnp.i18n import base_of
from pnp.text.space import ICON, NBSP, NNBSP, TIE

# One-letter prepositions and conjunctions, which Czech (ČSN 01 6910), Slovak and Polish print with the next
# word.
_ONE_LETTER = {"cs": "ksvzouai", "sk": "ksvzouai", "pl": "aiouwz"}

# Abbreviations that go with what follows, without their full stops.
_ABBREVIATIONS = {
    "cs": "č čís s str odst obr tab kap čl sv tzv např tj mj resp cca p pí dr ing mgr",
    "sk": "č čís s str ods obr tab kap čl sv tzv napr tj resp cca p dr ing mgr",
    "pl": "s str rys tab rozdz ust art św tzw np tj ok p dr inż mgr ul",
    "fr": "p pp fig art chap vol no m mm dr st ste env",
    "de": "nr s abb tab kap art st hr fr dr prof ca bzw vgl",
    "en": "no p pp fig ch vol mr mrs ms dr st vs approx",
}
_WITHOUT_STOP = {"cs": "cca", "sk": "cca", "pl": "nr dr mgr", "fr": "n° mme mlle", "en": "mr mrs ms"}

_UNITS = (
    "mm cm dm m km in ft pt px mg g dkg kg t ml cl dl l s min h m² cm² km² % ‰ ° °C °F K Kč kč zł gr € $ £"
)
_LETTER = r"[^\W\d_]"
_CAPITAL = r"[^\W\d_a-zà-öø-ÿ]"
_SMALL = r"[a-zà-öø-ÿāăąćčďđēėęěğģīįķĺļľłńņňōőŕřśšťūůűųźżž]"
_VARIABLE = "[A-ZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ]"
_PHRASE_END = r"(?:[.,:;!?…)\]”“»]+(?:\s|$)|$)"
_RELATION = "[×+−±<>=≤≥]"
_FIGURES = r"\d½¼¾⅓⅔"


class Ties:
    """The rules of one language.

    Args:
        language: BCP 47 tag; only its first part counts.
    """

    def __init__(self, language: str) -> None:
        base = base_of(language)
        self._french = base == "fr"
        rules = {
            r"(?<!\w\w )": [*_one_letter(base), *_signs(), *_stopped(base)],
            rf"(?<=[{_FIGURES}×x] )": [*_numbers()],
            r"(?!\w)": [*_punctuation()],
            rf"(?=[\d{ICON}B]|{_VARIABLE}\W)": [*_last_ones()],
            "": [*_abbreviations(_WITHOUT_STOP.get(base, "").split())],
        }
        # Most spaces are between two words of several letters: a look at each side of these shows that no
        # rule holds.
        groups = [f"{guard}(?:{'|'.join(parts)})" for guard, parts in rules.items() if parts]
        self._pattern = re.compile(f" (?:{'|'.join(groups)})")

    def tie(self, text: str) -> str:
        """The text with ``TIE``, U+00A0 or U+202F in place of the spaces that hold together; all else stays.

        Args:
            text: Folded text of one paragraph, ``ICON`` for each icon.
        """
        if " " not in text:
            return text
        if self._french:
            for pattern, space in _FRENCH:
                text = pattern.sub(space, text)
        return self._pattern.sub(TIE, text)


def _around(before: str, after: str = "") -> str:
    """A pattern just after a space: the text before the space (of fixed width), and the text after it."""
    return f"(?<={before} )" + (f"(?={after})" if after else "")


def _punctuation() -> Iterator[str]:
    """Characters that no line begins with."""
    yield r"(?=[:;!?…%‰)\]])"
    yield r"(?=[.,](?:\s|$))"
    yield r"(?=»(?:\W|$))"  # closes, as in « Or » ; »Gold« opens
    yield "(?=[–—] )"  # a dash between spaces may end a line, not begin one
    yield _around(r"[\w)]", ICON)  # ends a phrase


def _last_ones() -> Iterator[str]:
    """A number, a letter or an icon that ends a phrase: no line begins with it."""
    yield _around(r"\w", rf"(?!\d+\. (?:\d|{_SMALL}))\d{{1,2}}(?:[.,]\d{{1,2}})?{_PHRASE_END}")
    yield _around(r"\w", rf"{_VARIABLE}(?!$){_PHRASE_END}")
    yield _around(rf"[^\s{ICON}]", rf"{ICON}{_PHRASE_END}")
    yield _around(r"\bCC", "BY")


def _signs() -> Iterator[str]:
    """Spaces after anything but letters and figures."""
    yield _around("^«")
    yield _around(r"[\s(]«")
    yield _around(r"[(\[„]")
    yield _around("^[–—]")  # a dash that begins the text begins a speech
    yield _around(_RELATION, r"\d")
    yield _around(r"\d\.", rf"\d|{_SMALL}")  # ordinals and dates: 1. 1. 2025, 3. kolo
    yield _around("[§#№]")
    # At the start and after punctuation an icon begins a phrase and goes with the next word.
    yield _around(f"^{ICON}", r"[\w„(]")
    yield _around(f"[.,:;!?–—(] {ICON}", r"[\w„(]")
    yield _around(f"[(„]{ICON}", r"[\w„(]")


def _numbers() -> Iterator[str]:
    """Spaces after figures."""
    units = "|".join(sorted(map(re.escape, _UNITS.split()), key=len, reverse=True))
    digit = "[0-9½¼¾⅓⅔]"
    yield _around(digit, rf"(?:{units})(?!\w)")
    # 5 karet; not '4 a …', where the one-letter word belongs to what follows it
    yield _around(digit, rf"{_LETTER}{{2}}(?!\S*://)|{ICON}|{_RELATION}")
    yield _around(r"\d", r"\d{3}(?!\d)")
    yield _around(r"\d[×x]", r"\S")


def _one_letter(base: str) -> Iterator[str]:
    letters = _ONE_LETTER.get(base)
    if letters:
        one = rf"(?<![\w'’.-])[{letters}{letters.upper()}]"
        yield _around(one, r"\S")
        # An icon after such a word begins a phrase, too: a line 'a :skull:' would end in the word for
        # listeners.
        yield _around(f"{one} {ICON}", r"[\w„(]")
    if base == "fr":
        yield _around(
            "[.!?…] [ÀAÔY]", r"\S"
        )  # a letter alone opens a sentence: it would hang at the end of the line


def _stopped(base: str) -> Iterator[str]:
    """Spaces after abbreviations that end with a full stop."""
    yield from _abbreviations([word + "." for word in _ABBREVIATIONS.get(base, "").split()])
    yield _around(rf"(?<![\w.]){_CAPITAL}\.", _CAPITAL)  # initials: J. R. R. Tolkien


def _abbreviations(words: Iterable[str]) -> Iterator[str]:
    for _, alike in groupby(sorted(words, key=len), key=len):
        either = "|".join(f"[{word[0]}{word[0].upper()}]{re.escape(word[1:])}" for word in alike)
        yield _around(rf"(?<!\w)(?:{either})", r"[\w„]")


# Lexique des règles typographiques en usage à l'Imprimerie nationale (2002), "Ponctuation": a narrow no-break
# space before ; ! and ?, a full one before a colon and inside guillemets. Only spaces that were typed are
# changed.
_FRENCH = (
    (re.compile("(?<=[^ ]) (?=[;!?])"), NNBSP),
    (re.compile(r"(?<=[^ ]) (?=:(?:\s|$)|»)"), NBSP),
    (re.compile("(?<=«) "), NBSP),
)
