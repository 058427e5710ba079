"""How a text was set, for the fit report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.geometry import Box
from pnp.markup import Marked
from pnp.model import Style
from pnp.source import Span
from pnp.units import Length


class Fit(NamedTuple):
    """How one text of a face was set, for the fit report.

    Attributes:
        piece: ``set/piece``.
        language: Of the text.
        span: Of the element in the layout.
        size: Type size that was used.
        lines: How many.
        share_of_box: Height of the text as a share of its box; above 1 when it does not fit.
        overset: Whether it does not fit.
        words: What is set, inline marks included.
        place: Of the longest part of the words that is a text of the game; None when none is.
        box: What they have to fit, in the frame of the face.
        style: What they are set in.
        unprinted: Whether a character has no glyph.
        marked: The words with their marks taken apart.
    """

    piece: str
    language: str
    span: Span
    size: Length
    lines: int
    share_of_box: float
    overset: bool
    words: str
    place: Span | None
    box: Box
    style: Style
    unprinted: bool = False
    marked: Marked = Marked(())

    @property
    def tightness(self) -> Tightness:
        """How near it is to not fitting."""
        return Tightness(
            self.language,
            self.piece,
            _points(self.size),
            _points(self.style.size),
            _points(self.style.min_size or self.style.size),
            round(self.share_of_box, 3),
            self.overset,
        )


class Tightness(NamedTuple):
    """How near a text is to not fitting.

    Attributes:
        language: Of the text.
        piece: ``set/piece``.
        size_pt: Type size that was used.
        wanted_pt: Type size that is wanted.
        least_pt: Type size that may be gone down to.
        share_of_box: As of the fit.
        overset: Whether it does not fit.
    """

    language: str
    piece: str
    size_pt: float
    wanted_pt: float
    least_pt: float
    share_of_box: float
    overset: bool

    @property
    def order(self) -> tuple[bool, float, float, str, str]:
        """Sorts what does not fit first, then what had to shrink most, then what fills its box most."""
        slack = least_slack(self.size_pt, self.wanted_pt, self.least_pt)
        return (not self.overset, slack, -self.share_of_box, self.language, self.piece)


def least_slack(size: float, wanted: float, least: float) -> float:
    """How far the type size is from the least one, as a share: 1 at the wanted size, 0 at the least."""
    return 1.0 if wanted <= least else (size - least) / (wanted - least)


def tightest(fits: Sequence[Fit]) -> tuple[Tightness, ...]:
    """The texts of a piece that do not fit, or else the one that is nearest to it."""
    overset = [fit.tightness for fit in fits if fit.overset]
    if overset:
        return tuple(sorted(overset, key=lambda each: each.order))
    nearest = min(fits, key=_nearness, default=None)
    return () if nearest is None else (nearest.tightness,)


def _nearness(fit: Fit) -> tuple[float, float]:
    """Sorts the texts of a piece as their ``Tightness.order`` does."""
    style = fit.style
    unshrunk = style.min_size is None or fit.size == style.size
    slack = 1.0 if unshrunk else fit.tightness.order[1]
    return slack, -round(fit.share_of_box, 3)


def _points(size: Length) -> float:
    return round(size.pt, 2)
