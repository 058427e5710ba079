"""Following a suggestion removes the finding and causes none: tried for the typical slips of designers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pnp.build import Edition, check_workshop, compose, open_workshop
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.translation import Translations
from tests.diagnostics.slips import GAME, SLIPS, Slip

_WITH_COUNTS = {"K500"}
"""Codes of messages that count texts, which every slip in a text changes."""

_SUGGESTED = re.compile(
    r"""did you mean '(.+)'\?|write '((?!key: value)[^']+)'(?:$|[:,])|write ("[^"]+"|\d[\w.]*)(?:$|,)|quote it: ("[^"]+")"""
)

_NO_WORD = {
    "size: mini",
    "weapon: axe",
    "font: Arial",
    "copies: two",
    "copies: 10-Mar",
    "kind: deck",
    "source: rules 3",
    "{{ loop }}",
    ":gold:",
}
"""Slips after which no word is near: nothing is better than a word that nobody meant."""


def findings(folder: Path, *, composed: bool = True) -> list[Diagnostic]:
    """Findings of the data, and of the layouts if the data has no errors and the layouts are asked for."""
    workshop = open_workshop(folder, folder)
    found = list(check_workshop(workshop, 1, rulebooks=True).diagnostics)
    if composed and workshop.game and not has_errors(found):
        translator = Translations(workshop.game, ("en",)).translator("en")
        found += compose(Edition(workshop, translator)).diagnostics
    return [each for each in found if each.severity > Severity.NOTE and each.code not in _WITH_COUNTS]


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def named(found: list[Diagnostic]) -> set[tuple[str, str]]:
    return {(each.code, each.message) for each in found}


def followed(found: Diagnostic, files: dict[str, str]) -> Iterator[dict[str, str]]:
    """The files after a suggestion was followed, for each word of the message that it may be meant for."""
    assert found.span is not None
    file = found.span.file
    lines = files[file].split("\n")
    line = lines[found.span.line - 1]
    at = found.span.column - 1
    for cure in found.help:
        if columns := re.match(r"if it .*: (columns: \{.*\})", cure):
            header = str(Path(file).with_suffix(".yaml"))
            yield {header: f"{files[header]}{columns[1]}\n"}
        suggested = _SUGGESTED.match(cure)
        if suggested is None:
            continue
        right = next(group for group in suggested.groups() if group)
        for word in _wrong_words(found, line):
            place = line.find(word, at)
            if place < 0:
                continue
            changed = line[:place] + right + line[place + len(word) :]
            if right.startswith("{%"):
                changed = re.sub(rf"{{% *{word}[^%]*%}}", right, line)
            yield {file: "\n".join([*lines[: found.span.line - 1], changed, *lines[found.span.line :]])}


def _wrong_words(found: Diagnostic, line: str) -> Iterator[str]:
    """Words that the suggestion may be meant for: what the message quotes, the last first, and its place."""
    assert found.span is not None
    for word in reversed(re.findall(r"'(.+?)'(?=\W|$)", found.message)):
        yield from (f"({word})", word, word.rpartition("/")[2])
    yield line[found.span.column - 1 : found.span.end_column - 1]


def tried(folder: Path, slip: Slip, accepted: set[tuple[str, str]]) -> Iterator[tuple[str, bool]]:
    """Each suggestion of a slip, and whether following it removed the finding and caused none."""
    files = {**GAME, slip.file: GAME[slip.file].replace(slip.right, slip.wrong, 1)}
    assert files[slip.file] != GAME[slip.file], slip
    write(folder, {slip.file: files[slip.file]})
    composed = slip.file.startswith("layouts")
    before = findings(folder, composed=composed)
    told = named(before)
    seen = set()
    for found in before:
        key = (found.code, found.message)
        if key in accepted or key in seen or found.span is None or found.span.file not in files:
            continue
        seen.add(key)
        outcomes = []
        for changed in followed(found, files):
            after = accepted
            if {**files, **changed} != GAME:
                write(folder, changed)
                after = named(findings(folder, composed=composed))
            outcomes.append(key not in after and after <= told | accepted)
            write(folder, {name: files[name] for name in changed})
            if outcomes[-1]:
                break
        if outcomes:
            yield f"{slip.wrong!r}: {found.code} {found.message}: {found.help}", any(outcomes)
    write(folder, {slip.file: GAME[slip.file]})


@pytest.mark.parametrize("file", GAME)
def test_a_suggestion_that_is_followed_removes_the_finding_and_causes_none(tmp_path: Path, file: str) -> None:
    write(tmp_path, GAME)
    accepted = named(findings(tmp_path))
    results = [each for slip in SLIPS if slip.file == file for each in tried(tmp_path, slip, accepted)]
    assert [words for words, right in results if not right] == []
    assert len(results) >= _SUGGESTIONS[file]


_SUGGESTIONS = dict(zip(GAME, (72, 65, 9, 9, 35, 14, 6), strict=True))
"""Fewest suggestions that the slips in each file yield, so that none is lost in silence."""


def test_no_suggestion_where_no_word_is_near(tmp_path: Path) -> None:
    write(tmp_path, GAME)
    rows = [slip for slip in SLIPS if any(word in slip.wrong for word in _NO_WORD)]
    assert len(rows) == len(_NO_WORD)
    for slip in rows:
        write(tmp_path, {slip.file: GAME[slip.file].replace(slip.right, slip.wrong, 1)})
        helps = [
            cure
            for found in findings(tmp_path, composed=slip.file.startswith("layouts"))
            for cure in found.help
        ]
        assert not [cure for cure in helps if "did you mean" in cure], slip
        write(tmp_path, {slip.file: GAME[slip.file]})
