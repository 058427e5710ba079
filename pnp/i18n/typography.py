"""Quotation marks, apostrophes and dashes as a language writes them, and corrections of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from pnp.i18n.language import base_of

SignKind: TypeAlias = Literal["quote", "apostrophe", "dots", "dash"]


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
    kind: SignKind
    straight: bool = True


class _Quotes(NamedTuple):
    """Opening and closing marks, those inside others, and marks that are accepted on either side."""

    opening: str
    closing: str
    inner: str
    passed: str = ""


# Sources: CLDR (delimiters); for Czech Internetová jazyková příručka of ÚJČ, which also has »…«; for Polish
# PWN, Zasady pisowni §98; for French Imprimerie nationale, Lexique; for German Duden, which also has »…«.
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
MAY_BE_RETYPED = re.compile(r"""["„“”«»']|\.\.\.| -|(?i:oe(?:[uitd]|so))""")
"""One of these is in every text with a finding of ``retypings``, ``lone_quote`` or ``unjoined_letters``."""
_FRENCH_OE = re.compile(
    r"(?i)\b(?:(?:é|ran)?(?:c|ch|s)oeur\w*|(?:b)?oeufs?|oeils?|oeill\w*|\w*oeuvr\w*|voeux?|noeuds?|moeurs|foetus|oedip\w*|oesoph\w*)\b"
)
_PAIRS = frozenset(["„“", "„”", "“”", "«»", "»«", "””", "»»"])
_AFTER_CLOSING = frozenset(".,;:!?…)]}–—/’”“»'")
_BEFORE_OPENING = frozenset(" \t\n\u00a0\u202f([{–—/’'*_")


def quote_marks(language: str) -> str:
    """The marks as they are shown to the author, such as ``„…“``."""
    marks = _QUOTES.get(base_of(language), _ELSEWHERE)
    gap = " " if base_of(language) in _SPACED else ""
    return f"{marks.opening}{gap}…{gap}{marks.closing}"


def retypings(text: str, language: str) -> list[Retyping]:
    """Characters of a text that the language writes differently, in order, with their offsets.

    Inch and foot marks after digits are left alone, and so are quotation marks whose side is unclear.

    Args:
        text: Without its expressions; a letter stands for each of their characters.
        language: BCP 47 tag.
    """
    found = [
        *_quotes(text, base_of(language)),
        *(Retyping(hit.start(), 1, "’", "apostrophe") for hit in _APOSTROPHE.finditer(text)),
        *(Retyping(hit.start(), 3, "…", "dots") for hit in _DOTS.finditer(text)),
        *(Retyping(hit.start(1), len(hit[1]), "–", "dash") for hit in _DASH.finditer(text)),
    ]
    return sorted(found)


class _Mark(NamedTuple):
    """A quotation mark with the characters around it.

    Attributes:
        at: Its offset.
        form: The character.
        before: The character before it; a space at the start of the text.
        beyond: The first character after it that is neither a full stop nor a mark of emphasis; a space at
            the end of the text.
        after: The character after it.
    """

    at: int
    form: str
    before: str
    beyond: str
    after: str


def _quotes(text: str, language: str) -> Iterator[Retyping]:
    marks = _QUOTES.get(language, _ELSEWHERE)
    found = [_mark(text, hit.start()) for hit in _DOUBLE.finditer(text)]
    sides = _sides(found, marks)
    partners = _partners(sides)
    for index, (mark, opens) in enumerate(zip(found, sides, strict=True)):
        wanted = marks.opening if opens else marks.closing
        partner = found[partners[index]].form if index in partners else None
        if opens is None or mark.form == wanted or _passes(mark.form, partner, marks):
            continue
        if mark.form != '"' and language not in _QUOTES:
            continue  # those of that language, for all that is known
        shown = _with_gap(wanted, opens, mark.before, mark.after, language)
        yield Retyping(mark.at, 1, shown, "quote", mark.form == '"')


