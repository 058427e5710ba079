"""The words in the code of layouts and texts: what they may look at while a piece is composed.

A layout without the word ``facts`` in its code cannot read a fact. Where a name may be put together, or a value goes on
under another name, a word that no code can hold (it has brackets) stands for all that may then be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ALL_FACTS = "facts[]"
"""A look at facts that does not say at which one."""

WHOLE_SET = "set[]"
"""A look at a set that may see its pieces, and not only what it is called and how many they are."""

WHOLE_PIECE = "piece[]"
"""A piece that goes on under another name."""

ANY_MEMBER = "[]"
"""A member by a name that is put together."""

_TEXT_OPENS = re.compile(r"\{\{")
_LAYOUT_OPENS = re.compile(r"\{\{|\{%|\{#")
_STRING = r"'(?:\\.|[^'\\])*+'|\"(?:\\.|[^\"\\])*+\""
_INSIDE = {
    closing: re.compile(rf"{_STRING}|{closing}|[(\[{{]|[)\]}}]", re.DOTALL) for closing in (r"\}\}", r"%\}")
}
_WORD = re.compile(r"\w+")
_ASSIGNMENT = re.compile(r"\{%[-+]?\s*set\b")
_REFERENCE = re.compile(r"\{%[-+]?\s*(?:from|import|include|extends)\b")
_REFERRED = re.compile(
    r"\s*(?:\"([^\"\\]*)\"|'([^'\\]*)')\s*(?:(?:import|as|ignore|with|without)\b|[-+]?%\})"
)
_LOOKS = {
    ALL_FACTS: re.compile(r"\bfacts\b(?!\s*\.\s*\w)"),
    WHOLE_SET: re.compile(r"\bset\b(?!\s*\.\s*(?:id|kind|labels|name|total)\b)"),
    WHOLE_PIECE: re.compile(
        r"\bpiece\b(?!\s*\.\s*\w|\s*\[\s*(?:\"[\w-]*\"|'[\w-]*')\s*\]|\s*\|\s*(?:accent|emblem|fields)\b)"
    ),
    ANY_MEMBER: re.compile(
        r"\[(?!\s*(?:\"[\w-]*\"|'[\w-]*'|-?\d+)\s*\])"
        r"|\|\s*(?:map|max|min|sort|sum|unique|groupby|selectattr|rejectattr)\b"
    ),
}


def text_words(text: str) -> frozenset[str]:
    """The words in the expressions of a text of the game's data."""
    return _words(_code(text, _TEXT_OPENS)) if "{" in text else frozenset()


def layout_words(text: str) -> frozenset[str]:
    """The words in the Jinja code of a layout, comments left out; assigning with ``set`` is no look at the set."""
    return _words(_code(text, _LAYOUT_OPENS)) if "{" in text else frozenset()


def layouts_named(text: str) -> frozenset[str] | None:
    """Names of the layouts that a layout draws in, without their ending; None where one is put together and may be any."""
    names = set()
    for part in _code(text, _LAYOUT_OPENS):
        reference = _REFERENCE.match(part)
        if reference is not None:
            referred = _REFERRED.match(part, reference.end())
            if referred is None:
                return None
            names.add((referred[1] or referred[2] or "").removesuffix(".xml"))
    return frozenset(names)


def _words(code: Iterator[str]) -> frozenset[str]:
    found: set[str] = set()
    for part in code:
        looked = _ASSIGNMENT.sub("", part)
        found.update(_WORD.findall(looked))
        found.update(sign for sign, look in _LOOKS.items() if look.search(looked))
    return frozenset(found)


def _code(text: str, opens: re.Pattern[str]) -> Iterator[str]:
    """The stretches of code in a text, braces and all. XML comments hide no code: Jinja does not know them."""
    position = 0
    while (mark := opens.search(text, position)) is not None:
        if mark[0] == "{#":
            end = text.find("#}", mark.end())
            position = len(text) if end < 0 else end + 2
            continue
        position = _end(text, mark.end(), r"\}\}" if mark[0] == "{{" else r"%\}")
        yield text[mark.start() : position]


def _end(text: str, position: int, closing: str) -> int:
    """Where code ends: behind the closing mark that stands in no quotes and no brackets, or with the text."""
    depth = 0
    inside = _INSIDE[closing]
    while (found := inside.search(text, position)) is not None:
        position = found.end()
        if found[0] in "([{":
            depth += 1
        elif found[0] in (")", "]", "}"):
            depth = max(0, depth - 1)
        elif found[0] in ("}}", "%}"):
            if depth == 0:
                return position
            position -= found[0] == "}}"  # its first brace ends a mapping
            depth -= 1
    return len(text)
