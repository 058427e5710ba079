"""Faces as SVG files: they look like the same face in a PDF."""

import base64
import io
import re
import xml.etree.ElementTree as ET
from functools import partial

import pytest
import resvg_py
from fontTools.ttLib import TTFont
from hypothesis import Phase, given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp.colour import Colour
from pnp.draw import Clip, ColourStop, Face, Fill, GlyphRun, Glyphs, Gradient, Group, Outline, Picture, Stroke
from pnp.draw.item import Halo
from pnp.draw.path import circle, polygon, rectangle
from pnp.export.face_svg import face_svg
from pnp.fonts import FontLibrary, own_fonts
from pnp.geometry import Box, Matrix, Point, turn
from pnp.pdf import write_pdf
from pnp.pictures.load import load_picture
from pnp.raster.pixels import take, trim_shot
from pnp.text.shaping import Features, ShapingFont
from tests.fonts import made
from tests.laws import examples
from tests.pdf.sample import BLUE, RED, library, shaped

WIDTH, HEIGHT = 40.0, 30.0
_PX = 10  # pixels a millimetre
SVG = "{http://www.w3.org/2000/svg}"


def face(*items, shape="rectangle", radius=0.0, bleed=0.0, label="Ant <1>"):
    return Face(Outline(shape, WIDTH, HEIGHT, radius), bleed, items, label, "cs")


def drawn(svg: str) -> Image.Image:
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=25.4 * _PX, skip_system_fonts=True))
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(white, image).convert("RGB")


def printed(one: Face) -> Image.Image:
    (image,) = take([trim_shot(one, 25.4 * _PX)], partial(write_pdf, fonts=library()))
    return image.convert("RGB")


def off(one: Image.Image, other: Image.Image) -> float:
    """Share of pixels that differ by more than 48 of 255 where the middle of 5 x 5 pixels is compared."""
    assert one.size == other.size
    calm = [image.filter(ImageFilter.BoxBlur(2)) for image in (one, other)]
    difference = ImageChops.difference(*calm).convert("L").point(lambda value: 255 * (value > 48))
    return ImageStat.Stat(difference).mean[0] / 255


def looks_the_same(*items, **details) -> bool:
    one = face(*items, **details)
    return off(drawn(face_svg(one, library())), printed(one)) < 0.004


def picture(mode: str, kind: str = "PNG"):
    image = Image.linear_gradient("L").resize((40, 30))
    bands = {
        "L": [image],
        "RGB": [image, image.transpose(Image.Transpose.FLIP_LEFT_RIGHT), image],
        "RGBA": [image, image, image.transpose(Image.Transpose.FLIP_TOP_BOTTOM), image],
    }
    made = Image.merge(mode, bands[mode]) if mode != "L" else image
    if mode == "P":
        made = image.convert("P")
    buffer = io.BytesIO()
    made.save(buffer, kind)
    return load_picture(buffer.getvalue(), "a.png")


BACK = Fill(rectangle(Box(0, 0, WIDTH, HEIGHT)), Colour(240, 230, 200))
STOPS = (ColourStop(0.1, RED), ColourStop(0.5, Colour(0, 200, 0, 128)), ColourStop(1.0, BLUE))


@pytest.mark.parametrize(
    "items",
    [
        [Fill(circle(20, 15, 10), Colour(200, 30, 40, 128))],
        [Fill((*circle(20, 15, 12), *circle(20, 15, 6)), RED, even_odd=True)],
        [Fill(rectangle(Box(4, 4, 30, 20), 3), Gradient("linear", 4, 4, 34, 24, 0, STOPS))],
        [Fill(rectangle(Box(4, 4, 30, 20)), Gradient("radial", 20, 15, 0, 0, 12, STOPS, (16, 13)))],
        [Stroke(polygon([(5, 5), (35, 8), (8, 25)]), BLUE, 2.0, dash=(4, 2), dash_offset=1, cap="round")],
        [Stroke(polygon([(5, 25), (20, 4), (35, 25)], closed=False), RED, 3.0, join="bevel", cap="square")],
        [Stroke(polygon([(5, 25), (20, 4), (24, 25)], closed=False), RED, 2.0, miter=12.0)],
        [Group((Fill(rectangle(Box(0, 0, 40, 30)), RED),), turn(20, Point(20, 15)), Clip(circle(20, 15, 8)))],
        [Group((Fill(circle(15, 15, 8), RED), Fill(circle(25, 15, 8), BLUE)), opacity=0.5)],
        [Picture(picture("RGB"), 5, 5, 30, 20)],
        [Picture(picture("RGBA"), 5, 5, 30, 20, 0.7)],
        [Picture(picture("L", "JPEG"), 5, 5, 20, 20)],
        [shaped("Žluťoučký kůň, AVATAR", 2, 12, size=4.0)],
        [shaped("Halo", 4, 20, size=10.0, colour=BLUE)._replace(halo=Halo(Colour(255, 255, 0), 0.8))],
    ],
)
def test_a_drawing_looks_like_the_print(items):
    assert looks_the_same(BACK, *items)


