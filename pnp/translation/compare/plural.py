"""Plural forms of a translation."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error
from pnp.i18n import whole_number_categories
from pnp.translation.compare.pair import TextPair
from pnp.translation.wording import placed_expressions


def check_plurals(pair: TextPair) -> Iterator[Diagnostic]:
    """Plural filters without all forms that whole numbers reach in the language (K540).

    Also where the number is no other at present: it may change, and the text with it.
    """
    if "plural" not in pair.translation:
        return
    needed: tuple[str, ...] = ()
    for offset, expression in placed_expressions(pair.translation):
        for node in ast.walk(expression.body):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "plural":
                needed = needed or whole_number_categories(pair.language)
                given = [keyword.arg for keyword in node.keywords]
                lacking = [name for name in needed if name not in given]
                if lacking:
                    listed = ", ".join(f"{name}='…'" for name in lacking)
                    message = f"plural lacks {' and '.join(lacking)} for language '{pair.language}'"
                    start, length = expression.place(node)
                    spare = [name for name in given if name and name not in needed]
                    cure = f"add {listed}"
                    if len(lacking) == len(spare) == 1:
                        cure = f"write {listed} in place of {spare[0]}='…', which no whole number takes in '{pair.language}'"
                    yield error("K540", message, pair.at(offset + start, length), cure)
