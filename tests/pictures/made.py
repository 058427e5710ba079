"""Picture files made by hand, sound and otherwise."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Sequence
from typing import Any

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
Chunk = tuple[bytes, bytes]


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    """The image as a file."""
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk with its right checksum."""
    return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")


def header(width: int, height: int, bits: int = 8, kind: int = 2, interlaced: int = 0) -> Chunk:
    """The first chunk."""
    return b"IHDR", width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes(
        [bits, kind, 0, 0, interlaced]
    )


def file_of(chunks: Sequence[Chunk]) -> bytes:
    """A file of these chunks and the last one."""
    return SIGNATURE + b"".join(chunk(*one) for one in chunks) + chunk(b"IEND", b"")


def png(width: int, height: int, bits: int, kind: int, extra: Sequence[Chunk] = (), seed: int = 0) -> bytes:
    """A file of rows with all five filters in turn, in two chunks, and with anything in them."""
    dice = random.Random(seed)
    row_bytes = (width * bits * CHANNELS[kind] + 7) // 8
    rows = b"".join(bytes([row % 5]) + dice.randbytes(row_bytes) for row in range(height))
    packed = zlib.compress(rows)
    palette = [(b"PLTE", dice.randbytes(3 << bits))] if kind == 3 else []
    half = len(packed) // 2
    return file_of(
        [
            header(width, height, bits, kind),
            *palette,
            *extra,
            (b"IDAT", packed[:half]),
            (b"IDAT", packed[half:]),
        ]
    )


def interlaced(image: Image.Image) -> bytes:
    """An RGB image in the seven passes of PNG's interlacing (PNG 1.2 §8.2)."""
    passes = [
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]
    rows = bytearray()
    for left, top, across, down in passes:
        for y in range(top, image.height, down):
            line = [image.getpixel((x, y)) for x in range(left, image.width, across)]
            if line:
                rows += b"\0" + bytes(channel for pixel in line for channel in pixel)  # type: ignore[union-attr]
    return file_of([header(*image.size, interlaced=1), (b"IDAT", zlib.compress(bytes(rows)))])


def grey_profile(gamma: float) -> bytes:
    """A profile for grey pictures with this gamma (ICC.1:2001-04)."""
    texts = struct.pack(">I", 5) + b"mine\0" + bytes(78)
    tags = [
        (b"desc", b"desc" + bytes(4) + texts),
        (b"wtpt", b"XYZ " + bytes(4) + struct.pack(">III", 0xF6D6, 0x10000, 0xD32D)),
        (b"kTRC", b"curv" + bytes(4) + struct.pack(">IH", 1, int(gamma * 256))),
    ]
    start, table, bodies = 128 + 4 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for kind, body in tags:
        table += kind + struct.pack(">II", start + len(bodies), len(body))
        bodies += body + bytes(-len(body) % 4)
    size = start + len(bodies)
    head = struct.pack(">I4sI12s", size, b"lcms", 0x02400000, b"mntrGRAYXYZ ")
    head += struct.pack(">6H4s28xIII", 2020, 1, 1, 0, 0, 0, b"acsp", 0xF6D6, 0x10000, 0xD32D)
    return head.ljust(128, b"\0") + table + bodies
