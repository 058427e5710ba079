"""Reading expressions: Python's expression syntax, cut down to what describes pieces and facts."""

from __future__ import annotations

import ast
import keyword
import math
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pnp.rules.limits import DEEPEST, LONGEST, MOST_BITS, MOST_LOOPS
from pnp.rules.run import ExpressionFault

_QUOTED = re.compile(
    r"'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|#[^\n]*",
    re.DOTALL,
)
_BRACKET = re.compile(r"[()\[\]{}]")
_CLOSING = {")": "(", "]": "[", "}": "{"}
_LINE_END = re.compile(r"\r\n|\r|\n")

KEPT_LENGTH = 200
"""Most characters of an expression whose tree is kept; the tree takes a hundred times as much."""
KEPT = 512
"""Expressions that are kept."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A read expression.

    Attributes:
        source: As the author typed it.
        body: The syntax tree; only nodes that the evaluator knows.
        names: The names that it reads, each with its first place; none of helpers, filters and its own loops.
    """

    source: str
    body: ast.expr
    names: Mapping[str, ast.Name]

    def place(self, node: ast.AST) -> tuple[int, int]:
        """Offset and length of a node in the source, in characters."""
        lines = _Lines(self.source)
        start = lines.offset(getattr(node, "lineno", 2), getattr(node, "col_offset", 0))
        end = lines.offset(getattr(node, "end_lineno", 2) or 2, getattr(node, "end_col_offset", 0) or 0)
        return start, max(end - start, 1)


