"""How a text was set, for whoever reports on it."""

from __future__ import annotations

from typing import NamedTuple

from pnp.geometry import Box
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
