"""Spelling by an installed hunspell."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product

from pnp.diagnostics import Diagnostic, error
from pnp.importers.alphabet import CODES
from pnp.importers.limits import MOST_SPELLINGS, PATIENCE_SECONDS
from pnp.importers.line import SourceLine
from pnp.importers.suspicion import WORD, Suspicion, like, skeleton

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
