"""Lines beside a free outline: at the right distance everywhere, and round all points that are nearer."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import Outline, face_hash
from pnp.draw.face import Face
from pnp.draw.path import path_data
from pnp.draw.ring import Ring, area, box_of, corners_of, crossing, holds, moved_ring, sides_of, width_at
from pnp.geometry import Box
from pnp.icons import parse_path
from tests.laws import examples

TAB = ((0.0, 8.0), (12.0, 8.0), (16.0, 0.0), (36.0, 0.0), (40.0, 8.0), (91.0, 8.0), (91.0, 69.0), (0.0, 69.0))


def star(seed: int, points: int) -> Ring:
    """A ring whose corners lie around a middle, near and far."""
    dice = random.Random(seed)
    angles = sorted(dice.random() * math.tau for _ in range(points))
    ring = tuple(
        (30 + reach * math.cos(angle), 30 + reach * math.sin(angle))
        for angle in angles
        for reach in [5 + 25 * dice.random()]
    )
    return ring if area(ring) > 0 else ring[::-1]


def away(point: tuple[float, float], ring: Ring) -> float:
    """How far a point is from the nearest side."""
    nearest = math.inf
    for (x1, y1), (x2, y2) in sides_of(ring):
        dx, dy = x2 - x1, y2 - y1
        share = ((point[0] - x1) * dx + (point[1] - y1) * dy) / (dx * dx + dy * dy)
        share = min(1.0, max(0.0, share))
        nearest = min(nearest, math.hypot(point[0] - x1 - share * dx, point[1] - y1 - share * dy))
    return nearest


def winding(point: tuple[float, float], ring: Ring) -> int:
    turns = 0
    for (x1, y1), (x2, y2) in sides_of(ring):
        if (y1 <= point[1]) != (y2 <= point[1]) and x1 + (point[1] - y1) * (x2 - x1) / (y2 - y1) > point[0]:
            turns += 1 if y2 > y1 else -1
    return turns


@examples(40)
@given(st.integers(0, 10_000), st.integers(3, 16), st.sampled_from([3.0, 1.0, 0.3, -0.5, -2.0, -6.0]))
def test_a_moved_ring_is_at_its_distance_everywhere_and_holds_all_points_up_to_there(
    seed: int, points: int, by: float
) -> None:
    ring = star(seed, points)
    if crossing(ring) is not None or area(ring) < 5:
        return
    loops = moved_ring(ring, by)
    for loop in loops:
        for (x1, y1), (x2, y2) in sides_of(loop):
            for point in ((x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2)):
                assert away(point, ring) == pytest.approx(abs(by), abs=0.01)
                assert (winding(point, ring) != 0) == (by < 0)
    dice = random.Random(seed)
    for _ in range(40):
        point = dice.uniform(-5, 65), dice.uniform(-5, 65)
        depth = away(point, ring) * (-1 if winding(point, ring) else 1)
        if abs(depth - by) > 0.02:
            assert (sum(winding(point, loop) for loop in loops) > 0) == (depth < by)


def test_a_square_keeps_its_sides_and_gets_round_corners() -> None:
    (loop,) = moved_ring(((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)), 3.0)
    assert box_of(loop) == Box(-3.0, -3.0, 26.0, 26.0)
    assert area(loop) == pytest.approx(20 * 20 + 4 * 20 * 3 + math.pi * 9, abs=0.15)
    (inner,) = moved_ring(((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)), -3.0)
    assert sorted(inner) == [(3.0, 3.0), (3.0, 17.0), (17.0, 3.0), (17.0, 17.0)]
    assert moved_ring(((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)), -10.1) == []


def test_a_narrow_bay_is_filled_and_a_narrow_neck_parts() -> None:
    bay = (
        (0.0, 0.0),
        (9.0, 0.0),
        (9.0, 20.0),
        (11.0, 20.0),
        (11.0, 0.0),
        (20.0, 0.0),
        (20.0, 30.0),
        (0.0, 30.0),
    )
    (loop,) = moved_ring(bay, 2.0)
    assert not any(1 < y < 20 and 5 < x < 15 for x, y in loop)
    neck = (
        (0, 0),
        (10, 0),
        (10, 9),
        (20, 9),
        (20, 0),
        (30, 0),
        (30, 20),
        (20, 20),
        (20, 11),
        (10, 11),
        (10, 20),
        (0, 20),
    )
    assert len(moved_ring(tuple((float(x), float(y)) for x, y in neck), -1.5)) == 2


def test_a_ring_of_five_hundred_teeth_takes_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its moved sides crosses all others; all but those of the border are found hidden at once."""
    teeth = [(index * 0.12, (index % 2) * 25.0) for index in range(498)]
    ring: Ring = (*teeth, (59.76, 30.0), (0.0, 30.0))
    ring = ring if area(ring) > 0 else ring[::-1]
    asked = []
    from pnp.draw import ring as module

    count = module.winding
    monkeypatch.setattr(module, "winding", lambda sides, point: asked.append(1) or count(sides, point))
    assert crossing(ring) is None
    assert len(moved_ring(ring, 3.0)) == 1
    assert len(asked) < 2_000


