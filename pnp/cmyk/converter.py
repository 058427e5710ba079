"""sRGB colours and pictures in printing inks, and how much ink they take.

With the profile of a press, colours are converted by LittleCMS: relative colorimetric, with black point
compensation. Without one, the four inks are worked out by formula. With R, G, B from 0 to 1 and inks C, M, Y,
K:

    K = 1 - max(R, G, B)      C = (max(R, G, B) - R) / max(R, G, B)      M, Y likewise from G and B

This is the exact inverse of ``R = (1 - C)(1 - K)``, so black text is black ink alone, greys have no tint, and
at least one of C, M, Y is zero everywhere. Presses differ from the formula.

Where C + M + Y + K is over a limit, C, M and Y are lowered by one factor, which keeps the hue and lightens
the colour.
"""

from __future__ import annotations

import hashlib
import io
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import fsum, hypot
from typing import TYPE_CHECKING, Any

from pnp.cmyk.profile import PressProfile, ProfileFault
from pnp.colour import Colour, Inks, PressColour
from pnp.draw import PictureData
from pnp.memo import SizedMemo
from pnp.pictures.load import RowPacker, derived_key
from pnp.pictures.resample import BYTES_AT_HAND, decoded
from pnp.vision import oklab

if TYPE_CHECKING:
    from PIL.Image import Image


FULL = 255.0