@pytest.mark.parametrize("shape", ["rectangle", "circle", "hex-pointy"])
def test_only_the_trimmed_shape_shows(shape):
    one = face(BACK, shape=shape, radius=5 if shape == "rectangle" else 0)
    assert drawn(face_svg(one, library())).getpixel((0, 0)) == (255, 255, 255)
    assert drawn(face_svg(one, library(), cut_out=False)).getpixel((0, 0)) == (240, 230, 200)
    assert 'viewBox="-3 -3 46 36"' in face_svg(one, library(), bleed=3.0)


def test_shared_drawings_pictures_and_glyphs_are_in_the_file_once():
    icon = Group((Fill(circle(0, 0, 2), RED),), shared="icon", alt="coin")
    items = [icon._replace(matrix=Matrix(1, 0, 0, 1, x, 5)) for x in (5, 10, 15)]
    items += [Picture(picture("RGB"), x, 10, 5, 5) for x in (1, 10, 20)]
    drawing = ET.fromstring(face_svg(face(*items, shaped("aaaa", 2, 25)), library()))
    assert len(drawing.findall(f".//{SVG}defs/{SVG}g")) == 1
    assert len(drawing.findall(f".//{SVG}image")) == 1
    assert len(drawing.findall(f".//{SVG}use")) == 3 + 3 + 4


def test_it_can_be_read_aloud():
    drawing = ET.fromstring(face_svg(face(Group((BACK,), alt='a "coin"'), shaped("Bonbon", 2, 9)), library()))
    assert drawing.find(f"{SVG}title").text == drawing.get("aria-label") == "Ant <1>"
    assert drawing.get("{http://www.w3.org/XML/1998/namespace}lang") == "cs"
    assert [each.get("aria-label") for each in drawing.iter() if each.get("role") == "img"] == [
        "Ant <1>",
        'a "coin"',
        "Bonbon",
    ]


def test_text_stays_text_with_its_font_in_the_file():
    svg = face_svg(face(shaped("Kůň <&>", 2, 9, colour=RED)), library(), text="text")
    drawing = ET.fromstring(svg)
    (text,) = drawing.iter(f"{SVG}text")
    assert (text.text, text.get("fill")) == ("Kůň <&>", "#FF0000")
    assert "@font-face" in svg
    assert "base64," in svg
    assert svg == face_svg(face(shaped("Kůň <&>", 2, 9, colour=RED)), library(), text="text")


def test_the_font_of_a_text_is_the_instance_that_it_is_set_in():
    sources, _ = own_fonts([("x.ttf", made.variable())])
    fonts = FontLibrary(sources)
    face_350 = fonts.face("Tiny Var", 350)
    run = GlyphRun(4.0, 2, 9, (Glyphs.of(face_350.key, [face_350.glyph("A")], [0.8], "A", [0]),))
    svg = face_svg(face(run), fonts, text="text")
    assert "font-weight:350" in svg
    data = base64.b64decode(re.search(r"base64,([^)]*)", svg)[1])
    embedded = TTFont(io.BytesIO(data))
    assert "fvar" not in embedded
    assert embedded["hmtx"][embedded.getBestCmap()[ord("A")]][0] == face_350.advance(face_350.glyph("A"))


