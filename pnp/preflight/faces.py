"""Faults of finished faces that show only on paper: letters under the knife, colour that ends at the cut."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic, error, times, warning
from pnp.draw import Face, Outline
from pnp.impose import PieceFaces
from pnp.memo import Memo
from pnp.preflight.items import LEAST_STROKE, LEAST_TYPE, ItemChecks, ItemFaults

SAFE = 2.0
"""Millimetres inside the trim that a knife of a home player may miss by; print shops ask for 3."""

_OUTLINES_KEPT = 16
_PLACES = 3
"""Other words that a folded finding lists."""
_QUOTED = re.compile(r"'.*'(?: and \d+ more)?")


def check_faces(pieces: Iterable[PieceFaces], safe: float = SAFE) -> list[Diagnostic]:
    """Findings about the faces, piece by piece; each kind of fault once a side.

    Faces that several pieces share are looked at once.

    Args:
        pieces: Finished pieces; those with no copies are skipped.
        safe: Width of the rim inside the trim that letters should keep out of, in millimetres.

    Diagnostics: S201 (letters beyond the trim), S202 (letters in the rim), S203 (a shape or picture that
        never shows), S204 (colour
    that stops at the trim), S205 (small type), S206 (thin lines).
    """
    checks = FaceChecks(safe)
    return _folded([fault for piece in pieces if piece.copies > 0 for fault in checks.faults(piece)])


class FaceChecks:
    """Looks at pieces one by one. What many faces show is looked at once (``ItemChecks``).

    Args:
        safe: As for ``check_faces``.
    """

    def __init__(self, safe: float = SAFE) -> None:
        self._safe = safe
        self._checks: Memo[tuple[Outline, float], ItemChecks] = Memo(
            lambda shape: ItemChecks(*shape, safe), _OUTLINES_KEPT
        )

    def faults(self, piece: PieceFaces) -> Sequence[Diagnostic]:
        """What is wrong with the faces of a piece; of faces without items, what was found before."""
        if not isinstance(piece.front, Face):
            return piece.faults
        found = self._looked_at(piece, "front", piece.front)
        if piece.back is None or not isinstance(piece.back, Face):
            return found
        return found + self._looked_at(piece, "back", piece.back)

    def _looked_at(self, piece: PieceFaces, side: str, face: Face) -> list[Diagnostic]:
        seen = self._checks[face.outline, face.bleed].at(face.items)
        if seen and piece.unfit:
            seen = _apart_from(piece.unfit, seen)
        return list(_said(piece, side, face.bleed, self._safe, seen)) if seen else []


def _apart_from(unfit: Sequence[str], seen: Sequence[ItemFaults]) -> list[ItemFaults]:
    """The glances without the letters of texts that do not fit."""
    told = [_letters_of(text) for text in unfit]

    def others(words: Iterable[str]) -> tuple[str, ...]:
        return tuple(each for each in words if not any(_letters_of(each) in text for text in told))

    return [faults._replace(cut=others(faults.cut), near=others(faults.near)) for faults in seen]


def _letters_of(text: str) -> str:
    """Letters and digits alone, as marks, spaces, hyphens and capitals differ between what is written and what is set."""
    return "".join(filter(str.isalnum, text)).casefold()


def _folded(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, those that say the same of several pieces once: most come from a layout that the pieces share.

    The pieces of a set say the same when they differ in the words alone that stand where they should not.
    """
    same: dict[tuple[str, str], list[Diagnostic]] = {}
    for item in found:
        same.setdefault((item.code, item.message), []).append(item)
    alike: dict[tuple[str, str, str], list[list[Diagnostic]]] = {}
    for items in same.values():
        group = (items[0].piece or "").partition("/")[0]
        alike.setdefault((items[0].code, _QUOTED.sub("'…'", items[0].message), group), []).append(items)
    folded = []
    for (first, *others), *unlike in alike.values():
        every = [*others, *(item for items in unlike for item in items)]
        pieces = len({item.piece for item in every} - {first.piece})
        more = f" (and of {times(pieces, 'more piece')})" if pieces else ""
        places = tuple((items[0].span, _words_of(items[0])) for items in unlike[:_PLACES] if items[0].span)
        folded.append(replace(first, message=first.message + more, related=places))
    return folded


def _words_of(item: Diagnostic) -> str:
    quoted = _QUOTED.match(item.message)
    return f"{quoted[0] if quoted else item.message} of {item.piece}"


def _said(
    piece: PieceFaces, side: str, bleed: float, safe: float, seen: Sequence[ItemFaults]
) -> Iterator[Diagnostic]:
    """Findings about a side from the faults of its items, each kind of fault once."""
    cut = [words for faults in seen for words in faults.cut]
    near = [words for faults in seen for words in faults.near]
    small = [words for faults in seen for words in faults.small]
    hidden = [kind for faults in seen for kind in faults.hidden]
    edges = dict.fromkeys(edge for faults in seen for edge in faults.edges)
    thinnest = min(faults.thinnest for faults in seen)
    if cut:
        message = f"{_quoted(cut)} runs over the trim of the {side}"
        yield error("S201", message, piece.span, "move it inwards", piece=piece.key)
    if near:
        message = f"{_quoted(near)} is nearer than {safe:g} mm to the trim of the {side}"
        yield warning("S202", message, piece.span, "move it inwards", piece=piece.key)
    if small:
        size, words = min(small)
        message = f"{_quoted([words])} is set in {size:.1f} pt on the {side}"
        cure = f"set it in {LEAST_TYPE:g} pt or more"
        yield warning("S205", message, piece.span, cure, piece=piece.key)
    if hidden:
        kinds = " and ".join(times(count, kind) for kind, count in Counter(hidden).items())
        message = f"{kinds} of the {side} wholly outside trim and bleed"
        yield warning("S203", message, piece.span, "move them onto the face or drop them", piece=piece.key)
    if edges:
        message = f"colour ends at the {' and '.join(edges)} trim of the {side} instead of in the bleed"
        cure = f'let it run {bleed:g} mm further (bleed="true"), or end it inside'
        yield warning("S204", message, piece.span, cure, piece=piece.key)
    if thinnest < LEAST_STROKE:
        message = f"line of {thinnest:.2f} pt on the {side} is too thin to print"
        cure = f"draw it {LEAST_STROKE:g} pt or thicker"
        yield warning("S206", message, piece.span, cure, piece=piece.key)


def _quoted(words: Sequence[str]) -> str:
    first = words[0] if len(words[0]) <= 30 else words[0][:29].rstrip() + "…"
    return f"'{first}'" if len(words) == 1 else f"'{first}' and {len(words) - 1} more"
