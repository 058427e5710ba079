"""Fonts of one file: each is subset once at the end, and its glyphs keep their ids."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping

from pnp.draw.glyphs import ids_of
from pnp.fonts import FontFace
from pnp.fonts.subset import subset
from pnp.press.font import FontCase, PressFont
from pnp.press.number import number
from pnp.render.file import Dictionary, PdfFile, Ref, Stream, array, deflated
from pnp.render.tounicode import cmap_text

_SYMBOLIC = 0x04
_ITALIC = 0x40


class EmbeddedFont:
    """One font of the file: which of its glyphs are used, and what they say where the font itself does not.

    Attributes:
        ref: Its Type0 dictionary, which is written last.
    """

    def __init__(self, font: PressFont, ref: Ref) -> None:
        self.ref = ref
        self._font = font
        self._face = font.face
        self._used = 0
        self._said: dict[int, str] = {}

    def use(self, glyphs: int, said: Mapping[int, str]) -> None:
        """Let the file hold these glyphs, a set of bits, and note what they stand for; of several meanings the first one counts."""
        self._used |= glyphs
        self._said = {**said, **self._said}

    def write(self, file: PdfFile) -> None:
        """Put the font and all that belongs to it into the file."""
        glyphs = ids_of(self._used)
        base = f"/{self._tag(glyphs)}+{_plain(self._face.ps_name)}"
        program = subset(self._face.hb_font.face, glyphs)
        program_ref = file.put(
            Stream(
                {"Length1": len(program), "Filter": "/FlateDecode"},
                zlib.compress(program, 9),
            )
        )
        descriptor = file.put(_descriptor(self._face, base, program_ref))
        descendant = file.put(
            Dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/CIDFontType2",
                    "BaseFont": base,
                    "CIDSystemInfo": "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
                    "CIDToGIDMap": "/Identity",
                    "FontDescriptor": descriptor,
                    "W": self._width_array(glyphs),
                }
            )
        )
        texts = {glyph: said for glyph in glyphs if (said := self._text(glyph))}
        to_unicode = file.put(deflated({}, cmap_text(texts)))
        file.put(
            Dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/Type0",
                    "BaseFont": base,
                    "Encoding": "/Identity-H",
                    "DescendantFonts": array([descendant]),
                    "ToUnicode": to_unicode,
                }
            ),
            self.ref,
        )

    def _text(self, glyph: int) -> str:
        return self._font.characters[glyph] or self._said.get(glyph, "")

    def _tag(self, glyphs: list[int]) -> str:
        """Six capitals that name this subset (ISO 32000-1 §9.6.4), made of the font and its used glyphs."""
        digest = hashlib.sha256(f"{self._face.key} {glyphs}".encode()).digest()
        return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])

    def _width_array(self, glyphs: list[int]) -> str:
        """The ``W`` entry (ISO 32000-1 §9.7.4.3): runs of neighbouring ids with their widths."""
        parts: list[str] = []
        previous = None
        for glyph in glyphs:
            if previous is None or glyph != previous + 1:
                parts.append(f"{']' if parts else ''}{glyph}[")
            parts.append(number(self._font.widths[glyph]) + " ")
            previous = glyph
        return f"[{''.join(parts)}]]" if parts else "[]"


class FontShelf:
    """The fonts that the file uses, in the order of their first use.

    Args:
        case: Where the fonts are.
        file: Where they go.
    """

    def __init__(self, case: FontCase, file: PdfFile) -> None:
        self._case = case
        self._file = file
        self._fonts: dict[str, EmbeddedFont] = {}

    def use(self, key: str, glyphs: int, said: Mapping[int, str]) -> Ref:
        """The font with this key, which will hold these glyphs (a set of bits); ``said`` is what they stand for, where it does not say so.

        Raises:
            KeyError: There is no such font.
        """
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = EmbeddedFont(self._case.get(key), self._file.reserve())
        font.use(glyphs, said)
        return font.ref

    def write(self) -> None:
        """Put all fonts into the file; once, after the last page."""
        for font in self._fonts.values():
            font.write(self._file)


def _plain(ps_name: str) -> str:
    return "".join(char for char in ps_name if char.isascii() and (char.isalnum() or char in "-_.")) or "Font"


def _descriptor(face: FontFace, base: str, program: Ref) -> Dictionary:
    """The font descriptor (ISO 32000-1 §9.8). StemV is not in the file; it is guessed from the weight as ReportLab does."""
    head = bytes(face.hb_font.face.reference_table("head").data)
    box = [value * 1000 / face.upem for value in struct.unpack_from(">hhhh", head, 36)]
    post = bytes(face.hb_font.face.reference_table("post").data)
    angle = struct.unpack_from(">i", post, 4)[0] / 65536 if len(post) >= 8 else 0.0
    return Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": base,
            "Flags": _SYMBOLIC | (_ITALIC if face.italic else 0),
            "FontBBox": array([number(value, 0) for value in box]),
            "ItalicAngle": number(angle, 2),
            "Ascent": number(face.ascent * 1000, 0),
            "Descent": number(-face.descent * 1000, 0),
            "CapHeight": number(face.cap_height * 1000, 0),
            "StemV": 50 + int((face.weight / 65) ** 2),
            "FontFile2": program,
        }
    )
