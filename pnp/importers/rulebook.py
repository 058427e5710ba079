"""From the bytes of a rulebook to the source of a rule sheet, with counts, and proofs of what comes back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.diagnostics import Diagnostic, Severity, error, has_errors, times
from pnp.importers.corrections import WORD, Erratum, apply_errata, suspicious_words
from pnp.importers.heading import check_headings, resolve_references
from pnp.importers.legacy import TAGS, legacy_text, parse_legacy, tag_of
from pnp.importers.letters import CODE, decode_lines, decoded, encoded, stray_marks
from pnp.importers.reading import DocumentText, SourceLine, read_bytes
from pnp.importers.rule_sheet import read_rule_sheet, rule_sheet
from pnp.importers.sheet import Block, TextDocument, all_words, split_item
from pnp.importers.text_in import looks_like_markdown, parse_markdown, parse_plain
from pnp.model import RulebookSource
from pnp.rulebook.block import Heading, ListBlock, Paragraph, Remark
from pnp.source import Span


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of the elements of a document.

    Attributes:
        lines: All, blank ones too.
        words: All, and how many different ones there are.
        headings: By level; a title is none.
        lists: Those inside of others too.
        items: Of all lists, and how many of them have a label.
        paragraphs: Outside of lists and notes.
        notes: All.
        tags: Of the old markup, in order of its grammar; empty for other documents.
        codes: Letters of the old alphabet by code; empty for other documents.
        apostrophes: All, and how many of them mark nothing.
    """

    lines: int
    words: tuple[int, int]
    headings: Mapping[int, int]
    lists: int
    items: tuple[int, int]
    paragraphs: int
    notes: int
    tags: Mapping[str, int]
    codes: Mapping[str, int]
    apostrophes: tuple[int, int]


def statistics(sheet: TextDocument, lines: Sequence[SourceLine], *, legacy: bool) -> Statistics:
    """The counts of a document.

    Args:
        sheet: Read of it.
        lines: As they were written and read.
        legacy: Whether it is in the old markup.
    """
    blocks = list(_all_blocks(sheet.blocks))
    words = [word.casefold() for text in all_words(sheet) for word in WORD.findall(text.text)]
    lists = [block for block in blocks if isinstance(block, ListBlock)]
    items = [split_item(item)[0] for each in lists for item in each.items]
    written = [line.written for line in lines]
    codes = (
        Counter(match.group() for line in written for match in CODE.finditer(line)) if legacy else Counter()
    )
    tags = Counter(tag_of(line) for line in written) if legacy else Counter()
    apostrophes = sum(line.count("'") for line in written) if legacy else 0
    return Statistics(
        lines=len(lines),
        words=(len(words), len(set(words))),
        headings=dict(sorted(Counter(block.level for block in blocks if isinstance(block, Heading)).items())),
        lists=len(lists),
        items=(len(items), sum(words is not None and words.label is not None for words in items)),
        paragraphs=sum(isinstance(block, Paragraph) for block in sheet.blocks),
        notes=sum(isinstance(block, Remark) for block in blocks),
        tags={tag: tags[tag] for tag in TAGS if tags[tag]},
        codes=dict(sorted(codes.items())),
        apostrophes=(apostrophes, apostrophes - sum(len(code) - 1 for code in codes.elements())),
    )


def _all_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Remark):
            yield from _all_blocks(block.blocks)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from _all_blocks(item)


RulebookFormat: TypeAlias = Literal["legacy", "markdown", "text"]
KINDS: tuple[RulebookFormat, ...] = ("legacy", "markdown", "text")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How a document is read.

    Attributes:
        kind: Its format; None to detect it from its lines.
        encoding: One of ``ENCODINGS``; None for UTF-8.
        by_place: Whether ú and ů of the old markup are distinguished by their place in the word.
        repair_headings: Whether levels of headings are fixed, and lines that look like headings made some.
        join_lines: Whether the lines of a paragraph of plain text become running text.
        errata: Corrections of this document.
        fix: Whether they are applied, not only reported.
    """

    kind: RulebookFormat | None = None
    encoding: str | None = None
    by_place: bool = True
    repair_headings: bool = False
    join_lines: bool = False
    errata: tuple[Erratum, ...] = ()
    fix: bool = False


@dataclass(frozen=True, slots=True)
class Imported:
    """A document that was read.

    Attributes:
        kind: What it is written in.
        markdown: Source of the rule sheet; None when the file is no text. With errors it holds all that came
            through.
        sheet: What it consists of.
        lines: As they were read.
        source: Its text for excerpts.
        diagnostics: Everything found, in the order it was looked for.
        placed: How many words the rule of ú and ů changed.
        statistics: Counts.
    """

    kind: RulebookFormat
    markdown: str | None
    sheet: TextDocument
    lines: tuple[SourceLine, ...]
    source: str
    diagnostics: tuple[Diagnostic, ...]
    placed: int = 0
    statistics: Statistics | None = None


def import_rulebook(data: bytes, file: str, options: ImportOptions | None = None) -> Imported:
    """The rule sheet that a document becomes, and everything that is wrong with it; never raises.

    Args:
        data: Content of the file.
        file: Its name as shown to the author.
        options: How it is read.
    """
    options = options or ImportOptions()
    reading = read_bytes(data, file, options.encoding)
    kind = options.kind or kind_of(reading.lines, file)
    if not reading.usable:
        return Imported(kind, None, TextDocument(), (), reading.text, reading.diagnostics)
    return _imported(reading, kind, options)


def kind_of(lines: Sequence[SourceLine], file: str) -> RulebookFormat:
    """The format of a document, by tags at the start of its lines, its marks and its name."""
    if any(tag_of(line.text) in TAGS for line in lines):
        return "legacy"
    if file.lower().endswith((".md", ".markdown")) or looks_like_markdown(lines):
        return "markdown"
    return "text"


def _imported(reading: DocumentText, kind: RulebookFormat, options: ImportOptions) -> Imported:
    found = list(reading.diagnostics)
    lines: Sequence[SourceLine] = reading.lines
    placed = 0
    if kind == "legacy":
        decoded = decode_lines(lines, by_place=options.by_place)
        lines, placed = decoded.lines, decoded.placed
        found += decoded.diagnostics
    lines, faults = apply_errata(lines, options.errata, fix=options.fix)
    found += faults
    if kind == "legacy":
        found += [*stray_marks(lines), *(each.note() for each in suspicious_words(lines))]
    sheet, faults = _parsed(lines, kind, options)
    found += faults
    jumps = Severity.ERROR if kind == "legacy" else Severity.WARNING
    sheet, faults = check_headings(sheet, repair=options.repair_headings, jumps_are=jumps)
    found += faults
    sheet, faults = resolve_references(sheet)
    found += faults
    counts = statistics(sheet, lines, legacy=kind == "legacy")
    return Imported(kind, rule_sheet(sheet), sheet, tuple(lines), reading.text, tuple(found), placed, counts)


def _parsed(
    lines: Sequence[SourceLine], kind: RulebookFormat, options: ImportOptions
) -> tuple[TextDocument, list[Diagnostic]]:
    if kind == "legacy":
        return parse_legacy(lines)
    if kind == "markdown":
        return parse_markdown(lines)
    return parse_plain(lines, join_lines=options.join_lines)


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
    words = [word for text in all_words(sheet) for word in _LETTERS.findall(text.text)]
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


def _blanks_folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
