"""Fonts as content streams see them, and glyph runs as text operators (ISO 32000-1 §9.4).

Glyph ids are written as they are in the font file.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from operator import itemgetter, sub
from typing import Any, NamedTuple
from unicodedata import decomposition, normalize

from pnp.draw import GlyphRun, Glyphs
from pnp.draw.item import bits_of
from pnp.fonts import FontFace, FontLibrary
from pnp.memo import IdentityMemo
from pnp.pdf.number import number, utf16

_SIZE_PLACES = 6
"""Decimals of type sizes: a rounded size makes every glyph of a line too wide or too narrow."""
_MOST_WORDS = 32768


def font_name(key: str) -> str:
    """The name of a font in resource dictionaries."""
    plain = key if key.isalnum() else hashlib.sha256(key.encode()).hexdigest()
    return f"F{plain[:12]}"


class WordCodes(NamedTuple):
    """A word or space in one font.

    Attributes:
        codes: For a string of ``TJ``, if they are the same wherever the word is; else empty.
        glyphs: The glyphs that it shows, as a set of bits (``pnp.draw.item``).
    """

    codes: str
    glyphs: int


class PdfFont:
    """A font as content streams use it.

    Attributes:
        face: The font.
        name: In resource dictionaries.
        widths: By glyph, the way to the next one in thousandths of the em, as viewers read it from the file.
        words: By word or space, its codes and glyphs.
        whole: Whether lengths of the font are whole thousandths of the em.
    """

    def __init__(self, face: FontFace) -> None:
        self.face = face
        self.name = font_name(face.key)
        self.widths = Widths(face)
        self.words = IdentityMemo(self._word, _MOST_WORDS)
        self.whole = 1000 % face.upem == 0

    def _word(self, word: Glyphs) -> WordCodes:
        return WordCodes(codes_anywhere(word, self), bits_of(word.glyphs))

    def setting(self, size: float) -> str:
        """The operator that sets the font in a size in millimetres."""
        return f"/{self.name} {number(size, _SIZE_PLACES)} Tf"

    @cached_property
    def space(self) -> tuple[Glyphs, ...]:
        """A space; nothing if the font has none."""
        glyph = self.face.hb_font.get_nominal_glyph(0x20)
        if glyph is None:
            return ()
        return (Glyphs.of(self.face.key, (glyph,), (self.widths[glyph] / 1000,), " ", (0,)),)

    @cached_property
    def characters(self) -> Characters:
        """The characters that each glyph stands for, according to the font itself."""
        return Characters(self.face.hb_font)


class Widths(dict[int, float]):
    """Widths of glyphs by their ids, in thousandths of the em; each is read when it is first asked for.

    Args:
        face: The font.
    """

    def __init__(self, face: FontFace) -> None:
        super().__init__()
        self._face = face

    def __missing__(self, glyph: int) -> float:
        width = self[glyph] = round(self._face.advance(glyph) * 1000 / self._face.upem, 4)
        return width


class PdfFonts(dict[str, PdfFont]):
    """The fonts of a library by their keys, as content streams use them; a KeyError for one that it lacks.

    Args:
        library: Has the fonts.
    """

    def __init__(self, library: FontLibrary) -> None:
        super().__init__()
        self._library = library

    def __missing__(self, key: str) -> PdfFont:
        font = self[key] = PdfFont(self._library.by_key(key))
        return font


_RADICALS = (0x2E80, 0x2FE0)
"""Two blocks of Unicode with parts of Chinese letters, and where they end."""
_BY_CODE = re.compile(r"uni([0-9A-F]{4})\Z|u([0-9A-F]{4,6})\Z")


class Characters(dict[int, str]):
    """Characters by glyph id; empty where neither the character map nor the glyph's name gives any.

    A glyph of several characters stands for the lowest one (the space, not the no-break space), and for a
    radical of Chinese only where it is no letter. Glyphs that only features lead to are recognised by their
    names (Adobe Glyph List Specification §2): ``f_f_i.liga`` is f, f and i, ``a.smcp`` is a.

    Args:
        font: A ``uharfbuzz.Font``, which has no types.
    """

    def __init__(self, font: Any) -> None:
        super().__init__()
        self._font = font
        self._codes: dict[int, int] = {}
        """The code point of each glyph that the character map leads to."""
        self._named: dict[str, int] = {}
        codes = sorted(font.face.unicodes)
        start, stop = (bisect_left(codes, bound) for bound in _RADICALS)
        for code in (*codes[:start], *codes[stop:], *codes[start:stop]):
            glyph = font.get_nominal_glyph(code)
            if glyph is not None:
                self._codes.setdefault(glyph, code)

    def __missing__(self, glyph: int) -> str:
        code = self._codes.get(glyph)
        text = self[glyph] = self._by_name(glyph) if code is None else _apart(chr(code))
        return text

    def _by_name(self, glyph: int) -> str:
        if not self._named:
            self._named = {self._name(known): code for known, code in self._codes.items()}
        stem = self._name(glyph).partition(".")[0]
        letters = [self._letters(part) for part in stem.split("_")]
        return "".join(letters) if all(letters) else ""

    def _letters(self, name: str) -> str:
        code = self._named.get(name)
        return _coded(name) if code is None else _apart(chr(code))

    def _name(self, glyph: int) -> str:
        try:
            return str(self._font.glyph_to_string(glyph))
        except UnicodeDecodeError:  # a font from anywhere may hold any bytes there
            return ""


def _coded(name: str) -> str:
    match = _BY_CODE.match(name)
    code = int(match.group(1) or match.group(2), 16) if match else 0
    return chr(code) if 0 < code < 0xD800 or 0xE000 <= code <= 0x10FFFF else ""


def _apart(char: str) -> str:
    """The letters of a ligature with its own code point (U+FB01 is f and i); other characters unchanged."""
    letters = normalize("NFKC", char)
    ligature = decomposition(char).startswith("<compat>") and len(letters) > 1 and letters.isalpha()
    return letters if ligature else char


_SPACES = "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\n"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_FOLDED = str.maketrans({**dict.fromkeys(_SPACES, " "), **dict.fromkeys(_UNSEEN, "")})


class ShownGlyphs(NamedTuple):
    """Glyphs as operands of ``TJ``.

    Attributes:
        codes: For a string of ``TJ``, with the steps between its glyphs, without angle brackets.
        drift: How much further the font's own widths lead than the advances, in thousandths of the em.
        stepped: How much of the drift the steps take back.
        plain: Whether a reader gets the text from the glyphs.
        raised: Whether a glyph is above or below the baseline.
    """

    codes: str
    drift: float
    stepped: int
    plain: bool
    raised: bool

    @property
    def fixed_codes(self) -> str:
        """The codes with the step to the next word; empty if either depends on more than the glyphs."""
        if not self.plain or self.raised or not self.drift.is_integer():
            return ""
        step = int(self.drift) - self.stepped
        return f"{self.codes}>{step}<" if step else self.codes


_DRIFT_PLACES = 6
_NO_DRIFT = 0.49e-6


_NO_REST = 1e-9
"""Rounding error of products of floats that stand for whole numbers."""
_LONGEST = 200
"""Glyphs of a word up to which rounding errors of sums do not matter."""


def codes_anywhere(part: Glyphs, font: PdfFont) -> str:
    """The codes of a word or space with the steps between and after them; empty if neighbours change them."""
    glyphs = part.glyphs
    if font.whole and not part.raises and len(glyphs) <= _LONGEST:
        widths = map(font.widths.__getitem__, glyphs)
        dues = [width - advance * 1000 for width, advance in zip(widths, part.advances, strict=True)]
        steps = list(map(round, dues))
        whole = max(map(abs, map(sub, dues, steps)), default=0.0) <= _NO_REST
        if whole and "".join(map(font.characters.__getitem__, glyphs)) == part.text:
            return _with_steps([f"{glyph:04X}" for glyph in glyphs], steps)
    return shown_glyphs(part, font).fixed_codes


def shown_glyphs(part: Glyphs, font: PdfFont) -> ShownGlyphs:
    """A word or space in a font."""
    natural = accumulate(map(font.widths.__getitem__, part.glyphs))
    wanted = accumulate(part.advances)
    dues = [pen - want * 1000 for pen, want in zip(natural, wanted, strict=True)]
    codes, stepped = _stepped([f"{glyph:04X}" for glyph in part.glyphs], dues)
    read = "".join(map(font.characters.__getitem__, part.glyphs))
    drift = _rounded(dues[-1]) if dues else 0.0
    return ShownGlyphs(codes, drift, stepped, _same(read, part.text), any(part.raises))


def _rounded(due: float) -> float:
    """The drift without the rounding error of the sum; most words of most fonts have no drift."""
    whole = round(due)
    return float(whole) if abs(due - whole) < _NO_DRIFT else round(due, _DRIFT_PLACES)


def _stepped(codes: list[str], dues: Sequence[float]) -> tuple[str, int]:
    """The codes with the pen moved back after each glyph but the last, and the sum of these steps."""
    within = dues[:-1]
    if not within or (min(within) >= -0.5 and max(within) <= 0.5):
        return "".join(codes), 0
    whole = list(map(round, within))
    steps = list(map(sub, whole, [0, *whole]))
    return _with_steps(codes[:-1], steps) + codes[-1], whole[-1]


def _with_steps(codes: Sequence[str], steps: Sequence[int]) -> str:
    if not any(steps):
        return "".join(codes)
    return "".join([f"{code}>{step}<" if step else code for code, step in zip(codes, steps, strict=True)])


def _same(read: str, text: str) -> bool:
    return read == text or read.translate(_FOLDED) == text.translate(_FOLDED)


class Stretch(NamedTuple):
    """Some glyphs of a run in a row, and the text that they stand for where they do not say it, else None."""

    glyphs: int
    text: str | None


def stretches(
    run: GlyphRun, parts: Sequence[ShownGlyphs], font: PdfFont, meanings: dict[int, str]
) -> list[Stretch]:
    """The run cut where its glyphs begin or end to mean something else than its text.

    A replacement text is as short as possible, because some readers compare it with the glyphs, and give
    letters that agree twice. With marks above or below letters it is the whole run's: readers put spaces
    around shorter ones. All kinds of space are equal, and invisible characters do not count.

    Args:
        run: The glyphs.
        parts: How they are shown.
        font: Theirs.
        meanings: Takes up the meaning of glyphs that have none in the font, for readers of glyphs alone.
    """
    if run.actual is not None:
        return [Stretch(len(run.glyphs), None)]
    odd = [word for word, part in zip(run.parts, parts, strict=True) if not part.plain]
    if any(part.raised for part in parts) or any(len(set(word.clusters)) < len(word.glyphs) for word in odd):
        cut = [stretch for word in odd for stretch in _clusters(word, font, meanings)]
        return [Stretch(len(run.glyphs), run.text if any(each.text is not None for each in cut) else None)]
    found: list[Stretch] = []
    for word, part in zip(run.parts, parts, strict=True):
        for stretch in [Stretch(len(word.glyphs), None)] if part.plain else _clusters(word, font, meanings):
            if found and found[-1].text is stretch.text is None:
                found[-1] = Stretch(found[-1].glyphs + stretch.glyphs, None)
            else:
                found.append(stretch)
    return found


def _clusters(word: Glyphs, font: PdfFont, meanings: dict[int, str]) -> Iterator[Stretch]:
    """The glyphs of a word that belong together, each with its text if they do not say it themselves."""
    after = dict(pairwise(sorted({*word.clusters, len(word.text)})))
    for cluster, group in groupby(zip(word.clusters, word.glyphs, strict=True), itemgetter(0)):
        glyphs = [glyph for _, glyph in group]
        text = word.text[cluster : after.get(cluster, cluster)]
        same = _same("".join(map(font.characters.__getitem__, glyphs)), text)
        if not same and text and not font.characters[glyphs[0]]:
            meanings.setdefault(glyphs[0], text)
        yield Stretch(len(glyphs), None if same else text)


def actual_text(text: str) -> str:
    """The operator that begins a span with a replacement text (ISO 32000-1 §14.9.4)."""
    return f"/Span<</ActualText<FEFF{utf16(text)}>>>BDC"


def alt_text(text: str) -> str:
    """The operator that begins a span with an alternative text (ISO 32000-1 §14.9.3)."""
    return f"/Span<</Alt<FEFF{utf16(text)}>>>BDC"


def show_codes(words: Sequence[str]) -> str:
    """As ``show``, for words whose codes do not depend on their neighbours."""
    codes = "".join(words)
    if codes.endswith("<"):  # no step after the last glyph
        codes = codes[: codes.rindex(">")]
    return f"[<{codes}>]TJ"


def show(run: GlyphRun, parts: Sequence[ShownGlyphs], places: int, cut: Sequence[Stretch] = ()) -> str:
    """The operators that show the glyphs from the current text position.

    Glyphs go where the run's advances put them: differences from the font's own widths go into ``TJ`` in
    whole thousandths of the em. Sums are rounded, up to each word and within it, so errors do not add up, no
    glyph is a thousandth off, and a word is the same characters everywhere, which compresses well.

    Args:
        run: The glyphs.
        parts: How its words are shown.
        places: Decimals of lengths.
        cut: All of the run, where some of it needs a replacement text.
    """
    pieces: list[str] = []
    drift, stepped, step = 0.0, 0, 0
    for part in parts:
        if step:
            pieces.append(f">{step}<")
            stepped += step
            step = 0
        pieces.append(part.codes)
        if part.drift or part.stepped:
            drift += part.drift
            stepped += part.stepped
            step = round(drift) - stepped
    shown = "".join(pieces)
    raised = any(part.raised for part in parts)
    if len(cut) <= 1 and not raised and not any(stretch.text for stretch in cut):
        return f"[<{shown}>]TJ"
    singly = _GLYPH.findall(shown)
    operators: list[str] = []
    start = 0
    for glyphs, text in cut or [Stretch(len(singly), None)]:
        end = start + glyphs
        codes = singly[start:end]
        array = _raised(codes, run.offsets[start:end], places) if raised else _array(codes)
        operators.append(array if text is None else f"{actual_text(text)} {array} EMC")
        start = end
    return " ".join([*operators, "0 Ts"] if raised else operators)


_GLYPH = re.compile("[0-9A-F]{4}(?:>-?[0-9]+<)?")


def _array(codes: Sequence[str]) -> str:
    return f"[<{''.join(codes)}>]".replace("<>", "") + "TJ"


def _raised(codes: Sequence[str], offsets: Sequence[float], places: int) -> str:
    """The glyphs, with the baseline moved for each stretch of raised or lowered ones."""
    pieces: list[str] = []
    start = 0
    for offset, same in groupby(offsets):
        end = start + len(list(same))
        pieces.append(f"{number(-offset, places)} Ts {_array(codes[start:end])}")
        start = end
    return " ".join(pieces)
