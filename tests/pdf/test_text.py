"""Letters: where they stand, what they say when they are copied, which fonts are in the file."""

import hashlib
import re
import subprocess
from dataclasses import replace

import pikepdf
import pytest
import uharfbuzz
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import GlyphRun, Glyphs, Group, Halo
from pnp.fonts import FontLibrary, FontSource
from pnp.geometry import shift, turn
from pnp.pdf import write_pdf
from pnp.pdf.text import PdfFont, ShownGlyphs, codes_anywhere, show, show_codes, shown_glyphs
from tests.processes import PATIENCE

from .sample import (
    BLACK,
    RED,
    WHITE,
    document,
    face,
    library,
    opened,
    page,
    pdf,
    pixels,
    put,
    read_text,
    shaped,
    square,
)

SENTENCES = [
    ("Barlow", "Žluťoučký kůň úpěl ďábelské ódy. PŘÍLIŠ, ŽE?"),
    ("Barlow", "Zażółć gęślą jaźń — pchnąć w tę łódź jeża!"),
    ("Barlow Semi Condensed", "Où ça\u00a0? L’œuvre affligée coûte 3 €, Noël naïf."),
    ("Barlow", "V\u00a0lese k\u00a0domu s\u00a0puškou"),
    ("Spectral", "office fluff affine ffi fjord"),
    ("Noto Sans", "„Zabij démona“ – 2 × 3 ≥ 5…"),
]


def spaces_folded(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]+", " ", text).strip()


def poppler(data: bytes, tmp_path) -> str:
    file = tmp_path / "text.pdf"
    file.write_bytes(data)
    done = subprocess.run(
        ["pdftotext", "-raw", "-enc", "UTF-8", str(file), "-"],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout.decode("utf-8")


def pdfium(data: bytes, _tmp_path) -> str:
    return read_text(data)


@pytest.fixture(params=[pdfium, pytest.param(poppler, marks=pytest.mark.system)])
def copied(request, tmp_path):
    """What a reader copies from a file: PDFium, and where the system has it poppler."""
    return lambda data: request.param(data, tmp_path)


@pytest.mark.parametrize(("family", "text"), SENTENCES)
def test_what_was_typed_can_be_copied(family, text, copied):
    data = pdf(page(shaped(text, family=family), width=150, height=20))
    assert spaces_folded(copied(data)) == spaces_folded(text)


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ("Malé Kapitálky", {"smcp": True}),
        ("12 345", {"tnum": True}),
        ("1/2 žetonu", {"frac": True}),
        ("office", {"dlig": True}),
    ],
)
def test_glyphs_without_a_character_of_their_own_say_what_they_stand_for(text, features, copied):
    data = pdf(page(shaped(text, features=features), width=100, height=20))
    assert copied(data).strip() == text


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("Barlow Semi Condensed", "Zabij"),
        ("Noto Sans", "office fi"),
        ("Spectral", "afflux"),
        ("Barlow", "IJ fjord"),
    ],
)
def test_ligatures_need_no_words_of_their_own(family, text):
    data = pdf(page(shaped(text, family=family), width=60, height=20))
    assert b"ActualText" not in content(opened(data))
    assert read_text(data) == text


def test_a_small_capital_is_known_by_its_name():
    run = shaped("až", features={"smcp": True})
    data = opened(pdf(page(run, width=50, height=20)))
    assert b"ActualText" not in content(data)
    assert [cmap(data)[glyph] for glyph in run.glyphs] == ["a", "ž"]


def nameless_barlow() -> FontLibrary:
    """Barlow without the names of its glyphs."""
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    wanted.flags &= ~uharfbuzz.SubsetFlags.GLYPH_NAMES
    data = bytes(uharfbuzz.subset(library().face("Barlow").hb_font.face, wanted).blob.data)
    return FontLibrary(
        [FontSource("Barlow", 400, False, hashlib.sha256(data).hexdigest(), "x.ttf", lambda: data)]
    )


def test_a_nameless_small_capital_says_what_it_stands_for():
    fonts = nameless_barlow()
    run = reworded(shaped("až", features={"smcp": True}), font=fonts.face("Barlow").key)
    data = opened(write_pdf(document(page(run, width=50, height=20)), fonts))
    assert content(data).count(b"ActualText") == 2
    assert b"ActualText<FEFF0061>" in content(data)
    assert b"ActualText<FEFF017E>" in content(data)
    assert [cmap(data)[glyph] for glyph in run.glyphs] == ["a", "ž"]


def reworded(run: GlyphRun, **changes) -> GlyphRun:
    """The run with other values in its only part."""
    (part,) = run.parts
    return run._replace(parts=(replace(part, **changes),))


def cmap(file: pikepdf.Pdf) -> dict[int, str]:
    (font,) = fonts(file)
    lines = re.findall(r"<([0-9A-F]{4})> <([0-9A-F]+)>\n", font.ToUnicode.read_bytes().decode("ascii"))
    return {int(glyph, 16): bytes.fromhex(text).decode("utf-16-be") for glyph, text in lines[1:] or lines}


