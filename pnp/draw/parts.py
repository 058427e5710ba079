"""The items of a face leaf by leaf, and the places on it that words may point at: boxes, icons and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, inf
from typing import NamedTuple

from pnp.draw.face import Face
from pnp.draw.item import Fill, GlyphRun, Glyphs, Group, Item, Picture, Stroke, items_box
from pnp.draw.path import path_box
from pnp.geometry import IDENTITY, Box, Matrix, around

Leaf = Fill | Stroke | GlyphRun | Picture


class PlacedLeaf(NamedTuple):
    """One leaf of a face.

    Attributes:
        item: What is drawn.
        matrix: From the item's frame to the face's.
        window: Box in the face's frame outside which clips hide it; None when nothing does.
        small: Whether it is part of a picture of something else (an icon, another face), whose letters need
            not be readable.
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
) -> Iterator[PlacedLeaf]:
    """Every leaf, back to front. Invisible groups are skipped."""
    for item in items:
        if not isinstance(item, Group):
            yield PlacedLeaf(item, matrix, window, small)
            continue
        inner = matrix if item.matrix == IDENTITY else item.matrix.then(matrix)
        visible = window
        if item.clip is not None:
            clip = inner.apply_box(path_box(item.clip.path))
            visible = clip if window is None else common(clip, window)
            if visible is None:
                continue
        if item.opacity > 0:
            yield from leaves(item.items, inner, visible, small=small or _is_picture(item))


def _is_picture(group: Group) -> bool:
    """Whether a group shows something else small: an icon, or another face (clipped, with words)."""
    if group.shared is not None:
        return not group.shared.startswith("layout ")
    other = group.alt is not None and group.clip is not None
    return other and not all(isinstance(item, Picture) for item in group.items)


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


# Shares of the em. Capitals and ascenders of text faces end between 0.66 and 0.76 above the baseline,
# descenders between 0.18 and 0.24 below it (measured on the shipped fonts); what a check needs is the tenth
# of a millimetre.
_ASCENT, _DESCENT = 0.72, 0.2
_DESCENDING = frozenset("gjpqyQJ()[]{}|/,;_§çąęįųşţ")


def ink_box(run: GlyphRun) -> Box:
    """The box around the visible letters of a run; of no width when they are all spaces."""
    parts = run.parts
    first, last = 0, len(parts)
    left = run.x
    while first < last and parts[first].text.isspace():
        left += parts[first].width * run.size
        first += 1
    if first == last:
        return Box(run.x, run.y, 0.0, 0.0)
    while parts[last - 1].text.isspace():
        last -= 1
    inner = parts[first:last]
    text = "".join([part.text for part in inner])
    width = fsum([part.width for part in inner]) * run.size
    if text[:1].isspace() or text[-1:].isspace():  # within a part
        before, width = _trimmed(inner)
        left += before * run.size
        width *= run.size
    top, bottom = run.y - _ASCENT * run.size, run.y
    if not _DESCENDING.isdisjoint(text):
        bottom += _DESCENT * run.size
    if any(part.raises for part in inner):
        raised = [offset for part in inner for offset in part.raises or (0.0,)]
        top += min(raised) * run.size
        bottom += max(raised) * run.size
    return Box(left, top, width, bottom - top)


def surely_inside(run: GlyphRun, edges: tuple[float, float, float, float]) -> bool:
    """True if the letters of a run certainly lie between the edges (left, top, right, bottom).

    This is a quick check: False does not mean that they lie outside.
    """
    left, top, right, bottom = edges
    size, x, y, parts = run.size, run.x, run.y, run.parts
    return (
        x >= left
        and y - _ASCENT * size >= top
        and y + _DESCENT * size <= bottom
        and x + fsum([inf if part.raises else part.width for part in parts]) * size <= right
    )


def _trimmed(parts: Sequence[Glyphs]) -> tuple[float, float]:
    """Where in the parts the first visible letter is, and the width up to the last one, in ems."""
    steps = [
        (part.text[cluster : cluster + 1].isspace(), advance)
        for part in parts
        for cluster, advance in zip(part.clusters, part.advances, strict=True)
    ]
    seen = [index for index, (space, _) in enumerate(steps) if not space]
    if not seen:
        return 0.0, 0.0
    before = fsum(advance for _, advance in steps[: seen[0]])
    return before, fsum(advance for _, advance in steps[seen[0] : seen[-1] + 1])


class FaceParts(NamedTuple):
    """The places of a face, in drawing order and in its frame (millimetres).

    Attributes:
        boxes: Those that the layout has named (of a text: its words), with how many named boxes they lie in.
        icons: By name.
        words: Letters and digits of each stretch of text, in small letters.
    """

    boxes: list[tuple[str, Box, int]]
    icons: list[tuple[str, Box]]
    words: list[tuple[str, Box]]


def face_parts(face: Face | None) -> FaceParts:
    """The places of the face that words may point at."""
    parts = FaceParts([], [], [])
    _collect(face.items if face is not None else (), IDENTITY, 0, parts)
    return parts


def _collect(items: Sequence[Item], matrix: Matrix, depth: int, parts: FaceParts) -> None:
    for item in items:
        if isinstance(item, GlyphRun):
            letters = letters_of(item.text)
            if letters:
                box = Box(item.x, item.y - 0.75 * item.size, item.width, 0.95 * item.size)
                parts.words.append((letters, matrix.apply_box(box)))
        elif isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.alt and item.shared is not None and item.shared.startswith("icon "):
                drawn = items_box(item.items)
                if drawn is not None:
                    parts.icons.append((item.alt, inner.apply_box(drawn)))
                continue
            first, words = len(parts.boxes), len(parts.words)
            nested = item.place is not None or (item.clip is not None and item.alt is not None)
            _collect(item.items, inner, depth + nested, parts)
            if item.place is not None:
                printed = [box for _, box in parts.words[words:]] if _only_words(item.items) else []
                box = around(printed) if printed else inner.apply_box(item.place.box)
                parts.boxes.insert(first, (item.place.name, box, depth))


def _only_words(items: Sequence[Item]) -> bool:
    """Whether nothing but text is drawn: then its place is where its words are, not all of its box."""
    return all(
        isinstance(item, GlyphRun) or (isinstance(item, Group) and _only_words(item.items)) for item in items
    )


def letters_of(words: str) -> str:
    """The letters and digits of words, in small letters."""
    return "".join(char for char in words.casefold() if char.isalnum())
