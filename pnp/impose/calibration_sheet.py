"""The sheet that shows what a printer does wrong: rulers on the front, scales that meet through the paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pnp.colour import BLACK
from pnp.draw import Group, Item, Page, Path, Stroke
from pnp.geometry import IDENTITY, Box, Matrix, shift, turn
from pnp.i18n import Labels, format_number, label
from pnp.markup import parse_inline
from pnp.model import Style
from pnp.model.calibration import Scales
from pnp.model.paper import Paper
from pnp.text import set_label, set_text
from pnp.units import MM_PER_PT, mm, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

# A vernier: lines of the back are a tenth of a millimetre further apart than those of the front, so the
# pair that meets shows how many tenths the back lies off. The pattern repeats after one pitch, which is wider
# than common faults.
PITCH = 3.0  # mm between lines of the front
STEP = 0.1  # mm more between lines of the back
LEAST_WIDTH, LEAST_HEIGHT = mm(140), mm(200)
_MOST = 15  # lines to each side of the middle: ±1.5 mm
_LABELLED = 5  # every fifth line has a number
_LENGTHS = {"middle": 9.0, "labelled": 6.5, "other": 5.0}  # mm of lines
_ASIDE = 50.0  # mm that the upright scales are closer together than the paper is wide
_BESIDE = 25.0  # mm between an upright scale and the end of the level one, for lines and numbers
_EDGE = 12.0  # mm that rulers and scales keep from the paper's edge
_TICK = 2.5  # mm of the rulers' longer ticks
_LINE = 0.25 * MM_PER_PT
_TITLE = Style(weight=600, size=pt(13))
_WORDS = Style(size=pt(9), leading=1.35)
_COMMAND = Style("Barlow Semi Condensed", weight=600, size=pt(9), tracking=60.0)  # keeps "--" two hyphens
_NUMBER = Style("Barlow Semi Condensed", size=pt(7))


@dataclass(frozen=True, slots=True)
class _Plan:
    """Positions on the sheet, in millimetres on upright paper."""

    width: float
    height: float
    ruler_x: float
    ruler_y: float
    apart: float
    level: int
    upright: int

    @classmethod
    def of(cls, paper: Paper) -> _Plan:
        width, height = paper.width.mm, paper.height.mm
        pitch = PITCH + STEP
        return cls(
            width,
            height,
            ruler_x=_round(width - 2 * _EDGE - 20),
            ruler_y=_round(height - 2 * _EDGE - 50),
            apart=width - _ASIDE,
            level=min(_MOST, int(((width - _ASIDE) / 2 - _BESIDE) / pitch)),
            upright=min(_MOST, int((height - 100.0) / 2 / pitch)),
        )


def _round(room: float) -> float:
    """The longest ruler that has a round length and fits."""
    return room // 50 * 50 if room >= 50 else room // 10 * 10


def holds_sheet(paper: Paper) -> bool:
    """Whether scales, rulers and words find room on the paper."""
    return paper.width >= LEAST_WIDTH and paper.height >= LEAST_HEIGHT


def sheet_scales(paper: Paper) -> Scales:
    """The distances on the sheet for a paper that readings are turned into numbers by."""
    plan = _Plan.of(paper)
    return Scales(plan.apart, plan.ruler_x, plan.ruler_y)


def calibration_pages(
    paper: Paper,
    flip: Literal["long-edge", "short-edge"],
    printer: str,
    context: TextContext,
    adjust: tuple[Matrix, Matrix] = (IDENTITY, IDENTITY),
) -> tuple[Page, Page]:
    """The front and back of the sheet.

    Each scale is a vernier: its lines of the front begin where lines of the back end, and the pair that makes
    one line through the paper has the number to type at the back's end. Everything that is read is printed on
    the back.

    Args:
        paper: Printed upright.
        flip: Edge that the sheet is turned over.
        printer: Its name, for the words.
        context: To set the words with.
        adjust: Moves front and back as a build for the printer would; the identity for a sheet that is to be
            read.
    """
    plan = _Plan.of(paper)
    through = (
        Matrix(-1.0, 0.0, 0.0, 1.0, plan.width, 0.0)
        if flip == "long-edge"
        else Matrix(1.0, 0.0, 0.0, -1.0, 0.0, plan.height)
    )
    words = _Words(paper, flip, printer, context, corrected=adjust != (IDENTITY, IDENTITY))
    places = list(_scales(plan))
    front = [
        *(Group((place.front(),), place.matrix.then(through)) for place in places),
        *_rulers(plan),
        *words.front(plan),
    ]
    back = [item for place in places for item in place.back(context)]
    back += words.back(plan)
    moved = [
        (Group(tuple(items), matrix=by),) if by != IDENTITY else tuple(items)
        for items, by in zip((front, back), adjust, strict=True)
    ]
    return (
        Page(paper.width, paper.height, items=moved[0], label="front"),
        Page(paper.width, paper.height, items=moved[1], label="back"),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """One scale. Frame: x towards greater numbers; the back's lines have positive y, the front's negative.

    Attributes:
        name: What is read off it.
        lines: To each side of the middle.
        matrix: From the scale's frame to that of the back.
        anchor: Which part of a number is at the end of its line.
    """

    name: str
    lines: int
    matrix: Matrix
    anchor: Literal["start", "middle", "end"]

    def front(self) -> Item:
        """The lines of the front, in the scale's frame."""
        lines = [_line(at * PITCH, -_length(at)) for at in range(-self.lines, self.lines + 1)]
        return Stroke(tuple(part for line in lines for part in line), BLACK, _LINE)

    def back(self, context: TextContext) -> Iterator[Item]:
        """The lines of the back, their numbers, and the name, in the frame of the back."""
        pitch = PITCH + STEP
        lines = [_line(at * pitch, _length(at)) for at in range(-self.lines, self.lines + 1)]
        yield Group((Stroke(tuple(part for line in lines for part in line), BLACK, _LINE),), self.matrix)
        drop = 2.6 if self.anchor == "middle" else 0.85  # mm: below the line, or level with it
        for at in range(-self.lines, self.lines + 1):
            if at % _LABELLED == 0:
                words = f"{self.name} = 0" if at == 0 else f"{at * STEP:+.1f}".replace("-", "−")
                gap = 0.0 if self.anchor == "middle" else 1.0
                end = self.matrix.apply(at * pitch, _length(at) + gap)
                yield from set_label(words, _NUMBER, end.x, end.y + drop, context, self.anchor)[0]


