"""Lines of real texts in real fonts: what each language must never show at a line's end or start."""

import re
from dataclasses import replace

import pytest

from pnp.geometry import Box
from pnp.markup import parse_inline
from pnp.model import Style
from pnp.text import SetText, set_text
from pnp.units import pt

from .reading import clusters, context, lines, plain, read, right_end, runs

CZECH = (
    "Hráč s kartou v ruce a k tomu i o kolo dále (v lese) u lesa z pole. V lese, o kterém víš, k o z v poli."
)
POLISH = "Gracz z kartą w ręce i o turę później u wroga. W lesie i (w domu) a o czas z kimś za progiem."
FRENCH = "Attention ! Choisissez : « Or » ou « Argent » ; prêt ? Oui : « Non » ! Alors ? Bien ; merci !"
WIDTHS = [22 + 3.3 * step for step in range(15)]
STYLE = Style(font="Barlow Semi Condensed", size=pt(9))


def in_width(text: str, language: str, width: float, style: Style = STYLE) -> SetText:
    done = set_text(parse_inline(text), style, Box(0, 0, width, 1000), context(language))
    assert not done.faults
    return done


@pytest.mark.parametrize("align", ["left", "center", "justify"])
@pytest.mark.parametrize(("language", "text"), [("cs", CZECH), ("pl", POLISH)])
def test_no_line_ends_with_a_one_letter_word(language: str, text: str, align: str):
    for width in WIDTHS:
        found = lines(in_width(text, language, width, replace(STYLE, align=align)).items)
        assert plain(" ".join(found).replace("\u00ad ", "")) == plain(text), width
        for line in found[:-1]:
            assert not re.search(r"(?:^|[\s(„])\w$", line), (width, found)


@pytest.mark.parametrize("align", ["left", "justify"])
def test_no_french_mark_stands_alone(align: str):
    for width in WIDTHS:
        for line in lines(in_width(FRENCH, "fr", width, replace(STYLE, align=align)).items):
            assert line[0] not in "!?:;»", width
            assert line[-1] != "«", width


@pytest.mark.parametrize("width", WIDTHS)
def test_numbers_stay_with_their_words(width: float):
    text = "Lízni 5 karet, viz str. 4, nebo č. 3 a 10 mm dne 1. 1. 2025 ve 2 × 3 kolech."
    found = lines(in_width(text, "cs", width).items)
    for whole in ("5 karet", "str. 4", "č. 3", "10 mm", "1. 1. 2025", "2 × 3 kolech"):
        assert any(whole in line for line in found), found


@pytest.mark.parametrize("width", WIDTHS)
def test_ranges_and_signs_are_never_broken(width: float):
    text = "Dla 2-4 graczy, potem -1 punkt albo +1/-1 punktu i znów 2-4 karty oraz -1 życie."
    found = lines(in_width(text, "pl", width).items)
    joined = " ".join(found)
    assert joined.count("2-4") == 2
    assert joined.count("+1/-1") == 1
    assert not any(line.endswith("-") for line in found)


def test_a_hyphen_at_a_line_end_is_repeated_in_czech_and_polish():
    style = replace(STYLE, hyphenate=False)
    assert lines(in_width("biało-czerwony", "pl", 14, style).items) == ["biało-", "\u00adczerwony"]
    assert lines(in_width("rouge-blanc", "fr", 12, style).items) == ["rouge-", "blanc"]
    drawn = runs(in_width("biało-czerwony", "pl", 14, style).items)
    assert [run.text for run in drawn] == ["biało-", "-", "czerwony"]


@pytest.mark.parametrize("bold", [False, True])
def test_a_divided_hungarian_digraph_shows_the_letter_that_it_lacks(bold: bool):
    text = "az a**sszon**y" if bold else "az asszony"
    found = {}
    for width in (8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0):
        done = in_width(text, "hu", width)
        for run in runs(done.items):
            if run.actual == "\u00ad":
                found[run.text] = done
    assert "z-" in found
    done = found["z-"]
    assert not done.overset
    assert read(done.items) == "az asszony"


def test_a_divided_word_reads_whole():
    done = in_width("Zabij nejneobhospodařovávatelnějšího draka.", "cs", 18)
    assert any(line.endswith("\u00ad") for line in lines(done.items))
    assert read(done.items) == "Zabij nejneobhospodařovávatelnějšího draka."


def test_a_style_without_hyphenation_divides_nothing_but_soft_hyphens():
    style = replace(STYLE, hyphenate=False, size=pt(9), min_size=pt(4))
    done = in_width("Zabij neobhospodařovávatelnějšího draka", "cs", 25, style)
    assert done.size < pt(9)
    assert not any(line.endswith("\u00ad") for line in lines(done.items))
    soft = in_width("Zabij neobhospo\u00addařovávatelnějšího draka", "cs", 25, style)
    assert soft.size == pt(9)
    assert "neobhospo\u00ad" in "".join(lines(soft.items))


def test_an_address_breaks_behind_its_slashes():
    done = in_width("Viz https://example.org/pravidla/zombies/doom v síti.", "cs", 30)
    assert all(right_end(run) <= 30 + 1e-6 for run in runs(done.items))
    assert done.lines > 1


def test_ties_give_way_before_a_text_is_refused():
    done = in_width("k o z v k o z v k o z v k o z v lese", "cs", 12)
    assert all(right_end(run) <= 12 + 1e-6 for run in runs(done.items))


def test_justified_lines_reach_both_edges_but_the_last():
    style = replace(STYLE, align="justify")
    done = in_width(CZECH * 2, "cs", 60, style)
    ends: dict[float, float] = {}
    for run in runs(done.items):
        ends[run.y] = max(ends.get(run.y, 0.0), right_end(run))
    *full, last = (ends[y] for y in sorted(ends))
    assert full == pytest.approx([60.0] * len(full))
    assert last < 60


def test_fixed_spaces_do_not_stretch():
    style = replace(STYLE, align="justify")
    text = "« Or » ou « Argent » et puis encore une carte de plus pour tous les joueurs de la table"
    widths = set()
    for run in runs(in_width(text, "fr", 40, style).items):
        for at, char in enumerate(run.text):
            if char == " " and run.text[at - 1 : at] == "«":
                widths.add(round(run.advances[clusters(run).index(at)], 6))
    assert len(widths) == 1


@pytest.mark.parametrize("words", ["Zombiaki!", "Zombiaki!, règles", "(Quoi?), dit", "Fini!…", "Pan!»."])
def test_a_french_mark_keeps_its_gap_whatever_stands_behind_it(words: str):
    """The title of a source said ``Zombiaki!, règles`` where the game was called ``Zombiaki !`` beside it."""
    widths = [sum(sum(run.advances) for run in runs(in_width(words, tag, 200).items)) for tag in ("fr", "cs")]
    assert widths[0] > widths[1] + 0.2


def test_centred_titles_break_evenly():
    style = replace(STYLE, align="center", hyphenate=False)
    found = lines(in_width("Velký a hrozný tajemný černý drak", "cs", 32, style).items)
    assert len(found) == 2
    assert abs(len(found[0]) - len(found[1])) < 8