def test_texts_name_their_features_and_their_font_keeps_them():
    """Small capitals and old-style figures were plain letters where text stays text."""
    sources, _ = own_fonts([("x.otf", made.otf())])
    fonts = FontLibrary(sources)
    tiny = fonts.face("Tiny")

    def run(text, features):
        shaper = ShapingFont(tiny, Features(chosen=features), "en", fonts)
        return GlyphRun(4.0, 2, 9, (shaper.glyphs(text),))

    runs = [run("ab1", (("smcp", 1), ("onum", 1))), run("ab1", ()), run("aa", (("salt", 2),))]
    svg = face_svg(face(*runs), fonts, text="text")
    texts = [each.get("style") for each in ET.fromstring(svg).iter(f"{SVG}text")]
    assert texts == [
        "font-feature-settings:'onum' 1,'smcp' 1",
        None,
        "font-feature-settings:'salt' 2",
    ]
    embedded = TTFont(io.BytesIO(base64.b64decode(re.search(r"base64,([^)]*)", svg)[1])))
    kept = {record.FeatureTag for record in embedded["GSUB"].table.FeatureList.FeatureRecord}
    assert {"smcp", "onum", "salt"} <= kept


def test_letters_that_no_feature_gives_are_outlines_where_text_stays_text():
    sources, _ = own_fonts([("x.otf", made.otf())])
    fonts = FontLibrary(sources)
    tiny = fonts.face("Tiny")
    shrunk = ShapingFont(tiny, Features(shrunk=True), "en", fonts)
    drawing = ET.fromstring(face_svg(face(GlyphRun(4.0, 2, 9, (shrunk.glyphs("ab"),))), fonts, text="text"))
    assert list(drawing.iter(f"{SVG}text")) == []
    assert "ab" in [each.get("aria-label") for each in drawing.iter(f"{SVG}g")]


def test_two_instances_of_a_font_have_two_names():
    sources, _ = own_fonts([("x.ttf", made.variable())])
    fonts = FontLibrary(sources)
    axes = [axis for axis in sources[0].axes if axis.tag != "wght"]
    faces = [
        fonts.face("Tiny Var", 400, axes=((axes[0].tag, value),)) for value in (axes[0].low, axes[0].high)
    ]
    runs = [GlyphRun(4.0, 2, 9, (Glyphs.of(f.key, [f.glyph("A")], [0.8], "A", [0]),)) for f in faces]
    svg = face_svg(face(*runs), fonts, text="text")
    families = [each.get("font-family") for each in ET.fromstring(svg).iter(f"{SVG}text")]
    assert families == ["'Tiny Var'", "'Tiny Var 2'"]
    assert re.findall("font-family:('[^']*')", svg) == families


_number = st.floats(1, 28)
_colour = st.builds(Colour, *[st.integers(0, 255)] * 4)
_path = st.one_of(
    st.builds(lambda x, y, w, h, r: rectangle(Box(x, y, w, h), r), *[_number] * 4, st.floats(0, 5)),
    st.builds(lambda x, y, r: circle(x, y, r), _number, _number, st.floats(1, 9)),
    st.builds(polygon, st.lists(st.tuples(_number, _number), min_size=3, max_size=6)),
)
_leaf = st.one_of(
    st.builds(lambda path, colour, even_odd: Fill(path, colour, even_odd), _path, _colour, st.booleans()),
    st.builds(
        lambda path, colour, width, join: Stroke(path, colour, width, join=join),
        _path,
        _colour,
        st.floats(0.3, 4),
        st.sampled_from(["miter", "round", "bevel"]),
    ),
    st.builds(lambda x, y, size: shaped("Příliš", x, y, size=size), _number, _number, st.floats(2, 9)),
)
_items = st.recursive(
    _leaf,
    lambda inner: st.builds(
        lambda items, angle, clip, opacity: Group(tuple(items), turn(angle, Point(20, 15)), clip, opacity),
        st.lists(inner, min_size=1, max_size=3),
        st.floats(0, 360),
        st.none() | st.builds(lambda path, even_odd: Clip(path, even_odd), _path, st.booleans()),
        st.floats(0.2, 1.0),
    ),
    max_leaves=6,
)


@examples(8, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(items=st.lists(_items, min_size=1, max_size=4))
def test_any_drawing_looks_like_the_print(items):
    assert looks_the_same(BACK, *items)
