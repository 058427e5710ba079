"""Fonts as content streams see them: glyph ids are written as they are in the font file."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from functools import cached_property
from typing import Any, NamedTuple
from unicodedata import decomposition, normalize

from pnp.draw.item import Glyphs, bits_of
from pnp.fonts import FontFace, FontLibrary
from pnp.memo import IdentityMemo
from pnp.pdf.number import number
from pnp.pdf.text import codes_anywhere

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


class PdfFonts:
    """The fonts of a library as content streams use them.

    Args:
        library: Has the fonts.
    """

    def __init__(self, library: FontLibrary) -> None:
        self._library = library
        self._fonts: dict[str, PdfFont] = {}

    def get(self, key: str) -> PdfFont:
        """The font with this key.

        Raises:
            KeyError: The library does not have it.
        """
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = PdfFont(self._library.by_key(key))
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
