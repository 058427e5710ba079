"""Laying strips on pages."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pnp.rulebook.flow import SLACK, PlacedStrip, Section, Strip, TextArea, place_sections, place_tightly

FRAME = TextArea(10.0, 20.0, 100.0, 60.0, 4.0)


def strips(*heights: float, before: float = 0.0) -> tuple[Strip, ...]:
    return tuple(Strip(height, before=before) for height in heights)


def places(placed: list[PlacedStrip]) -> list[tuple[int, float, float]]:
    return [(item.page, item.column[0], item.y) for item in placed]


def test_columns_of_a_section_that_ends_on_the_page_are_level():
    placed = place_sections([Section(2, strips(10, 10, 10, 10))], FRAME)
    assert places(placed) == [(0, 10.0, 20.0), (0, 10.0, 30.0), (0, 62.0, 20.0), (0, 62.0, 30.0)]


def test_full_columns_come_before_a_new_page():
    placed = place_sections([Section(2, strips(*[30] * 5))], FRAME)
    assert [(item.page, item.column[0]) for item in placed] == [(0, 10), (0, 10), (0, 62), (0, 62), (1, 10)]


def test_room_above_is_left_out_at_the_top_of_a_column():
    placed = place_sections([Section(1, strips(20, 20, 20, before=5))], FRAME)
    assert places(placed) == [(0, 10.0, 20.0), (0, 10.0, 45.0), (1, 10.0, 20.0)]


def test_the_next_section_begins_below_the_highest_column():
    placed = place_sections([Section(2, strips(10, 12)), Section(1, strips(5, before=3))], FRAME)
    assert places(placed)[-1] == (0, 10.0, 35.0)


def test_a_heading_goes_with_what_follows():
    heading = Strip(10, keep=True)
    placed = place_sections([Section(1, (*strips(45), heading, *strips(10)))], FRAME)
    assert places(placed) == [(0, 10.0, 20.0), (1, 10.0, 20.0), (1, 10.0, 30.0)]


def test_a_heading_goes_with_the_first_strip_of_the_next_section():
    placed = place_sections(
        [Section(1, (*strips(40), Strip(10, keep=True))), Section(2, strips(20, 20))], FRAME
    )
    assert [item.page for item in placed] == [0, 1, 1, 1]


def test_breaks_asked_for_are_made():
    column = (Strip(5), Strip(5, breaks="column"), Strip(5, breaks="page"))
    placed = place_sections([Section(2, column)], FRAME)
    assert places(placed) == [(0, 10.0, 20.0), (0, 62.0, 20.0), (1, 10.0, 20.0)]


def test_something_too_tall_for_any_page_gets_one_of_its_own():
    placed = place_sections([Section(2, (Strip(5), Strip(500, keep=True), Strip(5)))], FRAME)
    assert [(item.page, item.column[0], item.y) for item in placed] == [(0, 10, 20), (0, 62, 20), (1, 10, 20)]


STRIPS = st.builds(
    Strip,
    height=st.floats(0.1, 80.0),
    before=st.floats(0.0, 6.0),
    keep=st.booleans(),
    breaks=st.sampled_from(["", "", "", "", "", "column", "page"]),
)
SECTIONS = st.lists(
    st.builds(Section, st.integers(1, 3), st.lists(STRIPS, min_size=1, max_size=20).map(tuple)), max_size=5
)


@given(SECTIONS)
def test_every_strip_is_placed_once_in_order_and_nothing_meets_or_leaves_the_frame(sections):
    placed = place_sections(sections, FRAME)
    assert [id(item.strip) for item in placed] == [
        id(strip) for section in sections for strip in section.strips
    ]
    assert [item.page for item in placed] == sorted(item.page for item in placed)
    assert max((item.page for item in placed), default=0) <= len(placed)
    for item in placed:
        assert item.y >= FRAME.y - SLACK
        alone = item.y <= FRAME.y + SLACK and item.strip.height > FRAME.height
        assert alone or item.y + item.strip.height <= FRAME.bottom + 1e-3
    columns: dict[tuple[int, tuple[float, float]], list[PlacedStrip]] = {}
    for item in placed:
        columns.setdefault((item.page, item.column), []).append(item)
    for items in columns.values():
        for above, below in pairwise(items):
            assert below.y >= above.y + above.strip.height - SLACK


@given(
    st.lists(st.builds(Strip, height=st.floats(1.0, 14.0), keep=st.booleans()), min_size=1, max_size=30),
    st.integers(1, 3),
)
def test_what_is_kept_together_is_only_parted_when_it_is_higher_than_a_column(made, columns):
    placed = place_sections([Section(columns, tuple(made))], FRAME)
    for at, (item, following) in enumerate(pairwise(placed)):
        if (item.page, item.column) != (following.page, following.column):
            start = at
            while start > 0 and placed[start - 1].strip.keep:
                start -= 1
            end = at
            while end < len(placed) - 1 and placed[end].strip.keep:
                end += 1
            together = sum(strip.strip.height for strip in placed[start : end + 1])
            assert not item.strip.keep or together > FRAME.height


@given(st.lists(st.floats(1.0, 20.0), min_size=2, max_size=20), st.integers(2, 3))
def test_levelled_columns_differ_by_less_than_a_strip(heights, columns):
    placed = place_sections([Section(columns, strips(*heights))], FRAME)
    last = max(item.page for item in placed)
    ends: dict[float, float] = {}
    for item in placed:
        if item.page == last:
            ends[item.column[0]] = item.y + item.strip.height
    highest = max(ends.values())
    first = min(ends)
    # filling the first column any less would not have left room for the rest
    assert ends[first] >= highest - 2 * max(heights) - SLACK


def test_a_last_page_with_little_on_it_is_saved_by_less_room_between_blocks():
    column = strips(*[10] * 5, before=3)  # 62 mm, on pages of 60
    assert [item.page for item in place_sections([Section(1, column)], FRAME)] == [0, 0, 0, 0, 1]
    placed = place_tightly([Section(1, column)], FRAME)
    assert [item.page for item in placed] == [0] * 5
    assert placed[-1].y + placed[-1].strip.height <= FRAME.bottom + SLACK
    assert 2 < placed[1].gap < 3


def test_a_last_page_that_holds_more_keeps_the_room_between_blocks():
    column = (*strips(25, 25, before=4), *strips(20, before=4))
    assert place_tightly([Section(1, column)], FRAME) == place_sections([Section(1, column)], FRAME)


def test_a_last_page_that_cannot_be_saved_keeps_the_room_between_blocks():
    column = (*strips(30, 30, before=0), *strips(5, before=4))
    assert place_tightly([Section(1, column)], FRAME) == place_sections([Section(1, column)], FRAME)
