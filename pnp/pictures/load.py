"""Picture files as data for the draw list: recognised by content, passed through or decoded, compressed.

Pictures that are decoded come out in sRGB, as rows of pixels like those of PNG files and PDFs: filtered by
the rows above, and compressed (PNG 1.2 §6).
"""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from pnp.draw import PictureData
from pnp.pictures.library import PictureFault
from pnp.pictures.limits import MAX_MAP_PIXELS, MAX_PIXELS
from pnp.pictures.passed import (
    check_jpeg,
    is_of_greys,
    jpeg_key,
    packed_rows,
    passed_jpeg,
    passed_png,
    png_bands,
    read_jpeg,
)

if TYPE_CHECKING:
    from PIL.Image import Image


# Formats that are read. Pillow knows more, but each decoder is a risk; people draw and export these.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
_ORIENTATION = 0x0112  # EXIF 2.32 §4.6.5
_BAND = 2_000_000  # pixels that are worked on at once
_QUALITY = 95  # of a JPEG that is turned upright or into other colours: the top of Pillow's scale
_DAMAGED = ("a damaged picture", "download or export it again")
# First bytes, in lower case, of files that people mistake for pictures, and of truncated pictures.
_MISTAKEN = (
    (b"\x89png", _DAMAGED),
    (b"\xff\xd8\xff", _DAMAGED),
    (b"gif8", _DAMAGED),
    (b"riff", _DAMAGED),
    (b"<svg", ("an SVG drawing", "name it .svg, or put it into the folder icons/ and place it with <icon>")),
    (
        b"<?xml",
        ("an XML file, maybe an SVG drawing", "name an SVG drawing .svg, or put it into the folder icons/"),
    ),
    (b"<!doctype html", ("a web page", "download the picture itself")),
    (b"<html", ("a web page", "download the picture itself")),
    (b"%pdf", ("a PDF", "export it as PNG")),
    (b"8bps", ("a Photoshop file", "export it as PNG or JPEG")),
    (b"gimp xcf", ("a GIMP file", "export it as PNG or JPEG")),
    (b"version https://git-lfs", ("a Git LFS pointer", "run 'git lfs pull'")),
)


def load_picture(data: bytes, path: str) -> PictureData:
    """The picture in a file of any of ``FORMATS``; the first frame of a moving one.

    The file's name and its dpi tag do not matter. An EXIF orientation is applied. A JPEG that needs no change
    (8 bits, grey or RGB, upright) is passed through unchanged, and so are the rows of such a PNG
    (``passed_png``). Neither is decoded, except a palette with transparent colours for its alpha plane. Any
    other JPEG is encoded again, as its rows would take ten times its bytes and more. Everything else becomes
    8-bit grey or RGB, with an alpha plane where anything is transparent; 16 bits are rounded. Colour profiles
    are applied when they lead to other colours than sRGB, those of greys when they lead to others by more
    than a little; CMYK becomes RGB that way, or by plain arithmetic without a profile.

    Args:
        data: The file.
        path: As it is shown to the author.

    Raises:
        PictureFault: Empty, no picture, cut short, faulty, of another format, or with more than
            ``MAX_PIXELS`` (``MAX_MAP_PIXELS`` where it need not be decoded as a whole), ``MAX_SCANS`` or
            ``MAX_SEGMENTS``.
    """
    if not data.strip():
        raise PictureFault(f"'{path}' is empty", "export the picture again")
    try:
        with warnings.catch_warnings():
            # Pillow warns about large pictures and odd metadata; everything that matters is checked here.
            warnings.simplefilter("ignore")
            check_jpeg(data, path)
            return passed_jpeg(data) or passed_png(data, path) or _load(data, path)
    except PictureFault:
        raise
    except MemoryError:
        raise PictureFault(f"'{path}' is too large for the memory", "make it smaller") from None
    except Exception as fault:
        # Decoders of foreign bytes raise anything: struct.error, SyntaxError, IndexError and so on.
        raise PictureFault(f"'{path}' is a faulty picture: {_reason(fault)}") from None


def _load(data: bytes, path: str) -> PictureData:
    from PIL import Image, UnidentifiedImageError

    too_large = PictureFault(
        f"'{path}' has more than {MAX_PIXELS:,} pixels",
        f"make it smaller; only PNG of 8 bits and JPEG in sRGB may have up to {MAX_MAP_PIXELS:,}",
    )
    try:
        image: Image.Image = Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError:
        what, cure = _mistaken(data)
        raise PictureFault(f"'{path}' is {what}", cure) from None
    except Image.DecompressionBombError:
        raise too_large from None
    with image:
        if image.width * image.height > MAX_PIXELS:
            bands = open_bands(data, image.width) if image.format == "PNG" else None
            if bands is None:
                raise too_large
            return _packed(bands, image.size)
        if image.format == "PNG" and image.mode == "P" and "transparency" in image.info:
            found = passed_png(data, path, masked=True)
            if found is not None:
                return _masked(image, found)
        return _passed(image, data) if _passes(image, data) else _converted(image, data)


