"""The places on a piece that words point at, where words and numbers are set, and the lines between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from math import fsum, sqrt
from typing import NamedTuple

from pnp.colour import BLACK, WHITE, Colour, contrast
from pnp.diagnostics import Diagnostic, did_you_mean, error, times
from pnp.draw import AnyFace, FaceParts, Fill, Item, Stroke, Tag, circle, polygon
from pnp.draw.parts import letters_of
from pnp.geometry import Box, Point, around
from pnp.layout.reads import of_shown
from pnp.markup import parse_inline, plain_text
from pnp.model import Piece, Term, Text
from pnp.rulebook.block import Word
from pnp.rulebook.desk import Desk
from pnp.rulebook.limits import MOST_SWAPS
from pnp.rulebook.reads import piece_names
from pnp.rules import fill
from pnp.text import SetLine, set_label

_NUMBER = r"\d{1,4}(?:\.\d{1,4})?"
_COORDINATES = re.compile(rf"{_NUMBER},{_NUMBER}(?:,{_NUMBER},{_NUMBER})?")
_SHORTEST = 2
"""Shorter words of a field must be all that a line has: a 1 is found in many places."""


def anchor(desk: Desk, face: AnyFace, parts: FaceParts, piece: Piece, word: Word) -> Box | Diagnostic:
    """The box on the face that a place names, or what is wrong with it (R158).

    A place is a point ``x,y`` or a box ``x,y,width,height`` in millimetres from the top left, the ``id`` of
    an element of the layout, a field of the piece (its words, or the icon of its term), or an icon. Of
    several icons, ``heart#2`` is the second.
    """
    if _COORDINATES.fullmatch(word.text):
        x, y, *size = (float(number) for number in word.text.split(","))
        box = Box(x, y, *size) if size else Box(x, y, 0.0, 0.0)
        if Box(0.0, 0.0, face.width, face.height).holds(box):
            return box
        message = f"'{word.text}' is not on '{piece.key}', which is {face.width:g} × {face.height:g} mm"
        return error("R158", message, word.span, "write x,y or x,y,width,height in millimetres of the piece")
    name, _, number = word.text.partition("#")
    found = list(_named(desk, parts, piece, name))
    which = int(number) if number.isdecimal() and len(number) < 4 else 1 if not number else 0
    if 1 <= which <= len(found):
        return found[which - 1]
    if found:
        message = f"'{piece.key}' has {times(len(found), 'place')} called '{name}'"
        return error("R158", message, word.span, f"write '{name}' or '{name}#1' to '{name}#{len(found)}'")
    known = [name for name, *_ in parts.boxes] + [name for name, _ in parts.icons]
    known += [name for name, value in piece.fields.items() if _field(desk, parts, piece, value)]
    cure = did_you_mean(name, list(dict.fromkeys(known)), "places")
    return error("R158", f"'{piece.key}' has no place '{name}'", word.span, cure)


def _named(desk: Desk, parts: FaceParts, piece: Piece, name: str) -> Iterator[Box]:
    boxes = [(box, depth) for known, box, depth in parts.boxes if known == name]
    if boxes:
        least = min(depth for _, depth in boxes)
        yield from (box for box, depth in boxes if depth == least)
        return
    if name in piece.fields:
        box = _field(desk, parts, piece, piece.fields[name])
        if box is not None:
            yield box
            return
    yield from (box for known, box in parts.icons if known == name)


def _field(desk: Desk, parts: FaceParts, piece: Piece, value: object) -> Box | None:
    """Where the words of a field are printed, or the icon of its term."""
    if isinstance(value, tuple | list):
        return next((box for box in (_field(desk, parts, piece, each) for each in value) if box), None)
    if isinstance(value, Term):
        icon = next((box for known, box in parts.icons if known == value.icon), None)
        return icon or _printed(parts, desk.plain(value.name))
    if isinstance(value, Text):
        reads: set[str] = set()
        filled = fill(desk.local(value), piece_names(piece, desk.scope, reads), desk.language)
        desk.reads |= of_shown(piece.key, frozenset(reads))
        return _printed(parts, plain_text(parse_inline(filled.text)))
    return _printed(parts, str(value)) if isinstance(value, int | float | str) else None


def _printed(parts: FaceParts, words: str) -> Box | None:
    """The box of the first stretches of text that are the words, or else of the first that hold them."""
    letters = letters_of(words)
    if len(letters) <= _SHORTEST:
        return next((box for text, box in parts.words if text == letters), None)
    ends = [0, *accumulate(len(text) for text, _ in parts.words)]
    printed = "".join(text for text, _ in parts.words)
    held = [found.start() for found in re.finditer(f"(?={re.escape(letters)})", printed)]
    if not held:
        return None
    whole = (at for at in held if at in ends and at + len(letters) in ends)
    start = next(whole, held[0])
    end = start + len(letters)
    return around([box for i, (_, box) in enumerate(parts.words) if ends[i] < end and start < ends[i + 1]])


BETWEEN = 1.6
"""Between the words of two notes (millimetres)."""
DOT, CASING = 0.6, 0.3
"""Radius of the dot at the end of a line, and the light rim around it."""
_BESIDE = DOT + CASING + 0.6
"""From what is pointed at to the middle of the dot: never on its last letter."""
_CLEAR = 0.7
"""Around what lines keep clear of."""
_SWEEPS = 3
"""Times that notes look for better lines."""
_CROSSED, _STEEP, _ASKEW = 100.0, 0.3, 0.4
"""Costs of a line: for each thing that it crosses, for each millimetre up or down, for an end not beside."""


class Leader(NamedTuple):
    """A line from words to a place.

    Attributes:
        point: Where it ends, in the frame of the picture.
        level: The height at which its words are wanted.
        cost: Of a point that is not straight beside the place.
    """

    point: Point
    level: float
    cost: float = 0.0


class Note(NamedTuple):
    """Words beside a piece.

    Attributes:
        way: The line to what they point at.
        lines: As set.
        height: Of the lines.
        tag: Of the lines.
        place: What they point at.
        number: Of the place, from 0.
    """

    way: Leader
    lines: list[SetLine]
    height: float
    tag: Tag = Tag("P")
    place: Box = Box(0.0, 0.0, 0.0, 0.0)
    number: int = 0

    @property
    def point(self) -> Point:
        """Where the line ends."""
        return self.way.point


class NoteSide(NamedTuple):
    """One side of a picture, where words are set.

    Attributes:
        knee: Where lines leave the height of their words, in the frame of the picture.
        line: Height of a line of words, in whose middle lines begin.
        width: Of the picture.
        height: Of the picture.
        shown: The words and icons on the picture.
    """

    knee: float
    line: float
    width: float
    height: float
    shown: Sequence[Box] = ()

    @property
    def direction(self) -> float:
        """1 where words are on the right, -1 on the left."""
        return 1.0 if self.knee > self.width / 2 else -1.0


def beside(side: NoteSide, place: Box) -> Leader:
    """The line that ends straight beside a place, or at its point."""
    return next(iter(_ends(side, place)))


def clear_of_others(side: NoteSide, notes: Sequence[Note]) -> list[Note]:
    """The notes with lines that cross as few words and icons as possible besides what they point at."""
    best = list(notes)
    least = _cost(side, best)
    for sweep in range(_SWEEPS):
        if least < _CROSSED:
            break
        for at, note in enumerate(best):
            if sweep == 0 and not _crossed(side, note.point, note.way.level, note.place):
                continue  # at first only those that must move
            for way in _ways(side, note.place):
                tried = [*best[:at], note._replace(way=way), *best[at + 1 :]]
                cost = _cost(side, tried)
                if cost < least:
                    best, least = tried, cost
    return best


def _ends(side: NoteSide, place: Box) -> list[Leader]:
    """Where a line may end: beside the place, or around it; at a point only there."""
    x, y = place.centre
    if not place.width:
        return [Leader(place.centre, y)]
    across = (place.width / 2 + _BESIDE) * side.direction
    down = place.height / 2 + _BESIDE
    half = sqrt(0.5)
    around = (
        (across, 0.0),
        (across * half, -down * half),
        (across * half, down * half),
        (0.0, -down),
        (0.0, down),
    )
    ends: list[Leader] = []
    for right, below in around:
        point = Point(min(max(x + right, DOT), side.width - DOT), y + below)
        ends.append(Leader(point, point.y, _ASKEW if below else 0.0))
    return ends


def _ways(side: NoteSide, place: Box) -> list[Leader]:
    """The lines to a place, level or just above and below what a level one would cross."""
    ways: list[Leader] = []
    for end in _ends(side, place):
        ways.append(end)
        for other in _crossed(side, end.point, end.level, place):
            for corner in (Point(other.x, other.y), Point(other.right, other.y)):
                ways += _past(side, end, corner, -_CLEAR - 0.1)
            for corner in (Point(other.x, other.bottom), Point(other.right, other.bottom)):
                ways += _past(side, end, corner, _CLEAR + 0.1)
    return ways


def _past(side: NoteSide, end: Leader, corner: Point, by: float) -> list[Leader]:
    """The line that passes a corner at a distance, if its words are not far from the picture."""
    ahead = (corner.x - end.point.x) * side.direction
    if ahead <= 0.5:
        return []
    level = end.point.y + (corner.y + by - end.point.y) * abs(side.knee - end.point.x) / ahead
    if -2 * side.line <= level <= side.height + 2 * side.line:
        return [end._replace(level=level)]
    return []


def _crossed(side: NoteSide, point: Point, level: float, place: Box) -> list[Box]:
    """The words and icons that a line crosses, besides its own place."""
    found: list[Box] = []
    knee = Point(side.knee, level)
    for box in side.shown:
        if box.meets(place, -0.05) or box.holds(place):
            continue
        if _through(box.grown(_CLEAR), point, knee):
            found.append(box)
    return found


def _through(box: Box, a: Point, b: Point) -> bool:
    """Whether the stretch from a to b has a point within the box (Liang and Barsky, 1984)."""
    enter, leave = 0.0, 1.0
    for from_, step, low, high in (
        (a.x, b.x - a.x, box.x, box.right),
        (a.y, b.y - a.y, box.y, box.bottom),
    ):
        if abs(step) < 1e-9:
            if not low < from_ < high:
                return False
            continue
        first, last = sorted(((low - from_) / step, (high - from_) / step))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


def _cost(side: NoteSide, notes: Sequence[Note]) -> float:
    stack = stacked(notes, side.knee, side.line)
    if stack is None:
        return float("inf")
    costs: list[float] = []
    for note, top in stack:
        level = top + side.line / 2
        crossed = _crossed(side, note.point, level, note.place)
        costs.append(note.way.cost + _CROSSED * len(crossed) + _STEEP * abs(level - note.point.y))
    return fsum(costs)


def stacked(notes: Sequence[Note], knee: float, line: float) -> list[tuple[Note, float]] | None:
    """The notes of one side from top to bottom with the top of each, none over another.

    Each is as near as possible to its level, and no two lines from ``knee`` to their points cross; None if no
    such order is found.

    Args:
        notes: In any order.
        knee: Where the lines leave the height of their words.
        line: Height of a line of words, in whose middle lines begin.
    """
    order = sorted(notes, key=lambda note: (note.way.level, note.point.x))
    for _ in range(MOST_SWAPS):
        tops = _tops(order, line)
        starts = [Point(knee, top + line / 2) for top in tops]
        crossing = next(
            (
                (one, other)
                for one, other in combinations(range(len(order)), 2)
                if _cross(starts[one], order[one].point, starts[other], order[other].point)
            ),
            None,
        )
        if crossing is None:
            return list(zip(order, tops, strict=True))
        one, other = crossing
        order[one], order[other] = order[other], order[one]
    return None


def _tops(notes: Sequence[Note], line: float) -> list[float]:
    """Tops of the notes one below the other, each as near to its level as the others allow.

    Notes that meet become one block, whose place is the mean of what its notes want (pool adjacent
    violators).
    """
    blocks: list[tuple[float, float, int]] = []  # top that is wanted, height, number of notes
    for note in notes:
        top, height, count = note.way.level - line / 2, note.height + BETWEEN, 1
        while blocks and blocks[-1][0] + blocks[-1][1] > top:
            above_top, above_height, above_count = blocks.pop()
            together = count + above_count
            top = (above_top * above_count + (top - above_height) * count) / together
            height, count = above_height + height, together
        blocks.append((top, height, count))
    tops: list[float] = []
    for block_top, _, count in blocks:
        y = block_top
        for note in notes[len(tops) : len(tops) + count]:
            tops.append(y)
            y += note.height + BETWEEN
    return tops


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines from a to b and from c to d cross; sharing an end is no crossing."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


RADIUS = 2.1
"""Radius of a disc in millimetres."""
_RIM = 0.35
"""Width of the light rim around a disc."""
_KNEE = 1.4
"""Distance from a piece to where the line of a disc outside it changes its direction."""
MARGIN = _KNEE + 2 * RADIUS + _RIM
"""Room that discs outside a piece need on each side of it."""
_LINE, _CASING = 0.3, 0.9
"""Width of a line, and of the light one below it."""


class DiscPlace(NamedTuple):
    """The middle of a disc, in the frame of the picture, and the points of its line, if it has one."""

    x: float
    y: float
    line: tuple[Point, ...] = ()


def strong(colour: Colour) -> Colour:
    """The colour, darkened as far as white letters on it need."""
    while contrast(colour.opaque, WHITE) < 4.5:
        colour = colour.mixed(BLACK, 0.15)
    return colour


def disc(desk: Desk, mark: int | str, x: float, y: float) -> list[Item]:
    """A number or letter in a disc with its middle at (x, y)."""
    style = replace(
        desk.styles.body,
        font=desk.styles.headings[1].font,
        weight=desk.styles.headings[1].weight,
        colour=WHITE,
    )
    face = desk.context.fonts.face(style.font, style.weight, style.italic, style.axes)
    words = str(mark)
    baseline = y + face.cap_height * style.size.mm / 2
    items, _ = set_label(words, style, x, baseline, desk.context, "middle")
    accent = strong(desk.styles.accent)
    return [Fill(circle(x, y, RADIUS + _RIM), WHITE), Fill(circle(x, y, RADIUS), accent), *items]


def leader(desk: Desk, points: Sequence[tuple[float, float]]) -> list[Item]:
    """A line that ends in a dot, on a light casing."""
    path = polygon(points, closed=False)
    accent = strong(desk.styles.accent)
    return [
        Stroke(path, WHITE, _CASING, cap="round", join="round"),
        Fill(circle(*points[-1], DOT + CASING), WHITE),
        Stroke(path, accent, _LINE, cap="round", join="round"),
        Fill(circle(*points[-1], DOT), accent),
    ]


def disc_places(anchors: Sequence[Box], width: float) -> list[DiscPlace]:
    """The middle of the disc of each place, a little left of it, or its point; none lies over another."""
    apart = 2 * RADIUS + 0.5
    placed: list[DiscPlace] = []
    for box in anchors:
        x, y = box.x, box.y + min(box.height / 2, RADIUS)
        if box.width:
            x = max(box.x - RADIUS - 0.4, 0.0)
        while True:
            near = [at for at in placed if (at.x - x) ** 2 + (at.y - y) ** 2 < apart**2 - 1e-9]
            if not near:
                break
            reach = max((apart**2 - (at.y - y) ** 2) ** 0.5 + at.x for at in near)
            if reach > width:  # the row is full: go on below
                x, y = box.x, y + apart
            else:
                x = reach
        placed.append(DiscPlace(x, y))
    return placed


def outside_places(
    anchors: Sequence[Box], marks: Sequence[Box], width: float, height: float
) -> list[DiscPlace] | None:
    """A disc left or right of a piece for each place, on its nearer side; None where lines would cross.

    Args:
        anchors: The places.
        marks: The words and icons that lines keep clear of.
        width: Of the picture.
        height: Of the picture.
    """
    places: dict[int, DiscPlace] = {}
    on_right = _right_of(anchors, width)
    for knee, right in ((-_KNEE, False), (width + _KNEE, True)):
        side = NoteSide(knee, 2 * RADIUS, width, height, marks)
        chosen = [at for at, each in enumerate(on_right) if each == right]
        notes = [
            Note(beside(side, anchors[at]), [], 2 * RADIUS, place=anchors[at], number=at) for at in chosen
        ]
        stack = stacked(clear_of_others(side, notes), knee, side.line)
        if stack is None:
            return None
        middle = knee + side.direction * RADIUS
        for note, top in stack:
            y = top + RADIUS
            places[note.number] = DiscPlace(middle, y, (Point(middle, y), Point(knee, y), note.point))
    return [places[at] for at in range(len(anchors))]


def _right_of(anchors: Sequence[Box], width: float) -> list[bool]:
    """Whether each place has its disc on the right: those in the middle are where there are fewer."""
    offsets = [box.centre.x - width / 2 for box in anchors]
    sides = [offset > 0 for offset in offsets]
    for at, offset in enumerate(offsets):
        if abs(offset) <= width / 20:
            others = [side for other, side in enumerate(sides) if other != at]
            sides[at] = sum(others) < len(others) / 2
    return sides
