"""One fault, warning or note of a run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from importlib.util import find_spec

from pnp.source import Span


class Severity(IntEnum):
    """How grave; only errors keep a build from writing."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    Attributes:
        code: The kind of fault, such as ``M110``; it never changes its meaning. ``pnp explain`` documents it.
        severity: Error, warning or note.
        message: One line without a full stop, in small letters, with the offending value in quotes.
        span: Where; None when the fault is in no file (a command-line option).
        help: Cures, best first, each a short sentence without a full stop.
        piece: ``set/piece`` (and language where it matters) when the fault belongs to a piece.
        related: Other places that matter, with a word on each.
        accepted: Why the author accepts it (see ``Allowance``); None where nobody does.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    help: tuple[str, ...] = ()
    piece: str | None = None
    related: tuple[tuple[Span, str], ...] = ()
    accepted: str | None = None


def _help(cures: str | Iterable[str] | None) -> tuple[str, ...]:
    if cures is None:
        return ()
    return (cures,) if isinstance(cures, str) else tuple(cures)


def error(
    code: str,
    message: str,
    span: Span | None,
    cure: str | Iterable[str],
    *,
    piece: str | None = None,
    related: Iterable[tuple[Span, str]] = (),
) -> Diagnostic:
    """An error: nothing is written until it is cured."""
    return Diagnostic(code, Severity.ERROR, message, span, _help(cure), piece, tuple(related))


def warning(
    code: str,
    message: str,
    span: Span | None,
    cure: str | Iterable[str],
    *,
    piece: str | None = None,
    related: Iterable[tuple[Span, str]] = (),
) -> Diagnostic:
    """A warning: the output is written; ``--strict`` makes it an error."""
    return Diagnostic(code, Severity.WARNING, message, span, _help(cure), piece, tuple(related))


def note(
    code: str,
    message: str,
    span: Span | None = None,
    cure: str | Iterable[str] | None = None,
    *,
    piece: str | None = None,
    related: Iterable[tuple[Span, str]] = (),
) -> Diagnostic:
    """A note: worth knowing, no fault."""
    return Diagnostic(code, Severity.NOTE, message, span, _help(cure), piece, tuple(related))


def has_errors(found: Iterable[Diagnostic]) -> bool:
    """Whether any of the findings is an error."""
    return any(item.severity is Severity.ERROR for item in found)


def extra_cures(extra: str) -> tuple[str, str]:
    """How to install an optional part of pnp, from an index and from a checkout.

    Args:
        extra: Its name in ``pyproject.toml``.
    """
    return (
        f"install it with: pip install 'pnp-press[{extra}]'",
        f"where pnp is a checkout, in its folder: pip install -e '.[{extra}]'",
    )


def missing_library(library: str, code: str, use: str, extra: str) -> Diagnostic | None:
    """An error if a library of an optional part of pnp is not installed, else None.

    Args:
        library: Its name in Python.
        code: Of the error.
        use: Says what it is needed for, such as ``pictures of pages need``.
        extra: As for ``extra_cures``.
    """
    if find_spec(library) is not None:
        return None
    return error(code, f"{use} '{library}'", None, extra_cures(extra))


def shortened(text: str, most: int = 40) -> str:
    """The text on one line, with an ellipsis at its end where it has more characters than ``most``."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def times(count: float, word: str, words: str = "", *, thousands: str = "") -> str:
    """The number and the word in the singular or plural: ``1 sheet``, ``2 sheets``.

    Args:
        count: How many.
        word: For one.
        words: For any other number; the word with an ``s`` when empty.
        thousands: What parts the digits by threes.
    """
    number = f"{count:g}" if isinstance(count, float) else f"{count:,}".replace(",", thousands)
    return f"{number} {word if count == 1 else words or f'{word}s'}"
