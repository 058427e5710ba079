"""The likely mistake where the YAML parser gave up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, error
from pnp.load.yaml.scalar import ODD_SPACES
from pnp.source import Span

if TYPE_CHECKING:
    from yaml import YAMLError

NEXT_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+)\s*:(?=\s|$)""")
"""A key that begins here, and its colon."""

_KEY = re.compile(r"""(?:(?<=[\s{\[,])|^)(?:"[^"]*"|'[^']*'|[^\s:'"{}\[\],]+)[ ]*:[ ]+""")
_DASHES = re.compile(r"\s*(?:-\s+)*")


@dataclass(frozen=True, slots=True)
class FaultSpot:
    """The parser's words, where it gave up (line and column from 0), and where the construct began."""

    file: str
    lines: list[str]
    problem: str
    context: str
    line: int
    column: int
    start_line: int
    start_column: int

    def text(self, line: int | None = None) -> str:
        """That line, or the one where it gave up; empty after the last line."""
        at = self.line if line is None else line
        return self.lines[at] if 0 <= at < len(self.lines) else ""

    def span(self, line: int, column: int, width: int = 1) -> Span:
        """A stretch of a line."""
        line = min(max(line, 0), len(self.lines) - 1)  # the parser may point past the last line
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


def spot_of(fault: YAMLError, text: str, file: str) -> FaultSpot:
    """Where the parser's fault lies in the text."""
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    start = getattr(fault, "context_mark", None) or mark
    lines = text.split("\n")
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines) or (line == len(lines) - 1 and not lines[line] and line > 0):
        line = len(lines) - 1 - (not lines[-1] and len(lines) > 1)
        column = len(lines[line])
    return FaultSpot(
        file=file,
        lines=lines,
        problem=str(getattr(fault, "problem", None) or getattr(fault, "reason", None) or ""),
        context=str(getattr(fault, "context", None) or ""),
        line=line,
        column=column,
        start_line=start.line if start else line,
        start_column=start.column if start else column,
    )


_OPENING = ("[", "{")
_MARK = re.compile(r"\{\{.*?\}\}|:[a-z][a-z0-9-]*:|\[[^\]]*\](?:\([^)]*\)|\{[^{}]*\})")
_MARKS = {"{": ("Y109", "the expression"), ":": ("Y108", "the icon"), "[": ("Y111", "the term")}
_COMMENT = re.compile(r"\s(#\w[^\s,}\]]*)")
_FLOW_KEY = re.compile(r"[\w-]+")
_COLOUR = re.compile(r"[:,\[{]\s+#[0-9A-Fa-f]{3,8}")


def flow_fault(spot: FaultSpot) -> Diagnostic | None:
    """The fault between brackets (Y108, Y109, Y111, Y114); None where the fault is another."""
    if "unexpected ':'" in spot.problem:  # what the parser says at ':,' and ':}'
        return _inside_text(spot) or _flow_colon(spot)
    if "flow" not in spot.context or "nesting" in spot.problem:
        return None
    if found := _comment(spot) or _inside_text(spot):
        return found
    line, column = _opening(spot)
    if missing := _missing_comma(spot, line) or _second_colon(spot):
        return missing
    return error(
        "Y111",
        f"the bracket '{spot.text(line)[column : column + 1]}' is not closed, or a ',' is missing in it",
        spot.span(line, column),
        "close it; inside, quote text that holds ': ' or a ',', or starts with a bracket, and close each quote",
    )


def _comment(spot: FaultSpot) -> Diagnostic | None:
    """A ``#`` that made a comment of the rest of the line, and of the bracket that closes with it."""
    for line in (spot.start_line, spot.line, spot.line - 1):
        if match := _COMMENT.search(spot.text(line)):
            cure = (
                f'quote it: "{match[1]}"'
                if _COLOUR.search(spot.text(line)[: match.end(1)])
                else "quote the whole text"
            )
            message = f"'{match[1]}' and all behind it is a comment"
            return error("Y114", message, spot.span(line, match.start(1), len(match[1])), cure)
    return None


