"""Texts in boxes: places, sizes, runs and faults; and lines that pnp sets by itself, as under pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest
import uharfbuzz

from pnp.colour import BLACK, WHITE, Colour
from pnp.draw import Group, Halo, item_box, path_box
from pnp.fonts import FontLibrary, own_fonts
from pnp.geometry import Box
from pnp.markup import TextRun, parse_inline
from pnp.model import STANDARD_STYLES, Style, Term, Text
from pnp.source import Origin, Span
from pnp.text import (
    SetText,
    TextContext,
    break_paragraph,
    findings,
    set_label,
    set_text,
    text_width,
    unprintable,
)
from pnp.units import pt

from .reading import FONTS, ICONS, clusters, context, lines, read, right_end, runs

CS = context("cs")
BODY = Style(font="Barlow", size=pt(10), hyphenate=False)
WIDE = Box(5, 10, 100, 50)


def setting(
    text: str, style: Style = BODY, box: Box = WIDE, using: TextContext = CS, **kwargs: Halo
) -> SetText:
    return set_text(parse_inline(text), style, box, using, **kwargs)


# --- places -------------------------------------------------------------------------------------------------------


def test_the_top_of_the_box_touches_the_ascent():
    (run,) = runs(setting("Luk").items)
    assert run.x == 5
    assert run.y == pytest.approx(10 + FONTS.face("Barlow").ascent * pt(10).mm)


def test_the_bottom_of_the_box_touches_the_descent():
    done = setting("Luk\nšíp", replace(BODY, valign="bottom"))
    assert runs(done.items)[-1].y == pytest.approx(60 - FONTS.face("Barlow").descent * pt(10).mm)


@pytest.mark.parametrize("font", ["Barlow", "Cinzel", "Noto Sans", "Bebas Neue", "Anton"])
def test_capitals_of_a_title_are_in_the_middle_of_its_box(font: str):
    (run,) = runs(setting("Luk", replace(BODY, font=font, valign="middle", align="center")).items)
    capitals = FONTS.face(font).cap_height * run.size
    assert run.y - capitals / 2 == pytest.approx(35)
    assert (run.x + right_end(run)) / 2 == pytest.approx(55)


@pytest.mark.parametrize(("font", "weight"), [("Barlow", 400), ("Barlow", 700), ("Barlow Condensed", 700)])
def test_the_caron_of_d_leaves_the_space_after_it_open(font: str, weight: int):
    """Barlow draws it over most of the next word's space."""
    face = FONTS.face(font, weight)
    style = replace(BODY, font=font, weight=weight)
    space = face.advance(face.glyph(" ")) / face.upem
    for letter, room in (("ď", face.overhang(face.glyph("ď"))), ("d", 0.0)):
        width = text_width(f"po{letter} a", style, CS) - text_width(f"po{letter}", style, CS)
        assert width == pytest.approx((space * pt(10).mm) + text_width("a", style, CS), rel=1e-6)
        advance = face.advance(face.glyph(letter)) / face.upem
        assert text_width(letter, style, CS) == pytest.approx((advance + room) * pt(10).mm)
    assert face.overhang(face.glyph("ď")) > 0.05
    assert text_width("poďme", style, CS) == pytest.approx(
        text_width("po", style, CS)
        + face.advance(face.glyph("ď")) / face.upem * pt(10).mm
        + text_width("me", style, CS),
        abs=0.05,
    )


def test_lines_and_paragraphs_keep_their_distances():
    done = setting("jedna\ndva\n\ntři", replace(BODY, leading=1.5, paragraph_gap=0.4))
    first, second, third = (run.y for run in runs(done.items))
    em = pt(10).mm
    assert second - first == pytest.approx(1.5 * em)
    assert third - second == pytest.approx(1.9 * em)
    assert done.lines == 3
    face = FONTS.face("Barlow")
    assert done.height == pytest.approx((face.ascent + face.descent + 3.4) * em)


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_space_at_edges_does_not_move_a_line(align: str):
    style = replace(BODY, align=align)
    assert setting(" Vnímání  ", style).items == setting("Vnímání", style).items
    twice = setting("Řádek 1. \n Řádek 2.\n", style)
    assert twice.items == setting("Řádek 1.\nŘádek 2.", style).items
    assert twice.lines == 2


