"""Laws that hold for any text."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry import Box
from pnp.markup import escape, parse_inline
from pnp.model import Style
from pnp.text import set_text
from pnp.text.space import SPACES, words_and_spaces
from pnp.units import pt
from tests.laws import examples

from .reading import clusters, context, plain, read, right_end, runs

CONTEXTS = {language: context(language) for language in ("cs", "pl", "fr")}
VOCABULARY = {
    "cs": "k s v z o u a i V A kartu nejneobhospodařovávatelnější příšeru (v lese) „luk“ č. 3 str. 10 mm bílo-černý -1 2-4 hráč/hráčka – 1. 2025 konec. Dál, tah:",
    "pl": "a i o u w z W kartę przeciwlotniczy źdźbło (w domu) „łuk” nr 3 s. 10 zł biało-czerwony +1/-1 – 2-4 tura, Koniec. dalej:",
    "fr": "à y l’extraordinaire prêt ? Prêt? Oui ! : « Or » «Or» ; a-t-il carte, n° 3 3:1 12:30 joueur–joueur … fin. Cœur Œuvre",
}
STYLES = st.builds(
    Style,
    font=st.sampled_from(["Barlow", "Spectral", "Bebas Neue"]),
    size=st.sampled_from([pt(7), pt(9.5), pt(16)]),
    min_size=st.sampled_from([None, pt(6)]),
    align=st.sampled_from(["left", "center", "right", "justify"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
    tracking=st.sampled_from([0.0, 30.0]),
    hyphenate=st.booleans(),
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    language = draw(st.sampled_from(sorted(VOCABULARY)))
    words = draw(st.lists(st.sampled_from(VOCABULARY[language].split()), min_size=1, max_size=40))
    spaces = draw(
        st.lists(st.sampled_from([" ", " ", " ", "  ", "\u00a0", "\u202f", "\n"]), min_size=40, max_size=40)
    )
    return language, "".join(word + space for word, space in zip(words, spaces, strict=False))


@examples(75)
@given(texts(), STYLES, st.floats(15, 90))
def test_what_is_set_reads_as_it_was_typed(typed: tuple[str, str], style: Style, width: float):
    language, text = typed
    done = set_text(
        parse_inline(escape(text).replace("\\\n", "\n")), style, Box(0, 0, width, 60), CONTEXTS[language]
    )
    assert read(done.items) == plain(text)


@examples(75)
@given(texts(), STYLES, st.floats(15, 90))
def test_no_line_leaves_its_box_unless_it_is_reported(typed: tuple[str, str], style: Style, width: float):
    language, text = typed
    box = Box(3, 4, width, 60)
    done = set_text(parse_inline(escape(text)), style, box, CONTEXTS[language])
    wide = any(fault.kind == "wide-word" for fault in done.faults)
    tracking = style.tracking / 1000 * done.size.mm
    if not wide:
        for run in runs(done.items):
            assert run.x >= 3 - 1e-6
            assert right_end(run) - tracking <= 3 + width + 1e-6
    assert done.overset == bool([f for f in done.faults if f.kind in ("overset", "wide-word")])
    assert done.overset or done.height <= 60 + 1e-6


@examples(30)
@given(texts(), STYLES, st.floats(15, 90))
def test_same_input_gives_the_same_output_warm_or_cold(typed: tuple[str, str], style: Style, width: float):
    language, text = typed
    box = Box(0, 0, width, 30)
    marked = parse_inline(escape(text))
    warm = set_text(marked, style, box, CONTEXTS[language])
    assert warm == set_text(marked, style, box, context(language))


@examples(50)
@given(st.text(max_size=60), st.sampled_from(sorted(CONTEXTS)), st.floats(5, 60))
def test_any_text_is_set_or_reported(text: str, language: str, width: float):
    """Never raises, never draws a box for a missing glyph, and tells of everything that it leaves out."""
    done = set_text(parse_inline(text), Style(min_size=pt(8)), Box(0, 0, width, 60), CONTEXTS[language])
    for run in runs(done.items):
        assert 0 not in run.glyphs
        assert len(run.glyphs) == len(run.advances) == len(clusters(run))
        assert list(clusters(run)) == sorted(clusters(run))
    assert all(0 <= fault.start <= len(text) for fault in done.faults)


@examples(50)
@given(texts(), st.floats(25, 90))
def test_no_line_begins_with_a_mark(typed: tuple[str, str], width: float):
    language, text = typed
    if re.search(r"(?:^|\n)[^\w„«(]*[:;!?»–…]", text):
        return  # typed at the start of a line
    style = replace(Style(), font="Barlow Semi Condensed", size=pt(8))
    done = set_text(
        parse_inline(escape(text).replace("\\\n", "\n")), style, Box(0, 0, width, 500), CONTEXTS[language]
    )
    for run in runs(done.items):
        if run.x == 0 and run.text:
            assert run.text[0] not in ";!?"


@pytest.mark.parametrize("language", sorted(CONTEXTS))
def test_setting_does_not_depend_on_what_was_set_before(language: str):
    style = Style(min_size=pt(5))
    box = Box(0, 0, 40, 10)
    some = [parse_inline(VOCABULARY[language][start:]) for start in range(0, 60, 7)]
    forward = [set_text(marked, style, box, CONTEXTS[language]) for marked in some]
    fresh = context(language)
    backward = [set_text(marked, style, box, fresh) for marked in reversed(some)]
    assert forward == backward[::-1]


@given(st.lists(st.sampled_from([*SPACES, "a", "tři", "\ufffc"])).map("".join))
def test_words_and_spaces_take_turns(text: str):
    assert words_and_spaces(text) == re.split(f"([{''.join(SPACES)}]+)", text)
