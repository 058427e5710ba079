"""Pages that show what changed: before and after side by side, and what to take out of the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.colour import BLACK
from pnp.draw import Face, Item, Page, Stroke, rectangle
from pnp.geometry import Box
from pnp.i18n import Labels
from pnp.model.paper import A4, Paper
from pnp.reprint.change import Pull
from pnp.reprint.panel import MARGIN, NAME, SMALL, WORDS, LabelSetter, flow, small
from pnp.units import MM_PER_PT

if TYPE_CHECKING:
    from pnp.text import TextContext

_PAIR = (40.0, 56.0)  # mm: a face at most; a poker card comes to 40 × 55.9
_ARROW = 8.0  # mm between before and after
_CAPTION = 10.0
_GAP = 5.0
_THUMB = (14.0, 19.0)


@dataclass(frozen=True, slots=True)
class Pair:
    """One side of one piece before and after.

    Attributes:
        kind: ``new``, ``removed``, ``changed`` or ``copies``.
        label: Name of the piece.
        words: What else is said, such as its key and how many there are.
        before: None if it is new, or if its look was not kept.
        after: None if it was removed.
    """

    kind: str
    label: str
    words: str
    before: Face | None
    after: Face | None


def diff_pages(
    pairs: Sequence[Pair], title: str, context: TextContext | None, language: str, paper: Paper = A4
) -> tuple[Page, ...]:
    """Two pairs in a row, before on the left, after on the right; empty without pairs.

    Args:
        pairs: In order.
        title: Of every page.
        context: Sets the words; None leaves them out.
        language: Of the fixed words.
        paper: Upright.
    """
    pen, labels = LabelSetter(context), Labels(language)
    width = (paper.width.mm - 2 * MARGIN - _GAP) / 2
    rows = []
    for start in range(0, len(pairs), 2):
        items: list[Item] = []
        for column, pair in enumerate(pairs[start : start + 2]):
            items += _pair(pair, column * (width + _GAP), width, pen, labels)
        rows.append((_PAIR[1] + _CAPTION + _GAP, items))
    return flow(rows, title, f"{labels.text('before')} → {labels.text('after')}", paper, pen)


def _pair(pair: Pair, x: float, width: float, pen: LabelSetter, labels: Labels) -> list[Item]:
    items: list[Item] = []
    middle = x + (2 * _PAIR[0] + _ARROW) / 2
    items += small(
        pair.before, Box(x, 0.0, *_PAIR), pen, labels.text("change-new") if pair.kind == "new" else "?"
    )
    items += pen.words("→", NAME, middle, _PAIR[1] / 2 + 1.0, "middle")
    after = Box(x + _PAIR[0] + _ARROW, 0.0, *_PAIR)
    items += small(pair.after, after, pen, labels.text("change-removed") if pair.kind == "removed" else "?")
    items += pen.fitted(
        f"{pair.label} · {labels.text('change-' + pair.kind)}", NAME, x, _PAIR[1] + 4.0, width
    )
    items += pen.fitted(pair.words, SMALL, x, _PAIR[1] + 7.6, width)
    return items


def pull_pages(
    pulls: Sequence[tuple[Pull, Face | None]],
    title: str,
    context: TextContext | None,
    language: str,
    paper: Paper = A4,
) -> tuple[Page, ...]:
    """A list of old pieces to remove, each with its picture and a box to tick; empty without pieces.

    Args:
        pulls: In order, each with the front that it has; None where its look was not kept.
        title: Of the game.
        context: Sets the words; None leaves them out.
        language: Of the fixed words.
        paper: Upright.
    """
    pen, labels = LabelSetter(context), Labels(language)
    total = labels.text("pieces", n=sum(pull.copies for pull, _ in pulls))
    rows = [(_THUMB[1] + 2.0, _pull_row(pull, face, pen, labels, paper)) for pull, face in pulls]
    return flow(rows, f"{title} · {labels.text('take-out')}", total, paper, pen)


def _pull_row(pull: Pull, face: Face | None, pen: LabelSetter, labels: Labels, paper: Paper) -> list[Item]:
    middle = _THUMB[1] / 2
    room = paper.width.mm - 2 * MARGIN - 42.0
    box = Box(0.0, middle - 2.0, 4.0, 4.0)
    return [
        Stroke(rectangle(box), BLACK, 0.5 * MM_PER_PT),
        *small(face, Box(8.0, 0.0, *_THUMB), pen, "?"),
        *pen.words(labels.text("times", n=pull.copies), NAME, 38.0, middle + 1.0, "end"),
        *pen.fitted(pull.piece.label, NAME, 42.0, middle - 0.4, room),
        *pen.fitted(
            f"{pull.piece.key} · {labels.text('pull-' + pull.reason)}", WORDS, 42.0, middle + 3.6, room
        ),
    ]
