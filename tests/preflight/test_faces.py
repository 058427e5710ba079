from __future__ import annotations

import pytest

from pnp.colour import BLACK, WHITE, Colour
from pnp.diagnostics import Severity
from pnp.draw import Clip, Face, Fill, GlyphRun, Glyphs, Group, Item, Outline, Stroke, circle, rectangle
from pnp.draw.face import Shape
from pnp.geometry import Box, scale, shift, turn
from pnp.impose import PieceFaces
from pnp.preflight import check_faces
from pnp.preflight.contrast import ContrastChecks
from pnp.source import Span
from pnp.units import MM_PER_PT
from tests.layout.game import composer, game

RED = Colour(170, 20, 20)


def words(text: str, x: float, y: float, size_pt: float = 9.0) -> GlyphRun:
    """A run whose letters are half an em wide."""
    size = size_pt * MM_PER_PT
    count = len(text)
    return GlyphRun(size, x, y, (Glyphs.of("f", range(count), [0.5] * count, text, range(count)),))


def codes(*items: Item, shape: Shape = "rectangle", size: tuple[float, float] = (63.0, 88.0)) -> list[str]:
    return [item.code for item in found(*items, shape=shape, size=size)]


def found(*items: Item, shape: Shape = "rectangle", size: tuple[float, float] = (63.0, 88.0)) -> list:  # type: ignore[type-arg]
    face = Face(Outline(shape, *size), 3.0, items)
    return check_faces([PieceFaces("s/a", "a", face, None, 1, Span("a.yaml", 4))])


def test_text_in_the_safe_area_is_fine() -> None:
    assert codes(words("Hand", 5, 10)) == []


def test_letters_over_the_trim_are_an_error_that_quotes_them() -> None:
    (fault,) = found(words("Over", 60, 40))
    assert (fault.code, fault.severity, fault.span) == ("S201", Severity.ERROR, Span("a.yaml", 4))
    assert fault.message == "'Over' runs over the trim of the front"


def test_a_text_that_does_not_fit_is_not_reported_a_second_time_as_letters_over_the_trim() -> None:
    """Whatever marks, hyphens and capitals it is set with; other letters are told as ever."""
    items = (words("TAKE ALL", 60, 40), words("cards-", 60, 50), words("-", 62, 50), words("Near", 0.5, 40))
    face = Face(Outline("rectangle", 63.0, 88.0), 3.0, items)
    piece = PieceFaces("s/a", "a", face, None, 1, unfit=("Take **all**\u00a0the ca\u00adrds.",))
    assert [fault.message for fault in check_faces([piece])] == [
        "'Near' is nearer than 2 mm to the trim of the front"
    ]
    assert {fault.code for fault in check_faces([piece._replace(unfit=())])} == {"S201", "S202"}


def test_a_text_that_does_not_fit_on_one_piece_hides_nothing_on_others_with_the_same_back() -> None:
    outline = Outline("rectangle", 63.0, 88.0)
    front, back = Face(outline, 3.0, ()), Face(outline, 3.0, (words("Over", 60, 40),))
    pieces = [
        PieceFaces("s/a", "a", front, back, 1, unfit=("Over and over",)),
        PieceFaces("s/b", "b", front, back, 1),
    ]
    assert [(fault.code, fault.piece) for fault in check_faces(pieces)] == [("S201", "s/b")]


def test_a_back_that_pieces_share_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []
    monkeypatch.setattr(ContrastChecks, "faint", lambda _self, items: looks.append(items) or ())
    outline = Outline("rectangle", 63.0, 88.0)
    front, back = Face(outline, 3.0, (words("Front", 20, 40),)), Face(outline, 3.0, (words("Back", 20, 40),))
    pieces = [PieceFaces(f"s/{number}", "a", front, back, 1) for number in range(5)]
    assert check_faces(pieces) == []
    assert len(looks) == 6


def test_letters_in_the_rim_are_a_warning() -> None:
    (fault,) = found(words("Near", 0.5, 40), words("also", 1, 50))
    assert (fault.code, fault.severity) == ("S202", Severity.WARNING)
    assert fault.message == "'Near' and 1 more is nearer than 2 mm to the trim of the front"


def test_spaces_at_the_end_of_a_line_do_not_count() -> None:
    assert codes(words("Hand" + " " * 40, 5, 10)) == []


def test_descenders_count_and_baselines_without_them_do_not() -> None:
    assert codes(words("Hand", 5, 86.0)) == []
    assert codes(words("Happy", 5, 86.0)) == ["S202"]


def test_moved_and_turned_letters_are_looked_at_where_they_land() -> None:
    run = words("Hand", 0, 0)
    assert codes(Group((run,), matrix=shift(20, 40))) == []
    assert codes(Group((run,), matrix=turn(180).then(shift(20, 40)))) == []
    assert codes(Group((run,), matrix=turn(180).then(shift(3, 40)))) == ["S201"]


def test_clipped_letters_are_not_looked_at_beyond_their_clip() -> None:
    run = words("A long line of words that runs on and on over the edge", 5, 40)
    assert codes(run) == ["S201"]
    assert codes(Group((run,), clip=Clip(rectangle(Box(5, 30, 50, 20))))) == []


def test_corners_of_a_round_token_are_not_safe() -> None:
    assert codes(words("Hi", 1.0, 4.0), shape="circle", size=(20.0, 20.0)) == ["S201"]
    assert codes(words("Hi", 8.0, 11.0), shape="circle", size=(20.0, 20.0)) == []