def test_the_last_letter_of_a_spaced_title_has_no_space_behind_it():
    style = replace(BODY, tracking=200, align="right")
    (run,) = runs(setting("LUK", style).items)
    assert right_end(run) - 0.2 * run.size == pytest.approx(105)


def test_bullets_hang():
    done = setting("Na tahu:\n- lízni kartu\n- zabij démona nebo jinou příšeru", box=Box(0, 0, 35, 50))
    assert lines(done.items)[:2] == ["Na tahu:", "• lízni kartu"]
    by_line: dict[float, list[float]] = {}
    for run in runs(done.items):
        by_line.setdefault(run.y, []).append(run.x)
    _, item, longer, rest = (by_line[y] for y in sorted(by_line))
    assert item[0] == longer[0] == 0
    assert item[1] == longer[1] == rest[0] > 1


def test_an_empty_line_between_breaks_is_kept():
    done = setting("jedna\\\n\\\ndva")
    assert done.lines == 3
    assert lines(done.items) == ["jedna", "dva"]


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\u00ad\ufeff", "\n\n"])
def test_nothing_to_see_is_no_line(text: str):
    done = setting(text)
    assert (done.items, done.lines, done.height, done.faults) == ((), 0, 0.0, ())


# --- sizes --------------------------------------------------------------------------------------------------------


def test_a_text_shrinks_by_tenths_of_a_point_until_it_fits():
    style = replace(BODY, min_size=pt(5))
    text = "Zabij libovolnou příšeru na svém poli. " * 6
    box = Box(0, 0, 50, 25)
    done = setting(text, style, box)
    assert pt(5) < done.size < pt(10)
    assert not done.overset
    assert done.height <= 25
    assert (pt(10) - done.size).emu % 1270 == 0
    larger = replace(style, size=done.size + pt(0.1), min_size=None)
    assert setting(text, larger, box).overset


def test_a_text_that_fits_is_not_shrunk():
    assert setting("Luk", replace(BODY, min_size=pt(5))).size == pt(10)


@pytest.mark.parametrize("least", [None, pt(8)])
def test_overset_is_reported_and_nothing_is_cut(least: object):
    text = "Zabij libovolnou příšeru na svém poli. " * 6
    done = setting(text, replace(BODY, min_size=least), Box(0, 0, 50, 12))
    assert done.overset
    assert done.size == (least or pt(10))
    assert [fault.kind for fault in done.faults] == ["overset"]
    assert "the box has 12.0 mm" in done.faults[0].message
    assert read(done.items) == text.strip()


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("cs", "Nejneobhospodařovávatelnější"),
        ("fr", "Anticonstitutionnellement"),
        ("pl", "Konstantynopolitańczyk"),
    ],
)
def test_a_title_wider_than_its_banner_shrinks_or_is_reported(language: str, word: str):
    using = context(language)
    style = replace(BODY, size=pt(14), weight=700, min_size=pt(7))
    done = setting(word, style, Box(0, 0, 45, 8), using)
    assert done.lines == 1
    assert done.size < pt(14)
    assert right_end(runs(done.items)[0]) <= 45
    told = setting(f"Pán {word}", replace(style, min_size=None), Box(0, 0, 45, 20), using)
    assert told.overset
    assert [(fault.kind, fault.start, fault.length, fault.name) for fault in told.faults] == [
        ("wide-word", 4, len(word), word)
    ]
    divided = setting(word, replace(style, hyphenate=True), Box(0, 0, 40, 20), using)
    assert (divided.lines, divided.size, divided.overset) == (2, pt(14), False)


def test_an_endless_word_is_reported():
    done = setting("viz https://example.org/" + "a" * 200, replace(BODY, hyphenate=True))
    assert done.overset
    assert [fault.kind for fault in done.faults] == ["wide-word"]
    assert len(done.faults[0].message) < 100


@pytest.mark.parametrize("word", ["a" * 50_000, "a\u200b" * 20_000, "ab/" * 10_000, "a\u00ad" * 20_000])
def test_a_monstrous_word_is_reported(word: str):
    done = setting(word, Style(min_size=pt(6)), Box(0, 0, 30, 30))
    assert done.overset
    assert done.faults


