"""The list of components, made from the data: each set with a sample picture, its number and name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.draw import Item
from pnp.markup import TextRun
from pnp.model import ComponentSet, Style
from pnp.rulebook.block import Directive
from pnp.rulebook.desk import Desk
from pnp.rulebook.named import named_set
from pnp.rulebook.place import small_face
from pnp.rulebook.strip import Strip
from pnp.rulebook.words import line_height, placed_line
from pnp.source import Origin
from pnp.text import SetLine, break_paragraph

_CELL = 40.0
"""Width of a component (millimetres); as many are put side by side as fit."""
_PICTURE_WIDTH, _PICTURE_HEIGHT = 13.0, 16.0
_GAP = 2.6


def component_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """The printed sets of the game, or those that the directive names, in rows."""
    sets = list(_sets(desk, directive))
    columns = max(int(width / _CELL), 1)
    cell = width / columns
    strips: list[Strip] = []
    for start in range(0, len(sets), columns):
        items: list[Item] = []
        height = 0.0
        for column, component_set in enumerate(sets[start : start + columns]):
            made, high = _cell(desk, component_set, directive, x + column * cell, cell - _GAP)
            items += made
            height = max(height, high)
        strips.append(Strip(height, tuple(items), before=_GAP if strips else 0.0))
    return strips


def _sets(desk: Desk, directive: Directive) -> Iterator[ComponentSet]:
    if not directive.words:
        yield from (item for item in desk.game.sets if item.copies)
    for word in directive.words:
        found = named_set(desk.game, word)
        if isinstance(found, ComponentSet):
            yield found
        else:
            desk.diagnostics.append(found)


def _cell(
    desk: Desk, component_set: ComponentSet, directive: Directive, x: float, width: float
) -> tuple[list[Item], float]:
    """The items of one component with its top-left corner at (x, 0), and its height."""
    items: list[Item] = []
    piece = next(piece for piece in component_set.pieces if piece.copies)
    face = desk.composer.compose(piece, "front").face
    if face is not None:
        factor = min(_PICTURE_WIDTH / face.width, _PICTURE_HEIGHT / face.height)
        left = x + (_PICTURE_WIDTH - face.width * factor) / 2
        items += small_face(face, left, (_PICTURE_HEIGHT - face.height * factor) / 2, factor, desk.hashes)
    body = desk.styles.body
    count = replace(desk.styles.headings[1], align="left")
    name = replace(body, leading=1.2)
    left, room = x + _PICTURE_WIDTH + 2.0, max(width - _PICTURE_WIDTH - 2.0, 8.0)
    origin = Origin(directive.span)
    heads = desk.plain_lines(desk.labels.text("times", n=component_set.copies), count, room, origin)
    names = _name_lines(desk, desk.plain(component_set.name), name, room, origin)
    height = len(heads) * line_height(count) + len(names) * line_height(name)
    y = max((_PICTURE_HEIGHT - height) / 2, 0.0)
    for lines, style in ((heads, count), (names, name)):
        for line in lines:
            items += placed_line(line, style, left, y)
            y += line_height(style)
    return items, max(_PICTURE_HEIGHT, height)


def _name_lines(desk: Desk, words: str, style: Style, room: float, origin: Origin) -> list[SetLine]:
    """The lines of a name; its words are divided only where one of them has no room."""
    whole = break_paragraph(
        (TextRun(words, False, False, 0),), replace(style, hyphenate=False), room, desk.context
    )
    if whole.faults:
        return desk.plain_lines(words, replace(style, hyphenate=True), room, origin)
    return list(whole.lines)
