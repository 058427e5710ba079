"""Fonts packed for the web: WOFF and WOFF2 become OpenType files.

WOFF 2 (w3.org/TR/WOFF2) is unpacked by fontTools and brotli, the extra ``fonts``. Before that, the data is
decompressed once with a limit, so that a small file cannot fill the memory.
"""

from __future__ import annotations

import io
import struct
import zlib
from importlib.util import find_spec
from typing import Any

from pnp.diagnostics import extra_cures
from pnp.fonts.limits import MAX_UNPACKED, MAX_UNPACKED_GLYPHS
from pnp.fonts.sfnt import FontFault

_PLAIN = "use the .otf or .ttf file of the font"
_AGAIN = "get the file again from its maker"


def is_packed(data: bytes) -> bool:
    """Whether the file is WOFF or WOFF2."""
    return data[:4] in (b"wOFF", b"wOF2")


def unpacked(data: bytes) -> bytes:
    """The OpenType file in a WOFF or WOFF2 file.

    Raises:
        FontFault: It is broken or too large, or the extra for it is not installed (A310).
    """
    try:
        return _woff(data) if data[:4] == b"wOFF" else _woff2(data)
    except (struct.error, zlib.error, IndexError) as fault:
        raise FontFault("A310", "the packed font is broken", _AGAIN) from fault


def _woff(data: bytes) -> bytes:
    """WOFF 1.0 (w3.org/TR/WOFF): each table is deflated, unless that would make it longer."""
    flavour, _, count = struct.unpack_from(">4sLH", data, 4)
    entries = [struct.unpack_from(">4s4L", data, 44 + 20 * index) for index in range(count)]
    _check_size(sum(length for _, _, _, length, _ in entries), MAX_UNPACKED)
    at = 12 + 16 * count
    head = [struct.pack(">4s4H", flavour, count, 0, 0, 0)]
    body = []
    for tag, offset, packed, length, checksum in entries:
        raw = data[offset : offset + packed]
        table = raw if packed == length else zlib.decompressobj().decompress(raw, length)
        if len(table) != length:
            raise IndexError(tag)
        head.append(struct.pack(">4s3L", tag, checksum, at, length))
        body.append(table + bytes(-length % 4))
        at += len(body[-1])
    return b"".join([*head, *body])


_NO_TRANSFORM = {10: 3, 11: 3}
"""Version of the transformation that changes nothing: of ``glyf`` and ``loca``; 0 of all other tables."""
_NAMED_TABLE = 63


def _woff2(data: bytes) -> bytes:
    if find_spec("brotli") is None or find_spec("fontTools") is None:
        raise FontFault("A310", "the font is packed as WOFF2", f"{extra_cures('fonts')[0]}, or {_PLAIN}")
    import brotli

    flavour, _, tables, _, whole, packed = struct.unpack_from(">4sLHHLL", data, 4)
    if flavour == b"ttcf":
        raise FontFault("A310", "the file is a collection that is packed as WOFF2", _PLAIN)
    _check_size(whole, MAX_UNPACKED)
    at, length, glyphs = 48, 0, 0
    for _ in range(tables):
        flags = data[at]
        tag, version = flags & 0x3F, flags >> 6
        at += 5 if tag == _NAMED_TABLE else 1
        size, at = _base128(data, at)
        if version != _NO_TRANSFORM.get(tag, 0):
            glyphs += size
            size, at = _base128(data, at)
        length += size
    _check_size(length, MAX_UNPACKED)
    _check_size(glyphs, MAX_UNPACKED_GLYPHS)
    decompressor = brotli.Decompressor()
    try:
        got = len(decompressor.process(data[at : at + packed], output_buffer_limit=length + 1))
        if got != length:
            raise IndexError("brotli")
        return _rebuilt(data)
    except brotli.error as fault:
        raise IndexError("brotli") from fault


def _rebuilt(data: bytes) -> bytes:
    """The work of fontTools, which meets a broken font with exceptions of many kinds."""
    from fontTools.ttLib import woff2

    out = io.BytesIO()
    try:
        unpacker: Any = woff2  # it has no types
        unpacker.decompress(io.BytesIO(data), out)
    except MemoryError:
        raise
    except Exception as fault:
        raise IndexError("WOFF2") from fault
    return out.getvalue()


def _base128(data: bytes, at: int) -> tuple[int, int]:
    """A number of up to five groups of seven bits, and where it ends."""
    value = 0
    for place in range(5):
        value = value << 7 | data[at + place] & 0x7F
        if not data[at + place] & 0x80:
            return value, at + place + 1
    raise IndexError("UIntBase128")


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise FontFault("A310", f"the font has more than {most:,} bytes, unpacked", _PLAIN)
