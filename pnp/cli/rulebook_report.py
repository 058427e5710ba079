"""What ``pnp import rulebook`` tells about a document."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from pnp.cli.table import table
from pnp.diagnostics import Diagnostic, times
from pnp.diagnostics.printer import as_json
from pnp.importers import Imported, Statistics, Suspicion

_KINDS = {"legacy": "old markup", "markdown": "Markdown", "text": "plain text"}


def counts_line(imported: Imported, counts: Statistics) -> str:
    """The document in one line."""
    items, labelled = counts.items
    parts = [
        _KINDS[imported.kind],
        times(sum(counts.headings.values()), "heading"),
        times(items, "list item") + (f" ({labelled} labelled)" if labelled else ""),
        times(counts.paragraphs + counts.remarks, "paragraph"),
    ]
    if imported.placed:
        parts.append(times(imported.placed, "word") + " read by the rule of ú and ů")
    return ", ".join(parts)


def report_text(imported: Imported, counts: Statistics, suspicions: Sequence[Suspicion]) -> str:
    """Counts and suspicious words as tables."""
    words, different = counts.words
    items, labelled = counts.items
    rows = [
        ("written in", _KINDS[imported.kind]),
        ("lines", str(counts.lines)),
        ("words", f"{words:,}, {different:,} different"),
        ("headings", _by_level(counts)),
        ("lists", f"{counts.lists} with {times(items, 'item')}, {labelled} of them labelled"),
        ("paragraphs", f"{counts.paragraphs}, and {times(counts.remarks, 'remark')}"),
    ]
    if imported.kind == "legacy":
        apostrophes, strays = counts.apostrophes
        rows += [
            ("tags", " ".join(f"<{tag}> {number}" for tag, number in counts.tags.items())),
            ("letters", " ".join(f"{code} {number}" for code, number in counts.codes.items())),
            ("apostrophes", f"{apostrophes:,}, {strays} of them mark nothing"),
            ("ú and ů", f"{times(imported.placed, 'word')} read by place"),
        ]
    lines = table(("count", ""), rows, flexible=1)
    lines.append("")
    if not suspicions:
        lines.append("no suspicious words")
        return "\n".join(lines)
    lines += table(
        ("line", "as written", "reading", "suggestion", "why"),
        [
            (f"{each.span.line}:{each.span.column}", each.written, each.reading, each.suggestion, each.why)
            for each in sorted(suspicions, key=lambda each: each.span)
        ],
        flexible=4,
        right=(0,),
    )
    return "\n".join([*lines, times(len(suspicions), "suspicious word")])


def as_record(
    imported: Imported, counts: Statistics, suspicions: Sequence[Suspicion], found: Sequence[Diagnostic]
) -> str:
    """All of it as JSON."""
    record = {
        "kind": imported.kind,
        "placed": imported.placed,
        "statistics": asdict(counts),
        "suspicious": [
            {
                "line": each.span.line,
                "column": each.span.column,
                "written": each.written,
                "reading": each.reading,
                "suggestion": each.suggestion,
                "why": each.why,
            }
            for each in suspicions
        ],
        "diagnostics": json.loads(as_json(found)),
    }
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _by_level(counts: Statistics) -> str:
    parts = [f"{number} of level {level}" for level, number in counts.headings.items()]
    return ", ".join(parts) or "none"
