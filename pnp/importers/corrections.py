"""Words of a document that are probably misspelt, and tables of corrections of words by their lines."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from pnp.diagnostics import Diagnostic, did_you_mean, error, note, times
from pnp.importers.letters import CODES
from pnp.importers.limits import MOST_SPELLINGS, PATIENCE_SECONDS
from pnp.importers.reading import Edit, SourceLine
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


_NEEDED = ("line", "written", "meant")
_COLUMNS = (*_NEEDED, "which", "kind", "why")
_KINDS = ("", "mark", "wording")


@dataclass(frozen=True, slots=True)
class Erratum:
    """One row of a table.

    Attributes:
        line: Of the document, from 1.
        written: The word or words as written in the document, codes of letters included.
        meant: What they should be.
        which: Which of several in the line, from 1; 0 for all.
        wording: Whether it is a matter of wording, which is reported and never applied.
        why: In a few words.
        span: The row.
    """

    line: int
    written: str
    meant: str
    which: int
    wording: bool
    why: str
    span: Span


def read_errata(text: str, file: str) -> tuple[list[Erratum], list[Diagnostic]]:
    r"""The rows of a table of tab-separated values, and what is wrong with it (I115).

    The first line names the columns: ``line``, ``written`` and ``meant``, and where they are wanted
    ``which``, ``kind`` (``mark`` or ``wording``) and ``why``. Blank lines and lines that begin with ``#`` are
    skipped.

    Args:
        text: The table.
        file: Its name as shown to the author.
    """
    rows: list[Erratum] = []
    found: list[Diagnostic] = []
    columns: list[str] = []
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        span = Span(file, number, 1, number, len(line) + 1)
        cells = [cell.strip() for cell in line.split("\t")]
        if not columns:
            columns = cells
            found += _column_faults(columns, span)
            if found:
                break
            continue
        row = _row(dict(zip(columns, cells, strict=False)), span)
        if isinstance(row, Erratum):
            rows.append(row)
        else:
            found.append(row)
    if not columns:
        found.append(error("I115", "the table of corrections is empty", Span(file), _how()))
    return rows, found


def _how() -> str:
    return "begin it with the line 'line', 'written', 'meant', with tabs between"


def _column_faults(columns: Sequence[str], span: Span) -> list[Diagnostic]:
    found = [
        error("I115", f"the table of corrections has no column '{name}'", span, _how())
        for name in _NEEDED
        if name not in columns
    ]
    found += [
        error("I115", f"unknown column '{name}'", span, did_you_mean(name, _COLUMNS, "columns"))
        for name in columns
        if name not in _COLUMNS
    ]
    return found


def _row(cells: dict[str, str], span: Span) -> Erratum | Diagnostic:
    line, which = cells.get("line", "").removeprefix("L"), cells.get("which", "") or "0"
    for name, number in (("line", line), ("which", which)):
        if not re.fullmatch(r"[0-9]{1,7}", number):
            return error("I115", f"'{number}' is no number for '{name}'", span, "count lines from 1")
    kind = cells.get("kind", "")
    if kind not in _KINDS:
        return error("I115", f"unknown kind '{kind}'", span, "write 'mark' or 'wording'")
    if not cells.get("written") or not cells.get("meant"):
        return error("I115", "a correction needs what is written and what is meant", span, _how())
    return Erratum(
        int(line), cells["written"], cells["meant"], int(which), kind == "wording", cells.get("why", ""), span
    )


def apply_errata(
    lines: Sequence[SourceLine], errata: Sequence[Erratum], *, fix: bool
) -> tuple[list[SourceLine], list[Diagnostic]]:
    """The lines with corrections applied where ``fix`` says so, and a finding for each row.

    Findings: I113 for what is reported only, I116 for what was corrected, I114 for rows that fit nothing.

    Args:
        lines: With their letters decoded.
        errata: In any order.
        fix: Whether corrections of marks are applied; those of wording never are.
    """
    result = list(lines)
    found: list[Diagnostic] = []
    for erratum in errata:
        index = erratum.line - 1
        places = _places(result[index], erratum) if 0 <= index < len(result) else []
        if not places:
            message = f"line {erratum.line} has no '{erratum.written}'"
            cure = "corrections are for one document; count its lines from 1"
            found.append(error("I114", message, erratum.span, cure))
            continue
        line = result[index]
        applied = fix and not erratum.wording
        found += [_finding(line, edit, erratum, applied) for edit in places]
        if applied:
            result[index] = line.edited(places)
    return result, found


def _places(line: SourceLine, erratum: Erratum) -> list[Edit]:
    """Places of the words in the line's text: whole words, all or the one that is meant."""
    pattern = re.compile(rf"(?<![\w']){re.escape(erratum.written)}(?![\w'])")
    starts = {offset: index for index, offset in reversed(list(enumerate(line.offsets)))}
    places = []
    for number, match in enumerate(pattern.finditer(line.written), 1):
        if erratum.which in (0, number) and match.start() in starts and match.end() in starts:
            places.append(Edit(starts[match.start()], starts[match.end()], erratum.meant))
    return places


def _finding(line: SourceLine, edit: Edit, erratum: Erratum, applied: bool) -> Diagnostic:
    reading = line.text[edit.start : edit.end]
    read = f" (reads '{reading}')" if reading != erratum.written else ""
    why = f": {erratum.why}" if erratum.why else ""
    span = line.span(edit.start, edit.end)
    if applied:
        return note("I116", f"'{erratum.written}'{read} is corrected to '{erratum.meant}'{why}", span)
    cure = (
        "a matter of wording is for the author to decide"
        if erratum.wording
        else "--fix with the table applies it"
    )
    return note("I113", f"'{erratum.written}'{read} is meant to be '{erratum.meant}'{why}", span, cure)
