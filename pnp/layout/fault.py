"""Faults of layouts on their way to where they become diagnostics, with words and cures for all of them.

What elements refuse, names that do not exist, messages of Jinja and Python in plain words, other misspellings
in the same file, and the attribute that a finding points at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from jinja2 import Environment, StrictUndefined, TemplateError, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import UndefinedError
from jinja2.meta import find_undeclared_variables
from jinja2.utils import missing

from pnp.diagnostics import Diagnostic, did_you_mean, nearest, times
from pnp.layout_source import parsed_layout
from pnp.model import LayoutSource
from pnp.source import Span, span_in


class LayoutFault(Exception):
    """A fault of a layout that ends the work at hand; it never leaves this package.

    Attributes:
        code: Of the diagnostic.
        message: Its one line.
        cure: How to fix it.
        word: What to point at in the layout's line; empty for the line itself.
        span: Of the part of an element that is at fault; None for the element that is drawn.
    """

    def __init__(self, code: str, message: str, cure: str, word: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cure = cure
        self.word = word
        self.span: Span | None = None


class AttributeFault(Exception):
    """A value that an attribute cannot hold: the fault (``is not a colour``) and what to write instead."""

    def __init__(self, message: str, cure: str) -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure


BOUND_NAMES = ("piece", "set", "game", "facts", "terms", "lang", "ink", "side", "size")
"""Names that every layout sees; ``docs/layouts.md`` explains each."""

LABEL_CURES = dict.fromkeys(("label", "labels"), "the name of a field is in the set: set.labels.cost")
"""Names by which what a field is called is looked for elsewhere than in the set."""


class LayoutUndefined(StrictUndefined):
    """A name that does not exist; any use of it is a fault that suggests what does exist."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: str | None = None,
        exc: Callable[[str], Exception] = UndefinedError,
    ) -> None:
        fault = partial(_undefined_fault, obj, name) if exc is UndefinedError else exc
        super().__init__(hint, obj, name, fault)  # type: ignore[arg-type]

    # Jinja leaves these to Python, whose message would name this class and not the missing name.
    __index__ = __round__ = __trunc__ = __abs__ = __invert__ = __reversed__ = __format__ = (
        StrictUndefined._fail_with_undefined_error
    )


def _undefined_fault(obj: Any, name: Any, message: str) -> LayoutFault:
    if isinstance(
        name, LayoutUndefined
    ):  # what was to be taken is called by a name that does not exist itself
        return _undefined_fault(name._undefined_obj, name._undefined_name, message)
    word = str(name) if isinstance(name, str | int) else "…"
    if obj is missing:
        cure = did_you_mean(word, (*BOUND_NAMES, "range", "loop"), "names")
        return LayoutFault("L110", f"unknown name '{word}'", cure, word)
    if obj is None:
        return LayoutFault(
            "L112",
            f"there is nothing to take '{word}' from",
            "test first, as in '{% if … %}', that it is there",
            word,
        )
    return LayoutFault("L111", f"{described(obj)} has no '{word}'", _member_cure(obj, word), word)


def _member_cure(obj: Any, word: str) -> str:
    if isinstance(obj, Sequence) and not isinstance(obj, str):
        return f"it has {times(len(obj), 'member')}, counted from 0"
    if word in LABEL_CURES and not hasattr(obj, "component_set"):
        return LABEL_CURES[word]
    known = known_members(obj)
    # An expression takes the point and the first part of such a name for the whole of it.
    dashed = next((name for name in known if name.startswith(f"{word}-")), None)
    close = dashed or nearest(word, known)
    if close is None or "-" not in close:
        return did_you_mean(word, known, "names")
    return f"did you mean ['{close}']? A name with '-' is written in brackets, without the point"


def known_members(obj: Any) -> list[str]:
    """The names that a layout can take from a value."""
    if isinstance(obj, Mapping):
        return [str(key) for key in obj]
    if isinstance(obj, TemplateModule):
        return sorted(name for name in vars(obj) if not name.startswith("_"))
    members = getattr(obj, "members", None)
    if callable(members) and hasattr(obj, "member"):
        return [str(name) for name in members()]
    return []


def described(obj: Any) -> str:
    """A value in words, for messages that are the same for every piece."""
    if hasattr(obj, "component_set"):
        return f"the set '{obj.component_set.id}'"
    if hasattr(obj, "set_id"):
        return f"a piece of '{obj.set_id}'"
    if hasattr(obj, "vocabulary"):
        return f"a term of '{obj.vocabulary}'"
    names: tuple[tuple[type, str], ...] = (
        (bool, "a flag"),
        (int, "a number"),
        (float, "a number"),
        (str, "a text"),
        (TemplateModule, "the imported layout"),
        (Mapping, "the mapping"),
        (Sequence, "a list"),
    )
    return next((words for of, words in names if isinstance(obj, of)), "the value")


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

_DASHED = re.compile(r"(?<!\w)(?P<owner>[^\W\d]\w*)\.(?P<name>\w+(?:-[^\W\d]\w*)+)")
_LOOK = "look at the values that it uses: they may be missing or of another kind"
_THERE = "test first, as in '{% if … %}', that it is there"
_BRACKETS = "look at the values in the brackets after its name"
_CALLED = r"(?:[\w.<>]+\.)?(?:_|(?:sync_)?do_|test_)?(\w+)\(\)"
"""How a message of Python names a function of ours or of Jinja."""
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
        (rf"{_CALLED} got an unexpected keyword argument '(\w+)'", "'{0}' takes no '{1}'", _BRACKETS),
        (rf"{_CALLED} missing \d+ required positional arguments?: (.+)", "'{0}' needs {1}", _BRACKETS),
        (rf"{_CALLED} takes .*(?:were|was|\d) given", "'{0}' is given too many values", _BRACKETS),
        (r"(\w+) expected at most \d+ arguments?, got", "'{0}' is given too many values", _BRACKETS),
        (r"(\w+) expected at least \d+ arguments?, got", "'{0}' is given too few values", _BRACKETS),
    )
)  # fmt: skip


