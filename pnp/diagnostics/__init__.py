"""Faults as values: what was found, where, and what would cure it."""

from pnp.diagnostics.diagnostic import (
    Diagnostic,
    Severity,
    error,
    extra_cures,
    has_errors,
    missing_library,
    note,
    shortened,
    times,
    warning,
)
from pnp.diagnostics.nearest import did_you_mean, nearest

__all__ = [
    "Diagnostic",
    "Severity",
    "did_you_mean",
    "error",
    "extra_cures",
    "has_errors",
    "missing_library",
    "nearest",
    "note",
    "shortened",
    "times",
    "warning",
]
