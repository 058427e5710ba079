"""Raster pictures as image XObjects (ISO 32000-1 §8.9): the packed data passes through."""

from __future__ import annotations

import struct

from pnp.draw import PictureData
from pnp.render.file import PdfFile, Ref, Stream, Value

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_START_OF_SCAN = 0xDA
_APP14 = 0xEE


class ImageShelf:
    """The pictures of one file, each written once.

    Args:
        file: Where they go.
    """

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._refs: dict[str, Ref] = {}

    def get(self, picture: PictureData) -> Ref:
        """The image XObject of the picture."""
        ref = self._refs.get(picture.key)
        if ref is None:
            ref = self._refs[picture.key] = self._put(picture)
        return ref

    def _put(self, picture: PictureData) -> Ref:
        entries = _entries(picture, _SPACES[picture.mode])
        if picture.alpha is not None:
            mask = {**_entries(picture, "DeviceGray"), "Filter": "/FlateDecode"}
            entries["SMask"] = self._file.put(Stream(mask, picture.alpha))
        entries["Filter"] = "/DCTDecode" if picture.jpeg else "/FlateDecode"
        if picture.jpeg and picture.mode == "CMYK" and _is_adobe(picture.data):
            entries["Decode"] = "[1 0 1 0 1 0 1 0]"
        return self._file.put(Stream(entries, picture.data))


def _entries(picture: PictureData, space: str) -> dict[str, Value]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width_px,
        "Height": picture.height_px,
        "ColorSpace": f"/{space}",
        "BitsPerComponent": 8,
    }


def _is_adobe(jpeg: bytes) -> bool:
    """Whether the file has Adobe's marker; such CMYK files hold inverted inks (Adobe Technical Note 5116 §18)."""
    at = 2
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        marker = jpeg[at + 1]
        if marker == _START_OF_SCAN:
            return False
        (length,) = struct.unpack_from(">H", jpeg, at + 2)
        if marker == _APP14 and jpeg[at + 4 : at + 9] == b"Adobe":
            return True
        at += 2 + length
    return False
