"""Drawings of play: the set-up, made from facts, and a round in pictures.

A set-up has centred rows of tiles, with fixed tiles in the middle row. In a round, pieces are side by side,
each with its number, letter or numeral, and with words below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pnp.colour import WHITE
from pnp.diagnostics import did_you_mean, error
from pnp.draw import AnyFace, Fill, Group, Item, Stroke, rectangle
from pnp.geometry import Box
from pnp.i18n import format_number
from pnp.icons import place_icon
from pnp.model import Term, Text
from pnp.rulebook.block import Directive, Word
from pnp.rulebook.desk import Desk, wanted_columns
from pnp.rulebook.flow import Strip
from pnp.rulebook.limits import MOST_STEPS_IN_A_ROW, MOST_TILES
from pnp.rulebook.picture import (
    TALLEST,
    drawing_words,
    face_figure,
    find_piece,
    shown_side,
    small_face,
    wanted_scale,
    with_caption,
)
from pnp.rulebook.pointing import disc
from pnp.rulebook.reads import TILES
from pnp.rulebook.words import line_height, tagged_line
from pnp.source import Span
from pnp.text import set_label
from pnp.units import Length, LengthError

_LARGEST_CELL = 12.0
_SPACE = 0.05  # between two cells, of the cell's side
_LABEL = 6.0  # room for the number of tiles at the end of each row


def setup_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """The diagram as one strip; nothing when the facts do not say how it looks (R152 says why).

    ``rows`` names the fact that lists how many tiles lie in each row (``facts.rows`` unless said otherwise),
    ``fixed`` the one that lists the kinds of the tiles in the middle of the middle row, or gives them by
    their places in it, from 1 (``facts.fixed`` where there is one).
    """
    rows = _rows(desk, directive)
    middle = len(rows) // 2 if rows else 0
    fixed = _fixed(desk, directive, rows[middle]) if rows else None
    if rows is None or fixed is None:
        return []
    cell = min(_cell_size(desk, directive), (width - 2 * _LABEL) / max(rows))
    items: list[Item] = []
    for number, count in enumerate(rows):
        y = number * cell
        left = x + (width - count * cell) / 2
        for place in range(count):
            box = Box(left + place * cell, y, cell, cell).grown(-cell * _SPACE / 2)
            items += _tile(desk, box, fixed.get(place) if number == middle else None)
        items += _count(desk, count, x + width - 1.0, y + cell / 2)
    height = len(rows) * cell
    tag = desk.tag("Figure", drawing_words(desk, directive), Box(x, 0.0, width, height))
    return with_caption(desk, directive, [Strip(height, (Group(tuple(items), tag=tag),))], x, width)


def _fact(desk: Desk, word: Word | None, default: str, span: Span) -> Any:
    """The value of the fact that the option names, or of the default one; None if missing."""
    name = word.text.removeprefix("facts.") if word else default
    fact = desk.game.facts.get(name)
    if fact is None and (word is not None or default == "rows"):
        cure = did_you_mean(name, desk.game.facts, "facts")
        desk.diagnostics.append(
            error("R152", f"there is no fact '{name}' to draw", word.span if word else span, cure)
        )
    return fact.value if fact is not None else None


def _rows(desk: Desk, directive: Directive) -> list[int] | None:
    word = directive.options.get("rows")
    value = _fact(desk, word, "rows", directive.span)
    if value is None:
        return None
    if (
        isinstance(value, list | tuple)
        and 1 <= len(value) <= MOST_TILES
        and all(isinstance(count, int) and 1 <= count <= MOST_TILES for count in value)
    ):
        return list(value)
    message = f"rows of tiles are a list of up to {MOST_TILES} numbers from 1 to {MOST_TILES}"
    cure = "write the fact as {value: [3, 5, 3]}"
    desk.diagnostics.append(error("R152", message, word.span if word else directive.span, cure))
    return None


def _fixed(desk: Desk, directive: Directive, length: int) -> dict[int, Term] | None:
    """The fixed tiles by their places in the middle row, from 0; empty when the fact does not fit the row."""
    word = directive.options.get("fixed")
    value = _fact(desk, word, "fixed", directive.span)
    if value is None:
        return None if word else {}
    places = _places(value, length)
    if places is None:
        where = "at places" if isinstance(value, Mapping) else "in the middle"
        message = f"the fixed tiles do not lie {where} of a row of {length}"
        desk.diagnostics.append(error("R152", message, directive.span, "change one of the two facts"))
        return None
    span = word.span if word else directive.span
    terms: dict[int, Term] = {}
    for place, kind in places.items():
        term = kind if isinstance(kind, Term) else _tile_term(desk, str(kind))
        if term is None:
            names = [name for group in desk.game.vocabularies.values() for name in group.terms]
            cure = did_you_mean(str(kind), names, "terms")
            desk.diagnostics.append(error("R152", f"the fixed tile '{kind}' is no term", span, cure))
            return None
        terms[place - 1] = term
    return terms


def _places(value: Any, length: int) -> dict[int, Any] | None:
    """Kinds of fixed tiles by place, from 1; a list is centred in the row. None when they do not fit."""
    if isinstance(value, Mapping):
        inside = all(isinstance(place, int) and 1 <= place <= length for place in value)
        return dict(value) if inside else None
    kinds = list(value) if isinstance(value, list | tuple) else [value]
    first, odd = divmod(length - len(kinds), 2)
    return None if odd or first < 0 else {first + place: kind for place, kind in enumerate(kinds, 1)}


def _tile_term(desk: Desk, name: str) -> Term | None:
    """The term of that name; of several, the one that a tile of the game has."""
    found = desk.game.term(name)
    if found is not None:
        return found
    desk.reads.add(TILES)
    for piece in desk.game.pieces():
        if piece.kind == "tile":
            for value in piece.fields.values():
                if isinstance(value, Term) and value.id == name:
                    return value
    return None


def _cell_size(desk: Desk, directive: Directive) -> float:
    word = directive.options.get("size")
    if word is None:
        return _LARGEST_CELL
    try:
        size = Length.parse(word.text).mm
    except LengthError as fault:
        desk.diagnostics.append(error("R112", str(fault), word.span, "write a length such as 10mm"))
        return _LARGEST_CELL
    if not 2.0 <= size <= 60.0:
        desk.diagnostics.append(
            error("R112", f"'{word.text}' is no size of a tile", word.span, "write 2mm to 60mm")
        )
        return _LARGEST_CELL
    return size


def _tile(desk: Desk, box: Box, kind: Term | None) -> tuple[Item, ...]:
    """A blank tile, or the real face of a tile of that kind, or its icon where the game has no such tile."""
    if kind is not None:
        face = _face_of(desk, kind)
        if face is not None:
            factor = min(box.width / face.width, box.height / face.height)
            return small_face(face, box.x, box.y, factor, desk.hashes)
    shape = rectangle(box, box.width * 0.08)
    ground = desk.styles.tint if kind is None else WHITE
    blank = (Fill(shape, ground), Stroke(shape, desk.styles.hairline, 0.2))
    icon = desk.context.icons.get(kind.icon) if kind is not None and kind.icon else None
    if icon is None or kind is None:
        return blank
    desk.icons.add(icon.name)
    inner = box.grown(-box.width * 0.15)
    return (*blank, place_icon(icon, inner, kind.colour or desk.styles.accent))


def _face_of(desk: Desk, kind: Term) -> AnyFace | None:
    desk.reads.add(TILES)
    for piece in desk.game.pieces():
        if piece.kind == "tile" and piece.copies and kind in piece.fields.values():
            return desk.face(piece)
    return None


def _count(desk: Desk, count: int, x: float, middle: float) -> tuple[Item, ...]:
    """How many tiles a row has, right-aligned at ``x``, its digits centred on ``middle``."""
    style = desk.styles.small
    face = desk.context.fonts.face(style.font, style.weight, style.italic, style.axes)
    y = middle + face.cap_height * style.size.mm / 2
    items, _ = set_label(format_number(count, desk.language), style, x, y, desk.context, "end")
    return items


_NARROWEST = 40.0
"""Width of a step when no number of columns is given; as many are set side by side as fit (millimetres)."""
_TALLEST_PICTURE = 48.0
"""Height of a picture when no scale is given (millimetres)."""
_SMALL = 0.7
"""A piece that is no taller than this part of the tallest picture is shown in its own size."""
_GAP, _ROW_GAP, _ABOVE_WORDS = 4.0, 3.2, 1.2


_KINDS = {"numbers": "Decimal", "letters": "UpperAlpha", "roman": "UpperRoman"}
"""Kinds of marks, and what PDF calls such a list."""


class PictureStep(NamedTuple):
    """A picture and its words."""

    face: AnyFace
    text: Text


def step_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """The steps in rows, with their numbers, letters or numerals, and the caption below them."""
    steps: list[PictureStep] = []
    for word, text in directive.notes():
        piece = find_piece(desk, word)
        faces = shown_side(desk, piece, directive, word) if piece is not None else []
        steps += [PictureStep(face, text) for face in faces]
    if not steps:
        return []
    fitting = max(1, min(int((width + _GAP) / (_NARROWEST + _GAP)), len(steps), MOST_STEPS_IN_A_ROW))
    columns = wanted_columns(desk, directive.options.get("columns"), MOST_STEPS_IN_A_ROW, fitting)
    cell = (width - _GAP * (columns - 1)) / columns
    scale = wanted_scale(desk, directive.options.get("scale"))
    if scale is None:
        scale = min(
            1.0, *(min(cell / step.face.width, _TALLEST_PICTURE / step.face.height) for step in steps)
        )
    kind = kind_of_marks(directive)
    if (wanted := directive.options.get("marks")) and wanted.text not in _KINDS:
        cure = "write 'letters', 'numbers' or 'roman'"
        desk.diagnostics.append(error("R112", f"'{wanted.text}' is no kind of mark", wanted.span, cure))
    strips: list[Strip] = []
    with desk.inside("L", attribute=_KINDS[kind]):
        for first in range(0, len(steps), columns):
            row = steps[first : first + columns]
            marks = [step_mark(kind, at) for at in range(first, first + len(row))]
            strips.append(_row(desk, row, marks, (x, cell), scale, _ROW_GAP if strips else 0.0))
    return with_caption(desk, directive, strips, x, width)


def kind_of_marks(directive: Directive) -> str:
    """Whether steps have numbers, or letters or numerals, as where the text has numbers of its own."""
    word = directive.options.get("marks")
    return word.text if word is not None and word.text in _KINDS else "numbers"


def step_mark(kind: str, at: int) -> str:
    """Number, letter or Roman numeral of a step, counted from 0; there are no more than 20."""
    if kind == "letters":
        return chr(ord("A") + at)
    if kind == "roman":
        tens, ones = divmod(at + 1, 10)
        return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]
    return str(at + 1)


def _row(
    desk: Desk,
    row: Sequence[PictureStep],
    marks: Sequence[str],
    column: tuple[float, float],
    scale: float,
    before: float,
) -> Strip:
    """Steps side by side, their pictures on one line, as one strip."""
    x, cell = column
    style = replace(desk.styles.table, align="left")
    factors = [min(scale, cell / step.face.width, TALLEST / step.face.height) for step in row]
    tallest = max(step.face.height * factor for step, factor in zip(row, factors, strict=True))
    for at, step in enumerate(row):  # a token beside cards need not be smaller than it is
        if step.face.height <= _SMALL * tallest and step.face.width <= cell:
            factors[at] = max(factors[at], 1.0)
    height = max(step.face.height * factor for step, factor in zip(row, factors, strict=True))
    items: list[Item] = []
    lowest = height
    for at, (step, factor) in enumerate(zip(row, factors, strict=True)):
        left = x + at * (cell + _GAP)
        shown = left + (cell - step.face.width * factor) / 2
        top = 1.0 + height - step.face.height * factor
        y = 1.0 + height + _ABOVE_WORDS
        with desk.inside("LI"):
            label = desk.tag("Lbl")
            with desk.inside("LBody"):
                items.append(face_figure(desk, step.face, shown, top, factor))
                words = desk.tag("P")
        items.append(Group(tuple(disc(desk, marks[at], shown + 1.2, top + 1.2)), tag=label))
        for line in desk.lines(step.text, style, cell):
            items.append(tagged_line(line, style, left, y, words))
            y += line_height(style)
        lowest = max(lowest, y)
    return Strip(lowest, tuple(items), before)
