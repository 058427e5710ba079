"""JPEG files that go into a PDF unchanged: which do, and that what is cut short or of another kind does not."""

import io
import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms

from pnp.pictures import PictureFault, decoded, load_picture
from pnp.pictures.passed import passed_jpeg
from tests.laws import examples
from tests.pictures.made import saved

PHOTO = Image.linear_gradient("L").resize((40, 30))
WAYS = [{}, {"optimize": True}, {"subsampling": 0}, {"restart_marker_blocks": 2}, {"subsampling": 1}]
PLAIN = saved(PHOTO.convert("RGB"), "JPEG")


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def with_segment(marker, body):
    return PLAIN[:2] + segment(marker, body) + PLAIN[2:]


def orientation(value):
    return b"Exif\0\0MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0" + bytes([value]) + bytes(6)


def made(mode, progressive, way):
    return saved(PHOTO.convert(mode), "JPEG", progressive=progressive, **WAYS[way])


@pytest.mark.parametrize("mode", ["L", "RGB"])
@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("way", range(len(WAYS)))
def test_files_as_encoders_write_them_pass(mode, progressive, way):
    data = made(mode, progressive, way)
    picture = passed_jpeg(data)
    assert (picture.data, picture.mode, picture.jpeg) == (data, mode, True)
    assert (picture.width_px, picture.height_px) == (40, 30)


@pytest.mark.parametrize(
    "data",
    [
        with_segment(0xE1, orientation(1)),
        with_segment(0xE1, b'http://ns.adobe.com/xap/1.0/\0<x tiff:Orientation="1"/>'),
        with_segment(0xFE, b"a comment"),
        with_segment(0xED, b"Photoshop 3.0\0"),
        saved(
            PHOTO.convert("RGB"),
            "JPEG",
            icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
        ),
    ],
    ids=range(5),
)
def test_what_changes_nothing_passes(data):
    assert passed_jpeg(data).data == data


@pytest.mark.parametrize(
    "data",
    [
        with_segment(0xE1, orientation(6)),
        with_segment(0xE1, b"Exif\0\0nonsense"),
        with_segment(0xE1, b'http://ns.adobe.com/xap/1.0/\0<x tiff:Orientation="8"/>'),
        with_segment(0xE2, b"ICC_PROFILE\0\1\1" + bytes(200)),
        saved(PHOTO.convert("CMYK"), "JPEG"),
        with_segment(0xDC, b"\0\x1e"),  # says the height anew
        PLAIN.replace(b"\xff\xc0", b"\xff\xc9"),  # arithmetic coding, which PDFs do not know
        PLAIN.replace(b"\xff\xc0", b"\xff\xc3"),  # without loss
        PLAIN.replace(b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x0c"),  # twelve bits
        PLAIN[:2] + b"\xff\xd9",
        PLAIN[:2] + PLAIN[PLAIN.index(b"\xff\xda") :],  # no frame
        PLAIN[: PLAIN.index(b"\xff\xda")] + b"\xff\xd9",  # no scan
    ],
    ids=range(12),
)
def test_what_a_pdf_would_show_otherwise_or_not_at_all_never_passes(data):
    assert passed_jpeg(data) is None


def test_a_cut_file_never_passes():
    for progressive in (False, True):
        data = made("RGB", progressive, 0)
        assert all(passed_jpeg(data[:length]) is None for length in range(len(data)))


def test_more_pixels_than_allowed_are_refused():
    at = PLAIN.index(b"\xff\xc0") + 5
    data = PLAIN[:at] + struct.pack(">HH", 60_000, 60_000) + PLAIN[at + 4 :]
    assert passed_jpeg(data) is None
    with pytest.raises(PictureFault, match="60,000,000 pixels"):
        load_picture(data, "a.jpg")


def test_a_second_picture_in_the_file_is_left_out():
    """Telephones put previews, depth maps and films behind the photo."""
    assert passed_jpeg(PLAIN + b"behind it" + PLAIN).data == PLAIN
    both = saved(PHOTO.convert("RGB"), "MPO", save_all=True, append_images=[PHOTO.convert("RGB")])
    first = passed_jpeg(both)
    assert len(first.data) < len(both)
    assert Image.open(io.BytesIO(first.data)).size == (40, 30)


def test_a_long_run_of_filling_takes_no_time():
    assert passed_jpeg(PLAIN[:-2] + b"\xff" * 3_000_000 + b"\0") is None


@examples(100)
@given(st.sampled_from(["L", "RGB"]), st.booleans(), st.integers(0, len(WAYS) - 1), st.integers(0, 2**32))
def test_what_passes_can_be_decoded_somehow(mode, progressive, way, seed):
    dice = random.Random(seed)
    data = bytearray(made(mode, progressive, way))
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(data))
        if dice.random() < 0.7:
            data[at] = dice.randrange(256)
        elif dice.random() < 0.5:
            del data[at : at + dice.randrange(40)]
        else:
            data[at:at] = data[dice.randrange(len(data)) :][:30]
    picture = passed_jpeg(bytes(data))
    if picture is not None:
        assert decoded(picture).size == (picture.width_px, picture.height_px)


def test_a_jfif_segment_that_is_cut_short_never_passes():
    data = saved(Image.new("RGB", (24, 18), (200, 30, 30)), "JPEG")
    old = b"\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
    assert old in data
    assert passed_jpeg(data) is not None
    assert passed_jpeg(data.replace(old, b"\xff\xe0\x00\x08JFIF\x00\x01")) is None


def with_scans(data, count):
    """The file with its last scan again and again, as the attack does that makes a decoder go over all pixels each time."""
    scan, end = data.rindex(b"\xff\xda"), data.rindex(b"\xff\xd9")
    return data[:end] + data[scan:end] * (count - data.count(b"\xff\xda")) + data[end:]


@pytest.mark.parametrize("orientation_too", [False, True], ids=["passed through", "turned"])
def test_a_progressive_jpeg_of_endless_scans_took_as_many_seconds(orientation_too):
    data = made("RGB", True, 0)
    if orientation_too:
        data = data[:2] + segment(0xE1, orientation(6)) + data[2:]
    load_picture(with_scans(data, 100), "a.jpg")
    with pytest.raises(PictureFault, match=r"'a\.jpg' is a JPEG with more than 100 scans"):
        load_picture(with_scans(data, 101), "a.jpg")


def test_a_jpeg_of_endless_segments_is_refused():
    with pytest.raises(PictureFault, match=r"'a\.jpg' is a JPEG with more than 5,000 segments"):
        load_picture(PLAIN[:2] + segment(0xFE, b"") * 5_000 + PLAIN[2:], "a.jpg")


def test_scans_of_other_pictures_in_the_file_do_not_count():
    """Cameras put small copies into the metadata, and whole films after the photo."""
    scan = b"\xff\xda" * 200
    assert passed_jpeg(PLAIN[:2] + segment(0xFE, scan) + PLAIN[2:]) is not None
    for data in (PLAIN[:2] + segment(0xFE, scan) + PLAIN[2:], PLAIN + scan):
        assert load_picture(data, "a.jpg").width_px == 40
