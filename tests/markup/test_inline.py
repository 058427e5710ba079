"""Inline marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.markup import (
    BreakRun,
    IconRun,
    MarkedParagraph,
    Marks,
    TermRun,
    TextRun,
    escape,
    parse_inline,
    plain_text,
)


def runs(source: str) -> tuple[object, ...]:
    marked = parse_inline(source)
    assert not marked.faults
    (paragraph,) = marked.paragraphs
    assert paragraph.kind == "plain"
    return paragraph.runs


def faults(source: str) -> list[tuple[str, str]]:
    marked = parse_inline(source)
    return [(source[f.start : f.start + f.length], f.message) for f in marked.faults]


def test_an_icon_may_have_a_size():
    assert runs("2 :coin|1.4:") == (TextRun("2 ", False, False, 0), IconRun("coin", 2, size="1.4"))
    assert plain_text(parse_inline(":coin|2: :coin:"), icons=True) == ":coin|2: :coin:"
    for size in ("0", "0.4", "2.1", "99"):
        assert faults(f":coin|{size}:") == [(f":coin|{size}:", f"'{size}' is no size of an icon")]
    assert runs(r":coin\|1.4:") == (IconRun("coin", 0, size="1.4"),)
    assert runs(":coin|: :coin|x:") == (TextRun(":coin|: :coin|x:", False, False, 0),)


def test_an_icon_may_have_letters_on_it():
    assert runs(":coin(3): :coin(+1)|1.4:") == (
        IconRun("coin", 0, value="3"),
        TextRun(" ", False, False, 9),
        IconRun("coin", 10, size="1.4", value="+1"),
    )
    assert runs(":coin({{ facts.price }}):") == (IconRun("coin", 0, value="{{ facts.price }}"),)
    marked = parse_inline("Pay :coin(3)|2: now")
    assert (plain_text(marked), plain_text(marked, icons=True)) == ("Pay 3 now", "Pay :coin(3)|2: now")
    for value in ("", "12345", "1 0", "a:b", "{x}"):
        assert faults(f":coin({value}):") == [(f":coin({value}):", f"'{value}' does not fit on an icon")]
    for plain in (":coin (3):", ":coin(3)", "a:coin(3):", "(see :coin)"):
        assert faults(plain) == []
        assert all(isinstance(run, TextRun) for run in runs(plain))


def test_bold_and_italic_say_where_their_letters_stand():
    assert runs("a **b** *c*") == (
        TextRun("a ", False, False, 0),
        TextRun("b", True, False, 4),
        TextRun(" ", False, False, 7),
        TextRun("c", False, True, 9),
    )


def test_three_stars_are_bold_and_italic():
    assert runs("***x***") == (TextRun("x", True, True, 3),)


def test_icons_stand_between_words_after_numbers_and_side_by_side():
    assert runs("2:fire: :a-b::c3:") == (
        TextRun("2", False, False, 0),
        IconRun("fire", 1),
        TextRun(" ", False, False, 7),
        IconRun("a-b", 8),
        IconRun("c3", 13),
    )


def test_a_term_keeps_its_printed_form_and_takes_the_style_around_it():
    assert runs("**Zabij [démona](creature.demon)**") == (
        TextRun("Zabij ", True, False, 2),
        TermRun("démona", "creature.demon", True, False, 8, 24),
    )


def test_line_breaks_bullets_and_paragraphs():
    marked = parse_inline("a\nb\n\n- c\n  d\n- e\n\nf")
    assert marked.paragraphs == (
        MarkedParagraph("plain", (TextRun("a", False, False, 0), BreakRun(1), TextRun("b", False, False, 2))),
        MarkedParagraph(
            "bullet", (TextRun("c", False, False, 7), BreakRun(8), TextRun("d", False, False, 11))
        ),
        MarkedParagraph("bullet", (TextRun("e", False, False, 15),)),
        MarkedParagraph("plain", (TextRun("f", False, False, 18),)),
    )


def test_an_escape_begins_a_run_so_that_offsets_stay_true():
    assert runs(r"a\*b\*") == (
        TextRun("a", False, False, 0),
        TextRun("*b", False, False, 2),
        TextRun("*", False, False, 5),
    )


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3",
        "3*4*5",
        "a:b",
        "a:b:c",
        "10:30",
        "10:30:45",
        "http://x.cz:80/",
        "std::vector",
        "[x]",
        "[x] (y)",
        "HP<3 & more",
        ":-)",
        "note*",
        "****",
        "Útok: ohnivý",
        "- ",
        "-5",
        r"C:\path",
        "{x} `y` _z_ #1",
        "  spaces  stay ",
    ],
)
def test_plain_text_is_not_taken_for_marks(text):
    if text == "- ":
        assert parse_inline(text).faults == ()
    else:
        assert runs(text) == (TextRun(text, False, False, 0),)


@pytest.mark.parametrize(
    ("source", "at", "message"),
    [
        ("a **b", "**", "'**' is not closed in this paragraph"),
        ("a *b\n\nc*", "*", "'*' is not closed in this paragraph"),
        ("a :: b", "::", "an icon without a name"),
        ("a :Fire_Ball: b", ":Fire_Ball:", "':Fire_Ball:' is not an icon"),
        ("[a](b", "[a](b", "'[a](' is not closed"),
        ("[a]()", "[a]()", "'' cannot be a term"),
        ("[a](b c)", "[a](b c)", "'b c' cannot be a term"),
    ],
)
def test_a_mark_that_is_begun_and_not_right_is_a_fault_and_stays_readable(source, at, message):
    assert faults(source) == [(at, message)]
    assert plain_text(parse_inline(source)) == source


ANY = st.text(st.one_of(st.sampled_from("*:[]()\\- \nab1"), st.characters()), max_size=60)


@given(ANY)
def test_parsing_never_raises_and_offsets_lie_in_the_source(source):
    marked = parse_inline(source)
    for paragraph in marked.paragraphs:
        starts = [run.start for run in paragraph.runs]
        assert starts == sorted(set(starts))
        for run in paragraph.runs:
            if isinstance(run, TextRun):
                assert source[run.start : run.start + len(run.text)] == run.text
    for fault in marked.faults:
        assert source[fault.start : fault.start + fault.length]


@given(ANY)
def test_escaped_text_comes_back_as_it_was(text):
    marked = parse_inline(escape(text))
    assert not marked.faults
    assert plain_text(marked) == text


@given(st.text(st.characters(exclude_characters="*:[\\-\n"), min_size=1, max_size=40))
def test_text_without_marks_comes_back_unchanged(text):
    if text.strip() and "]{" not in text:
        assert runs(text) == (TextRun(text, False, False, 0),)


LINES = st.lists(
    st.sampled_from([":", ":sun:", ":x-1:", "a", "½", " ", "- ", "3", ":A:", ":no-", "\t"]), max_size=12
).map("".join)


@given(LINES)
def test_a_line_of_letters_and_icons_says_what_it_says_among_others(line):
    alone, among = parse_inline(line), parse_inline(f"{line}\n\nend")
    assert (alone.paragraphs, alone.faults) == (among.paragraphs[:-1], among.faults)


def test_brackets_with_names_of_marks_mark_all_that_is_inside():
    line, red = Marks(underline=True), Colour.parse("#B33")
    assert runs("a [b **c** :fire: [d](t)]{underline} [e]{strike colour=#B33}") == (
        TextRun("a ", False, False, 0),
        TextRun("b ", False, False, 3, line),
        TextRun("c", True, False, 7, line),
        TextRun(" ", False, False, 10, line),
        IconRun("fire", 11, line),
        TextRun(" ", False, False, 17, line),
        TermRun("d", "t", False, False, 18, 6, line),
        TextRun(" ", False, False, 36),
        TextRun("e", False, False, 38, Marks(strike=True, colour=red)),
    )


def test_marks_inside_marks_add_up_and_the_inner_colour_holds():
    outer, inner = Colour.parse("#111"), Colour.parse("#222")
    first, second, third = runs("[a [b]{colour=#222 super} c]{underline colour=#111}")
    assert first == TextRun("a ", False, False, 1, Marks(underline=True, colour=outer))
    assert second == TextRun("b", False, False, 4, Marks(underline=True, script="super", colour=inner))
    assert third.marks == first.marks


@pytest.mark.parametrize("text", ["[1] and [2]", "a] {b}", "[x]", "x {underline}", "[a [b c]", "][", "{[x]}"])
def test_other_brackets_are_plain(text: str):
    assert runs(text) == (TextRun(text, False, False, 0),)


def test_brackets_inside_a_mark_are_plain():
    assert [run.text for run in runs("[see [1] here]{sub}")] == ["see [1] here"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("x]{sub}", "]{sub}", "']{sub}' has no '['"),
        ("[a\n\nb]{sub}", "]{sub}", "']{sub}' has no '['"),
        ("[x]{supper}", "{supper}", "'supper' is no mark"),
        ("[x]{color=#fff}", "{color=#fff}", "'color=#fff' is no mark"),
        ("[x]{}", "{}", "'{}' names no mark"),
        ("[x]{colour=red}", "{colour=red}", "'red' is not a colour"),
        ("[x]{underline", "]{underline", "']{underline' is not closed"),
        ("[]{sub}", "[]{sub}", "'[]{sub}' marks nothing"),
        ("[x]{super sub}", "{super sub}", "words are raised and lowered at once"),
        ("[a [b]{super}]{sub}", "{super}", "words are raised and lowered at once"),
        ("[a [b]{strike}]{strike}", "{strike}", "'strike' inside 'strike'"),
    ],
)
def test_a_mark_that_cannot_be_is_a_fault(text: str, place: str, message: str):
    assert faults(text) == [(place, message)]


def test_marks_of_one_colour_may_be_inside_one_another():
    assert not faults("[a [b]{strike colour=#B33}]{underline colour=#B33}")


def test_escaped_brackets_and_braces_mark_nothing():
    text = "[x]{sub}"
    assert plain_text(parse_inline(escape(text))) == text
    assert not faults("[x]\\{sub}")
