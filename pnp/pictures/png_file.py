"""PNG files by chunk (PNG 1.2): those whose packed rows can stand in a PDF as they are, and files made of such rows."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.draw import PictureData
from pnp.pictures.exif import is_upright, turns
from pnp.pictures.fault import PictureFault
from pnp.pictures.limits import MAX_PIXELS
from pnp.pictures.profile import is_of_greys
from pnp.pictures.proved import Proved

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB, _PALETTE = 0, 2, 3
_BITS: Mapping[int, tuple[int, ...]] = {_GREY: (1, 2, 4, 8), _RGB: (8,), _PALETTE: (1, 2, 4, 8)}
_FILTERS = 5  # PNG 1.2 §6: None, Sub, Up, Average, Paeth
# Bytes that are unpacked at once, and as many as they may become. Each step gives way to other threads, and getting its
# turn again may take a thread longer than a small step does; what a large one makes does not stay near the processor.
_STEP, _ROOM = 1 << 19, 1 << 22
_PROFILE_START = 1 << 12  # as much of a profile as is looked at
_CHUNK_COUNT = 50_000  # of a file, that are looked at here; one with more is decoded


_Chunk: TypeAlias = tuple[bytes, bytes | memoryview, bool]
"""Kind and content, which of rows is a view, and whether its checksum is right."""


@dataclass(frozen=True, slots=True)
class _Header:
    width: int
    height: int
    bits: int
    kind: int

    @property
    def row_bytes(self) -> int:
        """Of one row with the byte that names its filter."""
        return 1 + (self.width * self.bits * (3 if self.kind == _RGB else 1) + 7) // 8


def passed_png(
    data: bytes, path: str, *, masked: bool = False, proved: Proved | None = None
) -> PictureData | None:
    """The picture in a PNG file whose rows are what a PDF holds too; None for what has to be looked at otherwise.

    Such a file is not interlaced, has at most 8 bits, no transparency, no colours but sRGB, and stands upright. All of it is
    proved without making pixels: checksums of chunks and rows agree, the rows unpack to as many bytes as there should be and not one
    more, and each has a filter that exists.

    Args:
        data: The file.
        path: As it is shown to the author.
        masked: Whether colours of a palette may be transparent, for somebody who takes care of that.
        proved: Pictures whose rows were unpacked before; this one is added.

    Raises:
        PictureFault: A checksum of the picture itself is wrong.
    """
    found = _looked_at(data, path, masked=masked)
    if found is None:
        return None
    header, palette, bodies = found
    rows = b"".join(bodies)
    key = _key(header, palette, (rows,))
    if not (proved is not None and proved.knows(key)) and not _whole((rows,), header):
        return None
    if proved is not None:
        proved.add(key)
    mode: Literal["L", "RGB"] = "L" if header.kind == _GREY else "RGB"
    return PictureData(key, header.width, header.height, mode, rows, bits=header.bits, palette=palette)


def sound_png_key(data: bytes, path: str) -> str | None:
    """The key of the picture that ``passed_png`` gives, without making it; None where there is none.

    Args:
        data: The file.
        path: As it is shown to the author.

    Raises:
        PictureFault: A checksum of the picture itself is wrong.
    """
    found = _looked_at(data, path)
    if found is None or not _whole(found[2], found[0]):
        return None
    return _key(*found)


def _looked_at(
    data: bytes, path: str, *, masked: bool = False
) -> tuple[_Header, bytes | None, list[bytes | memoryview]] | None:
    """Header, palette and packed rows of a PNG file as ``passed_png`` takes them, whose rows have not been looked at."""
    if not data.startswith(_SIGNATURE):
        return None
    chunks = list(_chunks(data))
    for kind, _, sound in chunks:
        if not sound and kind[:1].isupper():
            raise PictureFault(f"'{path}' is a damaged picture")
        if not sound:
            return None
    header = _header(chunks)
    if header is None or not _plain(chunks, header, masked=masked):
        return None
    return header, _palette(chunks, header), [body for kind, body, _ in chunks if kind == b"IDAT"]


def _key(header: _Header, palette: bytes | None, rows: Iterable[bytes | memoryview]) -> str:
    digest = hashlib.sha256(
        struct.pack(
            ">3sIIBBI", b"png", header.width, header.height, header.bits, header.kind, len(palette or b"")
        )
    )
    digest.update(palette or b"")
    for part in rows:
        digest.update(part)
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
    """The deflated rows of a PNG file that is known to be sound."""
    return b"".join(body for kind, body, _ in _chunks(png) if kind == b"IDAT")


def _chunk(kind: bytes, body: bytes) -> bytes:
    checksum = zlib.crc32(body, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(body)), kind, body, struct.pack(">I", checksum)))


def _chunks(data: bytes) -> Iterator[_Chunk]:
    """The chunks that are whole, up to the end of the picture; of more than anybody writes only the first."""
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
        sound = zlib.crc32(body, zlib.crc32(kind)) == checksum
        yield kind, body if kind == b"IDAT" else bytes(body), sound
        if kind == b"IEND":
            return
        at = end


def _header(chunks: Sequence[_Chunk]) -> _Header | None:
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        return None
    width, height, bits, kind, packing, filters, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if (
        not 0 < width * height <= MAX_PIXELS
        or bits not in _BITS.get(kind, ())
        or packing
        or filters
        or interlaced
    ):
        return None
    return _Header(width, height, bits, kind)


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


def _whole(rows: Iterable[bytes | memoryview], header: _Header) -> bool:
    """Whether the rows unpack to what the header says, by unpacking them bit by bit into nothing."""
    stride = header.row_bytes
    wanted, found = stride * header.height, 0
    unpacker = zlib.decompressobj()
    try:
        for step in _steps(rows):
            packed: bytes | memoryview = step
            while packed:
                block = unpacker.decompress(packed, _ROOM)
                if unpacker.unused_data or max(block[-found % stride :: stride], default=0) >= _FILTERS:
                    return False
                found += len(block)
                if found > wanted:
                    return False
                packed = unpacker.unconsumed_tail
    except zlib.error:
        return False
    return unpacker.eof and found == wanted


def _steps(rows: Iterable[bytes | memoryview]) -> Iterator[memoryview]:
    for part in rows:
        view = memoryview(part)
        yield from (view[start : start + _STEP] for start in range(0, len(view), _STEP))
