"""Numbers that are typed in a text, as digits or in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, warning
from pnp.i18n import has_number_words, number_words, typed_numbers
from pnp.rules import without_expressions
from pnp.translation.compare.pair import LACKING, TextPair

_NO_WORDS = re.compile(r":[a-z0-9]+(?:-[a-z0-9]+)*:|(?<=\])\([^()\n]*\)")
"""Icons and ids of terms."""
_STEP = re.compile(r"^[\s*_-]*(\d{1,4})[.)]", re.MULTILINE)


_CURE = "write it in digits or as a word; if the sentence needs none, remark '# allow K532' above it"


class _Number(NamedTuple):
    value: int
    start: int
    length: int
    digits: bool


def compare_numbers(pair: TextPair) -> Iterator[Diagnostic]:
    """Numbers of the source that the translation lacks, and digits that its source has not (K532).

    A number may stand in digits or, from 1 to 12, in words of the language. In some languages a word for 1 is the
    article, too: such words of the source ask for nothing, those of the translation may stand for a number in words, but
    not for one in digits.
    """
    with_words = has_number_words(pair.source_language) and has_number_words(pair.language)
    wanted = _numbers(pair.source, pair.source_language, with_words=with_words, articles=False)
    there = _numbers(pair.translation, pair.language, with_words=with_words, articles=True)
    found = Counter(number.value for number in there)
    typed = Counter(number.value for number in wanted if number.digits)
    sure = found
    if typed and with_words:
        surely = _numbers(pair.translation, pair.language, with_words=with_words, articles=False)
        sure = Counter(number.value for number in surely)
    steps = _steps(pair.source) - _steps(pair.translation)
    lacking = [
        value
        for value, times in Counter(number.value for number in wanted).items()
        if found[value] < times or sure[value] < typed[value] or value in steps
    ]
    known = {number.value for number in wanted}
    strange = [number for number in there if number.digits and number.value not in known]
    if len(lacking) == 1 and not found[lacking[0]]:
        other = _instead(strange, pair, known, with_words=with_words)
        if other is not None:
            shown = f"{lacking[0]} ('{_typed(pair, wanted, lacking[0])}')"
            message = f"the number {other.value} stands here, the source has {shown}"
            yield warning("K532", message, pair.at(other.start, other.length), _CURE)
            return
    for value in lacking:
        times = sum(number.value == value for number in wanted)
        shown = f"the number {value} ('{_typed(pair, wanted, value)}')"
        message = f"{shown} {LACKING}"
        if 0 < found[value] < times:
            message = f"the source has {shown} {times} times, here {found[value]}"
        yield warning("K532", message, pair.span, _CURE)
    for number in {number.value: number for number in reversed(strange)}.values():
        span = pair.at(number.start, number.length)
        yield warning("K532", f"the number {number.value} is not in the source", span, "check it")


def _typed(pair: TextPair, wanted: list[_Number], value: int) -> str:
    shown = next(number for number in wanted if number.value == value)
    return pair.source[shown.start : shown.start + shown.length]


def _instead(strange: list[_Number], pair: TextPair, known: set[int], *, with_words: bool) -> _Number | None:
    """The one number of the translation that its source has not, in digits or else in words."""
    if not strange:
        there = _numbers(pair.translation, pair.language, with_words=with_words, articles=False)
        strange = [number for number in there if number.value not in known]
    return strange[0] if len({number.value for number in strange}) == 1 else None


def _steps(text: str) -> set[int]:
    """Numbers that lines begin with, such as ``**2. Boj**``."""
    return {int(match[1]) for match in _STEP.finditer(text)}


def _numbers(text: str, language: str, *, with_words: bool, articles: bool) -> list[_Number]:
    blank = _NO_WORDS.sub(lambda match: " " * len(match.group()), without_expressions(text, " "))
    digits = [_Number(*number, True) for number in typed_numbers(blank)]
    words = number_words(blank, language, articles=articles) if with_words else []
    return [*digits, *(_Number(*word, False) for word in words)]
