"""Fonts of every kind are measured, shaped and embedded alike: PostScript outlines, collections, web and variable fonts."""

import io
import re
import struct
import subprocess
import time
from functools import partial

import pikepdf
import pypdfium2
import pytest
import uharfbuzz

from pnp.draw import Document, Page
from pnp.fonts import FontFault, FontLibrary, own_fonts
from pnp.geometry import Box
from pnp.markup import parse_inline
from pnp.model import Style
from pnp.pdf import write_pdf
from pnp.text import TextContext, set_text, text_width
from pnp.units import mm, pt
from tests.fonts import made
from tests.text.reading import FONTS, ICONS, runs


def library(*files: tuple[str, bytes]) -> FontLibrary:
    sources, faults = own_fonts(files)
    assert faults == []
    return FontLibrary(sources)


def items(fonts: FontLibrary, text: str, language: str = "en", **style):
    done = set_text(
        parse_inline(text), Style(size=pt(12), hyphenate=False, **style), Box(5, 5, 90, 40), TextContext(fonts, ICONS, language)
    )  # fmt: skip
    assert all(fault.kind == "borrowed-glyph" for fault in done.faults)
    return done.items


def names(fonts: FontLibrary, text: str, language: str, **style) -> list[str]:
    (run,) = runs(items(fonts, text, language, **style))
    font = fonts.by_key(run.font).hb_font
    return [font.glyph_to_string(glyph) for glyph in run.glyphs]


def printed(fonts: FontLibrary, text: str, language: str = "en", **style) -> bytes:
    page = Page(mm(100), mm(50), items=items(fonts, text, language, **style))
    return write_pdf(Document("t", language, [page]), fonts)


