"""How a language writes quotation marks, apostrophes and dashes: what is typed otherwise, and what it should be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from pnp.i18n.tag import base_of

Kind: TypeAlias = Literal["quote", "apostrophe", "dots", "dash"]


class Retyping(NamedTuple):
    """Characters of a text that its language writes in another way.

    Attributes:
        start: Offset of the first.
        length: How many.
        text: What they should be.
        kind: What they are.
        straight: Whether they are signs of the typewriter and not of another language.
    """

    start: int
    length: int
    text: str
    kind: Kind
    straight: bool = True


class _Quotes(NamedTuple):
    """Opening and closing marks, those inside others, and signs that are let pass on either side."""

    opening: str
    closing: str
    inner: str
    passed: str = ""


# Sources: CLDR (delimiters); for Czech Internetová jazyková příručka of ÚJČ, which also has »…«; for Polish PWN, Zasady
# pisowni §98; for French Imprimerie nationale, Lexique; for German Duden, which also has »…«.
_QUOTES: Mapping[str, _Quotes] = {
    "cs": _Quotes("„", "“", "‚‘", "»«"),
    "sk": _Quotes("„", "“", "‚‘", "»«"),
    "de": _Quotes("„", "“", "‚‘", "»«"),
    "pl": _Quotes("„", "”", "‚’«»"),
    "hu": _Quotes("„", "”", "’", "»«"),
    "fr": _Quotes("«", "»", "“”‘’"),
    "es": _Quotes("«", "»", "“”‘’"),
    "it": _Quotes("«", "»", "“”‘’"),
    "ru": _Quotes("«", "»", "„“"),
    "uk": _Quotes("«", "»", "„“"),
    "en": _Quotes("“", "”", "‘’"),
}
_ELSEWHERE = _QUOTES["en"]
_SPACED = frozenset({"fr"})
"""Languages with a space between the marks and what they enclose."""

_DOUBLE = re.compile('["„“”«»]')
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_DOTS = re.compile(r"(?<!\.)\.\.\.(?!\.)")
_DASH = re.compile(r"(?<=[^\s-]) (--?) (?=[^\s-])")
_SIGNS = ('"', "„", "“", "”", "«", "»", "'", "...", " -")
"""A character that each of the others begins with, or replaces: most texts have none."""
_FRENCH_OE = re.compile(
    r"(?i)\b(?:(?:é|ran)?(?:c|ch|s)oeur\w*|(?:b)?oeufs?|oeils?|oeill\w*|\w*oeuvr\w*|voeux?|noeuds?|moeurs|foetus|oedip\w*|oesoph\w*)\b"
)
_BEFORE_OPENING = frozenset(" \t\n\u00a0\u202f([{–—/’'*_")


def quote_marks(language: str) -> str:
    """The marks as they are shown to the author, such as ``„…“``."""
    marks = _QUOTES.get(base_of(language), _ELSEWHERE)
    gap = " " if base_of(language) in _SPACED else ""
    return f"{marks.opening}{gap}…{gap}{marks.closing}"


def may_be_retyped(text: str, language: str) -> bool:
    """Whether the text has any sign that ``retypings``, ``lone_quote`` and ``unjoined_letters`` look for.

    Args:
        text: With or without its expressions; or many texts, each on lines of its own.
        language: BCP 47 tag.
    """
    return _has_signs(text) or _has_joined(text, language)


def retypings(text: str, language: str) -> list[Retyping]:
    """Everything in the words of a text that the language writes in another way, in order; offsets stay as they are.

    Inch and foot signs after digits are left alone, and so are quotation marks whose side is unclear.

    Args:
        text: Without its expressions; a letter stands for each of their characters.
        language: BCP 47 tag.
    """
    if not _has_signs(text):
        return []
    found = [
        *_quotes(text, base_of(language)),
        *(Retyping(hit.start(), 1, "’", "apostrophe") for hit in _APOSTROPHE.finditer(text)),
        *(Retyping(hit.start(), 3, "…", "dots") for hit in _DOTS.finditer(text)),
        *(Retyping(hit.start(1), len(hit[1]), "–", "dash") for hit in _DASH.finditer(text)),
    ]
    return sorted(found)


def _quotes(text: str, language: str) -> Iterator[Retyping]:
    marks = _QUOTES.get(language, _ELSEWHERE)
    for hit in _DOUBLE.finditer(text):
        sign, at = hit.group(), hit.start()
        before = text[at - 1] if at else " "
        after = text[at + 1] if at + 1 < len(text) else " "
        opens = _opens(sign, before, after)
        wanted = marks.opening if opens else marks.closing
        if opens is None or sign == wanted or sign in marks.inner + marks.passed:
            continue
        if sign == '"' and before.isdigit():
            continue
        if sign != '"' and language not in _QUOTES:
            continue  # those of that language, for all that is known
        yield Retyping(at, 1, _with_gap(wanted, opens, before, after, language), "quote", sign == '"')


def _opens(sign: str, before: str, after: str) -> bool | None:
    """Whether a mark opens, by the characters around it; None where they do not show it."""
    if sign == "„":
        return True
    starts = before in _BEFORE_OPENING
    ends = after.isspace()
    if starts and ends:  # « word », or a sign on its own
        return {"«": True, "»": False}.get(sign)
    return starts


def _with_gap(mark: str, opens: bool, before: str, after: str, language: str) -> str:
    if language not in _SPACED:
        return mark
    if opens:
        return mark if after.isspace() else f"{mark} "
    return mark if before.isspace() else f" {mark}"


def lone_quote(text: str, language: str) -> int | None:
    """The place of a quotation mark of the language without its partner; None where each has one.

    A speech of several paragraphs opens in each of them and closes in the last. What closes nothing after a digit is an
    inch sign.

    Args:
        text: Without its expressions.
        language: BCP 47 tag; of those whose marks are not known, each mark is let pass.
    """
    marks = _QUOTES.get(base_of(language))
    if marks is None:
        return None  # Swedish opens and closes with the same mark
    waiting: list[int] = []
    for found in _DOUBLE.finditer(text):
        at = found.start()
        if found[0] == marks.opening:
            if not waiting or text[:at].rstrip(" ")[-1:] != "\n":
                waiting.append(at)
        elif found[0] == marks.closing:
            if waiting:
                waiting.pop()
            elif not text[:at][-1:].isdigit():
                return at
    return waiting[0] if waiting else None


def unjoined_letters(text: str, language: str) -> Iterator[tuple[int, str, str]]:
    """French words in ``oe`` that are written with ``œ``: offset, as typed, as it should be (Académie française, 9th edition).

    Args:
        text: Without its expressions.
        language: BCP 47 tag.
    """
    if _has_joined(text, language):
        for found in _FRENCH_OE.finditer(text):
            word = found[0]
            at = word.casefold().index("oe")
            yield found.start(), word, word[:at] + ("Œ" if word[at].isupper() else "œ") + word[at + 2 :]


def _has_joined(text: str, language: str) -> bool:
    return base_of(language) == "fr" and "oe" in text.casefold()


def _has_signs(text: str) -> bool:
    return any(sign in text for sign in _SIGNS)