def fonts(file: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        thing
        for thing in file.objects
        if isinstance(thing, pikepdf.Dictionary)
        and thing.get("/Subtype") in ("/Type0", "/Type1", "/TrueType")
    ]


def test_one_glyph_for_two_characters_says_the_right_one_in_each_place():
    font = library().face("Barlow")
    hyphen = font.glyph("-")
    plain = shaped("a-b")
    bound = reworded(shaped("a-b", y=18), text="a\u2011b")
    assert hyphen in bound.glyphs
    assert read_text(pdf(page(plain, bound, width=50, height=25))).split() == ["a-b", "a\u2011b"]


def test_a_soft_hyphen_that_is_not_drawn_does_not_tear_the_word(copied):
    run = reworded(shaped("společný"), text="spo\u00adlečný", clusters=(0, 1, 2, 4, 5, 6, 7, 8))
    data = pdf(page(run, width=60, height=20))
    assert b"ActualText" not in content(opened(data))
    assert copied(data).strip() == "společný"


def test_a_hyphen_of_the_line_breaker_is_no_hyphen_of_the_text(copied):
    first = shaped("nej-", y=10, actual="nej\u00ad")
    data = pdf(page(first, shaped("lepší", y=15), width=60, height=25))
    assert "nej-" not in read_text(data)
    assert re.sub(r"[\u00ad\ufffe] ?", "", spaces_folded(copied(data))) == "nejlepší"  # PDFium says U+FFFE


def test_words_in_two_fonts_on_a_line_keep_the_space_between():
    bold = shaped("Zabij", weight=700)
    rest = shaped(" démona", x=bold.x + sum(bold.advances))
    assert read_text(pdf(page(bold, rest, width=60, height=20))) == "Zabij démona"


def test_lines_come_in_the_order_they_are_drawn(copied):
    lines = [shaped(f"řádek {index}", y=10 + 5 * index) for index in range(4)]
    data = pdf(page(*lines, width=60, height=40))
    expected = " ".join(line.text for line in lines)
    assert spaces_folded(copied(data)) == expected


def test_a_halo_does_not_say_the_text_twice(copied):
    data = pdf(page(shaped("Démon", halo=Halo(WHITE, 0.5)), width=60, height=20))
    assert copied(data).strip() == "Démon"


def test_a_halo_reaches_out_on_both_sides_of_the_letters():
    run = shaped("I", x=5, y=12, size=14, halo=Halo(RED, 2), colour=BLACK)
    found = pixels(pdf(page(square(0, 0, 20, 15, WHITE), run, width=20, height=15)))
    row = [found[x, 7] for x in range(20)]
    first = row.index((0, 0, 0))
    last = max(index for index, colour in enumerate(row) if colour == (0, 0, 0))
    assert row[first - 1] == row[last + 1] == (255, 0, 0)
    assert row[first - 4] == row[last + 4] == (255, 255, 255)


def test_letters_stand_upright_and_on_their_baseline():
    found = pixels(pdf(page(shaped("L", x=2, y=12, size=14), width=12, height=16)))
    dark = [place for place, colour in found.items() if colour[0] < 128]
    rows = [y for _, y in dark]
    assert max(rows) == 11
    assert min(rows) == 2
    widest = max(range(2, 12), key=rows.count)
    assert widest >= 10


def test_a_raised_glyph_stands_higher_and_the_next_one_does_not():
    plain = shaped("lll", x=2, y=12, size=10)
    raised = shaped("lll", x=2, y=12, size=10, raises=(0.0, -0.3, 0.0))
    low, high = (pixels(pdf(page(run, width=14, height=16))) for run in (plain, raised))
    middle = [x for x in range(14) if low[x, 8] != high[x, 8] or low[x, 11] != high[x, 11]]
    assert middle
    dark = [min(y for y in range(16) if high[x, y][0] < 160) for x in range(14) if high[x, 7][0] < 160]
    assert len(set(dark)) == 2


def test_text_in_a_turned_face_can_be_copied():
    one = face(Group((shaped("Kůň", x=0, y=4),), turn(30)), width=20, height=20)
    assert read_text(pdf(page(width=60, height=60, placed=[put(one, shift(20, 20))]))).strip() == "Kůň"


def content(file: pikepdf.Pdf) -> bytes:
    return file.pages[0].Contents.read_bytes()


def shown(run: GlyphRun, font: PdfFont) -> list[ShownGlyphs]:
    return [shown_glyphs(part, font) for part in run.parts]


def slipped(word: list[tuple[str, float]]) -> Glyphs:
    """A word whose letters take more or less room than the font gives them, in ems."""
    (part,) = shaped("".join(letter for letter, _ in word), features={"kern": False, "liga": False}).parts
    advances = [advance + slip for advance, (_, slip) in zip(part.advances, word, strict=True)]
    return replace(part, advances=tuple(advances), width=sum(advances))


@given(
    st.lists(
        st.lists(
            st.tuples(st.sampled_from("aiWž "), st.integers(-40, 40).map(lambda slip: slip / 1000)),
            min_size=1,
            max_size=6,
        ),
        min_size=1,
        max_size=6,
    )
)
def test_words_that_are_shown_alike_everywhere_are_joined_to_what_working_out_the_line_gives(words):
    run = GlyphRun(4.0, 0.0, 0.0, tuple(map(slipped, words)))
    font = PdfFont(library().by_key(run.font))
    words = [codes_anywhere(part, font) for part in run.parts]
    assert all(words)
    assert show_codes(words) == show(run, shown(run, font), 4)