def copied(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    text = document[0].get_textpage().get_text_range()
    document.close()
    return text.replace("\r\n", "\n").strip()


def embedded(pdf: bytes):
    """The descendant font and its program."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        (font,) = [
            each
            for each in file.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/DescendantFonts")
        ]
        (descendant,) = font["/DescendantFonts"]
        descriptor = descendant["/FontDescriptor"]
        stream = descriptor.get("/FontFile3") or descriptor["/FontFile2"]
        widths = [
            list(map(float, row)) if isinstance(row, pikepdf.Array) else int(row) for row in descendant["/W"]
        ]
        return (
            str(descendant["/Subtype"]),
            str(stream.get("/Subtype", "")),
            bytes(stream.read_bytes()),
            widths,
        )


TEXT = "Abce 10 ńş"


@pytest.fixture
def file(request: pytest.FixtureRequest) -> bytes:
    """A font that is made when a test needs it, so that processes that collect the tests make none."""
    return request.param()


@pytest.mark.parametrize(
    ("file", "family"),
    [
        (made.otf, "Tiny"),
        (partial(made.otf, named=False), "Tiny"),
        (made.ttf, "Tiny"),
        (made.collection, "Tiny Two"),
        (partial(made.collection, postscript=False), "Tiny One"),
        (partial(made.web, "woff"), "Tiny Web"),
        (partial(made.web, "woff2"), "Tiny Web"),
        (partial(made.web, "woff", postscript=True), "Tiny Web"),
        (partial(made.web, "woff2", postscript=True), "Tiny Web"),
        (made.variable, "Tiny Var"),
        (partial(made.variable, postscript=True), "Tiny Var Condensed"),
    ],
    indirect=["file"],
    ids="otf otf-nameless ttf ttc-cff ttc woff woff2 woff-cff woff2-cff variable variable-cff2".split(),
)
def test_an_otf_or_web_font_is_refused_no_longer_and_copies_as_typed(file, family):
    fonts = library(("fonts/x", file))
    pdf = printed(fonts, TEXT, font=family, features=(("smcp", 1), ("onum", 1)))
    assert copied(pdf) == TEXT
    kind, program, data, _ = embedded(pdf)
    if file.startswith((b"OTTO", b"wOFFOTTO", b"wOF2OTTO")) or b"CFF " in file[:400]:
        assert (kind, program) == ("/CIDFontType0", "/CIDFontType0C")
        assert data[0] == 1  # the version of a bare CFF table
    else:
        assert (kind, program) == ("/CIDFontType2", "")
        assert "glyf" in uharfbuzz.Face(data).table_tags
    face = fonts.face(family)
    assert (face.ascent, face.descent, face.cap_height, face.x_height) == (0.9, 0.25, 0.7, 0.5)


def test_glyphs_of_a_cff_font_keep_their_ids_and_widths():
    fonts = library(("x.otf", made.otf()))
    face = fonts.face("Tiny")
    (run,) = runs(items(fonts, "bA", font="Tiny"))
    _, _, data, widths = embedded(printed(fonts, "bA", font="Tiny"))
    assert run.glyphs == tuple(face.glyph(letter) for letter in "bA")
    assert widths == [
        face.glyph("A"),
        [face.advance(face.glyph("A"))],
        face.glyph("b"),
        [face.advance(face.glyph("b"))],
    ]
    assert len(data) < 700


# --- variable fonts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("postscript", [False, True])
def test_every_weight_of_a_variable_font_is_an_instance_and_the_pdf_is_static(postscript):
    fonts = library(("x", made.variable(postscript=postscript)))
    wide = {
        weight: text_width(
            "A", Style("Tiny Var", weight=weight, size=pt(10)), TextContext(fonts, ICONS, "en")
        )
        for weight in (100, 200, 350, 800, 900)
    }
    em = pt(10).mm / 1000
    assert wide[350] - wide[200] == pytest.approx(300 * em)
    assert wide[100] == wide[200]
    assert wide[900] == wide[800] == pytest.approx(wide[200] + 1200 * em)
    pdf = printed(fonts, "Abc", font="Tiny Var", weight=350)
    _, _, data, widths = embedded(pdf)
    assert b"fvar" not in data
    assert widths[1][0] == fonts.face("Tiny Var", 350).advance(fonts.face("Tiny Var").glyph("A"))
    assert re.search(rb"\+TinyVar_350wght_100wdth", uncompressed(pdf))


def uncompressed(pdf: bytes) -> bytes:
    file = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        opened.save(file, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return file.getvalue()


def test_named_instances_are_weights_and_families():
    fonts = library(("x.ttf", made.variable()))
    assert fonts.families() == ["Tiny Var", "Tiny Var Condensed"]
    assert [source.named for source in fonts.sources()] == [(200, 400, 800), (400, 800)]
    normal, narrow = fonts.face("Tiny Var"), fonts.face("Tiny Var Condensed")
    assert normal.advance(5) - narrow.advance(5) == 100
    between = fonts.face("Tiny Var", axes=(("wdth", 75.0), ("none", 3.0)))
    assert between.advance(5) == normal.advance(5) - 50


def test_a_bold_word_takes_the_heavier_instance_and_a_key_leads_back_to_it():
    fonts = library(("x.ttf", made.variable()))
    plain, bold = runs(items(fonts, "A **b**", font="Tiny Var"))
    assert bold.font.endswith("@wght=700.0,wdth=100.0")
    again = library(("x.ttf", made.variable()))
    assert again.by_key(bold.font).weight == 700
    assert (again.by_key(plain.font).weight, len({plain.font, bold.font})) == (400, 2)


@pytest.mark.parametrize("ending", ["@wght=100.0,wdth=100.0", "@wght=400.0", "@", "@wght", "@x=y", "#1"])
def test_a_key_of_no_instance_is_no_font(ending):
    fonts = library(("x.ttf", made.variable()))
    base = fonts.sources()[0].base
    with pytest.raises(KeyError):
        fonts.by_key(base + ending)


# --- features and languages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file",
    [made.otf, made.ttf, partial(made.variable, postscript=True)],
    ids=["otf", "ttf", "cff2"],
    indirect=True,
)
def test_small_caps_and_old_style_figures_have_an_attribute(file):
    fonts = library(("x", file))
    family = fonts.families()[0]
    assert {"smcp", "onum", "salt"} <= fonts.face(family).features
    (plain,) = runs(items(fonts, "ab1", font=family))
    (small,) = runs(items(fonts, "ab1", font=family, features=(("smcp", 1), ("onum", 1))))
    assert not set(plain.glyphs) & set(small.glyphs)
    if b"CFF2" not in file[:300]:  # which has no names of glyphs
        shown = names(fonts, "ab1", "en", font=family, features=(("smcp", 1), ("onum", 1)))
        assert shown == ["a.smcp", "b.smcp", "one.onum"]
    (second,) = runs(items(fonts, "a", font=family, features=(("salt", 2),)))
    (first,) = runs(items(fonts, "a", font=family, features=(("salt", 1),)))
    assert second.glyphs[0] == first.glyphs[0] + 1


@pytest.mark.parametrize(
    ("language", "text", "local"),
    [
        ("pl", "ń", ["nacute.loclPLK"]),
        ("ro", "ş", ["uni0219"]),
        ("nl", "ij", ["i_j.loclNLD"]),
        ("cs", "ř", ["rcaron.loclCSY"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["otf", "ttf"])
def test_letters_take_the_forms_of_their_language(language, text, local, kind):
    fonts = library(("x", getattr(made, kind)()))
    assert fonts.face("Tiny").languages == {"cs", "nl", "pl", "ro"}
    assert names(fonts, text, language, font="Tiny") == local
    assert names(fonts, text, "en", font="Tiny") != local
    assert copied(printed(fonts, text, language, font="Tiny")) == text


def test_a_letter_whose_accent_the_font_cannot_place_comes_from_another_font():
    """A font for Chinese has the letter and the accent, and no rule that puts one on the other."""
    sources, _ = own_fonts([("x.otf", made.otf())])
    fonts = FontLibrary([*sources, *FONTS.sources()])
    face = fonts.face("Tiny")
    assert face.covers("b")
    assert face.covers("\u0307")
    assert not face.composes("ḃ")
    assert [fonts.by_key(run.font).family for run in runs(items(fonts, "bḃ", font="Tiny"))] == [
        "Tiny",
        "Noto Sans",
    ]
    assert face.composes("Ȧ")
    (run,) = runs(items(fonts, "Ȧ", font="Tiny"))
    assert fonts.by_key(run.font).family == "Tiny"


# --- broken and hostile files -------------------------------------------------------------------------------------


def refused(data: bytes) -> str:
    began = time.process_time()
    sources, (fault,) = own_fonts([("fonts/x", data)])
    assert time.process_time() - began < 3
    assert (sources, fault.span.file) == ([], "fonts/x")
    assert fault.help
    return f"{fault.code} {fault.message}"


@pytest.mark.parametrize(
    "file",
    [
        made.otf,
        made.variable,
        partial(made.variable, postscript=True),
        partial(made.web, "woff"),
        partial(made.web, "woff2"),
    ],
    ids=["otf", "variable", "cff2", "woff", "woff2"],
    indirect=True,
)
@pytest.mark.parametrize("share", [0.1, 0.4, 0.7, 0.95])
def test_a_font_that_was_cut_short_is_refused(file, share):
    assert refused(file[: int(len(file) * share)]).startswith("A310")


def test_a_collection_of_thousands_is_refused():
    assert refused(b"ttcf\0\1\0\0" + struct.pack(">L", 1 << 30) + bytes(64)) == "A310 the font file is broken"


def test_a_member_that_cannot_be_used_leaves_the_others():
    data = made.collection()
    at = struct.unpack_from(">L", data, 16)[0]
    sources, (fault,) = own_fonts([("x.ttc", data[:at] + data[at:].replace(b"name", b"none", 1))])
    assert ([source.family for source in sources], fault.code) == (["Tiny One"], "A310")


def test_a_woff_font_that_unpacks_to_gigabytes_is_refused():
    data = made.web("woff")
    huge = data[:44] + data[44:56] + struct.pack(">L", 1 << 31) + data[60:]
    assert refused(huge) == "A310 the font has more than 64,000,000 bytes, unpacked"


def test_a_woff2_font_whose_stream_holds_more_than_it_says_is_refused():
    import brotli

    data = made.web("woff2")
    head, packed = data[:-1], struct.unpack_from(">L", data, 20)[0]
    end = 48 + data[48:].index(brotli_start(data, packed))
    bomb = brotli.compress(bytes(50_000_000), quality=1)
    refused_words = refused(data[:20] + struct.pack(">L", len(bomb)) + data[24:end] + bomb)
    assert (refused_words, len(head)) == ("A310 the packed font is broken", len(data) - 1)


def brotli_start(data: bytes, packed: int) -> bytes:
    """The compressed stream, which is at the end but for padding."""
    for padding in range(4):
        stream = data[len(data) - padding - packed : len(data) - padding]
        try:
            import brotli

            brotli.decompress(stream)
        except brotli.error:
            continue
        return stream
    raise AssertionError("no stream")


def test_without_the_extra_a_woff2_font_is_refused_with_how_to_install_it(monkeypatch):
    monkeypatch.setattr("pnp.fonts.sfnt.find_spec", lambda name: None)
    sources, (fault,) = own_fonts([("x.woff2", made.web("woff2"))])
    assert (sources, fault.message) == ([], "the font is packed as WOFF2")
    assert "pip install 'pnp-press[fonts]'" in fault.help[0]


@pytest.mark.parametrize(
    "file", [partial(made.otf, embedding=2), made.variable], ids=["otf", "variable"], indirect=True
)
def test_a_font_of_any_kind_that_forbids_embedding_is_refused(file):
    if file == made.variable():
        at = struct.unpack_from(">L", file, 12 + 16 * tags(file).index(b"OS/2") + 8)[0]
        file = file[: at + 8] + b"\0\2" + file[at + 10 :]
    assert refused(file).startswith("A314")


def tags(data: bytes) -> list[bytes]:
    return [data[12 + 16 * index : 16 + 16 * index] for index in range(struct.unpack_from(">H", data, 4)[0])]


def test_styles_of_one_family_may_come_from_files_of_different_kinds():
    bold = made.otf(style="Bold", weight=700)
    fonts = library(("a.ttf", made.ttf()), ("b.otf", bold))
    plain, heavy = runs(items(fonts, "A **b**", font="Tiny"))
    assert [fonts.by_key(run.font).weight for run in (plain, heavy)] == [400, 700]


def test_a_font_of_endless_glyph_programs_is_read_at_once_and_refused_when_it_is_printed():
    data = made.endless()
    began = time.process_time()
    fonts = library(("fonts/Endless.otf", data))
    with pytest.raises(FontFault, match=r"'fonts/Endless\.otf' is broken") as caught:
        printed(fonts, "A", font="Endless")
    assert caught.value.code == "A310"
    assert time.process_time() - began < 1


@pytest.mark.system
@pytest.mark.parametrize(
    "file", [made.otf, partial(made.variable, postscript=True)], ids=["cff", "cff2"], indirect=True
)
def test_other_programs_read_embedded_postscript_outlines(file, tmp_path):
    fonts = library(("x.otf", file))
    path = tmp_path / "a.pdf"
    path.write_bytes(printed(fonts, TEXT, font=fonts.families()[0], features=(("smcp", 1),)))
    assert run(["qpdf", "--check", path]).returncode == 0
    assert "CID Type 0C" in run(["pdffonts", path]).stdout
    assert run(["pdftotext", path, "-"]).stdout.strip() == TEXT


def run(command) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