def _second_colon(spot: FaultSpot) -> Diagnostic | None:
    """A colon in the value of a key, at which the parser gave up."""
    before = spot.text()[: spot.column]
    begin = max(before.rfind(sign) for sign in "{[,") + 1
    if spot.text()[spot.column : spot.column + 1] == ":" and ": " in before[begin:]:
        return _flow_colon(spot)
    return None


def _flow_colon(spot: FaultSpot) -> Diagnostic:
    """The fault of a colon between brackets that parts no key from its value."""
    text = spot.text()
    begin = max(text.rfind(sign, 0, spot.column) for sign in "{[,") + 1
    words = text[begin : spot.column].strip()
    span = spot.span(spot.line, spot.column)
    if _FLOW_KEY.fullmatch(words) and text[spot.column + 1 : spot.column + 2] in ("[", "{"):
        return error("Y113", f"'{words}:' has no space after the colon", span, "put a space after ':'")
    if _FLOW_KEY.fullmatch(words):
        return error(
            "Y113",
            f"'{words}:' has no value",
            span,
            f"write a space and a value after '{words}:', or take it out",
        )
    return error("Y108", "there is a ':' in a text that is not quoted", span, "quote the whole text")


def _missing_comma(spot: FaultSpot, opened: int) -> Diagnostic | None:
    """A key that begins before the previous value has ended; None if rather a bracket was not closed.

    Args:
        spot: Where the parser gave up: at the key, or at its colon.
        opened: Line of the bracket.
    """
    text, at = spot.text(), spot.column
    begin = at - len((text[:at].split() or [""])[-1]) if text[at : at + 1] == ":" else at
    key, indent = NEXT_KEY.match(text, begin), len(text) - len(text.lstrip())
    deeper = spot.line == opened or indent > len(spot.text(opened)) - len(spot.text(opened).lstrip())
    if key is None or not deeper:
        return None
    cure = "part the keys between brackets by ','; put quotes around text that holds ': '"
    if text[:begin].strip():
        span = spot.span(spot.line, begin, len(key[0].rstrip()))
        words = f"a ',' is missing before '{key[1]}', or text that holds ': ' is not quoted"
        return error("Y111", words, span, cure)
    above = next((line for line in range(spot.line - 1, -1, -1) if _says(spot.text(line))), None)
    if above is None:
        return None
    ended = spot.text(above).split(" #")[0].rstrip()
    word = ended.split()[-1]
    span = spot.span(above, len(ended) - len(word), len(word))
    return error("Y111", f"a ',' is missing after '{word}'", span, cure)


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _inside_text(spot: FaultSpot) -> Diagnostic | None:
    """The mark at which the parser gave up in the middle of a text between brackets."""
    text, (_, begin) = spot.text(), spot.value(spot.line, spot.column)
    for mark in _MARK.finditer(text, begin):
        words = text[begin : mark.start()].strip()
        if words and mark.start() <= spot.column < mark.end():
            code, what = _MARKS[mark[0][0]]
            what = "the mark" if mark[0].startswith("[") and mark[0].endswith("}") else what
            message = f"{what} '{mark[0]}' is in text that is not quoted"
            cure = f'put quotes around the whole text: "{words[:24].rstrip()} …"'
            return error(code, message, spot.span(spot.line, mark.start(), len(mark[0])), cure)
    return None


def _opening(spot: FaultSpot) -> tuple[int, int]:
    """Line and column of the bracket: where the parser says, or else the last one up to there."""
    if spot.text(spot.start_line)[spot.start_column : spot.start_column + 1] in _OPENING:
        return spot.start_line, spot.start_column
    for line in range(min(spot.start_line, len(spot.lines) - 1), -1, -1):
        column = max(spot.text(line).rfind(bracket) for bracket in _OPENING)
        if column >= 0:
            return line, column
    return spot.line, spot.column


