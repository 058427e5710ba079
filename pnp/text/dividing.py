"""Where words may be divided: by hyphenation patterns, and in scripts that have no spaces between words.

Those scripts are Chinese, Japanese, Korean and Thai. For East Asian letters the rules are those of UAX 14,
revision 53 (Unicode 16), in its strict form: no line begins with a small kana, a mark of repetition or
length, or closing punctuation, and none ends with an opening bracket (kinsoku). One rule is ours: a number
stays with the letter that counts, where it can. Thai is divided between syllables, by the patterns of pyphen,
which need no dictionary. No hyphen is ever put in.

With budoux (the extra ``cjk``), lines end between phrases in Japanese and between words in Chinese and Thai.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.util import find_spec
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from unicodedata import category, combining

from pnp.i18n import base_of
from pnp.text.limits import LONGEST_DIVIDED
from pnp.text.space import ICON, TIE

# Letters that stay before and after the hyphen: \lefthyphenmin and \righthyphenmin of the TeX patterns
# (hyph-utf8, tex-hyphen.info). French keeps 3 after, so that no mute syllable (-que, -es) is alone;
# other languages take what English does.
_MINIMA = {"cs": (2, 3), "sk": (2, 3), "pl": (2, 2), "de": (2, 2), "fr": (2, 3), "en": (2, 3)}
_SHORTEST = 5
_LONG_PART = 10
_UNHYPHENATED = ("th",)
"""Languages that print no hyphen; ``UnspacedScripts`` divides their words."""
_COMPOUNDING = ("de",)
"""Languages whose patterns have a first level that parts compounds."""
_NEXT_LEVEL = b"NEXTLEVEL"
_LEAST_WORD = _LEAST_SYLLABLE = (2, 2)
"""COMPOUNDLEFTHYPHENMIN and others of the German patterns, and their \\lefthyphenmin, \\righthyphenmin."""
_LETTERS = re.compile(r"[^\W\d_]+")
_VARIANTS = {"en": "en_US", "de": "de_DE", "pt": "pt_PT", "nb": "nb_NO", "no": "nb_NO"}


class Hyphenator:
    """Hyphenation of one language; divides nothing where there are no patterns for it.

    Args:
        language: BCP 47 tag, such as ``cs`` or ``pt-BR``.
    """

    def __init__(self, language: str) -> None:
        self._language = language.replace("-", "_")
        self._minima = _MINIMA.get(base_of(language), (2, 3))
        self._patterns: Any = None
        self._loaded = False

    def divisions(self, word: str, *, capitals: bool = False) -> tuple[tuple[int, str], ...]:
        """Offsets into ``word`` before which it may be divided, rising, each with letters to add.

        Those letters go before the hyphen; mostly, none are needed. Hungarian writes a long digraph in full:
        ``asszony`` is ``asz-szony``, with a ``z`` before the hyphen at offset 2.

        Words with digits, words of fewer than five letters and words in capitals (abbreviations) are left
        whole, and so are the parts of a compound with hyphens unless they have ten letters. A capital inside
        a word begins a word of its own: ``Java-Script``, not ``JavaS-cript``.

        Args:
            word: A word with the punctuation around it.
            capitals: Whether capitals are the style's doing, so that they do not make an abbreviation.
        """
        if len(word) < _SHORTEST or any(char.isdigit() for char in word) or "://" in word or "@" in word:
            return ()
        parts = list(_LETTERS.finditer(word))
        shortest = _SHORTEST if len(parts) == 1 else _LONG_PART if "-" in word else _SHORTEST
        return tuple(
            (match.start() + offset, letters)
            for match in parts
            if shortest <= len(match.group()) <= LONGEST_DIVIDED and (capitals or not match.group().isupper())
            for offset, letters in self._divide(match.group())
        )

    def _divide(self, letters: str) -> list[tuple[int, str]]:
        if not self._loaded:
            self._load()
        if self._patterns is None or len(letters.lower()) != len(letters):
            return []
        left, right = self._minima
        found: list[tuple[int, str]] = []
        cuts = [0, *_capitals_inside(letters), len(letters)]
        for start, end in pairwise(cuts):
            if left <= start <= len(letters) - right:
                found.append((start, ""))
            if end - start >= _SHORTEST:
                within = _positions(self._patterns, letters[start:end], self._minima)
                found += [
                    (start + at, added)
                    for at, added in within
                    if letters.isupper() or not letters[start + at - 1].isupper()
                ]
        return found

    def _load(self) -> None:
        import pyphen

        library: Any = pyphen  # has no types
        self._loaded = True
        base = base_of(self._language)
        if base in _UNHYPHENATED:
            return
        names = (self._language, _VARIANTS.get(base, base))
        found = next((name for name in map(library.language_fallback, names) if name), None)
        if found is not None:
            in_levels = base in _COMPOUNDING
            self._patterns = (
                _Levels(library.LANGUAGES[found], library) if in_levels else library.Pyphen(lang=found).hd
            )


def _positions(patterns: Any, letters: str, minima: tuple[int, int]) -> list[tuple[int, str]]:
    """Where the patterns divide a word, with the letters that are written before the hyphen.

    Points that would change other letters of the word are left out.
    """
    left, right = minima
    found = [(int(at), getattr(at, "data", None)) for at in patterns.positions(letters)]
    divided = [(at, "") if data is None else _written_twice(letters, at, data) for at, data in found]
    return [
        (at, added)
        for at, added in filter(None, divided)
        if left <= at + len(added) and left <= at <= len(letters) - right
    ]


def _written_twice(letters: str, at: int, data: tuple[str, int, int]) -> tuple[int, str] | None:
    """Offset and letters of a point that only adds letters before the hyphen; None where others change.

    Args:
        letters: The word.
        at: Where the point is.
        data: Letters that take the place of those around it, with ``=`` for the hyphen; where those begin,
            from the point on; how many there are.
    """
    change, index, cut = data
    before, _, after = (change.upper() if letters.isupper() else change).partition("=")
    first, second = letters[: at + index] + before, after + letters[at + index + cut :]
    offset = len(letters) - len(second)
    kept = letters[:offset]
    return (offset, first[offset:]) if kept + second == letters and first.startswith(kept) else None


class _Levels:
    """Patterns in two levels: the first divides a compound into words, the second a word into syllables.

    pyphen reads both as one, and finds ``Abla-g-e-sta-pel`` where a first-level word is part of another
    word.

    Args:
        path: Of the file of patterns.
        library: pyphen.
    """

    def __init__(self, path: Path, library: Any) -> None:
        words, _, syllables = path.read_bytes().partition(_NEXT_LEVEL)
        encoding = words.partition(b"\n")[0]
        self._words = library.HyphDict(_InMemory(words))
        self._syllables = library.HyphDict(_InMemory(encoding + b"\n" + syllables))

    def positions(self, letters: str) -> list[int]:
        """Offsets before which the word may be divided."""
        cuts = [0, *(at for at, _ in _positions(self._words, letters, _LEAST_WORD)), len(letters)]
        found = set(cuts[1:-1])
        for start, end in pairwise(cuts):
            part = letters[start:end]
            found.update(start + at for at, _ in _positions(self._syllables, part, _LEAST_SYLLABLE))
        return sorted(found)


class _InMemory:
    """As much of a path as pyphen asks for."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def open(self, _: str) -> BytesIO:
        return BytesIO(self._content)

    def read_text(self, encoding: str) -> str:
        return self._content.decode(encoding.strip())


