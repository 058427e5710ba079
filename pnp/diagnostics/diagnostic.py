"""Errors, warnings and notes as values, and warnings that the author accepts in place, with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from importlib.util import find_spec

from pnp.diagnostics.explain import codes, explanation
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


_CODE = re.compile(r"[A-Za-z]\d{2,4}", re.ASCII)
_OF_TRANSLATORS = frozenset({"K536"})
"""Notes that can be accepted all the same: they count for a warning (K541)."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """An accepted code, such as ``allow: {S205: small print on purpose}``.

    Attributes:
        code: Of the findings that are accepted.
        reason: The author's words; may be empty in a PO file.
        span: Where it is written. Pieces that share one entry share it.
        owner: ``set`` or ``set/piece``, whose findings are accepted; empty for the places alone.
        places: Findings in these, too, are accepted; a game has no owner and no place, and accepts all.
    """

    code: str
    reason: str
    span: Span
    owner: str = ""
    places: tuple[Span, ...] = ()

    def covers(self, item: Diagnostic) -> bool:
        """Whether a finding of this code lies where the warning is accepted."""
        if not self.owner and not self.places:
            return True
        if self.owner and item.piece:
            return item.piece == self.owner or item.piece.startswith(f"{self.owner}/")
        span = item.span
        return span is not None and any(_lies_in(span, place) for place in self.places)


def _lies_in(span: Span, place: Span) -> bool:
    return (
        span.file == place.file
        and (place.line, place.column) <= (span.line, span.column)
        and (span.end_line, span.end_column) <= (place.end_line, place.end_column)
    )


_LOOKALIKES = str.maketrans("OIL", "011")


def unknown_code(code: str) -> tuple[str, str] | None:
    """The message and the cure for a code that pnp does not have (M142); None for one that it has."""
    if explanation(code) is not None:
        return None
    message, known = f"'{code}' is no code of a warning", codes()
    meant = (code[:1] + code[1:].upper().translate(_LOOKALIKES)).upper()[:4]
    if meant in known:
        return message, f"did you mean '{meant}'?"
    alike = [each for each in known if each.startswith(meant[:3])] if len(meant) > 2 else []
    return message, f"write the code of the warning, such as {' or '.join(alike[:5] or ['S205'])}"


def comment_allowances(comment: str) -> tuple[tuple[str, ...], str]:
    """The codes and the reason of a comment such as ``allow K532: idiom``; no codes in any other comment."""
    head, _, reason = comment.partition(":")
    word, *words = head.replace(",", " ").split() or [""]
    if word != "allow" or not words or not all(_CODE.fullmatch(each) for each in words):
        return (), ""
    return tuple(words), reason.strip()


def accept(
    found: Iterable[Diagnostic],
    allowances: Iterable[Allowance],
    complete: Callable[[str], bool] = lambda _: False,
) -> list[Diagnostic]:
    """The findings, the accepted warnings marked as such, and what is wrong with the allowances.

    The allowance of a piece comes before that of its set, and that before the game's. Findings may have been
    marked before. Codes: M143 (it accepts an error or a note), K152 (nothing needs it).

    Args:
        found: In any order.
        allowances: Of the game and its translations.
        complete: Whether all findings of a code are known by now, so that allowances without one are
            reported.
    """
    by_code: dict[str, list[Allowance]] = {}
    for each in sorted(allowances, key=_rank):
        by_code.setdefault(each.code, []).append(each)
    if not by_code:
        return list(found)
    owned = {(each.code, each.owner): each for own in by_code.values() for each in reversed(own)}
    used: set[tuple[str, Span]] = set()
    result, faults = [], {}
    for item in found:
        allowed = _allowance(item, by_code.get(item.code, ()), owned)
        if allowed is None:
            result.append(item)
            continue
        used.add((item.code, allowed.span))
        if item.severity is Severity.WARNING or item.code in _OF_TRANSLATORS:
            result.append(replace(item, accepted=allowed.reason or "accepted"))
            continue
        result.append(item)
        word = "an error" if item.severity is Severity.ERROR else "a note"
        message = f"only warnings can be accepted, and {item.code} is {word} here"
        cure = "correct what it says, and remove the line" if word == "an error" else "remove the line"
        faults[item.code, allowed.span] = error("M143", message, allowed.span, cure)
    unneeded = {
        (each.code, each.span): note("K152", f"no {code} needs to be accepted here", each.span, "remove it")
        for code, own in by_code.items()
        if complete(code)
        for each in own
        if (code, each.span) not in used
    }
    made = [*faults.values(), *unneeded.values()]
    return [*(item for item in result if item not in made), *made]


def _rank(each: Allowance) -> tuple[bool, bool, bool]:
    """Pieces first, then sets, translations and the game."""
    return ("/" not in each.owner, not each.owner, not each.places)


def _allowance(
    item: Diagnostic, own: Iterable[Allowance], owned: dict[tuple[str, str], Allowance]
) -> Allowance | None:
    if not own:
        return None
    if item.piece:  # thousands of pieces may have one each
        for owner in (item.piece, item.piece.partition("/")[0]):
            if (allowed := owned.get((item.code, owner))) is not None:
                return allowed
        own = [each for each in own if not each.owner]
    return next((each for each in own if each.covers(item)), None)


def without_accepted(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings that people see."""
    return (item for item in found if item.accepted is None)
