"""Language tags: how authors write them and what they mean; capitals and alphabetical order of a language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from string import ascii_lowercase
from typing import TypeAlias

from pnp.diagnostics import nearest
from pnp.i18n.cldr import implied, language_data

_TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?\Z")
_COUNTRY_FOR_LANGUAGE = {
    "cz": "cs",
    "dk": "da",
    "gr": "el",
    "jp": "ja",
    "kr": "ko",
    "cn": "zh",
    "ua": "uk",
    "si": "sl",
    "ee": "et",
}
"""Country codes that people write for a language; as language codes, ``si`` and ``ee`` are rare."""

_COMMON = ("cs", "pl", "fr", "en", "de", "sk", "es", "it", "hu", "uk")
"""Languages that a misspelt tag is compared with."""


class LanguageTagError(ValueError):
    """A tag that names no language. ``suggestion`` is the tag that was probably meant, or None."""

    def __init__(self, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.suggestion = suggestion


def base_of(tag: str) -> str:
    """The language of a tag without script and region: ``fr`` of ``fr-CA``."""
    return tag.replace("_", "-").partition("-")[0].lower()


def normalise_tag(tag: str) -> str:
    """The BCP 47 tag that ``tag`` means: ``cs_CZ`` and ``CS`` give ``cs``, ``fr_ca`` gives ``fr-CA``.

    A region is dropped where it is the one that the language implies (CLDR likely subtags), so that files
    named by either spelling meet.

    Raises:
        LanguageTagError: It names no language that CLDR knows.
    """
    match = _TAG.match(tag.strip())
    if match is None:
        raise LanguageTagError(f"'{tag}' is no language tag")
    language, script, region = match.groups()
    language = language.lower()
    if language in _COUNTRY_FOR_LANGUAGE:
        meant = _COUNTRY_FOR_LANGUAGE[language]
        raise LanguageTagError(f"'{tag}' is a country, no language", meant)
    parts = [language]
    if script:
        parts.append(script.title())
    if region:
        parts.append(region.upper())
    if language_data(language) is None:
        raise LanguageTagError(f"'{tag}' is no language that is known here", _nearest(language))
    return "-".join(_without_implied(parts))


def _without_implied(parts: list[str]) -> list[str]:
    likely = implied(parts[0])
    return [parts[0], *(part for part in parts[1:] if part not in likely)]


def _nearest(language: str) -> str | None:
    return nearest(language, _COMMON)


_DOTTED = ("tr", "az")
"""Languages in which i keeps its dot as a capital (Unicode 16, SpecialCasing)."""


def upper(language: str) -> Callable[[str], str]:
    """Makes capitals of all letters of a text."""
    if base_of(language) in _DOTTED:
        return lambda text: text.replace("i", "İ").upper()
    return str.upper


def lower(words: str, language: str) -> str:
    """The words in small letters."""
    if base_of(language) in _DOTTED:
        words = words.replace("İ", "i").replace("I", "ı")
    return words.lower()


def title(words: str, language: str) -> str:
    """Each word with a capital first letter and small ones behind it, as in Jinja's filter."""
    return "".join(capital(lower(word, language), language) for word in _WORD_STARTS.split(words) if word)


_WORD_STARTS = re.compile(r"([-\s({\[<]+)")
"""After them a word begins; an apostrophe is in the middle of one."""


def capital(words: str, language: str) -> str:
    """The words with a capital first letter; the rest stays.

    Georgian has no capitals for first letters alone. A Dutch *ij* counts as one letter.
    """
    base = base_of(language)
    if base == "nl" and words.startswith("ij"):
        return "IJ" + words[2:]
    first = words[:1]
    return ("İ" if first == "i" and base in _DOTTED else first.title()) + words[1:]


SortKey: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...], str]
"""Letters, then accents, then capitals, then the text itself."""

_AFTER: Mapping[str, Mapping[str, str]] = {
    "cs": {"c": "č", "h": "ch", "r": "ř", "s": "š", "z": "ž"},
    "sk": {"a": "ä", "c": "č", "h": "ch", "o": "ô", "s": "š", "z": "ž"},
    "pl": {"a": "ą", "c": "ć", "e": "ę", "l": "ł", "n": "ń", "o": "ó", "s": "ś", "z": "ź ż"},
}
"""Letters of their own and the letter that they follow.

Sources: ČSN 97 6030 (Czech; ď, ň, ť and vowels with accents count as accents only), STN 97 6030 (Slovak),
PN-N-01223 (Polish). All other languages follow the root order of Unicode's collation: accents count only
between words of equal letters.
"""

_SPELT = {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
"""Letters that Unicode does not decompose, and the letters among which readers look for them."""

_SPACE, _PUNCTUATION, _DIGIT, _LETTER, _FOREIGN = range(5)


def sort_key(text: str, language: str) -> SortKey:
    """A key that sorts texts as the language's dictionaries do.

    Levels after Unicode's collation algorithm (UTS 10): spaces before symbols before digits before letters;
    then accents; then small before capital letters; then code points, so that different texts never have
    equal keys.
    """
    letters = _letters(language)
    composed = unicodedata.normalize("NFC", text)
    primary: list[tuple[int, int]] = []
    accents: list[int] = []
    capitals: list[int] = []
    index = 0
    while index < len(composed):
        length = 2 if composed[index : index + 2].lower() in letters else 1
        found = composed[index : index + length]
        for weight, accent in _weights(found.lower(), letters):
            primary.append(weight)
            accents.append(accent)
            capitals.append(sum(part.isupper() for part in found))
        index += length
    return tuple(primary), tuple(accents), tuple(capitals), composed


def _letters(language: str) -> dict[str, int]:
    """Rank of each letter of the language's alphabet."""
    after = _AFTER.get(language.replace("_", "-").split("-")[0].lower(), {})
    alphabet: list[str] = []
    for letter in ascii_lowercase:
        alphabet += [letter, *after.get(letter, "").split()]
    return {letter: rank for rank, letter in enumerate(alphabet)}


def _weights(found: str, letters: Mapping[str, int]) -> list[tuple[tuple[int, int], int]]:
    """Weight and accent of each letter that the character (or pair) counts as."""
    if found in letters:
        return [((_LETTER, letters[found]), 0)]
    if found in _SPELT:
        return [((_LETTER, letters[part]), ord(found[0])) for part in _SPELT[found]]
    decomposed = unicodedata.normalize("NFD", found)
    plain = decomposed[0]
    accent = sum(ord(mark) << (20 * place) for place, mark in enumerate(decomposed[1:]))
    if plain in letters:
        return [((_LETTER, letters[plain]), accent)]
    if plain in _SPELT:
        return [((_LETTER, letters[part]), accent + ord(plain)) for part in _SPELT[plain]]
    return [(_sign_weight(plain), accent)]


def _sign_weight(character: str) -> tuple[int, int]:
    if character.isspace():
        return _SPACE, 0
    if character.isdecimal():
        return _DIGIT, unicodedata.decimal(character)
    return (_FOREIGN if character.isalpha() else _PUNCTUATION), ord(character)
