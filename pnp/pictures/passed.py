"""JPEG and PNG files by their parts: those that a PDF can hold unchanged, and what they say about themselves.

JPEG files consist of segments (ITU T.81 annex B), PNG files of chunks (PNG 1.2). Both may hold EXIF, XMP and
ICC data, which say which side is up and what the colours mean.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.draw import PictureData
from pnp.pictures.library import PictureFault
from pnp.pictures.limits import MAX_MAP_PIXELS, MAX_PIXELS, MAX_SCANS, MAX_SEGMENTS

_ORIENTATION = 0x0112  # EXIF 2.32 §4.6.5
_XMP_ORIENTATION = re.compile(rb'tiff:Orientation(?:="|>)([0-9])')
_SHORT = 3
_ENTRY_BYTES = 12


def is_upright(tiff: bytes) -> bool:
    """True if EXIF data say that the picture is upright or say nothing; False if they are unclear.

    Args:
        tiff: The data, from the byte order on.
    """
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    try:
        if order is None:
            return False
        (at,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, at)
        for start in range(at + 2, at + 2 + count * _ENTRY_BYTES, _ENTRY_BYTES):
            tag, kind, many, value = struct.unpack_from(f"{order}HHIH", tiff, start)
            if tag == _ORIENTATION and (kind, many, value) != (_SHORT, 1, 1):
                return False
    except struct.error:
        return False
    return True


def turns(xmp: bytes) -> bool:
    """Whether XMP data say that the picture has to be turned."""
    return any(side != b"1" for side in _XMP_ORIENTATION.findall(xmp))


_SPACE, _OF_GREYS = slice(16, 20), b"GRAY"  # ICC.1:2022 §7.2.6: the colour space of the file's numbers


def is_of_greys(icc: bytes) -> bool:
    """Whether the profile is for grey pictures; many have one for colours, which says nothing about them."""
    return icc[_SPACE] == _OF_GREYS


_START, _END, _SCAN, _APP0, _APP1, _APP2, _APP14 = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xE2, 0xEE
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PDF_FRAMES = frozenset({0xC0, 0xC1, 0xC2})
"""Baseline, extended and progressive, coded by Huffman. PDF readers know no others (ISO 32000-1 §7.4.8)."""
_HEIGHT = 0xDC  # states the height after the first scan, which PDF readers do not expect
_JFIF_BYTES = 14  # name, version, density and size of a thumbnail (JFIF 1.02)
_ADOBE_BYTES = 12  # name, version, two words of flags, colour transform (Adobe Technical Note 5116 §18)
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The end of a scan: any marker except a restart."""


def check_jpeg(data: bytes, path: str) -> None:
    """Refuse a JPEG file that would take decoders too long; any other file is left to them.

    Args:
        data: The file.
        path: As it is shown to the author.

    Raises:
        PictureFault: It has more scans or segments than are read.
    """
    if not data.startswith(b"\xff\xd8"):
        return
    at, scans = 2, 0
    for _ in range(MAX_SEGMENTS):
        found = _AFTER_SCAN.search(data, at)  # bytes between segments are skipped, as decoders do
        if found is None:
            return
        marker, at = data[found.end() - 1], found.end()
        if marker == _END:
            return
        if marker in (_START, 1):  # these have no length
            continue
        at += int.from_bytes(data[at : at + 2], "big")
        scans += marker == _SCAN
        if scans > MAX_SCANS:
            cure = "save it again, as a baseline JPEG or with a common progressive setting"
            raise PictureFault(f"'{path}' is a JPEG with more than {MAX_SCANS} scans", cure)
    message = f"'{path}' is a JPEG with more than {MAX_SEGMENTS:,} segments"
    raise PictureFault(message, "save it again without metadata")


@dataclass(slots=True)
class Jpeg:
    """The segments of a JPEG file.

    Attributes:
        size: Width and height in pixels.
        components: Their identifiers: one for grey, three for colours.
        end: Offset of the first byte after the end marker.
        jfif: Whether the file is JFIF.
        adobe: The colour transform of Adobe's segment (0 for RGB); None without such a segment.
        plain: Whether the file itself says that it is upright and in sRGB.
    """

    size: tuple[int, int] = (0, 0)
    components: bytes = b""
    end: int = 0
    jfif: bool = False
    adobe: int | None = None
    plain: bool = True

    @property
    def is_unambiguous(self) -> bool:
        """Whether JPEG decoders and PDF readers agree about the colours.

        Decoders trust JFIF more than Adobe's segment and look at the identifiers of components; PDF readers
        look at Adobe's segment alone (ISO 32000-1 §7.4.8).
        """
        if len(self.components) == 1:
            return True
        return self.adobe != 0 if self.jfif else self.adobe is not None or self.components != b"RGB"