_EXPRESSION = re.compile(r"(?:^|[:,\[{-]\s+)(\{\{.*?(?:\}\}|$))")
_QUOTES, _REUSE, _BRACKETS = frozenset("'\""), frozenset("*&"), frozenset("[{")
_SIGNS, _CURLY = frozenset("@`%|>!?,]}-"), frozenset("“„”‚‘’«")
_GLUED = re.compile(r"\s*(?:-\s+)*([^\W\d][\w-]*:)(?=[^\s:/\\])")
_QUOTED_LINES = re.compile(r"""(?:^|(?<=[:,\[{-])[ ]+)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')""", re.DOTALL)
_KEY_LINE = re.compile(r"\n[ ]*[\w-]+:(?=\s|$)")
_IN_QUOTES = re.compile(r"""(?<!\w)(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')""")
_ODD_INDENT = re.compile(rf"\s*[\w-]+:([{ODD_SPACES}])|[ ]*([{ODD_SPACES}])")


def explain(fault: YAMLError, text: str, file: str) -> Diagnostic:
    """The parser's fault in the author's words, at the place where the cure belongs.

    Codes: Y100, Y103 to Y112, Y114 and Y206.
    """
    spot = spot_of(fault, text, file)
    for look in (
        _quoted,
        _tab,
        _odd_space,
        _expression,
        _runaway,
        _value,
        flow_fault,
        _glued,
        _closed,
        _shape,
    ):
        found = look(spot)
        if found is not None:
            return found
    return error(
        "Y100",
        f"this is no YAML: {spot.problem or 'unreadable'}",
        spot.span(spot.line, spot.column),
        "look for a missing colon, quote or bracket here or in the line above, and for lines that begin too far left or right",
    )


_HALF = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}(\\u[dD][c-fC-F][0-9a-fA-F]{2})?")
"""One half of a character outside of the first 65,536, or both."""


def _quoted(spot: FaultSpot) -> Diagnostic | None:
    """Faults inside quotes: never closed, or a backslash that begins no escape."""
    if "quoted scalar" not in spot.context and "double-quoted" not in spot.context:
        return None
    if "escape" in spot.problem or "hex" in spot.problem:
        text = spot.text()
        column = text.rfind("\\", 0, spot.column + 1)
        column = max(column, 0)
        if half := _HALF.match(text, column):
            whole = half[0].encode().decode("unicode_escape").encode("utf-16", "surrogatepass")
            sign = whole.decode("utf-16", "replace")
            cure = (
                f"write '{sign}' itself, or '\\U{ord(sign):08X}'"
                if len(sign) == 1 and half[1]
                else "write the character itself"
            )
            message = f"'{half[0]}' is a character in two halves, as JSON has it"
            return error("Y107", message, spot.span(spot.line, column, len(half[0])), cure)
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


def _tab(spot: FaultSpot) -> Diagnostic | None:
    for line in (spot.line, spot.start_line):
        text = spot.text(line)
        indent = len(text) - len(text.lstrip(" \t"))
        column = text.find("\t", 0, indent)
        if column < 0 and line == spot.line and text[spot.column : spot.column + 1] == "\t":
            column = spot.column
        if column >= 0:
            return error("Y103", "a tab is used for indenting", spot.span(line, column), "use spaces")
    return None


def _odd_space(spot: FaultSpot) -> Diagnostic | None:
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


def _expression(spot: FaultSpot) -> Diagnostic | None:
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


