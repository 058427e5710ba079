"""How many of a piece are printed."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingABC
from typing import Any

from pnp.diagnostics import error, note
from pnp.load.cell import Cell
from pnp.load.document import Document
from pnp.load.expression import Expressions, NoValue
from pnp.load.field.kind import Unfit, describe
from pnp.load.findings import Findings
from pnp.load.limits import MAX_COPIES
from pnp.load.yaml_node import Node, Scalar

_ALMOST = re.compile(r"\s*(?:[x×]\s*(\d+)|(\d+)\s*[x×]|(\d+)\s*(?:ks|pcs|szt)\.?)\s*\Z", re.IGNORECASE)
_FRACTION = re.compile(r"\s*[-+]?\d*[.,]\d+\s*\Z")


def copies(
    node: Node,
    names: MappingABC[str, Any],
    document: Document,
    expressions: Expressions,
    findings: Findings,
    piece: str,
) -> int:
    """The number of copies: as written, or what the expression comes to. Codes: M135, M136, those of expressions.

    Args:
        node: The value of ``copies``.
        names: What the expression knows besides facts, terms and players.
        document: Of the node.
        expressions: Evaluates it.
        findings: Where faults go.
        piece: ``set/piece``, named in diagnostics.

    Raises:
        Unfit: It is no number from 0 to 999.
    """
    value = _value(node, names, document, expressions, findings, piece)
    if not 0 <= value <= MAX_COPIES:
        message = f"{value} copies are {'less than none' if value < 0 else 'more than can be meant'}"
        findings.add(error("M135", message, node.span, f"write 0 to {MAX_COPIES}", piece=piece))
        raise Unfit
    if value == 0:
        findings.add(note("M136", f"'{piece}' has no copies and is left out", node.span, piece=piece))
    return value


def _value(
    node: Node,
    names: MappingABC[str, Any],
    document: Document,
    expressions: Expressions,
    findings: Findings,
    piece: str,
) -> int:
    typed = node.value if isinstance(node, Scalar) else None
    if isinstance(typed, int) and not isinstance(typed, bool):
        return int(typed)
    if (
        not isinstance(node, Scalar)
        or not isinstance(typed, str)
        or not typed.strip()
        or _FRACTION.match(typed)
    ):
        message = f"'copies' takes a whole number, found {describe(node)}"
        findings.add(error("M135", message, node.span, "write a number such as 3, or an expression"))
        raise Unfit
    if isinstance(node, Cell) and typed.isalpha() and typed not in names:
        message = f"'{typed}' is no number of copies"
        findings.add(error("M135", message, node.span, "write a number such as 3"))
        raise Unfit
    if match := _ALMOST.match(typed):
        number = next(group for group in match.groups() if group)
        findings.add(error("M135", f"'{typed}' is no number of copies", node.span, f"write {number}"))
        raise Unfit
    try:
        value = expressions.value(document, node, names, piece)
    except NoValue:
        raise Unfit from None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    message = f"'{typed}' does not come to a whole number"
    cure = (
        "use '//' to divide without a rest"
        if isinstance(value, float)
        else "count something, such as 'facts.spells'"
    )
    findings.add(error("M135", message, node.span, cure, piece=piece))
    raise Unfit
