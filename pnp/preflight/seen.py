"""Walking a face: every drawn leaf with what moves and clips it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.draw import Fill, GlyphRun, Group, Item, Picture, Stroke, path_box
from pnp.geometry import IDENTITY, Box, Matrix

Leaf = Fill | Stroke | GlyphRun | Picture


class Seen(NamedTuple):
    """One leaf of a face.

    Attributes:
        item: What is drawn.
        matrix: From the item's frame to the face's.
        window: Box in the face's frame outside which clips hide it; None when nothing does.
        small: Whether it is part of a picture of something else (an icon, another face), whose letters need not be
            readable.
    """

    item: Leaf
    matrix: Matrix
    window: Box | None
    small: bool

    @property
    def scale(self) -> float:
        """How much lengths grow from the item's frame to the face's, on average over the directions."""
        matrix = self.matrix
        return float(abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5)

    def place(self, box: Box) -> Box:
        """A box of the item's frame in the face's frame."""
        return box if self.matrix is IDENTITY else self.matrix.apply_box(box)

    def visible(self, placed: Box) -> Box | None:
        """The part of a box of the face's frame that clips leave; None when nothing is left."""
        return placed if self.window is None else common(placed, self.window)


def leaves(
    items: Sequence[Item], matrix: Matrix = IDENTITY, window: Box | None = None, *, small: bool = False
) -> Iterator[Seen]:
    """Every leaf, back to front. Invisible groups are passed over."""
    for item in items:
        if not isinstance(item, Group):
            yield Seen(item, matrix, window, small)
            continue
        inner = matrix if item.matrix == IDENTITY else item.matrix.then(matrix)
        visible = window
        if item.clip is not None:
            clip = inner.apply_box(path_box(item.clip.path))
            visible = clip if window is None else common(clip, window)
            if visible is None:
                continue
        if item.opacity > 0:
            yield from leaves(item.items, inner, visible, small=small or item.shared is not None)


def common(one: Box, other: Box) -> Box | None:
    """The box that both share; None when they share no point."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - left, min(one.bottom, other.bottom) - top
    return Box(left, top, width, height) if width >= 0 and height >= 0 else None


def leaf_box(item: Leaf) -> Box:
    """The box around what a leaf draws, in its own frame; letters by their estimated ink."""
    if isinstance(item, Fill):
        return path_box(item.path)
    if isinstance(item, Stroke):
        return path_box(item.path).grown(item.width / 2)
    if isinstance(item, Picture):
        return Box(item.x, item.y, item.width, item.height)
    return ink_box(item)


# Shares of the em. Capitals and ascenders of text faces end between 0.66 and 0.76 above the baseline, descenders
# between 0.18 and 0.24 below it (measured on the shipped fonts); what a check needs is the tenth of a millimetre.
_ASCENT, _DESCENT = 0.72, 0.2
_DESCENDING = frozenset("gjpqyQJ()[]{}|/,;_§çąęįųşţ")


def ink_box(run: GlyphRun) -> Box:
    """The box around the visible letters of a run; of no width when they are all spaces."""
    left, width = run.x, 0.0
    if run.text and not run.text[0].isspace() and not run.text[-1].isspace():
        width = sum(run.advances)
    else:
        visible = [not run.text[cluster : cluster + 1].isspace() for cluster in run.clusters]
        if not any(visible):
            return Box(run.x, run.y, 0.0, 0.0)
        first, last = visible.index(True), len(visible) - visible[::-1].index(True)
        left += sum(run.advances[:first])
        width = sum(run.advances[first:last])
    descent = 0.0 if _DESCENDING.isdisjoint(run.text) else _DESCENT
    raised = run.offsets or (0.0,)
    top = run.y + min(raised) - _ASCENT * run.size
    return Box(left, top, width, run.y + max(raised) + descent * run.size - top)