def _passes(image: Image, data: bytes) -> bool:
    """Whether a PDF can hold the file unchanged (ISO 32000-1 §7.4.8), even if its metadata are unclear."""
    if image.format != "JPEG" or image.mode not in ("L", "RGB") or _orientation(image) != 1:
        return False
    return read_jpeg(data) is not None and not has_foreign_profile(image)


def _passed(image: Image, data: bytes) -> PictureData:
    width, height = image.size
    mode: Literal["L", "RGB"] = "L" if image.mode == "L" else "RGB"
    image.load()
    return PictureData(jpeg_key(data), width, height, mode, data, jpeg=True)


def _masked(image: Image, picture: PictureData) -> PictureData:
    """The rows of a picture as they are, with the mask that the transparent colours of its palette make."""
    visible = image.convert("RGBA").getchannel("A")
    if visible.getextrema() == (255, 255):
        return picture
    plane = RowPacker()
    plane.add(visible, overlap=False)
    key = _key(picture.key.encode(), visible.tobytes())
    return picture._replace(key=key, alpha=plane.packed())


def _converted(image: Image, data: bytes) -> PictureData:
    from PIL import ImageOps

    jpeg = image.format in ("JPEG", "MPO")  # the latter holds several; the first is shown
    image.load()
    if _orientation(image) != 1:
        upright = ImageOps.exif_transpose(image)
        image.close()  # two of the largest pictures at once are a quarter of what a run may take
        image = upright
    if jpeg:
        return jpeg_data(_eight_bit(image), _key(b"converted jpeg", data), _QUALITY)
    return picture_data(image)


def jpeg_data(image: Image, key: str, quality: int) -> PictureData:
    """A decoded image of mode L or RGB as a JPEG.

    Args:
        image: Without metadata that matters: they are dropped.
        key: Made of what the image was made from, as encoders differ in their last bits.
        quality: Of Pillow's scale, 0 to 95.
    """
    mode: Literal["L", "RGB"] = "L" if image.mode == "L" else "RGB"
    buffer = io.BytesIO()
    small = image.width * image.height <= 2 * _BAND  # to optimise, the encoder holds all that it will write
    try:
        image.save(buffer, "JPEG", quality=quality, subsampling=0, optimize=small)
    except OSError:  # noise takes more bytes than the encoder has room for
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=quality, subsampling=0)
    return PictureData(key, image.width, image.height, mode, buffer.getvalue(), jpeg=True)


