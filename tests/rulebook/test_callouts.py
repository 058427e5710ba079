"""Words that point at the places of a piece, and rounds in pictures."""

from collections.abc import Iterable
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import (
    Face,
    Fill,
    GlyphRun,
    Glyphs,
    Group,
    Item,
    NamedBox,
    Stroke,
    face_hash,
    face_parts,
    rectangle,
)
from pnp.draw.item import without_tags
from pnp.geometry import Box, Matrix, Point, shift
from pnp.layout.element import Rect
from pnp.model import Piece, RulebookSource, Size
from pnp.rulebook import ComposedRulebook, compose_rulebook, parse_rulebook
from pnp.rulebook.pointing import (
    MARGIN,
    RADIUS,
    Leader,
    Note,
    NoteSide,
    beside,
    clear_of_others,
    disc_places,
    outside_places,
    stacked,
)
from pnp.units import mm
from tests.laws import examples
from tests.rulebook.sample import CARD, component_set, make_game, piece, text
from tests.rulebook.test_sheet import codes, groups, runs, where, words

COIN = Size(mm(20), mm(20))

GAME = make_game(
    sets=(
        component_set(
            "swords",
            CARD,
            piece("swords", "long", CARD, name=text("Long sword"), price=7),
            piece("swords", "short", CARD, back=None),
            piece("swords", "coin", COIN, back=None),
        ),
    )
)
SQUARE = Fill(rectangle(Box(0, 0, 4, 4)), make_game().styles["heading-1"].colour)


def letters(words: str, x: float, y: float) -> GlyphRun:
    return GlyphRun(5.0, x, y, (Glyphs.of("f", [1], [0.8 * len(words)], words, [0]),))


ITEMS: tuple[Item, ...] = (
    letters("THE LONG SWORD WINS", 10, 35),
    letters("LONG", 10, 50),
    letters("SWORD", 10, 56),
    letters("7", 40, 20),
    Group((SQUARE,), shift(5, 5), shared="icon fire", alt="fire"),
    Group((SQUARE,), shift(50, 5), shared="icon fire", alt="fire"),
    Group((SQUARE,), Matrix(2, 0, 0, 2, 1, 1), place=NamedBox("art", Box(2, 3, 20, 10))),
)


class DrawnComposer:
    """Faces with words, icons and a named box."""

    def compose(self, piece: Piece, side: str = "front") -> SimpleNamespace:
        face = Face(piece.size.outline, 2.0, ITEMS, label=f"{piece.key} {side}")
        return SimpleNamespace(face=face, reads=frozenset())


@pytest.fixture
def shown(context):
    def made(source: str) -> ComposedRulebook:
        sheet = RulebookSource("rules", "rules.md", source)
        return compose_rulebook(sheet, GAME, "en", DrawnComposer(), context)

    return made


def leaders(items: Iterable[Item]) -> list[list[tuple[float, float]]]:
    """The points of each line from words to a place."""
    return [
        [(segment[1], segment[2]) for segment in item.path if segment[0] in "ML"]
        for item in items
        if isinstance(item, Stroke) and item.width == 0.3
    ]


BODY = "- name: The name\n- price: What it costs\n- fire#2: The kind\n- art: The picture\n- 31.5,80: The rest\n:::"


def test_lines_lead_from_words_to_fields_icons_boxes_and_points(shown):
    made = shown(f":::callouts swords/long {{scale=0.5}}\n{BODY}")
    (page,) = made.pages
    assert not made.diagnostics
    ends = [line[-1] for line in leaders(without_tags(page.items))]
    left, top = ends[-1][0] - 31.5 / 2, ends[-1][1] - 40
    on_piece = [(round(2 * (x - left), 1), round(2 * (y - top), 1)) for x, y in ends]
    assert on_piece == [(57, 7), (48, 17), (47, 18.6), (33, 51.6), (31.5, 80)]
    told = ("The kind", "The picture", "What it costs", "The name", "The rest")
    places = [where(page, first) for first in told]
    assert [y for _, y in places] == sorted({y for _, y in places})
    assert all(x > 15 + 63 * 0.5 for x, _ in places)


def test_a_whole_text_is_meant_before_an_earlier_part_of_one(shown):
    """The rule of a sword, above its name, says the name too."""
    made = shown(":::callouts swords/long {scale=0.5}\n- name: x\n- 31.5,40: y\n:::")
    ends = sorted(line[-1][1] for line in leaders(without_tags(made.pages[0].items)))
    assert round(2 * (ends[1] - ends[0]), 1) == 11.6


def test_words_are_on_both_sides_where_there_is_room_and_numbered_where_there_is_none(shown):
    (wide,) = shown(f":::full\n:::callouts swords/long\n{BODY}\n:::").pages
    assert len(leaders(wide.items)) == 5
    lefts = [where(wide, word)[0] for word in ("The name", "The kind")]
    assert lefts[0] < 105 < lefts[1]
    (narrow,) = shown(f"---\ncolumns: 3\n---\n:::callouts swords/long {{scale=0.9}}\n{BODY}").pages
    assert not leaders(narrow.items)
    assert [run.text for run in runs(narrow) if run.text in set("12345")] == [*"12345"] * 2