def _capitals_inside(letters: str) -> list[int]:
    """Offsets of capitals between small letters."""
    if letters[1:].islower():
        return []
    return [
        at
        for at in range(1, len(letters) - 1)
        if letters[at].isupper() and letters[at - 1].islower() and letters[at + 1].islower()
    ]


_EAST_ASIAN = "\u2e80-\u2fff\u3001-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffdc\U0001b000-\U0001b2ff\U00020000-\U0003fffd"
_THAI = "\u0e01-\u0e3a\u0e40-\u0e4e"
# Few games need these, and they take long to compile: ``re`` does it where they are first used.
_UNSPACED = f"[{_EAST_ASIAN}{_THAI}]"
_EAST_ASIAN_LETTER = f"[{_EAST_ASIAN}]"
_HANGUL = "[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]"
_THAI_WORDS = f"[{_THAI}]+"
_FIRST = "\u2e80"
"""The first East Asian letter: most texts have none, and of letters before it only the Thai ones count.

``ICON`` and ``TIE`` come after it, and are in many texts.
"""

# Characters that no line begins with, apart from closing brackets: classes NS, CJ, EX, IS, CL, PO and IN of
# UAX 14.
_NOT_FIRST = frozenset(
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯｰー"
    "々〻ゝゞヽヾ゛゜〜゠・･ﾞﾟ‼⁇⁈⁉、。，．｡､：；！？!?,.:;%％‰℃℉°′″¢￠…‥⋯-‐–—~/／｝〕〉》」』】"
)
# Characters that no line ends with, apart from opening brackets: class PR.
_NOT_LAST = frozenset("$＄£￡¥￥€№+＋±\\#＃")
_JOINING = frozenset("\u2060\ufeff\u200d")
_WEAKLY, _FREELY = False, True

_BEFORE_CONSONANT = frozenset("เแโใไ")
_AFTER_CONSONANT = frozenset("ะาำๅๆฯ")

_PHRASES = {"ja": "japanese", "th": "thai", "zh": "simplified_chinese"}
_TRADITIONAL = re.compile(r"zh-.*\b(?:hant|tw|hk|mo)\b", re.IGNORECASE)
_CHUNK = 200
"""Letters of Thai that syllables are looked for in at once: the time grows with their square."""


