"""What the author most likely did where the YAML parser gave up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.dataclass import dataclass
from pnp.diagnostics import Diagnostic, error
from pnp.load.yaml_scalar import ODD_SPACES
from pnp.regex import regex
from pnp.source import Span

if TYPE_CHECKING:
    from yaml import YAMLError

_KEY = regex(r"""(?:(?<=[\s{\[,])|^)(?:"[^"]*"|'[^']*'|[^\s:'"{}\[\],]+)[ ]*:[ ]+""")
_DASHES = regex(r"\s*(?:-\s+)*")
_EXPRESSION = regex(r"(?:^|[:,\[{-]\s+)(\{\{.*?(?:\}\}|$))")
_QUOTES, _REUSE, _BRACKETS = frozenset("'\""), frozenset("*&"), frozenset("[{")
_SIGNS, _CURLY = frozenset("@`%|>!"), frozenset("“„”‚‘’«")
_OPENING = ("[", "{")
_MARK = regex(r"\{\{.*?\}\}|:[a-z][a-z0-9-]*:|\[[^\]]*\]\([^)]*\)")
_MARKS = {"{": ("Y109", "the expression"), ":": ("Y108", "the icon"), "[": ("Y111", "the term")}
_COMMENT_COLOUR = regex(r"[:,\[{]\s+(#[0-9A-Fa-f]{3,8})\b")
_ODD_INDENT = regex(rf"\s*[\w-]+:([{ODD_SPACES}])|[ ]*([{ODD_SPACES}])")


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where the parser gave up: its words, the line (from 0) and column (from 0), and where the thing began."""

    file: str
    lines: list[str]
    problem: str
    context: str
    line: int
    column: int
    start_line: int
    start_column: int

    def text(self, line: int | None = None) -> str:
        at = self.line if line is None else line
        return self.lines[at] if 0 <= at < len(self.lines) else ""

    def span(self, line: int, column: int, width: int = 1) -> Span:
        line = min(max(line, 0), len(self.lines) - 1)  # the parser may point behind the last line
        column = min(column, len(self.lines[line]))
        return Span(self.file, line + 1, column + 1, line + 1, column + 1 + max(width, 1))

    def value(self, line: int, column: int) -> tuple[str, int]:
        """The value that the column lies in, or that follows the last key before it, and its own column."""
        text = self.text(line)
        begin = 0
        for match in _KEY.finditer(text[:column]):
            begin = match.end()
        if not begin and (dashes := _DASHES.match(text)):
            begin = dashes.end()
        return text[begin:], begin


def explain(fault: YAMLError, text: str, file: str) -> Diagnostic:
    """The parser's fault in the author's words, at the place where the cure belongs.

    Codes: Y100, Y103 to Y112, Y114 and Y206.
    """
    spot = _spot(fault, text, file)
    for look in (_quoted, _tab, _odd_space, _expression, _value, _flow, _shape):
        found = look(spot)
        if found is not None:
            return found
    return error(
        "Y100",
        f"this is no YAML: {spot.problem or 'unreadable'}",
        spot.span(spot.line, spot.column),
        "look for a missing colon, quote or bracket here or in the line above, and for lines that begin too far left or right",
    )


def _spot(fault: YAMLError, text: str, file: str) -> _Spot:
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    start = getattr(fault, "context_mark", None) or mark
    lines = text.split("\n")
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines) or (line == len(lines) - 1 and not lines[line] and line > 0):
        line = len(lines) - 1 - (not lines[-1] and len(lines) > 1)
        column = len(lines[line])
    return _Spot(
        file,
        lines,
        str(getattr(fault, "problem", None) or getattr(fault, "reason", None) or ""),
        str(getattr(fault, "context", None) or ""),
        line,
        column,
        start.line if start else line,
        start.column if start else column,
    )


