"""Warnings that the author accepts where they arise, with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from pnp.diagnostics.diagnostic import Diagnostic, Severity, error, note
from pnp.diagnostics.explain import codes, explanation
from pnp.source import Span

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