def test_curves_are_followed_within_five_thousandths_and_their_ends_are_exact() -> None:
    corners = corners_of(parse_path("M0 20 A20 20 0 0 1 40 20 A20 20 0 0 1 0 20 Z"))
    assert box_of(corners) == Box(pytest.approx(0), pytest.approx(0), pytest.approx(40), pytest.approx(40))  # type: ignore[arg-type]
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in sides_of(corners)]
    assert (
        max(20 - math.dist(point, (20, 20)) for point in middles) < 0.011
    )  # SVG's arcs are off by 0.005 themselves


@pytest.mark.parametrize(
    ("written", "point"),
    [
        ("M0 0 L20 20 L20 0 L0 20 Z", (10, 10)),
        ("M0 0 H20 V20 H10 V0 Z", (10, 0)),  # touches its first side
        ("M0 0 H20 V20 V0 Z", (20, 0)),  # there and back
        ("M0 0 H20 V20 H0 Z", None),
        ("M0 0 H20 V20 H0 V0 Z", None),  # the last point is the first one again
    ],
)
def test_where_a_line_meets_itself(written: str, point: tuple[float, float] | None) -> None:
    found = crossing(corners_of(parse_path(written)))
    assert (found is None) == (point is None)
    assert point is None or found == pytest.approx(point)


def test_a_box_is_inside_only_as_far_from_the_line_as_asked() -> None:
    assert holds(TAB, Box(18, 3, 15, 4), 2.0)
    assert not holds(TAB, Box(18, 3, 15, 4), 3.5)
    assert not holds(TAB, Box(50, 2, 10, 3), 0.0)  # beside the tab
    assert not holds(TAB, Box(10, 2, 40, 20), 0.0)  # over its edge
    assert holds(TAB, Box(3, 12, 80, 50), 2.0)


def test_width_at_a_height_counts_from_the_middle() -> None:
    assert width_at(TAB, 30.0, 45.5) == 91.0
    assert width_at(TAB, 4.0, 45.5) == 0.0  # right of the tab
    assert width_at(TAB, 4.0, 26.0) == pytest.approx(24.0)


def test_an_outline_is_mirrored_moved_and_part_of_the_hash() -> None:
    line = parse_path(path_data(tuple(("M" if n == 0 else "L", *point) for n, point in enumerate(TAB))) + "Z")
    outline = Outline("path", 91.0, 69.0, line=line)
    assert outline.mirrored().path()[:3] == (("M", 91.0, 8.0), ("L", 79.0, 8.0), ("L", 75.0, 0.0))
    assert outline.mirrored().mirrored() == outline
    assert outline.box(3.0) == Box(-3.0, -3.0, 97.0, 75.0)
    assert area(outline.mirrored().ring) == area(TAB) > 0
    assert outline.scaled(0.5).ring == tuple((x / 2, y / 2) for x, y in TAB)
    assert outline.cell == Outline("path", 91.0, 69.0)
    assert face_hash(Face(outline, 3.0, ())) != face_hash(Face(outline.mirrored(), 3.0, ()))
