"""Which side of a picture is up, and what its colours mean: EXIF, XMP and ICC data of picture files."""

from __future__ import annotations

import io
import re
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_ORIENTATION = 0x0112  # EXIF 2.32 §4.6.5
_XMP_ORIENTATION = re.compile(rb'tiff:Orientation(?:="|>)([0-9])')
_SHORT = 3
_ENTRY_BYTES = 12


def is_upright(tiff: bytes) -> bool:
    """True if EXIF data say that the picture is upright or say nothing; False if they are unclear.

    Args:
        tiff: The data, from the byte order on.
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
    """Whether XMP data say that the picture has to be turned."""
    return any(side != b"1" for side in _XMP_ORIENTATION.findall(xmp))


_SPACE, _GREY = slice(16, 20), b"GRAY"  # ICC.1:2022 §7.2.6: the colour space of the file's numbers
_TOLERANCE = 10  # of 255: a gamma of 2.2 differs that much from the curve of sRGB


def is_of_greys(icc: bytes) -> bool:
    """Whether the profile is for grey pictures; many have one for colours, which says nothing about them."""
    return icc[_SPACE] == _GREY


def has_foreign_profile(image: Image) -> bool:
    """Whether the file carries a profile whose colours differ from sRGB."""
    icc = image.info.get("icc_profile")
    if not icc:
        return False
    if image.mode in ("L", "LA"):
        curve = _grey_curve(icc) if is_of_greys(icc) else None
        return curve is not None and any(abs(to - level) > _TOLERANCE for level, to in enumerate(curve))
    if image.mode not in ("RGB", "RGBA", "CMYK"):
        return False
    return not (image.mode != "CMYK" and b"sRGB" in icc[:4096].replace(b"\0", b""))


def to_srgb(image: Image) -> Image:
    """The image converted by its profile; unchanged when the profile cannot be used."""
    from PIL import ImageCms

    if image.mode in ("L", "LA"):
        curve = _grey_curve(image.info["icc_profile"])
        same = list(range(256)) if image.mode == "LA" else []
        return image if curve is None else image.point(curve + same)
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        target = ImageCms.createProfile("sRGB")
        if image.mode == "RGBA":
            plane = image.getchannel("A")
            colours = ImageCms.profileToProfile(image.convert("RGB"), source, target, outputMode="RGB")
            if colours is not None:
                colours.putalpha(plane)
            return colours or image
        return ImageCms.profileToProfile(image, source, target, outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return image


def _grey_curve(icc: bytes) -> list[int] | None:
    """The sRGB grey of each grey of the profile; None when the profile cannot be used."""
    from PIL import Image, ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(icc))
        ramp = Image.frombytes("L", (256, 1), bytes(range(256)))
        shown = ImageCms.profileToProfile(ramp, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
        return None if shown is None else list(shown.getchannel("G").tobytes())
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None
