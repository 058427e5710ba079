"""PNG files by chunk (PNG 1.2): their compressed rows, which a PDF can hold unchanged, and the way back."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.draw import PictureData
from pnp.pictures.fault import PictureFault
from pnp.pictures.limits import MAX_MAP_PIXELS, MAX_PIXELS
from pnp.pictures.metadata import is_of_greys, is_upright, turns

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
