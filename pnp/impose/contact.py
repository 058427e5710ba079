"""Contact sheets: every face of a game once, small, with its name and how many are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.colour import Colour
from pnp.draw import Clip, Face, Group, Item, Page, Stroke
from pnp.geometry import scale, shift
from pnp.i18n import Labels
from pnp.model import Style
from pnp.model.paper import A4, Paper
from pnp.text import set_fitted_label, set_label
from pnp.units import MM_PER_PT, Length, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

_Anchor: TypeAlias = Literal["start", "middle", "end"]

_MARGIN = 12.0  # mm
_HEAD = 9.0  # mm: title line of a page
_SET_HEAD = 8.0  # mm: name of a set and the space under it
_SET_GAP = 3.0
_THUMB = (30.0, 40.0)  # mm: a poker card comes to 28.6 × 40
_LEAST_SCALE = 0.3  # boards are shown larger than that, so that they can be distinguished
_GAP = 4.0
_NARROWEST = 18.0  # mm: room for the names of small pieces
_CAPTION = 5.5  # mm under each face
_INK = Colour(30, 30, 30)
_GREY = Colour(110, 110, 110)
_HAIR = Colour(190, 190, 190)
_TITLE = Style(weight=600, size=pt(13), colour=_INK)
_SET = Style(weight=600, size=pt(9), colour=_INK)
_NAME = Style(size=pt(6), colour=_INK)
_COUNT = Style(weight=600, size=pt(6), colour=_GREY)


@dataclass(frozen=True, slots=True)
class ContactCell:
    """One face, its name, and how many copies are printed."""

    face: Face
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class ContactSet:
    """The faces of one component set under its name, and its number of printed pieces; 0 shows no number."""

    name: str
    cells: tuple[ContactCell, ...]
    pieces: int = 0


def contact_pages(
    sets: Sequence[ContactSet],
    title: str,
    context: TextContext,
    paper: Paper = A4,
) -> tuple[Page, ...]:
    """Landscape pages with all faces, set after set, row by row; each set in one scale, never enlarged.

    Args:
        sets: Those without faces are skipped.
        title: Of every page, such as the game's name.
        context: To set names with.
        paper: Held sideways.
    """
    flow = _Flow(paper.height, paper.width, context)
    for contact_set in sets:
        if contact_set.cells:
            flow.add(contact_set)
    return tuple(flow.pages(title))


@dataclass(frozen=True, slots=True)
class _Measure:
    """How the faces of a set are shown: scale, and the size of the largest one at that scale."""

    scale: float
    width: float
    height: float

    @classmethod
    def of(cls, cells: Iterable[ContactCell], room: tuple[float, float]) -> _Measure:
        faces = [cell.face for cell in cells]
        width, height = max(face.width for face in faces), max(face.height for face in faces)
        thumb = min(1.0, _THUMB[0] / width, _THUMB[1] / height)
        shown = max(thumb, min(_LEAST_SCALE, room[0] / width, room[1] / height))
        return cls(shown, width * shown, height * shown)


class _Flow:
    """Rows of faces that run over pages."""

    def __init__(self, width: Length, height: Length, context: TextContext) -> None:
        self._size = (width, height)
        self._context = context
        self._labels = Labels(context.language)
        self._pages: list[list[Item]] = [[]]
        self._y = _MARGIN + _HEAD

    def add(self, contact_set: ContactSet) -> None:
        """Put a set under what is there; its name stays with its first row."""
        height = self._size[1].mm - 2 * _MARGIN - _HEAD - _SET_HEAD - _CAPTION
        measure = _Measure.of(contact_set.cells, (self._size[0].mm - 2 * _MARGIN, height))
        row_height = measure.height + _CAPTION + _GAP
        across, step = self._columns(measure)
        self._need(_SET_HEAD + row_height)
        self._heading(contact_set)
        for start in range(0, len(contact_set.cells), across):
            if self._need(row_height):
                self._heading(contact_set)
            for column, cell in enumerate(contact_set.cells[start : start + across]):
                self._pages[-1] += self._cell(cell, measure, _MARGIN + column * step)
            self._y += row_height
        self._y += _SET_GAP

    def pages(self, title: str) -> Iterator[Page]:
        """The finished pages."""
        total = len(self._pages)
        for number, items in enumerate(self._pages, 1):
            right = self._size[0].mm - _MARGIN
            head = [
                *self._text(title, _TITLE, _MARGIN, _MARGIN + 4.2),
                *self._text(f"{number} / {total}", _COUNT, right, _MARGIN + 4.2, "end"),
            ]
            yield Page(*self._size, items=(*head, *items), label=str(number))

    def _columns(self, measure: _Measure) -> tuple[int, float]:
        """How many faces a row holds, and the way from one to the next; whole rows reach both margins."""
        room = self._size[0].mm - 2 * _MARGIN
        cell = max(measure.width, _NARROWEST)
        across = max(1, int((room + _GAP) / (cell + _GAP)))
        return across, (room - cell) / (across - 1) if across > 1 else room

    def _need(self, height: float) -> bool:
        """Begin a page when the height is not left on this one; whether it was."""
        if self._y + height - _GAP <= self._size[1].mm - _MARGIN or not self._pages[-1]:
            return False
        self._pages.append([])
        self._y = _MARGIN + _HEAD
        return True

    def _heading(self, contact_set: ContactSet) -> None:
        total = contact_set.pieces
        words = f"{contact_set.name} · {self._times(total)}" if total else contact_set.name
        baseline = self._y + 4.0
        self._pages[-1] += self._text(words, _SET, _MARGIN, baseline)
        rule = (("M", _MARGIN, baseline + 1.4), ("L", self._size[0].mm - _MARGIN, baseline + 1.4))
        self._pages[-1].append(Stroke(rule, _HAIR, 0.4 * MM_PER_PT))
        self._y += _SET_HEAD

    def _cell(self, cell: ContactCell, measure: _Measure, x: float) -> Iterator[Item]:
        face, shown = cell.face, measure.scale
        top = self._y + measure.height - face.height * shown
        outline = face.outline.path()
        matrix = scale(shown).then(shift(x, top))
        yield Group(face.items, matrix=matrix, clip=Clip(outline), alt=face.label or None)
        yield Group((Stroke(outline, _HAIR, 0.3 * MM_PER_PT / shown),), matrix=matrix)
        baseline = self._y + measure.height + 2.9
        count = self._times(cell.count) if cell.count else ""
        room = max(measure.width, _NARROWEST) + _GAP / 2
        number, number_width = self._label(count, _COUNT, x, baseline)
        yield from number
        start = x + (number_width + 1.0 if number else 0.0)
        yield from self._fitted(cell.label, start, baseline, room - (start - x))

    def _times(self, count: int) -> str:
        return self._labels.text("times", n=count)

    def _fitted(self, words: str, x: float, baseline: float, room: float) -> Sequence[Item]:
        """The words, shortened with an ellipsis when they are wider than the room."""
        return set_fitted_label(words, _NAME, x, baseline, self._context, room) if words else ()

    def _text(
        self, words: str, style: Style, x: float, y: float, anchor: _Anchor = "start"
    ) -> Sequence[Item]:
        return self._label(words, style, x, y, anchor)[0]

    def _label(
        self, words: str, style: Style, x: float, y: float, anchor: _Anchor = "start"
    ) -> tuple[Sequence[Item], float]:
        return set_label(words, style, x, y, self._context, anchor) if words else ((), 0.0)