def test_capitals_of_a_style_are_measured_as_they_are_printed():
    upper = replace(BODY, case="upper", min_size=pt(4))
    done = setting("straße příšera", upper, Box(0, 0, 27, 5))
    assert lines(done.items) == ["STRASSE PŘÍŠERA"]
    assert right_end(runs(done.items)[0]) <= 27
    assert lines(setting("iki", upper, using=context("tr")).items) == ["İKİ"]


# --- runs ---------------------------------------------------------------------------------------------------------


def test_a_line_in_one_style_is_one_run_with_its_spaces():
    (run,) = runs(setting("Vezmi démona a lízni kartu").items)
    assert run.text == "Vezmi démona a lízni kartu"
    assert len(run.glyphs) == len(run.advances) == len(clusters(run)) == len(run.text)
    assert run.actual is None


def test_emphasis_takes_other_fonts_of_the_family():
    bold, _, italic, _, both = runs(setting("**Útok** *kouzlo* ***obě***").items)[:5]
    assert [run.text.strip() for run in (bold, italic, both)] == ["Útok", "kouzlo", "obě"]
    faces = [
        FONTS.face("Barlow", 700),
        FONTS.face("Barlow", 400, italic=True),
        FONTS.face("Barlow", 700, italic=True),
    ]
    assert [run.font for run in (bold, italic, both)] == [face.key for face in faces]


def test_pairs_are_kerned_and_spacing_turns_ligatures_off():
    assert text_width("AVATAR", BODY, CS) < sum(text_width(letter, BODY, CS) for letter in "AVATAR")
    joined = runs(setting("fi", replace(BODY, font="Spectral")).items)[0]
    apart = runs(setting("fi", replace(BODY, font="Spectral", tracking=50)).items)[0]
    assert (len(joined.glyphs), joined.text, clusters(joined)) == (1, "fi", (0,))
    assert len(apart.glyphs) == 2


def test_tabular_figures_have_one_width():
    style = replace(BODY, figures="tabular")
    assert text_width("1111", style, CS) == pytest.approx(text_width("8888", style, CS))
    assert text_width("1111", BODY, CS) < text_width("8888", BODY, CS)


def test_small_capitals_are_glyphs_of_the_font_and_stay_small_letters_as_text():
    small = runs(setting("Luk fi", replace(BODY, features=(("smcp", 1),))).items)[0]
    plain_ = runs(setting("Luk fi").items)[0]
    names = [FONTS.face("Barlow").hb_font.glyph_to_string(glyph) for glyph in small.glyphs]
    assert names == ["L", "u.sc", "k.sc", "space", "f.sc", "i.sc"]
    assert small.text == plain_.text == "Luk fi"


def test_a_feature_can_be_turned_off_and_overrides_what_spacing_turns_off():
    spectral = replace(BODY, font="Spectral")
    assert len(runs(setting("fi", replace(spectral, features=(("liga", 0),))).items)[0].glyphs) == 2
    spaced = replace(spectral, tracking=50, features=(("liga", 1),))
    assert len(runs(setting("fi", spaced).items)[0].glyphs) == 1


def test_spaces_are_drawn_by_us_whatever_the_font_has():
    style = replace(BODY, font="Barlow")
    em = pt(10).mm
    for char, width in (("\u202f", 0.2), ("\u2009", 0.2), ("\u200a", 0.1), ("\u2003", 1.0)):
        extra = text_width(f"x{char}x", style, CS) - 2 * text_width("x", style, CS)
        assert extra == pytest.approx(width * em), f"U+{ord(char):04X}"
    done = setting("A\tB\u00a0C\u2009D\u202fE\u2011F\u200bG\u2060H", style)
    assert lines(done.items) == ["A B C D E-FGH"]
    assert not done.faults


def test_a_font_without_a_space_keeps_words_apart():
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, "Luk"))
    data = uharfbuzz.subset(uharfbuzz.Face(FONTS.face("Barlow").data), wanted).blob.data
    (source,), _ = own_fonts([("fonts/Tiny.ttf", data)])
    tiny = TextContext(FontLibrary([source]), ICONS, "cs")
    first, second = runs(setting("Luk Luk", using=tiny).items)
    assert second.x - right_end(first) == pytest.approx(0.25 * first.size)
    assert text_width("Luk Luk", BODY, tiny) == pytest.approx(right_end(second) - first.x)


def test_text_with_loose_marks_looks_as_its_composed_twin():
    assert setting("Z\u030clutý ku\u030an\u030c").items == setting("Žlutý kůň").items