class _Lines:
    """Source offsets of the parser's lines (from 1; the first has our bracket) and columns (UTF-8 bytes)."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(source))]

    def offset(self, line: int, column: int) -> int:
        index = min(max(line - 2, 0), len(self._starts) - 1)
        start = self._starts[index]
        before = self._source[start:].encode("utf-8", "surrogatepass")[: max(column, 0)]
        return min(start + len(before.decode("utf-8", "ignore")), len(self._source))


def parse_expression(source: str) -> Expression:
    """The expression written in ``source``; white space and line ends around and inside are free.

    Texts and their translations say the same over and over, so short ones are kept; their trees are never
    changed.

    Raises:
        ExpressionFault: It is no expression (X100), or uses syntax that expressions do not have (X105).
    """
    return _kept(source) if len(source) <= KEPT_LENGTH else _read(source)


def _read(source: str) -> Expression:
    if not source.strip():
        raise ExpressionFault(
            "X100", "an expression is missing", "write a value, such as facts.hand", 0, len(source)
        )
    if len(source) > LONGEST:
        cure = "move a part of it into a fact"
        raise ExpressionFault("X130", f"the expression is longer than {LONGEST:,} characters", cure, LONGEST)
    _check_brackets(source)
    body = _parse(source)
    expression = Expression(source, body, _names(body))
    _check_nodes(expression)
    return expression


_kept = lru_cache(maxsize=KEPT)(_read)


def _names(body: ast.expr) -> dict[str, ast.Name]:
    """See ``Expression.names``. The right side of ``|`` may be a filter, and does not count."""
    found: dict[str, ast.Name] = {}
    passed: set[int | str] = set()
    for node in ast.walk(body):
        if isinstance(node, ast.Call):
            passed.add(id(node.func))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            passed.add(id(node.right))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            passed.add(node.id)
        elif isinstance(node, ast.Name) and id(node) not in passed:
            found.setdefault(node.id, node)
    return {name: node for name, node in found.items() if name not in passed}


def _check_brackets(source: str) -> None:
    """Refuses brackets without a partner, so that the source can be parsed inside another pair."""
    bare = _QUOTED.sub(lambda match: " " * len(match.group()), source)
    opened: list[tuple[str, int]] = []
    for found in _BRACKET.finditer(bare):
        character, offset = found.group(), found.start()
        if character in "([{":
            opened.append((character, offset))
            if len(opened) > DEEPEST:
                raise ExpressionFault("X130", "the expression is nested too deeply", _FLATTER, offset)
        else:
            bracket = opened.pop()[0] if opened else ""
            if not bracket:
                cure = f"remove it, or add the '{_CLOSING[character]}'"
                raise ExpressionFault("X100", f"'{character}' closes nothing", cure, offset)
            if bracket != _CLOSING[character]:
                cure = f"close the '{bracket}' first"
                raise ExpressionFault("X100", f"'{character}' does not close '{bracket}'", cure, offset)
    if opened:
        character, offset = opened[-1]
        closing = next(last for last, first in _CLOSING.items() if first == character)
        raise ExpressionFault("X100", f"'{character}' is never closed", f"add the '{closing}'", offset)


_NO_ESCAPE = re.compile(r"\\[^\n'\"\\abfnrtvxuUN0-7]")


def _parse(source: str) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "error"
            )  # a doubtful escape or literal is a fault, not a line on the terminal
            return ast.parse(f"(\n{source}\n)", mode="eval").body
    except SyntaxError as fault:
        lines = _Lines(source)
        # SyntaxError counts characters from 1, the tree counts bytes from 0.
        start = lines.offset(fault.lineno or 2, 0) + max((fault.offset or 1) - 1, 0)
        start = min(start, len(source) - 1)
        message = fault.msg or ""
        if "escape sequence" in message and (escape := _NO_ESCAPE.search(source, start)):
            # Versions of Python word it differently, and point at it or at the text that it is in.
            start, message = escape.start(), f"invalid escape sequence '{escape.group()}'"
        raise ExpressionFault("X100", _syntax_message(message), _syntax_help(source), start) from None
    except (ValueError, OverflowError):
        raise ExpressionFault(
            "X100", "the expression holds a character that cannot be read", "type it again"
        ) from None
    except (MemoryError, RecursionError):
        raise ExpressionFault(
            "X130", "the expression is nested too deeply", _FLATTER, 0, len(source)
        ) from None


def _syntax_message(message: str) -> str:
    message = re.split(r"\. (?:Perhaps|Maybe)", message, maxsplit=1)[0].rstrip(".")
    if not message or message == "invalid syntax":
        return "this is no expression"
    if message.startswith("leading zeros"):
        return "this is no expression: a number begins with 0"
    return f"this is no expression: {message[0].lower()}{message[1:]}"


_FLATTER = "take it apart: a fact may hold a part of it"
_WITHOUT = "leave it out; the page on rules lists what expressions may use"
_RESERVED = re.compile(
    rf"\b(?:{'|'.join(sorted({*keyword.kwlist} - {'and', 'or', 'not', 'in', 'is', 'if', 'else', 'for', 'lambda'}))})\b"
)
"""Words of Python's that can be no names."""


def _syntax_help(source: str) -> tuple[str, ...]:
    bare = _QUOTED.sub("", source)
    if re.search(r"(?<![=!<>:])=(?!=)", bare):
        return ("'==' compares, '=' only names an argument of a call",)
    if re.search(r"&&|\|\||!(?!=)", bare):
        return ("write 'and', 'or', 'not'",)
    if re.search(r"['\"„“”’]", bare):
        return ("write texts in straight quotes, such as 'bow'",)
    if reserved := _RESERVED.search(bare):
        return (f"'{reserved.group()}' is a word of the language; give the field another name",)
    if zeros := re.search(r"(?<![\w.])0+(\d+)(?![\w.])", bare):
        return (f"write {zeros[1]}",)
    return ("look for a comma, a quote or a word that is missing here or just before",)


_WORDS: dict[type[ast.AST], str] = {
    ast.Lambda: "'lambda' is not available; write a comprehension, such as 'sum(c.copies for c in cards)'",
    ast.JoinedStr: "texts with f'…' are not available; write the text outside the expression",
    ast.NamedExpr: "':=' is not available; an expression has no variables of its own",
    ast.Await: "'await' is not available",
    ast.Yield: "'yield' is not available",
    ast.YieldFrom: "'yield' is not available",
    ast.Starred: "'*' before a value is not available",
    ast.LShift: "'<<' is not available; multiply instead",
    ast.RShift: "'>>' is not available; divide instead",
    ast.MatMult: "'@' is not available",
    ast.Invert: "'~' is not available",
}

