"""Numbers and letters in discs: on the places of a piece, or outside it with lines to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.colour import BLACK, WHITE, Colour, contrast
from pnp.draw import Fill, Item, Stroke, circle, polygon
from pnp.geometry import Box, Point
from pnp.rulebook.desk import Desk
from pnp.rulebook.pointing import CASING, DOT, Note, NoteSide, beside, clear_of_others, stacked
from pnp.text import set_label

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


class Spot(NamedTuple):
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


def disc_spots(anchors: Sequence[Box], width: float) -> list[Spot]:
    """The middle of the disc of each place, a little left of it, or its point; none lies over another."""
    apart = 2 * RADIUS + 0.5
    placed: list[Spot] = []
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
        placed.append(Spot(x, y))
    return placed


def outside_spots(
    anchors: Sequence[Box], marks: Sequence[Box], width: float, height: float
) -> list[Spot] | None:
    """A disc left or right of a piece for each place, on its nearer side; None where lines would cross.

    Args:
        anchors: The places.
        marks: The words and icons that lines keep clear of.
        width: Of the picture.
        height: Of the picture.
    """
    spots: dict[int, Spot] = {}
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
            spots[note.number] = Spot(middle, y, (Point(middle, y), Point(knee, y), note.point))
    return [spots[at] for at in range(len(anchors))]


def _right_of(anchors: Sequence[Box], width: float) -> list[bool]:
    """Whether each place has its disc on the right: those in the middle are where there are fewer."""
    offsets = [box.centre.x - width / 2 for box in anchors]
    sides = [offset > 0 for offset in offsets]
    for at, offset in enumerate(offsets):
        if abs(offset) <= width / 20:
            others = [side for other, side in enumerate(sides) if other != at]
            sides[at] = sum(others) < len(others) / 2
    return sides