def test_a_halo_goes_with_every_run():
    halo = Halo(Colour(255, 255, 255), 0.3)
    assert {run.halo for run in runs(setting("**a** b", halo=halo).items)} == {halo}


# --- icons and terms ----------------------------------------------------------------------------------------------


def groups(done: SetText) -> list[Group]:
    return [item for item in done.items if isinstance(item, Group)]


def test_an_icon_is_a_little_taller_than_capitals_and_centred_on_them():
    done = setting("Zabij :fire:!")
    (icon,) = groups(done)
    (before, after) = runs(done.items)
    capitals = FONTS.face("Barlow").cap_height * before.size
    top, bottom = icon.matrix.apply(0, 0), icon.matrix.apply(512, 512)
    assert bottom.y - top.y == pytest.approx(1.4 * capitals)
    assert (top.y + bottom.y) / 2 == pytest.approx(before.y - capitals / 2)
    drawn = item_box(icon)
    assert right_end(before) < drawn.x < drawn.right < after.x


@pytest.mark.parametrize("name", ["fire", "broadsword", "high-shot", "shield"])
def test_a_narrow_icon_leaves_no_gap_before_a_full_stop(name):
    done = setting(f"Zabij :{name}:.")
    (icon,) = groups(done)
    before, after = runs(done.items)
    drawn = item_box(icon)
    gap = 0.05 * after.size
    assert after.x - drawn.right == pytest.approx(gap, abs=1e-6)
    assert drawn.x - right_end(before) == pytest.approx(gap, abs=1e-6)


@pytest.mark.parametrize("size", [0.5, 2, 1.75])
def test_an_icon_with_a_size_is_that_many_times_larger_and_takes_its_room(size):
    plain, sized = setting("Zabij :fire:!"), setting(f"Zabij :fire|{size}:!")
    ((small,), (large,)) = groups(plain), groups(sized)
    assert large.matrix.a == pytest.approx(size * small.matrix.a)
    assert [run.y for run in runs(sized.items)] == [run.y for run in runs(plain.items)]
    middles = [each.matrix.apply(0, 256).y for each in (small, large)]
    assert middles[0] == pytest.approx(middles[1])
    wider = runs(sized.items)[1].x - runs(plain.items)[1].x
    assert wider == pytest.approx((size - 1) * item_box(small).width, abs=1e-6)


@pytest.mark.parametrize(("value", "size"), [("3", ""), ("12", "|1.5"), ("+1", ""), ("X", "")])
def test_letters_on_an_icon_lie_in_its_middle_and_take_no_room(value, size):
    plain, full = setting(f"Zabij :shield{size}:!"), setting(f"Zabij :shield({value}){size}:!")
    ((icon,), (group,)) = groups(plain), groups(full)
    drawn, run = group.items
    assert (drawn, group.alt) == (icon, f"{value} shield")
    assert [each.x for each in runs(full.items)] == [each.x for each in runs(plain.items)]
    assert (run.text, run.colour, run.halo.colour) == (value, WHITE, BLACK)
    box = item_box(icon)
    face = FONTS.face(run.font.split(" ")[0]) if " " in run.font else None
    width = sum(run.parts[0].advances) * run.size
    assert run.x + width / 2 == pytest.approx(box.x + box.width / 2, abs=0.01)
    assert box.y < run.y - 0.5 * run.size < run.y < box.bottom
    assert face is None or width < 0.81 * box.width


def test_letters_that_no_font_has_are_reported_at_the_icon():
    done = setting("Zabij :shield(\U0001fae8):!")
    (fault,) = done.faults
    assert (fault.kind, fault.start) == ("missing-glyph", 14)


def test_icons_alone_make_a_line():
    done = setting(":fire::shield:")
    assert (done.lines, len(groups(done))) == (1, 2)
    assert groups(done)[0].matrix.e < groups(done)[1].matrix.e


def test_an_icon_is_not_torn_from_its_word():
    for width in range(20, 60):
        found = lines(
            setting("Zabij jednoho démona :fire: a potom 2 :shield: odhoď", box=Box(0, 0, width, 99)).items
        )
        assert any("démona :fire:" in line for line in found)
        assert any("2 :shield:" in line for line in found)


def test_an_unknown_icon_is_reported_with_its_place():
    done = setting("Zabij :fier:.")
    assert [(fault.kind, fault.start, fault.length) for fault in done.faults] == [("unknown-icon", 6, 6)]


