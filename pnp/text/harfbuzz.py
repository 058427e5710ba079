"""Letters as glyphs of one font: HarfBuzz with the features and the language of a voice, one word at a time or many."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate, repeat
from math import fsum
from operator import attrgetter
from typing import Any

from pnp.draw import Glyphs
from pnp.fonts import FontFace
from pnp.named_tuple import NamedTuple
from pnp.regex import regex
from pnp.remember import ByValue

_ZERO_WIDTH = regex("[\u200c\u200d]")
_BETWEEN = "\n"
"""Stands between words that are shaped together: no word holds it and no font draws it."""
# ASCII, Latin-1 and Latin Extended A and B without spaces, the soft hyphen and what is no character, and common punctuation:
# all are Latin or of no script, none is a mark, none is left out of the glyphs. With a letter, HarfBuzz takes the script for Latin.
_LATIN = frozenset(
    map(chr, (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x250), *map(ord, "–—‘’‚‛“”„•…")))
)
_LETTERS = frozenset(filter(str.isalpha, _LATIN)) - {"µ"}
_TOLD = 0x01 | 0x04 | 0x10
"""``HB_BUFFER_SERIALIZE_FLAG_NO_CLUSTERS``, ``NO_GLYPH_NAMES`` and ``GLYPH_FLAGS``; the enumeration takes long to put together."""
_FEW = 3
"""Words below which shaping them together takes longer than one by one."""
_MOST_GLYPHS = 4096
_MOST_LENGTHS = 64
_CLUSTER = attrgetter("cluster")


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
        # What differs from HarfBuzz's own choice: kerning and ligatures, but none that are up to the reader.
        self._wanted = {} if features.ligatures else {"liga": False, "clig": False}
        if features.tabular:
            self._wanted["tnum"] = True
        self._glyph = ByValue(self._read, _MOST_GLYPHS)
        self._counted: ByValue[int, tuple[int, ...]] = ByValue(
            lambda count: tuple(range(count)), _MOST_LENGTHS
        )

    def glyphs(self, text: str, face: FontFace | None = None) -> Glyphs:
        """The glyphs of a stretch of text, by another font when one is given; 0 among them where the font has none."""
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
            clusters = [at - len(_ZERO_WIDTH.findall(text, 0, at)) for at in clusters]
        return Glyphs.of(
            face.key,
            [info.codepoint for info in infos],
            advances,
            shown,
            clusters,
            [-offset * per_em for offset in raises] if any(raises) else (),
        )

    def together(self, words: Iterable[str]) -> list[Glyphs]:
        """The glyphs of those words that come out of shaping all in one go as they would one by one.

        HarfBuzz marks each glyph before which the text could not be cut without changing what is on either side. A word with no such
        mark at its beginning or behind its end is what it would be alone, as all are of the script that each would be taken for.
        """
        plain = [word for word in words if _LATIN.issuperset(word) and not _LETTERS.isdisjoint(word)]
        if len(plain) < _FEW:
            return []
        text = _BETWEEN.join(plain)
        buffer = self._shaped(self._face, text)
        told = buffer.serialize(self._face.hb_font, flags=_TOLD)[1:-1].split("|")
        ids, advances = zip(*map(self._glyph.__getitem__, told), strict=True)
        clusters = list(map(_CLUSTER, buffer.glyph_infos))
        singly = clusters == list(range(len(text)))  # each character has a glyph of its own
        told.append("")
        clusters.append(len(text))
        steps = list(accumulate(map((1).__add__, map(len, plain)), initial=0))
        begins, ends = steps[:-1], list(map((-1).__add__, steps[1:]))
        firsts, stops = begins, ends
        if not singly:
            firsts, stops = (list(map(bisect_left, repeat(clusters), at)) for at in (begins, ends))
        cuts = list(map(slice, firsts, stops))
        own, ways = map(ids.__getitem__, cuts), list(map(advances.__getitem__, cuts))
        offsets = (
            map(self._counted.__getitem__, map(len, plain))
            if singly
            else (
                tuple([at - begin for at in clusters[cut]]) for begin, cut in zip(begins, cuts, strict=True)
            )
        )
        made = list(
            map(Glyphs, repeat(self._face.key), own, ways, offsets, repeat(()), plain, map(fsum, ways))
        )
        bounds, wanted = [*firsts, *stops], [*begins, *ends]
        edges, found = list(map(told.__getitem__, bounds)), list(map(clusters.__getitem__, bounds))
        bare = ids.count(0) - list(map(ids.__getitem__, stops[:-1])).count(0)
        if not bare and found == wanted and "#" not in "".join(edges):
            return made
        count = len(plain)
        return [
            each
            for at, each in enumerate(made)
            if 0 not in each.glyphs
            and "#" not in edges[at] + edges[at + count]
            and found[at::count] == wanted[at::count]
        ]

    def _read(self, told: str) -> tuple[int, float]:
        """Glyph and advance as ``hb_buffer_serialize`` writes them; no glyph where it stands beside its place."""
        glyph, _, advance = told.partition("#")[0].partition("+")
        if not glyph.isdigit():
            return 0, 0.0
        way = int(advance) * (1 / self._face.upem)
        return int(glyph), way + self._tracking if way and self._tracking else way

    def _shaped(self, face: FontFace, text: str) -> Any:
        """A HarfBuzz buffer with the glyphs of the text."""
        harfbuzz = self._harfbuzz
        buffer = harfbuzz.Buffer()
        buffer.add_codepoints(list(map(ord, text)))
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        buffer.language = self._language
        if not _LATIN.issuperset(text):
            buffer.flags = self._flags
        harfbuzz.shape(face.hb_font, buffer, self._wanted)
        return buffer
