"""The source of a rule sheet as a header and blocks, with the lines of directives read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest, times
from pnp.model import RulebookSource, Text
from pnp.rulebook.block import Block, Directive, Header, ListBlock, Paragraph, Rulebook, Word
from pnp.rulebook.limits import (
    MOST_CALLOUTS,
    MOST_CHARACTERS,
    MOST_COLUMNS,
    MOST_PAGES,
    MOST_PIECES,
    MOST_WHOLE_LINES,
)
from pnp.rulebook.structure import BAR, markdown_parser, read_blocks
from pnp.source import Chunk, Origin, Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


A4 = (210.0, 297.0)
"""Width and height of the pages of a sheet where nothing else is said (millimetres)."""

_HEADER_FENCE = "---"
_LINE = re.compile(r"(?P<key>[\w-]+)(?P<colon>[ \t]*:[ \t]*)(?P<value>(?:.*[^ \t])?)[ \t]*\Z")
_KEYS = ("booklet", "columns", "logo", "pages", "subtitle", "title", "whole")


def wants_booklet(source: RulebookSource) -> bool:
    """Whether the header of a rule sheet asks for a booklet."""
    return parse_header(source.text.split("\n"), source.file)[0].booklet


def parse_header(lines: Sequence[str], file: str) -> tuple[Header, int, list[Diagnostic]]:
    """The header, the index of the first line behind it, and what is wrong with it (R120).

    A sheet that does not begin with ``---`` has no header.
    """
    header = Header()
    faults: list[Diagnostic] = []
    if not lines or lines[0].rstrip() != _HEADER_FENCE:
        return header, 0, faults
    end = next((index for index in range(1, len(lines)) if lines[index].rstrip() == _HEADER_FENCE), None)
    if end is None:
        span = Span(file, 1, 1, 1, 4)
        return header, 1, [error("R120", "the header is not closed", span, "write '---' below its last line")]
    for index in range(1, end):
        if lines[index].strip():
            header = _with_line(header, lines[index], file, index + 1, faults)
    return header, end + 1, faults


def _with_line(header: Header, line: str, file: str, number: int, faults: list[Diagnostic]) -> Header:
    match = _LINE.match(line)
    whole = Span(file, number, 1, number, len(line) + 1)
    if match is None:
        faults.append(error("R120", f"'{line.strip()}' is no line of a header", whole, "write 'key: value'"))
        return header
    key, value, at = match["key"], match["value"], match.start("value") + 1
    span = Span(file, number, at, number, at + max(len(value), 1))
    if key in ("title", "subtitle"):
        text = Text(value, Origin(span, (Chunk(0, number, at),)))
        return header._replace(title=text) if key == "title" else header._replace(subtitle=text)
    if key not in _KEYS:
        name = Span(file, number, 1, number, len(key) + 1)
        faults.append(
            error("R120", f"unknown key '{key}' in the header", name, did_you_mean(key, _KEYS, "keys"))
        )
        return header
    return _with_value(header, key, value, span, faults)


def _with_value(header: Header, key: str, value: str, span: Span, faults: list[Diagnostic]) -> Header:
    if key == "logo":
        return header._replace(logo=Word(value, span))
    if key == "booklet":
        if value not in ("true", "false"):
            faults.append(error("R120", f"'{value}' is neither true nor false", span, "write true or false"))
        return header._replace(booklet=value == "true")
    most = {"pages": MOST_PAGES, "whole": MOST_WHOLE_LINES}.get(key, MOST_COLUMNS)
    if not re.fullmatch(r"[0-9]{1,3}", value) or not 1 <= int(value) <= most:
        message = f"'{value}' is no number of {key} from 1 to {most}"
        faults.append(error("R120", message, span, f"write one, such as '{key}: 2', or leave the line out"))
        return header
    if key == "pages":
        return header._replace(pages=int(value), pages_span=span)
    return header._replace(whole=int(value)) if key == "whole" else header._replace(columns=int(value))


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words that the line of a directive may hold.

    Attributes:
        body: Whether blocks follow, up to a line ``:::``.
        least: How many words it needs.
        most: How many words it may have.
        words: What the words are, for messages.
        options: Known keys between the braces.
        places: What begins each item of the list that is its body, for messages; empty for other bodies.
    """

    body: bool = False
    least: int = 0
    most: int = 0
    words: str = "nothing"
    options: tuple[str, ...] = ()
    places: str = ""


