"""What the author most likely did where the YAML parser gave up between brackets."""

from __future__ import annotations

import re

from pnp.diagnostics import Diagnostic, error
from pnp.load.yaml_spot import NEXT_KEY, Spot

_OPENING = ("[", "{")
_MARK = re.compile(r"\{\{.*?\}\}|:[a-z][a-z0-9-]*:|\[[^\]]*\]\([^)]*\)")
_MARKS = {"{": ("Y109", "the expression"), ":": ("Y108", "the icon"), "[": ("Y111", "the term")}
_COMMENT = re.compile(r"\s(#\w[^\s,}\]]*)")
_KEY = re.compile(r"[\w-]+")
_COLOUR = re.compile(r"[:,\[{]\s+#[0-9A-Fa-f]{3,8}")


def flow_fault(spot: Spot) -> Diagnostic | None:
    """What is wrong between brackets (Y108, Y109, Y111, Y114); None where something else is."""
    if "unexpected ':'" in spot.problem:  # what the parser says at ':,' and ':}'
        return _inside_text(spot) or _colon(spot)
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


def _comment(spot: Spot) -> Diagnostic | None:
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


def _second_colon(spot: Spot) -> Diagnostic | None:
    """A colon in the value of a key, at which the parser gave up."""
    before = spot.text()[: spot.column]
    begin = max(before.rfind(sign) for sign in "{[,") + 1
    if spot.text()[spot.column : spot.column + 1] == ":" and ": " in before[begin:]:
        return _colon(spot)
    return None


def _colon(spot: Spot) -> Diagnostic:
    """The fault of a colon between brackets that parts no key from its value."""
    text = spot.text()
    begin = max(text.rfind(sign, 0, spot.column) for sign in "{[,") + 1
    words = text[begin : spot.column].strip()
    span = spot.span(spot.line, spot.column)
    if _KEY.fullmatch(words) and text[spot.column + 1 : spot.column + 2] in ("[", "{"):
        return error("Y113", f"'{words}:' has no space after the colon", span, "put a space after ':'")
    if _KEY.fullmatch(words):
        return error(
            "Y113",
            f"'{words}:' has no value",
            span,
            f"write a space and a value behind '{words}:', or take it out",
        )
    return error("Y108", "there is a ':' in a text that is not quoted", span, "quote the whole text")


def _missing_comma(spot: Spot, opened: int) -> Diagnostic | None:
    """A key that begins before the value in front of it has ended; None where the bracket rather was not closed.

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
    return error("Y111", f"a ',' is missing behind '{word}'", span, cure)


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _inside_text(spot: Spot) -> Diagnostic | None:
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


def _opening(spot: Spot) -> tuple[int, int]:
    """Line and column of the bracket: where the parser says, or else the last one up to there."""
    if spot.text(spot.start_line)[spot.start_column : spot.start_column + 1] in _OPENING:
        return spot.start_line, spot.start_column
    for line in range(min(spot.start_line, len(spot.lines) - 1), -1, -1):
        column = max(spot.text(line).rfind(bracket) for bracket in _OPENING)
        if column >= 0:
            return line, column
    return spot.line, spot.column
