"""Values that YAML reads without an error, but not as their author meant them."""

from __future__ import annotations

import re

from pnp.diagnostics import Diagnostic, error, note, shortened, warning
from pnp.load.decode import UNPRINTABLE, unprintable
from pnp.load.yaml.node import Scalar
from pnp.source import Span, span_in

# Spaces that look like one but are none to YAML: no-break, figure, narrow no-break, ideographic, and the em
# family.
ODD_SPACES = "\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000"
_LEADING = re.compile(rf"[{ODD_SPACES}]")
_KEY_AND_ODD_SPACE = re.compile(rf"[\w-]+:([{ODD_SPACES}])")
_CURLY = re.compile(r"[“„«].*[“”»]\Z", re.DOTALL)
_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\b")
_FRACTION = re.compile(r"\d+[ \t]*[a-z%]*\Z")
_QUOTED = 48  # characters of the author's text in a message
# A '#' with a word or symbol right after it, or with nothing: not '# comment', and not '#----'.
_WORD_COMMENT = re.compile(r"#(?!##|==|~~|\*\*|__|--)[^\s#]\S*")
_COMMENTED = re.compile(rf"[ \t]*({_WORD_COMMENT.pattern}|#(?=[ \t]*$))", re.MULTILINE)
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_NAMED = {"0": 0, "a": 7, "b": 8, "v": 11, "f": 12, "r": 13, "e": 27, "N": 0x85, "L": 0x2028, "P": 0x2029}
"""The escapes of YAML 1.2 (section 5.7) whose characters no text should hold."""


def check_plain(node: Scalar, text: str) -> list[Diagnostic]:
    """The odd characters of an unquoted value: unusual spaces (Y104), curly quotes (Y105), a ``#`` (Y114)."""
    value = node.text
    if not value:
        return []
    if _LEADING.match(value):
        return [_odd_space(value[0], node.file, node.start.line, node.start.column)]
    if (match := _KEY_AND_ODD_SPACE.match(value)) and _begins_line(node, text):
        return [_odd_space(match.group(1), node.file, node.start.line, node.start.column + match.start(1))]
    if _CURLY.match(value):
        return [note("Y105", "curly quotes do not quote; they are printed", node.span)]
    if (match := _COMMENTED.match(text, node.end.index)) and isinstance(node.value, str):
        column = node.end.column + match.start(1) - match.start() + 1
        span = Span(node.file, node.end.line + 1, column, node.end.line + 1, column + len(match.group(1)))
        return [
            warning(
                "Y114",
                f"'{match.group(1)}' begins a comment and is not printed",
                span,
                ["quote the whole text", "if it is a comment, put a space after the '#'"],
            )
        ]
    return []


def check_escapes(node: Scalar, text: str, most: int) -> list[Diagnostic]:
    """The escapes of a value in double quotes that stand for characters that no text should hold (Y102).

    At most ``most`` are reported, because finding the place of each takes as long as reading the file.
    """
    if UNPRINTABLE.search(node.text) is None and "\r" not in node.text:
        return []
    found: list[Diagnostic] = []
    for match in _ESCAPE.finditer(text, node.start.index, node.end.index):
        if len(found) == most:
            break
        digits = match[1] or match[2] or match[3]
        code = int(digits, 16) if digits else _NAMED.get(match[4], 0x20)
        char = chr(code)
        if char == "\r" or UNPRINTABLE.match(char):
            found.append(unprintable(char, span_in(text, node.file, match.start(), len(match[0])), match[0]))
    return found


def check_empty_value(key: Scalar, value: Scalar, text: str) -> list[Diagnostic]:
    """The fault of a value that is nothing but a comment, such as ``colour: #B3202C`` (Y114)."""
    end = text.find("\n", value.end.index)
    rest = text[value.end.index : end if end >= 0 else len(text)]
    comment = rest.lstrip(" \t")
    match = _COLOUR.match(comment) or _WORD_COMMENT.match(comment)
    if match is None:
        return []
    cure = [f'quote it: "{match.group()}"']
    if not _COLOUR.match(comment):
        cure = ["quote the whole text", "if it is a comment, put a space after the '#'"]
    column = value.end.column + len(rest) - len(rest.lstrip(" \t")) + 1
    span = Span(key.file, value.end.line + 1, column, value.end.line + 1, column + len(match.group()))
    return [
        error(
            "Y114",
            f"'{match.group()}' is a comment, so '{key.text}' has no value",
            span,
            cure,
        )
    ]


def check_flow_key(
    key: Scalar, text: str, last: Scalar | None = None, before: Scalar | None = None
) -> list[Diagnostic]:
    """The fault of a key in braces without a value: ``{1:2}`` (Y113), ``{T}`` or ``{a: b, c}`` (Y111).

    Args:
        key: The key.
        text: Of the file.
        last: The key in front of it in the same braces.
        before: Its value.
    """
    if text[key.end.index : key.end.index + 80].lstrip().startswith(":"):
        return []
    above = text[max(key.start.index - 80, 0) : key.start.index].rstrip()
    if above.endswith("{{"):
        return []  # an unquoted expression, which is reported as such
    if ":" in key.text:
        return [
            error("Y113", f"'{key.text}' has no space after the colon", key.span, "put a space after ':'")
        ]
    if last is None or not above.endswith(","):
        cures = ["quote text that starts with '{'"]
    elif before is None or before.style:
        cures = [f"write '{key.text}: …', or quote the text that holds the ','"]
    elif is_fraction(before, key):
        cures = [f"write a decimal point: {last.text}: {before.text}.{key.text}"]
    else:
        whole = text[before.start.index : key.end.index]
        whole = whole if len(whole) <= _QUOTED and "\n" not in whole else f"{before.text[:20].rstrip()}…"
        cures = [f"quote the text that holds the ',': {last.text}: \"{whole}\"", f"or write '{key.text}: …'"]
    return [error("Y111", f"'{shortened(key.text, _QUOTED)}' in braces has no value", key.span, cures)]


def is_fraction(before: Scalar, key: Scalar, *, unit: bool = False) -> bool:
    """Whether a value and the key after it are a number with a decimal comma, such as ``9,5pt``."""
    joined = key.start.index == before.end.index + 1 and before.text.lstrip("+-").isdecimal()
    return joined and _FRACTION.match(key.text) is not None and not (unit and key.text.isdecimal())


def _begins_line(node: Scalar, text: str) -> bool:
    start = node.start.index
    return not text[text.rfind("\n", 0, start) + 1 : start].strip(" -")


def _odd_space(char: str, file: str, line: int, column: int) -> Diagnostic:
    span = Span(file, line + 1, column + 1, line + 1, column + 2)
    return error(
        "Y104",
        f"there is a special space (U+{ord(char):04X}) where a plain one belongs",
        span,
        "replace it with a plain space, or quote the text",
    )
