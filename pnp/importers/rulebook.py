"""From the bytes of a rulebook to the source of a rule sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.diagnostics import Diagnostic, Severity
from pnp.importers.errata import Erratum, apply_errata
from pnp.importers.heading import check_headings
from pnp.importers.legacy import TAGS, parse_legacy, tag_of
from pnp.importers.letters import decode_lines, stray_marks
from pnp.importers.markdown_in import looks_like_markdown, parse_markdown
from pnp.importers.markdown_out import rule_sheet
from pnp.importers.plain_in import parse_plain
from pnp.importers.reading import DocumentText, SourceLine, read_bytes
from pnp.importers.reference import resolve_references
from pnp.importers.sheet import TextDocument
from pnp.importers.spelling import suspicion_notes, suspicious_words
from pnp.importers.statistics import Statistics, statistics

Kind: TypeAlias = Literal["legacy", "markdown", "text"]
KINDS: tuple[Kind, ...] = ("legacy", "markdown", "text")


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

    kind: Kind | None = None
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

    kind: Kind
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


def kind_of(lines: Sequence[SourceLine], file: str) -> Kind:
    """The format of a document, by tags at the start of its lines, its marks and its name."""
    if any(tag_of(line.text) in TAGS for line in lines):
        return "legacy"
    if file.lower().endswith((".md", ".markdown")) or looks_like_markdown(lines):
        return "markdown"
    return "text"


def _imported(reading: DocumentText, kind: Kind, options: ImportOptions) -> Imported:
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
        found += [*stray_marks(lines), *suspicion_notes(suspicious_words(lines))]
    sheet, faults = _parsed(lines, kind, options)
    found += faults
    jumps = Severity.ERROR if kind == "legacy" else Severity.WARNING
    levelled = check_headings(sheet, repair=options.repair_headings, jumps_are=jumps)
    sheet, faults = resolve_references(levelled.sheet)
    found += [*levelled.diagnostics, *faults]
    counts = statistics(sheet, lines, legacy=kind == "legacy")
    return Imported(kind, rule_sheet(sheet), sheet, tuple(lines), reading.text, tuple(found), placed, counts)


def _parsed(
    lines: Sequence[SourceLine], kind: Kind, options: ImportOptions
) -> tuple[TextDocument, list[Diagnostic]]:
    if kind == "legacy":
        return parse_legacy(lines)
    if kind == "markdown":
        return parse_markdown(lines)
    return parse_plain(lines, join_lines=options.join_lines)
