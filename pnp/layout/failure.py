"""Messages of Jinja and Python in the words of a layout, with cures."""

from __future__ import annotations

import re

from pnp.diagnostics import did_you_mean

_TYPES = {
    "NoneType": "a missing value",
    "str": "a text",
    "BoundText": "a text",
    "Markup": "a text",
    "int": "a number",
    "float": "a number",
    "bool": "a flag",
    "Term": "a term",
    "BoundTerm": "a term",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
}

_DASHED = re.compile(r"(?P<owner>[^\W\d]\w*)\.(?P<name>\w+(?:-[^\W\d]\w*)+)")
_LOOK = "look at the values that it uses: they may be missing or of another kind"
_THERE = "test first, as in '{% if … %}', that it is there"
_REASONS = tuple(
    (re.compile(pattern), message, cure)
    for pattern, message, cure in (
        (r"'(\w+)' object cannot be interpreted as an integer", "{0} is no whole number", ""),
        (r"can only concatenate str \(not \"(\w+)\"\) to str", "'+' does not take a text and {0}", "'~' joins texts"),
        (r"unsupported operand type\(s\) for ([^:]+): '(\w+)' and '(\w+)'", "'{0}' does not take {1} and {2}", "'~' joins texts"),
        (r"'([<>=]+)' not supported between instances of '(\w+)' and '(\w+)'", "'{0}' does not compare {1} with {2}", ""),
        (r"can't multiply sequence by non-int of type '(\w+)'", "'*' does not take {0}", ""),
        (r"bad operand type for unary (.): '(\w+)'", "'{0}' does not take {1}", ""),
        (r"bad operand type for (\w+)\(\): '(\w+)'", "'{0}' does not take {1}", ""),
        (r"type (\w+) doesn't define __round__ method", "'round' does not take {0}", ""),
        (r"'(\w+)' object is not iterable", "{0} has no members to go through", ""),
        (r"'(\w+)' object has no attribute 'items'", "{0} is no mapping", ""),
        (r"integer modulo by zero", "division by zero", ""),
        (r"must be str, not (\w+)", "{0} is in the place of a text", "put it in quotes"),
        (r"'(\w+)' object is not callable", "{0} cannot be called", "leave '( )' behind it out"),
        (r"object of type '(\w+)' has no len\(\)", "{0} has no length", ""),
    )
)  # fmt: skip


def failure_in_words(fault: Exception) -> tuple[str, str]:
    """The reason and a cure; Python's own words for a reason that is rare in layouts."""
    words = str(fault)[:200]
    for pattern, message, cure in _REASONS:
        found = pattern.search(words)
        if found:
            parts = [_TYPES.get(part, "this value" if part[0].isupper() else part) for part in found.groups()]
            return message.format(*parts), _THERE if "a missing value" in parts else cure or _LOOK
    return words or type(fault).__name__, _LOOK


def dashed_cure(line: str, word: str) -> str:
    """How to write a member whose name has a ``-``, when the unknown ``word`` follows one; else empty."""
    found = _DASHED.search(line)
    if found is None or word not in found["name"].split("-")[1:]:
        return ""
    return f"if '{found['name']}' is one name, write {found['owner']}['{found['name']}']"


_TAGS = (
    "block", "call", "elif", "else", "endblock", "endcall", "endfilter", "endfor", "endif", "endmacro", "endset",
    "extends", "filter", "for", "from", "if", "import", "include", "macro", "set",
)  # fmt: skip

_CURES = (
    (r"needs? to be closed is '(\w+)'", r"write '{% end\1 %}'"),
    (r"'\}\}' closes nothing", "open it with '{{'"),
    (r"'%\}' closes nothing", "open it with '{%'"),
    (r"end of comment", "close the comment with '#}'"),
    (
        r"unexpected '[}%]'|unexpected char|expected token 'end of",
        "values are written in '{{ … }}', tags in '{% … %}'",
    ),
    (r"expected token ','", "put a ',' between values, and close the bracket"),
    (r"unexpected '[)\]]'|unexpected end|expected token '[)\]:}]'", "close the bracket or the quote"),
)


def syntax_cure(message: str) -> str:
    """A cure for a syntax fault."""
    unknown = re.search(r"unknown tag '(\w+)'", message)
    if unknown and "needs to be closed" not in message:
        if unknown[1] in _TAGS:
            return f"take it out, or begin what it belongs to: '{{% {unknown[1].removeprefix('end')} … %}}'"
        return did_you_mean(unknown[1], _TAGS, "tags")
    for pattern, cure in _CURES:
        if found := re.search(pattern, message):
            return found.expand(cure)
    return "compare it with the layouts of a game that works; '{{ … }}' are values, '{% … %}' are tags"