def passed_jpeg(data: bytes) -> PictureData | None:
    """The picture in a JPEG file that a PDF can hold unchanged; None for a file that has to be decoded.

    Such a file has 8 bits, grey or three colours, no colours other than sRGB, is upright, and has all its
    segments up to the end marker. Whatever follows the end (a second picture, a film) is left out.
    """
    jpeg = read_jpeg(data)
    if jpeg is None or not jpeg.plain:
        return None
    mode: Literal["L", "RGB"] = "L" if len(jpeg.components) == 1 else "RGB"
    whole = data if jpeg.end == len(data) else data[: jpeg.end]
    return PictureData(jpeg_key(whole), *jpeg.size, mode, whole, jpeg=True)


def jpeg_key(data: bytes) -> str:
    """The key of a JPEG file that is passed through."""
    return hashlib.sha256(struct.pack(">Q4sQ", 4, b"jpeg", len(data)) + data).hexdigest()


def read_jpeg(data: bytes) -> Jpeg | None:
    """The segments of a JPEG file that PDF readers can decode; None for any other or truncated file."""
    if not data.startswith(b"\xff\xd8"):
        return None
    jpeg, at, scanned = Jpeg(), 2, False
    try:
        while data[at] == 0xFF:
            marker = data[at + 1]
            if marker == 0xFF:  # padding
                at += 1
                continue
            if marker == _END:
                jpeg.end = at + 2
                return jpeg if scanned and jpeg.is_unambiguous else None
            (length,) = struct.unpack_from(">H", data, at + 2)
            body = data[at + 4 : at + 2 + length]
            at += 2 + length
            if len(body) != length - 2 or not _read_segment(jpeg, marker, body):
                return None
            if marker == _SCAN:
                found = _AFTER_SCAN.search(data, at)
                if found is None or not jpeg.components:
                    return None
                at, scanned = found.start(), True
    except (struct.error, IndexError):
        pass
    return None


def _read_segment(jpeg: Jpeg, marker: int, body: bytes) -> bool:
    """Whether PDF readers can handle the segment; ``jpeg`` takes up what it says."""
    if marker in _FRAMES:
        return marker in _PDF_FRAMES and _read_frame(jpeg, body)
    if marker == _APP0 and body.startswith(b"JFIF\0"):
        jpeg.jfif = True
        return len(body) >= _JFIF_BYTES
    if marker == _APP1:
        upright = is_upright(body[6:]) if body.startswith(b"Exif\0\0") else not turns(body)
        jpeg.plain = jpeg.plain and upright
    elif marker == _APP2 and body.startswith(b"ICC_PROFILE\0"):
        jpeg.plain = jpeg.plain and _is_srgb(body)
    elif marker == _APP14 and body.startswith(b"Adobe") and len(body) >= _ADOBE_BYTES:
        jpeg.adobe = body[_ADOBE_BYTES - 1]
    return marker != _HEIGHT


def _read_frame(jpeg: Jpeg, body: bytes) -> bool:
    bits, height, width, count = struct.unpack_from(">BHHB", body)
    if jpeg.components or bits != 8 or count not in (1, 3) or len(body) != 6 + 3 * count:
        return False
    jpeg.size, jpeg.components = (width, height), body[6::3]
    return 0 < int(width * height) <= MAX_MAP_PIXELS


def _is_srgb(body: bytes) -> bool:
    """Whether the first segment of a profile is one of sRGB; further segments are what the first one was."""
    return len(body) > 12 and (body[12] != 1 or b"sRGB" in body[14 : 14 + 4096].replace(b"\0", b""))


_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB, _PALETTE, _GREY_ALPHA, _RGB_ALPHA = 0, 2, 3, 4, 6
_CHANNELS = {_GREY: 1, _RGB: 3, _PALETTE: 1, _GREY_ALPHA: 2, _RGB_ALPHA: 4}
_PIECE = 1 << 18
"""Bytes of rows that are unpacked at once."""
_STEP = 1 << 16
"""Bytes that are unpacked at once: what is left over is copied."""
_BITS: Mapping[int, tuple[int, ...]] = {_GREY: (1, 2, 4, 8), _RGB: (8,), _PALETTE: (1, 2, 4, 8)}
_PROFILE_START = 1 << 12
"""Bytes of a colour profile that are read."""
_CHUNK_COUNT = 50_000
"""Chunks of a file that are read; a file with more is decoded."""

_Chunk: TypeAlias = tuple[bytes, bytes | memoryview, bool]
"""Kind, content (a view where it holds rows), and whether the checksum is right."""


@dataclass(frozen=True, slots=True)
class _Header:
    width: int
    height: int
    bits: int
    kind: int

    @property
    def row_bytes(self) -> int:
        """Bytes of a row with its filter before it."""
        return 1 + (self.width * self.bits * _CHANNELS[self.kind] + 7) // 8


