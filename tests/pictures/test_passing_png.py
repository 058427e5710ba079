"""PNG files whose rows go into a PDF unchanged: which do, and which damaged ones are noticed."""

import io
import random
import struct
import subprocess
import sys
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageCms, ImageStat

from pnp.pictures import PictureFault, Sampling, decoded, load_picture, picture_data
from pnp.pictures.passed import packed_rows, passed_png
from tests.laws import examples
from tests.pictures.made import SIGNATURE, chunk, file_of, header, interlaced, png, saved

PASSING = [(0, 1), (0, 2), (0, 4), (0, 8), (2, 8), (3, 1), (3, 2), (3, 4), (3, 8)]
ROWS = zlib.compress(b"\0\1\2\3" * 4)
SQUARE = [header(1, 4), (b"IDAT", ROWS)]


def shown_by_pillow(data):
    image = Image.open(io.BytesIO(data))
    return image.convert("L" if image.mode in ("1", "L") else "RGB")


@pytest.mark.parametrize(("kind", "bits"), PASSING)
@pytest.mark.parametrize("width", [1, 7, 33])
def test_the_rows_pass_through_and_mean_the_same(kind, bits, width):
    data = png(width, 11, bits, kind)
    picture = load_picture(data, "a.png")
    assert picture.data == packed_rows(data)
    assert (picture.bits, picture.alpha, picture.palette is not None) == (bits, None, kind == 3)
    assert decoded(picture).mode == picture.mode
    assert decoded(picture).tobytes() == shown_by_pillow(data).tobytes()


def test_no_picture_library_is_needed():
    code = (
        "import sys; from pnp.pictures import load_picture; load_picture(sys.stdin.buffer.read(), 'a');"
        "print(any(name.startswith('PIL') for name in sys.modules))"
    )
    photo = Image.linear_gradient("L").resize((90, 60)).convert("RGB")
    for data in (
        png(9, 9, 8, 2),
        saved(photo, "PNG"),
        saved(photo, "JPEG"),
        saved(photo, "JPEG", progressive=True),
    ):
        run = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
        assert run.stdout.strip() == b"False"


@pytest.mark.parametrize(
    "extra",
    [
        (b"gAMA", struct.pack(">I", 45455)),
        (b"sRGB", b"\0"),
        (b"pHYs", struct.pack(">IIB", 11811, 11811, 1)),
        (b"tEXt", b"Software\0anything"),
        (b"eXIf", b"MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\1\0\0\0\0\0\0"),
        (b"iTXt", b'XML:com.adobe.xmp\0\0\0\0\0<x tiff:Orientation="1"/>'),
        (
            b"iCCP",
            b"mine\0\0" + zlib.compress(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()),
        ),
    ],
    ids=lambda extra: extra[0].decode(),
)
def test_what_changes_nothing_passes(extra):
    assert passed_png(file_of([SQUARE[0], extra, SQUARE[1]]), "a.png") is not None


@pytest.mark.parametrize(
    "data",
    [
        png(5, 5, 8, 6),
        png(5, 5, 8, 4),
        png(5, 5, 16, 2),
        png(5, 5, 16, 0),
        png(5, 5, 8, 2, [(b"tRNS", bytes(6))]),
        png(5, 5, 8, 3, [(b"tRNS", b"\0")]),
        png(5, 5, 8, 2, [(b"acTL", struct.pack(">II", 1, 0))]),
        png(5, 5, 8, 2, [(b"eXIf", b"MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0")]),
        png(5, 5, 8, 2, [(b"iTXt", b'XML:com.adobe.xmp\0\0\0\0\0<x tiff:Orientation="6"/>')]),
        png(5, 5, 8, 2, [(b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(b"anything"))]),
        png(5, 5, 8, 2, [(b"iCCP", b"mine\0\0" + zlib.compress(b"another space"))]),
        interlaced(Image.linear_gradient("L").resize((9, 7)).convert("RGB")),
    ],
    ids=range(12),
)
def test_what_a_pdf_would_show_otherwise_is_decoded(data):
    assert passed_png(data, "a.png") is None
    assert load_picture(data, "a.png").width_px > 0


@pytest.mark.parametrize(
    "chunks",
    [
        [header(1, 4)],
        [header(1, 4), (b"IDAT", ROWS[:4]), (b"tEXt", b"a\0b"), (b"IDAT", ROWS[4:])],
        [header(1, 4), header(1, 4), (b"IDAT", ROWS)],
        [header(0, 4), (b"IDAT", ROWS)],
        [header(1, 4, kind=3), (b"IDAT", zlib.compress(b"\0\1" * 4))],
        [header(1, 4, kind=3), (b"PLTE", b"\1\2"), (b"IDAT", zlib.compress(b"\0\1" * 4))],
        [header(1, 4), (b"NEWS", b""), (b"IDAT", ROWS)],
        [header(50_000, 50_000), (b"IDAT", ROWS)],
    ],
    ids=range(8),
)
def test_a_faulty_file_never_passes(chunks):
    assert passed_png(file_of(SQUARE), "a.png") is not None
    assert passed_png(file_of(chunks), "a.png") is None


