"""Which side of a photo is up, by its EXIF and XMP data."""

from __future__ import annotations

import re
import struct

_ORIENTATION = 0x0112  # EXIF 2.32 §4.6.5
_XMP_ORIENTATION = re.compile(rb'tiff:Orientation(?:="|>)([0-9])')
_SHORT = 3
_ENTRY_BYTES = 12


def is_upright(tiff: bytes) -> bool:
    """Whether EXIF data plainly say that the picture stands upright, or nothing about it.

    Args:
        tiff: From its byte order on. False for anything that is not as it should be: somebody else has to look.
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
    """Whether XMP data say that the picture is to be turned."""
    return any(side != b"1" for side in _XMP_ORIENTATION.findall(xmp))
