"""A piece with words that point at its places: beside it with lines, or in a numbered list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import NamedTuple

from pnp.colour import BLACK, WHITE, Colour, contrast
from pnp.diagnostics import Diagnostic, error
from pnp.draw import AnyFace, Face, Fill, Group, Item, Outline, Stroke, Tag, circle, polygon
from pnp.draw.item import moved
from pnp.geometry import Box
from pnp.model import Style, Text
from pnp.rulebook.anchor import anchor, face_parts
from pnp.rulebook.block import Directive
from pnp.rulebook.desk import Desk
from pnp.rulebook.flow import Strip
from pnp.rulebook.picture import TALLEST, find_piece, wanted_scale, wanted_side, with_caption
from pnp.rulebook.place import face_figure
from pnp.rulebook.pointing import BETWEEN, CASING, DOT, Note, NoteSide, beside, clear_of_others, stacked
from pnp.rulebook.words import line_height, tagged_line
from pnp.text import set_label

_TALLEST_PICTURE = 70.0
"""Height of a piece when no scale is given (millimetres)."""
_GAP = 5.0
"""Between the piece and words beside it, where lines change their direction."""
_BOTH, _ONE = 34.0, 36.0
"""Least width of words on both sides of a piece, and on one (millimetres)."""
_RADIUS = 2.1
"""Radius of a numbered disc."""
_DISC_ROOM = 2 * _RADIUS + 1.6
_NARROWEST_NOTE = 54.0
"""Least width of a column of numbered notes below a piece (millimetres)."""
_WHOLE_LIST = 60.0
"""Lists up to this height are never parted (millimetres)."""
_LINE, _CASING = 0.3, 0.9
"""Width of a line, and of the light one below it."""


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
    if marks is not None and marks.text not in ("lines", "numbers"):
        cure = "write 'lines' or 'numbers'"
        desk.diagnostics.append(error("R112", f"'{marks.text}' is no kind of mark", marks.span, cure))
    shown = _shown(desk, directive, width)
    if shown is None:
        return []
    strips = None
    if marks is None or marks.text != "numbers":
        strips = _with_lines(desk, shown, x, width)
    if strips is not None:
        return with_caption(desk, directive, strips, x, width)
    picture, *notes = _with_numbers(desk, shown, x, width)
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
    shown = _shown(desk, directive, width)
    if shown is None:
        return None
    outline = Outline("rectangle", shown.width, shown.height)
    items = tuple(_numbered_picture(desk, shown, 0.0, 0.0))
    return Face(outline, 2 * _RADIUS, items, shown.face.label, desk.language), shown.texts


def _shown(desk: Desk, directive: Directive, width: float) -> PointedPiece | None:
    word = directive.words[0]
    piece = find_piece(desk, word)
    side = wanted_side(desk, piece, directive, word) if piece is not None else None
    face = desk.face(piece, side) if piece is not None and side is not None else None
    if piece is None or side is None or face is None:
        return None
    scale = wanted_scale(desk, directive.options.get("scale"))
    factor = min(scale or min(1.0, _TALLEST_PICTURE / face.height), width / face.width, TALLEST / face.height)
    parts = face_parts(desk.composer.with_items(piece, side))
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
        notes = _notes(desk, shown, sorted(chosen), style, room, tags, side)
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
            items += _leader(desk, (edge, first), note.point, picture_x, above, 1.0 if at else -1.0)
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
    style: Style,
    room: float,
    tags: Sequence[NoteTags],
    side: NoteSide,
) -> list[Note]:
    """The words of the chosen places with their lines."""
    notes: list[Note] = []
    for at in chosen:
        lines = desk.lines(shown.texts[at], style, room - 0.8)
        way = beside(side, shown.anchors[at])
        notes.append(Note(way, lines, len(lines) * line_height(style), tags[at].words, shown.anchors[at]))
    return clear_of_others(side, notes)


def _leader(
    desk: Desk,
    start: tuple[float, float],
    point: tuple[float, float],
    dx: float,
    dy: float,
    direction: float,
) -> list[Item]:
    """A line from words to a place of a picture whose corner is at (dx, dy), on a light casing."""
    end = (point[0] + dx, point[1] + dy)
    path = polygon([start, (start[0] - direction * _GAP / 2, start[1]), end], closed=False)
    accent = strong(desk.styles.accent)
    return [
        Stroke(path, WHITE, _CASING, cap="round", join="round"),
        Fill(circle(*end, DOT + CASING), WHITE),
        Stroke(path, accent, _LINE, cap="round", join="round"),
        Fill(circle(*end, DOT), accent),
    ]


def strong(colour: Colour) -> Colour:
    """The colour, darkened as far as white letters on it need."""
    while contrast(colour.opaque, WHITE) < 4.5:
        colour = colour.mixed(BLACK, 0.15)
    return colour


def disc(desk: Desk, number: int, x: float, y: float) -> list[Item]:
    """A number in a disc with its middle at (x, y)."""
    style = replace(
        desk.styles.body,
        font=desk.styles.headings[1].font,
        weight=desk.styles.headings[1].weight,
        colour=WHITE,
    )
    face = desk.context.fonts.face(style.font, style.weight, style.italic, style.axes)
    words = str(number)
    baseline = y + face.cap_height * style.size.mm / 2
    items, _ = set_label(words, style, x, baseline, desk.context, "middle")
    accent = strong(desk.styles.accent)
    return [Fill(circle(x, y, _RADIUS + 0.35), WHITE), Fill(circle(x, y, _RADIUS), accent), *items]


def _with_numbers(desk: Desk, shown: PointedPiece, x: float, width: float) -> list[Strip]:
    """The piece with numbers on its places, and the words beside it, or below it in strips of their own."""
    beside = width - shown.width - _GAP
    if beside >= _ONE + _DISC_ROOM:
        picture = _numbered_picture(desk, shown, x, 0.0)
        notes = _numbered(desk, shown, x + shown.width + _GAP, beside, 1)
        height = fsum(note.before + note.height for note in notes)
        if height <= TALLEST:
            items = [*moved(picture, 0.0, max(0.0, (height - shown.height) / 2))]
            y = max(0.0, (shown.height - height) / 2)
            for note in notes:
                items += moved(note.items, 0.0, y + note.before)
                y += note.before + note.height
            return [Strip(max(height, shown.height), tuple(items))]
    columns = max(1, min(int(width / _NARROWEST_NOTE), len(shown.anchors)))
    picture = _numbered_picture(desk, shown, x + (width - shown.width) / 2, _RADIUS)
    notes = _numbered(desk, shown, x, width, columns)
    return [Strip(shown.height + _RADIUS, tuple(picture)), *notes]


def _numbered_picture(desk: Desk, shown: PointedPiece, x: float, y: float) -> list[Item]:
    discs: list[Item] = []
    for number, (across, down) in enumerate(disc_places(shown.anchors, shown.width), start=1):
        discs += disc(desk, number, x + across, y + down)
    return [face_figure(desk, shown.face, x, y, shown.factor, discs)]


def disc_places(anchors: Sequence[Box], width: float) -> list[tuple[float, float]]:
    """The middle of the disc of each place, a little left of it, or its point; none lies over another."""
    apart = 2 * _RADIUS + 0.5
    placed: list[tuple[float, float]] = []
    for box in anchors:
        x, y = box.x, box.y + min(box.height / 2, _RADIUS)
        if box.width:
            x = max(box.x - _RADIUS - 0.4, 0.0)
        while True:
            near = [at for at in placed if (at[0] - x) ** 2 + (at[1] - y) ** 2 < apart**2 - 1e-9]
            if not near:
                break
            reach = max((apart**2 - (at[1] - y) ** 2) ** 0.5 + at[0] for at in near)
            if reach > width:  # the row is full: go on below
                x, y = box.x, y + apart
            else:
                x = reach
        placed.append((x, y))
    return placed


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
    first = max(0.0, _RADIUS - line_height(style) / 2)
    items: list[Item] = [Group(tuple(disc(desk, number, _RADIUS, _RADIUS)), tag=tag.number)]
    for at, line in enumerate(lines):
        items.append(tagged_line(line, style, _DISC_ROOM, first + at * line_height(style), tag.words))
    return Strip(max(2 * _RADIUS, first + len(lines) * line_height(style)), tuple(items))


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
