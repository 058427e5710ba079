"""Path data of SVG."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import arc_curves
from pnp.geometry import Point
from pnp.icons import SvgPathError, parse_path
from pnp.icons.svg.limits import MAX_PATH_SEGMENTS


@pytest.mark.parametrize(
    ("d", "path"),
    [
        ("", ()),
        ("  ", ()),
        ("M1 2", (("M", 1, 2),)),
        ("M1,2L3,4Z", (("M", 1, 2), ("L", 3, 4), ("Z",))),
        ("m1 2 3 4", (("M", 1, 2), ("L", 4, 6))),  # pairs after a move are lines
        ("M1 2H5v-1h-1V9", (("M", 1, 2), ("L", 5, 2), ("L", 5, 1), ("L", 4, 1), ("L", 4, 9))),
        ("M1.5.5-1-2", (("M", 1.5, 0.5), ("L", -1, -2))),  # numbers end where the next can begin
        ("M1e1-2E-1", (("M", 10, -0.2),)),
        ("M.5.5", (("M", 0.5, 0.5),)),
        ("M0 0c1 1 2 1 3 0", (("M", 0, 0), ("C", 1, 1, 2, 1, 3, 0))),
        ("M0 0C0 1 2 3 3 3s1 0 2 0", (("M", 0, 0), ("C", 0, 1, 2, 3, 3, 3), ("C", 4, 3, 4, 3, 5, 3))),
        ("M0 0s1 1 2 2", (("M", 0, 0), ("C", 0, 0, 1, 1, 2, 2))),  # nothing to mirror
    ],
)
def test_commands(d, path):
    assert parse_path(d) == path


def test_a_drawing_goes_on_behind_z_where_the_closed_part_began():
    assert parse_path("M1 1h2v2zl5 5") == (
        ("M", 1, 1),
        ("L", 3, 1),
        ("L", 3, 3),
        ("Z",),
        ("M", 1, 1),
        ("L", 6, 6),
    )


def test_a_quadratic_curve_is_the_same_curve_as_a_cubic_one():
    (_, (_, *cubic)) = parse_path("M0 0Q3 6 6 0")
    assert cubic == pytest.approx([2, 4, 4, 4, 6, 0])


def test_t_mirrors_the_control_point_of_the_quadratic_curve():
    assert parse_path("M0 0Q1 2 2 0T4 0") == parse_path("M0 0Q1 2 2 0Q3 -2 4 0")
    assert parse_path("M0 0T4 0") == parse_path("M0 0Q0 0 4 0")


def test_glued_flags_of_an_arc():
    assert parse_path("M0 0a1 1 0 01.5.5") == parse_path("M0 0 a 1 1 0 0 1 0.5 0.5")


def test_an_arc_without_radius_is_a_line_and_one_without_length_is_nothing():
    assert parse_path("M0 0A0 5 0 0 1 9 9") == (("M", 0, 0), ("L", 9, 9))
    assert parse_path("M4 4A5 5 0 0 1 4 4") == (("M", 4, 4),)


@pytest.mark.parametrize(
    ("large", "sweep", "middle"),
    [(False, True, (0, -1)), (False, False, (0, 1)), (True, True, (0, -1)), (True, False, (0, 1))],
)
def test_a_half_circle_goes_the_way_of_its_sweep_flag(large, sweep, middle):
    curves = arc_curves(Point(-1, 0), 1, 1, 0, large, sweep, Point(1, 0))
    assert len(curves) == 2
    assert curves[0][4:] == pytest.approx(middle, abs=1e-9)
    assert curves[1][4:] == (1, 0)


def test_radii_that_are_too_small_grow():
    curves = arc_curves(Point(-2, 0), 1, 1, 0, False, True, Point(2, 0))
    assert curves[0][4:] == pytest.approx((0, -2))


unit = st.floats(-100, 100)
radius = st.floats(0.5, 200)


@given(unit, unit, unit, unit, radius, radius, st.floats(0, 360), st.booleans(), st.booleans())
def test_every_point_of_an_arc_lies_on_one_ellipse(x1, y1, x2, y2, rx, ry, turn, large, sweep):
    if math.dist((x1, y1), (x2, y2)) < 0.1:
        return
    curves = arc_curves(Point(x1, y1), rx, ry, turn, large, sweep, Point(x2, y2))
    assert curves[-1][4:] == (x2, y2)
    assert 1 <= len(curves) <= 4
    start = (x1, y1)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def in_circle(x, y):
        return (cos * x + sin * y) / rx, (cos * y - sin * x) / ry

    points = []
    for curve in curves:
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            xs, ys = (start[0], *curve[0::2]), (start[1], *curve[1::2])
            points.append(
                in_circle(
                    sum(w * v for w, v in zip(weights, xs, strict=True)),
                    sum(w * v for w, v in zip(weights, ys, strict=True)),
                )
            )
        start = curve[4:]
    # In the circle's frame all points have one distance from the middle, which three of them give.
    (ax, ay), (bx, by), (cx, cy) = points[0], points[len(points) // 2], points[-1]
    double = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(double) < 1e-3:  # nearly straight: no stable middle
        return
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    ux = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / double
    uy = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / double
    reach = math.dist((ux, uy), (ax, ay))
    assert all(math.dist((ux, uy), point) == pytest.approx(reach, rel=2e-3) for point in points)


@pytest.mark.parametrize(
    ("d", "offset"),
    [
        ("10 20", 0),
        ("L1 1", 0),
        ("M1", 2),
        ("M1 1 X", 5),
        ("M1 1 L 2", 8),
        ("M0 0A1 1 0 2 0 5 5", 11),
        ("M1e9 0", 1),
        ("M0 0 L1e999 0", 6),
    ],
)
def test_a_fault_is_reported_with_its_place(d, offset):
    with pytest.raises(SvgPathError) as caught:
        parse_path(d)
    assert caught.value.offset == offset


def test_what_stands_before_a_fault_is_kept():
    with pytest.raises(SvgPathError) as caught:
        parse_path("M0 0L5 5 L,,9")
    assert caught.value.done == (("M", 0, 0), ("L", 5, 5))


def test_small_steps_cannot_leave_the_range_of_numbers():
    with pytest.raises(SvgPathError, match="range"):
        parse_path("M0 0" + "l900000 0" * 3)


def test_a_path_has_a_greatest_length():
    with pytest.raises(SvgPathError, match=f"{MAX_PATH_SEGMENTS:,}"):
        parse_path("M0 0" + "h1" * (MAX_PATH_SEGMENTS + 1))


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, \n", max_size=60))
def test_any_text_is_a_finite_path_or_a_fault(d):
    try:
        path, offset = parse_path(d), 0
    except SvgPathError as fault:
        path, offset = fault.done, fault.offset
    assert 0 <= offset <= len(d)
    assert all(math.isfinite(number) for _, *numbers in path for number in numbers)
    assert not path or path[0][0] == "M"