RED = Colour(179, 32, 44)
BOW = Term("weapon", "bow", Text("luk", Origin(Span("g"))), Span("g"), colour=RED, icon="high-shot")


def with_terms(name: str) -> Term | None:
    return {"bow": BOW}.get(name)


def test_terms_are_shown_as_the_style_says():
    using = context("cs", with_terms)

    def shown(how: str) -> SetText:
        return setting("Zabij [lukem](bow).", replace(BODY, term_style=how), using=using)

    assert [run.text for run in runs(shown("plain").items)] == ["Zabij lukem."]
    assert [run.font == FONTS.face("Barlow", 700).key for run in runs(shown("bold").items)] == [
        False,
        True,
        False,
    ]
    assert [run.colour for run in runs(shown("colour").items)] == [BODY.colour, RED, BODY.colour]
    assert lines(shown("icon").items) == ["Zabij :high-shot: lukem."]


def test_an_unknown_term_is_printed_and_reported():
    done = setting("Zabij [lukem](bwo).")
    assert lines(done.items) == ["Zabij lukem."]
    assert [(fault.kind, fault.start, fault.name) for fault in done.faults] == [("unknown-term", 6, "bwo")]


# --- missing glyphs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Příliš žluťoučký kůň úpěl ďábelské ódy PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ ÚPĚL ĎÁBELSKÉ ÓDY",
        "Zażółć gęślą jaźń ĄĆĘŁŃÓŚŹŻ — Cœur, Ÿ, Æ, «à» ’",
        "1 → 2, x ≥ 3, ½ − 2 × 4 … „a“ ‚b‘ 5′ 6″",
    ],
)
@pytest.mark.parametrize("family", FONTS.families())
def test_letters_of_our_languages_are_never_missing(family: str, text: str):
    done = setting(text, replace(BODY, font=family))
    assert done.faults == ()
    assert all(0 not in run.glyphs for run in runs(done.items))


def test_a_character_that_no_font_has_is_named():
    done = setting("Zabij **ᚠ** draka")
    (fault,) = done.faults
    assert (fault.kind, fault.start, fault.name) == ("missing-glyph", 8, "ᚠ")
    assert "'ᚠ' (U+16A0)" in fault.message
    assert all(0 not in run.glyphs for run in runs(done.items))


def test_emoji_are_reported_once_each_with_a_hint():
    done = setting("⚔️ Bitva 🐉, 👨‍👩‍👧 + 2🏆 𝕏")
    assert [fault.name for fault in done.faults] == ["⚔", "🐉", "👨‍👩‍👧", "🏆", "𝕏"]
    named = [fault.help.partition("such as ")[2] for fault in done.faults]
    assert named == [":crossed-swords:", ":fire:", ":fire:", ":trophy:", ""]
    assert all(0 not in run.glyphs for run in runs(done.items))


def test_a_word_of_a_script_that_no_font_has_is_one_fault():
    assert [(fault.start, fault.name) for fault in setting("Karta 日本語 a 漢").faults] == [
        (6, "日本語"),
        (12, "漢"),
    ]


def test_letters_that_run_from_right_to_left_are_refused_and_never_printed_backwards():
    done = setting("Mír שלום 12")
    (fault,) = done.faults
    assert (fault.kind, fault.start, fault.name) == ("missing-glyph", 4, "שלום")
    assert "from right to left" in fault.message


@pytest.mark.parametrize(
    ("font", "typed", "marks"),
    [
        ("Anton", "a **b** c", ["**"]),
        ("Anton", "a *b* c **d** *e*", ["*", "**"]),
        ("Bebas Neue", "***b***", ["**", "*"]),
        ("Barlow", "a **b** *c* ***d***", []),
        ("Anton", "no stress", []),
    ],
)
def test_emphasis_that_a_family_has_no_font_for_is_reported_once(font: str, typed: str, marks: list[str]):
    found = setting(typed, replace(BODY, font=font)).faults
    assert [(fault.kind, fault.name) for fault in found] == [("unseen-stress", mark) for mark in marks]
    assert [item.code for item in findings(found, Origin(Span("a", 1, 1), ()), CS)] == ["T220"] * len(marks)


