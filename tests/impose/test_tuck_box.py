"""Nets of tuck boxes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import GlyphRun, Group, Stroke
from pnp.geometry import Box
from pnp.impose.tuck_box import LEAST_DEPTH, TuckBox, box_page, box_thickness
from pnp.units import LengthError, mm
from tests.impose.faces import context, face, profile

boxes = st.builds(TuckBox, st.floats(20, 120), st.floats(20, 150), st.floats(LEAST_DEPTH, 80))


def test_the_box_for_a_deck_is_a_little_larger_than_the_deck() -> None:
    box = TuckBox.of(face(), 72, mm(0.3))
    assert (box.width, box.height) == (64.0, 89.0)
    assert box.depth == pytest.approx(72 * 0.3 + 1)
    assert box.size == pytest.approx((182.2, 162.2))
    assert TuckBox.of(face(), 5, mm(0.3)).depth == LEAST_DEPTH


@given(boxes)
def test_the_cut_stays_inside_the_net_and_is_the_same_above_and_below(box: TuckBox) -> None:
    width, height = box.size
    corners = box.outline()
    assert min(x for x, _ in corners) == pytest.approx(0.0)
    assert max(x for x, _ in corners) == pytest.approx(width)
    assert min(y for _, y in corners) == pytest.approx(0.0)
    assert max(y for _, y in corners) == pytest.approx(height)
    mirrored = {(round(x, 6), round(height - y, 6)) for x, y in corners}
    assert mirrored == {(round(x, 6), round(y, 6)) for x, y in corners}


@given(boxes)
def test_folded_panels_close_the_box(box: TuckBox) -> None:
    """Opposite panels are alike, neighbours share a fold, lid and bottom are as deep as the sides are wide."""
    back, front, (one, other) = box.back, box.front, box.sides
    assert (back.width, back.height) == (front.width, front.height)
    assert one.width == pytest.approx(other.width) == pytest.approx(box.depth)
    assert back.right == pytest.approx(one.x)
    assert one.right == pytest.approx(front.x)
    assert front.right == pytest.approx(other.x)
    assert box.lid.bottom == pytest.approx(back.y)
    assert (box.lid.width, box.lid.height) == pytest.approx((box.width, box.depth))
    dust = back.y - min(y for x, y in box.outline() if x > back.right + 0.5)
    assert 2 * dust <= box.width + 1e-6  # dust flaps do not meet
    assert dust <= box.top


@given(boxes)
def test_folds_end_at_corners_of_the_cut(box: TuckBox) -> None:
    corners = box.outline()
    for x1, y1, x2, y2 in box.folds():
        for x, y in ((x1, y1), (x2, y2)):
            assert min(math.dist((x, y), corner) for corner in corners) < 1e-6


def test_the_net_stands_on_the_page_with_the_picture_on_the_front_panel() -> None:
    shown = face()
    box = TuckBox.of(shown, 72, mm(0.3))
    page = box_page(box, shown, ("Weapons", "72 pieces"), profile(), context())
    assert page is not None
    (group,) = page.items
    assert isinstance(group, Group)
    cut = next(item for item in group.items if isinstance(item, Stroke) and not item.dash)
    xs, ys = [float(s[1]) for s in cut.path if len(s) > 2], [float(s[2]) for s in cut.path if len(s) > 2]
    area = Box(0.0, 0.0, page.width.mm, page.height.mm).inset(5, 5, 5, 5)
    net = group.matrix.apply_box(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    assert area.holds(net)
    (picture,) = page.placed
    panel = box.front.moved(net.x, net.y)
    trim = picture.matrix.apply_box(Box(0.0, 0.0, 63.0, 88.0))
    assert panel.holds(trim)
    assert trim.centre == pytest.approx(panel.centre)
    shows = picture.matrix.apply_box(picture.clip)
    assert (shows.x, shows.y, shows.right, shows.bottom) == pytest.approx(
        (panel.x, panel.y, panel.right, panel.bottom)
    )  # colour up to the folds


def test_a_net_that_is_larger_than_the_paper_is_none_and_fits_on_a3() -> None:
    box = TuckBox.of(face(), 160, mm(0.4))
    assert box_page(box, face(), ("W", "160"), profile(), context()) is None
    assert box_page(box, face(), ("W", "160"), profile(paper="A3"), context()) is not None


def test_long_names_are_set_smaller() -> None:
    box = TuckBox.of(face(), 18, mm(0.3))
    page = box_page(
        box, face(), ("An exceedingly long name of a deck of cards indeed", "18"), profile(), context()
    )
    assert page is not None
    group = page.items[0]
    assert isinstance(group, Group)
    runs = [
        run
        for part in group.items
        if isinstance(part, Group)
        for run in part.items
        if isinstance(run, GlyphRun)
    ]
    names = {round(run.size, 3): sum(run.advances) for run in runs if "long" in run.text}
    assert len(names) == 2  # as ever along the sides, smaller across lid and back
    assert names[min(names)] == pytest.approx(box.width - 4, abs=0.5)
    assert names[max(names)] <= box.height - 4


@pytest.mark.parametrize("text", ["9mm", "0.01mm", "0mm"])
def test_thickness_of_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="thickness of a card"):
        box_thickness(text)


def test_thickness_needs_a_unit() -> None:
    with pytest.raises(LengthError):
        box_thickness("0.3")
    assert box_thickness("0.3mm") == mm(0.3)