def _value(spot: FaultSpot) -> Diagnostic | None:
    """Faults by the first character of a value, which has a meaning in YAML."""
    value, column = spot.value(spot.line, spot.column)
    first = value[:1]
    span = spot.span(spot.line, column)
    found: Diagnostic | None = None
    if first in _QUOTES:
        found = _after_quote(spot, value, column)
    elif first in _REUSE:
        span = spot.span(spot.line, column, len(value.split(" ")[0]))
        found = error("Y110", f"text that starts with '{first}' is not quoted", span, "quote it")
    elif first in _BRACKETS and (end := _closing(value)) and spot.column >= column + end:
        if "flow" in spot.context and NEXT_KEY.match(value, end):
            return None  # brackets that are meant, and no comma after them
        span = spot.span(spot.line, column, len(value.rstrip()))
        cure = "quote it, or write it below a '|'"
        found = error("Y111", f"text that starts with '{first}' is not quoted", span, cure)
    elif (first in _SIGNS and spot.column <= column + 1) or (
        first in "|>" and "comment or line break" in spot.problem
    ):
        found = error("Y112", f"text that starts with '{first}' is not quoted", span, _sign_cure(first))
    elif value.startswith(("{%", "{#")):
        cure = "quote it; texts hold expressions in {{ }} only"
        found = error("Y111", f"text that starts with '{value[:2]}' is not quoted", span, cure)
    elif first in _CURLY:
        cure = "put straight quotes around the whole text"
        found = error("Y105", "curly quotes do not quote", span, cure)
    return found or _colon(spot, value, column)


def _sign_cure(sign: str) -> str:
    if sign in "|>":
        return f"quote it; or begin the text on the line below the '{sign}'"
    return "quote it; or write each member of a list on a line of its own" if sign == "-" else "quote it"


def _runaway(spot: FaultSpot) -> Diagnostic | None:
    """A quote that was not closed, so that a quote in a line below closed it: the keys between are lost."""
    if "quote" in spot.context or not ("expected" in spot.problem or "not allowed" in spot.problem):
        return None
    text = "\n".join(spot.lines[: spot.line + 1])
    last = None
    for found in _QUOTED_LINES.finditer(text):
        if _KEY_LINE.search(found[1]):
            last = found
    if last is None or text.count("\n", 0, last.end()) < spot.line - 1:
        return None
    begin = last.start(1)
    line = text.count("\n", 0, begin)
    return error(
        "Y106",
        "the quote that begins here is not closed in its line",
        spot.span(line, begin - (text.rfind("\n", 0, begin) + 1)),
        "close it, or look for a quote inside the text: use the other kind of quotes around it",
    )


def _glued(spot: FaultSpot) -> Diagnostic | None:
    """A key without a space after its colon, which makes a text of it that runs on in the next line."""
    if not ("mapping values" in spot.problem or "could not find expected ':'" in spot.problem):
        return None
    above = next((at for at in range(spot.line - 1, -1, -1) if spot.text(at).strip()), 0)
    for line in dict.fromkeys((spot.start_line, spot.line, above)):
        text = spot.text(line)
        if (found := _GLUED.match(text)) and not re.search(r":\s", text[: found.end() + 1]):
            message = f"'{found[1]}' has no space after the colon"
            return error(
                "Y113", message, spot.span(line, found.start(1), len(found[1])), "put a space after ':'"
            )
    return None


def _closed(spot: FaultSpot) -> Diagnostic | None:
    """A closing bracket in the line that closes nothing."""
    if not ("expected" in spot.problem or "not allowed" in spot.problem):
        return None
    above = next((at for at in range(spot.line - 1, -1, -1) if spot.text(at).strip()), spot.line)
    for line in dict.fromkeys((spot.line, above)):
        text = _IN_QUOTES.sub(lambda found: " " * len(found[0]), spot.text(line)).split(" #")[0]
        if not re.match(r"\s*(?:- )?[\w-]+:\s+[\[{]", text):
            continue
        depth = 0
        for column, char in enumerate(text):
            depth += (char in "[{") - (char in "]}")
            if depth < 0:
                return error(
                    "Y111", f"the bracket '{char}' closes nothing", spot.span(line, column), "remove it"
                )
    return None


