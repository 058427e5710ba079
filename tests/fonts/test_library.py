"""Choosing a font, a game's own fonts, those that ship with pnp, and characters that no font has."""

from __future__ import annotations

import json
import struct
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.fonts import (
    FontFault,
    FontLibrary,
    FontSource,
    UnknownFontError,
    own_fonts,
    read_facts,
    shared_fonts,
)
from pnp.fonts.catalogue import credits_text, index_text
from pnp.fonts.library import ICONS, lacking_cure
from pnp.icons import IconLibrary

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


def test_two_files_with_one_postscript_name_are_distinguished_for_the_author():
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


SHIPPED = Path(__file__).parents[2] / "icons" / "icons.json"


def test_the_icons_that_are_named_instead_of_characters_ship() -> None:
    library = IconLibrary(lambda: SHIPPED.read_text(encoding="utf-8"))
    assert not set(ICONS.values()) - set(library.names())


@pytest.mark.parametrize(
    ("characters", "cure"),
    [("♥", ":heart:"), ("❤\ufe0f", ":heart:"), ("🎲", ":die:"), ("🐉", ":fire:")],
)
def test_a_heart_is_told_of_the_icon_of_a_heart(characters: str, cure: str) -> None:
    assert lacking_cure(characters) == f"use an icon, such as {cure}"


def test_a_letter_is_told_of_fonts() -> None:
    assert "choose a font" in lacking_cure("漢")


def test_a_suit_that_no_icon_shows_is_told_to_be_drawn() -> None:
    assert "icons/spade.svg" in lacking_cure("♠")


FONTS = Path(__file__).parents[2] / "fonts"
FILES = sorted(path.relative_to(FONTS).as_posix() for path in FONTS.glob("*/*.ttf"))
LETTERS = "áčďéěíňóřšťúůýžąćęłńóśźżàâæçéèêëîïôœùûüÿäöüß"
MARKS = "„“”‚‘’«»–—…•·×−½0123456789.,;:!?()[]/%&+='\"-"


def read(name: str) -> bytes:
    return (FONTS / name).read_bytes()


@pytest.fixture(scope="module")
def library() -> FontLibrary:
    return FontLibrary(shared_fonts(read("index.json").decode(), read))


def test_the_lists_are_up_to_date():
    """Run ``python -m pnp.fonts.catalogue`` when this fails."""
    assert read("index.json").decode() == index_text(FILES, read)
    assert read("CREDITS.md").decode() == credits_text(FILES, read)


def test_no_two_fonts_share_a_postscript_name_or_a_style():
    facts = [read_facts(read(name)) for name in FILES]
    assert [name for name, times in Counter(f.ps_name for f in facts).items() if times > 1] == []
    entries = json.loads(read("index.json"))["fonts"]
    styles = Counter((entry["family"], entry["weight"], entry["italic"]) for entry in entries)
    assert max(styles.values()) == 1


@pytest.mark.parametrize("name", FILES)
def test_every_font_has_the_letters_of_all_languages_and_may_be_embedded(name, library):
    face = library.by_key(next(s.key for s in library.sources() if s.file == f"fonts/{name}"))
    assert face.facts.embedding == 0
    assert [c for c in LETTERS + LETTERS.upper() + MARKS if not face.covers(c)] == []
    assert 0.4 < face.cap_height < 0.9
    assert 0.4 < face.x_height <= face.cap_height
    assert face.ascent > face.cap_height
    assert 0 < face.descent < 0.5


def test_what_a_font_lacks_the_fallback_lends(library):
    lent = "≤≥→←−×½…′″\u202f\u2011"
    for family in library.families():
        face = library.face(family)
        assert [c for c in lent if not face.covers(c) and library.fallback_for(c) is None] == []
    assert library.fallback_for("字") is None


def test_every_folder_holds_its_licence():
    folders = {name.split("/")[0] for name in FILES}
    assert {path.name for path in FONTS.iterdir() if path.is_dir()} == folders
    for folder in folders:
        licence = json.loads(read("sources.json"))[folder]["licence_file"]
        assert "licen" in read(f"{folder}/{licence}").decode().casefold()


def test_all_of_it_stays_small():
    assert sum(len(read(name)) for name in FILES) < 8_000_000