DIRECTIVES: Mapping[str, Grammar] = {
    "break": Grammar(most=1, words="'column' or 'page'"),
    "callouts": Grammar(
        body=True,
        least=1,
        most=1,
        words="a piece as set/piece",
        options=("caption", "marks", "scale", "side"),
        places="a place of the piece",
    ),
    "columns": Grammar(body=True, least=1, most=1, words="a number of columns"),
    "components": Grammar(most=MOST_PIECES, words="ids of sets"),
    "credits": Grammar(),
    "example": Grammar(body=True),
    "figure": Grammar(least=1, most=1, words="the path of a picture", options=("caption", "least", "width")),
    "full": Grammar(body=True),
    "hand": Grammar(
        least=1,
        most=MOST_PIECES,
        words="pieces as set/piece",
        options=("angle", "caption", "scale", "side"),
    ),
    "index": Grammar(most=MOST_PIECES, words="ids of vocabularies", options=("columns", "terms")),
    "piece": Grammar(
        least=1, most=MOST_PIECES, words="pieces as set/piece", options=("caption", "scale", "side")
    ),
    "plain": Grammar(body=True),
    "setup": Grammar(options=("caption", "fixed", "rows", "size")),
    "steps": Grammar(
        body=True, options=("caption", "columns", "marks", "scale"), places="a piece as set/piece"
    ),
}

_DIRECTIVE_LINE = re.compile(r" {0,3}:::+[ \t]*(?P<name>[^\s{]*)(?P<words>[^{]*)(?P<options>\{.*)?\Z")
_BEGIN = re.compile(r" {0,3}:::")
_NEARLY = re.compile(r" {0,3}(?P<colons>::?)[ \t]*(?P<name>[a-z]+)(?![\w:-])")
_END = re.compile(r" {0,3}:::+\s*")
_WORD = re.compile(r"\S+")
_OPTION = re.compile(r"""(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"}]+))|(?P<junk>[^\s}]+)""")


class DirectiveLine(NamedTuple):
    """A directive's line.

    Attributes:
        directive: Without its body.
        usable: Whether it is a known one with all that it needs; wrong options are left out.
        body: Whether blocks follow, up to ``:::``; for a misspelt one, whether the one that was meant has a
            body.
        diagnostics: What is wrong with the line: R110, R111, R112.
    """

    directive: Directive
    usable: bool
    body: bool
    diagnostics: list[Diagnostic]


def is_directive_line(line: str) -> bool:
    """Whether the line begins or ends a directive."""
    return _BEGIN.match(line) is not None


def is_end(line: str) -> bool:
    """Whether the line ends the directive around it."""
    return _END.fullmatch(line) is not None


def parse_directive(line: str, file: str, number: int) -> DirectiveLine:
    """The directive that a line begins.

    Args:
        line: The whole line without its end.
        file: As shown to the author.
        number: Of the line, from 1.
    """
    match = _DIRECTIVE_LINE.match(line)
    assert match is not None  # only called for lines with colons in front
    name = match["name"]
    span = _span(file, number, match.start("name"), max(len(name), 1))
    grammar = DIRECTIVES.get(name)
    if grammar is None:
        cure = did_you_mean(name, DIRECTIVES, "directives")
        meant = nearest(name, DIRECTIVES)
        body = meant is not None and DIRECTIVES[meant].body
        fault = error("R110", f"unknown directive '{name}'", span, cure)
        return DirectiveLine(Directive(name, span), False, body, [fault])
    words = tuple(
        Word(found.group(), _span(file, number, match.start("words") + found.start(), len(found.group())))
        for found in _WORD.finditer(match["words"])
    )
    wrong = _check_words(name, grammar, words, span)
    options, faults = _options(match["options"] or "", file, number, match.start("options"), name, grammar)
    return DirectiveLine(Directive(name, span, words, options), not wrong, grammar.body, wrong + faults)


def _check_words(name: str, grammar: Grammar, words: tuple[Word, ...], span: Span) -> list[Diagnostic]:
    if len(words) < grammar.least:
        return [error("R112", f"':::{name}' needs {grammar.words}", span, f"write ':::{name} …'")]
    if len(words) > grammar.most:
        extra = words[grammar.most]
        cure = f"write it as {{key=value}}; ':::{name}' takes {grammar.words}"
        return [error("R112", f"'{extra.text}' is too much after ':::{name}'", extra.span, cure)]
    return []