def _colon(spot: FaultSpot, value: str, column: int) -> Diagnostic | None:
    behind_key = spot.text()[:column].strip() and value[: max(spot.column - column, 0)].strip()
    if "mapping values" not in spot.problem or not behind_key:
        return None
    return error(
        "Y108",
        "there is a ': ' inside a text that is not quoted",
        spot.span(spot.line, spot.column),
        "quote the text, or write it below a '|'",
    )


def _after_quote(spot: FaultSpot, value: str, column: int) -> Diagnostic | None:
    quote = value[0]
    closing = re.compile(r"'(?:[^']|'')*'" if quote == "'" else r'"(?:[^"\\]|\\.)*"').match(value)
    if closing is None or not value[closing.end() :].strip() or spot.column < column + closing.end():
        return None
    if "flow" in spot.context and NEXT_KEY.match(value, closing.end()):
        return None  # the text is whole, and no comma follows
    cure = "write '' for an apostrophe inside single quotes, or use double quotes around the text"
    if quote == '"':
        cure = 'write \\" for a quote inside double quotes, or use single quotes around the text'
    return error(
        "Y106",
        "the text goes on after its closing quote",
        spot.span(spot.line, column, closing.end()),
        cure,
    )


def _closing(value: str) -> int:
    """Where the bracket that the value begins with has been closed; 0 where it is not."""
    match = re.match(r"\[[^\]]*\]|\{[^}]*\}", value)
    return match.end() if match else 0


def _shape(spot: FaultSpot) -> Diagnostic | None:
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
        if text.lstrip().startswith("!"):
            sign = spot.span(spot.start_line, indent)
            return error("Y112", "a key that starts with '!' is not quoted", sign, "take out the '!'")
        return error(
            "Y100",
            f"there is no ':' after '{text.strip()[:40]}'",
            spot.span(spot.start_line, indent, len(text.strip())),
            f"write '{_with_colon(text.strip())}', or indent the line if it belongs to the text above",
        )
    if "mapping values" in spot.problem or "expected key" in spot.problem or "block end" in spot.problem:
        text = spot.text()
        indent = len(text) - len(text.lstrip())
        if (misplaced := _dash(spot, indent) or _further_left(spot, indent)) is not None:
            return misplaced
        return error(
            "Y100",
            "the indentation does not fit the lines above",
            spot.span(spot.line, min(indent, spot.column)),
            "indent keys of one mapping alike, and nothing under a value on the same line",
        )
    return None


def _with_colon(text: str) -> str:
    """The line as a key and its value, if its first word can be a key."""
    key, _, value = text.partition(" ")
    return (
        f"{key}: {value}".rstrip() if re.fullmatch(r"[\w-]{1,40}", key) and len(value) < 40 else "key: value"
    )


def _dash(spot: FaultSpot, indent: int) -> Diagnostic | None:
    """The fault of a '-' that begins a line among keys; None without one."""
    before = [line for line in spot.lines[: spot.line] if line[: indent + 1].strip() and line.strip()]
    if not spot.text().lstrip().startswith("- ") or not before or before[-1].lstrip().startswith("-"):
        return None
    return error(
        "Y100",
        "a '-' begins this line, and the lines above begin with keys",
        spot.span(spot.line, indent),
        "begin it with a key, such as 'name:', as the lines above",
    )


def _further_left(spot: FaultSpot, indent: int) -> Diagnostic | None:
    """The fault of a line that begins further left than both its neighbours; None without one.

    The parser gives up one line later: it reads the line as the end of the block above.
    """
    filled = [
        at for at in range(spot.line) if spot.text(at).strip() and not spot.text(at).lstrip().startswith("#")
    ]
    if len(filled) < 2:
        return None
    above, odd = (spot.text(at) for at in filled[-2:])
    left = len(odd) - len(odd.lstrip())
    if not left < indent == len(above) - len(above.lstrip()):
        return None
    return error(
        "Y100",
        "the line is further left than those around it",
        spot.span(filled[-1], left, len(odd.strip().split(":")[0])),
        f"indent it by {indent} spaces, like the lines above and below",
    )