def test_a_cut_file_never_passes():
    data = file_of(SQUARE)
    assert all(passed_png(data[:length], "a.png") is None for length in range(len(data)))


def test_a_flipped_bit_is_reported():
    """Decoders make another picture of it, which would be printed."""
    whole = file_of(
        [
            header(40, 30, kind=0),
            (b"IDAT", zlib.compress(b"\0" + bytes(40) + (b"\0" + bytes(range(40))) * 29)),
        ]
    )
    at = whole.index(b"IDAT") + 20
    data = whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :]
    with pytest.raises(PictureFault, match=r"'art/a\.png' is a damaged picture"):
        load_picture(data, "art/a.png")


WRONG_ROWS = {
    "no end": ROWS[:-5],
    "too many": zlib.compress(b"\0\1\2\3" * 5),
    "unknown filter": zlib.compress(b"\0\1\2\3\5\1\2\3" * 2),
}


@pytest.mark.parametrize("rows", WRONG_ROWS.values(), ids=WRONG_ROWS)
def test_wrong_rows_in_a_file_with_right_checksums_do_not_stop_whoever_decodes_them(rows):
    """They are not noticed; what is missing is black, as viewers show it."""
    picture = load_picture(file_of([header(1, 4), (b"IDAT", rows)]), "a.png")
    assert decoded(picture).size == (1, 4)


MISSING_ROWS = {
    "one row": zlib.compress(b"\0\1\2\3" * 3),
    "a byte": zlib.compress((b"\0\1\2\3" * 4)[:-1]),
    "all rows": zlib.compress(b""),
    "nothing": b"",
    "no rows": b"nothing that could be unpacked",
    "other checksum": ROWS[:-1] + b"\0",
}


@pytest.mark.parametrize("rows", MISSING_ROWS.values(), ids=MISSING_ROWS)
def test_missing_rows_are_no_black_area(rows):
    """A PNG with right checksums and too few rows was printed with a black area in their place."""
    with pytest.raises(PictureFault, match=r"'a\.png' is a damaged picture"):
        load_picture(file_of([header(1, 4), (b"IDAT", rows)]), "a.png")