def passed_png(data: bytes, path: str, *, masked: bool = False) -> PictureData | None:
    """The picture in a PNG file whose rows a PDF can hold unchanged; None if it has to be decoded.

    Such a file is not interlaced, has at most 8 bits, no transparency, no colours other than sRGB, and is
    upright. Its structure and the checksums of its chunks are right, and it has all its rows. What the rows
    contain is not looked at.

    Args:
        data: The file.
        path: As it is shown to the author.
        masked: Whether colours of a palette may be transparent, for a caller who takes care of that.

    Raises:
        PictureFault: A checksum of the picture itself is wrong, or rows are missing.
    """
    if not data.startswith(_SIGNATURE):
        return None
    chunks = list(_chunks(data))
    for kind, _, valid in chunks:
        if not valid and kind[:1].isupper():
            raise PictureFault(f"'{path}' is a damaged picture")
        if not valid:
            return None
    header = _header(chunks)
    if header is None or not _plain(chunks, header, masked=masked):
        return None
    palette = _palette(chunks, header)
    rows = b"".join([body for kind, body, _ in chunks if kind == b"IDAT"])
    mode: Literal["L", "RGB"] = "L" if header.kind == _GREY else "RGB"
    if not _is_complete(rows, header):
        raise PictureFault(f"'{path}' is a damaged picture: rows are missing or cannot be unpacked")
    key = _key(header, palette, rows)
    return PictureData(key, header.width, header.height, mode, rows, bits=header.bits, palette=palette)


def _is_complete(rows: bytes, header: _Header) -> bool:
    """Whether all rows are there: their bytes are counted while they are unpacked."""
    wanted, count = header.row_bytes * header.height, 0
    try:
        for piece in _unpacked([rows]):
            count += len(piece)
            if count >= wanted:
                return True
    except zlib.error:
        pass
    return False


def _unpacked(parts: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """The unpacked bytes of rows in pieces of at most ``_PIECE``.

    Raises:
        zlib.error: They cannot be unpacked.
    """
    unpacker = zlib.decompressobj()
    for part in parts:
        view = memoryview(part)
        for at in range(0, len(view), _STEP):
            packed: bytes | memoryview = view[at : at + _STEP]
            while packed and not unpacker.eof:
                yield unpacker.decompress(packed, _PIECE)
                packed = unpacker.unconsumed_tail


def _key(header: _Header, palette: bytes | None, rows: bytes) -> str:
    size = struct.pack(
        ">3sIIBBI", b"png", header.width, header.height, header.bits, header.kind, len(palette or b"")
    )
    digest = hashlib.sha256(size + (palette or b""))
    digest.update(rows)
    return digest.hexdigest()


def png_file(picture: PictureData) -> bytes:
    """The picture as a PNG file, without its alpha plane.

    Args:
        picture: Grey or RGB, and no JPEG.
    """
    kind = _PALETTE if picture.palette is not None else _GREY if picture.mode == "L" else _RGB
    header = struct.pack(">IIBBBBB", picture.width_px, picture.height_px, picture.bits, kind, 0, 0, 0)
    palette = b"" if picture.palette is None else _chunk(b"PLTE", picture.palette)
    parts = (
        _SIGNATURE,
        _chunk(b"IHDR", header),
        palette,
        _chunk(b"IDAT", picture.data),
        _chunk(b"IEND", b""),
    )
    return b"".join(parts)


def packed_rows(png: bytes) -> bytes:
    """The compressed rows of a PNG file that Pillow made."""
    return b"".join(body for kind, body, _ in _chunks(png) if kind == b"IDAT")


def _chunk(kind: bytes, body: bytes) -> bytes:
    checksum = zlib.crc32(body, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(body)), kind, body, struct.pack(">I", checksum)))


def _chunks(data: bytes) -> Iterator[_Chunk]:
    """The complete chunks up to the end of the picture, at most ``_CHUNK_COUNT``."""
    at, view = len(_SIGNATURE), memoryview(data)
    for _ in range(_CHUNK_COUNT):
        if at + 12 > len(data):
            return
        (length,) = struct.unpack_from(">I", data, at)
        end = at + 12 + length
        if end > len(data):
            return
        kind, body = data[at + 4 : at + 8], view[at + 8 : end - 4]
        (checksum,) = struct.unpack_from(">I", data, end - 4)
        valid = zlib.crc32(body, zlib.crc32(kind)) == checksum
        yield kind, body if kind == b"IDAT" else bytes(body), valid
        if kind == b"IEND":
            return
        at = end


