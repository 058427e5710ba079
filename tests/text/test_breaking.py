"""The choice of line breaks, on bare numbers."""

from itertools import combinations
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from pnp.text.breaking import Break, Breaks, choose_breaks

WORDS = st.lists(st.integers(1, 9), min_size=1, max_size=9)


def breaks_of(widths: list[int]) -> list[Break]:
    """Spaces of width 1 between words of these widths."""
    found = []
    at = 0
    for index, width in enumerate(widths):
        at += width
        flex = index  # so many spaces so far
        if index == len(widths) - 1:
            found.append(Break(at, at, flex, flex, 0.0, False, index, None))
        else:
            found.append(Break(at, at + 1, flex, flex + 1, 0.0, False, index, None))
        at += 1
    return found


def never(*_: int) -> float:
    raise AssertionError("no word was divided")


def line_widths(widths: list[int], ends: tuple[int, ...]) -> list[int]:
    lines = []
    start = 0
    for end in ends:
        words = widths[start : end + 1]
        lines.append(sum(words) + len(words) - 1)
        start = end + 1
    return lines


@given(WORDS, st.integers(9, 25))
def test_every_word_is_in_one_line_and_every_line_fits(widths: list[int], width: int):
    chosen = choose_breaks(Breaks.of(breaks_of(widths)), width, "ragged", never)
    assert chosen.ends[-1] == len(widths) - 1
    assert list(chosen.ends) == sorted(set(chosen.ends))
    assert not chosen.too_wide
    assert all(line <= width for line in line_widths(widths, chosen.ends))


@given(WORDS, st.integers(9, 25))
def test_no_other_breaks_are_better(widths: list[int], width: int):
    """Against all ways of breaking: lines are dear, emptiness costs its square, the last line is free."""

    def cost(ends: tuple[int, ...]) -> float:
        lines = line_widths(widths, ends)
        if any(line > width for line in lines):
            return float("inf")
        empty = [(width - line) / width for line in lines]
        runt = 0.25 - lines[-1] / width
        last = 100 * runt * runt if runt > 0 else 0.0
        return 30 * len(lines) + sum(100 * share * share for share in empty[:-1]) + last

    inner = range(len(widths) - 1)
    every = [(*cut, len(widths) - 1) for count in range(len(widths)) for cut in combinations(inner, count)]
    chosen = choose_breaks(Breaks.of(breaks_of(widths)), width, "ragged", never)
    assert abs(cost(chosen.ends) - min(map(cost, every))) < 1e-6


@given(WORDS, st.integers(1, 8))
def test_a_word_that_is_too_wide_gets_a_line_and_is_reported(widths: list[int], width: int):
    chosen = choose_breaks(Breaks.of(breaks_of(widths)), width, "ragged", never)
    lines = line_widths(widths, chosen.ends)
    assert chosen.too_wide == any(line > width for line in lines)
    assert chosen.too_wide == any(word > width for word in widths)


def test_balanced_lines_are_alike():
    widths = [4, 4, 4, 4]
    assert line_widths(widths, choose_breaks(Breaks.of(breaks_of(widths)), 15, "ragged", never).ends) == [
        14,
        4,
    ]
    assert line_widths(widths, choose_breaks(Breaks.of(breaks_of(widths)), 15, "balanced", never).ends) == [
        9,
        9,
    ]


def test_no_more_than_two_lines_in_a_row_end_with_a_hyphen():
    """A word of many syllables: three divisions in a row would be best but for the rule."""
    syllables = [Break(at + 1, at, 0, 0, 12.0, True, 0, at) for at in range(4, 40, 4)]
    end = Break(40, 40, 0, 0, 0.0, False, 0, None)

    def inside(_: int, start: int, stop: int) -> float:
        return stop - start + 1

    chosen = choose_breaks(Breaks.of([*syllables, end]), 16, "ragged", inside)
    assert len(chosen.ends) == 3
    assert not chosen.too_wide
    narrow = choose_breaks(Breaks.of([*syllables, end]), 9, "ragged", inside)
    assert narrow.too_wide


def cheapest(breaks: list[Break], width: float, *, balanced: bool) -> float:
    """What the best breaks cost, found by trying every line; infinite where some line is always too wide."""
    costs = [0.0] + [inf] * len(breaks)
    for start in range(len(breaks)):
        right = breaks[start - 1].right if start else 0.0
        for end in range(start, len(breaks)):
            empty = (width - breaks[end].left + right) / width
            if empty * width < -1e-6:
                continue
            runt = max(empty - 0.75, 0.0)
            price = runt if end == len(breaks) - 1 and not balanced else empty
            total = costs[start] + 30 + breaks[end].penalty + 100 * price * price
            costs[end + 1] = min(costs[end + 1], total)
    return costs[-1]


@given(
    st.lists(
        st.tuples(st.floats(0.05, 9), st.sampled_from([0.0, 0.0, 0.0, 4.0, 12.0])), min_size=1, max_size=40
    ),
    st.sampled_from([0.25, 1.0]),
    st.floats(4, 25),
    st.booleans(),
)
def test_what_is_not_tried_would_not_be_better(
    words: list[tuple[float, float]], space: float, width: float, balanced: bool
):
    breaks = []
    at = 0.0
    for index, (word, penalty) in enumerate(words):
        at += word
        last = index == len(words) - 1
        gap = 0.0 if last else space
        breaks.append(Break(at, at + gap, 0.0, 0.0, 0.0 if last else penalty, False, index, None))
        at += gap
    chosen = choose_breaks(Breaks.of(breaks), width, "balanced" if balanced else "ragged", never)
    least = cheapest(breaks, width, balanced=balanced)
    assert chosen.too_wide == (least == inf)
    if not chosen.too_wide:
        taken = [breaks[end] for end in chosen.ends]
        rights = [0.0, *(here.right for here in taken)]
        empty = [(width - here.left + right) / width for here, right in zip(taken, rights, strict=False)]
        shares = empty if balanced else [*empty[:-1], max(empty[-1] - 0.75, 0.0)]
        cost = (
            30 * len(taken)
            + sum(here.penalty for here in taken)
            + sum(100 * share * share for share in shares)
        )
        assert abs(cost - least) < 1e-6