_QUALIFIED = re.compile(r"[\w.<>]+\.(?=\w+\(\))")
"""Where our code has a function that a message of Python names."""


def failure_in_words(fault: Exception) -> tuple[str, str]:
    """The reason and a cure; Python's own words for a reason that is rare in layouts."""
    words = str(fault)[:200]
    for pattern, message, cure in _REASONS:
        found = pattern.search(words)
        if found:
            parts = [_TYPES.get(part, "this value" if part[0].isupper() else part) for part in found.groups()]
            return message.format(*parts), _THERE if "a missing value" in parts else cure or _LOOK
    return _QUALIFIED.sub("", words) or type(fault).__name__, _LOOK


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
    (
        r"more than .* inside",
        "move macros into a layout of their own, and import them; use 'include' for the rest",
    ),
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


_OWNERS = ("piece", "set", "facts", "terms", "game")
_SHOWN = 12


def other_slips(
    environment: Environment, source: LayoutSource, bound: Mapping[str, Any], reported: Span | None
) -> list[tuple[Span, str]]:
    """Places of unknown names, fields, filters and tests, each with its fault, as far as the text shows them.

    Args:
        environment: That the layout runs in.
        source: The layout.
        bound: The bound names, for one piece.
        reported: The place of the misspelling that is already reported, which is left out.
    """
    layout = parsed_layout(source)
    if layout.tree is None:
        return []
    tree = copy(layout.tree)
    tree.environment = environment
    lines = layout.lines
    found: dict[Span, str] = {}
    for line, word, what in sorted(_slips(environment, tree, bound)):
        span = next((each for each in _places(source.file, lines, line, word) if each not in found), None)
        if span is not None:
            found[span] = f"{what} '{word}'"
    if reported is not None:
        found.pop(reported, None)
    return sorted(found.items())[:_SHOWN]


def _slips(
    environment: Environment, tree: nodes.Template, bound: Mapping[str, Any]
) -> Iterator[tuple[int, str, str]]:
    """Line, word and kind of each misspelling."""
    for kind, known, what in (
        (nodes.Filter, environment.filters, "unknown filter"),
        (nodes.Test, environment.tests, "unknown test"),
    ):
        for call in tree.find_all(kind):
            if call.name not in known:
                yield call.lineno, call.name, what
    asked = set(map(id, _asked(tree)))
    unknown = _undeclared(tree) - {*BOUND_NAMES, *environment.globals}
    for name in tree.find_all(nodes.Name):
        if name.ctx == "load" and name.name in unknown and id(name) not in asked:
            yield name.lineno, name.name, "unknown name"
    for member in tree.find_all(nodes.Getattr):
        owner = member.node.name if isinstance(member.node, nodes.Name) else ""
        members = known_members(bound.get(owner)) if owner in _OWNERS else []
        if members and member.attr not in members and id(member) not in asked:
            yield member.lineno, member.attr, f"'{owner}' has no"


def _undeclared(tree: nodes.Template) -> set[str]:
    """Names that nothing makes; empty if an unknown filter or test keeps Jinja from analysing the code."""
    try:
        return find_undeclared_variables(tree)
    except TemplateError:
        return set()


def _asked(tree: nodes.Template) -> Iterator[nodes.Node]:
    """Code that is read only if it exists: ``x is defined``, ``x | default(…)``."""
    for node in tree.find_all((nodes.Test, nodes.Filter)):
        if node.name in ("defined", "undefined", "default", "d") and node.node is not None:
            yield node.node


def _places(file: str, lines: list[str], line: int, word: str) -> Iterator[Span]:
    """The places of the word in the line."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text):
        yield Span(file, line, match.start() + 1, line, match.end() + 1)


_NAMED = {
    "L204": re.compile(r"'<.+?>' has no attribute '([^']+)'"),
    "L206": re.compile(r"'([^']+)' of '<"),
    "L200": re.compile(r"(?:the value of|a space is missing before) '([^']+)'"),
}
_MEANT = {
    "A100": "name",
    "A210": "src",
    "A220": "src",
    "A221": "src",
    "L240": "style",
    "L241": "font",
    "L330": "piece",
}


def at_attribute(finding: Diagnostic, text: str) -> Diagnostic:
    """The finding at the attribute that it is about; unchanged if it is about none or about a missing one.

    Args:
        finding: At an element of a layout.
        text: Of the layout.
    """
    pattern = _NAMED.get(finding.code)
    named = pattern.search(finding.message) if pattern else None
    name = named[1] if named else _MEANT.get(finding.code, "")
    if finding.span is None or not name:
        return finding
    start = _offset(text, finding.span)
    if text[start : start + 1] != "<":
        return finding
    found = re.compile(rf"(?<=[\s}}\"'])({name})\s*=").search(text, start, _end(text, start))
    if found is None:
        return finding
    return replace(finding, span=span_in(text, finding.span.file, found.start(1), len(name)))


def _offset(text: str, span: Span) -> int:
    start = 0
    for _ in range(span.line - 1):
        start = text.find("\n", start) + 1
    return start + span.column - 1


def _end(text: str, start: int) -> int:
    """The end of the tag that begins at ``start``, not at a ``>`` in quotes; quotes come in pairs."""
    quoted = False
    for at in range(start, len(text)):
        if text[at] == '"':
            quoted = not quoted
        elif text[at] == ">" and not quoted:
            return at
    return len(text)