SLIPS = st.integers(-40, 40).map(lambda slip: slip / 1000) | st.floats(-0.4, 0.4)


@given(st.lists(st.tuples(st.sampled_from("aiWž "), SLIPS), min_size=1, max_size=12))
def test_how_a_word_is_shown_everywhere_is_reported_by_its_letters_as_by_the_whole_word(word):
    part = slipped(word)
    font = PdfFont(library().by_key(part.font))
    assert codes_anywhere(part, font) == shown_glyphs(part, font).fixed_codes


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from("aiWž "), st.floats(-0.4, 0.4)), min_size=1, max_size=12),
        min_size=1,
        max_size=12,
    ),
    st.floats(1.5, 12),
)
def test_no_glyph_is_a_thousandth_of_the_em_from_where_it_was_set(words, size):
    parts = list(map(slipped, words))
    run = GlyphRun(size, 0.0, 0.0, tuple(parts))
    font = PdfFont(library().by_key(run.font))
    pen, places = 0.0, []
    for codes, step in re.findall(r"<([0-9A-F]+)>|(-?\d+)", show(run, shown(run, font), 4)):
        pen -= float(step or 0)
        for start in range(0, len(codes), 4):
            places.append(pen * size / 1000)
            pen += font.widths[int(codes[start : start + 4], 16)]
    expected = [sum(run.advances[:index]) for index in range(len(run.glyphs))]
    assert places == pytest.approx(expected, abs=1.01 * size / 1000)
    starts = [sum(len(part.glyphs) for part in parts[:index]) for index in range(len(parts))]
    assert [places[at] for at in starts] == pytest.approx(
        [expected[at] for at in starts], abs=0.51 * size / 1000
    )


def test_a_word_is_the_same_characters_wherever_it_stands():
    word, space = shaped("Tavern", size=4).parts[0], shaped(" ", size=4).parts[0]
    run = GlyphRun(4.0, 0.0, 0.0, (word, space, word, word, space, word))
    font = PdfFont(library().by_key(run.font))
    (first, *_) = parts = shown(run, font)
    assert ">" in first.codes  # it is kerned
    assert show(run, parts, 4).count(first.codes) == 4


def test_every_font_is_embedded_and_none_of_the_base_fourteen_is_there():
    data = pdf(page(shaped("Barlow"), shaped("Noto", y=15, family="Noto Sans"), width=60, height=20))
    found = fonts(opened(data))
    assert len(found) == 2
    for font in found:
        (descendant,) = font.DescendantFonts
        assert descendant.FontDescriptor.FontFile2.Length1 == len(
            descendant.FontDescriptor.FontFile2.read_bytes()
        )
        assert re.fullmatch(r"/[A-Z]{6}\+(Barlow|NotoSansPNP)-Regular", str(font.BaseFont))
        assert font.Encoding == "/Identity-H"
    assert b"Helvetica" not in data


def test_a_font_is_stored_once_however_often_it_is_used():
    faces = [face(shaped(f"karta {number}", x=0, y=3, size=2), width=20) for number in range(5)]
    data = pdf(
        page(placed=[put(one, shift(0, 4 * index)) for index, one in enumerate(faces)], width=60, height=40)
    )
    assert len(fonts(opened(data))) == 1


def test_the_widths_in_the_file_are_those_of_the_font():
    run = shaped("Wia", features={"kern": False})
    (font,) = fonts(opened(pdf(page(run, width=60, height=20))))
    widths = {}
    entries = list(font.DescendantFonts[0].W)
    for first, listed in zip(entries[::2], entries[1::2], strict=True):
        widths |= {int(first) + index: float(width) for index, width in enumerate(listed)}
    source = library().face("Barlow")
    assert widths == {glyph: source.advance(glyph) * 1000 / source.upem for glyph in run.glyphs}


def test_a_subset_holds_the_used_glyphs_under_their_own_ids():
    run = shaped("Ž")
    (font,) = fonts(opened(pdf(page(run, width=60, height=20))))
    program = font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()
    source = library().face("Barlow")
    subset = uharfbuzz.Font(uharfbuzz.Face(program))
    (glyph,) = run.glyphs
    assert subset.get_glyph_extents(glyph) == source.hb_font.get_glyph_extents(glyph)
    other = source.glyph("Q")
    assert other is not None
    assert subset.get_glyph_extents(other).width == 0
    assert len(program) < 6000


def test_the_name_of_a_subset_tells_other_glyphs_apart():
    names = {
        str(fonts(opened(pdf(page(shaped(text), width=60, height=20))))[0].BaseFont)
        for text in ("ab", "ba", "abc")
    }
    assert len(names) == 2


def test_an_unknown_font_is_our_own_fault():
    with pytest.raises(KeyError):
        pdf(page(reworded(shaped("a"), font="00" * 32)))