def test_numbers_may_stand_outside_the_piece_with_lines_to_its_places(shown):
    """Beside the list and above it, as numbers on the places, but the piece moves by what the discs need."""
    for options in ("", "scale=0.8 "):
        made = shown(f":::callouts swords/long {{{options}marks=outside}}\n{BODY}")
        (page,) = made.pages
        assert not made.diagnostics
        assert [run.text for run in runs(page) if run.text in set("12345")] == [*"12345"] * 2
        (matrix,) = {matrix for _, matrix in groups(page.items) if matrix.a < 1}
        left, right = matrix.e, matrix.e + 63 * matrix.a
        lines = leaders(without_tags(page.items))
        assert len(lines) == 5
        assert {round(min(abs(line[0][0] - left), abs(line[0][0] - right)), 3) for line in lines} == {3.5}
        assert all(left < line[-1][0] < right for line in lines)


def test_numbered_words_in_columns_leave_no_gaps(shown):
    """A short note follows the one above it, however long the note beside it is."""
    body = f"- 5,5: Alpha {'long ' * 60}\n- 9,5: Beta\n- 13,5: Gamma\n- 17,5: Delta\n:::"
    (page,) = shown(f":::full\n:::callouts swords/long {{scale=2.2 marks=numbers}}\n{body}\n:::").pages
    places = [where(page, word) for word in ("Alpha", "Beta", "Gamma", "Delta")]
    assert places[0][0] < places[1][0] == places[2][0] == places[3][0]
    assert places[2][1] - places[1][1] == pytest.approx(places[3][1] - places[2][1])
    assert places[3][1] - places[1][1] < 14


def test_the_words_of_callouts_are_texts_without_their_places(shown):
    source = f":::callouts swords/long {{marks=numbers caption=Card}}\n{BODY}"
    book = parse_rulebook(RulebookSource("rules", "rules.md", source))
    found = {each.source: str(each.origin.at(0)) for each in book.texts()}
    assert found["The kind"] == "rules.md:4:11"
    assert found["Card"]
    assert "Card" in words(shown(source).pages[0])


@pytest.mark.parametrize(
    ("source", "code", "place"),
    [
        (":::callouts swords/long\n- nmae: x\n:::", "R158", "2:3"),
        (":::callouts swords/long\n- fire#3: x\n:::", "R158", "2:3"),
        (":::callouts swords/long\n- 70,5: x\n:::", "R158", "2:3"),
        (":::callouts swords/lnog\n- name: x\n:::", "R150", "1:13"),
        (":::callouts swords/short {side=back}\n- fire: x\n:::", "R151", "1:13"),
        (":::callouts swords/long {marks=arrows}\n- fire: x\n:::", "R112", "1:32"),
        (":::callouts swords/long\n- x\n:::", "R156", "2:3"),
        (":::callouts swords/long\n- fire: x\n\n  y\n:::", "R156", "2:3"),
        (":::callouts swords/long\nx\n:::", "R156", "1:4"),
        (":::callouts swords/long\n" + "- fire: x\n" * 21 + ":::", "R157", "22:3"),
        (":::steps\n- swords/lnog: x\n:::", "R150", "2:3"),
        (":::steps {marks=outside}\n- swords/long: x\n:::", "R112", "1:17"),
        (":::steps {columns=9}\n- swords/long: x\n:::", "R112", "1:19"),
    ],
)
def test_faults_of_places_are_pointed_at(shown, source, code, place):
    assert codes(shown(source)) == [(code, f"rules.md:{place}")]


def test_a_misspelt_place_says_what_was_meant(shown):
    (found,) = shown(":::callouts swords/long\n- nmae: x\n:::").diagnostics
    assert found.help == ("did you mean 'name'?",)


def test_a_named_box_is_not_drawn_and_keeps_the_hash_of_the_face():
    outline = CARD.outline
    plain, named = (
        Face(outline, 0, (SQUARE,)),
        Face(outline, 0, (Group((SQUARE,), place=NamedBox("a", Box(0, 0, 1, 1))),)),
    )
    assert face_hash(plain) == face_hash(named)
    assert face_parts(named).boxes == [("a", Box(0, 0, 1, 1), 0)]
    assert "id" in Rect.attributes


def test_steps_are_numbered_pictures_with_words_below(shown):
    made = shown(":::steps {columns=2}\n" + "- swords/long: Do it\n" * 3 + ":::")
    (page,) = made.pages
    assert not made.diagnostics
    assert [run.text for run in runs(page) if run.text in set("123")] == [*"123"]
    assert words(page).count("Do it") == 3


def test_steps_may_have_letters_where_the_text_has_numbers(shown):
    made = shown(":::steps {columns=2 marks=letters}\n" + "- swords/long: Do it\n" * 3 + ":::")
    (page,) = made.pages
    assert not made.diagnostics
    assert [run.text for run in runs(page) if run.text in set("ABC123")] == [*"ABC"]


