"""JPEG files by segment (ITU T.81 annex B): those that can stand in a PDF as they are."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pnp.draw import PictureData
from pnp.pictures.exif import is_upright, turns
from pnp.pictures.limits import MAX_PIXELS

_END, _SCAN, _APP1, _APP2 = 0xD9, 0xDA, 0xE1, 0xE2
_APP0, _JFIF_BYTES = 0xE0, 14  # name, version, density and size of a small picture (JFIF 1.02)
_APP14, _ADOBE_BYTES = (
    0xEE,
    12,
)  # name, version, two words of flags, and how colours are coded (Adobe TN 5116 §18)
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_HARMLESS = (0xFE, *range(0xE0, 0xF0))  # comments, applications
_FURTHER = 0x10  # class of the tables of all numbers of a block but its first
_LARGEST = 15  # bits of a difference between the first numbers of blocks
_LOWEST_BIT = 13
_UNIT_BLOCKS = 10  # of one unit of a scan (T.81 §B.2.3)
_NEXT = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")  # the end of a scan: any marker but a restart


@dataclass(slots=True)
class _Seen:
    """What the segments so far have said.

    Attributes:
        size: Width and height in pixels.
        progressive: Whether scans give parts of the numbers.
        parts: By the number of each component, blocks to a unit, and its table of quanta.
        quanta: Tables of quanta.
        codes: Tables of codes, by class and number.
        scanned: Components that a scan has begun.
        jfif: Whether the file is JFIF.
        adobe: What Adobe's segment says of colours, where there is one: 0 for RGB.
    """

    size: tuple[int, int] = (0, 0)
    progressive: bool = False
    parts: dict[int, tuple[int, int]] = field(default_factory=dict)
    quanta: set[int] = field(default_factory=set)
    codes: set[int] = field(default_factory=set)
    scanned: set[int] = field(default_factory=set)
    jfif: bool = False
    adobe: int | None = None

    @property
    def is_read_alike(self) -> bool:
        """Whether readers of JPEG files and of PDFs take the colours for the same.

        The former believe JFIF rather than Adobe and look at the names of components, the latter believe Adobe alone
        (ISO 32000-1 §7.4.8).
        """
        if len(self.parts) == 1:
            return True
        return self.adobe != 0 if self.jfif else self.adobe is not None or bytes(self.parts) != b"RGB"


def passed_jpeg(data: bytes) -> PictureData | None:
    """The picture in a JPEG file that a PDF can hold as it is; None for what has to be looked at otherwise.

    Such a file has 8 bits, grey or three colours, no colours but sRGB, stands upright, is coded by Huffman, and has all of its
    segments and tables up to the marker at its end, which is proved without making pixels. What follows the end (a
    second picture, a film) is left out.
    """
    if not data.startswith(b"\xff\xd8"):
        return None
    seen = _Seen()
    try:
        end = _read(data, seen, _plain)
    except (struct.error, IndexError):
        return None
    if not end or not seen.scanned or seen.parts.keys() != seen.scanned or not seen.is_read_alike:
        return None
    mode: Literal["L", "RGB"] = "L" if len(seen.parts) == 1 else "RGB"
    whole = data if end == len(data) else data[:end]
    return PictureData(jpeg_key(whole), *seen.size, mode, whole, jpeg=True)


def is_read_alike(data: bytes) -> bool:
    """Whether a JPEG file that a decoder takes is one for PDFs too, by its frame and by how its colours are coded."""
    seen = _Seen()
    try:
        return bool(_read(data, seen, _framed) and seen.parts) and seen.is_read_alike
    except (struct.error, IndexError):
        return False


def jpeg_key(data: bytes) -> str:
    """The key of a JPEG file that passes through."""
    return hashlib.sha256(struct.pack(">Q4sQ", 4, b"jpeg", len(data)) + data).hexdigest()


def _read(data: bytes, seen: _Seen, plain: Callable[[int, bytes, _Seen], bool]) -> int:
    """Where the file ends, once its segments were looked at; 0 when one of them is not plain."""
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
            continue
        if marker == _END:
            return at + 2
        (length,) = struct.unpack_from(">H", data, at + 2)
        body = data[at + 4 : at + 2 + length]
        if len(body) != length - 2 or not plain(marker, body, seen):
            return 0
        at += 2 + length
        if marker == _SCAN:
            found = _NEXT.search(data, at)
            if found is None:
                return 0
            at = found.start()
    return 0


def _plain(marker: int, body: bytes, seen: _Seen) -> bool:
    """Whether a segment can stand in a PDF."""
    read = _READERS.get(marker)
    if read is not None:
        return read(body, seen)
    if marker == _APP1:
        return is_upright(body[6:]) if body.startswith(b"Exif\0\0") else not turns(body)
    _tell(marker, body, seen)
    if marker == _APP0 and body.startswith(b"JFIF") and len(body) < _JFIF_BYTES:
        return False
    if marker == _APP2 and body.startswith(b"ICC_PROFILE\0"):
        return _is_srgb(body)
    return marker in _HARMLESS


def _framed(marker: int, body: bytes, seen: _Seen) -> bool:
    """Whether a segment is anything but a frame that PDFs do not know."""
    if marker in _FRAMES:
        return marker in _READERS and _READERS[marker](body, seen)
    _tell(marker, body, seen)
    return True


def _tell(marker: int, body: bytes, seen: _Seen) -> None:
    """Notes what a segment says of how colours are coded."""
    if marker == _APP0 and body.startswith(b"JFIF\0"):
        seen.jfif = True
    elif marker == _APP14 and body.startswith(b"Adobe") and len(body) >= _ADOBE_BYTES:
        seen.adobe = body[_ADOBE_BYTES - 1]


def _is_srgb(body: bytes) -> bool:
    """Whether the profile is one of sRGB; a further part of a profile is, when the first one was."""
    return body[12] != 1 or b"sRGB" in body[14 : 14 + 4096].replace(b"\0", b"")


def _progressive(body: bytes, seen: _Seen) -> bool:
    seen.progressive = True
    return _frame(body, seen)


def _frame(body: bytes, seen: _Seen) -> bool:
    bits, height, width, count = struct.unpack_from(">BHHB", body)
    if seen.parts or bits != 8 or count not in (1, 3) or len(body) != 6 + 3 * count:
        return False
    for part, sampling, table in zip(body[6::3], body[7::3], body[8::3], strict=True):
        across, down = sampling >> 4, sampling & 15
        if not (1 <= across <= 4 and 1 <= down <= 4) or table > 3:
            return False
        seen.parts[part] = (across * down, table)
    rates = [(sampling >> 4, sampling & 15) for sampling in body[7::3]]
    if any(max(all_of) % one for all_of in zip(*rates, strict=True) for one in all_of):
        return False  # finer by a fraction, which decoders do not do
    seen.size = (width, height)
    return len(seen.parts) == count and 0 < int(width * height) <= MAX_PIXELS


def _scan(body: bytes, seen: _Seen) -> bool:
    """Whether a scan refers only to what is there."""
    count = body[0]
    if not 1 <= count <= 3 or len(body) != 4 + 2 * count:
        return False
    parts, tables = body[1:-3:2], body[2:-3:2]
    if len(set(parts)) != count or not seen.parts.keys() >= set(parts):
        return False
    if count > 1 and sum(seen.parts[part][0] for part in parts) > _UNIT_BLOCKS:
        return False
    first, last, high, low = body[-3], body[-2], body[-1] >> 4, body[-1] & 15
    if not _numbers(first, last, high, low, alone=count == 1, progressive=seen.progressive):
        return False
    needed = {table >> 4 for table in tables} if first == 0 and high == 0 else set()
    needed |= {_FURTHER | table & 15 for table in tables} if last > 0 else set()
    if not seen.progressive and seen.scanned.intersection(parts):
        return False
    seen.scanned.update(parts)
    return seen.codes >= needed and seen.quanta >= {seen.parts[part][1] for part in parts}


def _numbers(first: int, last: int, high: int, low: int, *, alone: bool, progressive: bool) -> bool:
    """Whether a scan gives numbers as it may: which ones, and from which bit on (T.81 §G.1.1.1)."""
    if not progressive:
        return (first, last, high, low) == (0, 63, 0, 0)
    if low > _LOWEST_BIT or high not in (0, low + 1):
        return False
    return last == 0 if first == 0 else alone and first <= last <= 63


def _quanta(body: bytes, seen: _Seen) -> bool:
    at = 0
    while at < len(body):
        wide, number = body[at] >> 4, body[at] & 15
        at += 1 + 64 * (1 + wide)
        if wide > 1 or number > 3 or at > len(body):
            return False
        seen.quanta.add(number)
    return True


def _codes(body: bytes, seen: _Seen) -> bool:
    """Whether there are no more codes of each length than can be told apart, none of them all ones (T.81 §C.2)."""
    at = 0
    while at < len(body):
        counts = body[at + 1 : at + 17]
        taken = 0
        for length, many in enumerate(counts, 1):
            taken = 2 * taken + many
            if taken >= 1 << length:
                return False
        signs = body[at + 17 : at + 17 + sum(counts)]
        further = body[at] & _FURTHER
        if (
            body[at] & ~0x13
            or len(counts) != 16
            or len(signs) != sum(counts)
            or (not further and max(signs, default=0) > _LARGEST)
        ):
            return False
        seen.codes.add(body[at])
        at += 17 + len(signs)
    return True


_READERS: Mapping[int, Callable[[bytes, _Seen], bool]] = {
    0xC0: _frame,  # baseline
    0xC1: _frame,  # extended
    0xC2: _progressive,
    0xC4: _codes,
    0xDA: _scan,
    0xDB: _quanta,
    0xDD: lambda body, _: len(body) == 2,  # how often a scan restarts
}
"""The segments that make the picture. Frames of other kinds are not for PDFs, or so rare that nobody has tried them."""
