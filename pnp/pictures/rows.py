"""Rows of pixels as in PNG files and PDFs: filtered by the rows above, and compressed (PNG 1.2 §6)."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING

from pnp.pictures.png_file import packed_rows

if TYPE_CHECKING:
    from PIL.Image import Image

_LEVEL = 6  # zlib's own default; higher ones take ten times as long on photos, for nothing
_GRAINY = 0.3  # of its size is what is left of a photo; of what was drawn it is less
_SAMPLE = 1 << 16


class RowPacker:
    """Packs the rows of a picture, band by band.

    Either differences to neighbouring pixels are packed, as in PNG files, or the pixels themselves. Photos
    shrink best as differences that are only run-length encoded (zlib's strategy RLE); looking for more takes
    ten times as long and mostly finds nothing, which a sample shows. For drawings, all ways are tried on the
    first band, and the best one is used.
    """

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._packer: zlib._Compress | None = None
        self._filtered = True

    def add(self, band: Image, *, overlap: bool) -> None:
        """Pack a band.

        Args:
            band: Grey or RGB.
            overlap: Whether its first row is the last one of the band before, and not packed again.
        """
        if self._packer is None:
            self._start(band)
        else:
            self._packed.append(self._packer.compress(_rows(band, filtered=self._filtered, overlap=overlap)))

    def packed(self) -> bytes:
        """All bands, once the last was added."""
        if self._packer is not None:
            self._packed.append(self._packer.flush())
        return b"".join(self._packed)

    def _start(self, band: Image) -> None:
        filtered = _rows(band, filtered=True, overlap=False)
        best, self._packer, packed = _tried(filtered, zlib.Z_RLE)
        self._packed = [packed]
        if best > _GRAINY * len(filtered) and not _repeats(filtered):
            return
        plain = _rows(band, filtered=False, overlap=False)
        for rows in (filtered, plain):
            size, packer, packed = _tried(rows, zlib.Z_DEFAULT_STRATEGY)
            if size < best:
                best, self._packer, self._packed, self._filtered = size, packer, [packed], rows is filtered


def unfiltered_rows(pixels: bytes, row_bytes: int) -> bytes:
    """Rows of pixels, each with the filter None before it.

    Args:
        pixels: Without anything between the rows.
        row_bytes: Of one row.
    """
    return b"".join(b"\0" + pixels[at : at + row_bytes] for at in range(0, len(pixels), row_bytes))


def _repeats(filtered: bytes) -> bool:
    """Whether a grainy picture is worth a search all the same, as grey ones in three equal colours are."""
    middle = len(filtered) // 2
    sample = filtered[middle : middle + _SAMPLE]
    return _tried(sample, zlib.Z_DEFAULT_STRATEGY)[0] < _tried(sample, zlib.Z_RLE)[0]


def _tried(rows: bytes, strategy: int) -> tuple[int, zlib._Compress, bytes]:
    """How many bytes they become, and the packer with what it gave so far."""
    packer = zlib.compressobj(_LEVEL, strategy=strategy)
    packed = packer.compress(rows)
    return len(packed) + len(packer.copy().flush()), packer, packed


def _rows(band: Image, *, filtered: bool, overlap: bool) -> bytes:
    row_bytes = band.width * len(band.getbands())
    if not filtered:
        pixels = band.tobytes()
        return unfiltered_rows(pixels[row_bytes:] if overlap else pixels, row_bytes)
    buffer = io.BytesIO()
    # Pillow knows the filters; what zlib does with them is decided here, by the same zlib as all else in a
    # file.
    band.save(buffer, "PNG", compress_level=0)
    rows = zlib.decompress(packed_rows(buffer.getvalue()))
    return rows[1 + row_bytes :] if overlap else rows
