"""Fonts as content streams see them: glyph ids go out as they are."""

from __future__ import annotations

from functools import cached_property

from pnp.draw.glyphs import bits_of
from pnp.fonts import FontFace, FontLibrary
from pnp.press.characters import Characters
from pnp.press.number import number
from pnp.remember import ByValue

_SIZE_PLACES = 6
"""Decimals of type sizes: a rounded size makes every glyph of a line too wide or too narrow."""
_MOST_SIZES = 512
_MOST_STEPS = 4096
_NO_REST = 1e-9
"""What is left of a whole number by products of floats."""


def font_name(key: str) -> str:
    """What a font is called in resource dictionaries."""
    return f"F{key[:12]}"


class PressFont:
    """What the press knows of one font.

    Attributes:
        face: The font.
        name: In resource dictionaries.
        widths: Thousandths of the em to the next glyph, as viewers read them from the file, by glyph.
        codes: Hexadecimal digits by glyph.
        bits: The set of bits of one glyph (``pnp.draw.glyphs``), by glyph.
        whole: Whether lengths of the font are whole thousandths of the em.
        steps: By glyph and advance, the codes with the step to what comes next, as for a string of ``TJ``; empty where it is no
            whole number of thousandths.
        setting: The operator that sets the font, by its size in millimetres.
    """

    def __init__(self, face: FontFace) -> None:
        self.face = face
        self.name = font_name(face.key)
        self.widths: dict[int, float] = _Widths(face)
        self.codes: dict[int, str] = _Codes()
        self.bits: dict[int, int] = _Bits()
        self.whole = 1000 % face.upem == 0
        self.steps = ByValue(self._step, _MOST_STEPS)
        self.setting = ByValue(self._setting, _MOST_SIZES)

    def _setting(self, size: float) -> str:
        return f"/{self.name} {number(size, _SIZE_PLACES)} Tf"

    def _step(self, shown: tuple[int, float]) -> str:
        glyph, advance = shown
        due = self.widths[glyph] - advance * 1000
        step = round(due)
        if abs(due - step) > _NO_REST:
            return ""
        return f"{self.codes[glyph]}>{step}<" if step else self.codes[glyph]

    @cached_property
    def characters(self) -> Characters:
        """What each glyph stands for by the font itself."""
        return Characters(self.face.hb_font)


class FontCase:
    """The fonts of a press, each made ready once.

    Args:
        library: Where the fonts are.
    """

    def __init__(self, library: FontLibrary) -> None:
        self._library = library
        self._fonts: dict[str, PressFont] = {}

    def get(self, key: str) -> PressFont:
        """The font with this key.

        Raises:
            KeyError: The library does not have it.
        """
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = PressFont(self._library.by_key(key))
        return font


class _Widths(dict[int, float]):
    def __init__(self, face: FontFace) -> None:
        super().__init__()
        self._face = face

    def __missing__(self, glyph: int) -> float:
        width = self[glyph] = round(self._face.advance(glyph) * 1000 / self._face.upem, 4)
        return width


class _Codes(dict[int, str]):
    def __missing__(self, glyph: int) -> str:
        code = self[glyph] = f"{glyph:04X}"
        return code


class _Bits(dict[int, int]):
    def __missing__(self, glyph: int) -> int:
        bits = self[glyph] = bits_of([glyph])
        return bits
