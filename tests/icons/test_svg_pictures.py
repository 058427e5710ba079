"""Parts of SVG files that become pictures, drawn by resvg."""

import base64
import io

import pytest
from PIL import Image

from pnp.colour import Colour
from pnp.draw import Fill, Group, Picture, PictureData
from pnp.geometry import Box
from pnp.icons import IconLibrary, parse_svg, place_icon
from pnp.icons.icon import InkPicture
from pnp.load.assets import game_fonts
from pnp.pictures import decoded
from pnp.pictures.resvg import SvgPictures

RED = Colour(255, 0, 0)
SHADOW = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
SQUARE = '<rect x="2" y="2" width="6" height="6" fill="#00f"'


class NoFonts:
    def families(self):
        return []

    def sources(self, family=None):
        return []


def pictures():
    return SvgPictures(NoFonts())


def svg(body, attributes='viewBox="0 0 10 10"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{body}</svg>'.encode()


def drawn(body, pixels=4.0):
    drawing, found = parse_svg(svg(body), "a.svg", pictures, lambda _width, _height: pixels)
    return drawing, [(each.severity.name, each.code) for each in found]


def images(items):
    for item in items:
        if isinstance(item, Group):
            yield from images(item.items)
        elif isinstance(item, Picture):
            yield item


class Recorder:
    """Records every document, and draws a grey square."""

    def __init__(self):
        self.documents = []

    def available(self):
        return True

    def families(self, text):
        return []

    def embedded(self, data):
        return "no picture"

    def drawn(self, document, *, text):
        self.documents.append(document)
        return PictureData("k", 1, 1, "L", b""), 0, 0


def documents(body):
    recorder = Recorder()
    parse_svg(svg(body), "a.svg", lambda: recorder, lambda _width, _height: 4.0)
    return recorder.documents


def test_a_shadow_becomes_a_picture_and_the_rest_stays_vectors():
    """V10: filters were left out; the smallest part that needs one is drawn at the size of the print."""
    drawing, found = drawn(SHADOW + SQUARE + ' filter="url(#f)"/>' + SQUARE + "/>")
    assert found == [("NOTE", "A115")]
    (picture,) = images(drawing.items)
    assert sum(isinstance(item, Fill) for item in drawing.items) == 1
    shown = decoded(picture.picture)
    assert shown.mode == "RGBA"
    assert picture.width / picture.picture.width_px == pytest.approx(1 / 4)
    middle = shown.getpixel((shown.width // 2, shown.height // 2))
    assert middle[2] == 255
    assert middle[3] > 200
    assert shown.getpixel((0, 0))[3] < 60


def test_a_filter_that_is_named_after_a_colour_in_a_style_is_found():
    """A logo from a drawing program lost its letters: the colour and the filter were read as one name."""
    body = SHADOW + '<rect x="2" y="2" width="6" height="6" style="fill:#0000ff;stroke:none;filter:url(#f)"/>'
    (document,) = documents(body)
    assert '<filter id="f">' in document


def test_a_note_names_the_part_once():
    two = SHADOW + (SQUARE + ' filter="url(#f)"/>') * 2
    (found,) = parse_svg(svg(two), "icons/a.svg", pictures)[1]
    assert found.message.startswith("'filter' of SVG")
    assert found.span.file == "icons/a.svg"


def test_blending_makes_the_whole_drawing_a_picture():
    drawing, found = drawn(SQUARE + "/>" + SQUARE + ' style="mix-blend-mode: multiply"/>')
    assert found == [("NOTE", "A115")]
    assert [type(item) for item in drawing.items] == [Picture]


def test_without_the_extra_the_finding_names_it():
    drawing, found = parse_svg(svg(SHADOW + SQUARE + ' filter="url(#f)"/>'), "a.svg")
    assert [each.code for each in found] == ["A111"]
    assert any("[svg]" in cure for cure in found[0].help)
    assert drawing.items


def test_a_black_icon_with_a_shadow_takes_any_colour():
    own = svg(SHADOW + '<rect x="2" y="2" width="6" height="6" filter="url(#f)"/>')
    icon = IconLibrary(lambda: "{}", {"box": own}, "icons", pictures, 16).get("box")
    assert icon.monochrome
    (inner,) = images(icon.items)
    assert isinstance(inner, InkPicture)
    (placed,) = images(place_icon(icon, Box(0, 0, 5, 5), RED).items)
    assert set(decoded(placed.picture).convert("RGB").get_flattened_data()) == {(255, 0, 0)}


def test_the_picture_has_the_pixels_of_its_printed_size():
    for pixels in (1.0, 8.0):
        (picture,) = images(drawn(SHADOW + SQUARE + ' filter="url(#f)"/>', pixels)[0].items)
        assert picture.picture.width_px / picture.width == pytest.approx(pixels)


def test_what_an_element_inherits_goes_into_its_picture():
    (document,) = documents(
        f'<g fill="#123456" stroke-width="3">{SHADOW}<path d="M0 0h5v5z" filter="url(#f)"/></g>'
    )
    assert "fill:#123456;" in document
    assert "stroke-width:3;" in document


def test_nothing_is_fetched():
    """Links to files and to the network are removed before resvg sees the document."""
    links = [
        '<image href="/etc/hostname" width="5" height="5"/>',
        '<image href="http://127.0.0.1/x.png" width="5" height="5"/>',
        '<image href="../secret.png" width="5" height="5"/>',
        '<use href="other.svg#a"/>',
    ]
    body = f'{SHADOW}<filter id="i"><feImage href="file:///etc/hostname"/></filter><g filter="url(#f)">{"".join(links)}</g>'
    (document,) = documents(body + '<rect width="5" height="5" filter="url(#i)"/>')[:1]
    for text in documents(body + '<rect width="5" height="5" filter="url(#i)"/>'):
        assert all(word not in text for word in ("/etc", "http://127", "secret", "other.svg", "DOCTYPE"))
    assert document.startswith("<svg")


def test_a_picture_in_an_svg_keeps_its_bytes():
    """V10: embedded pictures were left out."""
    buffer = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(buffer, "JPEG")
    data = buffer.getvalue()
    link = "data:image/jpeg;base64," + base64.b64encode(data).decode()
    drawing, found = drawn(f'<image width="10" height="10" href="{link}"/>')
    assert found == []
    (picture,) = images(drawing.items)
    assert picture.picture.data == data


def test_text_in_a_font_that_is_not_there_is_reported():
    found = drawn(SQUARE + '/><text x="1" y="5" font-family="Comic Sans MS" font-size="3">a</text>')[1]
    assert ("WARNING", "A113") in found


@pytest.mark.parametrize(
    "family", ["", 'font-family="Noto Sans"', 'font-family="Anton"', 'font-family="fantasy"']
)
def test_text_is_drawn_in_the_fonts_that_ship_with_pnp(family):
    """Noto Sans calls itself Noto Sans PNP, so texts in it were missing, and nothing was reported."""
    fonts, _ = game_fonts(None)
    body = f'<text x="1" y="9" {family} font-size="9">I</text>'
    drawing, found = parse_svg(svg(body), "a.svg", lambda: SvgPictures(fonts), lambda _width, _height: 4.0)
    assert [each.code for each in found] == ["A115"]
    assert len(list(images(drawing.items))) == 1


def test_a_filter_that_takes_for_ever_is_refused():
    body = '<filter id="f"><feMorphology radius="9999"/></filter>' + SQUARE + ' filter="url(#f)"/>'
    recorder = Recorder()
    recorder.drawn = lambda document, *, text: "takes more than 10 seconds to draw, or too much memory"
    drawing, found = parse_svg(svg(body), "a.svg", lambda: recorder)
    assert drawing is None
    assert [each.code for each in found] == ["A114"]


def test_drawings_that_need_no_pictures_import_nothing_for_them():
    def never():
        raise AssertionError

    drawing, found = parse_svg(svg(SQUARE + "/>"), "a.svg", never)
    assert (len(drawing.items), found) == (1, [])


def test_more_than_sixteen_parts_become_one_picture():
    many = SHADOW + "".join(f'<circle cx="{n}" cy="5" r="1" filter="url(#f)"/>' for n in range(20))
    assert len(documents(many)) == 17


def test_an_embedded_picture_of_too_many_pixels_is_left_out_and_reported(monkeypatch):
    buffer = io.BytesIO()
    Image.new("1", (40, 40)).save(buffer, "PNG")
    link = base64.b64encode(buffer.getvalue()).decode()
    body = f'<image width="8" height="8" href="data:image/png;base64,{link}"/>'
    assert drawn(body)[1] == []
    monkeypatch.setattr("pnp.pictures.resvg.MAX_PIXELS", 1_000)
    drawing, found = drawn(body)
    assert drawing is None or list(images(drawing.items)) == []
    assert found != []