def _line(x: float, y: float) -> Path:
    return (("M", x, 0.0), ("L", x, y))


def _length(at: int) -> float:
    return _LENGTHS["middle" if at == 0 else "labelled" if at % _LABELLED == 0 else "other"]


def _scales(plan: _Plan) -> Iterator[_Scale]:
    """A level scale for ``x`` and upright ones at the sides, all about the middle of the page.

    So a turn of the back changes what ``left`` and ``right`` show, and ``x`` not at all.
    """
    middle = plan.width / 2
    centre = plan.height / 2
    yield _Scale("x", plan.level, shift(middle, centre), "middle")
    # Downwards is the way to greater numbers: x of the scale turns to y of the page.
    left = Matrix(0.0, 1.0, 1.0, 0.0, middle - plan.apart / 2, centre)
    yield _Scale("left", plan.upright, left, "start")
    right = turn(90).then(shift(middle + plan.apart / 2, centre))
    yield _Scale("right", plan.upright, right, "end")


def _rulers(plan: _Plan) -> Iterator[Item]:
    """A level ruler along the upper edge and an upright one along the left edge of the front."""
    level = shift((plan.width - plan.ruler_x) / 2, _EDGE + _TICK)
    upright = Matrix(0.0, 1.0, 1.0, 0.0, _EDGE + _TICK, (plan.height - plan.ruler_y) / 2)
    for length, matrix in ((plan.ruler_x, level), (plan.ruler_y, upright)):
        parts = [("M", 0.0, 0.0), ("L", length, 0.0)]
        for at in range(int(length) + 1):
            tick = _TICK if at % 10 == 0 else _TICK * 0.7 if at % 5 == 0 else _TICK * 0.4
            parts += [("M", float(at), 0.0), ("L", float(at), -tick)]
        yield Group((Stroke(tuple(parts), BLACK, _LINE),), matrix=matrix)


@dataclass(frozen=True, slots=True)
class _Words:
    """The words on the sheet."""

    paper: Paper
    flip: str
    printer: str
    context: TextContext
    corrected: bool

    def front(self, plan: _Plan) -> Iterator[Item]:
        """Instructions, step by step, and the names of the rulers."""
        labels, middle = Labels(self.context.language), plan.width / 2
        title = " · ".join([labels.text("calibration"), self.printer, self.paper.name])
        yield from set_label(title, _TITLE, middle, 26.0, self.context, "middle")[0]
        yield from self._ruler_names(plan)
        steps = [
            f"{labels.text('calibration-print')} {labels.text(f'flip-{self.flip}')}.",
            labels.text("calibration-rulers", x=f"{plan.ruler_x:g}\u00a0mm", y=f"{plan.ruler_y:g}\u00a0mm"),
            labels.text("calibration-light"),
            labels.text("calibration-coarse", length=f"{format_number(PITCH / 2, labels.found)}\u00a0mm"),
            labels.text("calibration-type"),
        ]
        if self.corrected:
            steps = [steps[0], labels.text("calibration-corrected", name=self.printer)]
        y = 34.0
        left, width = middle - plan.apart / 2 + 12, plan.apart - 24
        for number, step in enumerate(steps, 1):
            if number == len(steps) and y > plan.height / 2 - 30.0:
                y = plan.height / 2 + 14.0  # no room above the level scale on small paper
            yield from set_label(f"{number}.", _WORDS, left, y + 3.1, self.context)[0]
            box = Box(left + 6, y, width - 6, 60.0)
            words = set_text(parse_inline(step), _WORDS, box, self.context)
            yield from words.items
            y += words.height + 3.0
        if not self.corrected:
            readings = f"x=…,left=…,right=…,ruler-x={plan.ruler_x:g},ruler-y={plan.ruler_y:g}"
            name = f'"{self.printer}"' if " " in self.printer else self.printer
            parts = [f"pnp calibrate --printer {name} --paper {self.paper.name}"]
            parts += ["--duplex short-edge"] if self.flip == "short-edge" else []
            for line in (" ".join(parts), f"    --set {readings}"):
                yield from set_label(line, _COMMAND, left + 6, y + 3.1, self.context)[0]
                y += 5.0

    def back(self, plan: _Plan) -> Iterator[Item]:
        """Which side this is."""
        words = label("calibration-towards", self.context.language)
        yield from set_label(words, _TITLE, plan.width / 2, plan.height / 2 + 30.0, self.context, "middle")[0]

    def _ruler_names(self, plan: _Plan) -> Iterator[Item]:
        level = f"ruler-x: {plan.ruler_x:g} mm"
        yield from set_label(level, _NUMBER, plan.width / 2, _EDGE + _TICK + 3.0, self.context, "middle")[0]
        upright = set_label(f"ruler-y: {plan.ruler_y:g} mm", _NUMBER, 0.0, 0.0, self.context, "middle")[0]
        beyond = plan.height / 2 + plan.upright * PITCH + 18.0  # below the scale beside it
        yield Group(upright, turn(270).then(shift(_EDGE + _TICK + 3.0, beyond)))
