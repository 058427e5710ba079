"""Picture files as data."""

import io
import random
import subprocess
import sys
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms

from pnp.colour import Colour
from pnp.pictures import PictureFault, PictureLibrary, load_picture, resampled, tinted
from pnp.pictures.load import jpeg_data
from pnp.pictures.resample import decoded
from tests.laws import examples
from tests.pictures.made import grey_profile, saved

RED = (200, 30, 30)
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def photo(size=(40, 30), mode="RGB"):
    return Image.linear_gradient("L").resize(size).convert(mode)


def pixels(picture):
    return decoded(picture)


class TestContent:
    """I05: what the file holds counts, not its name."""

    @pytest.mark.parametrize("kind", ["PNG", "WEBP", "GIF", "BMP", "TIFF"])
    def test_formats_are_known_by_content(self, kind):
        options = {"lossless": True} if kind == "WEBP" else {}
        picture = load_picture(saved(Image.new("RGB", (4, 3), RED), kind, **options), "art/a.jpg")
        assert (picture.width_px, picture.height_px, picture.mode, picture.jpeg) == (4, 3, "RGB", False)
        assert pixels(picture).getpixel((2, 1)) == RED

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "is empty"),
            (b"\n \n", "is empty"),
            (b"<html>404</html>", "web page"),
            (b"<!DOCTYPE html><html>", "web page"),
            (b"<svg xmlns='x'/>", "SVG drawing"),
            (b"%PDF-1.7", "a PDF"),
            (b"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"),
            (b"hello", "no picture"),
            (b"\x89PNG\r\n\x1a\n", "damaged"),
            (b"\0\0\0 ftypheic", "HEIC"),
        ],
    )
    def test_what_is_no_picture_is_named(self, data, words):
        with pytest.raises(PictureFault) as caught:
            load_picture(data, "art/c.png")
        assert words in f"{caught.value}: {caught.value.cure}"
        assert str(caught.value).startswith("'art/c.png'")

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "TIFF"])
    def test_half_a_file_is_a_fault_and_never_half_a_picture(self, kind):
        data = saved(photo((200, 200)), kind)
        with pytest.raises(PictureFault):
            load_picture(data[: len(data) // 2], "art/e.jpg")

    def test_a_bomb_of_pixels_is_refused_before_it_is_decoded(self):
        def chunk(kind, body):
            return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")

        for side, words in ((9_000, "rows are missing"), (50_000, "60,000,000 pixels")):
            header = side.to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
            data = (
                b"\x89PNG\r\n\x1a\n"
                + chunk(b"IHDR", header)
                + chunk(b"IDAT", zlib.compress(b""))
                + chunk(b"IEND", b"")
            )
            with pytest.raises(PictureFault, match=words):
                load_picture(data, "art/bomb.png")

    @examples(40)
    @given(st.sampled_from(["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"]), st.data())
    def test_a_damaged_file_is_a_picture_or_a_fault(self, kind, data):
        content = bytearray(saved(photo(), kind))
        for _ in range(data.draw(st.integers(1, 4))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        try:
            picture = load_picture(bytes(content), "art/x.png")
        except PictureFault:
            return
        assert decoded(picture).size == (picture.width_px, picture.height_px)


class TestJpeg:
    @pytest.mark.parametrize("mode", ["RGB", "L"])
    @pytest.mark.parametrize("progressive", [True, False])
    def test_a_plain_jpeg_is_passed_through(self, mode, progressive):
        data = saved(photo(mode=mode), "JPEG", progressive=progressive)
        picture = load_picture(data, "a.png")
        assert picture.jpeg
        assert picture.data == data
        assert (picture.width_px, picture.height_px, picture.mode, picture.alpha) == (40, 30, mode, None)

    def test_a_turned_photo_is_set_upright(self):
        exif = Image.Exif()
        exif[0x0112] = 6  # the camera was turned: show a quarter turn clockwise
        halves = Image.new("RGB", (48, 32), RED)
        halves.paste((0, 0, 255), (24, 0, 48, 32))
        picture = load_picture(saved(halves, "JPEG", quality=95, exif=exif), "a.jpg")
        assert (picture.width_px, picture.height_px) == (32, 48)
        upright = pixels(picture)
        assert [upright.getpixel((16, y))[0] > 150 for y in (4, 44)] == [True, False]

    def test_a_turned_photo_is_about_as_large_as_it_was(self):
        """As rows it would be ten times as large: 54 photos of a telephone took 3.4 GB."""
        exif = Image.Exif()
        exif[0x0112] = 6
        data = saved(Image.radial_gradient("L").resize((900, 600)).convert("RGB"), "JPEG", exif=exif)
        picture = load_picture(data, "a.jpg")
        assert picture.jpeg
        assert len(picture.data) < 3 * len(data)
        assert not Image.open(io.BytesIO(picture.data)).getexif()
        assert load_picture(data, "b.jpg") == picture

    def test_a_cmyk_jpeg_becomes_rgb(self):
        cmyk = Image.new("CMYK", (8, 8), (0, 255, 255, 0))
        picture = load_picture(saved(cmyk, "JPEG", quality=95), "a.jpg")
        assert picture.mode == "RGB"
        red, green, blue = pixels(picture).getpixel((4, 4))
        assert red > 240
        assert max(green, blue) < 15

    def test_a_profile_of_srgb_changes_nothing(self):
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        assert load_picture(saved(photo(), "JPEG", icc_profile=profile), "a.jpg").jpeg

    def test_a_broken_profile_is_skipped(self):
        picture = load_picture(saved(Image.new("RGB", (2, 2), RED), "PNG", icc_profile=b"nonsense"), "a.png")
        assert pixels(picture).getpixel((0, 0)) == RED


class TestColoursOfJpeg:
    """Readers of PDFs take some files for other colours than everybody else, or for nothing at all."""

    WHOLE = saved(Image.new("RGB", (24, 18), RED), "JPEG", quality=95)
    RAW = saved(Image.new("RGB", (24, 18), RED), "JPEG", quality=95, keep_rgb=True)
    ADOBE = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0"
    JFIF = WHOLE[2:20]
    # 3 by 2 pixels, coded without loss
    LOSSLESS = bytes.fromhex(
        "ffd8ffee000e41646f626500640000000000ffc30011080002000303521100471100421100ffc4001600010101"
        "00000000000000000000000000000708ffda000c03520047004200010000a44773f8000fffd9"
    )

    def shown(self, data):
        return load_picture(data, "a.jpg"), pixels(load_picture(data, "a.jpg")).getpixel((1, 1))

    @pytest.mark.parametrize("data", [WHOLE, RAW, RAW.replace(ADOBE, b"")[:2] + JFIF + WHOLE[20:]])
    def test_what_all_readers_take_alike_passes(self, data):
        picture, (red, green, _) = self.shown(data)
        assert picture.data == data
        assert red > 190 > 40 > green

    @pytest.mark.parametrize(
        "data",
        [WHOLE[:20] + ADOBE + WHOLE[20:], RAW.replace(ADOBE, b"")],
        ids=["JFIF, and RGB by Adobe", "RGB by the names of components alone"],
    )
    def test_a_photo_in_false_colours_in_some_viewers_is_written_plainly(self, data):
        picture, (red, green, _) = self.shown(data)
        assert picture.jpeg
        assert b"Adobe" not in picture.data
        assert picture.data.startswith(b"\xff\xd8" + self.JFIF)
        assert red > 190 > 40 > green

    def test_a_jpeg_without_loss_is_none_for_a_pdf(self):
        try:
            picture, (red, *_) = self.shown(self.LOSSLESS)
        except PictureFault:  # decoders have read these since libjpeg-turbo 3
            return
        assert b"\xff\xc3" not in picture.data
        assert red > 190


class TestGreyProfile:
    """Scans in grey that were made for paper came out darker than on the screen."""

    RAMP = Image.linear_gradient("L").resize((8, 256))

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF"])
    @pytest.mark.parametrize("gamma", [1.0, 1.8])
    def test_greys_are_shown_through_their_profile(self, kind, gamma):
        data = saved(self.RAMP, kind, icc_profile=grey_profile(gamma))
        level = pixels(load_picture(data, "a")).getpixel((4, 128))
        light = (128 / 255) ** gamma
        assert level == pytest.approx(255 * (1.055 * light ** (1 / 2.4) - 0.055), abs=3)

    def test_what_is_transparent_stays_so(self):
        image = Image.merge("LA", (self.RAMP, self.RAMP))
        level, seen = pixels(load_picture(saved(image, "PNG", icc_profile=grey_profile(1)), "a")).getpixel(
            (4, 128)
        )
        assert (level > 180, seen) == (True, 128)

    @pytest.mark.parametrize("kind", ["PNG", "JPEG"])
    @pytest.mark.parametrize("icc", [grey_profile(2.2), b"nonsense", SRGB], ids=["2.2", "nonsense", "sRGB"])
    def test_a_profile_that_changes_next_to_nothing_or_is_none_leaves_the_picture_as_it_is(self, kind, icc):
        plain, profiled = (
            load_picture(saved(self.RAMP, kind, **more), "a") for more in ({}, {"icc_profile": icc})
        )
        assert decoded(profiled).tobytes() == decoded(plain).tobytes()
        assert profiled.jpeg == plain.jpeg


class TestTransparency:
    """I02: what is transparent stays so."""

    def test_rgba(self):
        picture = load_picture(saved(Image.new("RGBA", (2, 2), (*RED, 100)), "PNG"), "a.png")
        assert picture.mode == "RGB"
        assert pixels(picture).getpixel((0, 0)) == (*RED, 100)

    def test_grey_with_alpha(self):
        picture = load_picture(saved(Image.new("LA", (2, 2), (50, 100)), "PNG"), "a.png")
        assert picture.mode == "L"
        assert pixels(picture).getpixel((1, 1)) == (50, 100)

    def test_a_palette_with_a_transparent_colour(self):
        image = Image.new("P", (2, 1))
        image.putpalette([*RED, 0, 0, 255])
        image.putdata([0, 1])
        picture = load_picture(saved(image, "PNG", transparency=1), "a.png")
        assert pixels(picture).getpixel((0, 0)) == (*RED, 255)
        assert pixels(picture).getpixel((1, 0))[3] == 0

    def test_a_transparent_colour_without_a_palette(self):
        picture = load_picture(saved(Image.new("RGB", (2, 1), RED), "PNG", transparency=RED), "a.png")
        assert pixels(picture).getchannel("A").tobytes() == b"\0\0"

    def test_a_transparent_grey_of_sixteen_bits(self):
        image = Image.new("I;16", (2, 1))
        image.putpixel((0, 0), 30_000)
        image.putpixel((1, 0), 30_001)
        shown = pixels(load_picture(saved(image, "PNG", transparency=30_000), "a.png"))
        assert [shown.getpixel((x, 0)) for x in (0, 1)] == [(116, 0), (116, 255)]

    def test_an_alpha_plane_that_hides_nothing_is_dropped(self):
        assert load_picture(saved(Image.new("RGBA", (2, 2), (*RED, 255)), "PNG"), "a.png").alpha is None


class TestDepth:
    def test_sixteen_bits_are_rounded_to_eight(self):
        image = Image.new("I;16", (2, 1))
        image.putpixel((0, 0), 65535)
        image.putpixel((1, 0), 32768)
        picture = load_picture(saved(image, "PNG"), "a.png")
        assert picture.mode == "L"
        assert [pixels(picture).getpixel((x, 0)) for x in (0, 1)] == [255, 127]

    def test_one_bit_is_black_and_white(self):
        picture = load_picture(saved(Image.new("1", (9, 2), 1), "PNG"), "a.png")
        assert pixels(picture).tobytes() == b"\xff" * 18


def test_the_first_frame_of_a_moving_picture_is_taken():
    """I13."""
    frames = [Image.new("RGB", (3, 3), colour) for colour in (RED, (0, 0, 255))]
    data = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    red, green, blue = pixels(load_picture(data, "a.gif")).getpixel((1, 1))[:3]
    assert red > 180
    assert max(green, blue) < 60


def test_the_key_tells_pictures_apart():
    image = photo()
    key = load_picture(saved(image, "PNG"), "a.png").key
    assert load_picture(saved(image, "PNG", dpi=(72, 72)), "b.png").key == key
    assert load_picture(saved(image.resize((30, 40)), "PNG"), "c.png").key != key
    same_bytes = load_picture(saved(Image.new("L", (4, 2), 7), "PNG"), "d.png")
    assert load_picture(saved(Image.new("L", (2, 4), 7), "PNG"), "e.png").key != same_bytes.key
    red, blue = (Image.new("P", (4, 4)) for _ in range(2))
    red.putpalette([255, 0, 0])
    blue.putpalette([0, 0, 255])
    assert load_picture(saved(red, "PNG"), "f.png").key != load_picture(saved(blue, "PNG"), "g.png").key


def test_the_key_of_what_is_decoded_does_not_depend_on_its_packing():
    image = photo(mode="RGBA")
    image.putpixel((3, 3), (1, 2, 3, 4))
    key = load_picture(saved(image, "PNG", compress_level=1), "a.png").key
    assert load_picture(saved(image, "PNG", compress_level=9), "b.png").key == key
    image.putpixel((3, 3), (1, 2, 3, 5))
    assert load_picture(saved(image, "PNG"), "c.png").key != key


def test_equal_keys_mean_equal_bytes():
    """Which of two pictures with one key goes into a file depends on the number of jobs."""
    packings = [load_picture(saved(photo(), "PNG", compress_level=level), "a.png") for level in (1, 6, 9)]
    for one in packings:
        for other in packings:
            assert (one.key == other.key) == (one.data == other.data)


class TestResampled:
    def test_fewer_pixels(self):
        picture = load_picture(saved(photo((400, 200), "RGB"), "JPEG"), "a.jpg")
        small = resampled(picture, 40, 20)
        assert (small.width_px, small.height_px, small.jpeg) == (40, 20, True)
        assert small.key != picture.key
        assert pixels(small).size == (40, 20)
        assert len(small.data) < len(picture.data)

    def test_a_picture_is_never_made_larger(self):
        picture = load_picture(saved(photo(), "JPEG"), "a.jpg")
        assert resampled(picture, 4000, 3000) is picture

    def test_the_colour_of_what_cannot_be_seen_does_not_bleed_into_the_edge(self):
        image = Image.new("RGBA", (100, 100), (0, 255, 0, 0))
        image.paste((*RED, 255), (0, 0, 50, 100))
        small = pixels(resampled(load_picture(saved(image, "PNG"), "a.png"), 7, 7))
        for x in range(7):
            red, green, _, alpha = small.getpixel((x, 3))
            assert alpha < 8 or (abs(red - RED[0]) < 25 and green < 60)


def test_a_tint_keeps_black_and_turns_white_into_the_colour():
    image = Image.new("LA", (2, 1), (0, 255))
    image.putpixel((1, 0), (255, 90))
    made = pixels(tinted(load_picture(saved(image, "PNG"), "a.png"), Colour(10, 20, 30)))
    assert [made.getpixel((x, 0)) for x in (0, 1)] == [(0, 0, 0, 255), (10, 20, 30, 90)]


class Folder:
    def __init__(self, **files):
        self.files, self.reads = files, []

    def read(self, path):
        self.reads.append(path)
        return self.files[path]


class TestLibrary:
    def test_a_picture_is_read_once(self):
        folder = Folder(a=saved(photo(), "PNG"), b=b"nothing")
        library = PictureLibrary(folder)
        assert library.get("a") is library.get("a")
        for _ in range(2):
            with pytest.raises(PictureFault):
                library.get("b")
        assert folder.reads == ["a", "b"]

    def test_what_is_made_of_a_picture_is_kept(self):
        library = PictureLibrary(Folder(a=saved(photo(), "PNG")))
        picture = library.get("a")
        assert library.tinted(picture, Colour(1, 2, 3)) is library.tinted(picture, Colour(1, 2, 3))
        assert library.tinted(picture, Colour(1, 2, 3)).key != library.tinted(picture, Colour(9, 2, 3)).key


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the peak")
def test_a_large_turned_picture_takes_twice_its_pixels_and_little_more(tmp_path):
    """In all its forms at once, one of 60 million pixels took more than a gigabyte."""
    exif = Image.Exif()
    exif[0x0112] = 6
    for name, size in (("small.png", (60, 40)), ("large.png", (3000, 2000))):
        image = Image.new("RGBA", size, (9, 9, 9, 255))
        image.putpixel((5, 5), (1, 2, 3, 4))
        (tmp_path / name).write_bytes(saved(image, "PNG", exif=exif, compress_level=1))
    code = (
        "import sys; from pnp.pictures import load_picture\n"
        "for name in sys.argv[1:]:\n"
        "    p = load_picture(open(name, 'rb').read(), 'a')\n"
        "    print(p.width_px, p.alpha is not None, *[l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "small.png"), str(tmp_path / "large.png")],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    width, masked, before, *large = run.stdout.split()
    assert (width, masked, large[:2]) == ("40", "True", ["2000", "True"])
    assert int(large[2]) - int(before) < 2 * 4 * 6_000 + 36_000


def test_a_picture_of_noise_stopped_the_build():
    noise = Image.frombytes("RGB", (300, 300), random.Random(1).randbytes(270_000))
    made = jpeg_data(noise, "key", 90)  # Pillow has room for a byte a pixel when it optimises
    assert Image.open(io.BytesIO(made.data)).size == (300, 300)
