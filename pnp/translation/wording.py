"""Which texts have words to translate, and what in them is no word."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from pnp.regex import regex
from pnp.rules import Expression, ExpressionFault, parse_expression, plain_parts, template_expressions
from pnp.rules.expression import KEPT, KEPT_LENGTH

_ICON = regex(r":[a-z0-9]+(?:-[a-z0-9]+)*:")
_COLOUR = regex(r"#[0-9A-Fa-f]{3,8}\Z")
_PATH = regex(r"[\w./-]+\.(?:png|jpe?g|svg|webp|gif)\Z", re.IGNORECASE)
_LETTER = regex(r"[^\W\d_]")
_WORDY_FILTERS = ("reads", "plural", "join")


def has_words(source: str) -> bool:
    """Whether a text says anything in the game's language: not only icons, expressions, a colour or a picture's path."""
    source = source.strip()
    if _COLOUR.match(source) or _PATH.match(source):
        return False
    if any(_LETTER.search(_ICON.sub("", plain)) for _, plain in plain_parts(source)):
        return True
    return any(_LETTER.search(word) for expression in expressions(source) for word in words_in(expression))


def placed_expressions(source: str) -> list[tuple[int, Expression]]:
    """The readable expressions of a text with their offsets; what is wrong with others is told where texts are checked."""
    found = []
    for offset, inner in template_expressions(source):
        try:
            found.append((offset, parse_expression(inner)))
        except ExpressionFault:
            continue
    return found


def expressions(source: str) -> list[Expression]:
    """The readable expressions of a text in order."""
    return [expression for _, expression in placed_expressions(source)]


def words_in(expression: Expression) -> list[str]:
    """The quoted words of an expression that may be printed: not keys of ``[…]`` and not what is compared."""
    return [node.value for node in _printed(expression.body) if isinstance(node.value, str)]


def _printed(node: ast.AST) -> list[ast.Constant]:
    if isinstance(node, ast.Constant):
        return [node] if isinstance(node.value, str) else []
    if isinstance(node, ast.Subscript):
        return _printed(node.value)
    if isinstance(node, ast.Compare):
        return []
    return [found for child in ast.iter_child_nodes(node) for found in _printed(child)]


def signature(expression: Expression) -> str:
    """What an expression is about, whatever words it prints: equal for a text and its translation.

    Words in quotes, the forms that are asked of a term and the plural categories belong to the language; values, names and
    numbers do not. ``{{ north.forms['pl-ins'] }}`` and ``{{ north.name }}`` are both about ``north``.
    """
    return (
        _kept(expression.source) if len(expression.source) <= KEPT_LENGTH else _signature(expression.source)
    )


def counted(expression: Expression) -> str | None:
    """The signature of the value whose plural forms an expression chooses from; None where it is no plural."""
    body = expression.body
    if isinstance(body, ast.BinOp) and isinstance(body.op, ast.BitOr) and isinstance(body.right, ast.Call):
        named = body.right.func
        if isinstance(named, ast.Name) and named.id == "plural":
            start, length = expression.place(body.left)
            return _signature(expression.source[start : start + length])
    return None


def _signature(source: str) -> str:
    fresh = ast.parse(f"(\n{source}\n)", mode="eval").body  # quicker than a deep copy of what is there
    return ast.dump(_Core().visit(fresh))


_kept = lru_cache(maxsize=KEPT)(_signature)


class _Core(ast.NodeTransformer):
    """Takes away what belongs to the language."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant("…") if isinstance(node.value, str) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if _names_form(node.value):
            return self.visit(_owner(node.value))  # type: ignore[no-any-return]
        node.value = self.visit(node.value)
        return node  # the key stays: it says which value is meant

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if _names_form(node.value):
            return self.visit(_owner(node.value))  # type: ignore[no-any-return]
        if node.attr == "name":
            return self.visit(node.value)  # type: ignore[no-any-return]
        node.value = self.visit(node.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if isinstance(node.op, ast.BitOr):
            right = node.right
            if isinstance(right, ast.Name) and right.id in ("capital", "upper"):
                return self.visit(node.left)  # type: ignore[no-any-return]
            if isinstance(right, ast.Call) and isinstance(right.func, ast.Name):
                if right.func.id == "plural":
                    right.keywords = []
                if right.func.id == "join":
                    right.args = []
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        return node


def _names_form(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "forms"


def _owner(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Attribute)
    return node.value
