"""Letters as glyphs of one font: HarfBuzz with the features and the language of a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any, NamedTuple

from pnp.draw import Glyphs
from pnp.fonts import FontFace

_ZERO_WIDTH = re.compile("[\u200c\u200d]")
# ASCII, Latin-1 and Latin Extended A and B without spaces and the soft hyphen, and common punctuation: none
# of these characters is ignored by default, so HarfBuzz has nothing to remove.
_VISIBLE = frozenset(
    map(chr, (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x250), *map(ord, "–—‘’‚‛“”„•…")))
)


class Features(NamedTuple):
    """How letters are shaped: ligatures, figures of one width, space between letters in ems."""

    ligatures: bool = True
    tabular: bool = False
    tracking: float = 0.0


class Shaper:
    """Shapes letters with a font and features in a language."""

    def __init__(self, face: FontFace, features: Features, language: str) -> None:
        import uharfbuzz

        self._harfbuzz: Any = uharfbuzz
        self._face = face
        self._language = language
        self._tracking = features.tracking
        self._flags = self._harfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        # Differences from HarfBuzz's own choice: kerning and ligatures, but none that are up to the reader.
        self._wanted = {} if features.ligatures else {"liga": False, "clig": False}
        if features.tabular:
            self._wanted["tnum"] = True

    def glyphs(self, text: str, face: FontFace | None = None) -> Glyphs:
        """The glyphs of a stretch of text, in another font if given; 0 among them where it has none."""
        face = face or self._face
        buffer = self._shaped(face, text)
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        per_em = 1 / face.upem
        advances = [position.x_advance * per_em for position in positions]
        if self._tracking:
            advances = [advance + self._tracking if advance else 0.0 for advance in advances]
        offsets = [position.x_offset for position in positions]
        if any(offsets):
            for at, offset in enumerate(offsets):
                if offset and at:  # an offset is a shorter way here and a longer way on
                    advances[at - 1] += offset * per_em
                    advances[at] -= offset * per_em
        raises = [position.y_offset for position in positions]
        clusters = [info.cluster for info in infos]
        shown = text
        if not text.isalnum() and _ZERO_WIDTH.search(text):
            shown = _ZERO_WIDTH.sub("", text)
            removed = [match.start() for match in _ZERO_WIDTH.finditer(text)]
            clusters = [at - bisect_left(removed, at) for at in clusters]
        return Glyphs.of(
            face.key,
            [info.codepoint for info in infos],
            advances,
            shown,
            clusters,
            [-offset * per_em for offset in raises] if any(raises) else (),
        )

    def _shaped(self, face: FontFace, text: str) -> Any:
        """A HarfBuzz buffer with the glyphs of the text."""
        harfbuzz = self._harfbuzz
        buffer = harfbuzz.Buffer()
        buffer.add_codepoints(list(map(ord, text)))
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        buffer.language = self._language
        if not _VISIBLE.issuperset(text):
            buffer.flags = self._flags
        harfbuzz.shape(face.hb_font, buffer, self._wanted)
        return buffer
