"""Glyph runs as text operators (ISO 32000-1 §9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise
from operator import sub

from pnp.draw import GlyphRun
from pnp.press.font import PressFont
from pnp.press.number import number, utf16

_SPACES = "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\n"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_FOLDED = str.maketrans({**dict.fromkeys(_SPACES, " "), **dict.fromkeys(_UNSEEN, "")})


def said_otherwise(run: GlyphRun, font: PressFont, said: dict[int, str]) -> str | None:
    """What has to be written down as the run's text because its glyphs say something else; None when they say it.

    Any kind of space is as good as another, and characters that nobody sees do not count.

    Args:
        run: The glyphs.
        font: Theirs.
        said: Takes what glyphs stand for here of which the font says nothing, for readers that look at glyphs alone.
    """
    if run.actual is not None:
        return run.actual
    characters = font.characters
    shown = "".join([characters[glyph] for glyph in run.glyphs])
    if shown == run.text or shown.translate(_FOLDED) == run.text.translate(_FOLDED):
        return None
    _learn(run, font, said)
    return run.text


def _learn(run: GlyphRun, font: PressFont, said: dict[int, str]) -> None:
    starts = sorted({*run.clusters, len(run.text)})
    after = dict(pairwise(starts))
    for glyph, cluster in zip(run.glyphs, run.clusters, strict=True):
        text = run.text[cluster : after.get(cluster, cluster)]
        if text and not font.characters[glyph]:
            said.setdefault(glyph, text)


def actual_text(text: str) -> str:
    """The operator that begins a span which stands for ``text`` (ISO 32000-1 §14.9.4)."""
    return f"/Span<</ActualText<FEFF{utf16(text)}>>>BDC"


def show(run: GlyphRun, font: PressFont, places: int) -> str:
    """The operators that show the glyphs from where the text matrix stands.

    Glyphs stand where the run's advances put them: what differs from the font's own widths goes into ``TJ`` in whole
    thousandths of the em. It is the sums that are rounded, so errors do not add up: no glyph is half a thousandth off.
    """
    per_mm = 1000 / run.size
    natural = accumulate(map(font.widths.__getitem__, run.glyphs))
    wanted = accumulate(run.advances)
    # After each glyph: how far the pen has to be set back in all, and how much of that is new.
    dues = [round(pen - want * per_mm) for pen, want in zip(natural, wanted, strict=True)]
    steps = list(map(sub, dues, [0, *dues]))
    steps[-1] = 0
    codes = list(map(font.codes.__getitem__, run.glyphs))
    shown = [f"{code}>{step}<" if step else code for code, step in zip(codes, steps, strict=True)]
    if any(run.offsets):
        return _raised(run.offsets, shown, places)
    return f"[<{''.join(shown)}>]TJ"


def _raised(offsets: Sequence[float], shown: Sequence[str], places: int) -> str:
    """The glyphs with the baseline moved for each stretch of them that stands higher or lower."""
    pieces: list[str] = []
    start = 0
    for offset, stretch in groupby(offsets):
        end = start + len(list(stretch))
        array = f"[<{''.join(shown[start:end])}>]".replace("<>", "")
        pieces.append(f"{number(-offset, places)} Ts {array}TJ")
        start = end
    return " ".join([*pieces, "0 Ts"])
