"""Words that are underlined, struck, raised, lowered, coloured or in small capitals."""

from dataclasses import replace

import pytest

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Group, Halo, Stroke, path_box
from pnp.geometry import Box
from pnp.markup import parse_inline
from pnp.model import Style, Term, Text
from pnp.source import Origin, Span
from pnp.text import break_paragraph, set_text
from pnp.units import pt

from .reading import FONTS, clusters, context, plain, read, runs

BODY = Style(font="Barlow", size=pt(10), hyphenate=False)
EM = pt(10).mm
WIDE = Box(0, 0, 100, 50)
ENGLISH = context("en")
RED = Colour.parse("#B3202C")


def items(text: str, style: Style = BODY, box: Box = WIDE, halo: Halo | None = None):
    done = set_text(parse_inline(text), style, box, ENGLISH, halo=halo)
    assert not done.faults
    return done.items


def drawn_lines(found) -> list[Box]:
    return [path_box((segment,)) for item in found if isinstance(item, Fill) for segment in item.path]


def end(run: GlyphRun) -> float:
    return run.x + run.width


def test_a_line_is_below_the_words_where_the_font_wants_it():
    found = items("a [bc de]{underline} f")
    (line,) = drawn_lines(found)
    before, marked, _ = runs(found)
    assert (line.x, line.right) == pytest.approx((marked.x, end(marked)))
    assert line.x == pytest.approx(end(before))
    assert line.y - marked.y == pytest.approx(0.075 * EM)  # post.underlinePosition of Barlow: the line's top
    assert line.height == pytest.approx(0.05 * EM)


def test_a_line_goes_on_below_bold_words_and_icons():
    found = items("[a **b** :fire: c]{underline}")
    (line,) = drawn_lines(found)
    first, *_, last = runs(found)
    assert (line.x, line.right) == pytest.approx((first.x, end(last)))
    assert any(isinstance(item, Group) for item in found)


def test_each_part_of_a_broken_line_is_underlined_as_wide_as_it_is_set():
    style = replace(BODY, align="justify", hyphenate=True)
    found = items(
        "[A line that is set to the full width of its column has wide spaces, and hyphenation]{underline}",
        style,
        Box(0, 0, 40, 50),
    )
    lines = drawn_lines(found)
    rows: dict[float, list[GlyphRun]] = {}
    for run in runs(found):
        rows.setdefault(round(run.y, 4), []).append(run)
    assert len(lines) == len(rows) > 2
    for line, row in zip(lines, rows.values(), strict=True):
        assert (line.x, line.right) == pytest.approx((row[0].x, end(row[-1])))
    assert lines[0].width == pytest.approx(40)


def test_a_struck_word_has_its_line_at_the_height_of_the_font():
    found = items("[abc]{strike}")
    (line,) = drawn_lines(found)
    (run,) = runs(found)
    assert run.y - line.y == pytest.approx(0.303 * EM, abs=1e-3)
    assert isinstance(found[-1], Fill)  # in front of the letters


def test_lines_in_the_colour_of_their_words_and_with_their_halo():
    found = items("[abc]{underline colour=#B3202C}", halo=Halo(Colour.parse("white"), 0.3))
    rim, line, run = found
    assert isinstance(rim, Stroke)
    assert rim.width == pytest.approx(0.6)
    assert isinstance(line, Fill)
    assert line.paint == run.colour == RED


def test_raised_and_lowered_words_are_smaller_and_moved():
    base, raised, comma, lowered = runs(items("m[2]{super}, [y z]{sub}"))
    assert raised.size == lowered.size == pytest.approx(0.6 * EM)
    assert base.y - raised.y == pytest.approx(0.35 * EM)
    assert lowered.y - base.y == pytest.approx(0.075 * EM)
    assert raised.x == pytest.approx(end(base))
    assert comma.x == pytest.approx(end(raised))
    assert lowered.text == "y z"
    assert end(lowered) == pytest.approx(lowered.x + lowered.width)


def test_spaces_between_raised_words_stretch_with_their_line():
    style = replace(BODY, align="justify")
    found = runs(
        items("[one two three four five six seven eight nine ten]{super} x y", style, Box(0, 0, 30, 50))
    )
    assert end(found[0]) == pytest.approx(30)


def test_a_struck_raised_word_has_its_line_through_the_raised_letters():
    found = items("m[2]{super strike}")
    (line,) = drawn_lines(found)
    base = runs(found)[0].y
    assert base - line.y == pytest.approx((0.35 + 0.6 * 0.303) * EM, abs=1e-3)


def test_a_colour_is_also_that_of_icons_and_gives_way_to_that_of_a_term():
    at = Origin(Span("x.yaml"))
    blue = Colour.parse("#0000FF")
    term = Term("weapon", "sword", Text("sword", at), at.span, colour=blue)
    using = context("en", {"sword": term}.get)
    done = set_text(
        parse_inline("[a :fire: [sword](sword)]{colour=#B3202C}"),
        replace(BODY, term_style="colour"),
        WIDE,
        using,
    )
    colours = [run.colour for run in runs(done.items)]
    assert colours == [RED, RED, blue]
    icon = next(item for item in done.items if isinstance(item, Group))
    assert RED in {fill.paint for fill in icon.items if isinstance(fill, Fill)}


def test_small_capitals_are_those_of_the_font():
    (small,) = runs(items("[Šéf]{small-caps}"))
    (plain_run,) = runs(items("Šéf"))
    assert small.text == "Šéf"
    assert small.size == plain_run.size
    assert small.glyphs[0] == plain_run.glyphs[0]
    assert not {*small.glyphs[1:]} & {*plain_run.glyphs[1:]}


def test_capitals_are_shrunk_where_the_font_has_no_small_ones():
    style = replace(BODY, font="Noto Sans")
    large, small, _ = runs(items("[Šéfaß 5]{small-caps}", style))
    face = FONTS.face("Noto Sans")
    assert (large.text, small.text) == ("Š", "éfaß")
    assert small.size * face.cap_height == pytest.approx(1.06 * face.x_height * large.size)
    assert small.glyphs == tuple(map(face.glyph, "ÉFASS"))
    assert clusters(small) == (0, 1, 2, 3, 3)


def test_small_capitals_are_divided_like_small_letters():
    style = replace(BODY, font="Noto Sans", hyphenate=True)
    text = "[Nobody underestimates hyphenation]{small-caps}"
    found = items(text, style, Box(0, 0, 22, 50))
    assert any(run.actual == "\u00ad" for run in runs(found))
    assert read(found) == plain("Nobody underestimates hyphenation")


@pytest.mark.parametrize("mark", ["underline", "strike", "super", "sub", "small-caps", "colour=#123456"])
def test_words_with_a_mark_read_as_typed(mark: str):
    text = "Draw [two **bold** cards, not three]{MARK}; then [fine]{MARK}."
    found = items(text.replace("MARK", mark), box=Box(0, 0, 30, 60))
    words = "".join(run.text for run in runs(found))
    assert words.replace(" ", "") == "Drawtwoboldcards,notthree;thenfine."


def test_lines_of_a_rule_sheet_move_with_their_words():
    broken = break_paragraph(parse_inline("a [b]{underline}").paragraphs[0].runs, BODY, 100, ENGLISH)
    found = broken.lines[0].at(10, 20)
    (line,) = drawn_lines(found)
    marked = runs(found)[-1]
    assert (line.x, line.right) == pytest.approx((marked.x, end(marked)))
    assert line.y == pytest.approx(20 + 0.075 * EM)


def test_texts_without_such_marks_have_no_lines():
    assert all(isinstance(item, GlyphRun) for item in items("a **b** *c*"))
