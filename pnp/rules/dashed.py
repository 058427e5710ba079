"""Names with a ``-``, which an expression takes for a subtraction."""

from __future__ import annotations

import re

from pnp.rules.fault import ExpressionFault

_DASHED = re.compile(r"(?<![\w'\"-])(?P<owner>(?:\w+\.)*)(?P<name>[^\W\d]\w*(?:-[^\W\d]\w*)+)(?![\w'\"(-])")


def dashed(fault: ExpressionFault, source: str) -> ExpressionFault:
    """The fault, with how a name is written that was typed with a ``-`` where the expression failed."""
    end = fault.start + fault.length
    for found in _DASHED.finditer(source):
        if found.start() < end and fault.start < found.end():
            owner = found["owner"].rstrip(".") or "piece"
            cure = f"if '{found['name']}' is one name, write {owner}['{found['name']}']"
            return ExpressionFault(fault.code, fault.message, (cure, *fault.help), fault.start, fault.length)
    return fault
