"""Finding the ``{{ }}`` of a text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pnp.rules.fault import ExpressionFault
from pnp.rules.limits import LONGEST

_MARK = re.compile(r"\{\{|\}\}|\{%")
_INSIDE = re.compile(r"'(?:\\.|[^'\\])*(?:'|\\?\Z)|\"(?:\\.|[^\"\\])*(?:\"|\\?\Z)|\}\}|[{}]", re.DOTALL)
"""A text in quotes, or one that is never closed; braces."""


_KEPT_LENGTH = 1_000
"""Characters of a text whose parts are kept."""
_KEPT = 1_024
"""Texts whose parts are kept."""


class TemplatePart(NamedTuple):
    """A stretch of a text.

    Attributes:
        start: Offset in the text; of the ``{{`` for an expression.
        end: Offset after its last character; after the ``}}`` for an expression.
        expression: The text between the braces; None for plain words.
    """

    start: int
    end: int
    expression: str | None = None

    @property
    def inner(self) -> int:
        """Offset of the expression's first character."""
        return self.start + 2


class Template(NamedTuple):
    """A text cut at its expressions, and what is wrong with its braces."""

    parts: tuple[TemplatePart, ...]
    faults: tuple[ExpressionFault, ...]


def cut_template(source: str) -> Template:
    """The parts of the text in order; together they cover it but for faulty braces.

    A text is looked at by many checks, so what short ones are cut into is kept.
    """
    return _kept(source) if len(source) <= _KEPT_LENGTH else _cut(source)


def _cut(source: str) -> Template:
    parts: list[TemplatePart] = []
    faults: list[ExpressionFault] = []
    position, balanced = 0, True
    while (mark := _MARK.search(source, position)) is not None:
        if mark.start() > position:
            parts.append(TemplatePart(position, mark.start()))
        position = mark.end()
        if mark.group() == "{{":
            end = _closing(source, position) if balanced else None
            if end is None:  # a quote or brace that is never closed hides the end, of later ones too
                balanced, end = False, source.find("}}", position)
            if end < 0:
                cure = "write '}}' after the expression"
                faults.append(ExpressionFault("X160", "'{{' is never closed", cure, mark.start(), 2))
                return Template(tuple(parts), tuple(faults))
            parts.append(TemplatePart(mark.start(), end + 2, source[position:end]))
            position = end + 2
        elif mark.group() == "}}":
            cure = "put '{{' before the expression; to print the braces write {{ '}}' }}"
            faults.append(ExpressionFault("X160", "'}}' closes nothing", cure, mark.start(), 2))
        else:
            cure = "texts hold expressions in {{ }} only; to print '{%' write {{ '{%' }}"
            faults.append(ExpressionFault("X160", "'{%' is not available in texts", cure, mark.start(), 2))
    if position < len(source):
        parts.append(TemplatePart(position, len(source)))
    return Template(tuple(parts), tuple(faults))


_kept = lru_cache(maxsize=_KEPT)(_cut)


def _closing(source: str, position: int) -> int | None:
    """Offset of the ``}}`` that ends the expression; braces in quotes and of displays are skipped.

    None if it lies farther away than the longest expression reaches, or is missing.
    """
    depth = 0
    for match in _INSIDE.finditer(source, position, position + LONGEST + 2):
        found = match.group()
        if found == "}}" and depth == 0:
            return match.start()
        if found == "}}":
            depth -= 2
            if depth < 0:  # '{{ {1: 2}}}': the display's own brace comes first
                return (
                    match.start() + 1
                    if source[match.start() + 1 : match.start() + 3] == "}}"
                    else match.start()
                )
        elif found == "{":
            depth += 1
        elif found == "}":
            depth = max(depth - 1, 0)
    return None


def sole_expression(source: str) -> str | None:
    """The expression of a text that is only one ``{{ }}``, so that its value need not be a text.

    The expression begins after the first ``{{``; see ``str.index`` for its offset.
    """
    template = cut_template(source)
    meant = [
        part
        for part in template.parts
        if part.expression is not None or source[part.start : part.end].strip()
    ]
    return meant[0].expression if len(meant) == 1 and not template.faults else None


def plain_parts(source: str) -> list[tuple[int, str]]:
    """The words of a text outside of ``{{ }}``, each stretch with its offset."""
    if _MARK.search(source) is None:
        return [(0, source)] if source else []
    parts = cut_template(source).parts
    return [(part.start, source[part.start : part.end]) for part in parts if part.expression is None]


def template_expressions(source: str) -> list[tuple[int, str]]:
    """The expressions between ``{{`` and ``}}`` in a text, each with the offset of its first character."""
    if _MARK.search(source) is None:
        return []
    return [
        (part.inner, part.expression) for part in cut_template(source).parts if part.expression is not None
    ]


def without_expressions(source: str, filler: str = "x") -> str:
    """The text with ``filler`` in place of every character of its ``{{ }}``, so that offsets stay."""
    if _MARK.search(source) is None:
        return source
    return "".join(
        source[part.start : part.end] if part.expression is None else filler * (part.end - part.start)
        for part in _covering(source)
    )


def _covering(source: str) -> list[TemplatePart]:
    """Parts that cover the whole text, faulty braces as plain words."""
    parts: list[TemplatePart] = []
    position = 0
    for part in cut_template(source).parts:
        if part.start > position:
            parts.append(TemplatePart(position, part.start))
        parts.append(part)
        position = part.end
    return [*parts, TemplatePart(position, len(source))]