def _header(chunks: Sequence[_Chunk], kinds: Mapping[int, tuple[int, ...]] = _BITS) -> _Header | None:
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        return None
    width, height, bits, kind, packing, filters, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    most = MAX_MAP_PIXELS if bits == 8 else MAX_PIXELS
    if not 0 < width * height <= most or bits not in kinds.get(kind, ()) or packing or filters or interlaced:
        return None
    return _Header(width, height, bits, kind)


def png_bands(data: bytes, rows: int) -> Generator[bytes, bytes, None] | None:
    """A PNG file in bands, each a PNG file of ``rows`` rows; None if it has no 8 bits or is interlaced.

    Each band but the first begins with the last row of the one before. A band has to be decoded, and its last
    row sent to the generator as bytes, before the next one is made.
    """
    chunks = list(_chunks(data))
    header = _header(chunks, dict.fromkeys(_CHANNELS, (8,)))
    return None if header is None else _bands(chunks, header, rows)


def _bands(chunks: Sequence[_Chunk], header: _Header, rows: int) -> Generator[bytes, bytes, None]:
    before = [_chunk(kind, bytes(body)) for kind, body, _ in chunks[1:] if kind in _ABOUT_COLOURS]
    pieces = _unpacked([body for kind, body, _ in chunks if kind == b"IDAT"])
    waiting, top, last = bytearray(), 0, b""
    while top < header.height:
        count = min(rows, header.height - top)
        while len(waiting) < count * header.row_bytes:
            piece = next(pieces, None)
            if piece is None:
                raise zlib.error("rows are missing")
            waiting += piece
        end = count * header.row_bytes
        band = b"".join((b"\0" + last if last else b"", waiting[:end]))
        del waiting[:end]
        size = struct.pack(">IIBBBBB", header.width, count + bool(last), 8, header.kind, 0, 0, 0)
        head = (_SIGNATURE, _chunk(b"IHDR", size), *before)
        last = yield b"".join((*head, _chunk(b"IDAT", zlib.compress(band, 0)), _chunk(b"IEND", b"")))
        top += count


_ABOUT_COLOURS = (b"PLTE", b"tRNS", b"iCCP", b"sRGB", b"gAMA", b"cHRM")


def _plain(chunks: Sequence[_Chunk], header: _Header, *, masked: bool) -> bool:
    """Whether the chunks are in order, and nothing in them changes what the rows show."""
    kinds = [kind for kind, _, _ in chunks]
    rows = kinds.count(b"IDAT")
    if not rows or kinds[-1] != b"IEND" or kinds.count(b"IHDR") != 1:
        return False
    first = kinds.index(b"IDAT")
    palettes = [index for index, kind in enumerate(kinds) if kind == b"PLTE"]
    if (
        kinds[first : first + rows] != [b"IDAT"] * rows
        or len(palettes) > 1
        or any(at > first for at in palettes)
    ):
        return False
    if header.kind == _PALETTE and not palettes:
        return False
    if masked and header.kind == _PALETTE:
        chunks = [one for one in chunks if one[0] != b"tRNS"]
    return all(_harmless(kind, bytes(body), header) for kind, body, _ in chunks if kind != b"IDAT")


def _harmless(kind: bytes, body: bytes, header: _Header) -> bool:
    match kind:
        case b"tRNS" | b"acTL":
            return False
        case b"PLTE":
            return header.kind != _PALETTE or (len(body) % 3 == 0 and 0 < len(body) <= 3 << header.bits)
        case b"iCCP":
            return _changes_nothing(body, header)
        case b"eXIf":
            return is_upright(body)
        case b"tEXt" | b"zTXt" | b"iTXt":
            return _says_nothing(body)
        case _:
            return kind[:1].islower() or kind in (b"IHDR", b"IEND")


def _changes_nothing(body: bytes, header: _Header) -> bool:
    """Whether the profile is one of sRGB, or one for colours in a grey picture."""
    _, _, rest = body.partition(b"\0")
    try:
        start = zlib.decompressobj().decompress(rest[1:], _PROFILE_START)
    except zlib.error:
        return header.kind == _GREY
    return not is_of_greys(start) if header.kind == _GREY else b"sRGB" in start.replace(b"\0", b"")


def _says_nothing(body: bytes) -> bool:
    """Whether a text says nothing about which side of the picture is up."""
    keyword, _, text = body.partition(b"\0")
    if keyword.startswith(b"Raw profile"):
        return False
    if keyword != b"XML:com.adobe.xmp":
        return True
    packed = text[:1] != b"\0"
    return not packed and not turns(text)


def _palette(chunks: Sequence[_Chunk], header: _Header) -> bytes | None:
    """The palette, filled up with black: a number in the rows beyond its end must not lead anywhere else."""
    if header.kind != _PALETTE:
        return None
    (palette,) = (body for kind, body, _ in chunks if kind == b"PLTE")
    return bytes(palette).ljust(3 << header.bits, b"\0")
