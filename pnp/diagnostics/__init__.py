"""Faults as values: what was found, where, and what would cure it."""

from pnp.diagnostics.diagnostic import Diagnostic, Severity, error, has_errors, note, warning
from pnp.diagnostics.nearest import did_you_mean, nearest
from pnp.diagnostics.times import times

__all__ = [
    "Diagnostic",
    "Severity",
    "did_you_mean",
    "error",
    "has_errors",
    "nearest",
    "note",
    "times",
    "warning",
]
