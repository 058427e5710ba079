"""Colour profiles of picture files: which lead to other colours than sRGB, and the colours that they lead to."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_SPACE, _GREY = slice(16, 20), b"GRAY"  # ICC.1:2022 §7.2.6: the space that the file's numbers are in
_FORGIVEN = 10  # of 255: as much as a plain gamma of 2.2 differs from the curve of sRGB


def is_of_greys(icc: bytes) -> bool:
    """Whether the profile is one for grey pictures; many carry one for colours, which says nothing about them."""
    return icc[_SPACE] == _GREY


def has_foreign_profile(image: Image) -> bool:
    """Whether the file carries a profile whose colours differ from sRGB."""
    icc = image.info.get("icc_profile")
    if not icc:
        return False
    if image.mode in ("L", "LA"):
        curve = _grey_curve(icc) if is_of_greys(icc) else None
        return curve is not None and any(abs(to - level) > _FORGIVEN for level, to in enumerate(curve))
    if image.mode not in ("RGB", "RGBA", "CMYK"):
        return False
    return not (image.mode != "CMYK" and b"sRGB" in icc[:4096].replace(b"\0", b""))


def to_srgb(image: Image) -> Image:
    """The image's colours through its profile; as they are when the profile cannot be used."""
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
    """The grey of sRGB that each grey of the profile is; None when the profile cannot be used."""
    from PIL import Image, ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(icc))
        ramp = Image.frombytes("L", (256, 1), bytes(range(256)))
        shown = ImageCms.profileToProfile(ramp, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
        return None if shown is None else list(shown.getchannel("G").tobytes())
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None
