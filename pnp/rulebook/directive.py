"""The directives of rule sheets, and reading the line that begins one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest
from pnp.rulebook.block import Directive, Word
from pnp.rulebook.limits import MOST_PIECES
from pnp.source import Span


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words that the line of a directive may hold.

    Attributes:
        body: Whether blocks follow, up to a line ``:::``.
        least: How many words it needs.
        most: How many words it may have.
        words: What the words are, for messages.
        options: Known keys between the braces.
    """

    body: bool = False
    least: int = 0
    most: int = 0
    words: str = "nothing"
    options: tuple[str, ...] = ()


DIRECTIVES: Mapping[str, Grammar] = {
    "break": Grammar(most=1, words="'column' or 'page'"),
    "columns": Grammar(body=True, least=1, most=1, words="a number of columns"),
    "components": Grammar(most=MOST_PIECES, words="ids of sets"),
    "credits": Grammar(),
    "example": Grammar(body=True),
    "figure": Grammar(least=1, most=1, words="the path of a picture", options=("caption", "width")),
    "full": Grammar(body=True),
    "piece": Grammar(
        least=1, most=MOST_PIECES, words="pieces as set/piece", options=("caption", "scale", "side")
    ),
    "plain": Grammar(body=True),
    "setup": Grammar(options=("caption", "fixed", "rows", "size")),
}

_LINE = re.compile(r" {0,3}:::+[ \t]*(?P<name>[^\s{]*)(?P<words>[^{]*)(?P<options>\{.*)?\Z")
_BEGIN = re.compile(r" {0,3}:::")
_END = re.compile(r" {0,3}:::+\s*")
_WORD = re.compile(r"\S+")
_OPTION = re.compile(
    r"""\s*(?:(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"}]+))|(?P<junk>[^\s}]+))"""
)


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
    match = _LINE.match(line)
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
