"""JPEG files by segment (ITU T.81 annex B): files that a PDF can hold unchanged."""

from __future__ import annotations

import hashlib
import re
import struct
from dataclasses import dataclass
from typing import Literal

from pnp.draw import PictureData
from pnp.pictures.fault import PictureFault
from pnp.pictures.limits import MAX_MAP_PIXELS, MAX_SCANS, MAX_SEGMENTS
from pnp.pictures.metadata import is_upright, turns

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