def test_steps_may_have_roman_numerals_where_the_text_has_letters_too(shown):
    made = shown(":::steps {columns=4 marks=roman}\n" + "- swords/long: Do it\n" * 10 + ":::")
    (page,) = made.pages
    assert not made.diagnostics
    numerals = "I II III IV V VI VII VIII IX X".split()
    assert [run.text for run in runs(page) if run.text in numerals] == numerals


def test_a_token_beside_cards_is_as_large_as_it_is(shown):
    (page,) = shown(":::steps {columns=2}\n- swords/long: Fight\n- swords/coin: Pay\n:::").pages
    scales = sorted({round(matrix.a, 2) for _, matrix in groups(page.items)})
    assert scales == [round(48 / 88, 2), 1.0]


MM = st.floats(0, 90, allow_nan=False).map(lambda value: round(value, 2))


@given(st.lists(st.tuples(st.tuples(MM, MM), st.integers(1, 4)), min_size=1, max_size=12))
@examples(60)
def test_lines_never_cross_and_words_never_overlap(wanted):
    notes = [Note(Leader(Point(*point), point[1]), [], rows * 4.0) for point, rows in wanted]
    stack = stacked(notes, 95.0, 4.0)
    if stack is None:
        return
    for (one, top), (other, below) in combinations(stack, 2):
        assert top + one.height <= below + 1e-6
        assert not crossing((95.0, top + 2), one.point, (95.0, below + 2), other.point)


def note(side: NoteSide, place: Box, rows: int = 1) -> Note:
    return Note(beside(side, place), [], rows * side.line, place=place)


def crossed(side: NoteSide, notes: list[Note]) -> int:
    """How many of the boxes that are shown the lines cross, besides those that they point at."""
    stack = stacked(notes, side.knee, side.line)
    assert stack is not None
    count = 0
    for each, top in stack:
        start = (side.knee, top + side.line / 2)
        for box in side.shown:
            if box.meets(each.place):
                continue
            corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
            ends = zip(corners, corners[1:] + corners[:1], strict=True)
            count += any(crossing(start, each.point, one, other) for one, other in ends)
    return count


@pytest.mark.parametrize("knee", [65.5, -2.5])
def test_lines_keep_clear_of_icons_beside_and_of_words_in_the_same_row(knee):
    """A figure between four monsters, a badge in the other corner, a coin at the end of a line of words."""
    cross = [
        Box(27, 20, 9, 9),
        *(Box(27 + x, 20 + y, 9, 9) for x, y in ((0, -13), (13, 0), (0, 13), (-13, 0))),
    ]
    corners = [Box(5, 4, 8, 8), Box(50, 4, 8, 8)]
    foot = [Box(12, 77, 34, 3), Box(50, 75, 8, 8), Box(4, 75, 6, 8)]
    side = NoteSide(knee, 4.0, 63.0, 88.0, (*cross, *corners, *foot))
    notes = [
        note(side, place, rows)
        for place, rows in ((cross[0], 1), (corners[0], 2), (corners[1], 1), (foot[0], 1))
    ]
    assert crossed(side, notes) > 2
    assert crossed(side, clear_of_others(side, notes)) == 0


@given(st.lists(st.builds(Box, MM, MM, st.floats(1, 20), st.floats(1, 20)), min_size=2, max_size=8))
@examples(40)
def test_a_search_never_makes_lines_cross_more(boxes):
    side = NoteSide(115.0, 4.0, 110.0, 110.0, tuple(boxes))
    notes = [note(side, box) for box in boxes]
    if stacked(notes, side.knee, side.line) is not None:
        assert crossed(side, clear_of_others(side, notes)) <= crossed(side, notes)


def crossing(a, b, c, d) -> bool:
    def side(p, q, r) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6


@given(st.lists(st.builds(Box, MM, MM, MM, MM), max_size=20))
@examples(60)
def test_no_disc_lies_over_another(boxes):
    for (x, y, _), (u, v, _) in combinations(disc_places(boxes, 90.0), 2):
        assert (x - u) ** 2 + (y - v) ** 2 >= 4.2**2


POINTS = st.builds(Point, MM, MM).map(lambda point: Box(*point, 0, 0))


@given(st.lists(POINTS, min_size=1, max_size=12))
@examples(60)
def test_discs_outside_a_piece_hide_nothing_of_it_and_their_lines_end_on_the_places(boxes):
    found = outside_places(boxes, (), 90.0, 90.0)
    if found is None:
        return
    for spot, box in zip(found, boxes, strict=True):
        assert spot.x + RADIUS < 0 or spot.x - RADIUS > 90
        assert spot.line[0] == (spot.x, spot.y)
        assert spot.line[-1] == box.centre
        assert abs(spot.x - 45) + RADIUS <= 45 + MARGIN
    for one, other in combinations(found, 2):
        assert one.x != other.x or abs(one.y - other.y) >= 2 * RADIUS
        assert not crossing(*one.line[1:], *other.line[1:])


def test_places_in_the_middle_have_their_discs_where_there_are_fewer():
    places = [Box(x, y, 0, 0) for x, y in ((10, 10), (12, 30), (80, 20), (45, 50))]
    found = outside_places(places, (), 90.0, 90.0)
    assert [spot.x > 45 for spot in found] == [False, False, True, True]