def _quoted(spot: _Spot) -> Diagnostic | None:
    """Faults inside quotes: never closed, or a backslash that begins no escape."""
    if "quoted scalar" not in spot.context and "double-quoted" not in spot.context:
        return None
    if "escape" in spot.problem or "hex" in spot.problem:
        text = spot.text()
        column = text.rfind("\\", 0, spot.column + 1)
        column = max(column, 0)
        return error(
            "Y107",
            f"'{text[column : column + 2]}' is no escape that double quotes know",
            spot.span(spot.line, column, 2),
            ["use '/' between folders", "write '\\\\' for a backslash, or use single quotes"],
        )
    return error(
        "Y106",
        "the quote that begins here is never closed",
        spot.span(spot.start_line, spot.start_column),
        "close it, or look for a quote inside the text: use the other kind of quotes around it",
    )


def _tab(spot: _Spot) -> Diagnostic | None:
    for line in (spot.line, spot.start_line):
        text = spot.text(line)
        indent = len(text) - len(text.lstrip(" \t"))
        column = text.find("\t", 0, indent)
        if column < 0 and line == spot.line and text[spot.column : spot.column + 1] == "\t":
            column = spot.column
        if column >= 0:
            return error("Y103", "a tab is used for indenting", spot.span(line, column), "use spaces")
    return None


def _odd_space(spot: _Spot) -> Diagnostic | None:
    for line in dict.fromkeys((spot.line, spot.start_line, spot.line - 1)):
        if match := _ODD_INDENT.match(spot.text(line)):
            group = 1 if match.group(1) else 2
            char = match.group(group)
            return error(
                "Y104",
                f"there is a special space (U+{ord(char):04X}) where a plain one belongs",
                spot.span(line, match.start(group)),
                "replace it with a plain space",
            )
    return None


def _expression(spot: _Spot) -> Diagnostic | None:
    text = spot.text()
    for match in _EXPRESSION.finditer(text):
        if match.start(1) <= spot.column:
            return error(
                "Y109",
                "an expression in braces is not quoted",
                spot.span(spot.line, match.start(1), len(match.group(1))),
                "quote text that starts with '{{'",
            )
    return None


def _value(spot: _Spot) -> Diagnostic | None:
    """Faults that the first character of the value tells: it means something to YAML."""
    value, column = spot.value(spot.line, spot.column)
    first = value[:1]
    span = spot.span(spot.line, column)
    found: Diagnostic | None = None
    if first in _QUOTES:
        found = _after_quote(spot, value, column)
    elif first in _REUSE:
        span = spot.span(spot.line, column, len(value.split(" ")[0]))
        found = error("Y110", f"text that starts with '{first}' is not quoted", span, "quote it")
    elif first in _BRACKETS and _closes(value) and spot.column > column:
        span = spot.span(spot.line, column, len(value.rstrip()))
        cure = "quote it, or write it below a '|'"
        found = error("Y111", f"text that starts with '{first}' is not quoted", span, cure)
    elif first in _SIGNS and spot.column <= column + 1:
        found = error("Y112", f"text that starts with '{first}' is not quoted", span, "quote it")
    elif first in _CURLY:
        cure = "put straight quotes around the whole text"
        found = error("Y105", "curly quotes do not quote", span, cure)
    return found or _colon(spot, value, column)


def _colon(spot: _Spot, value: str, column: int) -> Diagnostic | None:
    behind_key = spot.text()[:column].strip() and value[: max(spot.column - column, 0)].strip()
    if "mapping values" not in spot.problem or not behind_key:
        return None
    return error(
        "Y108",
        "there is a ': ' inside a text that is not quoted",
        spot.span(spot.line, spot.column),
        "quote the text, or write it below a '|'",
    )


def _after_quote(spot: _Spot, value: str, column: int) -> Diagnostic | None:
    quote = value[0]
    closing = re.compile(r"'(?:[^']|'')*'" if quote == "'" else r'"(?:[^"\\]|\\.)*"').match(value)
    if closing is None or not value[closing.end() :].strip() or spot.column < column + closing.end():
        return None
    cure = "write '' for an apostrophe inside single quotes, or use double quotes around the text"
    if quote == '"':
        cure = 'write \\" for a quote inside double quotes, or use single quotes around the text'
    return error(
        "Y106",
        "the text goes on after its closing quote",
        spot.span(spot.line, column, closing.end()),
        cure,
    )