_DARK = 0.45
"""Lightness in Oklab up to which near-neutral text is black: a grey of 30 %."""
_NEAR_NEUTRAL = 0.03
"""Chroma in Oklab of dark browns and blues that pass for black in small type."""
_PALE = 0.85
_NEUTRAL = 0.01
"""Chroma in Oklab of greys without a visible tint."""
_SOLID = 0.9
"""Black ink from which text is printed solid: a screen would only roughen its edges."""
_OVER = 0.8
"""Black ink from which text is printed over other inks, which then hardly show through."""
_GRID = 17
"""Steps of each channel with which the most ink of a profile is measured."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much ink a picture takes, in percent of one full ink: 400 is all four solid.

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


class InkConverter:
    """Turns colours and pictures into inks.

    Args:
        profile: Of the press; None for the formula.
        limit: Most ink at one place in percent, such as 240; None for no limit besides the profile's own.
        rich_black: Inks of black areas; None for black ink alone.
    """

    def __init__(
        self, profile: PressProfile | None, limit: float | None = None, rich_black: Inks | None = None
    ) -> None:
        self.profile = profile
        self.limit = limit
        self._rich_black = rich_black
        self._colours: dict[tuple[int, int, int], Inks] = {}

    def area(self, colour: Colour) -> Inks:
        """The inks of an area or a picture's pixel.

        Black is black ink alone or the rich black, white is bare paper. Colours with inks of their own keep
        these, within the limit.
        """
        if isinstance(colour, PressColour) and colour.inks is not None:
            return self._within(colour.inks)
        key = (colour.red, colour.green, colour.blue)
        known = self._colours.get(key)
        if known is None:
            if key == (0, 0, 0):
                known = self._within(self._rich_black or (0.0, 0.0, 0.0, 1.0))
            elif key == (255, 255, 255):
                known = (0.0, 0.0, 0.0, 0.0)
            else:
                known = self._within(self._converted(key))
            self._colours[key] = known
        return known

    def type(self, colour: Colour) -> PressColour:
        """The colour of letters and thin lines.

        Dark colours that are nearly neutral are black ink alone, printed over what is below, so that the
        other inks need not meet them exactly. Greys are a tint of black ink.
        """
        inks = self._black_alone(colour)
        if inks is None:
            own = colour.spot if isinstance(colour, PressColour) else ""
            over = isinstance(colour, PressColour) and colour.overprint
            return _with_inks(colour, self.area(colour), own, overprint=over)
        return _with_inks(colour, inks, overprint=colour.alpha == 255 and inks[3] >= _OVER)

    def _black_alone(self, colour: Colour) -> Inks | None:
        if isinstance(colour, PressColour) and (colour.inks is not None or colour.spot):
            return colour.inks if colour.inks == (0.0, 0.0, 0.0, 1.0) and not colour.spot else None
        lightness, a, b = oklab(colour)
        chroma = hypot(a, b)
        dark = lightness <= _DARK and chroma <= _NEAR_NEUTRAL
        if not dark and not (lightness <= _PALE and chroma <= _NEUTRAL):
            return None
        black = self._black_of(colour)
        return 0.0, 0.0, 0.0, 1.0 if dark and black >= _SOLID else black

    def _black_of(self, colour: Colour) -> float:
        """The black ink that is as light as the colour."""
        key = (colour.red, colour.green, colour.blue)
        if self.profile is None:
            return 1 - max(key) / FULL
        from PIL import Image, ImageCms

        lab = ImageCms.createProfile("LAB")
        to_lab = _transform(ImageCms.createProfile("sRGB"), lab, "RGB", "LAB")
        wanted = _apply(to_lab, Image.new("RGB", (1, 1), key), "LAB").tobytes()
        return bisect_left(self._lightness_of_black, -wanted[0]) / FULL

    @cached_property
    def _lightness_of_black(self) -> list[int]:
        """The lightness of each amount of black ink from 0 to 255, below zero so that it rises."""
        from PIL import Image, ImageCms

        assert self.profile is not None
        ramp = Image.new("L", (256, 1))
        ramp.putdata(range(256))
        none = Image.new("L", (256, 1))
        lab = ImageCms.createProfile("LAB")
        seen = _transform(_opened(self.profile), lab, "CMYK", "LAB")
        lightness = _apply(seen, Image.merge("CMYK", (none, none, none, ramp)), "LAB").getchannel(0)
        return [-level for level in lightness.tobytes()]

    def _converted(self, key: tuple[int, int, int]) -> Inks:
        from PIL import Image

        pixel = Image.new("RGB", (1, 1), key)
        inks = _by_formula(pixel) if self.profile is None else _apply(self._exact, pixel, "CMYK")
        return _shares(inks)

    def _within(self, inks: Inks) -> Inks:
        if self.limit is None or fsum(inks) * 100 <= self.limit:
            return inks
        from PIL import Image

        pixel = Image.new("CMYK", (1, 1), tuple([round(ink * FULL) for ink in inks]))
        return _shares(self._limited(pixel)[0])

    def look(self, inks: Inks) -> Colour:
        """How the press shows inks, as a colour on screens; by formula without a profile."""
        if self.profile is None:
            black = 1 - inks[3]
            red, green, blue = (round(FULL * (1 - ink) * black) for ink in inks[:3])
            return Colour(red, green, blue)
        from PIL import Image

        pixel = Image.new("CMYK", (1, 1), tuple([round(ink * FULL) for ink in inks]))
        return Colour(*_apply(self._seen, pixel, "RGB").tobytes())

    @cached_property
    def key(self) -> str:
        """A hash over everything that decides the result."""
        profile = b"" if self.profile is None else self.profile.data
        return hashlib.sha256(b"%a %a " % (self.limit, self._rich_black) + profile).hexdigest()[:16]

    @cached_property
    def allowed(self) -> float:
        """The most ink at one place, in percent: the limit, or what the profile gives its darkest colour."""
        if self.limit is not None:
            return self.limit
        if self.profile is None:
            return 400.0
        if self.profile.most is not None:
            return self.profile.most
        from PIL import Image

        steps = [round(step * FULL / (_GRID - 1)) for step in range(_GRID)]
        image = Image.new("RGB", (_GRID * _GRID, _GRID))
        image.putdata([(red, green, blue) for red in steps for green in steps for blue in steps])
        return self.picture(image)[1].before

    @cached_property
    def _exact(self) -> Any:
        """Converts few colours, without tables that take longer to make than to save."""
        assert self.profile is not None
        return press_transform(self.profile, exact=True)

    @cached_property
    def _quick(self) -> Any:
        assert self.profile is not None
        return press_transform(self.profile)

    @cached_property
    def _seen(self) -> Any:
        assert self.profile is not None
        return screen_transform(self.profile)

    def picture(self, image: Image) -> tuple[Image, Coverage]:
        """The picture in mode ``CMYK`` (255 is solid ink), and how much ink it takes."""
        rgb = image.convert("RGB")
        return self._limited(_by_formula(rgb) if self.profile is None else _apply(self._quick, rgb, "CMYK"))

    def _limited(self, image: Image) -> tuple[Image, Coverage]:
        from PIL import ImageMath, ImageStat

        inks = dict(zip("cmyk", image.split(), strict=True))
        total = _sum(**inks)
        before = _most(total) / FULL * 100
        share = 0.0
        if self.limit is not None and before > self.limit:
            limit = self.limit / 100 * FULL
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


def _shares(pixel: Image) -> Inks:
    c, m, y, k = (ink / FULL for ink in pixel.tobytes())
    return c, m, y, k


def _with_inks(colour: Colour, inks: Inks, spot: str = "", *, overprint: bool) -> PressColour:
    return PressColour(colour.red, colour.green, colour.blue, colour.alpha, inks, spot, overprint)


@lru_cache(maxsize=4)
def press_transform(profile: PressProfile, *, exact: bool = False) -> Any:
    """The transform from sRGB to the inks of a press; an ``exact`` one is quick to make and slow to use.

    Raises:
        ProfileFault: The profile is damaged.
    """
    from PIL import ImageCms

    try:
        return _transform(ImageCms.createProfile("sRGB"), _opened(profile), "RGB", "CMYK", exact=exact)
    except (ImageCms.PyCMSError, OSError) as fault:
        raise ProfileFault(f"the profile cannot be read: {fault}") from None


@lru_cache(maxsize=4)
def screen_transform(profile: PressProfile) -> Any:
    """The transform from the inks of a press to sRGB.

    Raises:
        ProfileFault: The profile is damaged.
    """
    from PIL import ImageCms

    try:
        return _transform(_opened(profile), ImageCms.createProfile("sRGB"), "CMYK", "RGB")
    except (ImageCms.PyCMSError, OSError) as fault:
        raise ProfileFault(f"the profile cannot be read: {fault}") from None


def _opened(profile: PressProfile) -> Any:
    from PIL import ImageCms

    return ImageCms.getOpenProfile(io.BytesIO(profile.data))


def _transform(source: Any, target: Any, mode: str, target_mode: str, *, exact: bool = False) -> Any:
    from PIL import ImageCms

    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    if exact:
        flags |= ImageCms.Flags.NOOPTIMIZE
    intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
    return ImageCms.buildTransform(source, target, mode, target_mode, intent, flags)


def _apply(transform: Any, image: Image, mode: str) -> Image:
    """The picture after a transform. ``applyTransform`` would copy the profile into it, which takes 10 ms."""
    from PIL.Image import new

    converted = new(mode, image.size)
    transform.transform.apply(image.getim(), converted.getim())
    return converted


_QUALITY = 92
"""Quality of JPEG, as for downsampled pictures."""


class InkPictures:
    """Pictures in inks; each is converted once.

    Args:
        converter: Converts them.

    Attributes:
        coverage: How much ink each takes, by its key.
    """

    def __init__(self, converter: InkConverter) -> None:
        self._converter = converter
        self._made: SizedMemo[str, PictureData] = SizedMemo(BYTES_AT_HAND, lambda made: len(made.data))
        self.coverage: dict[str, Coverage] = {}

    def of(self, picture: PictureData) -> PictureData:
        """The picture in inks. Grey pictures are black ink already, and CMYK pictures stay as they are."""
        if picture.mode != "RGB":
            return picture
        made = self._made.get(picture.key)
        if made is None:
            made, self.coverage[picture.key] = self._converted(picture)
            self._made[picture.key] = made
        return made

    def _converted(self, picture: PictureData) -> tuple[PictureData, Coverage]:
        key = derived_key(picture.key, *picture[1:3]) + self._converter.key
        if picture.palette is not None:
            return self._with_palette(picture._replace(key=key), picture.palette)
        if picture.jpeg:
            inks, coverage = self._converter.picture(decoded(picture))
            return picture._replace(key=key, mode="CMYK", data=_jpeg(inks)), coverage
        from PIL.Image import frombytes

        packer = RowPacker()
        inks, coverage = self._converter.picture(decoded(picture._replace(alpha=None)))
        # Rows of four inks are packed like rows of RGB with opacity, which a PNG file can hold.
        packer.add(frombytes("RGBA", inks.size, inks.tobytes()), overlap=False)
        return picture._replace(key=key, mode="CMYK", data=packer.packed(), bits=8), coverage

    def _with_palette(self, picture: PictureData, palette: bytes) -> tuple[PictureData, Coverage]:
        colours = [Colour(*palette[at : at + 3]) for at in range(0, len(palette), 3)]
        inks = [self._converter.area(colour) for colour in colours]
        most = max(map(sum, inks)) * 100
        written = bytes([round(share * 255) for each in inks for share in each])
        return picture._replace(mode="CMYK", palette=written), Coverage(most, most, most, 0.0)


def _jpeg(image: Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return buffer.getvalue()
