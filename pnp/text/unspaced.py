"""Places where lines may end in scripts that have no spaces between words: Chinese, Japanese, Korean, Thai.

For East Asian letters these are the rules of UAX 14, revision 53 (Unicode 16), in its strict form: no line
begins with a small kana, a mark of repetition or length, or closing punctuation, and none ends with an
opening bracket (kinsoku). One rule is ours: a number stays with the letter that counts, where it can. Thai is
divided between syllables, by the patterns of pyphen, which need no dictionary. No hyphen is ever put in.

With budoux (the extra ``cjk``), lines end between phrases in Japanese and between words in Chinese and Thai.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.util import find_spec
from itertools import accumulate, pairwise
from typing import Any
from unicodedata import category, combining

from pnp.i18n import base_of
from pnp.text.space import ICON, TIE

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
