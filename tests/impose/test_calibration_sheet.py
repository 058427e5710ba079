"""The calibration sheet: what its scales show of a printer is what makes the printer good."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import GlyphRun, Page, Stroke
from pnp.draw.parts import leaf_box, leaves
from pnp.geometry import Box, Matrix, Point, shift, turn
from pnp.impose import profile_from
from pnp.impose.calibration_sheet import PITCH, STEP, calibration_pages, holds_sheet, sheet_scales
from pnp.impose.finish import adjustment
from pnp.model import PrintSettings
from pnp.model.calibration import calibration_from
from pnp.model.paper import Paper
from tests.impose.faces import context
from tests.laws import examples

SET = context()
FLIPS = {
    "long-edge": lambda w, h: Matrix(-1.0, 0.0, 0.0, 1.0, w, 0.0),
    "short-edge": lambda w, h: Matrix(1.0, 0.0, 0.0, -1.0, 0.0, h),
}


def paper(name: str) -> Paper:
    found = Paper.parse(name)
    assert found is not None
    return found


def sheet(name: str = "A4", flip: str = "long-edge") -> tuple[Page, Page]:
    return calibration_pages(paper(name), flip, "laser", SET)  # type: ignore[arg-type]


def ends(page: Page) -> Iterator[list[tuple[Point, Point]]]:
    """For each drawn scale or ruler its lines, from the base to the end, in the page's frame."""
    for seen in leaves(page.items):
        if isinstance(seen.item, Stroke):
            points = [seen.matrix.apply(float(x), float(y)) for _, x, y in seen.item.path]
            yield list(zip(points[::2], points[1::2], strict=True))


def reading(front: list[tuple[Point, Point]], back: list[tuple[Point, Point]], *, level: bool) -> float:
    """What a person reads: the number of the back's line that comes nearest to running on into one of the front."""
    along = 0 if level else 1
    middle = len(back) // 2
    gaps = {
        index - middle: min(abs(line[0][along] - other[0][along]) for other in front)
        for index, line in enumerate(back)
    }
    return min(gaps, key=lambda index: (gaps[index], abs(index))) * STEP


def read_off(printer: Matrix, flip: str, name: str = "A4") -> dict[str, float]:
    """The readings of all scales when the printer moves its backs by the map."""
    front, back = sheet(name, flip)
    through = FLIPS[flip](front.width.mm, front.height.mm)
    seen = [[(through.apply(*a), through.apply(*b)) for a, b in lines] for lines in ends(front)]
    moved = [[(printer.apply(*a), printer.apply(*b)) for a, b in lines] for lines in ends(back)]
    readings = {}
    for index, key in enumerate(("x", "left", "right")):
        readings[key] = reading(seen[index], moved[index], level=key == "x")
    return readings


@pytest.mark.parametrize("flip", list(FLIPS))
@pytest.mark.parametrize("name", ["A4", "Letter", "A3", "A5"])
def test_a_perfect_printer_reads_zero(name: str, flip: str) -> None:
    assert read_off(Matrix(), flip, name) == {"x": 0.0, "left": 0.0, "right": 0.0}


@examples(20)
@given(st.sampled_from(list(FLIPS)), st.integers(-14, 14), st.integers(-10, 10), st.floats(-0.12, 0.12))
def test_the_readings_make_backs_fall_behind_fronts_to_a_tenth_of_a_millimetre(
    flip: str, right: int, down: int, degrees: float
) -> None:
    width, height = 210.0, 297.0
    middle = Point(width / 2, height / 2)
    printer = turn(degrees, middle).then(shift(-right / 10, -down / 10))
    typed = ",".join(f"{key}={value:.1f}" for key, value in read_off(printer, flip).items())
    made, found = calibration_from(typed, sheet_scales(paper("A4")))
    assert not found
    assert made is not None
    profile, _ = profile_from(PrintSettings(made.settings.values))
    assert profile is not None
    adjust = adjustment(profile, "back", lying=False)
    for x, y in ((20.0, 20.0), (190.0, 20.0), (20.0, 277.0), (190.0, 277.0)):
        printed = printer.apply(*adjust.apply(x, y))
        assert math.hypot(printed.x - x, printed.y - y) < 0.2


def test_the_lines_are_a_vernier_of_a_tenth_of_a_millimetre() -> None:
    front, back = sheet()
    for fronts, backs in zip(list(ends(front))[:3], list(ends(back))[:3], strict=True):
        along = 0 if fronts[0][0].y == fronts[1][0].y else 1
        steps = {round(b[0][along] - a[0][along], 6) for a, b in pairwise(fronts)}
        assert steps in ({PITCH}, {-PITCH})
        steps = {round(b[0][along] - a[0][along], 6) for a, b in pairwise(backs)}
        assert steps == {round(PITCH + STEP, 6)}


def test_numbers_stand_at_the_lines_that_they_are_read_at() -> None:
    """A back that lies to the left must be moved right, so numbers grow to the right and downwards."""
    _, back = sheet()
    labels = [seen for seen in leaves(back.items) if isinstance(seen.item, GlyphRun)]
    middle = {"x": back.width.mm / 2, "y": back.height.mm / 2}
    numbers = [
        (float(seen.item.text.replace("−", "-")), seen.matrix.apply(seen.item.x, seen.item.y))
        for seen in labels
        if re.fullmatch(r"[+−][\d.]+", seen.item.text)
    ]
    assert len(numbers) == 18
    for value, place in numbers:
        aside = abs(place.x - middle["x"]) > 60
        along = place.y - middle["y"] if aside else place.x - middle["x"]
        assert (along > 0) == (value > 0)


@pytest.mark.parametrize("name", ["A4", "Letter", "A3", "A5"])
def test_rulers_have_the_length_that_they_are_taken_for_and_all_is_printable(name: str) -> None:
    front, back = sheet(name)
    scales = sheet_scales(paper(name))
    level, upright = list(ends(front))[3:5]
    assert level[0][1].x - level[0][0].x == pytest.approx(scales.ruler_x)
    assert upright[0][1].y - upright[0][0].y == pytest.approx(scales.ruler_y)
    for page in (front, back):
        printable = Box(0.0, 0.0, page.width.mm, page.height.mm).grown(-8.0)
        for seen in leaves(page.items):
            assert printable.holds(seen.place(leaf_box(seen.item)))


def test_the_sheet_names_printer_paper_and_what_to_type() -> None:
    front, _ = sheet("Letter", "short-edge")
    words = " ".join(seen.item.text for seen in leaves(front.items) if isinstance(seen.item, GlyphRun))
    assert "Calibration sheet · laser · Letter" in words
    assert "pnp calibrate --printer laser --paper Letter --duplex short-edge" in words
    assert "ruler-x=150" in words


@pytest.mark.parametrize(("language", "length"), [("en", "1.5"), ("cs", "1,5"), ("pl", "1,5"), ("fr", "1,5")])
def test_its_sentences_write_lengths_as_the_language_does(language: str, length: str) -> None:
    front, _ = calibration_pages(paper("A4"), "long-edge", "laser", context(language))
    words = " ".join(seen.item.text for seen in leaves(front.items) if isinstance(seen.item, GlyphRun))
    assert f"{length} mm" in words.replace("\u00a0", " ")


def test_small_papers_have_no_room_for_the_sheet() -> None:
    assert holds_sheet(paper("A5"))
    assert not holds_sheet(paper("100x150mm"))