def _passes(form: str, partner: str | None, marks: _Quotes) -> bool:
    """Whether a mark that the language writes differently is accepted, for its partner or lack of one."""
    let_pass = marks.inner + marks.passed
    own = marks.opening + marks.closing
    if form in let_pass:
        return partner is None or partner in let_pass
    if own == "«»" and form in own:  # each shows its side, so it is wrong only where both are: »oui«
        return partner is None or partner == form or partner not in own
    return form in own and partner is None


def _mark(text: str, at: int) -> _Mark:
    following = _DOTS.sub("…", text[at + 1 : at + 12])
    beyond = following.lstrip(".…*_")[:1] or " "
    return _Mark(at, text[at], text[at - 1] if at else " ", beyond, following[:1] or " ")


def _sides(found: Sequence[_Mark], marks: _Quotes) -> list[bool | None]:
    """Whether each mark opens; None where nothing shows it, as for inch marks."""
    sides: list[bool | None] = []
    waiting: list[str] = []  # opening marks without a partner so far
    for index, mark in enumerate(found):
        opens: bool | None
        if _is_inch(mark):
            ends = waiting[-1:] == ['"'] and not _closes_later(found[index + 1 :], marks)
            opens = False if ends else None
        else:
            opens = _opens(mark, marks, waiting[-1] if waiting else None)
        sides.append(opens)
        if opens:
            waiting.append(mark.form)
        elif opens is False and waiting:
            waiting.pop()
    return sides


def _closes_later(found: Sequence[_Mark], marks: _Quotes) -> bool:
    """Whether the next straight mark, inch marks aside, closes: ``"Level 5"`` differs from ``"2" thick"``."""
    following = next((mark for mark in found if mark.form == '"' and not _is_inch(mark)), None)
    return following is not None and _opens(following, marks, '"') is False


def _is_inch(mark: _Mark) -> bool:
    return mark.form == '"' and mark.before.isdigit()


def _opens(mark: _Mark, marks: _Quotes, opened: str | None) -> bool | None:
    """Whether a mark opens, by the characters around it, else by its form, else by what is open before it.

    Args:
        mark: With the characters around it.
        marks: Those of the language.
        opened: The last mark that was opened and not closed.
    """
    if mark.form == "„":
        return True
    own = {"«": True, "»": False, marks.opening: True, marks.closing: False}.get(mark.form)
    if mark.form in "«»" and mark.form in (marks.opening, marks.closing) and own is (opened is None):
        return own
    starts = mark.before in _BEFORE_OPENING
    ends = mark.beyond in _AFTER_CLOSING or mark.beyond.isspace()
    if starts != ends:
        return starts
    pairs = f"{opened}{mark.form}" in _PAIRS
    if pairs or (mark.before.isspace() and mark.after == "…"):  # "… as he said"
        return not pairs
    if own is None and not mark.before.isspace():
        return opened is None
    return own


def _partners(sides: Sequence[bool | None]) -> dict[int, int]:
    """The mark that each one opens or closes with."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for index, opens in enumerate(sides):
        if opens:
            waiting.append(index)
        elif opens is False and waiting:
            first = waiting.pop()
            found[first], found[index] = index, first
    return found


def _with_gap(mark: str, opens: bool, before: str, after: str, language: str) -> str:
    if language not in _SPACED:
        return mark
    if opens:
        return mark if after.isspace() else f"{mark} "
    return mark if before.isspace() else f" {mark}"


def lone_quote(text: str, language: str) -> int | None:
    """The place of a quotation mark of the language without its partner; None where each has one.

    A speech of several paragraphs opens in each of them and closes in the last. What closes nothing after a
    digit is an inch mark.

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
    """French words with ``oe`` for ``œ``: offset, as typed, and corrected (Académie française, 9th edition).

    Args:
        text: Without its expressions.
        language: BCP 47 tag.
    """
    if base_of(language) == "fr":
        for found in _FRENCH_OE.finditer(text):
            word = found[0]
            at = word.casefold().index("oe")
            yield found.start(), word, word[:at] + ("Œ" if word[at].isupper() else "œ") + word[at + 2 :]
