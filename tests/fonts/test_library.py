"""Choosing a font, and a game's own fonts."""

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.fonts import FontFault, FontLibrary, FontSource, UnknownFontError, own_fonts, read_facts

BARLOW = (Path(__file__).parents[2] / "fonts" / "barlow" / "Barlow-Regular.ttf").read_bytes()
BOLD = (Path(__file__).parents[2] / "fonts" / "barlow" / "Barlow-Bold.ttf").read_bytes()


def source(family: str, weight: int, italic: bool = False) -> FontSource:
    return FontSource(family, weight, italic, f"{family}{weight}{italic}", "x.ttf", lambda: b"")


def with_table(data: bytes, old: bytes, new: bytes) -> bytes:
    count = struct.unpack_from(">H", data, 4)[0]
    at = next(12 + 16 * i for i in range(count) if data[12 + 16 * i : 16 + 16 * i] == old)
    return data[:at] + new + data[at + 4 :]


def test_the_measures_of_a_font_are_those_of_its_tables():
    (found,), faults = own_fonts([("own.ttf", BARLOW)])
    assert not faults
    assert found.licence == "OFL-1.1"
    face = FontLibrary([found]).face("Barlow")
    assert (face.ps_name, face.weight, face.italic, face.upem) == ("Barlow-Regular", 400, False, 1000)
    assert (face.ascent, face.descent, face.cap_height, face.x_height) == (1.0, 0.2, 0.7, 0.506)
    gid = face.glyph("A")
    assert gid is not None
    assert face.advance(gid) == 607
    assert face.glyph("字") is None


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [(300, 400), (400, 400), (450, 500), (500, 500), (550, 700), (600, 700), (900, 900), (100, 400)],
)
def test_the_nearest_weight_is_chosen_as_browsers_do(wanted, chosen):
    library = FontLibrary([source("A", weight) for weight in (400, 500, 700, 900)])
    assert library.face("A", wanted).weight == chosen


def test_400_takes_500_before_300():
    assert FontLibrary([source("A", 300), source("A", 500)]).face("A", 400).weight == 500
    assert FontLibrary([source("A", 300), source("A", 600)]).face("A", 400).weight == 300


def test_italic_is_kept_even_when_the_weight_is_further_away():
    library = FontLibrary([source("A", 700), source("A", 400, True), source("B", 400)])
    assert (library.face("A", 700, True).weight, library.face("A", 700, True).italic) == (400, True)
    assert library.face("B", 400, True).italic is False


def test_an_unknown_family_names_the_one_that_was_meant():
    with pytest.raises(UnknownFontError) as caught:
        FontLibrary([source("Barlow", 400), source("Anton", 400)]).face("Barlo")
    assert caught.value.nearest == "Barlow"


def test_the_games_own_font_wins_over_the_shared_one():
    library = FontLibrary([FontSource("A", 400, False, "own", "o.ttf", lambda: b""), source("A", 400)])
    assert library.face("a").key == "own"


def test_two_files_with_one_postscript_name_are_told_apart_for_the_author():
    sources, (fault,) = own_fonts([("a.ttf", BARLOW), ("b.ttf", BARLOW), ("c.ttf", BOLD)])
    assert [s.file for s in sources] == ["a.ttf", "c.ttf"]
    assert (fault.code, fault.span and fault.span.file) == ("A313", "b.ttf")


def test_a_second_font_of_one_family_weight_and_slant_is_reported():
    """It was never used, and nobody said so."""
    other = BARLOW.replace("Barlow-Regular".encode("utf-16-be"), "Barlow-Caption".encode("utf-16-be"))
    sources, (fault,) = own_fonts([("a.ttf", BARLOW), ("b.ttf", other), ("c.ttf", BOLD)])
    assert [s.file for s in sources] == ["a.ttf", "b.ttf", "c.ttf"]
    assert (fault.code, fault.severity.name, fault.span.file) == ("A315", "WARNING", "b.ttf")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "A310"),
        (b"<html>", "A310"),
        (b"wOFF" + BARLOW[4:], "A310"),
        (b"wOF2" + BARLOW[4:], "A310"),
        (b"ttcf" + BARLOW[4:], "A310"),
        (BARLOW[:5000], "A310"),
        (with_table(BARLOW, b"head", b"haed"), "A310"),
        (with_table(BARLOW, b"glyf", b"CFF "), "A310"),
        (with_table(BARLOW, b"glyf", b"CBDT"), "A311"),
        (with_table(BARLOW, b"glyf", b"none"), "A311"),
        (with_table(BARLOW, b"gasp", b"fvar"), "A310"),
        (b"%!PS-AdobeFont-1.0: Utopia", "A310"),
        (b"\x80\x01%!PS-AdobeFont-1.0: Utopia", "A310"),
    ],
)
def test_fonts_that_cannot_be_used_say_why(data, code):
    sources, (fault,) = own_fonts([("x.ttf", data)])
    assert not sources
    assert fault.code == code
    assert fault.help


def test_a_font_that_forbids_embedding_is_refused():
    count = struct.unpack_from(">H", BARLOW, 4)[0]
    at = next(
        struct.unpack_from(">L", BARLOW, 20 + 16 * i)[0]
        for i in range(count)
        if BARLOW[12 + 16 * i : 16 + 16 * i] == b"OS/2"
    )
    with pytest.raises(FontFault) as caught:
        read_facts(BARLOW[: at + 8] + b"\x00\x02" + BARLOW[at + 10 :])
    assert caught.value.code == "A314"


def test_a_font_that_does_not_say_how_many_glyphs_it_has_is_refused():
    """Such a font can be measured, and printing with it ended in a traceback."""
    count = struct.unpack_from(">H", BARLOW, 4)[0]
    entries = {
        BARLOW[12 + 16 * i : 16 + 16 * i]: struct.unpack_from(">LL", BARLOW, 20 + 16 * i)
        for i in range(count)
    }
    at, length = entries[b"maxp"]
    read_facts(damaged := BARLOW[:at] + b"\xff" * length + BARLOW[at + length :])
    sources, (fault,) = own_fonts([("x.ttf", damaged)])
    assert (sources, fault.code) == ([], "A310")


@given(st.integers(0, 4000), st.binary(min_size=1, max_size=40))
def test_a_damaged_file_is_a_fault_and_no_crash(at, junk):
    data = BARLOW[:at] + junk + BARLOW[at + len(junk) :]
    sources, faults = own_fonts([("x.ttf", data)])
    assert len(sources) + len(faults) == 1