def test_faults_become_diagnostics_at_their_place():
    done = setting("Zabij :fier: 🐉", replace(BODY, min_size=None), Box(0, 0, 50, 1))
    origin = Origin(Span("a.yaml", 3, 9), ())
    found = findings(done.faults, origin, CS, piece="a/b")
    assert sorted(item.code for item in found) == ["A100", "T100", "T200"]
    assert {item.span for item in found} == {origin.span}


# --- paragraphs and labels ----------------------------------------------------------------------------------------


def test_a_broken_paragraph_gives_lines_at_the_origin():
    broken = break_paragraph(
        parse_inline("Hráč s kartou v ruce lízne **kartu** :fire: a hraje dál.").paragraphs[0].runs,
        BODY,
        30,
        CS,
    )
    assert not broken.faults
    first, second = broken.lines[:2]
    assert runs(first.items)[0].x == pytest.approx(0)
    assert runs(second.items)[0].x == pytest.approx(0)
    assert {run.y for line in broken.lines for run in runs(line.items)} == {0.0}
    moved = second.at(10, 20)
    assert runs(moved)[0].x == pytest.approx(10)
    assert runs(moved)[0].y == 20
    assert first.ascent + first.descent == pytest.approx(1.2 * pt(10).mm)


def test_lines_move_with_their_icons():
    broken = break_paragraph(parse_inline("a :fire:").paragraphs[0].runs, BODY, 30, CS)
    (line,) = broken.lines
    here, there = (
        next(item for item in items if isinstance(item, Group)) for items in (line.items, line.at(3, 7))
    )
    assert path_box((("M", *here.matrix.apply(0, 0)),)).moved(3, 7) == path_box(
        (("M", *there.matrix.apply(0, 0)),)
    )


@pytest.mark.parametrize(("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_labels_stand_where_they_are_put(anchor: str, share: float):
    items, width = set_label("list 1 z 9", BODY, 40, 50, CS, anchor)
    (run,) = runs(items)
    assert width == pytest.approx(text_width("list 1 z 9", BODY, CS))
    assert run.x == pytest.approx(40 - share * width)
    assert run.y == 50
    assert run.text == "list 1 z 9"


def test_labels_read_no_marks():
    items, _ = set_label("**a** :fire: [b](c)", BODY, 0, 0, CS)
    assert lines(items) == ["**a** :fire: [b](c)"]
    assert set_label("", BODY, 0, 0, CS) == ((), 0.0)


def test_stretches_of_a_run_keep_their_place_in_the_source():
    done = set_text(parse_inline("a **b** c 🐉"), BODY, WIDE, CS)
    assert [fault.start for fault in done.faults] == [10]
    broken = break_paragraph([TextRun("x 🐉", False, False, 7)], BODY, 50, CS)
    assert [fault.start for fault in broken.faults] == [9]


def test_letters_that_the_font_lacks_are_noted_with_the_font_that_lends_them():
    done = setting("Roll α2 dice → αβ", replace(BODY, font="Special Elite"))
    assert [(fault.kind, fault.name, fault.start) for fault in done.faults] == [
        ("borrowed-glyph", "α", 5),
        ("borrowed-glyph", "α", 15),
        ("borrowed-glyph", "β", 16),
    ]
    assert "it is set in Noto Sans" in done.faults[0].message
    assert not setting("Roll 2 dice", replace(BODY, font="Special Elite")).faults


STYLE = STANDARD_STYLES["tiny"]


@pytest.mark.parametrize("name", ["△ Doom", "Doom ↗"])
def test_a_name_in_letters_of_another_font_was_missing_from_the_footer(name: str) -> None:
    """A game in a script of its own brings the font for it, which its cards are set in and the footer was not."""
    face = FONTS.face(STYLE.font)
    assert not all(face.covers(char) or FONTS.fallback_for(char) for char in name)
    items, width = set_label(name, STYLE, 0.0, 0.0, context("en"))
    assert lines(items) == [name]
    assert len({run.font for run in runs(items)}) == 1
    assert width > 0
    assert unprintable(name, STYLE, context("en")) == ()


def test_what_no_font_has_is_reported_once_each() -> None:
    assert unprintable("🐉 a 龍 🐉", STYLE, context("en")) == ("🐉", "龍")
    assert lines(set_label("a 龍 b", STYLE, 0.0, 0.0, context("en"))[0]) == ["a  b"]