def _closes(value: str) -> bool:
    return bool(re.match(r"\[[^\]]*\]|\{[^}]*\}", value))


def _flow(spot: _Spot) -> Diagnostic | None:
    if "unexpected ':'" in spot.problem:  # what the parser says at ':,' and ':}'
        return _inside_text(spot)
    if "flow" not in spot.context or "nesting" in spot.problem:
        return None
    for line in (spot.start_line, spot.line, spot.line - 1):
        if match := _COMMENT_COLOUR.search(spot.text(line)):
            return error(
                "Y114",
                f"'{match.group(1)}' and all behind it is a comment",
                spot.span(line, match.start(1), len(match.group(1))),
                f'quote it: "{match.group(1)}"',
            )
    if inside := _inside_text(spot):
        return inside
    line, column = _opening(spot)
    before = spot.text()[: spot.column].split()
    if spot.text()[spot.column : spot.column + 1] == ":" and line == spot.line and before:
        return error(
            "Y111",
            f"a ',' is missing before '{before[-1]}', or text that holds ': ' is not quoted",
            spot.span(line, spot.column - len(before[-1]), len(before[-1]) + 1),
            "part the keys between brackets by ','; put quotes around text that holds ': '",
        )
    return error(
        "Y111",
        f"the bracket '{spot.text(line)[column : column + 1]}' is not closed, or a ',' is missing in it",
        spot.span(line, column),
        "close it; inside, quote text that holds ': ' or a ',', or starts with a bracket, and close each quote",
    )


def _inside_text(spot: _Spot) -> Diagnostic | None:
    """The mark at which the parser gave up in the middle of a text between brackets."""
    text, (_, begin) = spot.text(), spot.value(spot.line, spot.column)
    for mark in _MARK.finditer(text, begin):
        words = text[begin : mark.start()].strip()
        if words and mark.start() <= spot.column < mark.end():
            code, what = _MARKS[mark[0][0]]
            message = f"{what} '{mark[0]}' stands in text that is not quoted"
            cure = f'put quotes around the whole text: "{words[:24].rstrip()} …"'
            return error(code, message, spot.span(spot.line, mark.start(), len(mark[0])), cure)
    return None


def _opening(spot: _Spot) -> tuple[int, int]:
    """Line and column of the bracket: where the parser says, or else the last one up to there."""
    if spot.text(spot.start_line)[spot.start_column : spot.start_column + 1] in _OPENING:
        return spot.start_line, spot.start_column
    for line in range(min(spot.start_line, len(spot.lines) - 1), -1, -1):
        column = max(spot.text(line).rfind(bracket) for bracket in _OPENING)
        if column >= 0:
            return line, column
    return spot.line, spot.column


def _shape(spot: _Spot) -> Diagnostic | None:
    """Faults of the outline: a missing colon, or an indent that fits nothing above."""
    if "nesting" in spot.problem:
        return error(
            "Y206",
            "lists and mappings are nested too deeply",
            spot.span(spot.line, 0),
            "quote text that starts with brackets",
        )
    if "could not find expected ':'" in spot.problem:
        text = spot.text(spot.start_line)
        indent = len(text) - len(text.lstrip())
        return error(
            "Y100",
            f"there is no ':' after '{text.strip()[:40]}'",
            spot.span(spot.start_line, indent, len(text.strip())),
            "write 'key: value', or indent the line if it belongs to the text above",
        )
    if "mapping values" in spot.problem or "expected key" in spot.problem or "block end" in spot.problem:
        text = spot.text()
        indent = len(text) - len(text.lstrip())
        return error(
            "Y100",
            "the indentation does not fit the lines above",
            spot.span(spot.line, min(indent, spot.column)),
            "indent keys of one mapping alike, and nothing under a value on the same line",
        )
    return None
