"""Words as glyphs: HarfBuzz shaping with features, languages and fallback fonts. All widths are in ems."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import fsum
from typing import Any, NamedTuple

from pnp.draw import Glyphs
from pnp.fonts import FontFace, FontLibrary, one_word, runs_leftwards
from pnp.i18n import base_of, upper
from pnp.text.space import NNBSP, NO_BREAK_HYPHEN, SPACES, visible

_ZERO_WIDTH = re.compile("[\u200c\u200d]")
# ASCII, Latin-1 and Latin Extended A and B without spaces and the soft hyphen, and common punctuation: none
# of these characters is ignored by default, so HarfBuzz has nothing to remove.
_VISIBLE = frozenset(
    map(chr, (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x250), *map(ord, "–—‘’‚‛“”„•…")))
)


_RIGHT_CARONS = frozenset("ďťľĽ")
"""Letters with a caron at their upper right, for which many fonts leave no room before a space."""

SMALL_CAPITALS = ("smcp", 1)
"""The feature of small capitals in place of small letters."""


class Features(NamedTuple):
    """How letters are shaped.

    Attributes:
        ligatures: Whether there are any.
        tabular: Whether figures have one width.
        tracking: Space between letters in ems.
        chosen: Features of the font that were turned on or off.
        shrunk: Whether small letters are shown as capitals, for small capitals that the font lacks.
    """

    ligatures: bool = True
    tabular: bool = False
    tracking: float = 0.0
    chosen: tuple[tuple[str, int], ...] = ()
    shrunk: bool = False


BULLET = "•"
_NO_SPACE = 0.25  # width of a space in ems where a font has no space glyph
# French punctuation typed without its space gets the gap, drawn but not written, so that text extracts as
# typed.
_FRENCH_MARKS = re.compile(r"(?<=[\w»)\]’”%])(?=[;!?]+[)\]»”*,.…]*$)")
_FRENCH_FULL = re.compile(r"(?<=[\w»)\]’”%])(?=:$)|(?<=«)(?=\w)|(?<=[\w.!?…)])(?=»)")


class Shaped(NamedTuple):
    """A shaped stretch of text without spaces.

    Attributes:
        parts: One for each change of font.
        width: In ems.
        missing: What no font has a glyph for or what runs from right to left, as typed; it is left out of the
            parts.
        gapped: Whether there is empty space inside that nobody typed.
        borrowed: Letters and digits that come from another font, each with the family of that.
    """

    parts: tuple[Glyphs, ...]
    width: float
    missing: tuple[str, ...] = ()
    gapped: bool = False
    borrowed: tuple[tuple[str, str], ...] = ()


class ShapingFont:
    """A font face with its features, in one language; shapes words.

    Attributes:
        face: The font.
        features: See ``Features``.
        space: Width of a word space in ems.
        spaced: Whether the font has a glyph for it.
    """

    def __init__(self, face: FontFace, features: Features, language: str, fonts: FontLibrary) -> None:
        import uharfbuzz

        self._harfbuzz: Any = uharfbuzz
        self.face = face
        self.features = features
        self.language = language
        self._fonts = fonts
        self._french = base_of(language) == "fr" and not language.lower().endswith("ca")
        self._space_glyph = face.glyph(" ")
        advance = face.advance(self._space_glyph) / face.upem if self._space_glyph is not None else _NO_SPACE
        self.space = advance + features.tracking
        self.spaced = self._space_glyph is not None
        # Differences from HarfBuzz's own choice: kerning and ligatures, but none that are up to the reader.
        self._wanted: dict[str, int] = {} if features.ligatures else {"liga": 0, "clig": 0}
        if features.tabular:
            self._wanted["tnum"] = 1
        self._wanted.update(features.chosen)
        self._upper = upper(language) if features.shrunk else None

    def has_small_capitals(self, text: str) -> bool:
        """Whether the font has small capitals for all small letters of the text."""
        plain = ShapingFont(self.face, Features(), self.language, self._fonts)
        small = ShapingFont(self.face, Features(chosen=(SMALL_CAPITALS,)), self.language, self._fonts)
        letters = {char for char in text if char.upper() != char}
        return all(self.face.covers(char) for char in letters) and all(
            plain.glyphs(char).glyphs != small.glyphs(char).glyphs for char in letters
        )

    @cached_property
    def bullet(self) -> Shaped:
        """The glyph that begins an item of a list."""
        return self.shape(BULLET)

    def space_width(self, char: str) -> float:
        """The width of a space character of ``SPACES``."""
        width = SPACES[char].width
        if char == "\u2007":
            return self.shape("0").width
        return self.space if width is None else width + self.features.tracking

    def space_part(self, width: float) -> Glyphs:
        """A space glyph with this width."""
        key, glyph = self.face.key, self._space_glyph
        if glyph is None:
            return Glyphs(key, (), (), (), (), "", 0.0)
        return Glyphs(key, (glyph,), (width,), (0,), (), " ", width)

    def shape(self, typed: str) -> Shaped:
        """The glyphs of a word or a part of one, without characters that only affect line breaking."""
        text = visible(typed)
        if NO_BREAK_HYPHEN in text and not self.face.covers(NO_BREAK_HYPHEN):
            text = text.replace(NO_BREAK_HYPHEN, "-")
        if not text:
            return Shaped((), 0.0)
        whole = self.glyphs(text)
        missing: list[str] = []
        # More glyphs than letters: an accent is a glyph of its own, and perhaps not where it belongs.
        if 0 not in whole.glyphs and len(whole.glyphs) <= len(text) and not runs_leftwards(text):
            parts = [whole]
            borrowed: tuple[tuple[str, str], ...] = ()
        else:
            stretches = list(self._by_font(text, missing))
            parts = [self.glyphs(piece, face) for face, piece in stretches]
            others = [(piece, face.family) for face, piece in stretches if face is not self.face]
            borrowed = tuple((char, family) for piece, family in others for char in piece if char.isalnum())
        gaps = _gaps(text, self.space) if self._french else {}
        if gaps:
            parts = _with_gaps(parts, gaps)
        return Shaped(
            tuple(parts), fsum([part.width for part in parts]), tuple(missing), bool(gaps), borrowed
        )

    def glyphs(self, text: str, lender: FontFace | None = None) -> Glyphs:
        """The glyphs of a stretch of text, in another font if given; 0 among them where it has none."""
        face = lender or self.face
        owners: list[int] = []  # of letters that are shown in place of characters
        shown_as = text
        if self._upper is not None:
            capitals = [self._upper(char) for char in text]
            if all(map(face.covers, "".join(capitals))):
                shown_as = "".join(capitals)
                owners = [at for at, letters in enumerate(capitals) for _ in letters]
        buffer = self._harfbuzz.Buffer()
        buffer.add_codepoints(list(map(ord, shown_as)))
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        buffer.language = self.language
        if not _VISIBLE.issuperset(shown_as):
            buffer.flags = self._harfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        self._harfbuzz.shape(face.hb_font, buffer, self._wanted)
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        clusters = [info.cluster for info in infos]
        if owners:
            clusters = [owners[cluster] for cluster in clusters]
        removed = [match.start() for match in _ZERO_WIDTH.finditer(text)] if not text.isalnum() else []
        if removed:
            clusters = [at - bisect_left(removed, at) for at in clusters]
        per_em = 1 / face.upem
        raises = [position.y_offset for position in positions]
        return Glyphs.of(
            face.key,
            [info.codepoint for info in infos],
            self._advances(face, text, infos, positions),
            _ZERO_WIDTH.sub("", text) if removed else text,
            clusters,
            [-offset * per_em for offset in raises] if any(raises) else (),
        )

    def _advances(
        self, face: FontFace, text: str, infos: Sequence[Any], positions: Sequence[Any]
    ) -> list[float]:
        """The ways from glyph to glyph in ems, as HarfBuzz places them and tracking parts them."""
        per_em = 1 / face.upem
        advances = [position.x_advance * per_em for position in positions]
        if self.features.tracking:
            advances = [advance + self.features.tracking if advance else 0.0 for advance in advances]
        if text[-1:] in _RIGHT_CARONS and advances:
            advances[-1] += face.overhang(infos[-1].codepoint)
        offsets = [position.x_offset for position in positions]
        if any(offsets):
            for at, offset in enumerate(offsets):
                if offset and at:  # an offset is a shorter way here and a longer way on
                    advances[at - 1] += offset * per_em
                    advances[at] -= offset * per_em
        return advances

    def _by_font(self, text: str, missing: list[str]) -> Iterator[tuple[FontFace, str]]:
        """The text cut where its font changes; what no font has goes to ``missing``."""
        current: FontFace | None = None
        piece = ""
        lost = ""
        for char in text:
            face = self._face_for(char, current)
            if face is None or (lost and _extends(char)):
                if lost and not (_extends(char) or lost[-1] == "\u200d" or one_word(lost, char)):
                    missing.append(lost)
                    lost = ""
                lost += char
                continue
            if lost:
                missing.append(lost)
                lost = ""
            if face is not current and piece and current is not None:
                yield current, piece
                piece = ""
            current = face
            piece += char
        if lost:
            missing.append(lost)
        if piece and current is not None:
            yield current, piece

    def _face_for(self, char: str, current: FontFace | None) -> FontFace | None:
        if runs_leftwards(char):
            return None
        if _extends(char) and current is not None and current.covers(char):
            return current
        if _has(self.face, char):
            return self.face
        return self._fonts.fallback_for(char, self.face.weight)


def _has(face: FontFace, char: str) -> bool:
    """Whether the font draws the character, perhaps as a letter with a mark of its own."""
    return face.covers(char) or char in "\u200c\u200d" or face.composes(char)


def _extends(char: str) -> bool:
    """Whether the character belongs to the one before it: a mark, a joiner, a skin tone."""
    return bool(unicodedata.combining(char)) or char == "\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff"


def _gaps(text: str, full: float) -> dict[int, float]:
    """The gaps that French wants inside a word, by the offset of the character after them."""
    narrow = SPACES[NNBSP].width or 0.0
    gaps = {match.start(): narrow for match in _FRENCH_MARKS.finditer(text)}
    return gaps | {match.start(): full for match in _FRENCH_FULL.finditer(text)}


def _with_gaps(parts: list[Glyphs], gaps: Mapping[int, float]) -> list[Glyphs]:
    done = []
    start = 0
    for part in parts:
        advances = list(part.advances)
        for at in range(len(advances)):
            last = at + 1 == len(advances)
            end = len(part.text) if last else part.clusters[at + 1]
            if last or end != part.clusters[at]:
                advances[at] += gaps.get(start + end, 0.0)
        done.append(replace(part, advances=tuple(advances), width=fsum(advances)))
        start += len(part.text)
    return done
