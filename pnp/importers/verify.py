"""The proof that nothing of a document is lost on its way into a rule sheet and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.diagnostics import Diagnostic, error, has_errors, times
from pnp.importers.legacy import legacy_text
from pnp.importers.letters import decoded, encoded
from pnp.importers.reading import SourceLine
from pnp.importers.rule_sheet_in import read_rule_sheet
from pnp.importers.rulebook import Imported, ImportOptions, import_rulebook
from pnp.importers.sheet import TextDocument, all_words
from pnp.model import RulebookSource
from pnp.source import Span

_LETTERS = re.compile(r"[^\W\d_]+")
_FENCE = re.compile(r"^(\s*(?:`{3,}|~{3,}))[^`]*$")
_DEFINITION = re.compile(r"^ {0,3}\[([^\]]{1,200})\]:\s*<?([^\s>]+)>?.*$")
_LABELLED = re.compile(r"\[([^\]\[]{1,500})\](?:\[([^\]\[]{0,200})\])?(?!\()")


@dataclass(frozen=True, slots=True)
class Verified:
    """Proofs, a line each, and failures (I410, besides the findings of reading)."""

    proofs: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    source: str


def verify_rulebook(data: bytes, file: str, options: ImportOptions | None = None) -> Verified:
    """Whether a document comes back from a rule sheet.

    In the old markup, letter by letter: its bytes decoded by the codes alone and encoded again are the same
    bytes; and block by block: the rule sheet, read and written in the old markup, has the same lines but for
    blank ones. In other documents word by word: all are in the rule sheet in the same order.

    Args:
        data: Content of the file.
        file: Its name as shown to the author.
        options: How it is read; corrections, repairs and the rule of ú and ů are left out.
    """
    options = options or ImportOptions()
    strict = replace(options, by_place=False, errata=(), fix=False, repair_headings=False)
    imported = import_rulebook(data, file, strict)
    found = [fault for fault in imported.diagnostics if has_errors([fault])]
    if imported.markdown is None:
        return Verified((), tuple(found), imported.source)
    sheet, _ = read_rule_sheet(RulebookSource("", file, imported.markdown))
    proofs: list[str] = []
    if imported.kind == "legacy":
        _prove_bytes(data, file, options.encoding, proofs, found)
        _prove_lines(imported, sheet, proofs, found)
    else:
        _prove_words(imported, sheet, proofs, found)
    return Verified(tuple(proofs), tuple(found), imported.source)


def _prove_bytes(
    data: bytes, file: str, encoding: str | None, proofs: list[str], found: list[Diagnostic]
) -> None:
    name = encoding or "utf-8"
    text = data.decode(name)
    back = encoded(decoded(text)).encode(name)
    if back == data:
        marks = text.count("'")
        counts = f"{times(len(data), 'byte', thousands=',')}, {times(marks, 'apostrophe', thousands=',')}"
        proofs.append(f"letters: {counts}, the same bytes come back")
        return
    at = next(
        (index for index, (one, other) in enumerate(zip(data, back, strict=False)) if one != other), len(back)
    )
    line = data.count(b"\n", 0, at) + 1
    message = f"other bytes come back from byte {at} on"
    found.append(error("I410", message, Span(file, line), "the document mixes letters and codes"))


def _prove_lines(imported: Imported, sheet: TextDocument, proofs: list[str], found: list[Diagnostic]) -> None:
    back = [line.strip() for line in legacy_text(sheet)[0].split("\n") if line.strip()]
    lines = [line for line in imported.lines if line.text.strip()]
    for line, returned in zip(lines, back, strict=False):
        if _blanks_folded(line.written) != _blanks_folded(returned):
            found.append(error("I410", f"the line comes back as '{returned}'", line.whole(), _report_it()))
            return
    if len(lines) != len(back):
        span = lines[min(len(lines), len(back)) - 1].whole() if lines else None
        message = f"{len(back)} of {times(len(lines), 'line')} come back"
        found.append(error("I410", message, span, _report_it()))
        return
    proofs.append(f"structure: {times(len(lines), 'line')}, the same come back from the rule sheet")


def _prove_words(imported: Imported, sheet: TextDocument, proofs: list[str], found: list[Diagnostic]) -> None:
    """Compare letter by letter, as marks inside a word part it in the one and not in the other."""
    words = [word for text in _texts(sheet) for word in _LETTERS.findall(text)]
    returned = [(char, word) for word in words for char in word]
    lines = (
        _printed(imported.lines)
        if imported.kind == "markdown"
        else [(line, line.text) for line in imported.lines]
    )
    written = [(line, word) for line, text in lines for word in _LETTERS.findall(text)]
    letters = ((char, line, word) for line, word in written for char in word)
    for (char, line, word), (other, comes) in zip(
        letters, [*returned, *[("", "")] * len(written)], strict=False
    ):
        if char != other:
            message = f"in place of '{word}' comes back '{comes}'"
            found.append(error("I410", message, line.whole(), _report_it()))
            return
    proofs.append(f"words: {len(written):,}, all are in the rule sheet in the same order")


def _printed(lines: Sequence[SourceLine]) -> list[tuple[SourceLine, str]]:
    """The lines of Markdown with addresses in place of their labels, without names of languages of code."""
    addresses = {
        found.group(1).casefold(): found.group(2) for line in lines if (found := _DEFINITION.match(line.text))
    }
    shown: list[tuple[SourceLine, str]] = []
    for line in lines:
        text = _FENCE.sub(r"\1", line.text)
        if addresses:
            text = (
                ""
                if _DEFINITION.match(text)
                else _LABELLED.sub(lambda found: _addressed(found, addresses), text)
            )
        shown.append((line, text))
    return shown


def _addressed(found: re.Match[str], addresses: Mapping[str, str]) -> str:
    address = addresses.get((found.group(2) or found.group(1)).casefold())
    return found.group() if address is None else f"{found.group(1)} ({address})"


def _report_it() -> str:
    return "what is wrong with the document comes first; if nothing is, this is a fault of pnp: report it"


def _texts(sheet: TextDocument) -> list[str]:
    return [words.text for words in all_words(sheet)]


def _blanks_folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