def test_rows_that_inflate_to_gigabytes_take_no_memory():
    megabyte, megabytes = bytes(1 << 20), 1_000
    packer = zlib.compressobj(9)
    first, more = (packer.compress(megabyte) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    checksum = 1
    for _ in range(megabytes):
        checksum = zlib.adler32(megabyte, checksum)
    bomb = first + more * (megabytes - 1) + b"\3\0" + checksum.to_bytes(4, "big")
    code = (
        "import sys; from pnp.pictures import decoded, load_picture;"
        "print(decoded(load_picture(sys.stdin.buffer.read(), 'a')).width,"
        "*[l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')])"
    )
    data = file_of([header(10, 10), (b"IDAT", bomb)])
    run = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
    width, kilobytes = run.stdout.split()
    assert width == b"10"
    assert int(kilobytes) < 180_000


def test_numbers_beyond_a_palette_are_black():
    rows = zlib.compress(b"\0\x00\x01\xff")
    data = SIGNATURE + b"".join(
        (
            chunk(*header(3, 1, kind=3)),
            chunk(b"PLTE", bytes([9, 8, 7, 6, 5, 4])),
            chunk(b"IDAT", rows),
            chunk(b"IEND", b""),
        )
    )
    picture = load_picture(data, "a.png")
    assert len(picture.palette) == 3 * 256
    assert [decoded(picture).getpixel((x, 0)) for x in range(3)] == [(9, 8, 7), (6, 5, 4), (0, 0, 0)]


@examples(75)
@given(st.sampled_from(PASSING), st.data())
def test_what_passes_decodes(kind_bits, draw):
    kind, bits = kind_bits
    data = bytearray(png(9, 6, bits, kind, [(b"tEXt", b"a\0b")]))
    for _ in range(draw.draw(st.integers(1, 3))):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    try:
        picture = passed_png(bytes(data), "a.png")
    except PictureFault:
        return
    if picture is not None:
        assert decoded(picture).tobytes() == shown_by_pillow(bytes(data)).tobytes()


@pytest.mark.parametrize(("kind", "bits"), [(2, 8), (3, 4), (0, 1)])
def test_a_passed_picture_is_brought_down_to_what_paper_shows(kind, bits):
    picture = load_picture(png(400, 400, bits, kind), "a.png")
    small = Sampling(100).of(picture, 10.0, 10.0)
    assert (small.width_px, small.height_px) == (40, 40)
    assert (small.bits, small.palette) == (8, None)


@pytest.mark.parametrize("kind", [0, 2])
def test_a_map_that_is_too_large_to_be_decoded_as_a_whole_is_printed(kind, monkeypatch):
    """A map of 12,000 × 9,000 pixels was refused; it is brought down in strips."""
    data = png(800, 600, 8, kind)
    whole = Sampling(100).of(load_picture(data, "art/map.png"), 100.0, 75.0)
    for module in ("load", "passed", "resample"):
        monkeypatch.setattr(f"pnp.pictures.{module}.MAX_PIXELS", 100_000, raising=False)
    strips = Sampling(100).of(load_picture(data, "art/map.png"), 100.0, 75.0)
    assert (strips.width_px, strips.height_px) == (394, 296)
    difference = ImageChops.difference(decoded(strips).convert("L"), decoded(whole).convert("L"))
    assert ImageStat.Stat(difference).mean[0] < 1
    with pytest.raises(PictureFault, match="100,000 pixels"):
        load_picture(saved(Image.new("RGBA", (800, 600)), "WEBP"), "art/map.webp")


def test_pictures_that_were_brought_down_are_forgotten_when_they_take_much_room(monkeypatch):
    monkeypatch.setattr("pnp.pictures.resample.BYTES_AT_HAND", 1)
    first, second = (load_picture(png(400, 400, bits, 2), "a.png") for bits in (8, 8))
    second = second._replace(key="another")
    sampling = Sampling(100)
    small = sampling.of(first, 10.0, 10.0)
    assert sampling.of(first, 10.0, 10.0) is small
    sampling.of(second, 10.0, 10.0)
    again = sampling.of(first, 10.0, 10.0)
    assert again is not small
    assert again == small


class TestTransparentColours:
    """What quantizers write: a palette with opacities."""

    def test_the_rows_pass_and_the_opacities_become_a_plane(self):
        data = png(37, 29, 8, 3, [(b"tRNS", bytes(range(256)))])
        picture = load_picture(data, "a.png")
        assert picture.data == packed_rows(data)
        assert decoded(picture).tobytes() == Image.open(io.BytesIO(data)).convert("RGBA").tobytes()

    def test_opacities_that_hide_nothing_are_dropped(self):
        data = png(9, 9, 2, 3, [(b"tRNS", b"\xff\xff")])
        picture = load_picture(data, "a.png")
        assert (picture.data, picture.alpha) == (packed_rows(data), None)

    def test_other_opacities_make_another_picture(self):
        keys = {
            load_picture(png(9, 9, 2, 3, [(b"tRNS", bytes([level]))]), "a.png").key for level in (0, 9, 255)
        }
        assert len(keys) == 3


class TestSize:
    """What has to be decoded takes no more room than its file."""

    def scene(self, *, grey=False):
        dice = random.Random(1)
        grain = [Image.frombytes("L", (300, 400), dice.randbytes(300 * 400)) for _ in range(1 if grey else 3)]
        channels = grain * 3 if grey else grain
        light = Image.linear_gradient("L").resize((300, 400)).convert("RGB")
        return Image.blend(light, Image.merge("RGB", channels), 0.2)

    @pytest.mark.parametrize("drawn", ["photo", "grey photo", "drawing"])
    def test_with_alpha(self, drawn):
        image = self.scene(grey=drawn == "grey photo")
        if drawn == "drawing":
            image = (
                image.quantize(6, dither=Image.Dither.NONE)
                .convert("RGB")
                .resize((600, 800), Image.Resampling.NEAREST)
            )
        image.putalpha(Image.radial_gradient("L").resize(image.size))
        data = saved(image, "PNG")
        picture = load_picture(data, "a.png")
        assert len(picture.data) + len(picture.alpha) <= len(data)
        assert decoded(picture).tobytes() == image.tobytes()

    def test_flat_colours_are_packed_as_they_are(self):
        flat = Image.new("RGB", (600, 800), (9, 99, 199))
        assert len(picture_data(flat).data) < 3_000

    @pytest.mark.parametrize("mode", ["RGB", "L", "RGBA", "LA"])
    def test_bands_join_without_a_seam(self, mode, monkeypatch):
        """Filters look at the row above, which is in the band before."""
        monkeypatch.setattr("pnp.pictures.load._BAND", 200_000)
        image = self.scene().resize((500, 1000)).convert(mode)
        if mode.endswith("A"):
            image.putalpha(Image.radial_gradient("L").resize(image.size))
        assert decoded(picture_data(image)).tobytes() == image.tobytes()

    def test_bands_of_plain_rows_join_too(self, monkeypatch):
        monkeypatch.setattr("pnp.pictures.load._BAND", 200_000)
        image = (
            self.scene()
            .resize((30, 40))
            .quantize(4)
            .convert("RGB")
            .resize((500, 1000), Image.Resampling.NEAREST)
        )
        assert decoded(picture_data(image)).tobytes() == image.tobytes()
