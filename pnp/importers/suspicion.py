"""Words of a Czech document that are hardly spelt as they were meant."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, note, times
from pnp.importers.line import SourceLine
from pnp.source import Span

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*'*")
_SHORTEST = 4
_OFTEN, _TIMES = 3, 3
"""A spelling counts as usual when it is this frequent, and this many times as frequent as the other."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A word that is likely misspelt.

    Attributes:
        span: Its place.
        written: As in the file.
        reading: As it reads.
        suggestion: What it likely should be; empty when nothing is known.
        why: In a few words.
    """

    span: Span
    written: str
    reading: str
    suggestion: str
    why: str

    def note(self) -> Diagnostic:
        """The finding I112."""
        parts = [f"reads '{self.reading}'"] if self.reading != self.written else []
        if self.suggestion:
            parts.append(f"perhaps means '{self.suggestion}'")
        said = f" {' and '.join(parts)}" if parts else ""
        return note("I112", f"'{self.written}'{said}: {self.why}", self.span)


# Czech orthography: ě comes after b d f m n p t v alone, and says itself that d, n and t are soft; so do i
# and í. No y comes after ž š č ř c j. Ů begins no word; ú is inside of one only where a prefix ends.
_RULES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile("([ďťň])ě", re.IGNORECASE), r"\1|ě", "a soft letter and ě say the same twice"),
    (re.compile("(?<=[^\\Wbdfmnptv'])ě", re.IGNORECASE), "é", "ě cannot follow this letter"),
    (re.compile("^ě", re.IGNORECASE), "", "ě begins no word"),
    (
        re.compile("([ďťň])(?=[ií])", re.IGNORECASE),
        "",
        "i is soft itself, so the letter before it needs no mark",
    ),
    (re.compile("(?<=[žščřj])[yý]", re.IGNORECASE), "", "no y can follow this letter"),
    (re.compile("^ů", re.IGNORECASE), "", "ů begins no word"),
    (re.compile("'"), "", "a mark follows a letter that has none"),
)
_PLAIN = {"ď": "d", "ť": "t", "ň": "n", "Ď": "D", "Ť": "T", "Ň": "N"}


def suspicious_words(lines: Iterable[SourceLine]) -> list[Suspicion]:
    """Each place of a word that breaks a rule of Czech spelling, or is not spelt with its usual marks.

    Args:
        lines: With their letters decoded.
    """
    words = [(line, match) for line in lines for match in WORD.finditer(line.text)]
    forms = Counter(match.group().casefold() for _, match in words)
    usual = _usual_spellings(forms)
    found = []
    for line, match in words:
        word = match.group()
        meant, why = usual.get(word.casefold(), ""), ""
        if meant:
            why = f"elsewhere it is spelt '{meant}' ({times(forms[meant], 'time')})"
        else:
            meant, why = _broken_rule(word)
        if why:
            start, end = match.span()
            found.append(
                Suspicion(line.span(start, end), line.as_written(start, end), word, like(meant, word), why)
            )
    return found


def skeleton(word: str) -> str:
    """The word without marks and capitals: what all its spellings share."""
    return "".join(
        char for char in unicodedata.normalize("NFD", word.casefold()) if char.isalpha() and char.isascii()
    )


def like(word: str, model: str) -> str:
    """``word`` with a capital first letter where ``model`` has one."""
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def _usual_spellings(forms: Counter[str]) -> dict[str, str]:
    """The usual spelling by each rare one that differs in marks alone."""
    families: dict[str, list[str]] = {}
    for form in forms:
        families.setdefault(skeleton(form), []).append(form)
    usual = {}
    for family in families.values():
        best = max(family, key=lambda form: (forms[form], form))
        for form in family:
            rare = forms[best] >= max(_OFTEN, _TIMES * forms[form])
            if rare and len(form) >= _SHORTEST and _slip(form, best):
                usual[form] = best
    return usual


def _slip(form: str, usual: str) -> bool:
    """Whether two spellings differ in one mark that is not an ending: -u and -ů are different words."""
    differing = [index for index, pair in enumerate(zip(form, usual, strict=False)) if pair[0] != pair[1]]
    if len(form) != len(usual) or len(differing) != 1:
        return False
    last = differing[0] == len(form) - 1
    return not last or {form[-1], usual[-1]} in ({"ě", "é"}, {"y", "ý"})


def _broken_rule(word: str) -> tuple[str, str]:
    """A likely spelling and the rule that the word breaks; empty when it breaks none."""
    for pattern, mended, why in _RULES:
        match = pattern.search(word)
        if match is None:
            continue
        if mended == "é":
            return pattern.sub("é", word), why
        if match.group()[0] in _PLAIN:
            soft = match.group()
            return word[: match.start()] + _PLAIN[soft[0]] + soft[1:] + word[match.end() :], why
        return (word.replace("'", ""), why) if "'" in match.group() else ("", why)
    return "", ""


def suspicion_notes(found: Sequence[Suspicion]) -> list[Diagnostic]:
    """A note for each place."""
    return [each.note() for each in found]
