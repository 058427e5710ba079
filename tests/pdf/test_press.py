"""Files in the inks of a press: PDF/X-4."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest
from PIL import Image

from pnp.cmyk import shipped_profile
from pnp.cmyk.converter import InkConverter, InkPictures
from pnp.colour import REGISTRATION, Colour
from pnp.draw import ColourStop, Fill, Gradient, Group, Picture, PictureData, Stroke, rectangle
from pnp.fonts import FontLibrary
from pnp.geometry import Box
from pnp.pdf import FormMaker, write_pdf
from pnp.pdf.colours import PressColours
from pnp.pictures import load_picture
from tests.pdf import x4
from tests.pdf.sample import document, library, page, shaped, square

DARK, RED, GROUND = Colour(36, 31, 27), Colour(179, 32, 44), Colour(8, 4, 60)


def pressed(
    *items, converter: InkConverter | None = None, fonts: FontLibrary | None = None, **details
) -> bytes:
    converter = converter or InkConverter(shipped_profile())
    maker = FormMaker(fonts or library(), PressColours(converter, InkPictures(converter)))
    return write_pdf(document(page(*items), **details), library(), form_maker=maker)


def content(data: bytes) -> str:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return pdf.pages[0].Contents.read_bytes().decode()


def picture(mode: str, form: str, **options) -> PictureData:
    image = Image.linear_gradient("L").resize((40, 40))
    if mode != "L":
        image = Image.merge("RGB", (image, Image.new("L", (40, 40), 90), image.rotate(90)))
    if mode == "P":
        image = image.quantize(8)
    if mode == "RGBA":
        image.putalpha(Image.radial_gradient("L").resize((40, 40)))
    file = io.BytesIO()
    image.save(file, form, **options)
    return load_picture(file.getvalue(), "a." + form.lower())


def everything() -> bytes:
    fade = Gradient("linear", 0, 0, 4, 0, 0, (ColourStop(0, RED), ColourStop(1, RED.with_alpha(0))))
    return pressed(
        square(0, 0, 4, 4, RED),
        Fill(rectangle(Box(0, 0, 4, 4)), fade),
        Group((square(1, 1, 2, 2, GROUND), square(2, 2, 2, 2, RED)), opacity=0.5),
        Stroke(rectangle(Box(1, 1, 3, 3)), Colour.parse("spot(CutContour)"), 0.2),
        Stroke(rectangle(Box(1, 1, 3, 3)), REGISTRATION, 0.2),
        Picture(picture("RGBA", "PNG"), 4, 0, 2, 2),
        Picture(picture("P", "PNG"), 4, 2, 2, 2),
        Picture(picture("L", "PNG"), 4, 4, 2, 2),
        Picture(picture("RGB", "JPEG"), 6, 0, 2, 2),
        shaped("Ahoj", 1, 5, colour=DARK),
        author="Jana & Petr",
        subject="doom 1",
    )


def test_all_rules_of_pdf_x_4_that_a_program_can_check_hold():
    assert x4.broken(everything()) == []


def test_the_rules_can_fail():
    plain = write_pdf(document(page(square(0, 0, 4, 4, RED))), library())
    assert {words.split()[0] for words in x4.broken(plain)} >= {
        "14.3.2",
        "14.11.5",
        "14.11.6",
        "8.6.4",
        "XMP",
    }


def test_equal_documents_make_equal_files_with_the_date_that_they_are_given():
    assert everything() == everything()
    with pikepdf.open(io.BytesIO(pressed(date="2026-11-30T12:30:00"))) as pdf:
        assert str(pdf.docinfo.CreationDate) == "D:20261130123000Z"
        assert b"<xmp:ModifyDate>2026-11-30T12:30:00Z</xmp:ModifyDate>" in pdf.Root.Metadata.read_bytes()


def test_vectors_stay_vectors_in_inks():
    shown = content(pressed(square(0, 0, 4, 4, RED), square(0, 0, 1, 1, Colour.parse("cmyk(0 50 100 0)"))))
    assert re.search(r"0\.184\d* 0\.95\d* 0\.78\d* 0\.149\d* k", shown)
    assert "0 0.5 1 0 k" in shown


def test_dark_text_is_black_alone_and_overprints():
    shown = content(
        pressed(square(0, 0, 8, 6, RED), shaped("Ahoj", 1, 5, colour=DARK), square(0, 0, 1, 1, RED))
    )
    before, after = shown.split("TJ")
    assert "/Over gs" in before
    assert "0 0 0 1 k" in before
    assert "/Out gs" in after


@pytest.mark.parametrize(("panel", "over"), [(False, False), (True, True)])
def test_black_text_replaces_inks_that_would_be_too_much_with_it(panel, over):
    ground = square(0, 0, 8, 6, Colour.parse("cmyk(100 90 60 0)"))
    items = [ground, square(0, 1, 8, 5, RED)] if panel else [ground]
    shown = content(pressed(*items, shaped("Ahoj", 1, 5, size=2, colour=DARK)))
    assert ("/Over gs" in shown) == over


def test_thin_lines_are_printed_like_letters_and_thick_ones_like_areas():
    line = (("M", 0, 0), ("L", 8, 6))
    assert "0 0 0 1 K" in content(pressed(Stroke(line, DARK, 0.2)))
    assert "0 0 0 1 K" not in content(pressed(Stroke(line, DARK, 1.0)))


def test_a_layer_can_be_hidden_and_has_a_name():
    data = pressed(Group((square(0, 0, 4, 4, RED),), layer="Cut lines"), square(1, 1, 1, 1, RED))
    assert x4.broken(data[:0] or data) == [
        "9.9 all fonts are embedded, with a subset tag where they are subsets"
    ]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (layer,) = pdf.Root.OCProperties.OCGs
        assert str(layer.Name) == "Cut lines"
        (name,) = pdf.pages[0].Resources.Properties.keys()
    shown = content(data)
    assert (
        shown.index(f"/OC{name} BDC")
        < shown.index("0 0 4 4 re")
        < shown.index("EMC")
        < shown.index("1 1 1 1 re")
    )


def test_spots_and_registration_are_separations():
    with pikepdf.open(io.BytesIO(everything())) as pdf:
        spaces = pdf.pages[0].Resources.ColorSpace
        names = {str(space[1]): [float(value) for value in space[3].C1] for space in spaces.values()}
    assert names == {"/CutContour": [0, 1, 0, 0], "/All": [1, 1, 1, 1]}


@pytest.mark.parametrize(
    ("mode", "form", "space"),
    [
        ("RGB", "JPEG", "/DeviceCMYK"),
        ("RGB", "PNG", "/DeviceCMYK"),
        ("RGBA", "PNG", "/DeviceCMYK"),
        ("L", "PNG", "/DeviceGray"),
    ],
)
def test_pictures_are_converted_like_colours(mode, form, space):
    source = picture(mode, form)
    converter = InkConverter(shipped_profile())
    with pikepdf.open(io.BytesIO(pressed(Picture(source, 0, 0, 8, 6), converter=converter))) as pdf:
        (image,) = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/ColorSpace") == space
        ]
        if form == "JPEG" or mode == "L":
            return
        pixel = image.read_bytes()[: 4 * 40][-4:]
    from pnp.pictures.resample import decoded

    red, green, blue = decoded(source).convert("RGB").getpixel((39, 0))
    wanted = converter.area(Colour(red, green, blue))
    assert [ink / 255 for ink in pixel] == pytest.approx(wanted, abs=0.02)


def test_a_picture_is_converted_once():
    converter = InkConverter(shipped_profile())
    pictures = InkPictures(converter)
    source = picture("RGB", "PNG")
    assert pictures.of(source) is pictures.of(source)
    assert pictures.coverage[source.key].most <= 300


def test_a_palette_is_converted_by_its_colours():
    converter = InkConverter(shipped_profile())
    made = InkPictures(converter).of(picture("P", "PNG"))
    assert made.mode == "CMYK"
    assert made.palette is not None
    assert len(made.palette) % 4 == 0
