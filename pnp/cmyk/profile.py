"""ICC profiles of presses: those that ship with pnp, and those of shops."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pnp.cmyk.limits import MOST_PROFILE_BYTES

_PROFILES = Path(__file__).with_name("profiles")

_HEADER = 128
"""Bytes of the header of an ICC profile (ICC.1:2022 §7.2)."""


class ProfileFault(Exception):
    """A colour profile that cannot be used. The message is one line for the reader."""


class PressProfile(NamedTuple):
    """An ICC profile of a CMYK press.

    Attributes:
        data: The whole file.
        name: From the profile itself.
        condition: Name of the printing condition in the ICC's registry; empty for none.
        most: The most ink that the press takes, in percent; None where only the tables say it.
    """

    data: bytes
    name: str
    condition: str = ""
    most: float | None = None


_SHIPPED = {
    "fogra39": ("ISOcoated_v2_300_bas.icc", "ISO Coated v2 300% (basICColor)", "FOGRA39"),
    "gracol": ("GRACoL_TR006_coated.icc", "GRACoL TR006 Coated", "CGATS TR 006"),
}
"""For each name its file, the name in the file, and the printing condition; both take 300 % ink."""


@cache
def shipped_profile(name: str = "fogra39") -> PressProfile:
    """A profile that ships with pnp, both for coated paper and at most 300 % ink.

    Args:
        name: ``fogra39`` for ISO Coated v2 300 % by basICColor (zlib licence), ``gracol`` for one made of the
            characterization data of ANSI CGATS/GRACoL TR 006 (CC0).
    """
    file, described, condition = _SHIPPED[name]
    return PressProfile((_PROFILES / file).read_bytes(), described, condition, 300.0)


def read_profile(data: bytes) -> PressProfile:
    """The profile in a file.

    Raises:
        ProfileFault: It is too large, damaged, no profile, or not one of a CMYK press.
    """
    for shipped in map(shipped_profile, _SHIPPED):
        if data == shipped.data:
            return shipped
    if len(data) > MOST_PROFILE_BYTES:
        raise ProfileFault(f"the profile has more than {MOST_PROFILE_BYTES // 1_000_000} MB")
    if len(data) < _HEADER or data[36:40] != b"acsp":
        raise ProfileFault("the profile cannot be read: it is no ICC profile")
    space = data[16:20].decode("latin-1").strip()
    if space != "CMYK":
        raise ProfileFault(f"the profile is for {space}, not for CMYK")
    if data[12:16] != b"prtr":
        raise ProfileFault("the profile is not one of a press (output device)")
    from PIL import ImageCms

    from pnp.cmyk.converter import press_transform, screen_transform

    try:
        name = ImageCms.getProfileDescription(ImageCms.getOpenProfile(io.BytesIO(data))).strip()
    except (ImageCms.PyCMSError, OSError) as fault:
        raise ProfileFault(f"the profile cannot be read: {fault}") from None
    profile = PressProfile(data, name)
    press_transform(profile)
    screen_transform(profile)
    return profile
