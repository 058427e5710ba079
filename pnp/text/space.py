"""Spaces: their kinds, which of them hold words together, and the places in words where a line may end.

Those places are the ones that need no hyphenation. Typography changes spaces, by language, and no letter.

All of them are drawn with the font's space glyph and a width of our own, so no font has to have them. Marks
that the engine needs inside a text are Unicode noncharacters (Unicode 16 §23.7), which no text can hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias
from unicodedata import is_normalized, normalize

from pnp.i18n import base_of

TIE = "\ufdd0"
"""A word space that typography keeps from breaking: as wide as a plain space, and it stretches like one."""
ICON = "\ufffc"
"""Stands for an inline icon (Unicode's object replacement character)."""
NBSP = "\u00a0"
NNBSP = "\u202f"
SOFT_HYPHEN = "\u00ad"
ZERO_WIDTH_SPACE = "\u200b"
NO_BREAK_HYPHEN = "\u2011"


class SpaceKind(NamedTuple):
    """One kind of space: width in ems (None: the font's own), and whether lines break there or stretch it."""

    width: float | None
    breaks: bool
    stretches: bool


SPACES: dict[str, SpaceKind] = {
    " ": SpaceKind(None, True, True),
    TIE: SpaceKind(None, False, True),
    NBSP: SpaceKind(None, False, False),
    # A fifth of an em: between the sixth of Unicode's thin space and the quarter of French tables (LIN 1990).
    NNBSP: SpaceKind(0.2, False, False),
    "\u2000": SpaceKind(0.5, True, False),
    "\u2001": SpaceKind(1.0, True, False),
    "\u2002": SpaceKind(0.5, True, False),
    "\u2003": SpaceKind(1.0, True, False),
    "\u2004": SpaceKind(1 / 3, True, False),
    "\u2005": SpaceKind(0.25, True, False),
    "\u2006": SpaceKind(1 / 6, True, False),
    "\u2007": SpaceKind(0.5, False, False),
    "\u2008": SpaceKind(0.25, True, False),
    "\u2009": SpaceKind(0.2, False, False),
    "\u200a": SpaceKind(0.1, False, False),
    "\u205f": SpaceKind(4 / 18, True, False),
    "\u3000": SpaceKind(1.0, True, False),
}
"""Widths of the Unicode spaces by Unicode 16 §6.2. Thin and hair spaces hold words together: no break."""

_APART = {space: f"\n{space}\n" for space in SPACES}
"""Spaces between line ends, absent from folded texts: splitting there takes a third of the time."""

JOINERS = "\u2060\ufeff"
_NOTHING = re.compile(
    r"[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffc\ufffe\uffff\x00-\x08\x0e-\x1f\x7f-\x9f]"
)
_BLANKS = re.compile(r"[ \t\r\n\v\f\u2028\u2029]+")
_INVISIBLE = re.compile(r"[\u00ad\u200b\u2060\ufeff\ufe0e\ufe0f]")


def fold(typed: str) -> str:
    """The text in NFC with each stretch of blanks as one space, without control and direction characters."""
    # Printable text holds no blanks but spaces, and no control, direction or unassigned characters.
    if typed.isprintable() and "  " not in typed and ICON not in typed and is_normalized("NFC", typed):
        return typed
    return _BLANKS.sub(" ", _NOTHING.sub("", normalize("NFC", typed)))


def visible(word: str) -> str:
    """The word without characters that only say where lines break or how an emoji looks."""
    return word if word.isalnum() else _INVISIBLE.sub("", word)


def words_and_spaces(text: str) -> list[str]:
    """The words of a folded text and the spaces between them in turn; the first and last may be empty."""
    for space in SPACES:
        if space in text:
            text = text.replace(space, _APART[space])
    return text.replace("\n\n", "").split("\n")


BreakKind: TypeAlias = Literal["hyphen", "dash", "zero-width", "slash", "soft", "pattern"]

# Languages that write the hyphen of a compound again at the start of the next line.
_REPEATING = ("cs", "sk", "pl", "pt")
# Short words that stay with their hyphen. Sources: Lexique des règles typographiques en usage à l'Imprimerie
# nationale for French, Internetová jazyková příručka for Czech.
_ENCLITICS = {
    "fr": frozenset(
        {"le", "la", "les", "lui", "leur", "moi", "toi", "nous", "vous", "en", "y", "ce", "je", "tu", "il"}
        | {"elle", "on", "ils", "elles", "là", "ci", "t", "même"}
    ),
    "cs": frozenset(("li",)),
    "sk": frozenset(("li",)),
}
_LEADING = re.compile(r"[^\W\d_]+")
_CANDIDATES = "-‐–—/\u00ad\u200b.?&=_"  # a hyphen that is first stands for itself in an expression
_CANDIDATE = re.compile(f"[{_CANDIDATES}]")
_DIVIDING = frozenset(_CANDIDATES)
_LONG_TOKEN = 16
_ALWAYS: dict[str, BreakKind] = {SOFT_HYPHEN: "soft", ZERO_WIDTH_SPACE: "zero-width"}
_AROUND = 3
# The number of letters needed on both sides, no more than these.
_BETWEEN: dict[str, tuple[BreakKind, int]] = {
    "-": ("hyphen", 2),
    "‐": ("hyphen", 2),
    "–": ("dash", 1),
    "—": ("dash", 1),
    "/": ("slash", 3),
}


EXPLICIT, HYPHENATED, DESPERATE = 1, 2, 3
"""How far breaking goes: at spaces and typed hyphens; by hyphenation, too; last of all through ties."""

_PENALTIES: dict[BreakKind, float] = {
    "dash": 0.0,
    "zero-width": 0.0,
    "hyphen": 4.0,
    "slash": 6.0,
    "soft": 8.0,
    "pattern": 12.0,
}


class InnerBreak(NamedTuple):
    """A place inside a word where a line may end.

    Attributes:
        offset: Into the word as typed: the line ends before this character.
        kind: Why.
        adds: Whether a hyphen is put in at the end of the line.
        repeats: Whether a hyphen is put in at the start of the next line.
        letters: Written before that hyphen: the ``z`` of Hungarian ``asz-szony``, which is ``asszony``.
    """

    offset: int
    kind: BreakKind
    adds: bool = False
    repeats: bool = False
    letters: str = ""

    @property
    def penalty(self) -> float:
        """The cost of a break here."""
        return _PENALTIES[self.kind]

    @property
    def level(self) -> int:
        """See ``EXPLICIT`` and the others."""
        return HYPHENATED if self.kind in ("soft", "pattern") else EXPLICIT

    @property
    def ending(self) -> str:
        """Everything that is put in at the end of the line where a hyphen is."""
        return f"{self.letters}-"


def opportunities(word: str, language: str) -> tuple[InnerBreak, ...]:
    """The places that the characters of the word themselves offer, rising.

    After a hyphen or a dash between letters (never in ``-1``, ``2-4``, ``+1/-1`` or ``e-mail``), at soft
    hyphens and zero-width spaces, after slashes between words, and after the punctuation of addresses and
    other long tokens.
    """
    if _DIVIDING.isdisjoint(word[:-1]):  # nothing follows the last character
        return ()
    repeats = base_of(language) in _REPEATING
    enclitics = _ENCLITICS.get(base_of(language))
    address = "://" in word or word.startswith("www.") or (len(word) >= _LONG_TOKEN and "/" in word)
    found = []
    for match in _CANDIDATE.finditer(word):
        at = match.end()
        before, after = word[max(at - 1 - _AROUND, 0) : at - 1], word[at : at + _AROUND]
        if not after or not before or after[0] in JOINERS or before[-1] in JOINERS:
            continue
        here = _at(match.group(), before, after, address=address)
        if here == "hyphen" and enclitics and (short := _LEADING.match(word, at)):
            here = None if short.group().casefold() in enclitics else here
        if here is not None:
            found.append(InnerBreak(at, here, here == "soft", repeats and here == "hyphen"))
    return tuple(found)


def solid(word: str, language: str) -> bool:
    """Whether the word's own characters offer no place for a line to end, hyphenation left aside."""
    return _DIVIDING.isdisjoint(word[:-1]) or all(
        place.kind == "soft" for place in opportunities(word, language)
    )


def _at(char: str, before: str, after: str, *, address: bool) -> BreakKind | None:
    """The kind of break after ``char`` between two parts of a word, or None."""
    if char in _ALWAYS:
        return _ALWAYS[char]
    if address:
        return "slash" if char in "/.?&=_-" and after[0].isalnum() else None
    if char not in _BETWEEN:
        return None
    kind, letters = _BETWEEN[char]
    return (
        kind if _has_letters(before[-letters:], letters) and _has_letters(after[:letters], letters) else None
    )


def _has_letters(part: str, count: int) -> bool:
    return len(part) == count and part.isalpha()


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