_ALLOWED: frozenset[type[ast.AST]] = frozenset((
    ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice,
    ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp,
    ast.List, ast.Tuple, ast.Set, ast.Dict,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension,
    ast.Call, ast.keyword, ast.Load, ast.Store,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow,
    ast.BitOr, ast.BitAnd, ast.BitXor, ast.UAdd, ast.USub, ast.Not, ast.And, ast.Or,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot,
))  # fmt: skip


def _check_nodes(expression: Expression) -> None:
    """Refuses what the evaluator does not know, walking without recursion."""
    pending: list[tuple[ast.AST, ast.AST, int]] = [(expression.body, expression.body, 1)]
    while pending:
        node, placed, depth = pending.pop()
        if isinstance(node, ast.comprehension):
            placed = node.target
        elif hasattr(node, "col_offset"):
            placed = node
        if depth > DEEPEST:
            raise ExpressionFault(
                "X130", "the expression is nested too deeply", _FLATTER, *expression.place(placed)
            )
        refusal = _refusal(node)
        if refusal is not None:
            message, _, cure = refusal.partition("; ")
            raise ExpressionFault("X105", message, cure or _WITHOUT, *expression.place(placed))
        pending.extend((child, placed, depth + 1) for child in ast.iter_child_nodes(node))


def _refusal(node: ast.AST) -> str | None:
    """Why the node cannot be had, with a cure after a semicolon; None when it can."""
    if type(node) not in _ALLOWED:
        return _WORDS.get(type(node), "this kind of expression is not available")
    check = _CHECKS.get(type(node))
    return check(node) if check else None


def _refuse_identity(node: ast.Compare) -> str | None:
    """``is`` means the same as ``==`` and is only let through where Python people write it: before None."""
    for operator, right in zip(node.ops, node.comparators, strict=True):
        if isinstance(operator, ast.Is | ast.IsNot) and not (
            isinstance(right, ast.Constant) and right.value is None
        ):
            return "'is' only works before None; compare with '=='"
    return None


def _refuse_constant(node: ast.Constant) -> str | None:
    value = node.value
    if isinstance(value, int):
        return "the number is too big" if value.bit_length() > MOST_BITS else None
    if isinstance(value, float):
        return None if math.isfinite(value) else "the number is too big"
    return None if value is None or isinstance(value, str) else "values of this kind are not available"


def _refuse_call(node: ast.Call) -> str | None:
    if isinstance(node.func, ast.Attribute):
        return f"values have no methods; write '… | {node.func.attr}' or {node.func.attr}(…) if there is such a filter or helper"
    if not isinstance(node.func, ast.Name):
        return "only helpers can be called"
    if any(keyword.arg is None for keyword in node.keywords):
        return "'**' in a call is not available"
    return None


def _refuse_dict(node: ast.Dict) -> str | None:
    return "'**' in a mapping is not available" if None in node.keys else None


def _refuse_loops(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> str | None:
    return f"more than {MOST_LOOPS} loops in one place" if len(node.generators) > MOST_LOOPS else None


def _refuse_target(node: ast.comprehension) -> str | None:
    if node.is_async:
        return "'async' is not available"
    pending: list[ast.AST] = [node.target]
    while pending:
        target = pending.pop()
        if isinstance(target, ast.Tuple | ast.List):
            pending.extend(target.elts)
        elif not isinstance(target, ast.Name):
            return "a loop runs over plain names; write 'for c in cards'"
    return None


_CHECKS: dict[type[ast.AST], Callable[[Any], str | None]] = {
    ast.Constant: _refuse_constant,
    ast.Call: _refuse_call,
    ast.Compare: _refuse_identity,
    ast.Dict: _refuse_dict,
    ast.comprehension: _refuse_target,
    ast.ListComp: _refuse_loops,
    ast.SetComp: _refuse_loops,
    ast.DictComp: _refuse_loops,
    ast.GeneratorExp: _refuse_loops,
}
