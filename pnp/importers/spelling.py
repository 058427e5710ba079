"""Words of a document that are probably misspelt: by comparison within it, and by an installed hunspell."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from pnp.diagnostics import Diagnostic, error, note, times
from pnp.importers.letters import CODES
from pnp.importers.limits import MOST_SPELLINGS, PATIENCE_SECONDS
from pnp.importers.reading import SourceLine
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
            if rare and len(form) >= _SHORTEST and _is_typo(form, best):
                usual[form] = best
    return usual


def _is_typo(form: str, usual: str) -> bool:
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


_DICTIONARIES: Mapping[str, str] = {"cs": "cs_CZ", "pl": "pl_PL", "fr": "fr_FR", "en": "en_US", "de": "de_DE"}


def misspelt(words: Iterable[str], language: str) -> set[str] | Diagnostic:
    """Those of the words that the dictionary does not know, or why it cannot be asked (E320).

    Args:
        words: Without blanks.
        language: Such as ``cs``, or the name of a dictionary such as ``cs_CZ``.
    """
    program = shutil.which("hunspell")
    if program is None:
        cure = "install hunspell and its dictionary, or leave --dictionary out"
        return error("E320", "hunspell is not installed", None, cure)
    name = _DICTIONARIES.get(language, language)
    asked = "\n".join(sorted(set(words))) + "\n"
    try:
        answer = subprocess.run(
            [program, "-i", "utf-8", "-d", name, "-l"],
            input=asked.encode(),
            capture_output=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        return error("E320", f"hunspell cannot be run: {fault}", None, f"try '{program} -d {name}' by hand")
    if answer.returncode or b"Can't open" in answer.stderr:
        said = answer.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        cure = f"install the dictionary '{name}'; 'hunspell -D' lists those that there are"
        return error(
            "E320", f"hunspell has no dictionary for '{language}'" + (f": {said}" if said else ""), None, cure
        )
    return set(answer.stdout.decode("utf-8", "replace").split())


def unknown_words(lines: Sequence[SourceLine], language: str) -> list[Suspicion] | Diagnostic:
    """The first place of each word that the dictionary does not know, and the correctly marked word if any.

    Args:
        lines: With their letters decoded.
        language: As for ``misspelt``.
    """
    first: dict[str, tuple[SourceLine, int, int]] = {}
    for line in lines:
        for match in WORD.finditer(line.text):
            if _is_word(line.text, match):
                first.setdefault(match.group(), (line, *match.span()))
    unknown = misspelt(first, language)
    if isinstance(unknown, Diagnostic):
        return unknown
    listed = {word: place for word, place in first.items() if word in unknown}
    spellings = {word: _other_marks(word) for word in listed}
    wrong = misspelt((each for known in spellings.values() for each in known), language)
    if isinstance(wrong, Diagnostic):
        return wrong
    found = []
    for word, (line, start, end) in listed.items():
        right = [each for each in spellings[word] if each not in wrong]
        why = f"the dictionary '{language}' does not know it"
        found.append(
            Suspicion(
                line.span(start, end),
                line.as_written(start, end),
                word,
                like(right[0], word) if right else "",
                why,
            )
        )
    return found


def _is_word(text: str, match: re.Match[str]) -> bool:
    """Whether it is a word to be spelt: no tag, no letter that stands for something, no code in capitals."""
    word = match.group()
    tag = text[match.start() - 1 : match.start()] == "<" and text[match.end() :].lstrip("012").startswith(">")
    return len(word) > 1 and not word.isupper() and not tag


def _other_marks(word: str) -> list[str]:
    """The word with other marks on its letters, those that differ least first."""
    plain = skeleton(word)
    if len(plain) != len(word):
        return []
    by_letter: dict[str, list[str]] = {}
    for code, letter in CODES.items():
        by_letter.setdefault(code[0], []).append(letter)
    choices = [[letter, *by_letter.get(letter, [])] for letter in plain]
    spellings = ("".join(letters) for letters in islice(product(*choices), MOST_SPELLINGS))
    lower = word.casefold()

    def distance(spelling: str) -> tuple[int, str]:
        return sum(a != b for a, b in zip(spelling, lower, strict=True)), spelling

    near = sorted((each for each in spellings if each != lower), key=distance)
    return [each for each in near if distance(each)[0] <= 2]
