"""Fonts as content streams see them: glyph ids go out as they are."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from pnp.draw.glyphs import Glyphs, bits_of
from pnp.fonts import FontFace, FontLibrary
from pnp.press.characters import Characters
from pnp.press.glyphs import Shown, shown_anywhere, shown_glyphs
from pnp.press.number import number
from pnp.remember import ByIdentity, ByValue

_SIZE_PLACES = 6
"""Decimals of type sizes: a rounded size makes every glyph of a line too wide or too narrow."""
_MOST_SIZES = 512
_MOST_STEPS = 4096
_MOST_WORDS = 32768
_NO_REST = 1e-9
"""What is left of a whole number by products of floats."""


def font_name(key: str) -> str:
    """What a font is called in resource dictionaries."""
    return f"F{key[:12]}"


class ShownWord(NamedTuple):
    """A word or space as a font shows it.

    Attributes:
        codes: For a string of ``TJ``, if they are the same wherever the word stands; else empty.
        glyphs: Which glyphs it shows, as a set of bits (``pnp.draw.glyphs``).
    """

    codes: str
    glyphs: int


class PressFont:
    """What the press knows of one font.

    Attributes:
        face: The font.
        name: In resource dictionaries.
        widths: Thousandths of the em to the next glyph, as viewers read them from the file, by glyph.
        codes: Hexadecimal digits by glyph.
        words: By word or space, how it is shown and which glyphs that takes.
        shown: The same for words whose codes depend on what stands around them.
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
        self.words = ByIdentity(self._word, _MOST_WORDS)
        self.shown = ByIdentity(self._shown, _MOST_WORDS)
        self.whole = 1000 % face.upem == 0
        self.steps = ByValue(self._step, _MOST_STEPS)
        self.setting = ByValue(self._setting, _MOST_SIZES)

    def _word(self, word: Glyphs) -> ShownWord:
        return ShownWord(shown_anywhere(word, self), bits_of(word.glyphs))

    def _shown(self, word: Glyphs) -> Shown:
        return shown_glyphs(word, self)

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
