"""Raster pictures as image XObjects (ISO 32000-1 §8.9), with their packed data or fewer pixels."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from pnp.draw import PictureData
from pnp.pdf.colours import RgbColours
from pnp.pdf.file import PdfFile, Ref, Stream, Value
from pnp.pictures import Sampling
from pnp.units import PT_PER_MM

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
_CHANNELS = {"L": 1, "RGB": 3, "CMYK": 4}
_START_OF_SCAN = 0xDA
_APP14 = 0xEE


class Images:
    """The pictures of one file, each written once, at the end, when the largest size of each is known.

    Args:
        file: Where they go.
        colours: Of the file.
    """

    def __init__(self, file: PdfFile, colours: RgbColours) -> None:
        self._file = file
        self._colours = colours
        self._pictures: dict[str, tuple[PictureData, Ref]] = {}
        self._sizes: dict[str, tuple[float, float]] = {}

    def get(self, picture: PictureData) -> Ref:
        """The image XObject of the picture."""
        if picture.key not in self._pictures:
            self._pictures[picture.key] = (picture, self._file.reserve())
        return self._pictures[picture.key][1]

    def show(self, sizes: Mapping[str, tuple[float, float]]) -> None:
        """Note how large pictures are on a page: width and height in points, by key."""
        for key, (width, height) in sizes.items():
            before = self._sizes.get(key, (0.0, 0.0))
            self._sizes[key] = (max(width, before[0]), max(height, before[1]))

    def write(self, sampling: Sampling) -> None:
        """Write all pictures to the file; once, after the last page.

        A picture that is shown in several sizes has the pixels for the largest.

        Args:
            sampling: Downsamples pictures.
        """
        for picture, ref in self._pictures.values():
            self._put(self._shown(picture, sampling), ref)

    def _shown(self, picture: PictureData, sampling: Sampling) -> PictureData:
        # A picture without a size is in a form that no page places: as small as possible.
        width, height = self._sizes.get(picture.key, (0.0, 0.0))
        return self._colours.picture(sampling.of(picture, width / PT_PER_MM, height / PT_PER_MM))

    def _put(self, picture: PictureData, ref: Ref) -> None:
        entries = _entries(picture, self._space(picture), picture.bits)
        if picture.alpha is not None:
            mask = _entries(picture, "/DeviceGray", 8) | _rows(picture, 1, 8)
            entries["SMask"] = self._file.put(Stream(mask, picture.alpha))
        if not picture.jpeg:
            channels = 1 if picture.palette is not None else _CHANNELS[picture.mode]
            entries |= _rows(picture, channels, picture.bits)
        else:
            entries["Filter"] = "/DCTDecode"
            if picture.mode == "CMYK" and _is_adobe(picture.data):
                entries["Decode"] = "[1 0 1 0 1 0 1 0]"
        self._file.put(Stream(entries, picture.data), ref)

    def _space(self, picture: PictureData) -> str:
        if picture.palette is None:
            return _SPACES[picture.mode]
        # An object of its own, because objects that are no streams are compressed.
        colours = self._file.put(f"<{picture.palette.hex()}>")
        return f"[/Indexed {_SPACES[picture.mode]} {2**picture.bits - 1} {colours}]"


def _entries(picture: PictureData, space: str, bits: int) -> dict[str, Value]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width_px,
        "Height": picture.height_px,
        "ColorSpace": space,
        "BitsPerComponent": bits,
    }


def _rows(picture: PictureData, channels: int, bits: int) -> dict[str, Value]:
    """How rows of a PNG file are compressed (ISO 32000-1 §7.4.4.3): each names its own filter."""
    of_rows = f"<</Predictor 15/Colors {channels}/BitsPerComponent {bits}/Columns {picture.width_px}>>"
    return {"Filter": "/FlateDecode", "DecodeParms": of_rows}


def _is_adobe(jpeg: bytes) -> bool:
    """Whether the file has Adobe's marker, and so inverted CMYK inks (Adobe Technical Note 5116 §18)."""
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
