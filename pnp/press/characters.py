"""What the glyphs of a font stand for, by the font itself."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import decomposition, normalize

_BY_CODE = re.compile(r"uni([0-9A-F]{4})\Z|u([0-9A-F]{4,6})\Z")


class Characters(dict[int, str]):
    """The characters by glyph id; empty where neither the character map nor the glyph's name says anything.

    A glyph of several characters stands for the lowest one (the space, not the no-break space). Glyphs that only
    features lead to are known by their names (Adobe Glyph List Specification §2): ``f_f_i.liga`` is f, f and i,
    ``a.smcp`` is a.

    Args:
        font: A ``uharfbuzz.Font``, which has no types.
    """

    def __init__(self, font: Any) -> None:
        super().__init__()
        self._font = font
        self._named: dict[str, str] = {}
        for code in sorted(font.face.unicodes):
            glyph = font.get_nominal_glyph(code)
            if glyph is not None:
                self.setdefault(glyph, _apart(chr(code)))

    def __missing__(self, glyph: int) -> str:
        if not self._named:
            self._named = {self._name(known): text for known, text in self.items()}
        stem = self._name(glyph).partition(".")[0]
        letters = [self._named.get(part) or _coded(part) for part in stem.split("_")]
        text = self[glyph] = "".join(letters) if all(letters) else ""
        return text

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
    """The letters of a ligature that has a code of its own (U+FB01 is f and i), any other character as it is."""
    letters = normalize("NFKC", char)
    ligature = decomposition(char).startswith("<compat>") and len(letters) > 1 and letters.isalpha()
    return letters if ligature else char
