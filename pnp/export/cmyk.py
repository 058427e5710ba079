"""sRGB pictures in printing inks, and how much ink they ask for.

Without a profile of the press the four inks are worked out by formula. With R, G, B from 0 to 1 and inks C,
M, Y, K:

    K = 1 - max(R, G, B)                      all of the grey in a colour is black ink (100 % grey component
    replacement) C = (max(R, G, B) - R) / max(R, G, B)     and M, Y likewise from G and B

This is the exact inverse of ``R = (1 - C)(1 - K)``, so black text is black ink alone, greys have no tint, and
at least one of C, M, Y is nil everywhere. Where C + M + Y + K is still over the limit of a shop, C, M and Y
are lowered by one factor, which keeps the hue and lightens the colour. Presses differ from the formula; a
profile (``--icc``) is truer.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

FULL = 255.0


class ProfileFault(Exception):
    """A colour profile that cannot be used. The message is one line for the reader."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much ink a picture asks for, in percent of one full ink: 400 is all four solid.

    Attributes:
        most: At the darkest pixel, after lowering.
        mean: Over all pixels, after lowering.
        before: At the darkest pixel before anything was lowered.
        lowered: Share of the pixels that were lowered, 0 to 1.
    """

    most: float
    mean: float
    before: float
    lowered: float


class Separation:
    """Turns pictures into inks.

    Args:
        limit: Most ink at one place in percent, such as 240; None for no limit.
        profile: An ICC profile of the press; None for the formula.

    Raises:
        ProfileFault: The profile is none, or not one of a CMYK device.
    """

    def __init__(self, limit: float | None = None, profile: bytes | None = None) -> None:
        self._limit = limit
        self._transform = _transform(profile) if profile is not None else None

    def inks(self, image: Image) -> tuple[Image, Coverage]:
        """The picture in mode ``CMYK`` (255 is solid ink), and what it asks for."""
        rgb = image.convert("RGB")
        if self._transform is not None:
            from PIL import ImageCms

            separated = ImageCms.applyTransform(rgb, self._transform)
            assert separated is not None  # only None when it works in place
        else:
            separated = _by_formula(rgb)
        return self._limited(separated)

    def _limited(self, image: Image) -> tuple[Image, Coverage]:
        from PIL import ImageMath, ImageStat

        inks = dict(zip("cmyk", image.split(), strict=True))
        total = _sum(**inks)
        before = _most(total) / FULL * 100
        share = 0.0
        if self._limit is not None and before > self._limit:
            limit = self._limit / 100 * FULL
            over = ImageMath.lambda_eval(lambda at: at["convert"](at["total"] > limit, "L"), total=total)
            share = over.histogram()[1] / (image.width * image.height)
            inks |= _lowered(inks, limit)
            total = _sum(**inks)
        from PIL.Image import merge

        merged = merge("CMYK", [inks[ink] for ink in "cmyk"])
        mean = fsum(ImageStat.Stat(merged).mean)
        return merged, Coverage(_most(total) / FULL * 100, mean / FULL * 100, before, share)


def _by_formula(rgb: Image) -> Image:
    from PIL import ImageChops, ImageMath
    from PIL.Image import merge

    red, green, blue = rgb.split()
    light = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    colours = [
        ImageMath.lambda_eval(
            # Half a step is added, since converting numbers to pixels cuts their decimals.
            lambda at: at["convert"](
                (at["float"](at["light"]) - at["float"](at["part"]))
                * FULL
                / at["max"](at["float"](at["light"]), 1.0)
                + 0.5,
                "L",
            ),
            light=light,
            part=part,
        )
        for part in (red, green, blue)
    ]
    return merge("CMYK", [*colours, ImageChops.invert(light)])


def _lowered(inks: dict[str, Image], limit: float) -> dict[str, Image]:
    """The coloured inks, lowered where all four exceed the limit; rounded down, so that they never do."""
    from PIL import ImageMath

    def lower(at: Any) -> Any:
        coloured = at["float"](at["c"]) + at["float"](at["m"]) + at["float"](at["y"])
        factor = at["min"](at["max"](limit - at["float"](at["k"]), 0.0) / at["max"](coloured, 1.0), 1.0)
        return at["convert"](at["float"](at["ink"]) * factor, "L")

    return {ink: ImageMath.lambda_eval(lower, ink=inks[ink], **inks) for ink in "cmy"}


def _sum(c: Image, m: Image, y: Image, k: Image) -> Image:
    """The four inks together, as whole numbers up to 1020."""
    from PIL import ImageMath

    total: Image = ImageMath.lambda_eval(
        lambda at: at["int"](at["c"]) + at["int"](at["m"]) + at["int"](at["y"]) + at["int"](at["k"]),
        c=c, m=m, y=y, k=k,
    )  # fmt: skip
    return total


def _most(image: Image) -> float:
    high = image.getextrema()[1]
    assert not isinstance(high, tuple), "the sum of the inks has one number at each place"
    return high


def _transform(profile: bytes) -> Any:
    from PIL import ImageCms

    try:
        press = ImageCms.getOpenProfile(io.BytesIO(profile))
        space = press.profile.xcolor_space.strip()
        if space != "CMYK":
            raise ProfileFault(f"the profile is for {space}, not for CMYK")
        return ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"), press, "RGB", "CMYK", ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )  # fmt: skip
    except (ImageCms.PyCMSError, OSError) as fault:
        raise ProfileFault(f"the profile cannot be read: {fault}") from None
