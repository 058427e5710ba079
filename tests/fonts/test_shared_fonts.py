"""The fonts that ship with pnp."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pnp.fonts import FontLibrary, read_facts, shared_fonts
from pnp.fonts.catalogue import credits_text, index_text

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
