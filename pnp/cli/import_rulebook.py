"""``pnp import rulebook``: old rulebooks become sources of rule sheets."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click

from pnp.build import ascii_name
from pnp.cli.opening import open_readable_game, refuse
from pnp.cli.options import document_format_option, quiet_option, strict_option
from pnp.cli.output import report_briefly, write_text
from pnp.cli.process import Exit
from pnp.cli.terminal import FOR_PEOPLE, exit_code, report, say, say_json, table
from pnp.diagnostics import Diagnostic, has_errors, times
from pnp.diagnostics.machine import as_json
from pnp.diagnostics.printer import counted
from pnp.diagnostics.printer import strict as made_strict
from pnp.importers import (
    ENCODINGS,
    KINDS,
    Erratum,
    Imported,
    ImportOptions,
    RulebookFormat,
    Statistics,
    Suspicion,
    first_words,
    import_rulebook,
    link_facts,
    read_errata,
    suspicious_words,
    unknown_words,
    verify_rulebook,
)
from pnp.load import shown_path
from pnp.model import Game

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class _ImportOptions:
    """Options other than those of reading a document."""

    out: Path
    force: bool
    keep_going: bool
    game: Game | None
    verify: bool
    as_report: bool
    dictionary: str | None
    strict: bool
    form: str
    quiet: bool


@click.command(
    name="rulebook",
    epilog="Examples:  pnp import rulebook rules.txt --report    pnp import rulebook rules.txt --fix typos.tsv",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=_FILE)
@click.option(
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    default=".",
    help="Folder, a file that ends in .md, or - for standard output. [.]",
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--from", "kind", type=click.Choice(KINDS), help="Format of the file. [detected]")
@click.option("--encoding", type=click.Choice(ENCODINGS), help="Encoding of the file. [utf-8]")
@click.option(
    "--u-rule/--no-u-rule", default=True, help="Choose between ú and ů by the position in the word. [yes]"
)
@click.option("--fix", type=_FILE, metavar="TABLE", help="Apply a table of corrections.")
@click.option(
    "--errata",
    type=_FILE,
    metavar="TABLE",
    help="Report where a table of corrections applies; apply nothing.",
)
@click.option(
    "--repair-headings",
    is_flag=True,
    help="Fix heading levels; turn lines that look like headings into headings.",
)
@click.option("--join-lines", is_flag=True, help="Plain text: join the lines of each paragraph.")
@click.option("--keep-going", is_flag=True, help="Write what could be read, even if there are errors.")
@click.option(
    "--link-facts",
    "linked_game",
    metavar="GAME",
    help="Show, as a diff, which numbers are facts of this game.",
)
@click.option("--verify", is_flag=True, help="Prove that nothing is lost; write nothing.")
@click.option("--report", "as_report", is_flag=True, help="Print counts and suspicious words; write nothing.")
@click.option("--dictionary", metavar="LANG", help="Report words missing from this hunspell dictionary.")
@strict_option
@document_format_option
@quiet_option
def rulebook(
    files: tuple[Path, ...],
    kind: RulebookFormat | None,
    encoding: str | None,
    u_rule: bool,
    fix: Path | None,
    errata: Path | None,
    repair_headings: bool,
    join_lines: bool,
    linked_game: str | None,
    **wishes: Any,
) -> int:
    """Convert rulebooks from the old ASCII markup, Markdown or plain text into rule sheet sources.

    Nothing is guessed silently: every reading that differs from the text is reported with line and column. If
    there are errors, the exit code is 1 and nothing is written, unless you give --keep-going.
    """
    if fix and errata:
        raise click.UsageError("--fix applies the table that --errata reports; give one of them")
    if (fix or errata) and len(files) > 1:
        raise click.UsageError("a table of corrections is for one document; give one FILE")
    options = ImportOptions(kind, encoding, u_rule, repair_headings, join_lines)
    game = open_readable_game(linked_game)[1] if linked_game else None
    asked = _ImportOptions(game=game, **wishes)
    table = fix or errata
    if table:
        options = replace(options, errata=_errata(table, asked.form), fix=fix is not None)
    return max(_one(path, options, asked) for path in files)


def _errata(path: Path, form: str) -> tuple[Erratum, ...]:
    shown = shown_path(path, Path.cwd())
    text = path.read_text(encoding="utf-8", errors="replace")
    rows, found = read_errata(text, shown)
    if has_errors(found):
        refuse(found, {shown: text}, form)
    return tuple(rows)


def _one(path: Path, options: ImportOptions, wishes: _ImportOptions) -> int:
    data = path.read_bytes()
    shown = shown_path(path, Path.cwd())
    if wishes.verify:
        return _verify(data, shown, options, wishes)
    imported = import_rulebook(data, shown, options)
    if _may_ask(imported, options, wishes):
        options = replace(options, encoding=_ask_encoding(data, shown))
        imported = import_rulebook(data, shown, options)
    suspicions = _suspicions(imported, wishes)
    if wishes.as_report:
        return _report(imported, suspicions, wishes)
    found = [*imported.diagnostics, *(each.note() for each in suspicions)]
    return _write(path, imported, found, wishes)


def _verify(data: bytes, shown: str, options: ImportOptions, wishes: _ImportOptions) -> int:
    verified = verify_rulebook(data, shown, options)
    report(verified.diagnostics, {shown: verified.source}, wishes.form)
    if not wishes.quiet and wishes.form in FOR_PEOPLE:
        for proof in verified.proofs:
            say(f"{shown}: {proof}")
    return exit_code(verified.diagnostics)


def _may_ask(imported: Imported, options: ImportOptions, wishes: _ImportOptions) -> bool:
    """Whether the encoding is open and somebody sits there to be asked."""
    open_question = any(fault.code == "I101" for fault in imported.diagnostics) and not options.encoding
    return open_question and wishes.form == "full" and sys.stdin.isatty() and sys.stderr.isatty()


def _ask_encoding(data: bytes, shown: str) -> str:
    """The encoding in which the words of the document look right to the user."""
    names = [name for name in ENCODINGS if name not in ("utf-8", "utf-16")]
    say(f"{shown} is not UTF-8. In which of these are the words right?", err=True)
    for name in names:
        say(f"  {name:<12} {', '.join(first_words(data, name))}", err=True)
    return str(click.prompt("encoding", type=click.Choice(names), err=True))


def _suspicions(imported: Imported, wishes: _ImportOptions) -> list[Suspicion]:
    """Words that the dictionary does not know, where one is asked; the others are among the findings."""
    if not wishes.dictionary:
        return []
    unknown = unknown_words(imported.lines, wishes.dictionary)
    if isinstance(unknown, Diagnostic):
        refuse([unknown], {}, wishes.form, Exit.ENVIRONMENT)
    return unknown


def _report(imported: Imported, unknown: list[Suspicion], wishes: _ImportOptions) -> int:
    """Counts and suspicious words on standard output, what is wrong on standard error."""
    found = [fault for fault in imported.diagnostics if fault.code != "I112"]
    found = made_strict(found) if wishes.strict else found
    if imported.statistics is None:
        report(found, {}, wishes.form)
        return exit_code(found)
    listed = suspicious_words(imported.lines) if imported.kind == "legacy" else []
    places = {each.span for each in listed}
    listed += [each for each in unknown if each.span not in places]
    if wishes.form == "json":
        say_json(as_record(imported, imported.statistics, listed, found))
        return exit_code(found)
    say(report_text(imported, imported.statistics, listed))
    report(found, {}, "concise" if wishes.form == "full" else wishes.form)
    return exit_code(found)


def _write(path: Path, imported: Imported, found: list[Diagnostic], wishes: _ImportOptions) -> int:
    found = made_strict(found) if wishes.strict else found
    name = f"{ascii_name(path.stem)}.md"
    if imported.markdown is None or (has_errors(found) and not wishes.keep_going):
        report_briefly(found, imported, wishes.form, wishes.quiet)
        if wishes.form in FOR_PEOPLE and not wishes.quiet:
            say(f"nothing written: {counted(found)}", err=True)
        return exit_code(found)
    target = write_text(imported.markdown, name, wishes.out, ".md", force=wishes.force)
    if wishes.game is not None:
        linked = link_facts(imported.markdown, target, wishes.game)
        found += linked.diagnostics
        say(linked.diff(imported.markdown, target), nl=False)
    report_briefly(found, imported, wishes.form, wishes.quiet)
    if wishes.form in FOR_PEOPLE and not wishes.quiet and imported.statistics:
        say(f"{target}: {counts_line(imported, imported.statistics)}, {counted(found)}", err=target == "-")
    return exit_code(found)


_KINDS = {"legacy": "old markup", "markdown": "Markdown", "text": "plain text"}


def counts_line(imported: Imported, counts: Statistics) -> str:
    """The document in one line."""
    items, labelled = counts.items
    parts = [
        _KINDS[imported.kind],
        times(sum(counts.headings.values()), "heading"),
        times(items, "list item") + (f" ({labelled} labelled)" if labelled else ""),
        times(counts.paragraphs + counts.notes, "paragraph"),
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
        ("paragraphs", f"{counts.paragraphs}, and {times(counts.notes, 'remark')}"),
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
) -> dict[str, Any]:
    """All of it, for programs."""
    return {
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


def _by_level(counts: Statistics) -> str:
    parts = [f"{number} of level {level}" for level, number in counts.headings.items()]
    return ", ".join(parts) or "none"