def _options(
    text: str, file: str, number: int, offset: int, name: str, grammar: Grammar
) -> tuple[dict[str, Word], list[Diagnostic]]:
    options: dict[str, Word] = {}
    faults: list[Diagnostic] = []
    if not text:
        return options, faults
    end = text.rstrip()
    if not end.endswith("}"):
        span = _span(file, number, offset, len(end))
        faults.append(
            error("R111", "the options have no '}'", span, "close them with '}' at the end of the line")
        )
    for found in _OPTION.finditer(end.removesuffix("}"), 1):
        if found["junk"]:
            span = _span(file, number, offset + found.start("junk"), len(found["junk"]))
            cure = 'write key=value, with quotes where the value holds spaces: caption="Two words"'
            faults.append(error("R111", f"'{found['junk']}' is no option", span, cure))
            continue
        group = "bare" if found["bare"] is not None else "quoted"
        key = found["key"]
        if key not in grammar.options:
            span = _span(file, number, offset + found.start("key"), len(key))
            cure = did_you_mean(key, grammar.options, f"options of ':::{name}'")
            faults.append(error("R111", f"':::{name}' has no option '{key}'", span, cure))
            continue
        at = _span(file, number, offset + found.start(group), max(len(found[group]), 1))
        options[key] = Word(found[group], at)
    return options, faults


def _span(file: str, line: int, offset: int, length: int) -> Span:
    return Span(file, line, offset + 1, line, offset + 1 + length)


_PLACE = re.compile(r"(?P<place>[^\s:]+):\s+(?=\S)")


def with_places(directive: Directive, blocks: tuple[Block, ...]) -> tuple[Directive, list[Diagnostic]]:
    """The directive with the list that is its body, each item divided into its place and its words.

    An item without a place or with more than one paragraph is left out (R156), and so are those beyond
    ``MOST_CALLOUTS`` (R157).
    """
    places_are = DIRECTIVES[directive.name].places
    name = "set/piece" if "set/piece" in places_are else "name"
    cure = f"begin each item with {places_are}: '- {name}: words'"
    if len(blocks) != 1 or not isinstance(blocks[0], ListBlock):
        message = f"the body of ':::{directive.name}' is not one list"
        return directive, [error("R156", message, directive.span, cure)]
    faults: list[Diagnostic] = []
    places: list[Word] = []
    items: list[tuple[Block, ...]] = []
    for item in blocks[0].items:
        first = item[0] if item else None
        text = first.text if isinstance(first, Paragraph) else Text("", Origin(directive.span))
        match = _PLACE.match(text.source)
        if match is None or len(item) != 1:
            wrong = "has more than one paragraph" if match else "begins with no place"
            span = text.origin.at(0, 1)
            faults.append(error("R156", f"an item of ':::{directive.name}' {wrong}", span, cure))
            continue
        places.append(Word(match["place"], text.origin.at(0, len(match["place"]))))
        items.append((Paragraph(_without_start(text, match.end())),))
    if len(items) > MOST_CALLOUTS:
        message = f"':::{directive.name}' has {times(len(items), 'item')}, its limit is {MOST_CALLOUTS}"
        span = places[MOST_CALLOUTS].span
        faults.append(error("R157", message, span, "divide the list between two directives"))
    shown = blocks[0]._replace(items=tuple(items[:MOST_CALLOUTS]))
    return directive._replace(blocks=(shown,), places=tuple(places[:MOST_CALLOUTS])), faults


def _without_start(text: Text, start: int) -> Text:
    """The text from ``start`` on, with its places in the file."""
    span = text.origin.at(start, 1)
    later = [
        chunk._replace(offset=chunk.offset - start) for chunk in text.origin.chunks if chunk.offset > start
    ]
    whole = text.origin.span._replace(line=span.line, column=span.column)
    return Text(text.source[start:], Origin(whole, (Chunk(0, span.line, span.column), *later)))


_DEEPEST = 4
# Markdown takes a lone carriage return for a line end; the other two stand for something else while blocks
# are read.
_UNUSABLE = {ord("\r"): " ", 0: "\ufffd", ord(BAR): "\ufffd"}
_FENCE = re.compile(r" {0,3}(```|~~~)")


def parse_rulebook(source: RulebookSource) -> Rulebook:
    """The header and blocks of a rule sheet and every fault of its form; never raises.

    A sheet that is too long to be read has neither (R160).
    """
    if len(source.text) > MOST_CHARACTERS:
        return Rulebook(Header(), (), (_too_long(source),))
    lines = source.text.replace("\r\n", "\n").translate(_UNUSABLE).split("\n")
    header, first, diagnostics = parse_header(lines, source.file)
    reader = _SheetParser(lines, source.file, diagnostics)
    blocks = reader.blocks_from(first)
    return Rulebook(header, blocks, tuple(diagnostics))


