"""Glyph runs as text operators (ISO 32000-1 §9.4)."""

from __future__ import annotations

from itertools import pairwise

from pnp.draw import GlyphRun
from pnp.render.font import EmbeddedFont
from pnp.render.number import number
from pnp.render.tounicode import utf16

_SPACES = "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\n"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_FOLDED = str.maketrans({**dict.fromkeys(_SPACES, " "), **dict.fromkeys(_UNSEEN, "")})


def said_otherwise(run: GlyphRun, font: EmbeddedFont) -> str | None:
    """What has to be written down as the run's text because its glyphs say something else; None when they say it.

    Any kind of space is as good as another, and characters that nobody sees do not count.
    """
    if run.actual is not None:
        return run.actual
    characters = font.characters
    shown = "".join([characters.get(glyph, "") for glyph in run.glyphs])
    if shown == run.text or shown.translate(_FOLDED) == run.text.translate(_FOLDED):
        return None
    _teach(run, font)
    return run.text


def _teach(run: GlyphRun, font: EmbeddedFont) -> None:
    """Let the font know what its unnamed glyphs stand for here, for readers that look at glyphs alone."""
    starts = sorted({*run.clusters, len(run.text)})
    after = dict(pairwise(starts))
    for glyph, cluster in zip(run.glyphs, run.clusters, strict=True):
        text = run.text[cluster : after.get(cluster, cluster)]
        if glyph not in font.characters and text:
            font.learn(glyph, text)


def actual_text(text: str) -> str:
    """The operator that begins a span which stands for ``text`` (ISO 32000-1 §14.9.4)."""
    return f"/Span<</ActualText<FEFF{utf16(text)}>>>BDC"


def show(run: GlyphRun, font: EmbeddedFont, places: int) -> str:
    """The operators that show the glyphs from where the text matrix stands.

    Glyphs stand where the run's advances put them: what differs from the font's own widths goes into ``TJ`` in whole
    thousandths of the em, and each rounding is made good at the next glyph, so errors stay below half a thousandth.
    """
    per_mm = 1000 / run.size
    pieces: list[str] = []
    codes: list[str] = []
    pen = want = rise = 0.0
    for index, glyph in enumerate(run.glyphs):
        offset = run.offsets[index] if run.offsets else 0.0
        if offset != rise:
            pieces.append(
                _flush(codes) + f" {number(-offset, places)} Ts "
                if codes
                else f"{number(-offset, places)} Ts "
            )
            codes = []
            rise = offset
        slip = round(pen - want)
        if slip:
            codes.append(f">{slip}<")
            pen -= slip
        codes.append(f"{glyph:04X}")
        pen += font.width(glyph)
        want += run.advances[index] * per_mm
    pieces.append(_flush(codes))
    return "".join(pieces) + (" 0 Ts" if rise else "")


def _flush(codes: list[str]) -> str:
    return f"[<{''.join(codes)}>]TJ".replace("<>", "")