def is_unspaced(text: str) -> bool:
    """Whether the text has letters of a script without spaces between words."""
    last = max(text.replace(ICON, "").replace(TIE, ""), default="")
    return re.search(_THAI_WORDS if last < _FIRST else _UNSPACED, text) is not None


def is_east_asian(char: str) -> bool:
    """Whether the character is of a script whose letters fill squares."""
    return char >= _FIRST and char not in (ICON, TIE) and re.match(_EAST_ASIAN_LETTER, char) is not None


def phrase_library(language: str) -> str:
    """Name and version of the library that finds phrases of a language; empty where none is used."""
    if base_of(language) not in _PHRASES or find_spec("budoux") is None:
        return ""
    from importlib.metadata import version

    return f"budoux {version('budoux')}"


class UnspacedScripts:
    """Places for line ends in the texts of one language.

    Args:
        language: BCP 47 tag.
    """

    def __init__(self, language: str) -> None:
        self._base = base_of(language)
        self._model = "traditional_chinese" if _TRADITIONAL.match(language) else _PHRASES.get(self._base, "")

    def divided(self, word: str) -> Iterator[tuple[str, bool]]:
        """The parts of a word between which lines may end, in order, each with how readily before it.

        Lines end there freely, or only where they would be poor otherwise: inside of phrases, between a
        number and the letter after it, and between the syllables of Korean, which has spaces.
        """
        start = 0
        freely = _FREELY
        for at, next_freely in self._places(word):
            yield word[start:at], freely
            start, freely = at, next_freely
        yield word[start:], freely

    def _places(self, word: str) -> list[tuple[int, bool]]:
        if not is_unspaced(word):
            return []
        east = {at for at in range(1, len(word)) if _may_part(word, at)}
        thai = {at for found in re.finditer(_THAI_WORDS, word) for at in self._thai(found[0], found.start())}
        phrases = self._phrases(word) if self._base != "th" else None
        places = []
        for at in sorted(east | thai):
            before, after = word[at - 1], word[at]
            korean = re.match(_HANGUL, before) and re.match(_HANGUL, after)
            weakly = (
                korean or _counts(before, after) or (at in east and phrases is not None and at not in phrases)
            )
            places.append((at, _WEAKLY if weakly else _FREELY))
        return places

    def _phrases(self, word: str) -> set[int] | None:
        """Where phrases begin; None where no library finds them."""
        parse = self._parse
        return None if parse is None else set(accumulate(map(len, parse(word))))

    @cached_property
    def _parse(self) -> Callable[[str], list[str]] | None:
        if not self._model or find_spec("budoux") is None:
            return None
        import budoux

        library: Any = budoux
        parser: Callable[[str], list[str]] = getattr(library, f"load_default_{self._model}_parser")().parse
        return parser

    def _thai(self, letters: str, start: int) -> Iterator[int]:
        """Offsets of words, or of syllables, of a stretch of Thai letters that begins at ``start``."""
        if self._base == "th" and (parse := self._parse) is not None:
            found = list(accumulate(map(len, parse(letters))))
        else:
            found = self._syllables(letters)
        cuts = [at for at in found if 0 < at < len(letters) and _begins_syllable(letters, at)]
        for at, after in pairwise([*cuts, len(letters)]):
            if after - at > 1 and at > 1:  # no letter alone
                yield start + at

    def _syllables(self, letters: str) -> list[int]:
        found: list[int] = []
        for begin in range(0, len(letters), _CHUNK):
            stretch = letters[begin : begin + _CHUNK]
            found += [begin + int(at) for at in self._patterns.positions(stretch)]
        return found

    @cached_property
    def _patterns(self) -> Any:
        import pyphen

        library: Any = pyphen
        return library.Pyphen(lang="th_TH", left=1, right=1)


def _may_part(word: str, at: int) -> bool:
    """Whether UAX 14 allows a break before a character where an East Asian letter is on either side."""
    before, after = word[at - 1], word[at]
    if not (re.match(_EAST_ASIAN_LETTER, before) or re.match(_EAST_ASIAN_LETTER, after)):
        return False
    if after in _NOT_FIRST or before in _NOT_LAST or before in _JOINING or after in _JOINING:
        return False
    if combining(after) or "\ufe00" <= after <= "\ufe0f" or "\U000e0100" <= after <= "\U000e01ef":
        return False
    return not (
        category(after) in ("Pe", "Pf") or category(before) in ("Ps", "Pi") or after == before in "—―"
    )


def _counts(before: str, after: str) -> bool:
    """Whether a number ends before a letter that may say what is counted."""
    return before.isdigit() and category(after) == "Lo"


def _begins_syllable(letters: str, at: int) -> bool:
    """Whether a syllable can begin at an offset of Thai letters: no vowel is parted from its consonant."""
    before, after = letters[at - 1], letters[at]
    return (
        before not in _BEFORE_CONSONANT
        and after not in _AFTER_CONSONANT
        and category(after) not in ("Mn", "Lm")
    )