def _too_long(source: RulebookSource) -> Diagnostic:
    message = f"'{source.name}' is longer than {MOST_CHARACTERS:,} characters, the most that a rule sheet has"
    return error("R160", message, Span(source.file), "divide it into several files in rulebook")


class _SheetParser:
    """Goes through the lines once; ``at`` is the index of the next one."""

    def __init__(self, lines: list[str], file: str, diagnostics: list[Diagnostic]) -> None:
        self._lines = lines
        self._file = file
        self._diagnostics = diagnostics
        self._markdown: MarkdownIt = markdown_parser()
        self._at = 0
        self._too_deep = 0

    def blocks_from(self, first: int) -> tuple[Block, ...]:
        self._at = first
        self._refuse(first)
        return tuple(self._blocks(None, 0))

    def _refuse(self, first: int) -> None:
        """Report blocks of code, which a rule sheet may not hold, and take their fences away."""
        open_fence = ""
        for index in range(first, len(self._lines)):
            line = self._lines[index]
            fence = _FENCE.match(line)
            if fence and open_fence in ("", fence[1]):
                if not open_fence:
                    span = self._span(index, fence.start(1), 3)
                    cure = "use ':::example' for a box, or '> ' for a quotation"
                    self._diagnostics.append(error("R130", "a rule sheet has no blocks of code", span, cure))
                open_fence = "" if open_fence else fence[1]
                self._lines[index] = ""

    def _blocks(self, around: Directive | None, depth: int) -> list[Block]:
        """Blocks up to the end of the directive around them, or of the file."""
        blocks: list[Block] = []
        chunk = self._at
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not is_directive_line(line):
                self._at += 1
                continue
            blocks += self._markdown_blocks(chunk, self._at)
            self._at += 1
            if is_end(line):
                if around is not None and not self._too_deep:
                    return blocks
                self._stray(line)
            else:
                blocks += self._directive(line, depth)
            chunk = self._at
        blocks += self._markdown_blocks(chunk, self._at)
        if around is not None:
            self._diagnostics.append(
                error(
                    "R113",
                    f"':::{around.name}' is not closed",
                    around.span,
                    "write ':::' after its last line",
                )
            )
        return blocks

    def _directive(self, line: str, depth: int) -> list[Block]:
        found = parse_directive(line, self._file, self._at)
        self._diagnostics += found.diagnostics
        directive = found.directive
        if not found.body:
            return [directive] if found.usable else []
        if depth >= _DEEPEST:
            self._too_deep += 1
            message = f"directives are nested more than {_DEEPEST} deep"
            self._diagnostics.append(error("R116", message, directive.span, "close the ones around it first"))
            return []
        blocks = tuple(self._blocks(directive, depth + 1))
        if found.usable and DIRECTIVES[directive.name].places:
            directive, faults = with_places(directive, blocks)
            self._diagnostics += faults
            return [directive]
        return [directive._replace(blocks=blocks)] if found.usable else list(blocks)

    def _stray(self, line: str) -> None:
        if self._too_deep:
            self._too_deep -= 1
            return
        span = self._span(self._at - 1, len(line) - len(line.lstrip()), len(line.strip()))
        with_end = ", ".join(name for name, grammar in DIRECTIVES.items() if grammar.body)
        cure = f"remove it; an end have only {with_end}"
        self._diagnostics.append(error("R114", "':::' ends nothing here", span, cure))

    def _markdown_blocks(self, start: int, end: int) -> list[Block]:
        self._report_two_colons(start, end)
        blocks, faults = read_blocks(self._markdown, self._lines, start, end, self._file)
        self._diagnostics += faults
        return blocks

    def _report_two_colons(self, start: int, end: int) -> None:
        """Report paragraphs that begin with a directive's name after one colon or two (R110)."""
        for index in range(start, end):
            found = _NEARLY.match(self._lines[index])
            if found and found["name"] in DIRECTIVES and not (index and self._lines[index - 1].strip()):
                span = self._span(index, found.start("colons"), len(found["colons"]) + len(found["name"]))
                message = f"'{found['colons']}{found['name']}' is printed as it is"
                self._diagnostics.append(error("R110", message, span, f"write ':::{found['name']}'"))

    def _span(self, index: int, offset: int, length: int) -> Span:
        return Span(self._file, index + 1, offset + 1, index + 1, offset + 1 + length)