def _orientation(image: Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # metadata that cannot be read says nothing about the picture
        return 1


def picture_data(image: Image) -> PictureData:
    """A decoded image of any mode as compressed rows; the alpha plane is dropped where all is opaque.

    Worked through in bands, as the largest pictures would take up to a gigabyte in all the forms that they go
    through.
    """
    return _packed(_bands(image), image.size)


def unfiltered_picture(image: Image) -> PictureData:
    """An image of mode ``L``, ``RGB`` or ``CMYK`` as compressed rows, in less time and more bytes."""
    rows = image.tobytes()
    key = hashlib.sha256(f"{image.mode} {image.size} ".encode() + rows).hexdigest()
    assert image.mode in ("L", "RGB", "CMYK"), image.mode
    packed = zlib.compress(unfiltered_rows(rows, len(rows) // image.height), 6)
    return PictureData(key, image.width, image.height, image.mode, packed)  # type: ignore[arg-type]


def _bands(image: Image) -> Iterator[Image]:
    """The image from the top in bands; each but the first begins with the last row of the one before."""
    rows = max(1, _BAND // image.width)
    for top in range(0, image.height, rows):
        first = max(0, top - 1)  # filters look at the row above
        yield image.crop((0, first, image.width, min(top + rows, image.height)))


def open_bands(data: bytes, width: int) -> Iterator[Image] | None:
    """The bands of a PNG file that is never decoded as a whole; None if it has to be."""
    from PIL import Image

    bands = png_bands(data, max(1, _BAND // width))
    if bands is None:
        return None

    def opened() -> Iterator[Image.Image]:
        try:
            file = next(bands)
            while True:
                with Image.open(io.BytesIO(file), formats=["PNG"]) as band:
                    band.load()
                    last = band.crop((0, band.height - 1, band.width, band.height)).tobytes()
                    yield band
                file = bands.send(last)
        except StopIteration:
            return

    return opened()


def _packed(bands: Iterable[Image], size: tuple[int, int]) -> PictureData:
    mode: Literal["L", "RGB"] = "RGB"
    colours, plane, opaque = RowPacker(), RowPacker(), True
    digest = hashlib.sha256()
    hidden = hashlib.sha256()
    for number, raw in enumerate(bands):
        band, overlap = _eight_bit(raw), bool(number)
        if band.mode in ("LA", "RGBA"):
            visible = band.getchannel("A")
            opaque = opaque and visible.getextrema() == (255, 255)
            plane.add(visible, overlap=overlap)
            hidden.update(visible.crop((0, int(overlap), *visible.size)).tobytes())
            band = band.convert(band.mode[:-1])
        if not overlap:
            mode = "L" if band.mode == "L" else "RGB"
            _take(digest, mode.encode(), struct.pack(">II", *size))
            digest.update(struct.pack(">Q", size[0] * size[1] * len(mode)))
        digest.update(band.crop((0, int(overlap), *band.size)).tobytes())
        colours.add(band, overlap=overlap)
    # The key is made of the pixels, not of the compressed bytes, which differ between builds of zlib.
    _take(digest, b"" if opaque else hidden.digest())
    mask = None if opaque else plane.packed()
    return PictureData(digest.hexdigest(), *size, mode, colours.packed(), alpha=mask)


def derived_key(key: str, width: int, height: int) -> str:
    """The key of a picture made from another one by giving it this many pixels."""
    return _key(key.encode(), struct.pack(">II", width, height))


def _eight_bit(image: Image) -> Image:
    """The image in mode L, LA, RGB or RGBA and in sRGB."""
    if image.mode in ("I;16", "I;16L", "I;16B", "I;16N", "I"):
        image = _of_sixteen_bits(image)
    elif image.mode == "F":
        image = image.convert("L")
    transparent = image.mode in ("LA", "La", "RGBA", "RGBa", "PA") or "transparency" in image.info
    if image.mode in ("P", "PA", "RGBa") or (transparent and image.mode == "RGB"):
        image = image.convert("RGBA" if transparent else "RGB")
    elif image.mode in ("1", "L", "La", "LA"):
        image = image.convert("LA" if transparent else "L")
    if has_foreign_profile(image):
        image = to_srgb(image)
    return image if image.mode in ("L", "LA", "RGB", "RGBA") else image.convert("RGB")


def _of_sixteen_bits(image: Image) -> Image:
    """The image in mode L, or LA where one of its greys is transparent."""
    levels = image.convert("I")
    grey = levels.point(lambda level: level / 257).convert("L")
    unseen = image.info.get("transparency")
    if isinstance(unseen, int):
        grey.putalpha(levels.point([0 if level == unseen else 255 for level in range(1 << 16)], "L"))
    return grey


def _mistaken(data: bytes) -> tuple[str, str]:
    """The actual kind of file, and the cure."""
    start = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if data[4:8] == b"ftyp":
        return "a HEIC or AVIF photo", "export it as JPEG"
    for signature, what in _MISTAKEN:
        if start.startswith(signature):
            return what
    return "no picture that is read here", f"use {', '.join(FORMATS[:-1])} or {FORMATS[-1]}"


def _reason(fault: BaseException) -> str:
    """Pillow's words as one short line."""
    words = " ".join(str(fault).split()) or type(fault).__name__
    return words[:1].lower() + words[1:100]


def _key(*parts: bytes) -> str:
    digest = hashlib.sha256()
    _take(digest, *parts)
    return digest.hexdigest()


def _take(digest: hashlib._Hash, *parts: bytes) -> None:
    for part in parts:
        digest.update(struct.pack(">Q", len(part)))
        digest.update(part)


_TOLERANCE = 10  # of 255: a gamma of 2.2 differs that much from the curve of sRGB


def has_foreign_profile(image: Image) -> bool:
    """Whether the file carries a profile whose colours differ from sRGB."""
    icc = image.info.get("icc_profile")
    if not icc:
        return False
    if image.mode in ("L", "LA"):
        curve = _grey_curve(icc) if is_of_greys(icc) else None
        return curve is not None and any(abs(to - level) > _TOLERANCE for level, to in enumerate(curve))
    if image.mode not in ("RGB", "RGBA", "CMYK"):
        return False
    return not (image.mode != "CMYK" and b"sRGB" in icc[:4096].replace(b"\0", b""))


def to_srgb(image: Image) -> Image:
    """The image converted by its profile; unchanged when the profile cannot be used."""
    from PIL import ImageCms

    if image.mode in ("L", "LA"):
        curve = _grey_curve(image.info["icc_profile"])
        same = list(range(256)) if image.mode == "LA" else []
        return image if curve is None else image.point(curve + same)
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        target = ImageCms.createProfile("sRGB")
        if image.mode == "RGBA":
            plane = image.getchannel("A")
            colours = ImageCms.profileToProfile(image.convert("RGB"), source, target, outputMode="RGB")
            if colours is not None:
                colours.putalpha(plane)
            return colours or image
        return ImageCms.profileToProfile(image, source, target, outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return image


def _grey_curve(icc: bytes) -> list[int] | None:
    """The sRGB grey of each grey of the profile; None when the profile cannot be used."""
    from PIL import Image, ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(icc))
        ramp = Image.frombytes("L", (256, 1), bytes(range(256)))
        shown = ImageCms.profileToProfile(ramp, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
        return None if shown is None else list(shown.getchannel("G").tobytes())
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


_LEVEL = 6  # zlib's own default; higher ones take ten times as long on photos, for nothing
_GRAINY = 0.3  # of its size is what is left of a photo; of what was drawn it is less
_SAMPLE = 1 << 16


class RowPacker:
    """Packs the rows of a picture, band by band.

    Either differences to neighbouring pixels are packed, as in PNG files, or the pixels themselves. Photos
    shrink best as differences that are only run-length encoded (zlib's strategy RLE); looking for more takes
    ten times as long and mostly finds nothing, which a sample shows. For drawings, all ways are tried on the
    first band, and the best one is used.
    """

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._packer: zlib._Compress | None = None
        self._filtered = True

    def add(self, band: Image, *, overlap: bool) -> None:
        """Pack a band.

        Args:
            band: Grey or RGB.
            overlap: Whether its first row is the last one of the band before, and not packed again.
        """
        if self._packer is None:
            self._start(band)
        else:
            self._packed.append(self._packer.compress(_rows(band, filtered=self._filtered, overlap=overlap)))

    def packed(self) -> bytes:
        """All bands, once the last was added."""
        if self._packer is not None:
            self._packed.append(self._packer.flush())
        return b"".join(self._packed)

    def _start(self, band: Image) -> None:
        filtered = _rows(band, filtered=True, overlap=False)
        best, self._packer, packed = _tried(filtered, zlib.Z_RLE)
        self._packed = [packed]
        if best > _GRAINY * len(filtered) and not _repeats(filtered):
            return
        plain = _rows(band, filtered=False, overlap=False)
        for rows in (filtered, plain):
            size, packer, packed = _tried(rows, zlib.Z_DEFAULT_STRATEGY)
            if size < best:
                best, self._packer, self._packed, self._filtered = size, packer, [packed], rows is filtered


def unfiltered_rows(pixels: bytes, row_bytes: int) -> bytes:
    """Rows of pixels, each with the filter None before it.

    Args:
        pixels: Without anything between the rows.
        row_bytes: Of one row.
    """
    return b"".join(b"\0" + pixels[at : at + row_bytes] for at in range(0, len(pixels), row_bytes))


def _repeats(filtered: bytes) -> bool:
    """Whether a grainy picture is worth a search all the same, as grey ones in three equal colours are."""
    middle = len(filtered) // 2
    sample = filtered[middle : middle + _SAMPLE]
    return _tried(sample, zlib.Z_DEFAULT_STRATEGY)[0] < _tried(sample, zlib.Z_RLE)[0]


def _tried(rows: bytes, strategy: int) -> tuple[int, zlib._Compress, bytes]:
    """How many bytes they become, and the packer with what it gave so far."""
    packer = zlib.compressobj(_LEVEL, strategy=strategy)
    packed = packer.compress(rows)
    return len(packed) + len(packer.copy().flush()), packer, packed


def _rows(band: Image, *, filtered: bool, overlap: bool) -> bytes:
    row_bytes = band.width * len(band.getbands())
    if not filtered:
        pixels = band.tobytes()
        return unfiltered_rows(pixels[row_bytes:] if overlap else pixels, row_bytes)
    buffer = io.BytesIO()
    # Pillow knows the filters; what zlib does with them is decided here, by the same zlib as all else in a
    # file.
    band.save(buffer, "PNG", compress_level=0)
    rows = zlib.decompress(packed_rows(buffer.getvalue()))
    return rows[1 + row_bytes :] if overlap else rows
