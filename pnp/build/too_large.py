"""The fault of a PDF that nobody could read."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic, error


def too_large(path: str = "") -> Diagnostic:
    """E112, for the file at ``path``; without one, for whatever a command writes."""
    named = f"'{path}'" if path else "the PDF"
    return error(
        "E112",
        f"{named} would have more than 4 GB, which few viewers and printers can read",
        None,
        "divide the set into several, choose pieces with --only, or lower max-dpi",
    )
