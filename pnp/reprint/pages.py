"""Pages that show what changed: before and after side by side, and what to take out of the box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.colour import BLACK, Colour
from pnp.draw import Clip, Face, Group, Item, Page, Stroke, StructureElement, Tag, rectangle
from pnp.geometry import Box, scale, shift
from pnp.i18n import Labels
from pnp.model import Style
from pnp.model.paper import A4, Paper
from pnp.reprint.change import Pull
from pnp.text import set_fitted_label, set_label
from pnp.units import MM_PER_PT, pt

if TYPE_CHECKING:
    from pnp.text import TextContext


TextAnchor: TypeAlias = Literal["start", "middle", "end"]

MARGIN = 14.0  # mm
_HEAD = 12.0  # mm: the title of a page
_INK = Colour(30, 30, 30)
_GREY = Colour(110, 110, 110)
_HAIR = Colour(190, 190, 190)
TITLE = Style(weight=600, size=pt(14), colour=_INK)
NAME = Style(weight=600, size=pt(9), colour=_INK)
WORDS = Style(size=pt(8), colour=_INK)
SMALL = Style(size=pt(7), colour=_GREY)


@dataclass(frozen=True, slots=True)
class LabelSetter:
    """Sets words."""

    context: TextContext

    def words(
        self, text: str, style: Style, x: float, y: float, anchor: TextAnchor = "start"
    ) -> Sequence[Item]:
        """One line with its baseline at y."""
        return set_label(text, style, x, y, self.context, anchor)[0] if text else ()

    def fitted(self, text: str, style: Style, x: float, y: float, room: float) -> Sequence[Item]:
        """One line, shortened with an ellipsis when it is wider than the room."""
        return set_fitted_label(text, style, x, y, self.context, room) if text else ()


def small(face: Face | None, box: Box, pen: LabelSetter, missing: str) -> Iterator[Item]:
    """A face as large as the box allows, centred, never enlarged; a frame with a word if there is no face."""
    if face is None:
        yield Stroke(rectangle(box), _HAIR, 0.4 * MM_PER_PT, dash=(1.0, 1.0))
        yield from pen.words(missing, SMALL, box.centre.x, box.centre.y, "middle")
        return
    factor = min(1.0, box.width / face.width, box.height / face.height)
    x = box.x + (box.width - face.width * factor) / 2
    y = box.y + (box.height - face.height * factor) / 2
    matrix = scale(factor).then(shift(x, y))
    outline = face.outline.path()
    yield Group(face.items, matrix=matrix, clip=Clip(outline), alt=face.label or None)
    yield Group((Stroke(outline, _HAIR, 0.3 * MM_PER_PT / factor),), matrix=matrix)


def flow(
    rows: Sequence[tuple[float, Sequence[Item]]], title: str, lead: str, paper: Paper, pen: LabelSetter
) -> tuple[Page, ...]:
    """Pages with a title and rows below each other.

    Args:
        rows: Height of each row and its items, whose frame has its origin at the row's upper left corner.
        title: Of every page.
        lead: A line under the title of the first page; empty for none.
        paper: Upright.
        pen: Sets the title.
    """
    pages: list[list[Item]] = []
    elements: list[StructureElement] = []

    def tagged(kind: str, items: Sequence[Item]) -> Group:
        elements.append(StructureElement(kind))
        return Group(tuple(items), tag=Tag(kind, len(elements) - 1, len(elements)))

    y = paper.height.mm
    for height, items in rows:
        if y + height > paper.height.mm - MARGIN or not pages:
            first = not pages
            head = pen.words(title, TITLE, MARGIN, MARGIN + 5.0)
            pages.append([tagged("H1", head) if first else Group(tuple(head), tag=Tag("Header"))])
            y = MARGIN + _HEAD
            if first and lead:
                words = pen.fitted(lead, WORDS, MARGIN, y - 1.0, paper.width.mm - 2 * MARGIN)
                pages[-1].append(tagged("P", words))
                y += 5.0
        pages[-1].append(tagged("P", (Group(tuple(items), matrix=shift(MARGIN, y)),)))
        y += height
    right = paper.width.mm - MARGIN
    return tuple(
        Page(
            paper.width,
            paper.height,
            items=(
                *items,
                *pen.words(f"{number} / {len(pages)}", SMALL, right, MARGIN + 5.0, "end"),
            ),
            elements=elements,
        )
        for number, items in enumerate(pages, 1)
    )


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
    pairs: Sequence[Pair], title: str, context: TextContext, language: str, paper: Paper = A4
) -> tuple[Page, ...]:
    """Two pairs in a row, before on the left, after on the right; empty without pairs.

    Args:
        pairs: In order.
        title: Of every page.
        context: Sets the words.
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
    context: TextContext,
    language: str,
    paper: Paper = A4,
) -> tuple[Page, ...]:
    """A list of old pieces to remove, each with its picture and a box to tick; empty without pieces.

    Args:
        pulls: In order, each with the front that it has; None where its look was not kept.
        title: Of the game.
        context: Sets the words.
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