def test_corners_of_a_hexagon_are_not_safe() -> None:
    assert codes(words("Hi", 3.0, 6.0), shape="hex-pointy", size=(40.0, 46.188)) == ["S201"]
    assert codes(words("Hi", 18.0, 24.0), shape="hex-pointy", size=(40.0, 46.188)) == []


def test_colour_that_ends_at_the_trim_is_warned_of_with_its_edges() -> None:
    (fault,) = found(Fill(rectangle(Box(-3, -3, 69, 20)), RED), Fill(rectangle(Box(0, 60, 63, 20)), RED))
    assert fault.code == "S204"
    assert fault.message == "colour ends at the left and right trim of the front instead of in the bleed"


@pytest.mark.parametrize(
    "ground",
    [
        Fill(rectangle(Box(-3, -3, 69, 94)), RED),
        Fill(rectangle(Box(5, 5, 20, 20)), RED),
        Fill(rectangle(Box(0, 0, 63, 88)), WHITE),
    ],
)
def test_grounds_with_bleed_inside_or_white_are_fine(ground: Fill) -> None:
    assert codes(ground) == []


def test_a_face_without_bleed_has_none_to_miss() -> None:
    face = Face(Outline("rectangle", 63.0, 88.0), 0.0, (Fill(rectangle(Box(0, 0, 63, 88)), RED),))
    assert check_faces([PieceFaces("s/a", "a", face, None, 1)]) == []


def test_a_disc_of_the_tokens_own_size_lacks_bleed() -> None:
    assert codes(Fill(circle(10, 10, 10), RED), shape="circle", size=(20.0, 20.0)) == ["S204"]


def test_shapes_that_never_show_are_warned_of() -> None:
    (fault,) = found(Fill(circle(80, 44, 5), RED), Fill(circle(44, 120, 5), RED))
    assert (fault.code, fault.message) == ("S203", "2 shapes of the front wholly outside trim and bleed")
    assert codes(Fill(circle(65, 44, 5), RED)) == []


def test_a_pattern_of_icons_may_overshoot_the_face() -> None:
    icon = Group((Fill(circle(5, 5, 5), RED),), shared="star")
    assert codes(*(Group((icon,), matrix=shift(12.0 * n, 40)) for n in range(-3, 9))) == []


def test_small_type_counts_as_it_lands() -> None:
    assert codes(words("tiny", 10, 10, 4.5)) == ["S205"]
    assert codes(Group((words("Hand", 10, 10, 9.0),), matrix=scale(0.5))) == ["S205"]
    assert codes(Group((words("Hand", 10, 10, 9.0),), matrix=scale(0.5), shared="face of s/b")) == []
    assert codes(Group((words("Hand", 10, 10, 4.0),), shared="layout 12ab")) == ["S205"]


def test_letters_of_another_face_shown_small_are_no_small_type() -> None:
    body = '<face><text inset="4" font-size="8pt">Meč</text></face>'
    shows = '<face><face-of piece="weapons/bow" x="20" y="30" width="12" height="16" {}/></face>'
    for turned in ("", 'transform="rotate(90 50% 50%)" opacity="0.5"'):
        of = game({"main": body, "shows": shows.format(turned)}, [{"id": "bow"}, {"layout": "shows"}])
        composed = composer(of).compose(of.sets[0].pieces[1])
        assert composed.face is not None
        assert codes(*composed.face.items) == []


def test_thin_lines_are_warned_of() -> None:
    line = (("M", 5.0, 5.0), ("L", 50.0, 5.0))
    assert codes(Stroke(line, BLACK, 0.1 * MM_PER_PT)) == ["S206"]
    assert codes(Stroke(line, BLACK, 0.2 * MM_PER_PT)) == []


def test_each_name_over_the_trim_was_reported_by_itself_although_one_layout_puts_them_there() -> None:
    outline = Outline("rectangle", 63.0, 88.0)
    pieces = [
        PieceFaces(
            f"{group}/{name}",
            name,
            Face(outline, 3.0, (words(f"{said}{name}", 60, 40),)),
            None,
            1,
            Span("a.csv", n),
        )
        for group, said in (("deck", ""), ("more", "more "))
        for n, name in enumerate(("Fire", "Water", "Earth", "Air's", "Aether"), 2)
    ]
    (deck, more) = check_faces(pieces)
    assert deck.message == "'Fire' runs over the trim of the front (and of 4 more pieces)"
    assert more.message == "'more Fire' runs over the trim of the front (and of 4 more pieces)"
    assert [(place.line, said) for place, said in deck.related] == [
        (3, "'Water' of deck/Water"),
        (4, "'Earth' of deck/Earth"),
        (5, "'Air's' of deck/Air's"),
    ]


def test_a_fault_of_a_shared_layout_is_reported_once() -> None:
    thin = Stroke((("M", 5.0, 5.0), ("L", 50.0, 5.0)), BLACK, 0.01)
    pieces = [
        PieceFaces(
            f"s/{n}",
            str(n),
            Face(Outline("rectangle", 63.0, 88.0), 3.0, (thin, words(str(n), 9, 9))),
            None,
            1,
        )
        for n in range(12)
    ]
    (fault,) = check_faces(pieces)
    assert fault.message.endswith("(and of 11 more pieces)")
    assert check_faces([piece._replace(copies=0) for piece in pieces]) == []
