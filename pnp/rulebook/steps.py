"""A round in pictures: pieces side by side, each with its number, letter or numeral, and with words below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.diagnostics import error
from pnp.draw import AnyFace, Group, Item
from pnp.model import Text
from pnp.rulebook.block import Directive
from pnp.rulebook.desk import Desk, wanted_columns
from pnp.rulebook.discs import disc
from pnp.rulebook.flow import Strip
from pnp.rulebook.limits import MOST_STEPS_IN_A_ROW
from pnp.rulebook.picture import TALLEST, find_piece, shown_side, wanted_scale, with_caption
from pnp.rulebook.place import face_figure
from pnp.rulebook.words import line_height, tagged_line

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
