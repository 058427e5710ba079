"""A piece with words that point at its places: beside it with lines, or in a numbered list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.draw import AnyFace, Face, Group, Item, Outline, Tag
from pnp.draw.item import moved
from pnp.geometry import Box
from pnp.model import Style, Text
from pnp.rulebook.block import Directive
from pnp.rulebook.desk import Desk
from pnp.rulebook.flow import Strip
from pnp.rulebook.picture import TALLEST, face_figure, find_piece, wanted_scale, wanted_side, with_caption
from pnp.rulebook.pointing import (
    BETWEEN,
    MARGIN,
    RADIUS,
    DiscPlace,
    Note,
    NoteSide,
    anchor,
    beside,
    clear_of_others,
    disc,
    disc_places,
    leader,
    outside_places,
    stacked,
)
from pnp.rulebook.words import line_height, tagged_line

_TALLEST_PICTURE = 70.0
"""Height of a piece when no scale is given (millimetres)."""
_GAP = 5.0
"""Between the piece and words beside it, where lines change their direction."""
_BOTH, _ONE = 34.0, 36.0
"""Least width of words on both sides of a piece, and on one (millimetres)."""
_DISC_ROOM = 2 * RADIUS + 1.6
_NARROWEST_NOTE = 54.0
"""Least width of a column of numbered notes below a piece (millimetres)."""
_WHOLE_LIST = 60.0
"""Lists up to this height are never parted (millimetres)."""
_MARKS = ("lines", "numbers", "outside")
"""How words and places may be joined."""


@dataclass(frozen=True, slots=True)
class PointedPiece:
    """A piece as large as it is shown, and what its words point at.

    Attributes:
        face: Of the piece.
        factor: Its scale.
        anchors: The places in their order, scaled.
        texts: The words of each.
        marks: The words and icons on the face, and the places, scaled: what lines keep clear of.
    """

    face: AnyFace
    factor: float
    anchors: tuple[Box, ...]
    texts: tuple[Text, ...]
    marks: tuple[Box, ...] = ()

    @property
    def width(self) -> float:
        """Size of the picture, in millimetres."""
        return self.face.width * self.factor

    @property
    def height(self) -> float:
        """Size of the picture, in millimetres."""
        return self.face.height * self.factor


def callout_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """A piece and the words that point at its places, and its caption.

    Words are set on both sides of the piece, or on its right, with lines to their places. Where there is no
    room beside it, or ``marks=numbers`` asks for it, its places have numbers, and the words are a list.
    """
    marks = directive.options.get("marks")
    if marks is not None and marks.text not in _MARKS:
        cure = "write 'lines', 'numbers' or 'outside'"
        desk.diagnostics.append(error("R112", f"'{marks.text}' is no kind of mark", marks.span, cure))
    outside = _is_outside(directive)
    shown = _shown(desk, directive, width)
    if shown is None:
        return []
    strips = None
    if marks is None or marks.text == "lines":
        strips = _with_lines(desk, shown, x, width)
    if strips is not None:
        return with_caption(desk, directive, strips, x, width)
    picture, *notes = _with_numbers(desk, shown, x, width, outside=outside)
    captioned = with_caption(desk, directive, [picture], x, width)
    if notes and fsum(note.before + note.height for note in notes) <= _WHOLE_LIST:
        notes = [*(replace(note, keep=True) for note in notes[:-1]), notes[-1]]
    if notes:
        captioned = [replace(strip, keep=True) for strip in captioned]
    return [*captioned, *notes]


def numbered_piece(desk: Desk, directive: Directive, width: float) -> tuple[Face, tuple[Text, ...]] | None:
    """The piece with numbers on its places, as a face, and the words of each; None where there is nothing.

    The discs of the numbers may reach into the bleed.
    """
    outside = _is_outside(directive)
    shown = _shown(desk, directive, width)
    if shown is None:
        return None
    picture = _numbered_picture(desk, shown, outside=outside)
    bleed = max(2 * RADIUS, picture.aside, picture.above, picture.below)
    outline = Outline("rectangle", shown.width, shown.height)
    items = tuple(moved(picture.items, -picture.aside, -picture.above))
    return Face(outline, bleed, items, shown.face.label, desk.language), shown.texts


def _is_outside(directive: Directive) -> bool:
    """Whether the numbers are outside the piece, with lines to its places."""
    marks = directive.options.get("marks")
    return marks is not None and marks.text == "outside"


def _shown(desk: Desk, directive: Directive, width: float) -> PointedPiece | None:
    word = directive.words[0]
    piece = find_piece(desk, word)
    side = wanted_side(desk, piece, directive, word) if piece is not None else None
    face = desk.face(piece, side) if piece is not None and side is not None else None
    if piece is None or side is None or face is None:
        return None
    scale = wanted_scale(desk, directive.options.get("scale"))
    room = width - 2 * MARGIN if _is_outside(directive) else width
    factor = min(scale or min(1.0, _TALLEST_PICTURE / face.height), room / face.width, TALLEST / face.height)
    parts = desk.composer.parts(piece, side)
    anchors: list[Box] = []
    texts: list[Text] = []
    for place, text in directive.notes():
        found = anchor(desk, face, parts, piece, place)
        if isinstance(found, Diagnostic):
            desk.diagnostics.append(found)
            continue
        anchors.append(Box(*(side * factor for side in found)))
        texts.append(text)
    if not anchors:
        return None
    marks = [Box(*(side * factor for side in box)) for _, box in (*parts.words, *parts.icons)]
    marks += [box for box in anchors if box.width]
    return PointedPiece(face, factor, tuple(anchors), tuple(texts), tuple(dict.fromkeys(marks)))


def _with_lines(desk: Desk, shown: PointedPiece, x: float, width: float) -> list[Strip] | None:
    """The piece with words beside it; None where there is no room or lines would cross."""
    both = (width - shown.width) / 2 - _GAP
    one = width - shown.width - _GAP
    style = replace(desk.styles.table, align="left")
    order = sorted(range(len(shown.anchors)), key=lambda at: (shown.anchors[at].centre.x, at))
    figure = face_figure(desk, shown.face, 0.0, 0.0, shown.factor)
    tags = note_tags(desk, len(order), "None")
    if both >= _BOTH and len(order) > 1:
        room, left_count, picture_x = both, _share_of_left(shown, order), x + (width - shown.width) / 2
    elif one >= _ONE:
        room, left_count, picture_x = one, 0, x
    else:
        return None
    sides = (order[:left_count], order[left_count:])
    knees = (-_GAP / 2, shown.width + _GAP / 2)
    row_height = line_height(style)
    stacks: list[list[tuple[Note, float]] | None] = []
    for knee, chosen in zip(knees, sides, strict=True):
        side = NoteSide(knee, row_height, shown.width, shown.height, shown.marks)
        notes = _notes(desk, shown, sorted(chosen), side, style=style, room=room, tags=tags)
        stacks.append(stacked(notes, knee, row_height))
    if any(stack is None for stack in stacks):
        return None
    tops = [top for stack in stacks for _, top in stack or ()]
    above = max(0.0, -min(tops, default=0.0))
    height = above + max(
        shown.height, max((top + note.height for stack in stacks for note, top in stack or ()), default=0.0)
    )
    if height > TALLEST:
        return None
    items = [*moved((figure,), picture_x, above)]
    for at, stack in enumerate(stacks):
        edge = picture_x + (shown.width + _GAP if at else -_GAP)
        for note, top in stack or ():
            first = above + top + line_height(style) / 2
            knee = edge - _GAP / 2 if at else edge + _GAP / 2
            end = (note.point[0] + picture_x, note.point[1] + above)
            items += leader(desk, [(edge, first), (knee, first), end])
        for note, top in stack or ():
            for row, line in enumerate(note.lines):
                left = edge + 0.8 if at else edge - 0.8 - line.width
                y = above + top + row * line_height(style)
                items.append(tagged_line(line, style, left, y, note.tag))
    return [Strip(height, tuple(items))]


def _share_of_left(shown: PointedPiece, order: Sequence[int]) -> int:
    """How many of the places, from left to right, have their words on the left, so that both sides fill."""
    lengths = [len(shown.texts[at].source) + 30 for at in order]
    whole = sum(lengths)
    return min(range(1, len(order)), key=lambda count: abs(2 * sum(lengths[:count]) - whole))


class NoteTags(NamedTuple):
    """The tags of the words of a note, and of its number."""

    words: Tag
    number: Tag


def note_tags(desk: Desk, count: int, numbering: str) -> list[NoteTags]:
    """The tags of notes in their order, in a list of their own."""
    tags: list[NoteTags] = []
    with desk.inside("L", attribute=numbering):
        for _ in range(count):
            with desk.inside("LI"):
                number = desk.tag("Lbl")
                with desk.inside("LBody"):
                    tags.append(NoteTags(desk.tag("P"), number))
    return tags


def _notes(
    desk: Desk,
    shown: PointedPiece,
    chosen: Sequence[int],
    side: NoteSide,
    *,
    style: Style,
    room: float,
    tags: Sequence[NoteTags],
) -> list[Note]:
    """The words of the chosen places with their lines."""
    notes: list[Note] = []
    for at in chosen:
        lines = desk.lines(shown.texts[at], style, room - 0.8)
        way = beside(side, shown.anchors[at])
        notes.append(Note(way, lines, len(lines) * line_height(style), tags[at].words, shown.anchors[at]))
    return clear_of_others(side, notes)


class NumberedPicture(NamedTuple):
    """A piece with the numbers of its places.

    Attributes:
        items: With the left edge of the numbers at x = 0 and the top edge at y = 0.
        aside: From the left edge to the piece; as much is on its right.
        above: From the top edge to the piece.
        below: From the piece to the bottom edge.
    """

    items: list[Item]
    aside: float
    above: float
    below: float


def _with_numbers(desk: Desk, shown: PointedPiece, x: float, width: float, *, outside: bool) -> list[Strip]:
    """The piece with its numbers, and the words beside it, or below it in strips of their own."""
    picture = _numbered_picture(desk, shown, outside=outside)
    across = shown.width + 2 * picture.aside
    down = picture.above + shown.height + picture.below
    gap = _GAP / 2 if outside else _GAP
    beside = width - across - gap
    if beside >= _ONE + _DISC_ROOM:
        notes = _numbered(desk, shown, x + across + gap, beside, 1)
        height = fsum(note.before + note.height for note in notes)
        if height <= TALLEST:
            items = [*moved(picture.items, x, max(0.0, (height - down) / 2))]
            y = max(0.0, (down - height) / 2)
            for note in notes:
                items += moved(note.items, 0.0, y + note.before)
                y += note.before + note.height
            return [Strip(max(height, down), tuple(items))]
    columns = max(1, min(int(width / _NARROWEST_NOTE), len(shown.anchors)))
    above = 0.0 if outside else RADIUS
    items = [*moved(picture.items, x + (width - across) / 2, above)]
    return [Strip(above + down, tuple(items)), *_numbered(desk, shown, x, width, columns)]


def _numbered_picture(desk: Desk, shown: PointedPiece, *, outside: bool) -> NumberedPicture:
    """The piece with a disc on each place, or outside with a line to it."""
    places: list[DiscPlace] | None = None
    if outside:
        places = outside_places(shown.anchors, shown.marks, shown.width, shown.height)
    aside = MARGIN if places else 0.0
    above = max(0.0, *(RADIUS - place.y for place in places)) if places else 0.0
    below = max(0.0, *(place.y + RADIUS - shown.height for place in places)) if places else 0.0
    over: list[Item] = []
    placed = places or disc_places(shown.anchors, shown.width)
    for place in placed:
        if place.line:
            over += leader(desk, [(x + aside, y + above) for x, y in place.line])
    for number, place in enumerate(placed, start=1):
        over += disc(desk, number, place.x + aside, place.y + above)
    return NumberedPicture(
        [face_figure(desk, shown.face, aside, above, shown.factor, over)], aside, above, below
    )


def _numbered(desk: Desk, shown: PointedPiece, x: float, width: float, columns: int) -> list[Strip]:
    """The words with their numbers: in columns of about the same height, or in rows if they are tall."""
    style = desk.styles.body if columns == 1 else desk.styles.table
    style = replace(style, align="left")
    cell = (width - _GAP * (columns - 1)) / columns
    tags = note_tags(desk, len(shown.texts), "Decimal")
    notes = [
        _note(desk, number, words, style, cell, tag)
        for number, (words, tag) in enumerate(zip(shown.texts, tags, strict=True), start=1)
    ]
    stacks = _even(notes, columns)
    if columns > 1 and max(map(_stack_height, stacks)) <= _WHOLE_LIST:
        rows = [stacks]
    else:
        count = -(-len(notes) // columns)
        rows = [[[note] for note in notes[row::count]] for row in range(count)]
    strips: list[Strip] = []
    for row in rows:
        items: list[Item] = []
        for column, stack in enumerate(row):
            y = 0.0
            for note in stack:
                items += moved(note.items, x + column * (cell + _GAP), y)
                y += note.height + BETWEEN
        before = BETWEEN if strips else 2.6
        strips.append(Strip(max(map(_stack_height, row)), tuple(items), before=before))
    return strips


def _note(desk: Desk, number: int, words: Text, style: Style, width: float, tag: NoteTags) -> Strip:
    """Words beside their number."""
    lines = desk.lines(words, style, width - _DISC_ROOM)
    first = max(0.0, RADIUS - line_height(style) / 2)
    items: list[Item] = [Group(tuple(disc(desk, number, RADIUS, RADIUS)), tag=tag.number)]
    for at, line in enumerate(lines):
        items.append(tagged_line(line, style, _DISC_ROOM, first + at * line_height(style), tag.words))
    return Strip(max(2 * RADIUS, first + len(lines) * line_height(style)), tuple(items))


def _stack_height(notes: Sequence[Strip]) -> float:
    return fsum(note.height for note in notes) + BETWEEN * (len(notes) - 1)


def _even(notes: Sequence[Strip], columns: int) -> list[Sequence[Strip]]:
    """The notes in their order split into columns whose tallest is as low as possible."""
    least, most = 0.0, _stack_height(notes)
    split: list[Sequence[Strip]] = [notes]
    for _ in range(20):
        limit = (least + most) / 2
        stacks: list[list[Strip]] = [[]]
        for note in notes:
            if stacks[-1] and _stack_height([*stacks[-1], note]) > limit:
                stacks.append([])
            stacks[-1].append(note)
        if len(stacks) <= columns and max(map(_stack_height, stacks)) <= limit:
            most, split = limit, list(stacks)
        else:
            least = limit
    return split
