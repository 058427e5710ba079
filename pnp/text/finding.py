"""Faults of texts as diagnostics, at their place in the author's file."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.diagnostics import Diagnostic, error, warning
from pnp.icons import unknown_icon
from pnp.source import Origin
from pnp.text.context import TextContext
from pnp.text.fault import TextFault


def findings(
    faults: Iterable[TextFault], origin: Origin, context: TextContext, *, piece: str | None = None
) -> list[Diagnostic]:
    """One diagnostic a fault, in the same order: A100, T100, T110, T200, T220 or T310.

    Args:
        faults: Of one text.
        origin: Place of the text; offsets of the faults count in it.
        context: That the text was set with.
        piece: ``set/piece``, and language where it matters.
    """
    return [_finding(fault, origin, context, piece) for fault in faults]


def _finding(fault: TextFault, origin: Origin, context: TextContext, piece: str | None) -> Diagnostic:
    span = origin.at(fault.start, fault.length)
    cure = fault.help
    match fault.kind:
        case "overset":
            return error("T100", fault.message, origin.span, cure, piece=piece)
        case "wide-word":
            return error("T110", fault.message, span, cure, piece=piece)
        case "missing-glyph":
            return error("T200", fault.message, span, cure, piece=piece)
        case "unseen-stress":
            return warning("T220", fault.message, span, cure, piece=piece)
        case "unknown-icon":
            return unknown_icon(fault.name, span, context.icons, piece=piece)
        case "unknown-term":
            return error("T310", fault.message, span, cure, piece=piece)
